/** An additional amount charged later to a card that has paid before: no request to a bank today. */
import { randomUUIDv7 } from 'node:crypto'
import type { SavedCard } from '#server/payment/charge/card.ts'
import { payerOf } from '#server/payment/charge/payment.ts'
import { processorOf } from '#server/payment/processor/processor.ts'
import { scheduleOf } from '#server/payment/provider/rules.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

/**
 * A payment with its card already saved, in the caller's transaction; the clock holds and charges it like any other (money.md D5).
 * Refuses payment_in_progress for an amount that would have to be held today, and where there is a payment already.
 */
export const prepareSaved = async (
  work: Work,
  order: {
    bookingId: string
    amountCents: number
    startsAt: Date
    card: SavedCard
    asksFirst: boolean
    /** The card's owner, when another person acts; by default the actor. */
    payer?: string
  },
): Promise<void> => {
  const { authorizeAt, captureAt } = scheduleOf(order.startsAt, work.now)
  const isOnlySaved = order.amountCents === 0
  if (authorizeAt === null && !isOnlySaved) return refuse('payment_in_progress')
  const made = await work.db
    .insertInto('payments')
    .values({
      id: randomUUIDv7(),
      booking_id: order.bookingId,
      payer: order.payer ?? payerOf(work.viewer),
      provider: processorOf(work.config).name,
      method: 'card',
      status: 'card_saved',
      amount_cents: order.amountCents,
      card_ref: order.card.cardRef,
      card_brand: order.card.brand,
      card_last4: order.card.last4,
      authorize_at: isOnlySaved ? null : authorizeAt,
      capture_at: order.asksFirst || isOnlySaved ? null : captureAt,
      created_at: work.now,
    })
    .onConflict((conflict) => conflict.column('booking_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made === undefined) refuse('payment_in_progress')
}
