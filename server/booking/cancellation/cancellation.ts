/** Cancels a booking before its time: quoted first, then on exactly the terms that were quoted. */
import * as z from 'zod/mini'
import type { Booking } from '#contract/booking/booking.ts'
import { cancelText, type CancelReason } from '#contract/booking/cancel-reason.ts'
import { classesWithin, closeClass } from '#server/booking/columns/class-row.ts'
import { end, outcomeOf, type Outcome } from '#server/booking/cancellation/ending.ts'
import { hasFree, remember } from '#server/booking/moves/host-cancellation.ts'
import { readAs } from '#server/booking/summary/present.ts'
import { lockById, requireMove, type BookingRow } from '#server/booking/moves/move.ts'
import { findFor, lockFor } from '#server/booking/moves/party.ts'
import { declineByCancelling } from '#server/booking/cancellation/rescue.ts'
import { begin } from '#server/booking/cancellation/rescue-offer.ts'
import { visitsWithin } from '#server/booking/checkout/within.ts'
import { execute } from '#server/payment/charge/payment.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { Quoted, moveOf, faultOf, quoteFor, costsOf } from '#server/booking/cancellation/cancel-quote.ts'

/** Cancels as quoted. Refuses quote_expired; quote_changed with a new quote when the booking changed since. */
export const cancel = async (
  work: Work,
  id: string,
  {
    why,
    ...request
  }: { quoteToken: string; why?: CancelReason | undefined; reason: string; t?: string | undefined },
): Promise<z.input<typeof Booking>> => {
  const order = { ...request, reason: cancelText(why, request.reason) }
  const opened = z.safeParse(Quoted, work.tokens.open('cancel-quote', order.quoteToken, work.now))
  if (!opened.success) {
    await findFor(work, id, { t: order.t })
    return refuse('quote_expired')
  }
  const quoted = opened.data
  // The other parties read the reason (product.md §4, B11); a client owes none.
  if (quoted.as !== 'client' && order.reason === '')
    return refuse('invalid_input', { fields: [{ field: 'why', message: 'Elige por qué cancelas.' }] })
  const paymentId = await inTransaction(work, (work) => cancelInside(work, id, quoted, order))
  crashPoint('committed-cancel')
  if (paymentId !== null) await execute(work, paymentId)
  return readAs(work, id, quoted.as)
}

/** Lock, rules, money and event in the caller's transaction; returns the payment that must then be executed. */
const cancelInside = async (
  work: Work,
  id: string,
  quoted: Quoted,
  order: { reason: string; t?: string | undefined; closed?: readonly number[] },
): Promise<string | null> => {
  const { booking } = await lockFor(work, id, { t: order.t, as: quoted.as })
  if (quoted.id !== id) return refuse('quote_expired')
  requireMove(booking, moveOf[quoted.as], quoted.as, work.now)
  const outcome = outcomeOf(booking, faultOf(booking, quoted.as), new Date(quoted.at), quoted.isFree)
  const isActive =
    booking.version === quoted.version &&
    (quoted.refundCents === null || outcome.refundCents === quoted.refundCents) &&
    outcome.feeCents === quoted.feeCents &&
    // In an open rescue this same cancellation has already used the free one.
    (quoted.as !== 'host' || !quoted.isFree || (await hasFree(work, booking)))
  if (!isActive) {
    const quote = quoteFor(work, booking, quoted.as, await costsOf(work, booking, quoted.as))
    return refuse('quote_changed', { quote })
  }
  if (quoted.as === 'host') return cancelAsHost(work, booking, quoted, outcome, order)
  if (booking.rescue_by !== null) return declineByCancelling(work, booking, quoted.as, order.reason)
  return end(work, booking, moveOf[quoted.as], quoted.as, outcome, {
    party: quoted.as,
    reason: order.reason,
  })
}

/** Offers another place first; without one the booking ends at once. */
const cancelAsHost = async (
  work: Work,
  booking: BookingRow,
  { isFree, maxCents: maxRentCents }: Quoted,
  failed: Outcome,
  { reason, closed }: { reason: string; closed?: readonly number[] },
) => {
  const isRequested = await begin(work, booking, {
    reason,
    failed,
    isFree,
    maxCents: maxRentCents,
    ...(closed === undefined ? {} : { closed }),
  })
  if (isRequested) return null
  await remember(work, booking, { isFree })
  return end(work, booking, 'cancel_as_host', 'host', failed, { party: 'host', reason })
}

/**
 * One of several cancellations that succeed or fail together, in the caller's transaction. `closed`: units to which a host sends no visits.
 * Returns the payment to execute after the commit. Refuses as `cancel` does.
 */
export const cancelWithin = async (
  work: Work,
  id: string,
  order: { as: 'client' | 'host'; quoteToken: string; reason: string; closed?: readonly number[] },
): Promise<string | null> => {
  const opened = z.safeParse(Quoted, work.tokens.open('cancel-quote', order.quoteToken, work.now))
  if (!opened.success || opened.data.as !== order.as) return refuse('quote_expired')
  return cancelInside(work, id, opened.data, order)
}

/** The platform cancels: the client gets a full refund and reads `said`. Does nothing if the booking can no longer be cancelled. */
export const cancelAsPlatform = async (
  work: Work,
  id: string,
  reason: string,
  said?: string,
): Promise<void> => {
  // Clients with visits within unpaid hours are notified too, and get a full refund.
  const within = (await visitsWithin(work, { id })).filter(({ status }) => status === 'confirmed')
  for (const visit of within) await cancelAsPlatform(work, visit.id, reason)
  const paymentId = await inTransaction(work, async (work) => {
    const booking = await lockById(work, id)
    if (booking?.status !== 'confirmed' && booking?.status !== 'requested') return null
    for (const row of await classesWithin(work, id)) await closeClass(work, row, 'platform', reason)
    const outcome = outcomeOf(booking, 'platform', work.now)
    const reported = said === undefined ? outcome : { ...outcome, reason: said }
    return end(work, booking, 'cancel_as_platform', 'platform', reported, { party: 'platform', reason })
  })
  if (paymentId !== null) await execute(work, paymentId)
}
