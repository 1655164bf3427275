/**
 * I12 of money.md §8: the processor's balance of Kalli equals accounts 1010 and 1020 of the ledger. Checked every night; a difference
 * is stored with the first day on which it was seen, and is an error in the log once it is older than events take to arrive.
 */
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { type balanceCheck, differenceDays } from '#contract/payment/reconciliation.ts'
import { account } from '#server/payment/ledger/journals.ts'
import { processorOf } from '#server/payment/processor/processor.ts'
import type { Work } from '#server/platform/work.ts'

/** A change during the request may be in only one of the two: repeated up to this often. */
const maxTries = 3

/** Compares and stores the result, once a day; a second run on that day replaces it. */
export const compareBalance = async (work: Work): Promise<void> => {
  const processor = processorOf(work.config)
  let oursCents = await booked(work)
  let theirsCents = oursCents
  for (let tries = 0; tries < maxTries; tries += 1) {
    const { pendingCents, availableCents, withdrawnCents } = await processor.balance(work)
    theirsCents = pendingCents + availableCents + withdrawnCents
    const now = await booked(work)
    const isStill = now === oursCents
    oursCents = now
    if (isStill) break
  }
  const { rows } = await sql<{ since: string | null; isOld: boolean }>`
    insert into balance_checks (provider, day, ours_cents, theirs_cents, differs_since, checked_at)
    select ${processor.name}, day, ${oursCents}::bigint, ${theirsCents}::bigint,
      case when ${oursCents}::bigint <> ${theirsCents}::bigint then coalesce((select differs_since from balance_checks before
        where before.provider = ${processor.name} and before.day < today.day order by before.day desc limit 1), day) end,
      ${work.now}::timestamptz
    from (select (${work.now}::timestamptz at time zone 'America/Mexico_City')::date as day) as today
    on conflict (provider, day) do update set ours_cents = excluded.ours_cents, theirs_cents = excluded.theirs_cents,
      differs_since = excluded.differs_since, checked_at = excluded.checked_at
    returning differs_since::text as since, ${isOld} as "isOld"`.execute(work.db)
  const [row] = rows
  if (row?.since === null || row === undefined) return
  const about = { provider: processor.name, oursCents, theirsCents, since: row.since }
  if (row.isOld) work.log.error(about, 'processor balance differs from the ledger')
  else work.log.warn(about, 'processor balance differs from the ledger; events may be pending')
}

const isOld = sql<boolean>`coalesce(day - differs_since > ${sql.lit(differenceDays)}, false)`

const booked = async (work: Work): Promise<number> => {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(amount_cents), 0)::bigint as cents from entries
    where account in (${account.pspPending}, ${account.pspAvailable})`.execute(work.db)
  return rows[0]?.cents ?? 0
}

/** The last comparison, for staff. */
export const lastCheck = async (work: Work): Promise<z.input<(typeof balanceCheck)['reply']>> => {
  const { rows } = await sql<{
    day: string
    checkedAt: Date
    oursCents: number
    theirsCents: number
    differsSince: string | null
    isOld: boolean
  }>`
    select day::text, checked_at as "checkedAt", ours_cents as "oursCents", theirs_cents as "theirsCents",
      differs_since::text as "differsSince", ${isOld} as "isOld"
    from balance_checks where provider = ${processorOf(work.config).name} order by balance_checks.day desc limit 1`.execute(
    work.db,
  )
  const [row] = rows
  return { last: row === undefined ? null : { ...row, checkedAt: row.checkedAt.toISOString() } }
}
