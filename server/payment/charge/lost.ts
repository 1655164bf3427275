/**
 * A card that was to pay for something that happens already and will not: what it was to bring is charged otherwise, by a payment of its
 * own that joins this one (added.ts). docs/booking/upfront.md.
 */
import { heldCredit } from '#server/payment/charge/credit.ts'
import { change, lock, ofBooking, type Payment } from '#server/payment/ledger/row.ts'
import { isOver } from '#server/payment/provider/rules.ts'
import { hasPendingCall } from '#server/payment/charge/step.ts'
import type { Work } from '#server/platform/work.ts'

/** Is this the payment of a card that brings nothing any more, and of which nothing is decided? */
export const isLost = (payment: Payment): boolean =>
  payment.method === 'card' && isOver(payment.status) && payment.settlement === null

/**
 * From now on its card was to bring nothing, as with one that was only saved; credit and what other charges added remain. In the caller's
 * transaction, which has locked the booking. Returns how much of it remains, or null: it is not lost, or something is still on its way.
 */
export const confirmWithoutCard = async (work: Work, bookingId: string): Promise<number | null> => {
  const found = await ofBooking(work, bookingId)
  if (found === null || !isLost(found)) return null
  const payment = await lock(work, found.id)
  if (!isLost(payment) || payment.coming_cents > 0 || (await hasPendingCall(work, payment.id))) return null
  const now = await change(work, payment, {
    status: 'captured',
    amount_cents: 0,
    authorized_cents: 0,
    capture_limit_cents: null,
    // Its books say that it is over; they would say so again.
    charge_ref: null,
    failure: null,
  })
  return heldCredit(now) + now.added_cents
}
