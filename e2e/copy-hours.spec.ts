/** The hours of one day are copied to others: a line says what it opens, and the form is saved as any. */
import { expect } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { salonOf, stylistNear } from './newcomers.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

test('a professional copies the hours of a day to the days that are closed', async ({ browser }) => {
  const { page } = await stylistNear(browser, await salonOf(browser, ['Silla 1']), 'Irene')
  const monday = { weekday: 1, fromMinute: 600, toMinute: 900 }
  const put = await page.request.put('/api/availability/rules', { data: { weekly: [monday] } })
  expect(put.status(), await put.text()).toBe(200)
  await page.goto('/professional-calendar-advanced')
  await ready(page)
  await page.getByRole('button', { name: 'Más', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Horario de la semana' }).click()
  const week = page.getByRole('dialog', { name: 'Horario de la semana' })
  await week.getByRole('button', { name: 'Copiar a… (el horario del lunes)' }).click()
  await expectAccessible(page, 'where hours are copied to')
  await week.getByRole('button', { name: 'Copiar a martes a viernes: abre esos días' }).click()
  await expect(week.getByLabel('Viernes, a', { exact: true })).toHaveValue('15:00')
  await expect(week.getByRole('checkbox', { name: 'Sábado' })).not.toBeChecked()
  await week.getByRole('button', { name: 'Guardar horario' }).click()
  await expect(page.getByText('Horario guardado').first()).toBeVisible()
  const { weekly } = await (await page.request.get('/api/availability/rules')).json()
  expect(weekly).toEqual([1, 2, 3, 4, 5].map((weekday) => ({ ...monday, weekday })))
})
