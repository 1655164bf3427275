/** Refunds: all of a charge, a part of it, or goodwill. */
import { refundCredit, heldCredit } from '#server/payment/charge/credit.ts'
import {
  account,
  divideLines,
  fewerLines,
  goodwillLines,
  type Line,
} from '#server/payment/ledger/journals.ts'
import { post } from '#server/payment/ledger/ledger.ts'
import { freeCents, isCharged } from '#server/payment/ledger/part.ts'
import { restoreAdded } from '#server/payment/charge/put-back.ts'
import { change, lock, ofBooking, type Payment } from '#server/payment/ledger/row.ts'
import { isOver } from '#server/payment/provider/rules.ts'
import { settlementOf, currentPayment, stayedOf } from '#server/payment/charge/settlement.ts'
import { advance } from '#server/payment/charge/step.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'
import { settle } from '#server/payment/charge/payment.ts'

/** Refunds everything to the client, with no fee: the booking was never confirmed, or Kalli cancels it. */
export const refundAmount = (work: Work, bookingId: string): Promise<string | null> =>
  settle(work, { bookingId, settlement: { kind: 'cancellation', keepCents: 0, shares: [], extras: [] } })

/** The card will not be used: returns the credit of its payment to the client. Null: there was none. */
export const releaseCredit = async (work: Work, bookingId: string): Promise<string | null> => {
  const payment = await ofBooking(work, bookingId)
  return payment === null || heldCredit(payment) === 0 ? null : refundAmount(work, bookingId)
}

/**
 * First half of J9 for a part: refunds some of what was paid before the rest is divided. In the caller's transaction; call `execute`
 * after the commit. The same key again changes nothing. Refuses payment_in_progress while the money has not arrived, or once it was
 * divided.
 */
export const returnPart = async (
  work: Work,
  order: { bookingId: string; amountCents: number; idemKey: string },
): Promise<string> => {
  const payment = (await ofBooking(work, order.bookingId)) ?? refuse('payment_in_progress')
  const held = await lock(work, payment.id)
  if (!isCharged(held) || held.settlement !== null) return refuse('payment_in_progress')
  if (order.amountCents <= 0) return payment.id
  const { amountCents } = order
  // To the card first, then to the joined charges: the retained amount is taken from the credit.
  const cardCents = Math.min(amountCents, freeCents(held))
  const addedCents = Math.min(amountCents - cardCents, held.added_cents)
  const creditCents = amountCents - cardCents - addedCents
  if (creditCents > heldCredit(held)) return refuse('payment_in_progress')
  await post(work, {
    kind: 'return',
    idemKey: order.idemKey,
    bookingId: order.bookingId,
    at: work.now,
    lines: divideLines(amountCents, 0, []),
  })
  await refundCredit(work, held, creditCents)
  await restoreAdded(work, held, addedCents)
  await change(work, held, {
    returned_cents: held.returned_cents + cardCents,
    added_cents: held.added_cents - addedCents,
    credit_back_cents: held.credit_back_cents + creditCents,
  })
  await advance(work, payment.id)
  return payment.id
}

/**
 * J14: refunds some of the divided money after all, to the card that paid (or into the purchase that it is a part of). `before` and
 * `after` are the shares of the retained amount then and now. In the caller's transaction; call `execute` after the commit. Refuses
 * payment_in_progress before it was divided.
 */
export const giveBackLater = async (
  work: Work,
  order: {
    bookingId: string
    amountCents: number
    before: readonly Line[]
    after: readonly Line[]
    idemKey: string
    kind?: 'fee_return' | 'gift_return'
  },
): Promise<string> => {
  const payment = (await ofBooking(work, order.bookingId)) ?? refuse('payment_in_progress')
  const held = await lock(work, payment.id)
  if (held.settled_at === null) return refuse('payment_in_progress')
  await post(work, {
    kind: order.kind ?? 'fee_return',
    idemKey: order.idemKey,
    bookingId: order.bookingId,
    at: work.now,
    lines: joined(fewerLines(order.before, order.after, order.amountCents)),
  })
  await change(work, held, {
    returned_after_split_cents: held.returned_after_split_cents + order.amountCents,
  })
  await advance(work, payment.id)
  return payment.id
}

