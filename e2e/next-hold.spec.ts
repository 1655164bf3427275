/** An hour that is lost or released keeps the typed values: answers and a coupon's code are carried over to the next one. */
import { expect } from '@playwright/test'
import { dateAhead, emailOf, hoursOf, letIn, newcomer, salonOf, stylistNear } from './newcomers.ts'
import { cards, chooseTime, fillCard, goToPay } from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

test('form answers and a coupon carry over to the next hour, and a changed total must be accepted first', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const salon = await salonOf(browser, ['Silla 1'])
  const stylist = await stylistNear(browser, salon, 'Renata')
  await letIn(salon, stylist)
  const { request } = stylist.page
  const form = await request.post('/api/professional/forms', {
    data: {
      title: 'Antes de tu color',
      intro: '',
      sensitive: false,
      timing: 'booking',
      questions: [{ id: 'tinte', kind: 'short', label: '¿Qué tinte usas?', required: true, options: [] }],
      serviceIds: [stylist.serviceId],
    },
  })
  expect(form.status(), await form.text()).toBe(201)
  const coupon = await request.post('/api/professional/coupons', {
    data: {
      code: 'OTOÑO',
      change: { kind: 'percent', bp: 1000 },
      serviceIds: [],
      validFrom: null,
      validTo: null,
      maxUses: null,
      onceEach: true,
      active: true,
    },
  })
  expect(coupon.status(), await coupon.text()).toBe(201)

  const client = await newcomer(browser, 'client', 'Lucía')
  const [hour] = await hoursOf(client.request, stylist, salon.spaceId, dateAhead(3))
  const held = await client.request.post('/api/holds', { data: { slotToken: hour?.token } })
  const { id: first }: { id: string } = await held.json()
  await client.goto(`/dynamic-checkout?hold=${first}`)
  await ready(client)
  const answer = client.getByLabel('¿Qué tinte usas?')
  const applied = client.getByText('Cupón OTONO', { exact: true })
  const heldNow = () => new URL(client.url()).searchParams.get('hold') ?? ''

  // Typed and not sent, and a valid code: the hour is lost while the page is in the background.
  await answer.fill('Uno de henna')
  await client.getByRole('button', { name: '¿Tienes un cupón?' }).click()
  await client.getByLabel('Cupón').fill('otoño')
  await client.getByRole('button', { name: 'Aplicar cupón' }).click()
  await expect(applied).toBeVisible()
  await expect(client.getByRole('button', { name: 'Pagar $540' })).toBeVisible()
  expect((await client.request.delete(`/api/holds/${first}`)).status()).toBe(200)
  await client.reload()
  await ready(client)
  await expect(client.getByRole('heading', { name: 'Ya no está apartado' })).toBeVisible()
  await client
    .getByRole('region', { name: 'Horarios cercanos' })
    .getByRole('button', { name: /\$600/ })
    .first()
    .click()
  await expect(answer).toHaveValue('Uno de henna')
  await expect(applied).toBeVisible()
  await expect(client.getByRole('button', { name: 'Pagar $540' })).toBeVisible()
  expect(heldNow()).not.toBe(first)

  // Sent, and another hour is chosen: the answers are there again, to be sent for that one.
  await client.getByRole('button', { name: 'Guardar respuestas' }).click()
  await expect(client.getByText(/^Contestaste el/)).toBeVisible()
  const second = heldNow()
  await client.getByRole('link', { name: 'Elegir otra hora' }).click()
  await chooseTime(client, { service: 'Corte y peinado', daysAhead: 4 })
  await goToPay(client)
  await expect(answer).toHaveValue('Uno de henna')
  await expect(applied).toBeVisible()
  expect(heldNow()).not.toBe(second)
  await client.getByRole('button', { name: 'Guardar respuestas' }).click()
  await expect(client.getByText(/^Contestaste el/)).toBeVisible()

  // In another tab the coupon is removed: the price shown here is not charged before she agrees to the new one.
  const hold = await client.request.get(`/api/holds/${heldNow()}`)
  const { version }: { version: number } = await hold.json()
  const without = await client.request.patch(`/api/holds/${heldNow()}`, {
    data: { addOns: [], coupon: null, version },
  })
  expect(without.status(), await without.text()).toBe(200)
  await client.getByLabel('Correo').fill(await emailOf(client))
  await client.getByLabel('Teléfono').fill('55 1234 5678')
  await fillCard(client, cards.accepted)
  await client.getByRole('button', { name: 'Pagar $540' }).click()
  const changed = client.getByRole('alert').filter({ hasText: 'No se ha cobrado nada.' })
  await expect(changed).toContainText('Antes $540, ahora $600.')
  const pay = client.getByRole('button', { name: 'Pagar $600' })
  await expect(pay).toHaveAccessibleDescription('Acepta primero el nuevo total, arriba.')
  await pay.click({ force: true })
  await expect(client.getByRole('heading', { name: '¡Tu cita está confirmada!' })).toHaveCount(0)
  await changed.getByRole('button', { name: 'Aceptar $600' }).click()
  await pay.click()
  await expect(client.getByRole('heading', { name: '¡Tu cita está confirmada!' })).toBeVisible()
  await expect(client.getByText(/^Se cobrarán \$600 con tu tarjeta terminada en 4242/)).toBeVisible()
})
