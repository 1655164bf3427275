/** The test of every journey: on a Kalli of its worker's own, and what it opened is closed behind it, so that none of its pages asks on beside the next journey's. */
import { test as plain } from '@playwright/test'
import { watchTraffic } from './ready.ts'
import { type Kalli, startKalli } from './servers.ts'

export const test = plain.extend<{ leaveNothingOpen: void }, { kalli: Kalli; watchPages: void }>({
  kalli: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
    async ({}, use, { workerIndex }) => {
      const { stop, ...kalli } = await startKalli(workerIndex)
      process.env['KALLI_E2E_DATABASE'] = kalli.databaseUrl
      await use(kalli)
      await stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ kalli }, use) => use(kalli.address),
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
