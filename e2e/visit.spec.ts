import { expect, type Page } from '@playwright/test'
import { servingNow } from './newcomers.ts'
import {
  cards,
  chooseTime,
  client,
  fillCheckout,
  goToPay,
  openAroundTheClock,
  pageOf,
  payButton,
  someone,
  stylist,
} from './people.ts'
import { test } from './test.ts'

test.beforeAll(({ browser }) => openAroundTheClock(browser))

const book = async (
  page: Page,
  professionalId: number,
  options: { service?: string; daysAhead?: number; nth: number },
) => {
  await page.goto(`/booking?professional=${professionalId}`)
  await chooseTime(page, options)
  await goToPay(page)
  await fillCheckout(page, someone(), cards.accepted)
  await payButton(page).click()
  await expect(page.getByRole('heading', { name: '¡Tu cita está confirmada!' })).toBeVisible()
}

test('a client who cancels early pays nothing, and is not promised a refund of an uncharged payment @desktop-deep', async ({
  page,
}, { project }) => {
  await book(page, stylist.id, { daysAhead: 6, nth: project.name === 'phone' ? 2 : 8 })
  await page.getByRole('button', { name: 'Cancelar cita' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/No se te ha cobrado nada/)).toBeVisible()
  await expect(dialog.getByText('Recibes de vuelta')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Cancelar sin costo' }).click()
  await expect(page.getByRole('heading', { name: 'Cancelaste esta cita' })).toBeVisible()
  await expect(page.getByText(/No se te cobró nada/)).toBeVisible()
})

test('a client who cancels late pays what the policy says, and sees the amount before', async ({
  browser,
  page,
}) => {
  const { professionalId } = await servingNow(browser)
  await book(page, professionalId, { service: 'Corte y peinado', nth: 3 })
  await page.getByRole('button', { name: 'Cancelar cita' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Cuota por cancelar')).toBeVisible()
  await expect(dialog).toContainText('La política Justa cobra el 10 %')
  await dialog.getByRole('button', { name: /^Cancelar y pagar \$/ }).click()
  await expect(page.getByRole('heading', { name: 'Cancelaste esta cita' })).toBeVisible()
  await expect(page.getByText(/Recibes de vuelta \$/)).toBeVisible()
})

test('a client with an account sees upcoming and past visits', async ({ browser }) => {
  const page = await pageOf(browser, client.email)
  await page.goto('/my-bookings')
  await expect(page.getByRole('heading', { name: 'Mis reservas' })).toBeVisible()
  await expect(page.getByText('Confirmada').first()).toBeVisible()
  await page.getByRole('tab', { name: 'Pasadas' }).click()
  await expect(page.getByText('Completada').first()).toBeVisible()
  await page
    .getByRole('button', { name: /Completada/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ver recibo' }).click()
  await expect(page.getByRole('dialog', { name: /^Tu recibo/ })).toBeVisible()
})
