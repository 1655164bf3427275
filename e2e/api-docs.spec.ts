/** The API's documentation in a browser: an operation is read in Spanish and in English, and the page's policy blocks nothing of it. */
import { expect } from '@playwright/test'
import { test } from './test.ts'

test('the documentation of the API opens in both languages, and an operation with its example is readable @desktop', async ({
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
  const hold = page.locator('#operations-holds-hold')
  await expect(hold).toContainText('Aparta un horario diez minutos', { timeout: 60_000 })
  await hold.getByRole('button').first().click()
  await expect(hold.getByText('Idempotency-Key').first()).toBeVisible()
  await expect(hold.locator('.opblock-section-request-body')).toContainText('slotToken')
  await expect(hold.locator('.responses-wrapper')).toContainText('201')

  await page.getByRole('combobox').first().selectOption({ label: 'English' })
  await expect(page.locator('#operations-holds-hold')).toContainText('Hold a time for ten minutes', {
    timeout: 60_000,
  })
  expect(problems).toEqual([])
})
