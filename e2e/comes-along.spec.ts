/** Search parameters stay from the landing card to the results, a profile and booking, in an address that anyone can share. */
import { expect } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { dateAhead, hoursOf, letIn, salonOf, stylistNear } from './newcomers.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

test('the day and part of day chosen on the landing card become dates in the address of the results @desktop', async ({
  page,
}) => {
  await page.goto('/')
  await ready(page)
  const card = page.getByRole('search').first()
  await card.getByLabel('Profesional o servicio').fill('corte')
  await card.getByLabel('Cuándo').selectOption('Este fin de semana')
  await card.getByLabel('A qué hora').selectOption('Tarde')
  await card.getByRole('button', { name: 'Buscar' }).click()
  await expect(page).toHaveURL(/part=afternoon/)
  await expect(page).toHaveURL(/day=\d{4}-\d\d-\d\d/)
  await ready(page)
  // On a Sunday the rest of the weekend is today.
  const { searchParams } = new URL(page.url())
  const isSunday = new Date(`${searchParams.get('day')}T00:00:00Z`).getUTCDay() === 0
  expect(searchParams.has('until')).toBe(!isSunday)
  const said = isSunday ? 'Hoy en la tarde' : 'Este fin de semana en la tarde'
  await expect(page.getByRole('button', { name: said })).toBeVisible()
})

test('a profile opened with a service, a day and a part of the day leads to those hours in booking', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  const salon = await salonOf(browser, ['Silla 1'])
  const stylist = await stylistNear(browser, salon, 'Renata')
  await letIn(salon, stylist)
  const client = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
  const day = dateAhead(3)
  await client.goto(`/p/${stylist.professionalId}?service=${stylist.serviceId}&day=${day}&part=afternoon`)
  await ready(client)
  await client.getByRole('link', { name: 'Reservar', exact: true }).first().click()
  await expect(client).toHaveURL(new RegExp(`/booking\\?.*service=${stylist.serviceId}`))
  await expect(client).toHaveURL(new RegExp(`day=${day}`))
  const afternoon = client.getByRole('group', { name: /^Horarios de la tarde/ })
  await expect(afternoon).toBeInViewport()
  await expectAccessibleEverywhere(client)

  // A link with an hour has it chosen, one press from checkout; nothing is held by opening it.
  const [hour] = await hoursOf(client.request, stylist, salon.spaceId, day)
  await client.goto(
    `/booking?professional=${stylist.professionalId}&service=${stylist.serviceId}&at=${hour?.startsAt}&atSpace=${salon.spaceId}`,
  )
  await ready(client)
  await client.getByRole('button', { name: 'Apartar y continuar' }).click()
  await expect(client).toHaveURL(/\/dynamic-checkout\?hold=/)
  await expect(client.getByRole('heading', { name: 'Confirma y paga' })).toBeVisible()
  await client.context().close()

  // Another client opens the same link: the hour is gone, and the others are there.
  const other = await (await browser.newContext()).newPage()
  await other.goto(
    `/booking?professional=${stylist.professionalId}&service=${stylist.serviceId}&at=${hour?.startsAt}&atSpace=${salon.spaceId}`,
  )
  await ready(other)
  await expect(other.getByText('Ese horario se acaba de ocupar.')).toBeVisible()
  await expect(other.getByRole('button', { name: /^\d\d:\d\d/ }).first()).toBeVisible()
  await other.context().close()
})

test('the service that matched comes along from a result to the profile and to booking, whatever was typed @desktop', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const day = dateAhead(4)
  // A category, a plural, a mistake, two words.
  for (const what of ['category=hair', 'q=cortes', 'q=mazaje', 'q=corte|tinte']) {
    await page.goto(`/search-results?${what}&city=Ciudad+de+México&state=Ciudad+de+México&day=${day}`)
    await ready(page)
    const card = page.getByRole('article').first()
    const profile = card.getByRole('link', { name: /^Ver Perfil/ })
    const going = new URL((await profile.getAttribute('href')) ?? '', page.url()).searchParams
    const service = going.get('service') ?? ''
    expect(service, what).toMatch(/^\d+$/)
    expect(going.get('day'), what).toBe(day)
    const booking = await card.getByRole('link', { name: /^Reservar/ }).getAttribute('href')
    expect(booking, what).toContain(`service=${service}`)
    await profile.click()
    await expect(page).toHaveURL(
      new RegExp(`/p/.*day=${day}.*service=${service}|/p/.*service=${service}.*day=${day}`),
    )
    await ready(page)
    await page.getByRole('link', { name: 'Reservar', exact: true }).first().click()
    await expect(page).toHaveURL(new RegExp(`/booking\\?.*service=${service}`))
    await expect(page).toHaveURL(new RegExp(`day=${day}`))
  }
})

test('the searched day and part come along from a space to its business and to booking @desktop', async ({
  page,
}) => {
  const when = `day=${dateAhead(4)}&part=afternoon`
  await page.goto(`/search-results?type=spaces&category=chair&city=Ciudad+de+México&${when}`)
  await ready(page)
  await page
    .getByRole('article')
    .first()
    .getByRole('link', { name: /^Ver Detalles/ })
    .click()
  await expect(page).toHaveURL(new RegExp(`/space/\\d+\\?${when}`))
  await ready(page)
  await page.locator('a[href^="/b/"]').first().click()
  await expect(page).toHaveURL(new RegExp(`/b/\\d+\\?${when}`))
  await ready(page)
  await page.locator('a[href^="/booking?"]').first().click()
  await expect(page).toHaveURL(new RegExp(`/booking\\?.*${when}`))
})
