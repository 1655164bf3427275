/**
 * A booking's price changed after its payment was made: the payment is adjusted, or a separate charge pays the rest and joins it. Such
 * a charge is held first, and captured when its occasion has happened; refunds go back to it before anything else.
 * docs/booking/changes.md.
 */
import { keepRestByHand } from '#server/payment/charge/by-hand.ts'
import { refundCredit, heldCredit, minCardCents } from '#server/payment/charge/credit.ts'
import {
  account,
  arrivedLines,
  divideLines,
  goodwillLines,
  type Line,
  movedLines,
} from '#server/payment/ledger/journals.ts'
import { post } from '#server/payment/ledger/ledger.ts'
import { freeCents, isCharged } from '#server/payment/ledger/part.ts'
import { restoreAdded } from '#server/payment/charge/put-back.ts'
import { change, lock, ofBooking, type Payment } from '#server/payment/ledger/row.ts'
import { isOver } from '#server/payment/provider/rules.ts'
import type { Settlement } from '#server/payment/charge/settlement.ts'
import { advance, hasPendingCall } from '#server/payment/charge/step.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

/** Money for this booking beside the card's: credit, joined charges, and charges under way. */
const besideCents = (payment: Payment) => heldCredit(payment) + payment.added_cents + payment.coming_cents

/**
 * How much a separate charge has to pay to reach `dueCents` in all; zero: the payment itself can be adjusted. For a card that was only
 * saved the amount is changed, for a held one the hold is the limit. Refuses payment_in_progress.
 */
export const restOf = (payment: Payment, dueCents: number): number => {
  if (payment.settlement !== null) return refuse('payment_in_progress')
  if (payment.status === 'card_saved') return 0
  if (payment.status === 'authorized')
    return Math.max(0, dueCents - besideCents(payment) - payment.authorized_cents)
  if (isCharged(payment)) return Math.max(0, dueCents - besideCents(payment) - freeCents(payment))
  return refuse('payment_in_progress')
}

/**
 * Changes the price of the booking; `comingCents` of it are held by a separate charge (`take` follows). In the caller's transaction,
 * which has locked the booking; call `execute` with the result after the commit. Refuses payment_in_progress, and quote_changed when
 * the rest to be paid differs from the amount held.
 */
export const adjust = async (
  work: Work,
  order: { bookingId: string; dueCents: number; comingCents: number; idemKey: string },
): Promise<string> => {
  const { bookingId, dueCents, comingCents, idemKey } = order
  const found = (await ofBooking(work, bookingId)) ?? refuse('payment_in_progress')
  const payment = await lock(work, found.id)
  // A request in flight at the processor has a fixed amount.
  if (await hasPendingCall(work, payment.id)) return refuse('payment_in_progress')
  if (restOf(payment, dueCents) !== comingCents) return refuse('quote_changed')
  if (comingCents > 0) {
    await change(work, await fit(work, payment, dueCents - comingCents, idemKey), {
      coming_cents: payment.coming_cents + comingCents,
    })
    return payment.id
  }
  await fit(work, payment, dueCents, idemKey)
  await advance(work, payment.id)
  return payment.id
}

/**
 * A hold, or a saved card's later charge, is lowered; of charged money the joined charges are refunded first, then the card's own, then
 * credit.
 */
const fit = async (work: Work, payment: Payment, dueCents: number, idemKey: string): Promise<Payment> => {
  const isIn = isCharged(payment)
  const overCents = Math.max(
    0,
    besideCents(payment) + (isIn ? freeCents(payment) : minOf(payment)) - dueCents,
  )
  const addedBackCents = Math.min(payment.added_cents, overCents)
  const cardBackCents = isIn ? Math.min(freeCents(payment), overCents - addedBackCents) : 0
  const creditBackCents = Math.min(heldCredit(payment), overCents - addedBackCents - cardBackCents)
  const backCents = addedBackCents + cardBackCents + creditBackCents
  if (backCents > 0)
    await post(work, {
      kind: 'return',
      idemKey,
      bookingId: payment.booking_id,
      at: work.now,
      lines: divideLines(backCents, 0, []),
    })
  await refundCredit(work, payment, creditBackCents)
  await restoreAdded(work, payment, addedBackCents)
  const values = {
    added_cents: payment.added_cents - addedBackCents,
    returned_cents: payment.returned_cents + cardBackCents,
    credit_back_cents: payment.credit_back_cents + creditBackCents,
  }
  const now = await change(work, payment, values)
  if (isIn) return now
  const cardCents = dueCents - besideCents(now)
  return change(work, now, {
    amount_cents: cardCents,
    // Only this much of the hold is captured.
    capture_limit_cents: cardCents < now.authorized_cents ? cardCents : null,
  })
}

/** A card that is not charged yet secures every visit, with at least this. */
const minOf = ({ amount_cents: amountCents }: Payment) => Math.min(amountCents, minCardCents)

/** Captures the amount held for what has now happened. In the caller's transaction; call `execute` with the result after the commit. */
export const takeHeld = async (work: Work, reference: string): Promise<string> => {
  const found = (await ofBooking(work, reference)) ?? refuse('payment_in_progress')
  const held = await lock(work, found.id)
  if (held.settlement !== null || (held.status !== 'authorized' && !isCharged(held)))
    return refuse('payment_in_progress')
  if (held.capture_at === null) await change(work, held, { capture_at: work.now })
  await advance(work, held.id)
  return held.id
}

