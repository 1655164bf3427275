/**
 * A card failed that was to pay for a service already in progress or done: the amount is charged by a separate payment that joins this
 * one (added.ts). docs/booking/upfront.md.
 */
import { heldCredit } from '#server/payment/charge/credit.ts'
import { change, lock, ofBooking, type Payment } from '#server/payment/ledger/row.ts'
import { isOver } from '#server/payment/provider/rules.ts'
import { hasPendingCall } from '#server/payment/charge/step.ts'
import type { Work } from '#server/platform/work.ts'

/** Is this the payment of a failed card, without a settlement? */
export const isLost = (payment: Payment): boolean =>
  payment.method === 'card' && isOver(payment.status) && payment.settlement === null

/**
 * Expects nothing from its card any more, as with one that was only saved; credit and joined charges remain. In the caller's
 * transaction, which has locked the booking. Returns the remaining amount, or null: it is not lost, or a charge is still under way.
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
    // The processor reports this charge as over, and would again at each reading.
    charge_ref: null,
    failure: null,
  })
  return heldCredit(now) + now.added_cents
}
