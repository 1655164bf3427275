/** The test of every journey: what it opened is closed behind it, so that none of its pages asks on beside the next journey's. */
import { test as plain } from '@playwright/test'
import { watchTraffic } from './ready.ts'

export const test = plain.extend<{ leaveNothingOpen: void }, { watchPages: void }>({
  watchPages: [
    async ({ browser }, use) => {
      browser.on('context', (context) => context.on('page', watchTraffic))
      await use()
    },
    { auto: true, scope: 'worker' },
  ],
  leaveNothingOpen: [
    async ({ browser }, use) => {
      await use()
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
})
