/**
 * A card hold beside a charge (money.md J1): a payment that is never charged by the clock, only when an actor decides to retain part of
 * it. It ends in a settlement like any other (payment.ts): retaining nothing releases the hold; a part is charged and the rest
 * released.
 */
import { randomUUIDv7 } from 'node:crypto'
import { account } from '#server/payment/ledger/journals.ts'
import { isPaid, payerOf, settle } from '#server/payment/charge/payment.ts'
import { again, type Fresh } from '#server/payment/charge/charge-start.ts'
import { processorOf } from '#server/payment/processor/processor.ts'
import type { SavedCard } from '#server/payment/charge/card.ts'
import { byId, change, lock, ofBooking, type Payment } from '#server/payment/ledger/row.ts'
import { heldForMs } from '#server/payment/provider/rules.ts'
import { intend } from '#server/payment/charge/step.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

/** How long a hold can be relied upon. */
export const holdLastsMs = heldForMs

/**
 * Records the hold of an amount on this card, now or at a later moment, inside the caller's transaction; `execute` after its commit
 * makes it. After a refused card the same may be tried with another. Refuses payment_in_progress.
 */
export const prepareHold = (
  work: Work,
  order: {
    /** The subject of the hold: the payment stores it as its `booking_id`. */
    reference: string
    amountCents: number
    authorizeAt: Date
    card: { token: string } | SavedCard
    returnPath: string
  },
): Promise<string> =>
  inTransaction(work, async (work) => {
    const isLater = order.authorizeAt > work.now
    const fresh: Fresh = {
      payer: payerOf(work.viewer),
      provider: processorOf(work.config).name,
      status: 'created',
      amount_cents: order.amountCents,
      authorize_at: isLater ? order.authorizeAt : null,
      capture_at: null,
      return_path: order.returnPath,
    }
    const id = await started(work, order.reference, fresh)
    const { card } = order
    if ('token' in card) {
      const kind = isLater ? 'save_card' : 'authorize'
      await intend(work, { id }, kind, { amountCents: isLater ? 0 : order.amountCents, token: card.token })
      return id
    }
    await change(work, await lock(work, id), {
      card_ref: card.cardRef,
      card_brand: card.brand,
      card_last4: card.last4,
      ...(isLater ? { status: 'card_saved' } : {}),
    })
    if (!isLater) await intend(work, { id }, 'authorize', { amountCents: order.amountCents })
    return id
  })

const started = async (work: Work, reference: string, fresh: Fresh): Promise<string> => {
  const earlier = await ofBooking(work, reference)
  if (earlier !== null) return again(work, await lock(work, earlier.id), fresh)
  const id = randomUUIDv7()
  await work.db
    .insertInto('payments')
    .values({ ...fresh, id, booking_id: reference, method: 'card', created_at: work.now })
    .execute()
  return id
}

/** The card that paid for a booking and may be charged again; a part uses the card of the whole. Null: there is none. */
export const savedCardOf = async (work: Work, bookingId: string): Promise<SavedCard | null> => {
  const payment = await ofBooking(work, bookingId)
  if (payment === null) return null
  const whole = payment.part_of === null ? payment : await byId(work, payment.part_of)
  return whole === null || whole.card_ref === null
    ? null
    : { cardRef: whole.card_ref, brand: whole.card_brand, last4: whole.card_last4 }
}

/** The bank holds the amount, or the card is saved for a later hold. */
export const isSecured = (payment: Payment) => isPaid(payment)

/**
 * Part of it is claimed and not decided yet: charged just before the hold would expire, and no more than that; the money then waits in
 * the client's funds. In the caller's transaction.
 */
export const keepUntilDecided = async (
  work: Work,
  order: { reference: string; amountCents: number; heldAt: Date | null },
): Promise<void> => {
  const payment = (await ofBooking(work, order.reference)) ?? refuse('payment_in_progress')
  const held = await lock(work, payment.id)
  const since = order.heldAt ?? held.authorize_at ?? work.now
  await change(work, held, {
    capture_limit_cents: order.amountCents,
    capture_at: new Date(since.getTime() + heldForMs),
  })
}

/** Retains this amount, which goes to the host in full: damages are no sale, so no share is taken. Zero releases all of it. */
export const settleHold = (
  work: Work,
  order: { reference: string; retainedCents: number; hostId: number },
): Promise<string | null> => {
  const { retainedCents, hostId } = order
  return settle(work, {
    bookingId: order.reference,
    settlement: {
      kind: retainedCents === 0 ? 'cancellation' : 'damage',
      keepCents: retainedCents,
      shares:
        retainedCents === 0
          ? []
          : [{ account: account.owedToHost, amountCents: -retainedCents, partyId: hostId, side: 'host' }],
      extras: [],
    },
  })
}
