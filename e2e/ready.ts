import type { Page } from '@playwright/test'

/**
 * The page listens (web/early.ts; pages without scripts at once) and has what it asked for. A quiet line alone proves nothing:
 * there is one before the scripts are even asked for.
 */
export const ready = async (page: Page) => {
  await page.waitForFunction(() => window.kalliEarly?.alive ?? true)
  await page.waitForLoadState('networkidle')
}
