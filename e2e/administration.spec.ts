/** Kalli's staff: their home, the facts of a listing in review, the pending counts of each list are shown before it is opened, and the files for Google are switched on and off. */
import { expect } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { pageOfKalli } from './kalli.ts'
import { publishSpace } from './listing.ts'
import { newcomer, somewhere } from './newcomers.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

test('an administrator sees how many items wait in each list, and switches the Google feeds on and off', async ({
  browser,
}) => {
  const page = await pageOfKalli(browser)
  const { papers } = await (await page.request.get('/api/admin/waiting')).json()
  expect(papers).toBeGreaterThan(0)
  // Their home is what waits, not a client's search.
  await page.goto('/')
  await ready(page)
  const waiting = page.getByRole('region', { name: 'Espera una decisión' })
  await expectAccessibleEverywhere(page)
  await waiting.getByRole('link', { name: new RegExp(`^${papers} documentos? por revisar`) }).click()
  await expect(page).toHaveURL(/show=papers/)

  // A listing is reviewed beside its map, hours, categories and tax id.
  const owner = await newcomer(browser, 'host')
  const listed = `Sala en revisión ${Date.now() % 1_000_000}`
  await publishSpace(owner.request, {
    businessName: 'Casa en revisión',
    name: listed,
    address: `Calle ${process.pid} ${Date.now()}`,
    ...somewhere(),
    pricePerHourCents: 12_000,
    stays: true,
  })
  await owner.context().close()
  await page.goto('/admin')
  await ready(page)
  const card = page.getByRole('article', { name: listed })
  await expect(card.getByRole('img', { name: `Mapa de ${listed}` })).toBeVisible()
  await expect(card.getByText('lun a dom 9:00–19:00')).toBeVisible()
  for (const fact of ['RFC', 'Quién puede trabajar ahí', 'Reglas de la casa'])
    await expect(card.getByText(fact, { exact: true })).toBeVisible()
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
