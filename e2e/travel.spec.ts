/** A stylist who works at two places says how long she needs between them. */
import { expect } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { pageOf, stylist } from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

test('the way between two places is by its length, until she knows better', async ({ browser }) => {
  const page = await pageOf(browser, stylist.email)
  await page.goto('/professional-space-rules')
  await ready(page)
  const form = page.getByRole('form', { name: 'Viajes entre tus sedes' })
  await expect(form.getByLabel('Minutos para salir y llegar')).toHaveValue(/^\d+$/)
  const own = form.getByLabel(/^Tus minutos entre /).first()
  await own.fill('35')
  await expectAccessibleEverywhere(page)
  await form.getByRole('button', { name: 'Guardar viajes' }).click()
  await expect(page.getByText('Viajes guardados').first()).toBeVisible()
  await page.reload()
  await ready(page)
  await expect(own).toHaveValue('35')
  // As it was before: the town is everybody's.
  await own.fill('')
  await form.getByRole('button', { name: 'Guardar viajes' }).click()
  await expect(page.getByText('Viajes guardados').first()).toBeVisible()
  await page.reload()
  await ready(page)
  await expect(own).toHaveValue('')
})
