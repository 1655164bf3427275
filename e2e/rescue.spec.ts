/** A host cancels: the cost is shown first, another place nearby is held, and client and stylist accept. */
import { expect } from '@playwright/test'
import { expectAccessible, expectAccessibleEverywhere } from './accessible.ts'
import { openLink } from './emails.ts'
import { dateAhead, letIn, salonOf, stylistNear } from './newcomers.ts'
import { cards, chooseTime, fillCheckout, goToPay, someone } from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'
import { openVisit } from './visits.ts'

test('after a host cancels another space nearby is held, and the visit moves there once both accept', async ({
  browser,
}) => {
  // Three newcomers, two listings with their photos, a visitor, and checks of five screens.
  test.setTimeout(300_000)
  const salon = await salonOf(browser, ['Silla 1'])
  const stylist = await stylistNear(browser, salon, 'Julieta')
  await letIn(salon, stylist)
  const day = dateAhead(4)

  const visitor = someone()
  const client = await (await browser.newContext()).newPage()
  await client.goto(`/booking?professional=${stylist.professionalId}`)
  await ready(client)
  await chooseTime(client, { service: 'Corte y peinado', daysAhead: 4, nth: 3 })
  await goToPay(client)
  await fillCheckout(client, visitor, cards.accepted)
  await client.getByRole('button', { name: 'Pagar $600' }).click()
  await expect(client.getByRole('heading', { name: '¡Tu cita está confirmada!' })).toBeVisible()

  // Only now is there another place, some six hundred metres away.
  const { latitude, longitude } = salon.where
  const other = await salonOf(browser, ['Silla 7'], { latitude: latitude + 0.0054, longitude })
  await letIn(other, stylist)

  const host = salon.page
  await host.goto(`/host-availability?date=${day}&view=day`)
  await ready(host)
  await host.locator('summary').filter({ hasText: '1 reserva' }).click()
  await host.getByRole('button', { name: 'Cancelar cita' }).click()
  const dialog = host.getByRole('dialog', { name: '¿Cancelar esta cita?' })
  await expect(dialog.getByText('Encontramos otro lugar libre a 600 m.')).toBeVisible()
  await expect(dialog.getByText('Es tu cancelación gratis del semestre')).toBeVisible()
  await dialog.getByLabel('El lugar necesita una reparación.').check()
  await dialog.getByLabel('En tus palabras').fill('Se rompió la silla.')
  await expectAccessible(host, 'what cancelling costs a host')
  await dialog.getByRole('button', { name: 'Cancelar la cita' }).click()
  await expect(host.getByText('Apartamos otro lugar').first()).toBeVisible()
  await expect(host.getByText('Faltan las respuestas del cliente y del profesional.')).toBeVisible()
  await expect(host.getByRole('heading', { name: 'Citas que cancelaste' })).toBeVisible()
  await expectAccessibleEverywhere(host)

  const { page } = stylist
  await page.goto(`/professional-appointments?date=${day}`)
  await ready(page)
  await openVisit(page, 'Otro lugar por aceptar')
  const requested = page.getByRole('group', { name: 'Otro lugar a la misma hora' })
  await expect(requested).toContainText('Se rompió la silla.')
  // Nothing claims that it is confirmed while an answer is due.
  await expect(page.getByText('Otro lugar por aceptar').first()).toBeVisible()
  await expect(page.getByText('Confirmada', { exact: true })).toHaveCount(0)
  await expect(requested).toContainText('La renta no cambia: ganas lo mismo.')
  await expectAccessibleEverywhere(page)
  await requested.getByRole('button', { name: 'No me queda' }).click()
  await page.getByRole('dialog').last().getByRole('button', { name: 'Volver' }).click()
  await requested.getByRole('button', { name: 'Aceptar el lugar' }).click()
  await expect(requested.getByText('Ya dijiste que sí: falta la otra persona.')).toBeVisible()

  // By the one link of the email, in the browser that booked.
  await openLink(client, visitor.email, 'encontramos otro')
  await expect(client.getByRole('heading', { name: 'Otro lugar, la misma hora' })).toBeVisible()
  await expect(client.getByText(other.name)).toBeVisible()
  await expectAccessibleEverywhere(client)
  await client.getByRole('button', { name: 'Aceptar el lugar nuevo' }).click()
  await expect(client.getByRole('heading', { name: 'Tu cita sigue en pie' })).toBeVisible()

  await page.reload()
  await ready(page)
  await expect(requested).toHaveCount(0)
  await expect(page.getByText(/Silla 7/)).toBeVisible()
  await host.reload()
  await ready(host)
  await expect(host.getByText('Rescatada')).toBeVisible()
  await host.getByRole('button', { name: 'Ver mi recibo' }).click()
  await expect(host.getByRole('dialog').getByText('Diferencia de renta')).toBeVisible()
})
