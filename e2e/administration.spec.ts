/** Kalli's staff: the pending counts of each list are shown before it is opened, and the files for Google are switched on and off. */
import { expect } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { pageOfKalli } from './kalli.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

test('an administrator sees how many items wait in each list, and switches the Google feeds on and off', async ({
  browser,
}) => {
  const page = await pageOfKalli(browser)
  await page.goto('/admin')
  await ready(page)
  const { papers } = await (await page.request.get('/api/admin/waiting')).json()
  expect(papers).toBeGreaterThan(0)
  const lists = page.getByRole('navigation', { name: 'Qué ver' })
  await expect(lists.getByRole('link', { name: `Documentos ${papers} en espera` })).toBeVisible()
  await expectAccessibleEverywhere(page)

  // On a telephone, empty lists are in the menu.
  await page.route('**/api/admin/feeds', (route) => route.abort())
  await lists.getByLabel('Ver otra lista').selectOption('Google')
  await expect(page).toHaveURL(/show=google/)
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  await page.unroute('**/api/admin/feeds')
  await page.getByRole('button', { name: 'Intentar de nuevo' }).click()
  await expect(page.getByText('Apagado: no hay archivos.')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: 'Encender' }).click()
  await expect(page.getByText('Encendido: se preparan cada día.')).toBeVisible()
  await expect(page.getByText('Todavía no están listos')).toBeVisible()
  await page.getByRole('button', { name: 'Apagar y borrar' }).click()
  await expect(page.getByText('Apagado: no hay archivos.')).toBeVisible()
  await page.context().close()
})
