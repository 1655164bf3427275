/** A finger on the screen, as a phone's browser reports it: Playwright itself can only tap. */
import type { Locator } from '@playwright/test'

type Point = { x: number; y: number }

export const centerOf = async (locator: Locator): Promise<Point> => {
  const box = await locator.boundingBox()
  if (box === null) throw new Error('nothing to touch')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Drags with a finger that first holds still for this long, and lifts once the page has drawn what `drawn` waits for. */
export const dragByFinger = async (
  locator: Locator,
  to: Point,
  { holdMs = 0, drawn }: { holdMs?: number; drawn?: () => Promise<void> } = {},
) => {
  const page = locator.page()
  const from = await centerOf(locator)
  const devtools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', [from])
  // The duration is part of the gesture: nothing on the page shows its start.
  if (holdMs > 0) await page.waitForTimeout(holdMs)
  const steps = 8
  for (let step = 1; step <= steps; step += 1)
    await touch('touchMove', [
      { x: from.x + ((to.x - from.x) * step) / steps, y: from.y + ((to.y - from.y) * step) / steps },
    ])
  // A busy page may not have drawn the last movement yet, and drops at the last drawn position.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await drawn?.()
  await touch('touchEnd', [])
  await devtools.detach()
}
