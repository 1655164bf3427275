/** A lost response, a return from a bank's page, a connection that is down when the time is over: no client pays twice or types twice. */
import { expect, type Page } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { confirmEmail } from './listing.ts'
import { emailOf, salonOf, stylistNear } from './newcomers.ts'
import {
  cards,
  changeContact,
  chooseDay,
  chooseHour,
  chooseTime,
  fillCard,
  fillCheckout,
  fillContact,
  goToPay,
  openAroundTheClock,
  openLine,
  ownLine,
  payButton,
  someone,
  stylist,
} from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

test.beforeAll(({ browser }) => openAroundTheClock(browser))

/** The server receives the call and executes it; its response never arrives. */
const loseAnswer = (page: Page, url: string) =>
  page.route(
    url,
    async (route) => {
      expect((await route.fetch()).ok()).toBe(true)
      await route.abort()
    },
    { times: 1 },
  )

const holdIn = (page: Page) => new URL(page.url()).searchParams.get('hold')
const near = (page: Page) => page.getByRole('region', { name: 'Horarios cercanos' })
const draftOf = (page: Page, name: string) =>
  page.evaluate((key) => sessionStorage.getItem(`kalli.draft.${key}`), name)

test('a booking paid in a lost reply is shown as the client’s after the hold ends, without other hours', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto(`/booking?professional=${stylist.id}`)
  await chooseTime(page, { daysAhead: 16, nth: 4 })
  await goToPay(page)
  const hold = holdIn(page)
  await fillCheckout(page, someone(), cards.accepted)
  await openLine(page, 'Nota para')
  await page.getByLabel('Tu nota').fill('Llego en bici.')
  await loseAnswer(page, '**/api/bookings')
  await payButton(page).click()
  await expect(page.getByRole('alert')).toContainText('conexión')
  await page.clock.fastForward(11 * 60_000)
  await expect(page.getByRole('heading', { name: 'Esta cita ya es tuya' })).toBeVisible()
  await expect(near(page)).toHaveCount(0)
  await expectAccessibleEverywhere(page)
  await page.getByRole('link', { name: 'Ver mi cita' }).click()
  await expect(page).toHaveURL(new RegExp(`/booking-success\\?id=${hold}`))
  await expect(page.getByRole('heading', { name: '¡Tu cita está confirmada!' })).toBeVisible()
  // Text written to this professional does not appear for the next one.
  await expect.poll(() => draftOf(page, `checkout-extras-${stylist.id}`)).toBeNull()
})

test('after a lost reply to a payment and a corrected telephone, the next press leads to the confirmed visit', async ({
  page,
}) => {
  await page.goto(`/booking?professional=${stylist.id}`)
  await chooseTime(page, { daysAhead: 16, nth: 8 })
  await goToPay(page)
  const hold = holdIn(page)
  await fillCheckout(page, someone(), cards.accepted)
  await loseAnswer(page, '**/api/bookings')
  await payButton(page).click()
  await expect(page.getByRole('alert')).toContainText('conexión')
  await changeContact(page)
  await page.getByLabel('Teléfono').fill('55 9876 5432')
  await payButton(page).click()
  await expect(page.getByRole('heading', { name: '¡Tu cita está confirmada!' })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`id=${hold}`))
})

test('after the server refuses a hold, a nearby hour is one press away and opens a new checkout', async ({
  page,
}) => {
  await page.goto(`/booking?professional=${stylist.id}`)
  await chooseTime(page, { daysAhead: 15, nth: 4 })
  await goToPay(page)
  const hold = holdIn(page)
  await fillCheckout(page, someone(), cards.accepted)
  expect((await page.request.delete(`/api/holds/${hold}`)).status()).toBe(200)
  await payButton(page).click()
  await expect(page.getByRole('heading', { name: 'Ya no está apartado' })).toBeVisible()
  await near(page).getByRole('button').first().click()
  await expect(page.getByRole('heading', { name: 'Confirma y paga' })).toBeVisible()
  expect(holdIn(page)).not.toBe(hold)
})

test('offline, the client is not shown that an expired hour is free; back online, the page continues', async ({
  page,
  context,
}) => {
  const who = someone()
  await page.clock.install()
  await page.goto(`/booking?professional=${stylist.id}`)
  await chooseTime(page, { daysAhead: 16, nth: 12 })
  await goToPay(page)
  await fillContact(page, who)
  // Content shown offline was loaded while online.
  await page.clock.fastForward(121_000)
  await ready(page)
  await context.setOffline(true)
  await page.clock.fastForward(10 * 60_000)
  await expect(page.getByRole('heading', { name: 'No sabemos si tu pago pasó' })).toBeVisible()
  await expect(near(page)).toHaveCount(0)
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: 'Ver si ya pasó' }).click()
  await expect(page.getByRole('heading', { name: 'No sabemos si tu pago pasó' })).toBeVisible()
  // By the server's clock there is time left.
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Confirma y paga' })).toBeVisible()
  await expect(ownLine(page)).toContainText(who.email)
  await changeContact(page)
  await expect(page.getByLabel('Teléfono')).toHaveValue(who.phone)
})