/**
 * A captured charge joins the booking's money. If the bank let the hold lapse meanwhile, Kalli bears the loss, as its occasion has
 * happened. In the caller's transaction, which has locked the booking; a repetition changes nothing. Returns whether it is done.
 */
export const join = async (work: Work, order: { bookingId: string; reference: string }): Promise<boolean> => {
  const [main, extra] = [await ofBooking(work, order.bookingId), await ofBooking(work, order.reference)]
  if (main === null || extra === null) return true
  const payment = await lock(work, main.id)
  const charge = await lock(work, extra.id)
  if (charge.adds_to !== null) return true
  const isIn = isCharged(charge)
  if (!isIn && !isOver(charge.status)) return false
  const { amount_cents: cents } = charge
  await moveIn(
    work,
    payment,
    charge,
    isIn ? arrivedLines(cents) : lostLines(cents),
    isIn ? 'part' : 'goodwill',
  )
  await change(work, charge, {
    adds_to: payment.id,
    moved_cents: isIn ? cents : 0,
    settlement: JSON.stringify(nothingElse),
  })
  await change(work, payment, {
    coming_cents: payment.coming_cents - cents,
    added_cents: payment.added_cents + cents,
  })
  await advance(work, charge.id)
  await advance(work, payment.id)
  return true
}

/** A separate charge was ordered for the balance due: nothing is divided before its outcome is known. In the caller's transaction. */
export const expect = async (work: Work, order: { bookingId: string; cents: number }): Promise<void> => {
  const found = (await ofBooking(work, order.bookingId)) ?? refuse('payment_in_progress')
  const payment = await lock(work, found.id)
  if (payment.settled_at !== null) return
  await change(work, payment, {
    coming_cents: payment.coming_cents + order.cents,
    // A card that was only saved had nothing to charge, so it counts as captured.
    ...(payment.status === 'card_saved' && payment.amount_cents === 0 ? { status: 'captured' } : {}),
  })
}

/** The charge failed: the money is divided without it. In the caller's transaction; call `execute` with the result after the commit. */
export const expectNoMore = async (
  work: Work,
  order: { bookingId: string; cents: number },
): Promise<string> => {
  const found = (await ofBooking(work, order.bookingId)) ?? refuse('payment_in_progress')
  const payment = await lock(work, found.id)
  if (payment.settled_at === null)
    await change(work, payment, { coming_cents: payment.coming_cents - order.cents })
  await advance(work, payment.id)
  return payment.id
}

/**
 * The charge arrived after the booking was divided: `shares` are what it adds to each party's share, together its amount; the total is
 * then divided as in `settlement`. In the caller's transaction, which has locked the booking and posts this once.
 */
export const joinDivided = async (
  work: Work,
  order: { bookingId: string; reference: string; shares: readonly Line[]; settlement: Settlement },
): Promise<string> => {
  const { bookingId, reference, shares, settlement } = order
  const [main, extra] = [await ofBooking(work, bookingId), await ofBooking(work, reference)]
  const payment = await lock(work, main?.id ?? refuse('payment_in_progress'))
  const charge = await lock(work, extra?.id ?? refuse('payment_in_progress'))
  const { amount_cents: cents } = charge
  await moveIn(work, payment, charge, arrivedLines(cents), 'part')
  await post(work, {
    kind: 'balance',
    idemKey: `balance:${charge.id}`,
    bookingId,
    at: work.now,
    lines: divideLines(cents, cents, shares),
  })
  await change(work, charge, {
    adds_to: payment.id,
    moved_cents: cents,
    settlement: JSON.stringify(nothingElse),
  })
  await change(work, payment, {
    added_cents: payment.added_cents + cents,
    settlement: JSON.stringify(settlement),
  })
  if (charge.cash_professional_id !== null) await keepRestByHand(work, payment, reference)
  await advance(work, charge.id)
  await advance(work, payment.id)
  return payment.id
}

/**
 * More of a divided booking was paid at the place, without Kalli: the others' part of it is the professional's debt. In the caller's
 * transaction; a repetition changes nothing.
 */
export const dividePaidAtPlace = async (
  work: Work,
  order: { bookingId: string; professionalId: number; netCents: number; lines: readonly Line[] },
): Promise<void> => {
  const { bookingId, professionalId, netCents, lines } = order
  if (netCents === 0 && lines.length === 0) return
  const debt: Line = {
    account: account.owedByProfessional,
    partyId: professionalId,
    side: 'professional',
    amountCents: -netCents,
  }
  await post(work, {
    kind: 'balance',
    idemKey: `balance_at_place:${bookingId}`,
    bookingId,
    at: work.now,
    lines: [debt, ...lines],
  })
}

const moveIn = async (
  work: Work,
  payment: Payment,
  charge: Payment,
  lines: readonly Line[],
  kind: 'part' | 'goodwill',
) => {
  const at = work.now
  if (kind === 'part')
    await post(work, {
      kind: 'set_aside',
      idemKey: `set_aside:${charge.id}`,
      bookingId: charge.booking_id,
      at,
      lines: movedLines(charge.amount_cents),
    })
  await post(work, { kind, idemKey: `part:${charge.id}`, bookingId: payment.booking_id, at, lines })
}

/** All of it belongs to the booking; it has no division of its own. */
const nothingElse = { kind: 'cancellation', keepCents: 0, shares: [], extras: [] }

const lostLines = (cents: number): Line[] =>
  goodwillLines(cents).map((line) =>
    line.account === account.refundPayable ? { ...line, account: account.clientFunds } : line,
  )
