import { expect, type Page } from '@playwright/test'
import {
  bookNow,
  cards,
  chooseTime,
  client,
  fillCheckout,
  goToPay,
  host,
  openAroundTheClock,
  pageOf,
  somebodyFreeNow,
  someone,
  stylist,
} from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

test.beforeAll(({ browser }) => openAroundTheClock(browser))

type Receipt = { state: string; netCents: number; lines: { amountCents: number }[] }

const receiptOf = async (page: Page, id: string, as: string): Promise<Receipt> => {
  const answer = await page.request.get(`/api/bookings/${id}/receipt?as=${as}`)
  expect(answer.status(), await answer.text()).toBe(200)
  return answer.json()
}

test('the stylist serves and is paid, and all three receipts agree', async ({ browser, page }) => {
  const serving = await somebodyFreeNow(browser)
  const { id, code } = await bookNow(page, serving)

  const day = serving.page
  await day.goto('/professional-appointments')
  await ready(day)
  const mine = day
    .getByRole('listitem')
    .filter({ hasText: 'Paola Nava Ríos' })
    .filter({ has: day.getByRole('button', { name: 'Registrar llegada' }) })
    .first()
  await mine.getByLabel(/^Código de la clienta/).fill('000000')
  await mine.getByRole('button', { name: 'Registrar llegada' }).click()
  await expect(mine.getByText('Ese código no corresponde a esta cita.')).toBeVisible()
  await mine.getByLabel(/^Código de la clienta/).fill(code)
  await mine.getByRole('button', { name: 'Registrar llegada' }).click()
  await expect(day.getByText('Llegada registrada').first()).toBeVisible()
  const served = day.getByRole('listitem').filter({ hasText: 'Paola Nava Ríos' })
  await served.getByRole('button', { name: 'Terminar servicio' }).first().click()
  await expect(day.getByText('Servicio terminado').first()).toBeVisible()
  await served.getByRole('button', { name: 'Cerrar y cobrar' }).first().click()
  await expect(day.getByText('Cita cerrada: tu dinero ya está dividido').first()).toBeVisible()

  const salon = await pageOf(browser, host.email)
  const paid = await receiptOf(page, id, 'client')
  const earned = await receiptOf(day, id, 'professional')
  const rent = await receiptOf(salon, id, 'host')
  for (const receipt of [paid, earned, rent]) {
    expect(receipt.state).toBe('settled')
    expect(receipt.lines.reduce((sum, line) => sum + line.amountCents, 0)).toBe(receipt.netCents)
  }
  const total = Math.abs(paid.netCents)
  const platform = total - earned.netCents - rent.netCents
  // 10 % of the service and 5 % of the rent, nothing else.
  expect(platform).toBeGreaterThanOrEqual(Math.floor(total * 0.1))
  expect(platform).toBeLessThan(total * 0.15)

  await salon.goto('/host-availability')
  await expect(salon.getByRole('heading', { name: 'Silla 1' })).toBeVisible()
  await served.getByRole('button', { name: 'Ver recibo' }).first().click()
  await expect(day.getByRole('dialog').getByText('Liquidado')).toBeVisible()
})

const book = async (page: Page, options: { daysAhead?: number; nth: number }) => {
  await page.goto(`/booking?professional=${stylist.id}`)
  await chooseTime(page, options)
  await goToPay(page)
  await fillCheckout(page, someone(), cards.accepted)
  await page.getByRole('button', { name: /^Pagar \$/ }).click()
  await expect(page.getByRole('heading', { name: '¡Tu cita está confirmada!' })).toBeVisible()
}

test('a client who cancels early gets everything back @desktop', async ({ page }, { project }) => {
  await book(page, { daysAhead: 6, nth: project.name === 'phone' ? 2 : 8 })
  await page.getByRole('button', { name: 'Cancelar cita' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Recibes de vuelta')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancelar sin costo' }).click()
  await expect(page.getByRole('heading', { name: 'Cancelaste esta cita' })).toBeVisible()
})

test('a client who cancels late pays what the policy says, and knew it before', async ({ page }) => {
  await book(page, { nth: 3 })
  await page.getByRole('button', { name: 'Cancelar cita' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Cuota por cancelar')).toBeVisible()
  await expect(dialog).toContainText('La política Justa cobra el 10 %')
  await dialog.getByRole('button', { name: /^Cancelar y pagar \$/ }).click()
  await expect(page.getByRole('heading', { name: 'Cancelaste esta cita' })).toBeVisible()
  await expect(page.getByText(/Te devolvemos \$/)).toBeVisible()
})

test('a client with an account sees what is coming and what was', async ({ browser }) => {
  const page = await pageOf(browser, client.email)
  await page.goto('/my-bookings')
  await expect(page.getByRole('heading', { name: 'Mis reservas' })).toBeVisible()
  await expect(page.getByText('Confirmada').first()).toBeVisible()
  await page.getByRole('tab', { name: 'Pasadas' }).click()
  await expect(page.getByText('Completada').first()).toBeVisible()
  await page.getByRole('button', { name: 'Ver recibo' }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
})
