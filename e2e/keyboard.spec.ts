/** Somebody who never touches a mouse books and pays: every step is reached by Tab and pressed by Enter or Space. */
import { expect, type Page } from '@playwright/test'
import { reach } from './keys.ts'
import { cards, enterContactCode, openAroundTheClock, someone, stylist } from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

test.beforeAll(({ browser }) => openAroundTheClock(browser))

const type = async (page: Page, label: string, text: string) => {
  await reach(page, page.getByLabel(label, { exact: label === 'Nombre' }))
  await page.keyboard.type(text)
}

test('a visitor books and pays by keyboard alone @desktop', async ({ page }, { project }) => {
  // Some two hundred presses, each looked at.
  test.setTimeout(150_000)
  await page.goto(`/booking?professional=${stylist.id}`)
  await ready(page)
  await reach(page, page.getByRole('link', { name: /^Corte caballero/ }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/service=/)
  await ready(page)
  const day = page
    .getByRole('group', { name: 'Elige un día' })
    .getByRole('button')
    .nth(project.name === 'phone' ? 5 : 6)
  await reach(page, day)
  await page.keyboard.press('Enter')
  await expect(day).toHaveAttribute('aria-pressed', 'true')
  const hour = page
    .getByRole('group', { name: /^Horarios de la/ })
    .getByRole('button')
    .first()
  await expect(hour).toBeVisible()
  await reach(page, hour)
  await page.keyboard.press('Space')
  await expect(hour).toHaveAttribute('aria-pressed', 'true')
  await reach(page, page.getByRole('button', { name: 'Apartar y continuar' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Confirma y paga' })).toBeVisible()
  await ready(page)
  const visitor = someone()
  await type(page, 'Correo', visitor.email)
  await reach(page, page.getByRole('button', { name: 'Enviar código' }))
  await page.keyboard.press('Enter')
  await enterContactCode(page, visitor.email)
  await expect(page.getByLabel('Nombre', { exact: true })).toBeFocused()
  await type(page, 'Nombre', visitor.firstName)
  await type(page, 'Apellidos', visitor.lastName)
  await type(page, 'Teléfono', visitor.phone)
  await type(page, 'Número de tarjeta', cards.accepted)
  await type(page, 'Vence (MM/AA)', '08/31')
  await type(page, 'CVC', '123')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '¡Tu cita está confirmada!' })).toBeVisible()
})
