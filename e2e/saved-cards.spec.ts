/** A client saves a card with a visit, pays the next with it, with a confirmation by her bank where required, and deletes it. */
import { expect } from '@playwright/test'
import { expectAccessible, expectAccessibleEverywhere } from './accessible.ts'
import { dateAhead, emailOf, hoursOf, letIn, newcomer, salonOf, stylistNear } from './newcomers.ts'
import { cards, fillCard, fillPhone, openLine, ownLine, payButton } from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

const asksEachTime = '4000 0000 0000 3220'

test('a card saved with one visit pays the next, with the bank’s approval where required, and is removed by the client', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const salon = await salonOf(browser, ['Silla 1'])
  const stylist = await stylistNear(browser, salon, 'Renata')
  await letIn(salon, stylist)
  const client = await newcomer(browser, 'client', 'Lucía')
  const email = await emailOf(client)
  let serial = 0
  const nextHour = async () => {
    const found = await hoursOf(client.request, stylist, salon.spaceId, dateAhead(3))
    const held = await client.request.post('/api/holds', {
      data: { slotToken: found[(serial += 1) - 1]?.token },
    })
    const { id }: { id: string } = await held.json()
    return id
  }
  const checkout = async () => {
    const id = await nextHour()
    await client.goto(`/dynamic-checkout?hold=${id}`)
    await ready(client)
    await fillPhone(client)
    return id
  }
  const pay = payButton(client)
  const confirmed = client.getByRole('heading', { name: '¡Tu cita está confirmada!' })
  const choice = client.getByRole('radiogroup', { name: '¿Con qué tarjeta pagas?' })
  const keep = client.getByRole('checkbox', { name: /^Guardar esta tarjeta/ })

  // The first: no card is saved yet, and none is unless she chooses so.
  await checkout()
  await expect(choice).toHaveCount(0)
  await expect(keep).not.toBeChecked()
  await expectAccessibleEverywhere(client)
  await openLine(client, 'Propina')
  await client.getByRole('radio', { name: /^10 %/ }).check()
  await keep.check()
  await client.reload()
  await ready(client)
  await expect(keep).toBeChecked()
  await fillCard(client, cards.emptyLater)
  await pay.click()
  await expect(client.getByText(/^Tu banco rechazó la tarjeta/)).toBeVisible()
  await expect(ownLine(client)).toContainText(email)
  await expect(keep).toBeChecked()
  await fillCard(client, asksEachTime)
  await pay.click()
  await client.getByRole('button', { name: 'Aprobar' }).click()
  await expect(confirmed).toBeVisible()

  // One that has expired since, as time would make it.
  const old = await client.request.post('/api/bookings', {
    data: {
      holdId: await nextHour(),
      contact: { firstName: 'Lucía', lastName: 'Campos', email, phone: '5512345678' },
      payment: { method: 'card', token: 'tok_ok_mastercard_4444_2509_ab12', keep: true },
    },
  })
  expect(old.status(), await old.text()).toBe(201)

  // The next: her cards come first and one is chosen, the expired one cannot be.
  const refused = await checkout()
  // A tip promised for the first visit is not promised for this one.
  await openLine(client, 'Propina')
  await expect(client.getByLabel('Sin propina')).toBeChecked()
  await expect(choice.getByRole('radio')).toHaveCount(3)
  await expect(
    choice.getByRole('radio', { name: /^Mastercard terminada en 4444 Venció 09\/25/ }),
  ).toBeDisabled()
  const saved = choice.getByRole('radio', { name: /^Visa terminada en 3220 Vence 08\/31/ })
  await expect(saved).toBeChecked()
  await expect(client.getByLabel('Número de tarjeta')).toHaveCount(0)
  await expectAccessibleEverywhere(client)
  await choice.getByRole('radio', { name: /^Otra tarjeta/ }).check()
  await expect(client.getByLabel('Número de tarjeta')).toBeVisible()
  await expectAccessible(client, 'another card')
  await saved.check()
  await client.reload()
  await ready(client)
  await expect(saved).toBeChecked()
  await pay.click()
  await client.getByRole('button', { name: 'Rechazar' }).click()
  await expect(client.getByRole('heading', { name: 'Tu pago no pasó' })).toBeVisible()

  // She deletes hers; her bookings stay.
  await client.goto('/settings?section=payouts')
  await ready(client)
  await expect(client.getByRole('heading', { name: 'Pagos', exact: true })).toBeVisible()
  await expect(client.getByText('Venció 09/25')).toBeVisible()
  await expectAccessibleEverywhere(client)
  await client.getByRole('button', { name: 'Quitar Visa terminada en 3220' }).click()
  await client.getByRole('button', { name: 'Quitar Mastercard terminada en 4444' }).click()
  await expect(client.getByText('Todavía no guardas ninguna')).toBeVisible()
  await expectAccessible(client, 'no card is kept')
  await client.reload()
  await ready(client)
  await expect(client.getByText('Todavía no guardas ninguna')).toBeVisible()
  await client.goto(`/booking-success?id=${refused}`)
  await client.getByRole('link', { name: 'Intentar de nuevo' }).click()
  await ready(client)
  await expect(ownLine(client)).toContainText(email)
  await expect(choice).toHaveCount(0)
  await fillCard(client, cards.accepted)
  await pay.click()
  await expect(confirmed).toBeVisible()
})
