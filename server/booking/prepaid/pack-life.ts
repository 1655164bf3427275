/**
 * What hour packs and session packs have in common: the money left of each, the dates of its steps, and the sweeps of unfinished purchases,
 * of reminders and of expired packs. What a pack is worth is computed by each kind.
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

/** The dates that a move records. */
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

/** The table, the fact that a pack ends soon, the column of the bookings paid with it, and the account of the seller of `pack`. */
export type Kind = {
  table: 'hour_packs' | 'session_packs'
  endsSoon: 'hour_pack.ends_soon' | 'session_pack.ends_soon'
  uses: 'pack_id' | 'session_pack_id'
  seller: RawBuilder<unknown>
}

/** How long a buyer waits for a suspended seller. */
const suspendedMs = 7 * dayMs

/** `pack` is unusable as its seller has been suspended for that long or until its end. */
export const isOutOfUse = (work: Work, { seller }: Kind) => sql<boolean>`exists (
  select from accounts where id = ${seller} and suspended_at is not null
    and (suspended_at <= ${new Date(work.now.getTime() - suspendedMs)} or pack.valid_until <= ${work.now}))`

/** Each pack in its own transaction, which answers the payment to execute, if any. A failure does not stop the others. */
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

/** The time for a buyer who went to their bank and never returned. */
const abandonedMs = hourMs

/** `follow` brings a pack in line with its payment; `fail` ends one that still waits, and answers whether it did. */
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

/** In sequence; a failing step does not hold up the later ones. */
export const inTurn = (work: Work, steps: readonly ((work: Work) => Promise<unknown>)[]) =>
  runIsolated(work, steps, (step) => step(work))

/** How long before a pack's end a client with something left is reminded. */
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

/** Packs past their end. Bookings made with one end first: what is returned of them still belongs to the pack. */
export const overdue = async (work: Work, { table, uses }: Kind): Promise<{ id: string }[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} pack where status = 'active' and valid_until <= ${work.now}
      and not exists (select from bookings used where used.${sql.ref(uses)} = pack.id
        and used.status in ('held', 'awaiting_payment', 'requested', 'confirmed', 'in_progress', 'to_settle'))
    order by valid_until limit 200`.execute(work.db)
  return rows
}
