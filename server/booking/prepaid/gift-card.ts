/**
 * Gift cards: bought by card, sent at their hour, cancelled while not redeemed. Until then the money of each is on 2055 under its own id;
 * gift-redeem.ts turns it into credit. docs/booking/gift-cards.md.
 */
import type * as z from 'zod/mini'
import type { Input } from '#contract/platform/endpoint.ts'
import {
  type buyGiftCard,
  type giftCardCode,
  giftLimits,
  mayMoveGiftCard,
  type OwnGiftCard,
  type sendGiftCard,
  spacedGiftCode,
  type takeBackGiftCard,
} from '#contract/booking/prepaid/gift-card.ts'
import { hideContact } from '#contract/conversation/outside-contact.ts'
import { clientOf, type Contact } from '#server/booking/contact/client.ts'
import { confirmedContactIn } from '#server/booking/contact/contact.ts'
import {
  changeCard,
  codeOf,
  findOwn,
  giftViewToken,
  type GiftCardRow,
  hashOfCode,
  linkOf,
  lockOwn,
  present,
} from '#server/booking/contact/gift-card-row.ts'
import { holderOf } from '#server/booking/moves/party.ts'
import { account } from '#server/payment/ledger/journals.ts'
import { execute, read as readPayment } from '#server/payment/charge/payment.ts'
import { giveBackLater } from '#server/payment/charge/refund.ts'
import { prepare } from '#server/payment/charge/charge-start.ts'
import { uuidOf } from '#server/platform/http/call-id.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { publish } from '#server/platform/jobs.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { phoneToText } from '#server/verification/texting.ts'
import { sendAtOf, followGiftCard, send } from '#server/booking/prepaid/gift-card-send.ts'

type View = z.input<typeof OwnGiftCard>

/** Refuses contact_unconfirmed, invalid_phone, gift_card_words, gift_card_day, card_declined. With 3-D Secure answers the address. */
export const buy = async (work: Work, { body }: Input<typeof buyGiftCard>): Promise<View & { t: string }> => {
  const buyer = await buyerOf(work, body)
  const texts = [body.from, body.to, body.message]
  if (texts.some((text) => hideContact(text) !== null)) return refuse('gift_card_words')
  const { delivery } = body
  const id = idOf(holderOf(work.viewer), body.requestId)
  const prepared = await inTransaction(work, async (work) => {
    const card = { id, generation: 1 }
    const fresh = await work.db
      .insertInto('gift_cards')
      .values({
        ...card,
        status: 'awaiting_payment',
        buyer_id: await clientOf(work, buyer),
        holder: holderOf(work.viewer),
        amount_cents: body.amountCents,
        from_name: body.from,
        to_name: body.to,
        message: body.message,
        email: delivery.by === 'email' ? delivery.email : null,
        phone: delivery.by === 'phone' ? phoneToText(work, delivery.phone) : null,
        send_at: delivery.by === 'hand' ? null : sendAtOf(work, delivery.sendOn),
        code_hash: hashOfCode(work, card),
        created_at: work.now,
      })
      // Of two concurrent requests the second conflicts by the id, or by the code, which follows from the id.
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    // The earlier request was cut off after this, and is retried.
    if (fresh === undefined) return ((await readPayment(work, id)) ?? refuse('payment_in_progress')).id
    const order = await prepare(work, {
      bookingId: id,
      amountCents: body.amountCents,
      startsAt: work.now,
      token: body.cardToken,
      returnPath: `/dynamic-checkout?gift=${id}`,
    })
    crashPoint('inside-gift')
    return order
  })
  crashPoint('committed-gift')
  await execute(work, prepared)
  await followGiftCard(work, id)
  const card = await findOwn(work, { id })
  const shown = await present(work, card)
  return card.status === 'failed'
    ? refuse('card_declined', { failure: shown.payment?.failure ?? null })
    : { ...shown, t: giftViewToken(work, card) }
}

/** A buyer's purchase under its idempotency key: the id of another payment cannot be chosen. */
const idOf = (holder: string, request: string): string => uuidOf(`gift card ${holder} ${request}`)

