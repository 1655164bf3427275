/** The host's next seven days, and why a chair is not rented on one of them: counts, remedies, and their links. */
import { expect } from '@playwright/test'
import { expectAccessible, expectAccessibleEverywhere } from './accessible.ts'
import { salonOf, stylistNear } from './newcomers.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

test.describe.configure({ timeout: 180_000 })

/** Everyone near is counted, so no other journey may have people there: the Bolsón de Mapimí, in the capital's zone. */
const farFromAll = () => ({
  latitude: 26.2 + Math.random(),
  longitude: -102.2 - Math.random(),
})

test('a host opens one of the next seven days, reads why a chair is free, and goes to where to change it @desktop', async ({
  browser,
}) => {
  const salon = await salonOf(browser, ['Silla 1'], farFromAll())
  await stylistNear(browser, salon, 'Renata')
  const { page, spaceId } = salon
  await page.goto('/host-dashboard')
  await ready(page)
  const days = page.getByRole('region', { name: 'Próximos siete días' })
  await expect(days.getByRole('link')).toHaveCount(7)
  await expect(days.getByText(/^Nada rentado de/).first()).toBeVisible()
  await expectAccessibleEverywhere(page)
  await days.getByRole('link').nth(2).click()
  await expect(page).toHaveURL(/host-availability\?.*view=day/)
  const date = new URL(page.url()).searchParams.get('date') ?? ''

  // The search finds a newly published profile once its job has run.
  const { spaces } = await (await page.request.get(`/api/host/day?date=${date}`)).json()
  const unitId = spaces[0].units[0].unitId
  await expect
    .poll(
      async () =>
        (await (await page.request.get(`/api/units/${unitId}/why?date=${date}`)).json()).professionals,
      { timeout: 60_000 },
    )
    .toBeGreaterThan(0)

  await page.getByRole('link', { name: '¿Por qué no se renta Silla 1?' }).click()
  const sheet = page.getByRole('dialog', { name: '¿Por qué no se renta Silla 1?' })
  await expect(sheet.getByText('No tienen convenio para su giro')).toBeVisible()
  await expect(sheet.getByText('1 profesional', { exact: true }).first()).toBeVisible()
  await expect(sheet.getByText('Renata')).toHaveCount(0)
  await expectAccessible(page, 'why a chair is not rented')
  await sheet.getByRole('link', { name: 'Invítales, o deja que renten al momento' }).click()
  await expect(page).toHaveURL(new RegExp(`search-professionals\\?.*space=${spaceId}`))
})
