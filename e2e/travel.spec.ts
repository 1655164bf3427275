/** A stylist who works at two places sets the time she needs between them. */
import { expect } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { pageOf, stylist } from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

test('travel time between two places follows the distance, until the professional sets it', async ({
  browser,
}) => {
  const page = await pageOf(browser, stylist.email)
  await page.goto('/professional-space-rules')
  await ready(page)
  const form = page.getByRole('form', { name: 'Viajes entre tus lugares' })
  await expect(form.getByLabel('Minutos para salir y llegar')).toHaveValue(/^\d+$/)
  const own = form.getByLabel(/^Tus minutos entre /).first()
  await own.fill('35')
  await expectAccessibleEverywhere(page)
  await form.getByRole('button', { name: 'Guardar viajes' }).click()
  await expect(page.getByText('Viajes guardados').first()).toBeVisible()
  await page.reload()
  await ready(page)
  await expect(own).toHaveValue('35')
  // Restored, since the demo data is shared by all tests.
  await own.fill('')
  await form.getByRole('button', { name: 'Guardar viajes' }).click()
  await expect(page.getByText('Viajes guardados').first()).toBeVisible()
  await page.reload()
  await ready(page)
  await expect(own).toHaveValue('')

  // Changed on another device while typing: the stored value is shown, and typed values stay until one is chosen.
  const base = form.getByLabel('Minutos para salir y llegar')
  const before = await base.inputValue()
  const other = String(Number(before) + 5)
  await own.fill('50')
  const saved: { ways: Way[]; version: number } = await (
    await page.request.get('/api/professional/travel')
  ).json()
  const ways = saved.ways
    .filter(({ usualMinutes }) => usualMinutes !== null)
    .map(({ a, b, minutes }) => ({ a: a.id, b: b.id, minutes }))
  const elsewhere = await page.request.put('/api/professional/travel', {
    data: { baseMinutes: Number(other), ways, version: saved.version },
  })
  expect(elsewhere.status(), await elsewhere.text()).toBe(200)
  await form.getByRole('button', { name: 'Guardar viajes' }).click()
  const newer = form.getByRole('alert')
  await expect(newer).toContainText(`salir y llegar, ${other} min`)
  await expect(own).toHaveValue('50')
  await expectAccessibleEverywhere(page)
  await form.getByRole('button', { name: 'Guardar viajes' }).click()
  await expect(newer).toContainText(`salir y llegar, ${other} min`)
  await newer.getByRole('button', { name: 'Ver lo guardado' }).click()
  await expect(newer).toBeHidden()
  await expect(own).toHaveValue('')
  await expect(base).toHaveValue(other)
  await base.fill(before)
  await form.getByRole('button', { name: 'Guardar viajes' }).click()
  await expect(page.getByText('Viajes guardados').first()).toBeVisible()
})

type Way = { a: { id: number }; b: { id: number }; minutes: number; usualMinutes: number | null }
