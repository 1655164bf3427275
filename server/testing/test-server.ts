import type { AddressInfo } from 'node:net'
import { buildApp, openContext } from '#server/app.ts'
import { type Config, readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { refuseBeside } from '#server/testing/beside.ts'
import { openLog } from '#server/platform/log.ts'
import { anonymous, type Viewer, workFor } from '#server/platform/work.ts'
import { type TestDatabase, testDatabase } from '#server/testing/database.ts'
import { foreignSentences, longLinks, saidAbout } from '#server/testing/own-sentences.ts'
import { type Person, secureVisitor, visitor } from '#server/testing/person.ts'
import { preferWarm } from '#server/testing/warm-connection.ts'

/** Kalli, whole and listening, on its own database, with a clock that the test moves. */
export type TestServer = Awaited<ReturnType<typeof startTestServer>>

/** A Friday in Mexico, 10:00 at the capital, without a clock change. */
export const testNow = new Date('2026-11-20T16:00:00Z')

export const testSecret = 'only-for-tests-0123456789abcdef0123456789'

/** Four times a visitor's patience: on a busy machine a test takes longer, with the same outcome. */
const lineTimes = 4
const unhurried = {
  freeMs: 60_000,
  statementMs: 120_000,
  lockMs: 80_000,
  idleInTransactionMs: 120_000,
  silenceMs: 140_000,
}

export const startTestServer = async (
  options: {
    seeded?: boolean
    config?: Partial<Config>
    now?: Date
    maxWaitMs?: number
    store?: TestDatabase
    /** Kalli's database timeouts, where a test wants them shorter. */
    limits?: NonNullable<Parameters<typeof openDatabase>[1]>['limits']
    /** The clock of another test server, for a second process on its database. */
    time?: ReturnType<typeof movableClock>
  } = {},
) => {
  const store = options.store ?? (await testDatabase({ seeded: options.seeded ?? false }))
  const clock = options.time ?? movableClock(options.now ?? testNow)
  const database = openDatabase(store.url, { limits: { ...unhurried, ...options.limits } })
  refuseBeside(database)
  preferWarm(database.pool)
  const settings = readConfig({
    DATABASE_URL: store.url,
    KALLI_SECRET: testSecret,
    KALLI_RATE_LIMITS: 'off',
    // Each concurrent one takes a connection, which plans the long booking query anew.
    KALLI_MESSAGES_AT_ONCE: '2',
    KALLI_MAP_STYLE: 'none',
    KALLI_LOG_LEVEL: 'error',
    PORT: '0',
  })
  const config = { ...settings, ...options.config }
  const kalli = openContext({ config, database, log: openLog(config.logLevel), clock: clock.read })
  const app = await buildApp(kalli, { maxWaitMs: options.maxWaitMs ?? 60_000, lineTimes })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  const url = `http://127.0.0.1:${isPort(address) ? address.port : 0}`
  config.publicUrl = url

  return {
    ...kalli,
    app,
    url,
    time: clock,
    work: (viewer: Partial<Viewer> = {}) => workFor(kalli, { ...anonymous, ...viewer }),
    /** A separate browser: anonymous, with an empty cookie jar. */
    visitor: (): Person => (config.production ? secureVisitor(url) : visitor(url)),
    async close() {
      await app.close()
      const foreign = foreignSentences(await saidAbout(database.kysely).catch(() => []))
      const long = await longLinks(database.kysely).catch(() => [])
      await database.close()
      await store.drop()
      if (foreign.length + long.length > 0) throw new Error([...foreign, ...long].join('\n'))
    },
  }
}

const isPort = (address: string | AddressInfo | null): address is AddressInfo =>
  typeof address === 'object' && address !== null

const movableClock = (start: Date) => {
  let now = start
  return {
    read: () => now,
    set: (to: Date | string) => {
      now = new Date(to)
    },
    advance: (minutes: number) => {
      now = new Date(now.getTime() + minutes * 60_000)
    },
  }
}
