/** A card charged immediately: a rent to a host, a tip. The reference takes the place of a booking's id. */
import { randomUUIDv7 } from 'node:crypto'
import { again, type Fresh } from '#server/payment/charge/charge-start.ts'
import { processorOf } from '#server/payment/processor/processor.ts'
import { change, lock, ofBooking } from '#server/payment/ledger/row.ts'
import { intend } from '#server/payment/charge/step.ts'
import type { Work } from '#server/platform/work.ts'

export type AtOnce = {
  reference: string
  amountCents: number
  payer: string
  /** A new card's token, or the processor's reference of a saved card. */
  card: { token: string } | { cardRef: string; brand?: string | null; last4?: string | null }
  returnPath: string
}

/**
 * Records the charge in the transaction that has locked what is paid for; `execute` after its commit makes it. After a refused card the
 * same may be tried with another. Refuses payment_in_progress.
 */
export const orderAtOnce = async (work: Work, order: AtOnce): Promise<string> => {
  const { card } = order
  const id = await started(work, order.reference, {
    payer: order.payer,
    provider: processorOf(work.config).name,
    status: 'created',
    amount_cents: order.amountCents,
    authorize_at: null,
    capture_at: work.now,
    return_path: order.returnPath,
  })
  if ('cardRef' in card)
    await change(work, await lock(work, id), {
      card_ref: card.cardRef,
      card_brand: card.brand ?? null,
      card_last4: card.last4 ?? null,
    })
  const token = 'token' in card ? { token: card.token } : {}
  await intend(work, { id }, 'authorize', { amountCents: order.amountCents, ...token })
  return id
}

const started = async (work: Work, reference: string, fresh: Fresh): Promise<string> => {
  const earlier = await ofBooking(work, reference)
  if (earlier !== null) return again(work, await lock(work, earlier.id), fresh)
  const { id } = await work.db
    .insertInto('payments')
    .values({ ...fresh, id: randomUUIDv7(), booking_id: reference, method: 'card', created_at: work.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