/** The part of a divided payment that its payer was not refunded. */
export const leftOf = (payment: Payment): number =>
  Math.max(
    0,
    stayedOf(payment) -
      payment.goodwill_cents -
      payment.returned_after_split_cents -
      payment.charged_back_cents,
  )

/**
 * J14–J16 of a visit, and a late fee whose hour was sold again: refunds some of the divided money to the client, and `lines` say who
 * bears it, together the amount. To the card first; what credit had paid becomes credit again. In the caller's transaction; call
 * `execute` after the commit. Refuses payment_in_progress before it was divided.
 */
export const refundLater = async (
  work: Work,
  order: {
    bookingId: string
    amountCents: number
    lines: readonly Line[]
    idemKey: string
    kind?: 'dispute' | 'fee_return'
  },
): Promise<string> => {
  const payment = (await ofBooking(work, order.bookingId)) ?? refuse('payment_in_progress')
  const held = await lock(work, payment.id)
  if (held.settled_at === null) return refuse('payment_in_progress')
  const cardCents = Math.min(order.amountCents, Math.max(0, leftOf(held) - heldCredit(held)))
  const toCredit: Line[] =
    held.credit_client_id === null
      ? []
      : [
          {
            account: account.clientCredit,
            partyId: held.credit_client_id,
            side: 'client',
            amountCents: cardCents - order.amountCents,
          },
        ]
  await post(work, {
    kind: order.kind ?? 'dispute',
    idemKey: order.idemKey,
    bookingId: order.bookingId,
    at: work.now,
    lines: [
      ...order.lines,
      { account: account.refundPayable, amountCents: -cardCents, side: 'client' },
      ...toCredit,
    ],
  })
  await restoreAdded(work, held, cardCents - ownLeft(held))
  await change(work, held, { returned_after_split_cents: held.returned_after_split_cents + cardCents })
  await advance(work, payment.id)
  return payment.id
}

/** The most that the card itself can refund beyond pending refunds; the rest goes to the joined charges. */
const ownLeft = (held: Payment): number => {
  const { capturedCents, refundedCents, goodwillCents, keepCents } = currentPayment(held)
  const staysCents = (keepCents ?? capturedCents) - goodwillCents - held.charged_back_cents
  return Math.max(0, Math.min(capturedCents - refundedCents - held.disputed_cents, staysCents))
}

/** Merges lines of the same account and side. */
const joined = (lines: readonly Line[]): Line[] =>
  [...Map.groupBy(lines, ({ account, side }) => `${account} ${side ?? ''}`).values()].flatMap((same) => {
    const [first] = same
    return first === undefined
      ? []
      : [{ ...first, amountCents: same.reduce((sum, { amountCents }) => sum + amountCents, 0) }]
  })

/** The attempt failed: the card was refused, or the payer never went to their bank. */
export const isFruitless = ({ status }: Payment) => isOver(status)

/** J16: refunds the client more than the terms require, at Kalli's own cost. */
export const goodwill = async (
  work: Work,
  order: { bookingId: string; amountCents: number; idemKey: string },
): Promise<string> => {
  const payment = (await ofBooking(work, order.bookingId)) ?? refuse('not_found')
  const held = await lock(work, payment.id)
  const earlier = await work.db
    .selectFrom('journals')
    .select('id')
    .where('idem_key', '=', order.idemKey)
    .executeTakeFirst()
  if (earlier !== undefined) return payment.id
  const decidedCents = settlementOf(held)?.keepCents
  const ofCardCents =
    decidedCents === undefined ? held.captured_cents : Math.max(0, decidedCents - heldCredit(held))
  const retainedCents = Math.min(held.captured_cents, ofCardCents)
  if (
    order.amountCents <= 0 ||
    order.amountCents > retainedCents - held.goodwill_cents - held.charged_back_cents
  )
    refuse('move_not_allowed')
  await post(work, {
    kind: 'goodwill',
    idemKey: order.idemKey,
    bookingId: order.bookingId,
    at: work.now,
    lines: goodwillLines(order.amountCents),
  })
  await change(work, held, { goodwill_cents: held.goodwill_cents + order.amountCents })
  await advance(work, payment.id)
  return payment.id
}
