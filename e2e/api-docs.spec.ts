/** The API's documentation in a browser: an operation is read in Spanish and in English, and the page's policy blocks nothing of it. */
import { expect } from '@playwright/test'
import { test } from './test.ts'

test('the documentation of the API opens in both languages, and an operation is readable @desktop', async ({
  page,
}) => {
  test.slow()
  const problems: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      // oxlint-disable-next-line no-console
      console.error(`${violatedDirective} blocks ${blockedURI}`),
    )
  })
  await page.goto('/api/docs')
  await expect(page).toHaveTitle('Kalli · API')
  // One of the first: the page takes a while to draw all of them.
  const blocked = page.locator('#operations-account-blockedByMe')
  await expect(blocked).toContainText('Personas que bloqueé', { timeout: 60_000 })
  await blocked.getByRole('button').first().click()
  await expect(blocked.locator('.responses-wrapper')).toContainText('200')

  await page.getByRole('combobox').first().selectOption({ label: 'English' })
  await expect(page.getByRole('link', { name: '/api/openapi.json' })).toBeVisible({ timeout: 60_000 })
  await expect(blocked).not.toContainText('Personas que bloqueé', { timeout: 60_000 })
  expect(problems).toEqual([])
})
