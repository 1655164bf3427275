/**
 * What packs of hours and packs of sessions have in common: the money that is left of each, the dates of its steps, and the sweeps of
 * unfinished purchases, of reminders and of expired packs. What one is worth is each one's own.
 */
import { type RawBuilder, sql } from 'kysely'
import { dayMs, hourMs } from '#contract/platform/duration.ts'
import type { packMoves } from '#contract/booking/rent/hour-pack.ts'
import { freeCents, isCharged } from '#server/payment/ledger/part.ts'
import { execute, read as readPayment, refresh } from '#server/payment/charge/payment.ts'
import { refundAmount } from '#server/payment/charge/refund.ts'
import { runIsolated } from '#server/platform/each-apart.ts'
import { publish } from '#server/platform/jobs.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

export type PackMove = keyof typeof packMoves

/** What a move notes of when it was. */
export const datesOf = (move: PackMove, validityDays: number, now: Date) =>
  ({
    confirm: { paid_at: now, valid_until: new Date(now.getTime() + validityDays * dayMs) },
    fail: { ended_at: now },
    rent: {},
    expire: { ended_at: now },
    refund: { ended_at: now },
  })[move]

/** The part of its money neither refunded nor allocated, while it waits for its end. */
export const leftOf = async (work: Work, packId: string): Promise<number> => {
  const payment = await readPayment(work, packId)
  return payment === null || !isCharged(payment) || payment.settlement !== null ? 0 : freeCents(payment)
}

/** Its table, the fact that its time is soon over, what of its visits or rents is still expected, and whose account of `pack` sold it. */
export type Kind = {
  table: 'hour_packs' | 'session_packs'
  endsSoon: 'hour_pack.ends_soon' | 'session_pack.ends_soon'
  uses: 'pack_id' | 'session_pack_id'
  seller: RawBuilder<unknown>
}

/** How long a buyer waits for a seller whose account is suspended. */
const suspendedMs = 7 * dayMs

/** Of `pack`: unusable, for so long or until its end, as its seller is suspended. */
export const isOutOfUse = (work: Work, { seller }: Kind) => sql<boolean>`exists (
  select from accounts where id = ${seller} and suspended_at is not null
    and (suspended_at <= ${new Date(work.now.getTime() - suspendedMs)} or pack.valid_until <= ${work.now}))`

/** Each in a transaction of its own that answers with the payment to carry out, if any. One that fails stops none of the others. */
export const endEach = async (
  work: Work,
  packs: readonly { id: string }[],
  end: (work: Work, id: string) => Promise<string | null>,
): Promise<void> => {
  await runIsolated(work, packs, async ({ id }) => {
    const paymentId = await inTransaction(work, (work) => end(work, id))
    if (paymentId !== null) await execute(work, paymentId)
  })
}

/** How long a buyer who went to their bank and never came back has. */
const abandonedMs = hourMs

/** `follow` brings a pack to where its payment is; `fail` ends one that still waits, and says whether it did. */
export const dropAbandoned = async (
  work: Work,
  { table }: Kind,
  on: { follow(work: Work, id: string): Promise<void>; fail(work: Work, id: string): Promise<boolean> },
): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where status = 'awaiting_payment'
      and created_at <= ${new Date(work.now.getTime() - abandonedMs)} limit 200`.execute(work.db)
  await runIsolated(work, rows, async (row) => {
    const payment = await readPayment(work, row.id)
    if (payment !== null) await refresh(work, payment.id)
    await on.follow(work, row.id)
    await endEach(work, [row], async (work, id) =>
      (await on.fail(work, id)) ? refundAmount(work, id) : null,
    )
  })
}

/** One after the other; what fails of one of them holds up none of those after it. */
export const inTurn = (work: Work, steps: readonly ((work: Work) => Promise<unknown>)[]) =>
  runIsolated(work, steps, (step) => step(work))

/** How long before its end a client with something left is reminded. */
const remindMs = 7 * dayMs

export const remind = async (work: Work, { table, endsSoon, seller }: Kind): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} pack where status = 'active' and reminded_at is null
      and valid_until <= ${new Date(work.now.getTime() + remindMs)}
      and not exists (select from accounts where id = ${seller} and suspended_at is not null)
    order by valid_until limit 200`.execute(work.db)
  await runIsolated(work, rows, ({ id }) =>
    inTransaction(work, async (work) => {
      const { numAffectedRows = 0n } = await sql`
        update ${sql.table(table)} set reminded_at = ${work.now}, version = version + 1
        where id = ${id} and status = 'active' and reminded_at is null`.execute(work.db)
      if (numAffectedRows > 0n) await publish(work, endsSoon, { packId: id })
    }),
  )
}

/** Those whose time is over. What was booked with one comes first: what comes back of it still belongs to it. */
export const overdue = async (work: Work, { table, uses }: Kind): Promise<{ id: string }[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} pack where status = 'active' and valid_until <= ${work.now}
      and not exists (select from bookings used where used.${sql.ref(uses)} = pack.id
        and used.status in ('held', 'awaiting_payment', 'requested', 'confirmed', 'in_progress', 'to_settle'))
    order by valid_until limit 200`.execute(work.db)
  return rows
}
