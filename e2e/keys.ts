/** What somebody does who never touches a mouse. */
import { expect, type Locator, type Page } from '@playwright/test'

/** Tab, as often as it takes; what cannot be reached so cannot be used by everybody. */
export const reach = async (page: Page, wanted: Locator, most = 150) => {
  const isThere = () => wanted.evaluate((element) => element === document.activeElement).catch(() => false)
  for (let pressed = 0; pressed < most; pressed += 1) {
    if (await isThere()) return
    await page.keyboard.press('Tab')
  }
  expect(await isThere(), `${wanted.toString()} is reached by Tab`).toBe(true)
}

/** Reached and pressed. */
export const pressByKey = async (page: Page, wanted: Locator) => {
  await reach(page, wanted)
  await page.keyboard.press('Enter')
}
