/** Redeeming a gift card: all of it becomes the person's credit, once. Also what a chargeback takes of it. */
import type * as z from 'zod/mini'
import type { Input } from '#contract/platform/endpoint.ts'
import type { readGift, redeemGift } from '#contract/booking/prepaid/gift-card.ts'
import { clientOf, type Contact } from '#server/booking/contact/client.ts'
import { end } from '#server/booking/prepaid/gift-card.ts'
import { changeCard, findByCode, type GiftCardRow, lockCard } from '#server/booking/contact/gift-card-row.ts'
import { isLookedAt } from '#server/payment/charge/chargeback-evidence.ts'
import { creditOf, lockCredit } from '#server/payment/charge/credit.ts'
import { account, giftRedeemedLines, type Line } from '#server/payment/ledger/journals.ts'
import { post } from '#server/payment/ledger/ledger.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { publish } from '#server/platform/jobs.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { isContactConfirmed, reachablePhone } from '#server/verification/contact.ts'

/** Refuses gift_card_unknown for every code that cannot be redeemed. */
export const look = async (work: Work, code: string): Promise<z.input<(typeof readGift)['reply']>> => {
  const card = await findByCode(work, code)
  if (!(await isOpen(work, card))) return refuse('gift_card_unknown')
  return {
    from: card.from_name || 'Alguien',
    to: card.to_name,
    message: card.message,
    amountCents: card.amount_cents,
  }
}

const isOpen = async (work: Work, card: GiftCardRow) =>
  card.status === 'active' && !(await isLookedAt(work, card.id))

/** Refuses gift_card_unknown, contact_unconfirmed. The client who redeemed it before gets the same answer. */
export const redeem = (
  work: Work,
  { body }: Input<typeof redeemGift>,
): Promise<z.input<(typeof redeemGift)['reply']>> =>
  inTransaction(work, async (work) => {
    const { id } = await findByCode(work, body.code)
    const person = await personOf(work, body.contact)
    await lockCard(work, id)
    // A concurrent call may have redeemed it or replaced its code.
    const card = await findByCode(work, body.code)
    const clientId = await clientOf(work, { ...person, firstName: person.firstName || card.to_name })
    if (card.status === 'redeemed' && card.redeemed_by === clientId)
      return { amountCents: card.amount_cents, creditCents: await creditOf(work, clientId) }
    if (!(await isOpen(work, card))) return refuse('gift_card_unknown')
    await changeCard(work, card, { status: 'redeemed', redeemed_at: work.now, redeemed_by: clientId })
    await post(work, {
      kind: 'gift_redeemed',
      idemKey: `gift_redeemed:${id}`,
      bookingId: id,
      at: work.now,
      lines: giftRedeemedLines(clientId, card.amount_cents),
    })
    crashPoint('inside-gift-redeemed')
    await publish(work, 'gift_card.redeemed', { giftCardId: id })
    return { amountCents: card.amount_cents, creditCents: await creditOf(work, clientId) }
  })

/** The signed-in account, or a visitor who has proved that the telephone or the email is theirs. */
const personOf = async (
  work: Work,
  contact: { email: string; phone: string; firstName: string; lastName: string } | undefined,
): Promise<Contact> => {
  if (work.viewer.accountId !== null)
    return work.db
      .selectFrom('accounts')
      .select(['first_name as firstName', 'last_name as lastName', 'email'])
      .select((query) => query.fn.coalesce('phone', query.val('')).as('phone'))
      .where('id', '=', work.viewer.accountId)
      .executeTakeFirstOrThrow()
  if (contact === undefined) return refuse('contact_unconfirmed')
  const phone = reachablePhone(contact.phone)
  if (phone !== null && (await isContactConfirmed(work, phone, 'sms')))
    return { ...contact, phone, proved: 'phone' }
  if (!(await isContactConfirmed(work, contact.email))) return refuse('contact_unconfirmed')
  return { ...contact, phone: '' }
}

/**
 * J19 of a gift card's charge, in the transaction that has locked the card: what was not redeemed is cancelled; of the credit as much as is
 * left is taken, and the rest is Kalli's loss. Lines that sum to `cents`.
 */
export const loseGift = async (
  work: Work,
  card: GiftCardRow,
  cents: number,
): Promise<{ by: 'gift' | 'platform'; lines: Line[] }> => {
  if (card.status === 'active')
    return { by: 'gift', lines: [{ account: account.giftCards, amountCents: cents }] }
  if (card.redeemed_by === null)
    return { by: 'platform', lines: [{ account: account.goodwill, amountCents: cents }] }
  await lockCredit(work, card.redeemed_by)
  const creditCents = Math.max(0, Math.min(cents, await creditOf(work, card.redeemed_by)))
  return {
    by: creditCents === cents ? 'gift' : 'platform',
    lines: [
      { account: account.clientCredit, partyId: card.redeemed_by, amountCents: creditCents },
      { account: account.goodwill, amountCents: cents - creditCents },
    ],
  }
}

/** A card whose charge a bank reversed, fully or partly: it can no longer be redeemed, and what the bank left is refunded. */
export const endLost = async (work: Work, card: GiftCardRow, lostCents: number): Promise<string | null> =>
  card.status === 'active' ? end(work, card, 'bank', card.amount_cents - lostCents) : null
