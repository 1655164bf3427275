import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database.ts'
import type { DB } from '#server/platform/tables.ts'
import type { Signer } from '#server/platform/tokens.ts'

/** Who asks. Every query goes through this person; nobody is `accountId: null`. */
export type Who = {
  accountId: number | null
  activeRole: string | null
  roles: readonly string[]
  /** Ids of the parties that this account is, if any. */
  professionalId: number | null
  hostId: number | null
  clientId: number | null
  /** Hash of the visitor's cookie: whose hold it is before there is an account. */
  visitor: string | null
  address: string
  /** Hash of the session's token, to end it. */
  session: string | null
  /** When they last showed on this browser that it is they. */
  provenAt: Date | null
  /** An administrator without a second step: may only set one. */
  mustSetSecondFactor: boolean
}

export const nobody: Who = {
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
}

/** Whether a row belongs to the viewer. A row without an owner belongs to no one, also when the viewer has no such id. */
export const isOwn = (mine: number | null, owner: number | null | undefined): boolean =>
  mine !== null && mine === owner

/** What a verb needs, in the open: the database or an open transaction, the clock, and who asks. */
export type Work = {
  db: Kysely<DB>
  now: Date
  who: Who
  config: Config
  log: Logger
  tokens: Signer
  /** Of a call with a key: the same when it is repeated by the same person with the same words, and only then. */
  call?: string
}

/** One transaction; inside another it joins it. All or nothing; where two waited for each other it is begun again. */
export const inTransaction = <T>(work: Work, run: (work: Work) => Promise<T>): Promise<T> =>
  isTransaction(work.db)
    ? run(work)
    : despiteDeadlocks(work, () => work.db.transaction().execute((db) => run({ ...work, db })))

const mostBeginnings = 4

/**
 * PostgreSQL ends one of two that wait for each other, and nothing of it has happened: so it is done again, up to three
 * times. Inside a transaction there is nothing left to go on with: whoever opened it begins again.
 */
export const despiteDeadlocks = async <T>(work: Work, act: () => Promise<T>): Promise<T> => {
  for (let beginning = 1; ; beginning += 1)
    try {
      return await act()
    } catch (error) {
      const isDeadlock = error instanceof Error && 'code' in error && error.code === '40P01'
      if (!isDeadlock || beginning === mostBeginnings || isTransaction(work.db)) throw error
      work.log.warn({ beginning }, 'two waited for each other; one begins again')
    }
}

/**
 * Statements of one transaction that need nothing of each other, on their way together: PostgreSQL takes them in this order.
 * All of them are waited for even when one fails, so that none still runs when the transaction has ended; then the first
 * failure is thrown.
 */
export const together = async <const Answers extends readonly unknown[]>(asked: {
  readonly [Place in keyof Answers]: Promise<Answers[Place]>
}): Promise<Answers> => {
  const failed = (await Promise.allSettled(asked)).filter((one) => one.status === 'rejected')
  // What only fell because the transaction had failed already is not the reason.
  const reason = failed.find(({ reason }) => !isAborted(reason)) ?? failed[0]
  if (reason !== undefined) throw reason.reason
  return Promise.all(asked)
}

const isAborted = (error: unknown) => error instanceof Error && 'code' in error && error.code === '25P02'

const isTransaction = (db: Kysely<DB>): db is Transaction<DB> => db.isTransaction

/** A talk with an outside service may not wait inside a transaction: locks would be held for seconds. */
export const requireNoTransaction = (work: Work) => {
  if (isTransaction(work.db)) throw new Error('an outside service was called inside a transaction')
}

/** What a process is made of; one for requests and jobs alike. */
export type House = { database: Database; config: Config; log: Logger; tokens: Signer; clock(): Date }

/** Work on behalf of a person, at this moment. */
export const workFor = (house: House, who: Who): Work => ({
  db: house.database.kysely,
  now: house.clock(),
  who,
  config: house.config,
  log: house.log,
  tokens: house.tokens,
})

/** Work of the house itself: jobs and the seed, on nobody's behalf. */
export const ownWork = (house: House): Work => workFor(house, nobody)

/** Two processes, one at a time, until the transaction ends. */
export const lockName = (work: Work, name: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(work.db)
