/** One press on an hour of a card: held, taken, refused, not answered; free hours of a space by who may rent them; all by keyboard. */
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { pressByKey, reach } from './keys.ts'
import { dateAhead, hoursOf, letIn, type Salon, salonOf, stylistNear } from './newcomers.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

const around = ({ where }: Salon) =>
  `lat=${where.latitude.toFixed(4)}&lng=${where.longitude.toFixed(4)}&radiusKm=10`

const hoursOn = (page: Page) => page.getByRole('list', { name: /^Próximas horas de / }).getByRole('link')

/** A job indexes a new professional a moment later. */
const openWhenFound = async (page: Page, address: string) => {
  await expect(async () => {
    await page.goto(address)
    await expect(page.getByRole('article').first()).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
  await ready(page)
}

test('a taken hour shows others in its place, a press without a reply can be retried, and a refusal shows its reason', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  const salon = await salonOf(browser, ['Silla 1'])
  const stylist = await stylistNear(browser, salon, 'Renata')
  await letIn(salon, stylist)
  const day = dateAhead(3)
  const address = `/search-results?q=corte&${around(salon)}&day=${day}&part=morning`
  const client = await (await browser.newContext()).newPage()
  await openWhenFound(client, address)
  const first = hoursOn(client).first()
  const wanted = /(\d\d:\d\d)/.exec((await first.textContent()) ?? '')?.[1] ?? ''

  // No response: the page stays, says so, and pressing again retries.
  await client.route('**/api/holds', (route) => route.abort())
  await first.click()
  await expect(client.getByText('No pudimos apartar ese horario').first()).toBeVisible()
  await expect(client.getByText(/Toca la hora otra vez para reintentar\./).first()).toBeVisible()
  await expect(client).toHaveURL(/search-results/)
  await client.unrouteAll({ behavior: 'ignoreErrors' })

  // Meanwhile another client took that very hour.
  const other = await browser.newContext()
  const taken = (await hoursOf(other.request, stylist, salon.spaceId, day)).find(
    ({ startsAt }) =>
      new Date(startsAt).toLocaleTimeString('sv', { timeZone: 'America/Mexico_City' }).slice(0, 5) === wanted,
  )
  const held = await other.request.post('/api/holds', {
    headers: { 'Idempotency-Key': crypto.randomUUID() },
    data: { slotToken: taken?.token },
  })
  expect(held.status(), await held.text()).toBe(201)
  await other.close()
  await first.click()
  const said = client.getByRole('article').getByRole('alert')
  await expect(said).toBeFocused()
  await expect(client).toHaveURL(/search-results/)
  await expect(hoursOn(client).filter({ hasText: wanted })).toHaveCount(0)
  await expectAccessible(client)
  await hoursOn(client).first().click()
  await expect(client.getByRole('heading', { name: 'Confirma y paga' })).toBeVisible()
  await client.context().close()

  // She cannot book her own hours: their page opens with that hour and says so.
  const own = stylist.page
  await own.goto(`${address}&part=afternoon`)
  await ready(own)
  await hoursOn(own).last().click()
  await expect(own).toHaveURL(/\/booking\?.*#hora=/)
  await ready(own)
  await own.getByRole('button', { name: 'Apartar y continuar' }).click()
  await expect(own.getByRole('alert').first()).toBeVisible()
})

test('a professional rents the free hours of a space in one press, and a visitor is shown what renting requires', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  const salon = await salonOf(browser, ['Silla 1'], undefined, { lets: true })
  const stylist = await stylistNear(browser, salon, 'Renata')
  await letIn(salon, stylist)
  const address = `/search-results?type=spaces&category=chair&${around(salon)}&day=${dateAhead(3)}&from=10:00&to=14:00`
  // Another journey's salon may be as near.
  const stays = (page: Page) =>
    page.getByRole('list', { name: new RegExp(`^Horas libres de .*${salon.name}`) }).getByRole('link')
  const { page } = stylist
  await openWhenFound(page, address)
  await expect(stays(page).first()).toContainText(/10:00–14:00/)
  await stays(page).first().click()
  await expect(page).toHaveURL(/\/dynamic-checkout\?rent=/)
  await expect(page.getByText(/\$480/).first()).toBeVisible()

  const visitor = await (await browser.newContext()).newPage()
  // She holds it for now: an hour later.
  await visitor.goto(address.replace('from=10:00&to=14:00', 'from=15:00&to=17:00'))
  await ready(visitor)
  await stays(visitor).first().click()
  await expect(visitor).toHaveURL(new RegExp(`/space/${salon.spaceId}\\?.*#renta$`))
  await visitor.context().close()
})

test('by keyboard a visitor removes a chip, chooses a day and holds an hour of a card @desktop', async ({
  page,
}) => {
  await page.goto('/search-results?q=corte|tinte')
  await ready(page)
  const chip = page.getByRole('list', { name: 'Tu búsqueda' }).getByRole('button', { name: 'tinte, quitar' })
  await pressByKey(page, chip)
  await expect(chip).toHaveCount(0)
  await expect(page).toHaveURL(/q=corte$/)

  await pressByKey(page, page.getByRole('button', { name: 'Cuándo' }))
  const form = page.getByRole('form', { name: 'Cuándo' })
  await reach(page, form.getByRole('radio', { name: 'Cualquier día' }))
  const tomorrow = form.getByRole('radio', { name: 'Mañana' }).first()
  for (let pressed = 0; pressed < 4 && !(await tomorrow.isChecked()); pressed += 1)
    await page.keyboard.press('ArrowRight')
  await expect(tomorrow).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/day=\d{4}-\d\d-\d\d|day=tomorrow/)
  await ready(page)

  await pressByKey(page, hoursOn(page).first())
  await expect(page.getByRole('heading', { name: 'Confirma y paga' })).toBeVisible()
})
