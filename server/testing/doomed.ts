/** A house in another process that dies at a named place, as by kill -9 in the middle of somebody's call. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { CrashPoint } from '#server/platform/crash-points.ts'
import type { TestHouse } from '#server/testing/house.ts'

/** It listens, at the given moment and on the same database, before this answers. */
export const startDoomed = async (house: TestHouse, place: CrashPoint, now: Date) => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'crash-house.ts')], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      KALLI_CRASH_AT: place,
      KALLI_TEST_NOW: now.toISOString(),
      KALLI_RATE_LIMITS: 'off',
      KALLI_SECRET: house.config.secret,
      DATABASE_URL: house.config.databaseUrl ?? '',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const died = once(child, 'exit').then(([, signal]) => signal)
  const [line] = await Promise.race([once(child.stdout, 'data'), died.then(() => [''])])
  return { url: String(line).trim(), died }
}
