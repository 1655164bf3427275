/** The test of every journey: on its worker's own Kalli; its pages are closed afterwards, so that none interferes with the next. */
import { test as plain } from '@playwright/test'
import { reuseContexts } from './contexts.ts'
import { watchTraffic } from './ready.ts'
import { type Kalli, startKalli } from './servers.ts'

export const test = plain.extend<
  { leaveNothingOpen: void },
  { kalli: Kalli; closeContexts: () => Promise<void> }
>({
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
  closeContexts: [
    async ({ browser }, use) => {
      browser.on('context', (context) => context.on('page', watchTraffic))
      await use(reuseContexts(browser))
    },
    { auto: true, scope: 'worker' },
  ],
  leaveNothingOpen: [
    async ({ closeContexts }, use) => {
      await use()
      await closeContexts()
    },
    { auto: true },
  ],
})
