/** Hours at a space without a client: found, priced, held, paid, handed back, used, and the host sees them. */
import { type Browser, expect, type Page, test } from '@playwright/test'
import { expectAccessible, expectAccessibleEverywhere } from './accessible.ts'
import { confirmEmail, publishSpace } from './listing.ts'
import { cards, fillCard, password } from './people.ts'
import { ready } from './ready.ts'

/** Somebody new, so that nobody else's journey meets them. */
const newcomer = async (browser: Browser, role: 'host' | 'professional', firstName: string) => {
  const page = await (await browser.newContext()).newPage()
  const email = `${role}.${process.pid}${Date.now()}@correo.test`
  const answer = await page.request.post('/api/auth/register', {
    data: { email, password, firstName, lastName: 'Robles', role },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  await confirmEmail(page.request, email)
  return page
}

/** Far from the town's centre: nobody of the seed works or looks here. */
const place = { latitude: 19.3011, longitude: -99.1012 }

const professional = async (browser: Browser): Promise<Page> => {
  const page = await newcomer(browser, 'professional', 'Elisa')
  const saved = await page.request.put('/api/professional/profile', {
    data: {
      bio: 'Cortes y color, con calma.',
      experienceYears: 4,
      specialties: ['Balayage'],
      categories: ['hair'],
      basePriceCents: 50_000,
      municipalityId: 9013,
      neighbourhood: 'Xochimilco Centro',
      address: null,
      ...place,
      hasOwnPlace: false,
      status: 'published',
      version: 0,
    },
  })
  expect(saved.status(), await saved.text()).toBe(200)
  return page
}

const isoDate = (daysOn: number) => {
  const at = new Date(Date.now() + daysOn * 86_400_000)
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Mexico_City' }).format(at)
}

test('a professional finds a chair, pays four hours, hands two back, and uses what is hers; the host sees it by kind', async ({
  browser,
}) => {
  // Two newcomers, a listing with its photos, and the looks at five screens.
  test.setTimeout(180_000)
  const name = `Silla del canal ${process.pid}`
  const salon = await newcomer(browser, 'host', 'Marta')
  const id = await publishSpace(salon.request, {
    businessName: `Casa Robles ${process.pid}`,
    name,
    address: 'Pedro Ramírez del Castillo 30',
    ...place,
    pricePerHourCents: 12_000,
    lets: true,
  })

  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(`/space/${id}#renta`)
  await visitor.locator('#renta').scrollIntoViewIfNeeded()
  const enter = visitor.getByRole('link', { name: 'Entra para rentar estas horas' })
  await expect(enter).toHaveAttribute('href', new RegExp(`space(/|%2F)${id}`))
  await visitor.context().close()

  const page = await professional(browser)
  await expect(async () => {
    await page.goto(`/search-results?type=spaces&q=${encodeURIComponent(name)}`)
    await page.getByRole('link', { name }).first().click({ timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
  await expect(page).toHaveURL(/\/space\//)
  await ready(page)
  const rent = page.locator('#renta')
  await rent.scrollIntoViewIfNeeded()
  await rent.getByLabel('Fecha').fill(isoDate(6))
  await rent.getByLabel('Durante').selectOption('240')
  await expect(rent.getByText('Libre a esa hora.')).toBeVisible()
  await rent.getByRole('button', { name: 'Rentar por $480' }).click()

  await expect(page.getByRole('heading', { name: 'Paga tus horas' })).toBeVisible()
  await expectAccessibleEverywhere(page)
  await fillCard(page, cards.declined)
  await page.getByRole('button', { name: 'Pagar $480' }).click()
  await expect(page.getByRole('alert')).toContainText('rechazó')
  await fillCard(page, cards.accepted)
  await page.getByRole('button', { name: 'Pagar $480' }).click()
  await expect(page.getByRole('heading', { name: '¡Tus horas están pagadas!' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Ver mis espacios rentados' }).click()

  const mine = page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: name })
  await expect(mine.first().getByText('Confirmada')).toBeVisible()
  await mine.first().getByRole('button', { name: 'Devolver horas' }).click()
  const dialog = page.getByRole('dialog', { name: 'Devolver horas' })
  await dialog.getByLabel('Hasta').selectOption({ label: '12:00' })
  await expect(dialog.getByText('Vuelve a la tarjeta')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Devolver y recibir $240' }).click()
  await expect(mine.first().getByText('Pagaste $480 y te devolvimos $240')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await mine.first().getByRole('button', { name: 'Ver recibo' }).click()
  const receipt = page.getByRole('dialog', { name: 'Tu recibo de renta' })
  await expect(receipt.getByText('Devolviste 2 h')).toBeVisible()
  await receipt.getByRole('button', { name: 'Cerrar' }).click()

  // Another hour, that begins now: by the same calls, since the screen offers whole half hours only.
  const now = new Date(Date.now() + 3 * 60_000)
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'America/Mexico_City',
    hour: '2-digit',
    minute: '2-digit',
  }).format(now)
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  const date = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Mexico_City' }).format(now)
  const quote = await page.request.post(`/api/spaces/${id}/quote`, {
    data: { date, startMinute: hours * 60 + minutes - (minutes % 5), minutes: 60 },
  })
  const priced = await quote.json()
  if (priced.rent.token === null) {
    // The five minutes that the quote is rounded to may be over: the next ones.
    const later = await page.request.post(`/api/spaces/${id}/quote`, {
      data: { date, startMinute: hours * 60 + minutes - (minutes % 5) + 5, minutes: 60 },
    })
    priced.rent = (await later.json()).rent
  }
  const held = await page.request.post('/api/reservations', { data: { token: priced.rent.token } })
  expect(held.status(), await held.text()).toBe(201)
  await page.goto(`/dynamic-checkout?rent=${(await held.json()).id}`)
  await ready(page)
  await fillCard(page, cards.accepted)
  await page.getByRole('button', { name: 'Pagar $120' }).click()
  await page.getByRole('link', { name: 'Ver mis espacios rentados' }).click()
  await mine.first().getByRole('button', { name: 'Registrar llegada' }).click()
  await mine.first().getByRole('button', { name: 'Terminar uso' }).click()
  await mine.first().getByRole('button', { name: 'Cerrar renta' }).click()
  await expect(page.getByText('Renta cerrada: el espacio recibe su parte').first()).toBeVisible()
  await page.getByRole('tab', { name: 'Anteriores' }).click()
  await expect(mine.first().getByText('Completada')).toBeVisible()

  await salon.setViewportSize({ width: 1280, height: 800 })
  await salon.goto(`/host-availability?date=${isoDate(6)}`)
  await ready(salon)
  const bar = salon.getByRole('button', { name: /Renta directa, Silla 1.*10:00 a 12:00.*Elisa Robles/ })
  await expect(bar).toBeVisible()
  await bar.click()
  await expect(salon.getByRole('dialog', { name: 'Renta directa: Silla 1' })).toBeVisible()
  await expectAccessible(salon)
})
