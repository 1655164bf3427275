/** A client writes to Kalli by WhatsApp: the local telephone shows the answers, and their buttons are pressed. */
import { expect } from '@playwright/test'
import { codeAt } from './emails.ts'
import { dateAhead, hoursOf, letIn, salonOf, stylistNear } from './newcomers.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

test('a client asks for the address, holds another hour and cancels by message, and the visit shows it', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  const salon = await salonOf(browser, ['Silla 1'])
  const stylist = await stylistNear(browser, salon, 'Jimena')
  await letIn(salon, stylist)
  const phone = `+5255${String(10_000_000 + (Date.now() % 79_999_999))}`
  const client = await (await browser.newContext()).newPage()
  const { request } = client
  const [hour] = await hoursOf(request, stylist, salon.spaceId, dateAhead(5))
  const hold = await request.post('/api/holds', { data: { slotToken: hour?.token } })
  expect(hold.status(), await hold.text()).toBe(201)
  const { id } = await hold.json()
  const sent = await request.post(`/api/holds/${id}/contact-code`, { data: { phone } })
  expect(sent.status(), await sent.text()).toBe(200)
  const code = await codeAt(client, 'sms', phone)
  await request.post(`/api/holds/${id}/contact`, { data: { phone, code } })
  const contact = { firstName: 'Lucía', lastName: '', email: '', phone }
  const payment = { method: 'card', token: 'tok_ok' }
  const booked = await request.post('/api/bookings', { data: { holdId: id, contact, payment } })
  expect(booked.status(), await booked.text()).toBe(201)
  const { viewToken } = await booked.json()

  const telephone = await (await browser.newContext()).newPage()
  const write = async (text: string) => {
    await telephone.getByLabel('Mensaje').fill(text)
    await telephone.getByRole('button', { name: 'Enviar a Kalli' }).click()
  }
  /** Answers come when their job has run. */
  const answered = (text: RegExp) =>
    expect(async () => {
      await telephone.reload()
      await expect(telephone.getByText(text).first()).toBeVisible({ timeout: 1_000 })
    }).toPass({ timeout: 30_000 })
  await telephone.goto(`/dev/whatsapp?to=${encodeURIComponent(phone)}`)
  await expect(telephone.getByLabel('Escribir desde')).toHaveValue(phone)
  await write('¿dónde es?')
  await answered(new RegExp(salon.name))

  await write('reservar')
  await answered(/¿Con quién\?/)
  await telephone
    .getByRole('button', { name: /Jimena/ })
    .first()
    .click()
  await answered(/¿Qué día\?/)
  await telephone
    .getByRole('button', { name: /libres?, desde/ })
    .first()
    .click()
  await answered(/Al elegir la apartamos para ti/)
  await telephone
    .getByRole('button', { name: /\d, \d\d:\d\d/ })
    .first()
    .click()
  await answered(/Apartada hasta las/)
  const link = await telephone.getByRole('link', { name: /\/s\// }).first().getAttribute('href')
  const held = await (await browser.newContext()).newPage()
  await held.goto(link ?? '')
  await expect(held.getByRole('heading', { name: 'Tu hora está apartada' })).toBeVisible()
  await expect(held.getByText('Jimena').first()).toBeVisible()
  await telephone.getByRole('button', { name: 'Ya no la quiero' }).first().click()
  await answered(/Listo, la soltamos/)

  await write('quiero cancelar')
  await answered(/¿Cancelo tu cita\? .+ Cancelar no te cuesta nada\./)
  await telephone.getByRole('button', { name: 'Sí, cancelar' }).first().click()
  await answered(/Tu cita quedó cancelada/)
  // Pressed again it has expired.
  await telephone.getByRole('button', { name: 'Sí, cancelar' }).first().click()
  await answered(/Esa opción ya no está disponible/)

  await client.goto(`/booking-success?id=${id}&t=${encodeURIComponent(viewToken)}`)
  await ready(client)
  await expect(client.getByText(/[Cc]ancela/).first()).toBeVisible()
})
