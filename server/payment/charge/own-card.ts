/**
 * The cards that a client saves for their next visit: what distinguishes them and the processor's reference of each, nothing else.
 * Found through their account alone; a payment has its own copy, so a booking made with a card outlives the card's removal.
 */
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { SavedCard } from '#contract/payment/saved-card.ts'
import { processorOf } from '#server/payment/processor/processor.ts'
import type { SavedCard as KnownCard } from '#server/payment/charge/card.ts'
import type { Charge } from '#server/payment/provider/provider.ts'
import type { Payment } from '#server/payment/ledger/row.ts'
import { isExpired } from '#server/payment/provider/rules.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

/** The viewer's cards that the current processor knows. */
const mine = (work: Work) =>
  work.db
    .selectFrom('saved_cards')
    .selectAll()
    .where('account_id', '=', work.viewer.accountId)
    .where('provider', '=', processorOf(work.config).name)

export const list = async (work: Work): Promise<z.input<typeof SavedCard>[]> => {
  const rows = await mine(work).orderBy('saved_at', 'desc').orderBy('id', 'desc').execute()
  return rows
    .map(({ id, brand, last4, expires, saved_at }) => ({
      id,
      brand,
      last4,
      expires,
      isExpired: isExpired(expires, work.now),
      savedAt: saved_at.toISOString(),
    }))
    .toSorted((one, other) => Number(one.isExpired) - Number(other.isExpired))
}

/** Refuses not_found. */
export const forget = async (work: Work, id: string) => {
  const gone = await work.db
    .deleteFrom('saved_cards')
    .where('id', '=', id)
    .where('account_id', '=', work.viewer.accountId)
    .returning('id')
    .executeTakeFirst()
  if (gone === undefined) return refuse('not_found')
  return { ok: true } as const
}

/** One of the viewer's cards, to pay with it now. Refuses not_found and card_expired. */
export const ownCard = async (work: Work, id: string): Promise<KnownCard> => {
  const row = (await mine(work).where('id', '=', id).executeTakeFirst()) ?? refuse('not_found')
  if (isExpired(row.expires, work.now)) return refuse('card_expired')
  return { cardRef: row.card_ref, brand: row.brand, last4: row.last4 }
}

/** Saves an approved card on its owner's request; in the transaction that records the approval. A deleted account saves none. */
export const keepCard = async (work: Work, payment: Payment, charge: Charge): Promise<void> => {
  // Without the last digits there is nothing to show next time.
  if (!/^\d{4}$/.test(charge.cardLast4)) return
  // A wallet offers its own card the next time.
  if (charge.cardWallet !== null) return
  await sql`
    insert into saved_cards (id, account_id, provider, card_ref, brand, last4, expires, saved_at)
    select ${randomUUIDv7()}, id, ${payment.provider}, ${charge.cardRef}, ${charge.cardBrand}, ${charge.cardLast4},
      ${charge.cardExpires}, ${work.now} from accounts where id = ${payment.save_card_for} and erased_at is null
    on conflict on constraint saved_cards_once do update set card_ref = excluded.card_ref, saved_at = excluded.saved_at`.execute(
    work.db,
  )
}
