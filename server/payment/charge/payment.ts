/** One payment per booking: what the card owes, holds, was charged and was refunded. It stores the booking's id as a reference and knows
 * nothing else of bookings; it publishes `payment.changed` and others act.
 *
 * Every outside call is an intent with its own key, committed before the call; the result is committed after; an interrupted call is
 * repeated with the same key (money.md §6). */
import { dayMs } from '#contract/platform/duration.ts'
import { executeCalls } from '#server/payment/charge/call.ts'
import { processorNamed } from '#server/payment/processor/processor.ts'
import { ProviderUnreachable } from '#server/payment/provider/provider.ts'
import { take, takeFresh } from '#server/payment/charge/result.ts'
import { change, lock, ofBooking, type Payment, type Waiting } from '#server/payment/ledger/row.ts'
import { scheduleOf } from '#server/payment/provider/rules.ts'
import type { Settlement } from '#server/payment/charge/settlement.ts'
import { advance } from '#server/payment/charge/step.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Viewer, type Work } from '#server/platform/work.ts'

export const payerOf = (viewer: Viewer) =>
  viewer.accountId === null ? `visitor:${viewer.visitor ?? ''}` : `account:${viewer.accountId}`
/** Did this person start the payment, before or after they signed in? */
export const isPayer = (payment: Payment, viewer: Viewer) =>
  (viewer.accountId !== null && payment.payer === `account:${viewer.accountId}`) ||
  (viewer.visitor !== null && payment.payer === `visitor:${viewer.visitor}`)

/**
 * Makes the payment's pending outside calls, outside any transaction; safe to repeat concurrently from anywhere. Publishes
 * `payment.changed {paymentId, bookingId}` whenever the status changes, and `payment.failed` when a card that was saved or held can no
 * longer be charged. Given the result of `prepare`, it does not look up the pending calls again.
 */
export const execute = async (work: Work, what: string | Waiting): Promise<Payment> =>
  (await executeCalls(work, what)) ?? refuse('not_found')

/** How often a reading that overlapped another change is repeated. */
const maxReadings = 3

/** Reads the processor's books again and merges what is new: after a webhook, or while a client waits. */
export const refresh = async (work: Work, paymentId: string): Promise<Payment> => {
  for (let reading = 1; ; reading += 1) {
    const { payment, isFresh } = await refreshOnce(work, paymentId, reading === maxReadings)
    if (isFresh || reading === maxReadings) return payment
  }
}

/** `isFresh`: nothing was recorded between the request and its result; otherwise only increases are reliable. */
const refreshOnce = async (
  work: Work,
  paymentId: string,
  isLast: boolean,
): Promise<{ payment: Payment; isFresh: boolean }> => {
  const payment = await execute(work, paymentId)
  // A part has no charge of its own: the whole is read.
  if (payment.charge_ref === null || payment.part_of !== null) return { payment, isFresh: true }
  const charge = await processorNamed(work.config, payment.provider)
    .find(work, payment.charge_ref)
    .catch((error: unknown) => {
      // The client continues to wait; a job reads again.
      if (!(error instanceof ProviderUnreachable)) throw error
      work.log.warn({ paymentId }, 'card processor did not return the state of a charge')
      return null
    })
  if (charge === null) return { payment, isFresh: true }
  const isFresh = await inTransaction(work, async (work) => {
    const locked = await lock(work, paymentId)
    const isFresh = locked.version === payment.version
    if (isFresh) await takeFresh(work, locked, charge)
    else if (isLast) await take(work, locked, charge)
    await advance(work, paymentId)
    return isFresh
  })
  return { payment: await execute(work, paymentId), isFresh }
}

/**
 * Decides how a payment ends, inside the caller's transaction. The retained amount is divided in the ledger at once if the card was
 * charged, else as soon as it is; the rest is released or refunded, and payees' money released at the given moments. The first decision
 * remains valid; a repetition changes nothing. Call `execute` after the commit (a job does it too).
 */
export const settle = async (
  work: Work,
  end: { bookingId: string; settlement: Settlement; releaseAt?: { professional: Date; host: Date } },
): Promise<string | null> => {
  const payment = await ofBooking(work, end.bookingId)
  if (payment === null) return null
  const held = await lock(work, payment.id)
  const dayLater = new Date(work.now.getTime() + dayMs)
  if (held.settlement === null)
    await change(work, held, {
      settlement: JSON.stringify(end.settlement),
      release_professional_at: end.releaseAt?.professional ?? dayLater,
      release_host_at: end.releaseAt?.host ?? dayLater,
    })
  await advance(work, payment.id)
  return payment.id
}

/**
 * Allows the charge of a payment prepared with `asksFirst`: at its usual moment, which may be now. In the caller's transaction; call
 * `execute` after the commit. Refuses payment_in_progress when there is neither money nor a card any more.
 */
export const allowCharge = async (
  work: Work,
  order: { bookingId: string; startsAt: Date },
): Promise<string> => {
  const payment = (await ofBooking(work, order.bookingId)) ?? refuse('payment_in_progress')
  const held = await lock(work, payment.id)
  if (!isPaid(held) || held.settlement !== null) return refuse('payment_in_progress')
  // A payment in months is charged when it is accepted.
  const { captureAt } = scheduleOf(held.installments === null ? order.startsAt : work.now, work.now)
  if (held.capture_at === null) await change(work, held, { capture_at: captureAt })
  await advance(work, payment.id)
  return payment.id
}

/**
 * The booking moves to another hour: a card that was not charged yet is held and charged by the new one, and money already held no
 * later than before, as holds lapse. In the caller's transaction; call `execute` after the commit.
 */
export const followStart = async (
  work: Work,
  order: { bookingId: string; startsAt: Date },
): Promise<string | null> => {
  const payment = await ofBooking(work, order.bookingId)
  if (payment === null) return null
  const held = await lock(work, payment.id)
  if (held.settlement !== null || held.capture_at === null || held.amount_cents === 0) return payment.id
  const { authorizeAt, captureAt } = scheduleOf(order.startsAt, work.now)
  if (held.status === 'card_saved')
    await change(work, held, { authorize_at: authorizeAt ?? work.now, capture_at: captureAt })
  if (held.status === 'authorized' && captureAt < held.capture_at)
    await change(work, held, { capture_at: captureAt })
  await advance(work, payment.id)
  return payment.id
}

export const read = (work: Work, bookingId: string): Promise<Payment | null> => ofBooking(work, bookingId)

/** The money for the visit is there, or a card that will provide it: the booking may be confirmed. */
export const isPaid = (payment: Payment) =>
  payment.status === 'card_saved' || payment.status === 'authorized' || payment.status === 'captured'
