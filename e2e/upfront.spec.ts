/** A professional asks for an upfront part; its client pays that today, and the rest is charged once the visit is over. */
import { type Browser, expect, type Page } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { beginNow } from './begin-now.ts'
import { newcomer, publishProfile, withCredit } from './newcomers.ts'
import { cards, chooseTime, fillCard, fillCheckout, goToPay, someone } from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'
import { openCode, openVisit, visitOf } from './visits.ts'

/** A new professional who works at her own place around the clock, with one service of $600. */
const stylistAlways = async (browser: Browser, also: object = {}) => {
  const own = await newcomer(browser, 'professional', 'Renata')
  const id = await publishProfile(own, { specialties: ['Corte'], address: 'Colima 200', hasOwnPlace: true })
  const weekly = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, fromMinute: 0, toMinute: 1440 }))
  const hours = await own.request.put('/api/availability/rules', { data: { weekly } })
  expect(hours.status(), await hours.text()).toBe(200)
  const added = await own.request.post('/api/professional/services', {
    data: {
      name: 'Corte de temporada',
      category: 'hair',
      durationMinutes: 30,
      stepMinutes: 5,
      noticeMinutes: 0,
      priceCents: 60_000,
      policyTier: 'strict',
      ...also,
    },
  })
  expect(added.status(), await added.text()).toBe(201)
  return { own, id }
}

/** The visit of today's only client, who arrives. */
const beginVisit = async (own: Page, code: string) => {
  await own.goto('/professional-appointments')
  await ready(own)
  const visit = await visitOf(own, 'Paola')
  await openCode(visit)
  await visit.getByLabel(/^Código del cliente/).fill(code)
  await visit.getByRole('button', { name: 'Registrar llegada' }).click()
  return visit
}

/** The professional ends the use, and the client says that all is well. */
const leave = async (own: Page, page: Page, code: string) => {
  const visit = await visitOf(own, 'Paola')
  await expect(visit.getByText('Llegó')).toBeVisible()
  await beginNow(code)
  await own.reload()
  await ready(own)
  await visit.getByRole('button', { name: 'Terminar servicio' }).click()
  await expect(own.getByText('Servicio terminado').first()).toBeVisible()
  const ended = await openVisit(own, 'Paola')
  await expect(
    ended.getByText(/^Terminaste el servicio\. Tu cliente la cierra con «Todo bien»/),
  ).toBeVisible()
  await own.keyboard.press('Escape')
  await page.reload()
  await ready(page)
  await page.getByRole('button', { name: 'Todo bien' }).click()
  await expect(page.getByText('Gracias').first()).toBeVisible()
  await own.reload()
  await ready(own)
}

/** The same, from arrival to closing. */
const endVisit = async (own: Page, page: Page, code: string) => {
  const visit = await beginVisit(own, code)
  await leave(own, page, code)
  return visit
}

const bookingOf = (page: Page) => new URL(page.url()).searchParams.get('id') ?? ''

