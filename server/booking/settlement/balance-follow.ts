/** The outcome of an attempt to charge a balance. */
import { hourMs } from '#contract/platform/duration.ts'
import { lockById, type BookingRow } from '#server/booking/moves/move.ts'
import { isByLink, whole } from '#server/booking/moves/upfront.ts'
import { settlementOf } from '#server/booking/moves/division.ts'
import type { InPlaceMethod } from '#contract/payment/in-place.ts'
import { dividePaidAtPlace, expectNoMore, join, joinDivided } from '#server/payment/charge/added.ts'
import { accrueBeside } from '#server/payment/charge/frozen.ts'
import { moreLines } from '#server/payment/ledger/journals.ts'
import { isCharged } from '#server/payment/ledger/part.ts'
import { execute, read as readPayment, refresh } from '#server/payment/charge/payment.ts'
import { refundAmount, isFruitless } from '#server/payment/charge/refund.ts'
import { settlementOf as decidedOf } from '#server/payment/charge/settlement.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { runIsolated } from '#server/platform/each-apart.ts'
import { publish } from '#server/platform/jobs.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { releaseAt } from '#server/pricing/pricing.ts'
import { openTerms } from '#server/pricing/terms.ts'
import { byId, type BalanceRow } from '#server/booking/settlement/balance-row.ts'

export const releaseHold = async (work: Work, id: string) => {
  const paymentId = await inTransaction(work, (work) => refundAmount(work, id))
  if (paymentId !== null) await execute(work, paymentId)
}

/** Brings an attempt in line with its payment; ignores other payments. Also what the jobs on `payment.changed` do. */
export const followBalance = async (work: Work, id: string): Promise<void> => {
  const found = await byId(work, id)
  if (found === undefined) return
  const paymentIds = await inTransaction(work, async (work): Promise<(string | null)[]> => {
    const booking = await lockById(work, found.booking_id)
    const row = await byId(work, id)
    const payment = await readPayment(work, id)
    if (booking === undefined || row?.state !== 'asked' || payment === null) return []
    // A released payment is refunded automatically, whatever the bank still answers.
    if (isFruitless(payment) || payment.settlement !== null) return [await refused(work, row)]
    // The visit was cancelled or missed while its client was on the bank's page: refunded in full.
    if (booking.ended_at !== null && booking.completed_at === null)
      return [await refundAmount(work, id), await refused(work, row)]
    return isCharged(payment) ? [await paid(work, booking, row)] : []
  })
  for (const paymentId of paymentIds) if (paymentId !== null) await execute(work, paymentId)
}

const end = (work: Work, { id }: BalanceRow, state: 'refused' | 'paid') =>
  work.db
    .updateTable('booking_balances')
    .set({ state, paid_at: state === 'paid' ? work.now : null })
    .where('id', '=', id)
    .execute()

const refused = async (work: Work, row: BalanceRow): Promise<string> => {
  await end(work, row, 'refused')
  // A payer who entered a card reads it on their screen.
  if (row.requested_by !== 'client')
    await publish(work, 'balance.changed', { balanceId: row.id, move: 'refused' })
  return expectNoMore(work, { bookingId: row.booking_id, cents: row.amount_cents })
}

/** From now on it is money of the visit. */
export const paid = async (work: Work, booking: BookingRow, row: BalanceRow): Promise<string | null> => {
  await end(work, row, 'paid')
  const main = (await readPayment(work, booking.id)) ?? refuse('payment_in_progress')
  // Paid by a link before the visit: from now on a cancellation retains at most this amount.
  const isBefore = isByLink(booking) && main.settled_at === null
  const upfront = isBefore ? { upfront_cents: (booking.upfront_cents ?? 0) + row.amount_cents } : {}
  await work.db
    .updateTable('bookings')
    .set({ balance_cents: 0, ...upfront })
    .where('id', '=', booking.id)
    .execute()
  if (main.settled_at === null) await join(work, { bookingId: booking.id, reference: row.id })
  else await divideMore(work, booking, row, decidedOf(main)?.keepCents ?? 0)
  crashPoint('inside-balance-paid')
  await publish(work, 'balance.changed', { balanceId: row.id, move: 'paid' })
  return main.id
}

