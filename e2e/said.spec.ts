/** Every criterion of a search is a chip that one can see and take away, alone too; a sentence with "cerca" does not wait for the permission. */
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

const chip = (page: Page, label: string) =>
  page.getByRole('list', { name: 'Tu búsqueda' }).getByRole('button', { name: `${label}, quitar` })

const write = async (page: Page, words: string, type = 'profesionales') => {
  const box = page.getByRole('combobox', { name: `Agregar una búsqueda de ${type}` })
  await box.fill(words)
  await box.press('Enter')
}

test('a filter, a week or an order written alone is a search with a chip, and without it the start is back', async ({
  page,
}) => {
  test.setTimeout(120_000)
  for (const [words, label, address] of [
    ['verificada', 'Verificados', /verified=verified/],
    ['esta semana', 'Esta semana', /availability=this_week/],
    ['mejor calificado', 'Mejor calificación', /sort=rating/],
  ] as const) {
    await page.goto('/search-results')
    await ready(page)
    await write(page, words)
    await expect(page).toHaveURL(address)
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(page.getByRole('button', { name: /^Filtros/ })).toBeVisible()
    await chip(page, label).click()
    await expect(page.getByText('Escribe qué necesitas o empieza por una categoría.')).toBeVisible()
    await expect(page).not.toHaveURL(address)
  }
  await page.goto('/search-results?type=spaces')
  await ready(page)
  await write(page, 'con wifi', 'espacios')
  await expect(chip(page, 'WiFi')).toBeVisible()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expectAccessible(page)
})

test('a sentence with "cerca" shows its results while the browser still asks for the position', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 19.41, longitude: -99.16 })
  // The visitor answers when they like.
  await page.addInitScript(() => {
    const ask = navigator.geolocation.getCurrentPosition.bind(navigator.geolocation)
    navigator.geolocation.getCurrentPosition = (...args) =>
      addEventListener('allow', () => ask(...args), { once: true })
  })
  await page.goto('/search-results')
  await ready(page)
  await write(page, 'masaje cerca')
  await expect(page).toHaveURL(/category=massage/)
  await expect(page).toHaveURL(/near=on/)
  await expect(chip(page, 'Cerca de mí')).toBeVisible()
  await expect(page.getByRole('article').first()).toBeVisible()
  // Until then in one city; what is added meanwhile stays.
  await expect(page.getByRole('region', { name: /^¿En qué ciudad buscas\?/ })).toBeVisible()
  await write(page, 'verificada')
  await expect(chip(page, 'Verificados')).toBeVisible()
  await page.evaluate(() => dispatchEvent(new Event('allow')))
  await expect(page).toHaveURL(/lat=19\.41&lng=-99\.16/)
  await expect(page).toHaveURL(/verified=verified/)
  await expect(chip(page, 'Cerca de mí, 10 km')).toBeVisible()
})

test('a day chosen after a week replaces it @desktop', async ({ page }) => {
  await page.goto('/search-results?q=corte&availability=next_week')
  await ready(page)
  await expect(chip(page, 'Próxima semana')).toBeVisible()
  await page.getByRole('button', { name: 'Cuándo' }).click()
  const form = page.getByRole('form', { name: 'Cuándo' })
  await form.getByRole('radio', { name: 'Mañana' }).first().check()
  await form.getByRole('button', { name: 'Ver quién puede' }).click()
  await expect(chip(page, 'Mañana')).toBeVisible()
  await expect(chip(page, 'Próxima semana')).toHaveCount(0)
  await expect(page).not.toHaveURL(/availability=/)
})
