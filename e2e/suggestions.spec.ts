/** Suggestions under the search field: by keyboard, by touch, on the results and on the landing card. */
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

const options = (page: Page) => page.getByRole('listbox', { name: 'Sugerencias' }).getByRole('option')
const chip = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'Tu búsqueda' })
    .getByRole('button', { name: `${name}, quitar`, exact: true })

test('a category, a service and a place are suggested by kind and become chips by keyboard @desktop', async ({
  page,
}) => {
  await page.goto('/search-results')
  await ready(page)
  const box = page.getByRole('combobox', { name: 'Agregar una búsqueda de profesionales' })
  await box.pressSequentially('masaj')
  await expect(box).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByRole('status').filter({ hasText: /sugerencias?; usa las flechas/ })).toHaveCount(1)
  await expect(
    page.getByRole('group', { name: 'Categorías' }).getByRole('option', { name: 'Masajes' }),
  ).toBeVisible()
  await expect(options(page).first().locator('mark')).toHaveText(/^masaj$/i)
  const heights = await options(page).evaluateAll((all) =>
    all.map((one) => one.getBoundingClientRect().height),
  )
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
  await expectAccessible(page)

  await box.press('Escape')
  await expect(box).toHaveAttribute('aria-expanded', 'false')
  await expect(box).toHaveValue('masaj')
  await box.press('ArrowDown')
  await expect(box).toHaveAttribute('aria-expanded', 'true')
  const name = (await options(page).first().innerText()).split('\n')[0] ?? ''
  await box.press('ArrowDown')
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true')
  await box.press('Enter')
  await expect(chip(page, name)).toBeVisible()
  await expect(box).toHaveValue('')

  await box.pressSequentially('roma nor')
  await options(page).filter({ hasText: 'Roma Norte' }).first().click()
  await expect(chip(page, 'Roma Norte')).toBeVisible()
  await expect(chip(page, name)).toBeVisible()

  // Without a choice Enter searches the words themselves.
  await box.pressSequentially('facial')
  await expect(options(page).first()).toBeVisible()
  await box.press('Enter')
  await expect(chip(page, 'facial')).toBeVisible()
  await expect(options(page)).toHaveCount(0)
})

test('a suggested professional opens with the day that was searched', async ({ page }) => {
  await page.goto('/search-results?day=2026-12-05&part=afternoon')
  await ready(page)
  await page
    .getByRole('combobox', { name: 'Agregar una búsqueda de profesionales' })
    .pressSequentially('ximena r')
  await page
    .getByRole('group', { name: 'Profesionales' })
    .getByRole('option', { name: /Ximena Rojas/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/p\/\d+.*day=2026-12-05/)
  await expect(page).toHaveURL(/part=afternoon/)
  await expect(page.getByRole('heading', { level: 1, name: 'Ximena Rojas' })).toBeVisible()
})

test('on the landing card a chosen suggestion fills its field, and is searched with the rest @desktop', async ({
  page,
}) => {
  await page.goto('/')
  await ready(page)
  const card = page.getByRole('search', { name: 'Buscar Profesionales' })
  const box = card.getByRole('combobox', { name: 'Profesional o servicio' })
  await box.pressSequentially('masaj')
  await page.getByRole('group', { name: 'Categorías' }).getByRole('option', { name: 'Masajes' }).click()
  await expect(card.getByRole('combobox', { name: 'Categoría' })).toHaveValue('massage')
  await expect(box).toHaveValue('')
  await box.pressSequentially('roma nor')
  await page
    .getByRole('group', { name: 'Lugares' })
    .getByRole('option', { name: /Roma Norte/ })
    .click()
  await expect(card.getByRole('combobox', { name: 'Ubicación' })).toHaveValue('Roma Norte')
  await box.press('Enter')
  await expect(page).toHaveURL(/search-results\?.*location=Roma/)
  await expect(chip(page, 'Masajes')).toBeVisible()
  await expect(chip(page, 'Roma Norte')).toBeVisible()
})

test('a failed suggestion lookup shows nothing, and searching still works', async ({ page }) => {
  await page.route('**/api/search/suggestions**', (route) => route.fulfill({ status: 503, body: '' }))
  await page.goto('/search-results')
  await ready(page)
  const box = page.getByRole('combobox', { name: 'Agregar una búsqueda de profesionales' })
  const failed = page.waitForResponse('**/api/search/suggestions**')
  await box.pressSequentially('corte')
  await failed
  await expect(box).toHaveAttribute('aria-expanded', 'false')
  await box.press('Enter')
  await expect(chip(page, 'corte')).toBeVisible()
})