test('a client back from the bank without approving finds what they typed, and corrections count with another card', async ({
  page,
}) => {
  const who = someone()
  await page.goto(`/booking?professional=${stylist.id}`)
  await chooseTime(page, { daysAhead: 16, nth: 16 })
  await goToPay(page)
  const hold = holdIn(page)
  await fillCheckout(page, who, cards.asksTheBank)
  await openLine(page, 'Nota para')
  const note = page.getByLabel('Tu nota')
  await note.fill('Llego en bici.')
  await openLine(page, 'Propina')
  await page.getByLabel(/^10 %/).check()
  await payButton(page).click()
  await expect(page.getByRole('button', { name: 'Aprobar' })).toBeVisible()
  await page.goBack()
  await ready(page)
  await expect(note).toHaveValue('Llego en bici.')
  await page.reload()
  await ready(page)
  await expect(note).toHaveValue('Llego en bici.')
  await expect(page.getByLabel(/^10 %/)).toBeChecked()
  await expect(ownLine(page)).toContainText(who.email)
  await changeContact(page)
  await page.getByLabel('Teléfono').fill('55 9876 5432')
  await openLine(page, 'Nota para')
  await note.fill('Llego a pie.')
  await openLine(page, 'Factura')
  await page.getByLabel('Quiero factura').check()
  await page.getByLabel('RFC').fill('HEGL900101AB1')
  await page.getByLabel('Código postal fiscal').fill('06700')
  await page.getByLabel('Nombre o razón social').fill('Lucía Hernández García')
  await page.getByLabel('Régimen fiscal').selectOption('612')
  await page.getByLabel('Uso del CFDI').selectOption('G03')
  await fillCard(page, cards.accepted)
  await payButton(page).click()
  await expect(page.getByRole('heading', { name: '¡Tu cita está confirmada!' })).toBeVisible()
  const isActive = await (await page.request.get(`/api/bookings/${hold}`)).json()
  expect([isActive.note, isActive.invoice?.rfc, isActive.tip?.state, isActive.tip?.amountCents > 0]).toEqual([
    'Llego a pie.',
    'HEGL900101AB1',
    'promised',
    true,
  ])
  await expect.poll(() => draftOf(page, `checkout-extras-${stylist.id}`)).toBeNull()
})

test('requires the adult’s confirmation again for another hour, and retains the names', async ({ page }) => {
  await page.goto(`/booking?professional=${stylist.id}`)
  await page.getByRole('link', { name: /^Corte caballero/ }).click()
  await page.getByText('¿Para cuántas personas?').click()
  await page.getByRole('region', { name: 'Personas' }).getByRole('link', { name: '2 personas' }).click()
  await expect(page).toHaveURL(/also=/)
  await chooseDay(page, 17)
  await chooseHour(page, 2)
  await goToPay(page)
  const name = page.getByLabel('Nombre de la persona 2')
  const isMinor = page.getByRole('group', { name: 'Persona 2' }).getByLabel('Menor de edad')
  const adult = page.getByLabel(/^Soy la persona adulta/)
  await name.fill('Leo')
  await isMinor.check()
  await adult.check()
  await page.reload()
  await ready(page)
  await expect(adult).toBeChecked()
  await page.getByRole('link', { name: 'Elegir otra hora' }).click()
  await chooseDay(page, 17)
  await chooseHour(page, 4)
  await goToPay(page)
  await expect(name).toHaveValue('Leo')
  await expect(isMinor).toBeChecked()
  await expect(adult).not.toBeChecked()
})

test('rented hours paid in a lost reply are not offered as free when the hold ends', async ({ browser }) => {
  const salon = await salonOf(browser, ['Silla 1'], undefined, { lets: true })
  const { page } = await stylistNear(browser, salon, 'Renata')
  await confirmEmail(page.request, await emailOf(page))
  const date = Temporal.Now.plainDateISO('America/Mexico_City').add({ days: 6 }).toString()
  const quoted = await page.request.post(`/api/spaces/${salon.spaceId}/quote`, {
    data: { date, startMinute: 600, minutes: 120 },
  })
  const held = await page.request.post('/api/reservations', {
    data: { token: (await quoted.json()).rent.token },
  })
  expect(held.status(), await held.text()).toBe(201)
  const { id }: { id: string } = await held.json()
  await page.clock.install()
  await page.goto(`/dynamic-checkout?rent=${id}`)
  await ready(page)
  await fillCard(page, cards.accepted)
  await loseAnswer(page, `**/api/reservations/${id}/pay`)
  await payButton(page).click()
  await expect(page.getByRole('alert')).toContainText('conexión')
  await page.clock.fastForward(11 * 60_000)
  await expect(page.getByRole('heading', { name: 'No hay nada por pagar' })).toBeVisible()
  await expectAccessibleEverywhere(page)
  await expect(page.getByRole('link', { name: 'Ver mis espacios rentados' })).toBeVisible()
})
