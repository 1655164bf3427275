/** A client who uses only the keyboard books and pays: every step is reached by Tab and pressed by Enter or Space. */
import { expect, type Page } from '@playwright/test'
import { codeAt } from './emails.ts'
import { reach } from './keys.ts'
import { cards, dayAhead, newPhone, openAroundTheClock, ownLine, someone, stylist } from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

test.beforeAll(({ browser }) => openAroundTheClock(browser))

const type = async (page: Page, label: string, text: string) => {
  await reach(page, page.getByLabel(label, { exact: label === 'Nombre' }))
  await page.keyboard.type(text)
}

test('a visitor books and pays by keyboard alone @desktop', async ({ page }, { project }) => {
  // Some two hundred presses, each checked.
  test.setTimeout(150_000)
  await page.goto(`/booking?professional=${stylist.id}`)
  await ready(page)
  await reach(page, page.getByRole('link', { name: /^Corte caballero/ }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/service=/)
  await ready(page)
  const byDay = page.getByRole('link', { name: 'Elegir día' })
  await reach(page, byDay)
  await page.keyboard.press('Enter')
  await expect(byDay).toHaveAttribute('aria-current', 'true')
  // One stop of the Tab key; from there by arrows.
  const focused = page.getByRole('grid').locator(':focus')
  await expect(page.getByRole('grid').getByRole('gridcell', { selected: true })).toBeVisible()
  await reach(page, page.getByRole('grid').locator('[tabindex="0"]'))
  const { date: today } = dayAhead(0)
  const dateNow = async () => Temporal.PlainDate.from((await focused.getAttribute('data-date')) ?? '')
  const start = await dateNow()
  const go = async (key: string, to: Temporal.PlainDate) => {
    await page.keyboard.press(key)
    await expect(focused).toHaveAttribute('data-date', to.toString())
  }
  await go('ArrowRight', start.add({ days: 1 }))
  await go('ArrowDown', start.add({ days: 8 }))
  await go('ArrowUp', start.add({ days: 1 }))
  await go('ArrowLeft', start)
  await go('End', start.add({ days: 7 - start.dayOfWeek }))
  await go('PageDown', start.add({ days: 7 - start.dayOfWeek }).add({ months: 1 }))
  await go('PageUp', start.add({ days: 7 - start.dayOfWeek }))
  // Past days cannot be reached.
  await go('PageUp', today)
  await go('Home', today)
  const wanted = today.add({ days: project.name === 'phone' ? 5 : 6 })
  for (let ahead = 1; today.add({ days: ahead - 1 }).toString() !== wanted.toString(); ahead++)
    await go('ArrowRight', today.add({ days: ahead }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('gridcell', { selected: true }).getByRole('button')).toHaveAttribute(
    'data-date',
    wanted.toString(),
  )
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
  await type(page, 'Nombre', visitor.firstName)
  const digits = newPhone()
  await type(page, 'Teléfono', digits)
  // The code is sent by the last digit, entered by its sixth, and the focus moves on to the card.
  await expect(page.getByLabel('Código de seis dígitos')).toBeFocused()
  await page.keyboard.type(await codeAt(page, 'sms', `+52${digits}`))
  await expect(ownLine(page)).toContainText(digits)
  await expect(page.getByLabel('Número de tarjeta')).toBeFocused()
  await page.keyboard.type(cards.accepted)
  // Their answers open by the keyboard, and are not requested again.
  await reach(page, ownLine(page).getByRole('button', { name: 'Cambiar' }))
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Nombre', { exact: true })).toBeFocused()
  await expect(page.getByText('Teléfono confirmado')).toBeVisible()
  const note = page.locator('summary').filter({ hasText: 'Nota para' })
  await reach(page, note)
  await page.keyboard.press('Enter')
  await type(page, 'Tu nota', 'Llego en bici.')
  await type(page, 'Vence (MM/AA)', '08/31')
  await type(page, 'CVC', '123')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '¡Tu cita está confirmada!' })).toBeVisible()
})
