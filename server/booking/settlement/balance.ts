/**
 * The rest of a price of which only an upfront part was paid (product.md §4, B18): charged once to the saved card when the visit is over,
 * before its money is divided. If refused, the visit is divided as far as it is paid; its client pays the rest by another card, or its
 * professional has the card charged again, and what that adds to each share is posted then. Every attempt is a payment of its own.
 * docs/booking/upfront.md.
 */
import { randomUUIDv7 } from 'node:crypto'
import type * as z from 'zod/mini'
import { mayAskBalance, mayTakeBalance } from '#contract/payment/balance-due.ts'
import type { payBalance, takeBalance } from '#contract/booking/settlement/balance.ts'
import type { Booking } from '#contract/booking/booking.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { lockById, type BookingRow } from '#server/booking/moves/move.ts'
import { lockFor, type ViewerQuery } from '#server/booking/moves/party.ts'
import { readAs } from '#server/booking/summary/present.ts'
import { expect } from '#server/payment/charge/added.ts'
import { orderAtOnce, type AtOnce } from '#server/payment/charge/at-once.ts'
import { takeRestByHand } from '#server/payment/charge/by-hand.ts'
import { savedCardOf } from '#server/payment/charge/guarantee.ts'
import { execute, payerOf, read as readPayment, refresh } from '#server/payment/charge/payment.ts'
import { isFruitless } from '#server/payment/charge/refund.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { triesOf, isDisputed, type BalanceRow } from '#server/booking/settlement/balance-row.ts'
import { isByLink } from '#server/booking/moves/upfront.ts'
import {
  payAtPlace,
  releaseHold,
  followBalance,
  paid,
  statePaidAtPlace,
} from '#server/booking/settlement/balance-follow.ts'

type View = z.input<typeof Booking>
type Ordered = { id: string; paymentId: string }

/**
 * Before a visit that took place is divided: charges the rest to the saved card, once. Refuses payment_in_progress while the bank has not
 * answered; a decline does not stop the division.
 */
export const askBalance = async (work: Work, bookingId: string): Promise<void> => {
  await askOnce(work, bookingId, beforeDivided)
  await requireNoneRequested(work, bookingId)
}
const beforeDivided: ReadonlySet<string> = new Set(['confirmed', 'in_progress', 'to_settle'])

/** A dispute that prevented a charge at the division has ended: charges the saved card, if anything is due. */
export const askAfterDispute = async (work: Work, disputeId: string): Promise<void> => {
  const dispute = await work.db
    .selectFrom('disputes')
    .select('booking_id')
    .where('id', '=', disputeId)
    .where('state', '=', 'closed')
    .executeTakeFirst()
  if (dispute !== undefined) await askOnce(work, dispute.booking_id, afterDivided)
}
/** A visit reported as a no-show took place after all: its rest was not charged either. */
export const askAfterAbsence = (work: Work, bookingId: string): Promise<void> =>
  askOnce(work, bookingId, afterDivided)
const afterDivided: ReadonlySet<string> = new Set(['completed', 'closed'])

const askOnce = async (work: Work, bookingId: string, when: ReadonlySet<string>): Promise<void> => {
  const ordered = await inTransaction(work, async (work): Promise<Ordered | null> => {
    const booking = await lockById(work, bookingId)
    if (booking === undefined || booking.balance_cents === 0 || !when.has(booking.status)) return null
    const [last] = await triesOf(work, bookingId)
    if (last !== undefined) return last.state === 'asked' ? under(work, last.id) : null
    if (await isDisputed(work, bookingId)) return null
    const card = await savedCardOf(work, bookingId)
    const payment = await readPayment(work, bookingId)
    if (card === null || payment === null) return null
    return order(work, booking, { by: 'platform', payer: payment.payer, card })
  })
  if (ordered !== null) await carry(work, ordered, { isThere: false })
}

const under = async (work: Work, id: string): Promise<Ordered | null> => {
  const payment = await readPayment(work, id)
  return payment === null ? null : { id, paymentId: payment.id }
}

/** Nothing is divided while a card is being charged. Refuses payment_in_progress. */
export const requireNoneRequested = async (work: Work, bookingId: string): Promise<void> => {
  const [last] = await triesOf(work, bookingId)
  if (last?.state === 'asked') refuse('payment_in_progress')
}

/** Written in the transaction that has locked the visit; `carry` executes it after its commit. */
const order = async (
  work: Work,
  booking: BookingRow,
  {
    by,
    returnPath = `/booking-success?id=${booking.id}`,
    ...said
  }: Pick<AtOnce, 'payer' | 'card'> & { by: RequestedBy; returnPath?: string | undefined },
): Promise<Ordered> => {
  const { id, booking_id: bookingId, amount_cents: cents } = await write(work, booking, by)
  const paymentId = await orderAtOnce(work, { ...said, reference: id, amountCents: cents, returnPath })
  await expect(work, { bookingId, cents })
  crashPoint('inside-balance')
  return { id, paymentId }
}

