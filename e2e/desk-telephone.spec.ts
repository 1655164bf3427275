/** A client calls the reception: their telephone and first name are enough, the link arrives there, and the next time they are known. */
import { expect } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { dateAhead, letIn, salonOf, stylistNear } from './newcomers.ts'
import { cards, fillCard, newPhone, payButton } from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

test.describe.configure({ timeout: 180_000 })

test('a host books for a caller by telephone number alone, and gets the name from it the next time @desktop', async ({
  browser,
}) => {
  const salon = await salonOf(browser, ['Silla 1'])
  // Her agreement is the first, but she has no hours: she must not be preselected.
  const away = await stylistNear(browser, salon, 'Abril')
  await letIn(salon, away)
  const none = await away.page.request.put('/api/availability/rules', { data: { weekly: [] } })
  expect(none.status(), await none.text()).toBe(200)
  const stylist = await stylistNear(browser, salon, 'Renata')
  await letIn(salon, stylist)
  const { page } = salon
  const digits = newPhone()
  await page.goto(`/host-availability?date=${dateAhead(3)}&open=desk`)
  await ready(page)
  const form = page.getByRole('dialog', { name: 'Reservar en recepción' })
  await expect(form.getByRole('combobox', { name: 'Profesional' })).toHaveValue('Renata Campos')
  await expect(form.getByRole('textbox').first(), 'who calls comes first').toHaveAccessibleName('Teléfono')
  await form.getByLabel('Teléfono').fill(digits)
  await expectAccessible(page, 'the desk by telephone')
  // A refusal keeps the chosen hour.
  const hour = form.getByLabel('Hora', { exact: true })
  await hour.selectOption({ index: 3 })
  const chosen = await hour.inputValue()
  const desk = '**/api/host/desk-bookings'
  await page.route(desk, (route) => route.fulfill({ status: 503, json: { message: 'Intenta otra vez.' } }), {
    times: 1,
  })
  await form.getByRole('button', { name: 'Apartar y enviar el enlace' }).click()
  await expect(form.getByText('Intenta otra vez.')).toBeVisible()
  await expect(hour).toHaveValue(chosen)
  await form.getByRole('button', { name: 'Apartar y enviar el enlace' }).click()
  const sent = page.getByRole('dialog', { name: 'Enlace enviado' })
  await expect(sent).toContainText('Tu cliente tiene hasta las')
  await sent.getByRole('button', { name: 'Listo' }).click()

  let link = ''
  await expect(async () => {
    const html = await (await page.request.get(`/dev/sms?to=${encodeURIComponent(`+52${digits}`)}`)).text()
    const message = html.split('<li>').find((one) => one.includes('confirma y paga')) ?? ''
    link = /href="(http[^"]+)"/.exec(message)?.[1] ?? ''
    expect(link).not.toBe('')
  }).toPass({ timeout: 40_000 })
  expect(link.length).toBeLessThanOrEqual(40)
  const client = await (await browser.newContext()).newPage()
  await client.goto(link)
  await ready(client)
  await client.getByRole('button', { name: 'Ver mi cita y pagar' }).click()
  // The link confirmed the telephone: only the name and the card are missing.
  await client.getByLabel('Nombre', { exact: true }).fill('Paola')
  await expect(client.getByText('Teléfono confirmado')).toBeVisible()
  await fillCard(client, cards.accepted)
  await payButton(client).click()
  await expect(client.getByRole('heading', { name: '¡Tu cita está confirmada!' })).toBeVisible()
  await client.context().close()

  await page.goto(`/host-availability?date=${dateAhead(4)}&open=desk`)
  await ready(page)
  await form.getByLabel('Teléfono').fill(digits)
  await expect(form.getByText('Ya estuvo aquí antes.')).toBeVisible()
  await expect(form.getByLabel('Nombre (opcional)')).toHaveValue('Paola')

  // A professional without an hour on that or any other day is shown as such; nothing is sent.
  await form.getByRole('combobox', { name: 'Profesional' }).fill('Abril')
  await form.getByRole('option', { name: 'Abril Campos' }).click()
  await expect(form.getByText(/^Ese día no hay horarios/)).toBeVisible()
  await expect(form.getByText('Elige un día con horarios.')).toBeVisible()
})
