/** The minute's round over all accounts that are due: one at a time in a process, any number of processes. */
import { sql } from 'kysely'
import { reconcile } from '#server/connection/reconcile.ts'
import { runIsolated } from '#server/platform/each-apart.ts'
import { waitBriefly } from '#server/platform/wait-briefly.ts'
import { requireNoTransaction, type Work } from '#server/platform/work.ts'

/** More than are connected to one installation. */
const maxAtOnce = 50_000
/** Mostly waiting for a provider. A reading uses a connection of the database for milliseconds only. */
const atOnce = 64
/** The next minute continues; the runs of this one end well before their lease does. */
const roundSeconds = 50

const rounds = new WeakMap<Work['db'], Promise<void>>()

/** Starts a round unless one is running, and does not wait long for it. */
export const startRound = async (work: Work): Promise<void> => {
  const round = rounds.get(work.db) ?? reconcileDue(work).finally(() => rounds.delete(work.db))
  rounds.set(work.db, round)
  await waitBriefly(work, round, 'the round of connected calendars failed')
}

/** Every minute, for as long as accounts are due: the longest due first, and those whose run died. */
export const reconcileDue = async (
  work: Work,
  { lanes = atOnce, seconds = roundSeconds } = {},
): Promise<void> => {
  requireNoTransaction(work)
  const began = performance.now()
  const { rows } = await sql<{ id: number }>`
    select id from calendar_accounts where next_at <= ${work.now} and (revoked_at is null or leaving_at is not null)
      and (lease is null or leased_until < ${work.now}) order by next_at limit ${maxAtOnce}`.execute(work.db)
  await runIsolated(
    work,
    rows,
    async ({ id }) => {
      const elapsedMs = performance.now() - began
      // A lease and the next reading count from this account's own beginning.
      if (elapsedMs < seconds * 1000)
        await reconcile({ ...work, now: new Date(work.now.getTime() + elapsedMs) }, id)
    },
    lanes,
  )
}
