import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database/database.ts'
import { outageKindOf } from '#server/platform/database/outage.ts'
import type { DB } from '#server/platform/database/tables.ts'
import type { Signer } from '#server/platform/tokens.ts'

/** Who sent the request. Every query goes through this person; anonymous is `accountId: null`. */
export type Viewer = {
  accountId: number | null
  activeRole: string | null
  roles: readonly string[]
  /** Ids of this account as professional and host, if any. */
  professionalId: number | null
  hostId: number | null
  clientId: number | null
  /** Hash of the visitor's cookie: the owner of a hold before there is an account. */
  visitor: string | null
  address: string
  /** Hash of the session's token, to end it. */
  session: string | null
  /** When the person last proved their identity on this browser. */
  provenAt: Date | null
  /** An administrator without a second factor: may only set one up. */
  mustSetSecondFactor: boolean
  /** The key or app that calls in the person's name; null for a browser. */
  credential: Credential | null
}

/** The credential of a call with `Authorization: Bearer`, and what it may do. */
export type Credential = {
  kind: 'key' | 'app'
  /** `key.…` or `app.…` with the id that its owner can revoke. */
  id: string
  name: string
  scopes: readonly string[]
  /** The version of the API that it gets unless a call names another. */
  version: string
  expiresAt: Date | null
}

export const anonymous: Viewer = {
  accountId: null,
  activeRole: null,
  roles: [],
  professionalId: null,
  hostId: null,
  clientId: null,
  visitor: null,
  address: '',
  session: null,
  provenAt: null,
  mustSetSecondFactor: false,
  credential: null,
}

/** Whether a row belongs to the viewer. A row without an owner belongs to no one, even when the viewer lacks such an id too. */
export const isOwn = (mine: number | null, owner: number | null | undefined): boolean =>
  mine !== null && mine === owner

/** What a verb needs, as explicit parameters: the database or an open transaction, the clock, and the actor. */
export type Work = {
  db: Kysely<DB>
  now: Date
  viewer: Viewer
  config: Config
  log: Logger
  tokens: Signer
  /** For a call with an idempotency key: the same only when the same person retries with the same body. */
  call?: string
}

/** One transaction; joins an enclosing one. All or nothing; restarted after a conflict or a lost connection. */
export const inTransaction = <T>(work: Work, run: (work: Work) => Promise<T>): Promise<T> =>
  isTransaction(work.db) ? run(work) : persistently(work, () => runOnce(work, run))

/** A commit whose reply was lost may have happened: only the caller's retry with its key may repeat it. */
class CommitUncertain extends Error {}

const runOnce = async <T>(work: Work, run: (work: Work) => Promise<T>): Promise<T> => {
  let commitSent = false
  try {
    return await work.db.transaction().execute(async (db) => {
      const result = await run({ ...work, db })
      commitSent = true
      return result
    })
  } catch (error) {
    if (commitSent && outageKindOf(error) !== 'conflict') throw new CommitUncertain('', { cause: error })
    throw error
  }
}

/** Conflicts resolve at once; a new primary takes a little longer. */
const pausesMs = { conflict: [0, 10, 30], lost: [50, 250, 1000] } as const
/** A visitor is waiting: if the failure took longer than this, there is no retry. */
const maxRetryAfterMs = 3_000

const persistently = async <T>(work: Work, act: () => Promise<T>): Promise<T> => {
  const startedAt = performance.now()
  for (let retries = 0; ; retries += 1)
    try {
      return await act()
    } catch (error) {
      if (error instanceof CommitUncertain) throw error.cause
      const kind = outageKindOf(error)
      const pause = kind === undefined || kind === 'full' ? undefined : pausesMs[kind][retries]
      if (pause === undefined || performance.now() - startedAt > maxRetryAfterMs) throw error
      if (kind === 'conflict') work.log.warn({ retries }, 'transaction conflict: retrying')
      // Jitter: two transactions that conflicted would conflict again after equal pauses.
      await sleep(pause * (0.5 + Math.random()))
    }
}

/** A read may be retried when its connection was lost. */
export const retryRead = async <T>(read: () => Promise<T>): Promise<T> => {
  const startedAt = performance.now()
  for (let retries = 0; ; retries += 1)
    try {
      return await read()
    } catch (error) {
      const pause = outageKindOf(error) === 'lost' ? pausesMs.lost[retries] : undefined
      if (pause === undefined || performance.now() - startedAt > maxRetryAfterMs / 2) throw error
      await sleep(pause)
    }
}

/**
 * A single statement outside a transaction that met a conflict did nothing and is retried, up to three times. Inside a transaction
 * there is nothing left to continue: its owner restarts it.
 */
export const despiteDeadlocks = async <T>(work: Work, act: () => Promise<T>): Promise<T> => {
  for (let retries = 0; ; retries += 1)
    try {
      return await act()
    } catch (error) {
      const pause = outageKindOf(error) === 'conflict' ? pausesMs.conflict[retries] : undefined
      if (pause === undefined || isTransaction(work.db)) throw error
      work.log.warn({ retries }, 'statement conflict: retrying')
      await sleep(pause * (0.5 + Math.random()))
    }
}

/**
 * Independent statements of one transaction, sent together: PostgreSQL runs them in this order. All of them are awaited even when one
 * fails, so that none still runs when the transaction has ended; then the first failure is thrown.
 */
export const together = async <const Answers extends readonly unknown[]>(request: {
  readonly [Place in keyof Answers]: Promise<Answers[Place]>
}): Promise<Answers> => {
  const failed = (await Promise.allSettled(request)).filter((one) => one.status === 'rejected')
  // A statement that failed only because the transaction was already aborted is not the reason.
  const reason = failed.find(({ reason }) => !isAborted(reason)) ?? failed[0]
  if (reason !== undefined) throw reason.reason
  return Promise.all(request)
}

const isAborted = (error: unknown) => error instanceof Error && 'code' in error && error.code === '25P02'

const isTransaction = (db: Kysely<DB>): db is Transaction<DB> => db.isTransaction

/** A call to an outside service may not happen inside a transaction: locks would be held for seconds. */
export const requireNoTransaction = (work: Work) => {
  if (isTransaction(work.db)) throw new Error('an outside service was called inside a transaction')
}

/** What a process consists of; one for requests and jobs alike. */
export type AppContext = { database: Database; config: Config; log: Logger; tokens: Signer; clock(): Date }

/** The same work for another viewer, or for the same one with other profiles: a professional or a job acts in a client's place. */
export const actingAs = (work: Work, viewer: Partial<Viewer>): Work => ({
  ...work,
  viewer: { ...work.viewer, ...viewer },
})

/** Work on behalf of a person, at the current time. */
export const workFor = (context: AppContext, viewer: Viewer): Work => ({
  db: context.database.kysely,
  now: context.clock(),
  viewer,
  config: context.config,
  log: context.log,
  tokens: context.tokens,
})

/** Work of the app itself: jobs and the seed, on behalf of no user. */
export const ownWork = (context: AppContext): Work => workFor(context, anonymous)

/** Serializes processes that use the same name, until the transaction ends. */
export const lockName = (work: Work, name: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(work.db)
