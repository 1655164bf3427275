/** An appointment from a phone call: the presses for a known client, and the extra steps for a new one and a busy hour. */
import { expect, type Locator } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { bookHour, dateAhead, letIn, salonOf, stylistNear } from './newcomers.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

const maxPresses = 4

test('a professional books a known client, to be paid on site, in four presses @desktop', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const salon = await salonOf(browser, ['Silla 1'], undefined, { lets: true })
  const stylist = await stylistNear(browser, salon, 'Jimena')
  await letIn(salon, stylist)
  const date = dateAhead(9)
  await bookHour(browser, stylist, salon.spaceId, date, 1)
  const { page } = stylist
  await page.goto('/professional-calendar-advanced')
  await ready(page)

  let presses = 0
  const press = async (target: Locator) => {
    presses += 1
    await target.click()
  }
  await press(page.getByRole('button', { name: 'Nueva cita' }))
  const sheet = page.getByRole('dialog', { name: 'Nueva cita' })
  await press(sheet.getByRole('button', { name: /^Lucía/ }))
  await expect(sheet.getByText('Para Lucía')).toBeVisible()
  await press(sheet.getByRole('button', { name: 'Agendar' }))
  const made = page.getByRole('dialog', { name: 'Cita agendada' })
  await expect(made.getByText(/en el lugar, efectivo/)).toBeVisible()
  expect(presses).toBeLessThanOrEqual(maxPresses)
  const whatsapp = made.getByRole('link', { name: 'Escribirle por WhatsApp' })
  expect(await whatsapp.getAttribute('href')).toMatch(/^https:\/\/wa\.me\/52\d{10}\?text=Hola%2C%20Luc/)
  await made.getByRole('button', { name: 'Listo' }).click()

  // By an address with day and hour; a new client by a name alone, still there after a reload.
  const address = `/professional-calendar-advanced?nueva=1&day=${date}&time=15:35`
  await page.goto(address)
  await ready(page)
  await expect(sheet.getByLabel('Hora')).toContainText('15:35')
  await expectAccessibleEverywhere(page)
  await sheet.getByLabel('¿Para quién?').fill('Paola Nava')
  await sheet.getByRole('button', { name: 'Agregar «Paola Nava»' }).click()
  await expect(sheet.getByLabel('Nombre')).toHaveValue('Paola Nava')
  await sheet.getByRole('radio', { name: 'Transferencia' }).check()
  await sheet.getByRole('button', { name: 'Agendar' }).click()
  await expect(made.getByText('No tiene correo ni teléfono: avísale tú.')).toBeVisible()
  await made.getByRole('button', { name: 'Listo' }).click()
  await expect(page).toHaveURL(/professional-calendar-advanced$/)
})

test('the appointment sheet works by keyboard alone, and a tap on a free hour opens it at that hour @desktop', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const salon = await salonOf(browser, ['Silla 1'], undefined, { lets: true })
  const stylist = await stylistNear(browser, salon, 'Regina')
  await letIn(salon, stylist)
  const date = dateAhead(9)
  const { page } = stylist
  await page.goto(`/professional-calendar-advanced?view=day&date=${date}`)
  await ready(page)
  await page.locator('[data-empty="12"]').first().click()
  const sheet = page.getByRole('dialog', { name: 'Nueva cita' })
  await expect(sheet.getByLabel('Hora')).toContainText('12:00')
  await sheet.getByLabel('¿Para quién?').focus()
  await page.keyboard.type('Nadia')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(sheet.getByLabel('Nombre')).toHaveValue('Nadia')
  await sheet.getByLabel('Nombre').press('Enter')
  const made = page.getByRole('dialog', { name: 'Cita agendada' })
  await expect(made).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(made).toHaveCount(0)
  await expect(page.getByRole('button', { name: /Nadia/ })).toBeVisible()
})