/** The signed-in account, or a visitor who has proved that the telephone or the email is theirs. */
const buyerOf = async (
  work: Work,
  {
    from,
    contactEmail,
    contactPhone,
  }: { from: string; contactEmail?: string | undefined; contactPhone?: string | undefined },
): Promise<Contact> => {
  const { accountId } = work.viewer
  if (accountId === null) {
    const { channel, address } = await confirmedContactIn(work, { email: contactEmail, phone: contactPhone })
    return channel === 'sms'
      ? { firstName: from, lastName: '', email: '', phone: address, proved: 'phone' }
      : { firstName: from, lastName: '', email: address, phone: '', proved: 'email' }
  }
  const me = await work.db
    .selectFrom('accounts')
    .select(['first_name', 'last_name', 'email', 'phone'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return { firstName: me.first_name, lastName: me.last_name, email: me.email, phone: me.phone ?? '' }
}

export const list = async (work: Work): Promise<View[]> => {
  const { clientId } = work.viewer
  if (clientId === null) return []
  const rows = await work.db
    .selectFrom('gift_cards')
    .selectAll()
    .where('buyer_id', '=', clientId)
    .where('status', '<>', 'failed')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(50)
    .execute()
  return Promise.all(rows.map((row) => present(work, row)))
}

type RequestParams = { params: { id: string }; query: { t?: string | undefined } }

export const read = async (work: Work, { params, query }: RequestParams): Promise<View> =>
  present(work, await findOwn(work, { ...params, ...query }))

/** Refuses not_found, move_not_allowed with the reason. */
export const showCode = async (
  work: Work,
  { params, query }: RequestParams,
): Promise<z.input<(typeof giftCardCode)['reply']>> => {
  const card = await findOwn(work, { ...params, ...query })
  await requireOpen(work, card)
  const code = codeOf(work, card)
  return { code: spacedGiftCode(code), link: linkOf(work, code) }
}

const requireOpen = async (work: Work, card: GiftCardRow): Promise<void> => {
  const may = mayMoveGiftCard(await present(work, card))
  if (!may.allowed) throw new Refusal('move_not_allowed', undefined, may.reason)
}

/**
 * Sends it again, to the same or another address, or on a day. Another address gets another code, so that a mistaken earlier recipient
 * holds a void one. Refuses not_found, move_not_allowed with the reason, gift_card_day, gift_card_letters.
 */
export const sendAgain = async (
  work: Work,
  { params, query, body }: RequestParams & Pick<Input<typeof sendGiftCard>, 'body'>,
): Promise<View> =>
  inTransaction(work, async (work) => {
    const card = await lockOwn(work, { ...params, ...query })
    await requireOpen(work, card)
    if (card.sendings >= giftLimits.maxSendings) return refuse('gift_card_letters')
    const phone = body.phone === undefined ? null : phoneToText(work, body.phone)
    const isElsewhere = card.sent_at !== null && (card.email !== (body.email ?? null) || card.phone !== phone)
    const generation = card.generation + (isElsewhere ? 1 : 0)
    const sendAt = sendAtOf(work, body.sendOn)
    const addressed = await changeCard(work, card, {
      email: body.email ?? null,
      phone,
      send_at: sendAt,
      sent_at: null,
      generation,
      code_hash: hashOfCode(work, { id: card.id, generation }),
    })
    return present(work, sendAt <= work.now ? await send(work, addressed) : addressed)
  })

/**
 * Refunds all of it to the card that paid, while not redeemed. Repeating it refunds once. Refuses not_found, move_not_allowed with the
 * reason.
 */
export const takeBack = async (work: Work, { params, query }: Input<typeof takeBackGiftCard>) => {
  const paymentId = await inTransaction(work, async (work) => {
    const card = await lockOwn(work, { ...params, ...query })
    if (card.status === 'cancelled' && card.ended_by === 'buyer') return null
    await requireOpen(work, card)
    return end(work, card, 'buyer', card.amount_cents)
  })
  crashPoint('committed-gift-return')
  if (paymentId !== null) await execute(work, paymentId)
  return read(work, { params, query })
}

/** Voids the code and refunds this amount to the buyer; in the caller's transaction, which has locked the card. */
export const end = async (
  work: Work,
  card: GiftCardRow,
  by: 'buyer' | 'bank',
  backCents: number,
): Promise<string | null> => {
  await changeCard(work, card, { status: 'cancelled', ended_at: work.now, ended_by: by })
  const paymentId =
    backCents === 0
      ? null
      : await giveBackLater(work, {
          bookingId: card.id,
          amountCents: backCents,
          before: [{ account: account.giftCards, amountCents: -backCents }],
          after: [],
          idemKey: `gift_return:${card.id}`,
          kind: 'gift_return',
        })
  crashPoint('inside-gift-return')
  await publish(work, 'gift_card.ended', { giftCardId: card.id })
  return paymentId
}
