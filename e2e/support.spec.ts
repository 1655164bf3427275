/**
 * A client writes to Kalli: their visit is found by their email, cancelled as the fault of the responsible party, and money is refunded at
 * Kalli's cost.
 */
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleEverywhere } from './accessible.ts'
import { pageOfKalli } from './kalli.ts'
import { bookAsGuest, dateAhead, hoursOf, servingNow } from './newcomers.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

/** The only visit of that email, opened. */
const find = async (kalli: Page, email: string) => {
  await kalli.getByLabel('Buscar una reserva').fill(email)
  await kalli.getByRole('button', { name: 'Buscar' }).click()
  const found = kalli.getByRole('main').getByRole('listitem').filter({ hasText: 'Corte y peinado' })
  await expect(found.first()).toContainText('Lucía Nava')
  await kalli.getByRole('button', { name: 'Ver y ayudar' }).click()
  await expect(found.first()).toContainText(email)
  return found.first()
}

test('support finds a visit, cancels it at the fault of the space, and refunds part of another one', async ({
  browser,
  page,
}) => {
  test.setTimeout(180_000)
  const serving = await servingNow(browser)
  const { spaceId } = serving.salon
  const kalli = await pageOfKalli(browser)
  // Whether the processor agrees with the books is shown above the chargebacks, before the first night too.
  await kalli.goto('/admin?show=chargebacks')
  await expect(
    kalli.getByRole('status').filter({ hasText: /^(Los libros se comparan|Libros y procesador)/ }),
  ).toBeVisible()
  await expectAccessibleEverywhere(kalli)
  await kalli.goto('/admin?show=bookings')
  await ready(kalli)
  await expect(kalli.getByText('Busca la reserva de quien te escribe')).toBeVisible()
  const requested = kalli.getByRole('button', { name: 'Buscar' })
  await kalli.getByLabel('Buscar una reserva').fill('x')
  await expect(requested).toHaveAccessibleDescription('Escribe al menos tres letras.')
  await kalli.getByLabel('Buscar una reserva').fill('nadie@correo.test')
  await requested.click()
  await expect(kalli.getByText('Ninguna reserva con eso')).toBeVisible()

  // Only the next days: what is later is not listed.
  const later = await bookAsGuest(browser, serving, spaceId, dateAhead(9), 1)
  await kalli.getByLabel('Buscar una reserva').fill(later.email)
  await requested.click()
  await expect(kalli.getByRole('button', { name: 'Ver y ayudar' })).toBeVisible()
  await kalli.getByLabel(/^Hasta/).fill(dateAhead(8))
  await expect(kalli.getByText('En esas fechas no hay ninguna.', { exact: false })).toBeVisible()
  await kalli.getByLabel(/^Hasta/).fill('')

  // The place has no water: the client gets a full refund, and the space pays for it.
  const visit = await bookAsGuest(browser, serving, spaceId, dateAhead(3), 9)
  const found = await find(kalli, visit.email)
  await expectAccessibleEverywhere(kalli)
  await found.getByRole('button', { name: 'Cancelar por Kalli' }).click()
  const cancelling = kalli.getByRole('dialog', { name: '¿Cancelar por Kalli?' })
  await cancelling.getByRole('radio', { name: 'Del espacio' }).check()
  await expect(cancelling.getByRole('heading', { name: 'El espacio' })).toBeVisible()
  const cancel = cancelling.getByRole('button', { name: 'Cancelar la reserva' })
  await expect(cancel).toHaveAccessibleDescription('Elige qué leen las tres partes.')
  await cancelling
    .getByLabel('Qué leen las tres partes')
    .selectOption({ label: 'Kalli canceló porque el lugar no se puede usar' })
  await cancelling.getByLabel('Motivo').fill('Sin agua')
  await expect(cancel).toHaveAccessibleDescription('Escribe el motivo, con al menos 10 letras.')
  await cancelling.getByLabel('Motivo').fill('El edificio se quedó sin agua hoy.')
  await expectAccessible(kalli, 'cancelled for Kalli')
  await cancel.click()
  await expect(kalli.getByText('Quedó en el registro.').first()).toBeVisible()
  await expect(found.getByRole('button', { name: 'Cancelar por Kalli' })).toHaveAccessibleDescription(/./)
  await expect(found.getByText(/Cancelar por Kalli; culpa: del espacio/)).toBeVisible()
  await expect(found.getByText(/El edificio se quedó sin agua hoy\./)).toBeVisible()
  await page.goto(visit.link)
  await ready(page)
  await expect(page.getByText(/Kalli canceló porque el lugar no se puede usar/).first()).toBeVisible()
  await expect(page.getByText('El edificio se quedó sin agua hoy.')).toHaveCount(0)

  // Another one is charged already: a part is refunded, at Kalli's cost alone.
  const today = await hoursOf(page.request, serving, spaceId, dateAhead(0))
  const charged = await bookAsGuest(browser, serving, spaceId, dateAhead(today.length > 0 ? 0 : 1), 0)
  await expect
    .poll(
      async () =>
        (await (await kalli.request.get(`/api/admin/bookings/${charged.id}`)).json()).payment.capturedCents,
    )
    .toBe(60_000)
  const other = await find(kalli, charged.email)
  await other.getByRole('button', { name: 'Devolver por cuenta de Kalli' }).click()
  const giving = kalli.getByRole('dialog', { name: 'Devolver por cuenta de Kalli' })
  await giving.getByLabel('Cuánto, en pesos').fill('601')
  await expect(giving.getByRole('button', { name: 'Devolver $601' })).toHaveAccessibleDescription(
    'No más de $600.',
  )
  await giving.getByLabel('Cuánto, en pesos').fill('50')
  await giving.getByLabel('Motivo').fill('La música no la dejó descansar.')
  await expectAccessible(kalli, 'money given back by Kalli')
  await giving.getByRole('button', { name: 'Devolver $50' }).click()
  await expect(kalli.getByText('Quedó en el registro.').first()).toBeVisible()
  await expect(other.getByText('Devolver $50 por cuenta de Kalli', { exact: true })).toBeVisible()
  await expect
    .poll(
      async () =>
        (await (await kalli.request.get(`/api/admin/bookings/${charged.id}`)).json()).payment.refundedCents,
    )
    .toBe(5_000)

  // Its postings are named in Spanish.
  await other.getByText(/^Cada asiento/).click()
  await expect(other.getByText(/^\d+ Cobro$/)).toBeVisible()
  await expect(other.getByText('2010 Dinero del cliente en custodia').first()).toBeVisible()
  await expect(other.getByText(/psp_|client_funds|card_holds/)).toHaveCount(0)
})
