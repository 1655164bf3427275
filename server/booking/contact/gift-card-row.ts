/** The rows of gift cards: found through their buyer, or by a code of which only the hash is stored. */
import { dayMs } from '#contract/platform/duration.ts'
import type { FastifyInstance } from 'fastify'
import { type Selectable, sql, type Updateable } from 'kysely'
import * as z from 'zod/mini'
import {
  giftCodeOf,
  GiftCardStatus,
  type OwnGiftCard,
  readGiftCode,
} from '#contract/booking/prepaid/gift-card.ts'
import { holdersOf } from '#server/booking/moves/party.ts'
import { isLookedAt } from '#server/payment/charge/chargeback-evidence.ts'
import { read as readPayment } from '#server/payment/charge/payment.ts'
import { view } from '#server/payment/charge/payment-view.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { GiftCards } from '#server/platform/database/tables.ts'
import { hashToken } from '#server/platform/tokens.ts'
import { isOwn, type Work } from '#server/platform/work.ts'

export type GiftCardRow = Selectable<GiftCards>

/** The secret of a card, whose row stores the hash. Derived again to send or show it, so no table or queue contains it. */
export const codeOf = (
  work: Pick<Work, 'tokens'>,
  { id, generation }: Pick<GiftCardRow, 'id' | 'generation'>,
): string => giftCodeOf(hashToken(work.tokens.sign('gift-card', { id, generation }, forEver)))
const forEver = new Date('9999-12-31T00:00:00Z')

export const hashOfCode = (work: Pick<Work, 'tokens'>, card: Pick<GiftCardRow, 'id' | 'generation'>) =>
  hashToken(codeOf(work, card))

/** The page that the code opens. */
export const linkOf = (work: Work, code: string) => `${work.config.publicUrl}/gift/${code}`

/** `GET /gift/<code>`, short enough to type from paper: redirects to that page and changes nothing. */
export const mountGiftLinks = (app: FastifyInstance) => {
  app.get<{ Params: { code: string } }>('/gift/:code', (request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .redirect(`/dynamic-checkout?gift=${encodeURIComponent(request.params.code.slice(0, 60))}`),
  )
}

/** Refuses gift_card_unknown. */
export const findByCode = async (work: Work, typed: string): Promise<GiftCardRow> => {
  const code = readGiftCode(typed)
  const row =
    code === null
      ? undefined
      : await work.db
          .selectFrom('gift_cards')
          .selectAll()
          .where('code_hash', '=', hashToken(code))
          .executeTakeFirst()
  return row ?? refuse('gift_card_unknown')
}

export const lockCard = (work: Work, id: string): Promise<GiftCardRow | undefined> =>
  work.db.selectFrom('gift_cards').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const changeCard = (
  work: Work,
  card: GiftCardRow,
  values: Updateable<GiftCards>,
): Promise<GiftCardRow> =>
  work.db
    .updateTable('gift_cards')
    .set({ ...values, version: card.version + 1 })
    .where('id', '=', card.id)
    .returningAll()
    .executeTakeFirstOrThrow()

const viewKind = 'gift-card-view'
/** Buyers look for a receipt long after, and the money never expires. */
const viewDays = 10 * 365

/** The signed link by which a buyer without an account acts. */
export const giftViewToken = (work: Work, { id, created_at }: Pick<GiftCardRow, 'id' | 'created_at'>) =>
  work.tokens.sign(viewKind, { g: id }, new Date(created_at.getTime() + viewDays * dayMs))

type ViewerQuery = { id: string; t?: string | undefined }

/** Refuses not_found for anyone but the buyer. */
export const findOwn = async (work: Work, { id, t }: ViewerQuery): Promise<GiftCardRow> => {
  const row = await work.db.selectFrom('gift_cards').selectAll().where('id', '=', id).executeTakeFirst()
  return row !== undefined && isBuyer(work, row, t) ? row : refuse('not_found')
}

export const lockOwn = async (work: Work, { id, t }: ViewerQuery): Promise<GiftCardRow> => {
  const row = await lockCard(work, id)
  return row !== undefined && isBuyer(work, row, t) ? row : refuse('not_found')
}

const isBuyer = (work: Work, card: GiftCardRow, t: string | undefined) =>
  (t !== undefined && work.tokens.open(viewKind, t, work.now)?.['g'] === card.id) ||
  isOwn(work.viewer.clientId, card.buyer_id) ||
  isSameBrowser(work, card)

/** The buyer returns from the bank's page without the link; for a day the browser needs none. */
const isSameBrowser = ({ viewer, now }: Work, { holder, created_at }: GiftCardRow) =>
  holdersOf(viewer).includes(holder) && now.getTime() - created_at.getTime() < dayMs

export const present = async (work: Work, card: GiftCardRow): Promise<z.input<typeof OwnGiftCard>> => {
  const payment = await readPayment(work, card.id)
  return {
    id: card.id,
    version: card.version,
    status: z.parse(GiftCardStatus, card.status),
    amountCents: card.amount_cents,
    from: card.from_name,
    to: card.to_name,
    message: card.message,
    email: card.email,
    phone: card.phone,
    sendAt: card.send_at?.toISOString() ?? null,
    sentAt: card.sent_at?.toISOString() ?? null,
    createdAt: card.created_at.toISOString(),
    redeemedAt: card.redeemed_at?.toISOString() ?? null,
    endedAt: card.ended_at?.toISOString() ?? null,
    isLookedAt: card.status === 'active' && (await isLookedAt(work, card.id)),
    payment: payment === null ? null : view(payment),
  }
}

/** A client left: deletes the messages and addresses they entered. The recipient of one of their cards keeps its money. */
export const forgetGiftCards = async (work: Work, clientIds: readonly number[]): Promise<void> => {
  await sql`
    update gift_cards set from_name = '', message = '', email = null, phone = null, send_at = null, holder = '', version = version + 1
    where buyer_id = any (${clientIds})`.execute(work.db)
  await sql`
    update gift_cards set to_name = '', version = version + 1
    where redeemed_by = any (${clientIds}) or buyer_id = any (${clientIds}) and status <> 'active'`.execute(
    work.db,
  )
}
