/** A visit is rescheduled: its client moves it alone, then to a dearer hour, then the stylist proposes one and the client accepts. */
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleEverywhere } from './accessible.ts'
import { dateAhead, letIn, salonOf, stylistNear } from './newcomers.ts'
import { cards, chooseTime, fillCheckout, goToPay, someone } from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'
import { openVisit } from './visits.ts'

/** Every hour costs 8.5 % more. */
const dear = {
  rules: [
    {
      id: 'alza',
      name: 'Alza',
      days: [1, 2, 3, 4, 5, 6, 7],
      windows: [{ fromMinute: 0, toMinute: 1440 }],
      serviceIds: [],
      change: { kind: 'percent', bp: 850 },
      minCents: null,
      maxCents: null,
      channel: null,
    },
  ],
  lastMinute: null,
  surgeCapBp: 3000,
  quietFloorBp: 5000,
  firstVisit: null,
  frozenServices: [],
  frozenClients: [],
}

/** In the dialog: the n-th hour of a day this far ahead; ends when the consequences are shown. */
const choose = async (page: Page, daysAhead: number, nth: number) => {
  const dialog = page.getByRole('dialog', { name: 'Cambiar de hora' })
  await dialog.getByRole('group', { name: 'Elige un día' }).getByRole('button').nth(daysAhead).click()
  const hour = dialog
    .getByRole('group', { name: /^Horarios de la/ })
    .getByRole('button')
    .nth(nth)
  await hour.click()
  await expect(dialog.getByText('Precio acordado')).toBeVisible()
  return dialog
}

test('a client moves a visit, also to a dearer hour, and accepts another hour that the stylist proposes', async ({
  browser,
}) => {
  // Two newcomers, a listing with its photos, a visitor, and checks of four screens.
  test.setTimeout(180_000)
  const salon = await salonOf(browser, ['Silla 1'])
  const stylist = await stylistNear(browser, salon, 'Renata')
  await letIn(salon, stylist)

  const client = await (await browser.newContext()).newPage()
  await client.goto(`/booking?professional=${stylist.professionalId}`)
  await ready(client)
  await chooseTime(client, { service: 'Corte y peinado', daysAhead: 4, nth: 3 })
  await goToPay(client)
  await fillCheckout(client, someone(), cards.accepted)
  await client.getByRole('button', { name: 'Pagar $600' }).click()
  await expect(client.getByRole('heading', { name: '¡Tu cita está confirmada!' })).toBeVisible()
  await ready(client)
  await client.getByRole('button', { name: 'Cambiar hora' }).click()
  // It opens on the day of the appointment, not on the first day with a free hour.
  await expect(
    client
      .getByRole('dialog', { name: 'Cambiar de hora' })
      .getByRole('group', { name: 'Elige un día' })
      .getByRole('button')
      .nth(4),
  ).toHaveAttribute('aria-pressed', 'true')
  const moving = await choose(client, 5, 1)
  await expect(moving.getByText('queda confirmada al momento')).toBeVisible()
  await expectAccessible(client, 'moving a visit')
  await moving.getByRole('button', { name: 'Cambiar ahora' }).click()
  await expect(client.getByText('Tu cita cambió de hora').first()).toBeVisible()

  const { page } = stylist
  const dearer = await page.request.put('/api/professional/demand-rules', {
    data: { version: 1, rules: dear },
  })
  expect(dearer.ok()).toBe(true)
  await client.reload()
  await ready(client)
  await client.getByRole('button', { name: 'Cambiar hora' }).click()
  const paying = await choose(client, 5, 3)
  await expect(paying.getByText('Precio en la hora nueva')).toBeVisible()
  await expect(paying.getByText('Con tu tarjeta terminada en 4242')).toBeVisible()
  await expectAccessibleEverywhere(client)
  await paying.getByRole('button', { name: 'Cambiar y pagar $51' }).click()
  await expect(paying).toHaveCount(0)
  await client.getByRole('button', { name: 'Ver recibo' }).click()
  await expect(client.getByText('el precio pasó de $600 a $651 (+$51)')).toBeVisible()

  await page.goto(`/professional-appointments?date=${dateAhead(5)}`)
  await ready(page)
  await openVisit(page, 'Paola')
  await page.getByRole('button', { name: 'Proponer otra hora' }).click()
  const proposing = await choose(page, 6, 2)
  await expect(proposing.getByText('queda apartada mientras responden')).toBeVisible()
  await proposing.getByLabel('Mensaje').fill('Ese día llego más tarde.')
  await expectAccessible(page, 'proposing another hour')
  await proposing.getByRole('button', { name: 'Proponer esta hora' }).click()
  const proposed = page.getByRole('group', { name: 'Otra hora propuesta' })
  await expect(proposed.getByRole('button', { name: 'Retirar propuesta' })).toBeVisible()
  await expect(page.getByText('Ya hay otra hora propuesta: falta su respuesta.')).toBeVisible()
  await expectAccessible(page, 'an hour that is proposed')

  await client.reload()
  await ready(client)
  const requested = client.getByRole('group', { name: 'Otra hora propuesta' })
  await expect(requested.getByText('Ese día llego más tarde.')).toBeVisible()
  await expectAccessibleEverywhere(client)
  // This one does not suit either: it opens the choice of another. Then the stylist's second proposal suits.
  await requested.getByRole('button', { name: 'Rechazar y proponer otra hora' }).click()
  await expect(client.getByRole('dialog', { name: 'Cambiar de hora' })).toBeVisible()
  await expect(requested).toHaveCount(0)
  await page.reload()
  await ready(page)
  await openVisit(page, 'Paola')
  await page.getByRole('button', { name: 'Proponer otra hora' }).click()
  const again = await choose(page, 6, 4)
  await again.getByRole('button', { name: 'Proponer esta hora' }).click()
  await expect(proposed.getByRole('button', { name: 'Retirar propuesta' })).toBeVisible()
  await client.reload()
  await ready(client)
  await requested.getByRole('button', { name: 'Aceptar la hora' }).click()
  await expect(requested).toHaveCount(0)
  await page.goto(`/professional-appointments?date=${dateAhead(6)}`)
  await ready(page)
  await expect(page.getByText('Paola')).toBeVisible()
})
