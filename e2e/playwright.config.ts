/** Journeys in a real browser against Kalli as people start it: built, on fresh demo data for each worker (servers.ts). */
import { defineConfig } from '@playwright/test'
import { chromiumFlags, findChromium } from './chromium.ts'
import { isDeep } from './run.ts'

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  fullyParallel: true,
  // One more than the usual number of cores: a journey waits for its page as often as for a core.
  workers: 3,
  forbidOnly: true,
  // Machines are shared: a failure is retried twice, and bin/test.mjs names what needed it.
  retries: 2,
  // The longest take 80 s of a busy machine; a test that hangs is reported by its own timeouts long before.
  timeout: 180_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    // A missing button is reported by name, long before the journey's own timeout.
    actionTimeout: 30_000,
    locale: 'es-MX',
    timezoneId: 'America/Mexico_City',
    // Recorded only on a retry: a trace of every journey costs a third of the time.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: findChromium(), args: chromiumFlags },
  },
  projects: [
    // Most people use a phone: every journey runs there. Those marked @desktop run on a desktop too, since their screens differ there;
    // those marked @desktop-deep, which walk the same screens by keyboard, only in `npm run test:deep`. The specification, sentence by
    // sentence, runs on a desktop.
    {
      name: 'specification',
      testMatch: /specification\/.*\.spec\.ts/,
      use: { viewport: { width: 1280, height: 800 } },
    },
    {
      name: 'phone',
      testIgnore: /specification\//,
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    },
    {
      name: 'desktop',
      grep: isDeep ? /@desktop/ : /@desktop(?!-deep)/,
      testIgnore: /specification\//,
      use: { viewport: { width: 1280, height: 800 } },
    },
  ],
})
