/** The test of every journey: what it opened is closed behind it, so that none of its pages asks on beside the next journey's. */
import { test as plain } from '@playwright/test'

export const test = plain.extend<{ leaveNothingOpen: void }>({
  leaveNothingOpen: [
    async ({ browser }, use) => {
      await use()
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
})
