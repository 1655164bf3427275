/** Another card for an active visit: the saved one was refused at authorization. */
import type * as z from 'zod/mini'
import type { Booking } from '#contract/booking/booking.ts'
import { lockFor, type ViewerQuery } from '#server/booking/moves/party.ts'
import { readAs } from '#server/booking/summary/present.ts'
import { execute, isPaid } from '#server/payment/charge/payment.ts'
import { isRefused, prepareOtherCard } from '#server/payment/charge/charge-start.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

/**
 * For the client only, until the visit would be charged; the booking itself does not change. Refuses not_found, move_not_allowed when no
 * card was refused, payment_in_progress, and card_declined with the saved card unchanged.
 */
export const otherCard = async (
  work: Work,
  id: string,
  order: Pick<ViewerQuery, 't'> & { token: string },
): Promise<z.input<typeof Booking>> => {
  const paymentId = await inTransaction(work, async (work) => {
    const { booking } = await lockFor(work, id, { t: order.t, as: 'client' })
    if (booking.status !== 'confirmed') return refuse('move_not_allowed')
    return prepareOtherCard(work, { bookingId: id, token: order.token })
  })
  const payment = await execute(work, paymentId)
  if (!isPaid(payment) || isRefused(payment)) {
    const { payment } = await readAs(work, id, 'client')
    return refuse('card_declined', { failure: payment?.failure ?? null })
  }
  return readAs(work, id, 'client')
}
