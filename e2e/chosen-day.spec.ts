/** A day that is pressed on a professional's page opens booking with that day, its hour, its service and its place. */
import { expect } from '@playwright/test'
import { letIn, salonOf, stylistNear } from './newcomers.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

test('booking opens with the day, hour, service and place of the day pressed on a profile', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  const salon = await salonOf(browser, ['Silla 1'])
  const stylist = await stylistNear(browser, salon, 'Renata')
  await letIn(salon, stylist)
  const client = await (await browser.newContext()).newPage()
  await client.goto(`/p/${stylist.professionalId}`)
  await ready(client)
  const days = client.getByRole('link', { name: /primer horario/ })
  const name = (await days.nth(2).textContent()) ?? ''
  const hour = /(\d\d:\d\d)$/.exec(name.trim())?.[1] ?? ''
  await days.nth(2).click()
  await expect(client).toHaveURL(/\/booking\?.*service=\d+.*#hora=/)
  const chosen = client.getByRole('button', { pressed: true, name: new RegExp(hour) })
  await expect(chosen.first()).toBeVisible()
  // With a single place its name is shown once, with the choice.
  await expect(client.locator('[data-bar=bottom]')).toContainText(salon.businessName)
  await expect(client.getByRole('button', { name: 'Apartar y continuar' })).toBeEnabled()
})