/**
 * What a link requested was paid at the place instead, in the caller's transaction, which has locked the visit. If the visit was already
 * divided, only the commission of that way is posted: she holds the money.
 */
export const payAtPlace = async (work: Work, booking: BookingRow, method: InPlaceMethod): Promise<void> => {
  const cents = booking.balance_cents
  const now = {
    balance_cents: 0,
    in_place_cents: booking.in_place_cents + cents,
    in_place_taken_cents: booking.in_place_taken_cents + cents,
    // The deposit keeps its own way of payment beside the rest.
    ...(booking.in_place_method === null
      ? { in_place_method: method }
      : { in_place_link_cents: cents, in_place_link_method: method }),
  }
  await work.db.updateTable('bookings').set(now).where('id', '=', booking.id).execute()
  const main = (await readPayment(work, booking.id)) ?? refuse('payment_in_progress')
  if (main.settlement !== null) {
    const after = settlementOf({ ...booking, ...now })
    const professional = { side: 'professional', id: booking.professional_id } as const
    const more = moreLines(settlementOf(booking).shares, after.shares, professional)
    await dividePaidAtPlace(work, { bookingId: booking.id, professionalId: booking.professional_id, ...more })
  }
  crashPoint('inside-balance-at-place')
  await publish(work, 'balance.paid_at_place', { bookingId: booking.id, cents: booking.balance_cents })
}

/**
 * The professional has the part that is paid at the place, and states how it was paid; a later call corrects it. It changes no account:
 * the money is hers either way. In the caller's transaction, which has locked the visit. Refuses move_not_allowed with its reason,
 * quote_changed for another amount.
 */
export const statePaidAtPlace = async (
  work: Work,
  booking: BookingRow,
  { amountCents, method, part }: { amountCents: number; method: InPlaceMethod; part: 'in_place' | 'link' },
): Promise<void> => {
  const { in_place_cents: cents, in_place_link_cents: linkCents } = booking
  if (booking.ended_at !== null && booking.completed_at === null)
    throw new Refusal('move_not_allowed', undefined, 'Esta cita no se dio.')
  const partCents = part === 'link' ? linkCents : cents - linkCents
  if (partCents === 0)
    throw new Refusal('move_not_allowed', undefined, 'De esta cita no se paga nada en el lugar.')
  if (partCents !== amountCents) return refuse('quote_changed')
  await work.db
    .updateTable('bookings')
    .set(
      part === 'link'
        ? { in_place_link_method: method }
        : { in_place_method: method, in_place_taken_cents: cents },
    )
    .where('id', '=', booking.id)
    .execute()
}

/** The change of each share: the whole split at the new price less the one that was posted. */
const divideMore = async (work: Work, booking: BookingRow, row: BalanceRow, retainedCents: number) => {
  const [before, after] = [settlementOf(booking), settlementOf(whole(booking))]
  const professional = { side: 'professional', id: booking.professional_id } as const
  const { lines, netCents } = moreLines(before.shares, after.shares, professional)
  const due = await accrueBeside(work, {
    reference: row.id,
    payee: professional,
    cents: netCents,
    releaseAt: releaseAt(openTerms(booking.terms), work.now).professional,
    originId: booking.id,
  })
  await joinDivided(work, {
    bookingId: booking.id,
    reference: row.id,
    shares: [due, ...lines],
    settlement: { ...after, keepCents: retainedCents + row.amount_cents },
  })
}

/** Every minute: unfinished attempts, and those of payers who never went to their bank. Safe in several processes. */
export const followBalances = async (work: Work): Promise<void> => {
  const due = await work.db
    .selectFrom('booking_balances')
    .selectAll()
    .where('state', '=', 'asked')
    .where('requested_at', '<=', new Date(work.now.getTime() - hourMs / 60))
    .orderBy('requested_at')
    .limit(200)
    .execute()
  await runIsolated(work, due, async (row) => {
    const found = await readPayment(work, row.id)
    if (found === null) return
    const payment = await refresh(work, found.id)
    const isOver = row.requested_by !== 'client' || work.now.getTime() >= row.requested_at.getTime() + hourMs
    if (payment.status === 'requires_action' && isOver) await releaseHold(work, row.id)
    await followBalance(work, row.id)
  })
}
