/** Journeys in a real browser against Kalli as people start it: built, on fresh demo data for each worker (servers.ts). */
import { defineConfig } from '@playwright/test'
import { chromiumFlags, findChromium } from './chromium.ts'
import { isDeep } from './run.ts'

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  fullyParallel: true,
  // One more than most machines of a gate have cores: a journey waits for its page as often as for a core.
  workers: 3,
  forbidOnly: true,
  // Machines are shared: what fails is retried twice, and bin/test.mjs says by name what needed it.
  retries: 2,
  // The longest take 80 s of a busy machine; a test that hangs is reported by its own timeouts long before.
  timeout: 180_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    // A button that never comes is said by name, long before the journey's own time is over.
    actionTimeout: 30_000,
    locale: 'es-MX',
    timezoneId: 'America/Mexico_City',
    // Recorded only where it will be read: keeping one of every journey costs a third of the time.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: findChromium(), args: chromiumFlags },
  },
  projects: [
    // The phone is where most people are: every journey runs there. Those marked @desktop run on a desk too, since their screens
    // differ there; those marked @desktop-deep, which walk the same screens by keyboard, only in `npm run test:deep`.
    // The specification, sentence by sentence, is walked on a desk.
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
