import type { Page } from '@playwright/test'

/**
 * The page listens (web/early.ts; pages without scripts at once) and has what it asked for. A quiet line alone proves nothing:
 * there is one before the scripts are even asked for.
 */
export const ready = async (page: Page) => {
  await page.waitForFunction(() => window.kalliEarly?.alive ?? true, undefined, { timeout: 20_000 })
  // A page that keeps asking (bells, holds) is never quite quiet: what it shows is what counts then.
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined)
}
