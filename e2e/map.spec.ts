/** The results on a map: the list follows it, pins stay apart from each other and from names, and a phone has the list as a sheet. */
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectReadable } from './accessible.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

const pins = (page: Page) => page.getByRole('list', { name: 'Resultados en el mapa' }).getByRole('button')
const follows = (page: Page) => page.getByRole('checkbox', { name: 'Buscar al mover el mapa' })
const openMap = async (page: Page, query = 'q=corte&location=Roma+Norte') => {
  await page.goto(`/search-results?${query}&map=on`)
  await ready(page)
  await expect(pins(page).first()).toBeVisible({ timeout: 20_000 })
}

/** With one pointer, from the middle of the visible area. */
const drag = async (page: Page, x: number, y: number) => {
  const box = await page.getByRole('application').boundingBox()
  if (box === null) throw new Error('no map')
  const from = { x: box.x + box.width / 4, y: box.y + box.height * 0.6 }
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + x / 2, from.y + y / 2)
  await page.mouse.move(from.x + x, from.y + y)
  await page.mouse.up()
}

test('moving the map searches that area after a pause, and Back returns to the previous search @desktop', async ({
  page,
}) => {
  await openMap(page)
  await expect(follows(page)).toBeChecked()
  await expect(page.getByRole('button', { name: 'Buscar en esta zona' })).toHaveCount(0)
  const searched = page.waitForRequest(/\/api\/professionals\/search\?.*bbox=/)
  await drag(page, 90, 60)
  await searched
  await expect(page).toHaveURL(/bbox=-\d/)
  const first = page.url()
  // A pin of the new results under the pointer takes the press.
  await expect(async () => {
    await drag(page, -90, 40)
    await expect.poll(() => page.url(), { timeout: 3_000 }).not.toBe(first)
  }).toPass({ timeout: 20_000 })
  await expect(page).toHaveURL(/bbox=-\d/)
  await expect(page.getByRole('button', { name: 'Buscar en esta zona' })).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL(/location=Roma/)
  await expect(page).not.toHaveURL(/bbox=/)
})

test('with the switch off the map searches only on its button, and the device remembers it @desktop', async ({
  page,
}) => {
  await openMap(page)
  await follows(page).uncheck()
  await drag(page, 80, 50)
  await expect(page.getByRole('button', { name: 'Buscar en esta zona' })).toBeVisible()
  await page.waitForTimeout(2_000)
  await expect(page).not.toHaveURL(/bbox=/)
  await page.getByRole('button', { name: 'Buscar en esta zona' }).click()
  await expect(page).toHaveURL(/bbox=-\d/)
  await expect(page.getByRole('button', { name: 'Buscar en esta zona' })).toHaveCount(0)
  await page.reload()
  await expect(pins(page).first()).toBeVisible({ timeout: 20_000 })
  await expect(follows(page)).not.toBeChecked()
  await expectAccessible(page)
  await follows(page).check()
})

test('no map pin covers another @desktop', async ({ page }) => {
  await openMap(page, 'q=corte')
  const boxes = await pins(page).evaluateAll((all) =>
    all.map((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect()
      return { left, right, top, bottom }
    }),
  )
  expect(boxes.length).toBeGreaterThan(1)
  for (const [at, one] of boxes.entries())
    for (const other of boxes.slice(at + 1))
      expect(
        one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom,
        JSON.stringify([one, other]),
      ).toBe(false)
})

test.describe('on a phone', () => {
  test.skip(({ isMobile }) => !isMobile)
  const sheet = (page: Page) => page.getByRole('region', { name: 'Lista de resultados' })
  const rows = (page: Page) => page.getByRole('list', { name: 'Resultados en esta zona' })
  const height = async (page: Page) => (await sheet(page).boundingBox())?.height ?? 0

  test('the list sheet over the map has three heights, reached by keyboard, by dragging and by a tap', async ({
    page,
  }) => {
    await openMap(page)
    await expect(sheet(page).getByRole('status')).toHaveText(/\d+ resultados?/)
    await expect(rows(page)).toBeHidden()
    const up = sheet(page).getByRole('button', { name: 'Subir la lista' })
    const down = sheet(page).getByRole('button', { name: 'Bajar la lista' })
    await expect(down).toHaveAttribute('aria-disabled', 'true')
    await up.press('Enter')
    await expect(rows(page).getByRole('link').first()).toBeVisible()
    await expect.poll(() => height(page)).toBeGreaterThan(400)
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    await expectReadable(page, 'by night')
    await up.press('Enter')
    await expect.poll(() => height(page)).toBeGreaterThan(700)
    await expect(up).toHaveAttribute('aria-disabled', 'true')
    await expect(page.getByRole('button', { name: 'Cerrar el mapa' })).toBeInViewport()

    const head = async () => {
      const box = await sheet(page).boundingBox()
      return { x: 60, y: (box?.y ?? 0) + 14 }
    }
    const pull = async (by: number) => {
      const { x, y } = await head()
      await page.mouse.move(x, y)
      await page.mouse.down()
      for (let part = 1; part <= 8; part += 1) {
        await page.mouse.move(x, y + (by * part) / 8)
        await page.waitForTimeout(40)
      }
      await page.waitForTimeout(150)
      await page.mouse.move(x, y + by)
      await page.mouse.up()
    }
    await pull(640)
    await expect(rows(page)).toBeHidden()
    await expect.poll(() => height(page)).toBeLessThan(100)
    await pull(-330)
    await expect.poll(() => height(page)).toBeGreaterThan(400)
    await expect.poll(() => height(page)).toBeLessThan(500)
    // Under a half sheet only the upper half of the map is searched.
    const searched = page.waitForRequest(/\/api\/professionals\/search\?.*bbox=/)
    await page.getByRole('button', { name: 'Alejar' }).click()
    const bbox = new URL((await searched).url()).searchParams.get('bbox') ?? ''
    const [west = 0, south = 0, east = 0, north = 0] = bbox.split(',').map(Number)
    const box = await page.getByRole('application').boundingBox()
    const wide = box?.width ?? 1
    // A degree of latitude is drawn longer than one of longitude by 1 / cos(latitude).
    const tall = ((north - south) / Math.cos((((north + south) / 2) * Math.PI) / 180) / (east - west)) * wide
    expect(tall).toBeGreaterThan(380)
    expect(tall).toBeLessThan(460)

    const { x, y } = await head()
    await page.mouse.click(x, y)
    await expect.poll(() => height(page)).toBeGreaterThan(700)
    await rows(page).getByRole('link').first().press('Enter')
    await expect(page).toHaveURL(/\/p\//)
    await page.goBack()
    await expect(page).toHaveURL(/map=on/)
  })

  test('a pin shows its result above the sheet', async ({ page }) => {
    await openMap(page, 'q=corte')
    await expect(async () => {
      await pins(page).first().click({ timeout: 2_000 })
      await expect(page.getByRole('region', { name: 'En este punto' })).toBeVisible({ timeout: 500 })
    }).toPass()
    const card = await page.getByRole('region', { name: 'En este punto' }).boundingBox()
    const below = await sheet(page).boundingBox()
    expect((card?.y ?? 0) + (card?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
  })
})
