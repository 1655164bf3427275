/**
 * A server inside the test's own process that crashes at a named point: its database connections are destroyed, which rolls back open
 * transactions, its clients lose their connections, the code at that point throws, and the server is discarded. A fifth of the cost of
 * killing a process (crashing-server.ts), which also loses module state: `npm run test:deep` does that.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { buildApp, openContext } from '#server/app.ts'
import { type CrashPoint, watchCrashPoints } from '#server/platform/database/crash-points.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { runJobsOnce } from '#server/platform/jobs.ts'
import { openLog } from '#server/platform/log.ts'
import type { TestServer } from '#server/testing/test-server.ts'
import { preferWarm } from '#server/testing/warm-connection.ts'

class Crash extends Error {}

/** The server of the current request or job: a point that another server passes crashes nothing. */
const current = new AsyncLocalStorage<(name: CrashPoint) => void>()
watchCrashPoints((name) => current.getStore()?.(name))

/** On the test's database, at the given moment. `listens`: it serves requests; `works`: it runs its due jobs once. */
export const startInProcess = async (
  kalli: TestServer,
  place: CrashPoint,
  now: Date,
  what: 'listens' | 'works',
): Promise<{ url: string; died: Promise<boolean>; kill(): void }> => {
  const crashing = openCrashing(kalli, place, () => now)
  const app = await crashing.run(() => buildApp(crashing.kalli))
  crashing.onEnd(() => {
    app.server.closeAllConnections()
    return app.close()
  })
  const { died, kill } = crashing
  if (what === 'listens') {
    app.addHook('onRequest', (_request, _reply, done) => crashing.run(done))
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    crashing.kalli.config.publicUrl = url
    return { url, died, kill }
  }
  await crashing.run(() => runJobsOnce(crashing.kalli)).catch(() => undefined)
  kill()
  return { url: '', died, kill }
}

/** What it does inside `run` crashes at the point; `died` says, once it is gone, whether it did. */
export const openCrashing = (kalli: TestServer, place: CrashPoint, clock: () => Date) => {
  const database = openDatabase(kalli.database.url, { max: 4 })
  preferWarm(database.pool)
  const cut = cutter(database.pool)
  const { promise: died, resolve: end } = Promise.withResolvers<boolean>()
  let close: () => Promise<unknown> = () => Promise.resolve()
  let isOver = false
  const die = (isCrash: boolean) => {
    if (isOver) return
    isOver = true
    const backends = cut()
    // Outside of the crashing server's context: what follows is the test's.
    void current.exit(async () => {
      await close().catch(() => undefined)
      await database.close().catch(() => undefined)
      await rolledBack(kalli, backends)
      end(isCrash)
    })
  }
  const pass = (name: CrashPoint) => {
    if (!isOver && name !== place) return
    die(true)
    // Later attempts of a crashed server fail as well.
    throw new Crash()
  }
  return {
    kalli: openContext({ config: { ...kalli.config }, database, log: openLog('silent'), clock }),
    run: <Result>(act: () => Result) => current.run(pass, act),
    onEnd: (act: () => Promise<unknown>) => void (close = act),
    died,
    kill: () => die(false),
  }
}

/** Destroys every connection of the pool and prevents new ones; returns the ids of the database's backend processes. */
const cutter = (pool: pg.Pool) => {
  const clients = new Set<pg.Client>()
  pool.on('connect', (client) => {
    if (client instanceof pg.Client) clients.add(client)
  })
  pool.on('remove', (client) => {
    if (client instanceof pg.Client) clients.delete(client)
  })
  return () => {
    const refuse = (given?: (error: unknown) => void) =>
      given === undefined ? Promise.reject(new Crash()) : void queueMicrotask(() => given(new Crash()))
    Object.defineProperty(pool, 'connect', { value: refuse })
    const ids = [...clients].map((client) => Number(Reflect.get(client, 'processID')))
    for (const client of clients) client.connection.stream.destroy()
    return ids
  }
}

/** Waits until the database has noticed: before, it still holds the locks of open transactions. */
const rolledBack = async ({ database }: TestServer, backends: readonly number[]) => {
  for (;;) {
    const { rowCount } = await database.pool.query('select from pg_stat_activity where pid = any ($1)', [
      backends,
    ])
    if (rowCount === 0) return
    await sleep(2)
  }
}
