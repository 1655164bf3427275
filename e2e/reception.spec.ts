/** The reception: a walk-in gets the first free chair, and a day without hours leads to the first one with some. */
import { expect, type Locator } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { dateAhead, letIn, salonOf, somewhere, stylistNear } from './newcomers.ts'
import { newPhone } from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

test.describe.configure({ timeout: 180_000 })

/** From "Hoy" to the sent link; a telephone and a name are typed. */
const maxPresses = 4

test('a walk-in gets the first free chair in four presses', async ({ browser }) => {
  const salon = await salonOf(browser, ['Silla 1', 'Silla 2'], somewhere(), { always: true })
  const weekday = new Date(`${dateAhead(9)}T12:00:00Z`).getUTCDay() || 7
  const later = await stylistNear(browser, salon, 'Abril', { always: true })
  await letIn(salon, later)
  // She works on one day of the week, which is not today.
  const rules = { weekly: [{ weekday, fromMinute: 600, toMinute: 900 }] }
  const saved = await later.page.request.put('/api/availability/rules', { data: rules })
  expect(saved.status(), await saved.text()).toBe(200)
  await letIn(salon, await stylistNear(browser, salon, 'Renata', { always: true }))

  const { page } = salon
  let presses = 0
  const press = async (target: Locator) => {
    presses += 1
    await target.click()
  }
  await page.goto('/host-dashboard')
  await ready(page)
  await press(page.getByRole('button', { name: 'Crear', exact: true }))
  await press(page.getByRole('dialog').getByRole('link', { name: 'Reserva en mostrador' }))
  const form = page.getByRole('dialog', { name: 'Reservar en recepción' })
  await press(form.getByRole('button', { name: 'Ahora, con quien esté libre' }))
  await expect(form.getByRole('status').filter({ hasText: /con Renata Campos\.$/ })).toBeVisible()
  await expect(form.getByRole('combobox', { name: 'Profesional' })).toHaveValue('Renata Campos')
  await form.getByLabel('Teléfono').fill(newPhone())
  await form.getByLabel('Nombre (opcional)').fill('Paola')
  await expectAccessible(page, 'a walk-in at the reception')
  await press(form.getByRole('button', { name: 'Apartar y enviar el enlace' }))
  await expect(page.getByRole('dialog', { name: 'Enlace enviado' })).toContainText(/en Silla \d/)
  expect(presses).toBeLessThanOrEqual(maxPresses)

  // For a professional who does not work that day, one press leads to her first day.
  await page.goto(`/host-availability?date=${dateAhead(8)}&open=desk`)
  await ready(page)
  await form.getByRole('combobox', { name: 'Profesional' }).fill('Abril')
  await form.getByRole('option', { name: 'Abril Campos' }).click()
  await expect(form.getByText(/^Ese día no hay horarios/)).toBeVisible()
  await form.getByRole('button', { name: /^Pasar al / }).click()
  await expect(form.getByLabel('Día')).toHaveValue(dateAhead(9))
  await expect(form.getByLabel('Hora').locator('option:checked')).toHaveText('10:00')
})
