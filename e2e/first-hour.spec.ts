/** The position of the first hours once the service is known: on the first screen of a phone, with the other choices in one line each. */
import { expect, type Page } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { openAroundTheClock, stylist } from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

/** Pixels from the top of the page on a phone of 844: the aim is 700, for the second row of hours too. */
const most = { first: 560, third: 700 }

test.beforeAll(({ browser }) => openAroundTheClock(browser))

const hoursOf = (page: Page) => page.getByRole('list', { name: 'Lo antes posible' }).getByRole('button')
const topOf = async (page: Page, nth: number) =>
  Math.round(
    ((await hoursOf(page).nth(nth).boundingBox())?.y ?? Infinity) + (await page.evaluate(() => scrollY)),
  )

test('the first hours of a known service are on the first screen, for a professional and for a business', async ({
  page,
}) => {
  for (const address of [
    `/booking?professional=${stylist.id}&service=1`,
    `/book?p=${stylist.id}&svc=1`,
    '/booking?business=1&service=1',
  ]) {
    await page.goto(address)
    await ready(page)
    const next = hoursOf(page).first()
    await expect(next).toContainText(/Lo antes posible: .*\d{2}:\d{2}/)
    const isOfOne = !address.includes('business')
    expect(await topOf(page, 0), address).toBeLessThanOrEqual(isOfOne ? most.first : most.third)
    if (isOfOne) expect(await topOf(page, 2), address).toBeLessThanOrEqual(most.third)
    await expectAccessibleEverywhere(page)
  }
})

test('the row of the chosen service opens the other services, by keyboard and without scripts', async ({
  page,
  browser,
  baseURL,
}) => {
  await page.goto(`/booking?professional=${stylist.id}&service=1`)
  await ready(page)
  const others = page.getByRole('link', { name: /^Balayage/ })
  await expect(others).toBeHidden()
  const line = page.locator('summary').filter({ hasText: 'Cambiar' })
  await line.focus()
  await page.keyboard.press('Enter')
  await expect(others).toBeVisible()
  await others.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/service=3/)
  // Its hours are there at once, and the list is one line again.
  await expect(line).toContainText('Balayage')
  await expect(others).toBeHidden()
  await expect(hoursOf(page).first()).toBeInViewport()
  await expect(page.getByRole('heading', { name: 'Elige cuándo y dónde' })).toBeFocused()

  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  const still = await plain.newPage()
  await still.goto(`/booking?professional=${stylist.id}&service=1`)
  await still.locator('summary').filter({ hasText: 'Cambiar' }).click()
  await still.getByRole('link', { name: /^Tinte de raíz/ }).click()
  await expect(still).toHaveURL(/service=2/)
  await plain.close()
})

test('a service chosen offline stays chosen, and its hours load once the connection is back', async ({
  page,
  context,
}) => {
  await page.goto(`/booking?professional=${stylist.id}`)
  await ready(page)
  await context.setOffline(true)
  await page.getByRole('link', { name: /^Balayage/ }).click()
  await expect(page.locator('summary').filter({ hasText: 'Cambiar' })).toContainText('Balayage')
  await expect(page.getByText('¿Algo más en la misma visita?')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Algo salió mal' })).toHaveCount(0)
  await context.setOffline(false)
  const again = page.getByRole('button', { name: 'Intentar de nuevo' })
  await expect(again.or(hoursOf(page).first())).toBeVisible()
  if (await again.isVisible()) await again.click()
  await expect(hoursOf(page).first()).toBeVisible()
})
