/** An appointment from a phone call: presses and time for a known client; a new client at an hour between the listed ones; an address. */
import { expect, type Locator } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { bookHour, dateAhead, letIn, salonOf, stylistNear } from './newcomers.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

const maxPresses = 4
/** The aim of issue 29 is ten seconds for a person; this is the machine's part of them, on a machine that does other things too. */
const maxMachineSeconds = 10

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

  const started = performance.now()
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
  const seconds = (performance.now() - started) / 1000
  console.log(`appointment of a known client: ${presses} presses, machine ${seconds.toFixed(1)} s`)
  expect(seconds).toBeLessThanOrEqual(maxMachineSeconds)
  const whatsapp = made.getByRole('link', { name: 'Escribirle por WhatsApp' })
  expect(await whatsapp.getAttribute('href')).toMatch(/^https:\/\/wa\.me\/52\d{10}\?text=Hola%2C%20Luc/)
  await made.getByRole('button', { name: 'Listo' }).click()

  // At an hour between those that clients are offered; a new client by a name alone, with a note.
  await page.getByRole('button', { name: 'Nueva cita' }).click()
  await sheet.getByLabel('Día').fill(date)
  await sheet.getByRole('button', { name: 'Otra hora' }).click()
  await sheet.getByLabel('Escribe la hora').fill('15:35')
  await expect(sheet.getByLabel('Hora', { exact: true }).getByRole('option', { selected: true })).toHaveText(
    '15:35',
  )
  await expectAccessibleEverywhere(page)
  await sheet.getByLabel('¿Para quién?').fill('Paola Nava')
  await sheet.getByRole('button', { name: 'Agregar «Paola Nava»' }).click()
  await expect(sheet.getByLabel('Nombre')).toHaveValue('Paola Nava')
  await sheet.getByRole('radio', { name: 'Transferencia' }).check()
  await sheet.getByText('Personas, nota').click()
  await sheet.getByLabel('Nota').fill('Trae su propio tinte.')
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
  // Just after the middle of the hour: the quarter that was pressed.
  const hour = page.locator('[data-empty="12"]').first()
  const height = (await hour.boundingBox())?.height ?? 0
  await hour.click({ position: { x: 20, y: height * 0.6 } })
  const sheet = page.getByRole('dialog', { name: 'Nueva cita' })
  await expect(sheet.getByLabel('Hora').getByRole('option', { selected: true })).toHaveText('12:30')
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
