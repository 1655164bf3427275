/**
 * A client's credit for later bookings (2050): earned when a professional fails them, spent at a checkout, returned when the visit does
 * not cost it. It is taken when a card is requested, so that it is spent once, and it covers the retained amount first; the ledger
 * never lets it fall below zero.
 */
import {
  account,
  creditBackLines,
  creditUsedLines,
  creditUndoneLines,
} from '#server/payment/ledger/journals.ts'
import { balanceOf, post } from '#server/payment/ledger/ledger.ts'
import { change, lock, ofBooking, type Payment } from '#server/payment/ledger/row.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

/** A card secures every visit against its cancellation fees: credit never pays all of it. */
export const minCardCents = 2_000

/** How much of a price this credit covers. */
export const coveredBy = (creditCents: number, priceCents: number): number =>
  Math.max(0, Math.min(creditCents, priceCents - minCardCents))

export const creditOf = async (work: Work, clientId: number): Promise<number> =>
  0 - (await balanceOf(work, account.clientCredit, clientId))

/** The part of the credit that this payment still holds. */
export const heldCredit = ({ credit_cents, credit_back_cents }: Payment) => credit_cents - credit_back_cents

/** Reserves available credit so that nothing else spends it before this transaction ends. Refuses credit_changed. */
export const reserveCredit = async (
  work: Work,
  order: { bookingId: string; clientId: number; cents: number; priceCents: number },
): Promise<void> => {
  const earlier = await ofBooking(work, order.bookingId)
  if (earlier !== null) await undoCredit(work, await lock(work, earlier.id))
  await lockCredit(work, order.clientId)
  const creditCents = await creditOf(work, order.clientId)
  if (order.cents > coveredBy(creditCents, order.priceCents)) refuse('credit_changed', { creditCents })
}

/** Nothing else spends it before this transaction ends. */
export const lockCredit = (work: Work, clientId: number) =>
  work.db
    .selectFrom('balances')
    .select('account')
    .where('account', '=', account.clientCredit)
    .where('party_id', '=', clientId)
    .forUpdate()
    .execute()

/** Moves the client's credit into the funds of the payment. */
export const takeCredit = async (work: Work, payment: Payment): Promise<void> => {
  const { credit_client_id: clientId, credit_cents: cents } = payment
  if (clientId === null) return
  await post(work, {
    kind: 'credit_used',
    idemKey: `credit_used:${payment.id}:${payment.version}`,
    bookingId: payment.booking_id,
    at: work.now,
    lines: creditUsedLines(clientId, cents),
  })
}

/** An attempt failed and another follows: it begins with the whole credit. */
export const undoCredit = async (work: Work, payment: Payment): Promise<Payment> => {
  const { credit_client_id: clientId } = payment
  const cents = heldCredit(payment)
  if (clientId === null || cents === 0) return payment
  await post(work, {
    kind: 'credit_undone',
    idemKey: `credit_undone:${payment.id}:${payment.version}`,
    bookingId: payment.booking_id,
    at: work.now,
    lines: creditUndoneLines(clientId, cents),
  })
  return change(work, payment, { credit_cents: 0, credit_back_cents: 0, credit_client_id: null })
}

/** Part of the client's refund becomes credit again; the caller counts it on the payment. */
export const refundCredit = async (work: Work, payment: Payment, cents: number): Promise<void> => {
  const { credit_client_id: clientId } = payment
  if (clientId === null || cents <= 0) return
  await post(work, {
    kind: 'credit_back',
    idemKey: `credit_back:${payment.id}:${payment.credit_back_cents + cents}`,
    bookingId: payment.booking_id,
    at: work.now,
    lines: creditBackLines(clientId, cents),
  })
}
