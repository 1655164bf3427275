/** Dragging on a phone of 390 pixels and on a desktop, and gestures by finger or Escape that must change nothing. */
import { expect, type Locator } from '@playwright/test'
import { centerOf, dragByFinger } from './finger.ts'
import { bookHour, dateAhead, letIn, salonOf, stylistNear } from './newcomers.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

/** Near the edge the page would scroll by itself. */
const inTheMiddle = (locator: Locator) =>
  locator.evaluate((node) => node.scrollIntoView({ block: 'center', inline: 'center' }))

test('touch dragging reorders services and moves a block but not a visit, and Escape cancels it', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  const salon = await salonOf(browser, ['Silla 1'])
  const stylist = await stylistNear(browser, salon, 'Nadia')
  await letIn(salon, stylist)
  const date = dateAhead(9)
  await bookHour(browser, stylist, salon.spaceId, date, 1)
  const { page } = stylist
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const second = await page.request.post('/api/professional/services', {
    data: { name: 'Peinado', category: 'hair', durationMinutes: 60, stepMinutes: 60, priceCents: 40_000 },
  })
  expect(second.status(), await second.text()).toBe(201)

  await page.goto('/professional-services')
  await ready(page)
  const services = page.getByRole('listitem')
  await expect(services.first()).toContainText('Corte y peinado')
  const handle = page.getByRole('button', { name: 'Arrastrar Corte y peinado' })
  const { x } = await centerOf(handle)
  const arrived = page.waitForResponse((answer) => answer.url().endsWith('/api/professional/services/order'))
  await dragByFinger(handle, { x, y: (await centerOf(services.nth(1))).y })
  await expect(services.nth(1)).toContainText('Corte y peinado')
  expect((await arrived).status()).toBe(200)

  await page.goto(`/professional-calendar-advanced?view=week&date=${date}`)
  await ready(page)
  await page.getByRole('button', { name: 'Bloquear', exact: true }).click()
  await page.getByLabel('De', { exact: true }).fill('14:00')
  await page.getByLabel('A', { exact: true }).fill('15:00')
  await page.getByLabel(/^Motivo/).fill('Dentista')
  await page.getByRole('dialog').getByRole('button', { name: 'Bloquear' }).click()
  const block = page.getByRole('button', { name: /^Dentista/ })
  await expect(block).toHaveAccessibleName(/14:00 a 15:00/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await inTheMiddle(block)
  // An hour of a week is 56 pixels high.
  const before = await centerOf(block)
  await dragByFinger(
    block,
    { x: before.x, y: before.y - 56 },
    { drawn: () => expect(block.locator('[data-goes-to]')).toHaveText(/13:00 a 14:00/) },
  )
  await expect(block).toHaveAccessibleName(/13:00 a 14:00/)
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const visit = page.getByRole('button', { name: /^Lucía/ })
  await inTheMiddle(visit)
  const at = await centerOf(visit)
  await dragByFinger(visit, { x: at.x, y: at.y - 112 })
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect((await centerOf(visit)).x).toBeCloseTo(at.x, 0)

  // By mouse a visit follows until Escape; releasing the button then opens nothing.
  await inTheMiddle(visit)
  const still = await centerOf(visit)
  await page.mouse.move(still.x, still.y)
  await page.mouse.down()
  await page.mouse.move(still.x, still.y + 56, { steps: 4 })
  // In quarters of an hour, each fourteen pixels; the page may scroll meanwhile.
  await expect.poll(async () => Math.abs((await centerOf(visit)).y - still.y - 56)).toBeLessThan(14)
  await expect(visit).toHaveAttribute('style', /translate/)
  await page.keyboard.press('Escape')
  await expect(visit).not.toHaveAttribute('style', /translate/)
  await page.mouse.up()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // The next press opens it.
  await visit.click()
  await expect(page.getByRole('dialog')).toBeVisible()
})
