/** Journeys in a real browser against Kalli as people start it: built, on a fresh small town of its own. */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { chromiumFlags, findChromium } from './chromium.ts'

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

// This file is read again in every worker: what was chosen first holds for all.
process.env['KALLI_E2E_PORT'] ??= String(await freePort())
if (!process.env['KALLI_E2E_DATA']) {
  const folder = mkdtempSync(join(tmpdir(), 'kalli-e2e-'))
  process.env['KALLI_E2E_DATA'] = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
}
const address = `http://localhost:${process.env['KALLI_E2E_PORT']}`

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  fullyParallel: true,
  // One more than most machines of a gate have cores: a journey waits for its page as often as for a core.
  workers: 3,
  forbidOnly: true,
  // Machines are shared: what fails is tried once more, and bin/test.mjs says by name what needed it.
  retries: 1,
  // The longest take 80 s of a busy machine; what hangs is told by its own waiting long before.
  timeout: 180_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    baseURL: address,
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
    // The phone is where most people are: every journey runs there, those marked @desktop also on a desk.
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
      grep: /@desktop/,
      testIgnore: /specification\//,
      use: { viewport: { width: 1280, height: 800 } },
    },
  ],
  webServer: {
    command: 'node bin/start.mjs',
    cwd: join(import.meta.dirname, '..'),
    url: `${address}/api/ready`,
    timeout: 300_000,
    stdout: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    env: {
      PORT: process.env['KALLI_E2E_PORT'],
      KALLI_DATA: process.env['KALLI_E2E_DATA'],
      KALLI_SEED: 'small',
      KALLI_RATE_LIMITS: 'off',
      KALLI_LOG_LEVEL: 'warn',
    },
  },
})
