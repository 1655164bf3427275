/** A gift card was redeemed: its giver is notified in their account; else by email (booking/prepaid/gift-card-mails.ts). */
import { formatCents } from '#contract/platform/money.ts'
import { notify } from '#server/notification/message/notify.ts'
import type { Work } from '#server/platform/work.ts'

/** Once. */
export const notifyRedeemed = async (work: Work, id: string) => {
  const card = await work.db
    .selectFrom('gift_cards as card')
    .innerJoin('clients', 'clients.id', 'card.buyer_id')
    .select(['card.to_name', 'card.amount_cents', 'card.status', 'clients.account_id'])
    .where('card.id', '=', id)
    .executeTakeFirst()
  if (card?.status !== 'redeemed' || card.account_id === null) return
  await notify(work, 'booking_confirmed', [
    {
      accountId: card.account_id,
      title: `${card.to_name} ya tiene tu regalo`,
      message: `Los ${formatCents(card.amount_cents)} que regalaste ya están en su saldo.`,
      about: { kind: 'gift_card', id },
      dedupeKey: `gift_card:${id}:redeemed`,
    },
  ])
}
