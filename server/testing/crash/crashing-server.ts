/**
 * A server that crashes at a named point, in the middle of a call or a job. Usually inside the test's process; with KALLI_DEEP=1, and at
 * the six points where most is at stake, a process of its own is killed there by kill -9.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { CrashPoint } from '#server/platform/database/crash-points.ts'
import { runJobsOnce } from '#server/platform/jobs.ts'
import { isDeep } from '#server/testing/crash/deep.ts'
import type { TestServer } from '#server/testing/test-server.ts'
import { startInProcess } from '#server/testing/crash/in-process-crash.ts'
import { type Person, visitor } from '#server/testing/person.ts'

/** A test server in a process of its own, at this moment and on the same database; the rest of its environment is given. */
export const spawnServer = (kalli: TestServer, now: Date, env: Record<string, string> = {}) =>
  spawn(process.execPath, [join(import.meta.dirname, 'crash-server.ts')], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      KALLI_TEST_NOW: now.toISOString(),
      KALLI_RATE_LIMITS: 'off',
      KALLI_SECRET: kalli.config.secret,
      DATABASE_URL: kalli.config.databaseUrl ?? '',
      ...env,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  })

/** `process`: killed by kill -9. `connections`: inside the test's process, where all its connections are destroyed. */
type Death = 'process' | 'connections'

/**
 * Resolves once it listens, at the given moment and on the same database; or runs its due jobs without listening. `died` says, once it is
 * gone, whether it crashed at its point.
 */
export const startCrashing = async (
  kalli: TestServer,
  place: CrashPoint,
  now: Date,
  { what = 'listens', death = 'connections' }: { what?: 'listens' | 'works'; death?: Death } = {},
) => {
  if (death === 'connections' && !isDeep) return startInProcess(kalli, place, now, what)
  const child = spawnServer(kalli, now, {
    KALLI_CRASH_AT: place,
    ...(what === 'works' ? { KALLI_TEST_JOBS: 'once' } : {}),
  })
  const died = once(child, 'exit').then(([, signal]) => signal === 'SIGKILL')
  const [line] = await Promise.race([once(child.stdout, 'data'), died.then(() => [''])])
  return { url: String(line).trim(), died, kill: () => void child.kill('SIGKILL') }
}

/** The same person at a server that is about to die. */
export const personAt = (url: string, who: Person): Person => {
  const there = visitor(url)
  for (const [name, value] of who.jar) there.jar.set(name, value)
  return there
}

type Ask = (who: Person, key: string) => Promise<{ status: number; body: unknown }>

/**
 * A call that is cut off at a point: its response is lost. Two minutes later another server runs its jobs, the caller retries the call with
 * its key, and the jobs run once more. A call that took effect before its response was lost may be refused the second time.
 */
export const cutOff = async (
  kalli: TestServer,
  place: CrashPoint,
  { who, ask, death }: { who: Person; ask: Ask; death?: Death },
) => {
  const key = crypto.randomUUID()
  const { url, died, kill } = await startCrashing(kalli, place, kalli.clock(), death && { death })
  const answer = await ask(personAt(url, who), key).catch(() => null)
  // Ends a server that did not die midway, so that a failing test does not wait.
  if (answer !== null) kill()
  assert.equal(answer, null, `nothing passed by ${place}`)
  await recover(kalli, place, died)
  const again = await ask(who, key)
  assert.ok([200, 201, 409].includes(again.status), JSON.stringify(again.body))
  await runJobsOnce(kalli)
}

/** The same for jobs: nothing is repeated but the timer. */
export const cutOffAtWork = async (kalli: TestServer, place: CrashPoint, death: Death = 'connections') => {
  const { died } = await startCrashing(kalli, place, kalli.clock(), { what: 'works', death })
  await recover(kalli, place, died)
}

const recover = async (kalli: TestServer, place: CrashPoint, died: Promise<boolean>) => {
  assert.equal(await died, true, `nothing passed by ${place}`)
  kalli.time.advance(2)
  await runJobsOnce(kalli)
}
