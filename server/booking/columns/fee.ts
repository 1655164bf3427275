/**
 * Fees that a host retains for returned rented hours: recorded with the hours, and refunded for as many of them as are rented again
 * (product.md §3), once each.
 */
import { sql } from 'kysely'
import type { BookingRow } from '#server/booking/moves/move.ts'
import { doneStatuses } from '#server/booking/moves/rules.ts'
import { statusList } from '#server/booking/columns/sql-parts.ts'
import { execute, read as readPayment } from '#server/payment/charge/payment.ts'
import { giveBackLater } from '#server/payment/charge/refund.ts'
import { settlementOf } from '#server/payment/charge/settlement.ts'
import { runIsolated } from '#server/platform/each-apart.ts'
import { publish } from '#server/platform/jobs.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { feeBack, type Freed } from '#server/pricing/rent-cancellation.ts'
import { openTerms } from '#server/pricing/terms.ts'

/** In the caller's transaction; hours without a fee are not recorded. */
export const keepFees = async (work: Work, rent: BookingRow, freed: readonly Freed[]): Promise<void> => {
  for (const { from, to, feeCents } of freed.filter((part) => part.feeCents > 0))
    await sql`
      insert into rent_fees (booking_id, unit_id, during, fee_cents)
      values (${rent.id}, ${rent.unit_id}, tstzrange(${from}, ${to}), ${feeCents})`.execute(work.db)
}

type Pair = { feeId: number; againId: string }

/** A booking that was used took the hours of a fee. */
const takes = sql`again.unit_id = fee.unit_id and again.id <> fee.booking_id and again.rent_cents > 0
  and tstzrange(again.starts_at, again.ends_at) && fee.during and again.starts_at < upper(fee.during)
  and again.status in (${statusList(doneStatuses)})`

/** Part of the fee is left, and this pair was not settled. Cash stays between the two parties: Kalli holds nothing to refund. */
const isOpen = sql`fee.returned_cents < fee.fee_cents
  and exists (select from payments paid where paid.booking_id = fee.booking_id and paid.settled_at is not null and paid.method <> 'cash')
  and not exists (select from fee_returns done where done.fee_id = fee.id and done.booking_id = again.id)`

/**
 * After a booking was used and divided: the fees for hours that it took, and its own fee for hours that others took before. Each pair is
 * settled once, by its key; what was left is found again when the other of the two completes.
 */
export const refundFees = async (work: Work, bookingId: string): Promise<void> => {
  const { rows } = await sql<Pair>`
    select fee.id as "feeId", again.id as "againId" from rent_fees fee
    join bookings rent on rent.id = fee.booking_id
    -- The hours of a unit are its host's: theirs are found by an index.
    join bookings again on again.host_id = rent.host_id and ${takes} where fee.booking_id = ${bookingId}::uuid and ${isOpen}
    union
    select fee.id, again.id from bookings again
    join rent_fees fee on ${takes} where again.id = ${bookingId}::uuid and ${isOpen}
    order by 1, 2`.execute(work.db)
  await runIsolated(work, rows, async (pair) => {
    const paymentId = await inTransaction(work, (work) => refundInside(work, pair))
    if (paymentId !== null) await execute(work, paymentId)
  })
}

type Fee = {
  bookingId: string
  feeCents: number
  leftCents: number
  feeMinutes: number
  minutes: number
  hostId: number
  terms: unknown
}

const refundInside = async (work: Work, { feeId, againId }: Pair): Promise<string | null> => {
  const { rows } = await sql<Fee>`
    select fee.booking_id as "bookingId", fee.fee_cents as "feeCents", fee.fee_cents - fee.returned_cents as "leftCents",
      ${minutesIn(sql`fee.during`)} as "feeMinutes",
      ${rentedAgain} as minutes,
      rent.host_id as "hostId", rent.terms
    from rent_fees fee join bookings rent on rent.id = fee.booking_id, bookings again
    where fee.id = ${feeId} and again.id = ${againId} for update of fee`.execute(work.db)
  const fee = rows[0] ?? refuse('not_found')
  const payment = (await readPayment(work, fee.bookingId)) ?? refuse('payment_in_progress')
  const retainedCents = (settlementOf(payment)?.keepCents ?? 0) - payment.returned_after_split_cents
  const back = feeBack(
    { ...fee, retainedCents, minutes: fee.feeMinutes, terms: openTerms(fee.terms) },
    fee,
    fee,
  )
  if (back.amountCents <= 0) return null
  const made = await sql`
    insert into fee_returns (fee_id, booking_id, minutes, amount_cents, host_cents, at)
    values (${feeId}, ${againId}, ${fee.minutes}, ${back.amountCents}, ${back.hostCents}, ${work.now})
    on conflict do nothing returning 1`.execute(work.db)
  if (made.rows.length === 0) return null
  await sql`update rent_fees set returned_cents = returned_cents + ${back.amountCents} where id = ${feeId}`.execute(
    work.db,
  )
  const paymentId = await giveBackLater(work, {
    bookingId: fee.bookingId,
    amountCents: back.amountCents,
    before: back.before,
    after: back.after,
    idemKey: `fee_return:${feeId}:${againId}`,
  })
  await publish(work, 'rent_fee.given_back', { feeId, bookingId: againId })
  return paymentId
}

/** For a visit that overlaps rented hours only the part outside them: the rented hours count with their own rent. */
const rentedAgain = sql`(
        select coalesce(round(sum(extract(epoch from upper(part) - lower(part))) / 60), 0)::integer
        from unnest(tstzmultirange(fee.during * tstzrange(again.starts_at, again.ends_at)) - coalesce(
          (select tstzmultirange(tstzrange(starts_at, ends_at)) from bookings where id = again.parent_rent_id), '{}')) as part)`

const minutesIn = (span: ReturnType<typeof sql>) =>
  sql`round(extract(epoch from upper(${span}) - lower(${span})) / 60)::integer`

/** What was refunded of the fees of these rents, and the hosts' share of it. */
export const feesBackOf = async (
  work: Work,
  bookingIds: readonly string[],
): Promise<Map<string, { cents: number; hostCents: number }>> => {
  const { rows } = await sql<{ id: string; cents: number; hostCents: number }>`
    select fee.booking_id as id, sum(back.amount_cents)::bigint as cents, sum(back.host_cents)::bigint as "hostCents"
    from rent_fees fee join fee_returns back on back.fee_id = fee.id
    where fee.booking_id = any(${bookingIds}::uuid[]) group by fee.booking_id`.execute(work.db)
  return new Map(rows.map(({ id, ...back }) => [id, back]))
}
