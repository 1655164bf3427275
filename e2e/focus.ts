/** The focused element, and whether it is visible: for keyboard walks. */
import { expect, type Page } from '@playwright/test'

type Focused = { name: string; isLost: boolean; coveredBy: string | null; isOutside: boolean }

/** The focused element, and the element that covers it. */
const focused = (page: Page): Promise<Focused> =>
  page.evaluate(() => {
    const { activeElement: at } = document
    const nameOf = (node: Element) =>
      `${node.tagName.toLowerCase()} ${node.getAttribute('aria-label') ?? node.textContent?.trim().slice(0, 60) ?? ''}`
    if (at === null || at === document.body)
      return { name: 'body', isLost: true, coveredBy: null, isOutside: false }
    // A custom-drawn checkbox lies in its label.
    const shown = at.closest('label') ?? at
    const box = shown.getBoundingClientRect()
    const isTiny = box.width < 2 || box.height < 2
    const points = [0.5, 0.15, 0.85].map((part) => ({
      x: Math.min(Math.max(box.left + box.width / 2, 1), innerWidth - 1),
      y: box.top + box.height * part,
    }))
    // Taller than the screen: its beginning or its end is enough.
    const inside = points.filter(({ y }) => y > 0 && y < innerHeight)
    const over = inside.map(({ x, y }) => document.elementFromPoint(x, y))
    const isOwn = (other: Element | null) =>
      other !== null && (shown.contains(other) || other.contains(shown) || at.contains(other))
    const middle = over[0]
    return {
      name: nameOf(at),
      isLost: false,
      isOutside: !isTiny && inside.length === 0,
      coveredBy:
        isTiny || over.every(isOwn) || !middle ? null : nameOf(over.find((one) => !isOwn(one)) ?? middle),
    }
  })

/** After an action: something has the focus, and nothing covers it. */
export const expectFocusSeen = async (page: Page, after: string) => {
  await expect(async () => {
    const at = await focused(page)
    expect(at.isLost, `${after}: the focus fell to the body`).toBe(false)
    expect(at.isOutside, `${after}: ${at.name} is out of sight`).toBe(false)
    expect(at.coveredBy, `${after}: something covers ${at.name}`).toBeNull()
  }).toPass({ timeout: 5_000 })
}

/** From the top of the page on, by Tab. */
export const walk = async (page: Page, presses: number) => {
  for (let pressed = 1; pressed <= presses; pressed += 1) {
    await page.keyboard.press('Tab')
    const at = await focused(page)
    // After the last one comes the browser's own interface.
    if (at.isLost) return
    await expectFocusSeen(page, `${page.url()}, Tab ${pressed}`)
  }
}