type RequestedBy = 'platform' | 'client' | 'professional'
/** An attempt to charge all that is due, with an id of its own. */
const write = (work: Work, { id, balance_cents: cents }: BookingRow, by: RequestedBy): Promise<BalanceRow> =>
  work.db
    .insertInto('booking_balances')
    .values({
      id: randomUUIDv7(),
      booking_id: id,
      amount_cents: cents,
      state: 'asked',
      requested_by: by,
      requested_at: work.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

/** `isThere`: the payer is at a screen and may go to their bank; otherwise a bank that requires authentication counts as a decline. */
const carry = async (work: Work, { id, paymentId }: Ordered, { isThere }: { isThere: boolean }) => {
  crashPoint('committed-balance')
  await execute(work, paymentId)
  const payment = await refresh(work, paymentId)
  if (payment.status === 'requires_action' && !isThere) await releaseHold(work, id)
  await followBalance(work, id)
  return payment
}

/** The client pays the rest. Refuses not_found, move_not_allowed with its reason, invalid_input without any card, card_declined. */
export const pay = async (
  work: Work,
  bookingId: string,
  { t, cardToken }: Input<typeof payBalance>['body'] & Pick<ViewerQuery, 't'>,
): Promise<View> => {
  await payBy(work, bookingId, async (work) => {
    const { booking } = await lockFor(work, bookingId, { t, as: 'client' })
    const saved = cardToken === undefined ? await savedCardOf(work, bookingId) : null
    if (cardToken === undefined && saved === null)
      return refuse('invalid_input', { fields: [{ field: 'cardToken', message: 'Elige con qué tarjeta.' }] })
    return {
      booking,
      card: cardToken === undefined ? (saved ?? refuse('payment_in_progress')) : { token: cardToken },
    }
  })
  return readAs(work, bookingId, 'client')
}

/** A payer at a screen pays; `found` locks the visit and returns the card. Refuses move_not_allowed, card_declined. */
export const payBy = async (
  work: Work,
  bookingId: string,
  found: (work: Work) => Promise<{ booking: BookingRow; card: AtOnce['card']; returnPath?: string }>,
): Promise<void> => {
  const ordered = await inTransaction(work, async (work) => {
    // Serialized, so that two presses are one charge.
    const { booking, ...by } = await found(work)
    await requireDue(work, booking, 'client')
    return order(work, booking, { by: 'client', payer: payerOf(work.viewer), ...by })
  })
  const payment = await carry(work, ordered, { isThere: true })
  if (isFruitless(payment)) refuse('card_declined', { failure: payment.failure })
}

/** The professional has the saved card charged again, at most once a day. Refuses not_found, move_not_allowed. */
export const collect = async (work: Work, bookingId: string): Promise<View> => {
  const ordered = await inTransaction(work, async (work) => {
    const { booking } = await lockFor(work, bookingId, { as: 'professional' })
    await requireDue(work, booking, 'professional')
    const card = await savedCardOf(work, bookingId)
    const payment = await readPayment(work, bookingId)
    if (card === null || payment === null) return refuse('move_not_allowed')
    return order(work, booking, { by: 'professional', payer: payment.payer, card })
  })
  await carry(work, ordered, { isThere: false })
  return readAs(work, bookingId, 'professional')
}

/**
 * The client paid the rest in cash (B18): it is money of the visit at once. Repeating it has no effect. Refuses not_found,
 * move_not_allowed with its reason, quote_changed when another amount is due, cash_closed for a professional who owes too much.
 */
export const take = async (
  work: Work,
  bookingId: string,
  { amountCents, method, part }: Input<typeof takeBalance>['body'],
): Promise<View> => {
  const paymentId = await inTransaction(work, async (work) => {
    const { booking } = await lockFor(work, bookingId, { as: 'professional' })
    if (part !== undefined) {
      await statePaidAtPlace(work, booking, { amountCents, method, part })
      return null
    }
    if (isByLink(booking)) {
      requireMay(mayTakeBalance(await currentBalance(work, booking)))
      if (booking.balance_cents !== amountCents) return refuse('quote_changed')
      await payAtPlace(work, booking, method)
      return null
    }
    const [last] = await triesOf(work, bookingId)
    if (last?.state === 'paid' && last.requested_by === 'professional' && last.amount_cents === amountCents)
      return null
    requireMay(mayTakeBalance(await currentBalance(work, booking)))
    if (booking.balance_cents !== amountCents) return refuse('quote_changed')
    const main = (await readPayment(work, bookingId)) ?? refuse('payment_in_progress')
    const row = await write(work, booking, 'professional')
    await takeRestByHand(work, {
      reference: row.id,
      amountCents,
      payer: main.payer,
      clientId: booking.client_id ?? refuse('not_found'),
      professionalId: booking.professional_id,
    })
    await expect(work, { bookingId, cents: amountCents })
    return paid(work, booking, row)
  })
  if (paymentId !== null) await execute(work, paymentId)
  return readAs(work, bookingId, 'professional')
}

const requireDue = async (work: Work, booking: BookingRow, by: 'client' | 'professional'): Promise<void> =>
  requireMay(mayAskBalance(by, await currentBalance(work, booking), work.now))

const requireMay = (may: ReturnType<typeof mayTakeBalance>) => {
  if (!may.allowed) throw new Refusal('move_not_allowed', undefined, may.reason)
}

const currentBalance = async (work: Work, booking: BookingRow) => {
  const tries = await triesOf(work, booking.id)
  return {
    balanceCents: booking.balance_cents,
    status: booking.status,
    isRequested: tries[0]?.state === 'asked',
    isDisputed: await isDisputed(work, booking.id),
    triedAt: tries.find((one) => one.requested_by === 'professional')?.requested_at ?? null,
    isByLink: isByLink(booking),
  }
}

/**
 * Reduces the price by this amount, first of what is still to be paid. In the caller's transaction, which has locked the visit. Answers how
 * much of it was unpaid.
 */
export const waiveBalance = async (work: Work, booking: BookingRow, cents: number): Promise<number> => {
  const waivedCents = Math.min(cents, booking.balance_cents)
  if (waivedCents > 0)
    await work.db
      .updateTable('bookings')
      .set({
        balance_cents: booking.balance_cents - waivedCents,
        balance_waived_cents: booking.balance_waived_cents + waivedCents,
      })
      .where('id', '=', booking.id)
      .execute()
  return waivedCents
}