test('a booking takes 30 % upfront, and the rest from the same card when the visit ends', async ({
  browser,
  page,
}) => {
  test.setTimeout(180_000)
  const { own, id } = await stylistAlways(browser)

  await own.goto('/professional-services')
  await ready(own)
  await own.getByRole('link', { name: 'Editar Corte de temporada' }).click()
  await own.getByRole('tab', { name: 'Políticas' }).click()
  await expect(own.getByText('Se paga todo al reservar, como hasta ahora.')).toBeVisible()
  await own.getByLabel('Anticipo').selectOption('Una parte del precio')
  await expect(own.getByText(/^Paga \$180 al reservar y \$420 al terminar\./)).toBeVisible()
  await expect(own.getByText('Tarde: $180 (el anticipo) · No llega: $180 (el anticipo)')).toBeVisible()
  await expectAccessibleEverywhere(own)
  await own.getByRole('button', { name: 'Guardar servicio' }).click()
  await expect(own.getByText('Servicio guardado').first()).toBeVisible()

  await page.goto(`/booking?professional=${id}`)
  // Not the very next hour, which may be over by the time it is pressed.
  await chooseTime(page, { service: 'Corte de temporada', nth: 1 })
  await goToPay(page)
  await expect(page.getByText('Hoy, de anticipo')).toBeVisible()
  await expect(page.getByText('Al terminar tu cita, con la misma tarjeta')).toBeVisible()
  await expectAccessibleEverywhere(page)
  // A client who prefers to pay everything now may; she changes her mind.
  await page.getByRole('radio', { name: 'Todo, $600' }).check()
  await expect(page.getByText('Hoy, de anticipo')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Pagar $600', exact: true })).toBeVisible()
  await page.getByRole('radio', { name: 'Solo el anticipo, $180' }).check()
  await fillCheckout(page, someone(), cards.accepted)
  await page.getByRole('button', { name: 'Pagar $180', exact: true }).click()
  await expect(page.getByRole('heading', { name: '¡Tu cita está confirmada!' })).toBeVisible()
  await expect(page.getByText(/\$180 .*\$420 se cobran cuando termine tu cita\.$/)).toBeVisible()
  await expectAccessibleEverywhere(page)
  const code = await page.getByText('Tu código de llegada').locator('xpath=../../p[2]').innerText()

  await own.goto('/professional-appointments')
  await ready(own)
  await expect(own.getByText('Al terminar $420')).toBeVisible()
  const before = await openVisit(own, 'Paola')
  await expect(before.getByText('Anticipo pagado: $180; por cobrar al terminar: $420')).toBeVisible()
  await own.keyboard.press('Escape')
  await endVisit(own, page, code)
  const visit = await openVisit(own, 'Paola')
  await expect(visit.getByText('Pagada completa')).toBeVisible()
  await visit.getByRole('button', { name: 'Ver recibo' }).click()
  const receipt = own.getByRole('dialog').last()
  await expect(receipt.getByText('$540').first()).toBeVisible()
  await expect(
    receipt.getByText('Tu cliente pagó $180 de anticipo y $420 al terminar la cita.'),
  ).toBeVisible()

  await page.reload()
  await ready(page)
  await page.getByRole('button', { name: 'Ver recibo' }).click()
  await expect(
    page.getByRole('dialog').getByText('Pagaste $180 de anticipo y $420 al terminar la cita.'),
  ).toBeVisible()
  await own.context().close()
})

test('when the later charge fails the professional shows a QR code, and the client pays by it', async ({
  browser,
  page,
}) => {
  test.setTimeout(180_000)
  const { own, id } = await stylistAlways(browser, { upfront: { kind: 'percent', bp: 0 } })
  await page.goto(`/booking?professional=${id}`)
  await chooseTime(page, { service: 'Corte de temporada', nth: 1 })
  await goToPay(page)
  await fillCheckout(page, someone(), cards.emptyLater)
  await page.getByRole('button', { name: 'Confirmar · hoy no se cobra nada' }).click()
  await expect(page.getByText('Tu tarjeta queda como respaldo y hoy no se te cobra nada.')).toBeVisible()
  const code = await page.getByText('Tu código de llegada').locator('xpath=../../p[2]').innerText()

  const visit = await endVisit(own, page, code)
  await expect(visit.getByText('Por cobrar: $600')).toBeVisible()
  await visit.getByRole('button', { name: 'Cobrar saldo' }).click()
  await expect(own.getByText('Su tarjeta no pasó').first()).toBeVisible()
  await visit.getByRole('button', { name: 'QR o enlace de pago' }).click()
  const dialog = own.getByRole('dialog', { name: 'Cobrar $600' })
  await expect(dialog.getByAltText('Código QR de tu enlace')).toBeVisible()
  await expectAccessibleEverywhere(own)
  const { token } = await (await own.request.get(`/api/bookings/${bookingOf(page)}/balance-link`)).json()
  await own.keyboard.press('Escape')

  // On another telephone: the client who scans it has no account and no other link.
  const scanned = await (await browser.newContext()).newPage()
  await scanned.goto(`/bookings/${token}/pay`)
  await ready(scanned)
  await expect(scanned.getByRole('heading', { name: 'Paga el resto de tu cita' })).toBeVisible()
  await expectAccessibleEverywhere(scanned)
  await fillCard(scanned, cards.accepted)
  await scanned.getByRole('button', { name: 'Pagar $600' }).click()
  await expect(scanned.getByRole('heading', { name: 'La cita está pagada' })).toBeVisible()
  await scanned.context().close()
  await page.reload()
  await ready(page)
  await expect(page.getByText('Falta el resto de tu cita')).toBeHidden()
  await own.reload()
  await ready(own)
  await expect((await openVisit(own, 'Paola')).getByText('Pagada completa')).toBeVisible()
  await own.context().close()
})

test('the rest paid in cash is recorded when the professional has the money, and no card is requested @desktop-deep', async ({
  browser,
  page,
}) => {
  test.setTimeout(180_000)
  const { own, id } = await stylistAlways(browser, { upfront: { kind: 'percent', bp: 3000 } })
  await page.goto(`/booking?professional=${id}`)
  await chooseTime(page, { service: 'Corte de temporada', nth: 1 })
  await goToPay(page)
  await fillCheckout(page, someone(), cards.accepted)
  await page.getByRole('button', { name: 'Pagar $180', exact: true }).click()
  await expect(page.getByRole('heading', { name: '¡Tu cita está confirmada!' })).toBeVisible()
  const code = await page.getByText('Tu código de llegada').locator('xpath=../../p[2]').innerText()

  await beginVisit(own, code)
  const visit = await openVisit(own, 'Paola')
  await visit.getByRole('button', { name: 'Me lo dio en efectivo' }).click()
  const dialog = own.getByRole('dialog', { name: '¿Te dio $420 en efectivo?' })
  await expect(dialog.getByText('Su tarjeta ya no se cobra')).toBeVisible()
  await expectAccessibleEverywhere(own)
  await dialog.getByRole('button', { name: 'Todavía no' }).press('Enter')
  await visit.getByRole('button', { name: 'Me lo dio en efectivo' }).press('Enter')
  await dialog.getByRole('button', { name: 'Sí, ya tengo $420' }).press('Enter')
  await expect(visit.getByText('Pagada completa: $420 en efectivo')).toBeVisible()
  await visit.getByRole('button', { name: 'Cerrar' }).first().click()
  await leave(own, page, code)
  const ended = await openVisit(own, 'Paola')
  await ended.getByRole('button', { name: 'Ver recibo' }).click()
  await expect(
    own.getByRole('dialog').getByText('Tu cliente pagó $180 de anticipo y $420 en efectivo, que ya tienes'),
  ).toBeVisible()

  await page.reload()
  await ready(page)
  await page.getByRole('button', { name: 'Ver recibo' }).click()
  await expect(
    page.getByRole('dialog').getByText('Pagaste $180 de anticipo y $420 en efectivo, en persona.'),
  ).toBeVisible()
  await own.context().close()
})

test('a client with credit pays with as much of it as is due today, for the part or for the whole', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  const { own, id } = await stylistAlways(browser, { upfront: { kind: 'percent', bp: 3000 } })
  const page = await newcomer(browser, 'client', 'Inés')
  await withCredit(page, 30_000)
  await page.goto(`/booking?professional=${id}`)
  // Far enough ahead for a transfer.
  await chooseTime(page, { service: 'Corte de temporada', daysAhead: 2 })
  await goToPay(page)
  const amountOf = (label: string) =>
    page.getByText(label, { exact: true }).locator('xpath=following-sibling::*')
  await expect(page.getByRole('checkbox', { name: 'Usar $160 de mi saldo a favor' })).toBeChecked()
  await expect(page.getByText('Si pagas todo hoy, tu saldo cubre $300.')).toBeVisible()
  await expect(amountOf('Tu saldo a favor')).toHaveText('−$160')
  await expect(amountOf('Hoy, de anticipo')).toHaveText('$20')
  await expect(page.getByRole('button', { name: 'Pagar $20', exact: true })).toBeVisible()
  await expectAccessibleEverywhere(page)

  await page.getByRole('radio', { name: 'Todo, $600' }).check()
  await expect(page.getByRole('checkbox', { name: 'Usar $300 de mi saldo a favor' })).toBeChecked()
  await expect(page.getByText('Si pagas todo hoy, tu saldo cubre')).toBeHidden()
  await expect(amountOf('Tu saldo a favor')).toHaveText('−$300')
  await expect(amountOf('Con tu tarjeta')).toHaveText('$300')
  await page.getByRole('radio', { name: /^Transferencia SPEI/ }).check()
  await expect(amountOf('Por pagar')).toHaveText('$300')
  await expect(page.getByRole('button', { name: 'Obtener mi referencia de $300' })).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.getByRole('radio', { name: /^Tarjeta/ }).check()
  await page.getByLabel('Teléfono').fill('55 1234 5678')
  await fillCard(page, cards.accepted)
  await page.getByRole('button', { name: 'Pagar $300', exact: true }).click()
  await expect(page.getByRole('heading', { name: '¡Tu cita está confirmada!' })).toBeVisible()
  await page.getByRole('button', { name: 'Ver recibo' }).click()
  const receipt = page.getByRole('dialog')
  await expect(receipt.getByText('Pagado con tu saldo')).toBeVisible()
  await expect(receipt.getByText(/anticipo/)).toBeHidden()
  await own.context().close()
})
