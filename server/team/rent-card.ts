/**
 * Rents by card: by hand, or automatically with a card saved for them. Earnings may pay a part meanwhile; what the card overpaid is
 * refunded.
 */
import { sql } from 'kysely'
import { dayMs } from '#contract/platform/duration.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import type { payRentCharge, RentCard, RentReceipt } from '#contract/team/rent.ts'
import { teamLimits } from '#contract/team/member.ts'
import { after } from '#server/hiring/fit/hiring.ts'
import { lockOwed, orderRent, settleRent } from '#server/payment/payout/business-rent.ts'
import { isCharged } from '#server/payment/ledger/part.ts'
import { execute, read as readPayment } from '#server/payment/charge/payment.ts'
import { isFruitless } from '#server/payment/charge/refund.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { runIsolated } from '#server/platform/each-apart.ts'
import { publish } from '#server/platform/jobs.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, isOwn, type Work } from '#server/platform/work.ts'
import { stillOwed } from '#server/team/owed.ts'
import { settle } from '#server/team/rent-settle.ts'
import { receipt } from '#server/team/rent-receipt.ts'

type Due = {
  id: string
  status: string
  professionalId: number
  accountId: number
  membershipId: number
  owedCents: number
  cardRequested: 'by_hand' | 'by_itself' | null
  keepCard: boolean
  tries: number
}

/** Locked with the professional's debt, so that the unpaid amount does not change. */
const lockDue = async (work: Work, id: string): Promise<Due | undefined> => {
  const held = await work.db
    .selectFrom('rent_charges')
    .select('professional_id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (held === undefined) return undefined
  await lockOwed(work, held.professional_id)
  const { rows } = await sql<Due>`
    select c.id, c.status, c.professional_id as "professionalId", p.account_id as "accountId", c.membership_id as "membershipId",
      ${stillOwed} as "owedCents", c.card_requested as "cardRequested", c.save_card as "keepCard", c.card_tries as tries
    from rent_charges c join professionals p on p.id = c.professional_id where c.id = ${id}`.execute(work.db)
  return rows[0]
}

const orderOf = (due: Due, card: { token: string } | { cardRef: string }) => ({
  reference: due.id,
  amountCents: due.owedCents,
  accountId: due.accountId,
  card,
  returnPath: `/inhouse-professionals?as=member&open=${due.membershipId}`,
})

/** The viewer's, with this card. Refuses `not_found`, `rent_paid`, `rent_card_declined`, `payment_in_progress`. */
export const payByCard = async (
  work: Work,
  { params, body }: Input<typeof payRentCharge>,
): Promise<RentReceipt> => {
  const paymentId = await inTransaction(work, async (work) => {
    const due = await lockDue(work, params.id)
    if (due === undefined || !isOwn(work.viewer.professionalId, due.professionalId))
      return refuse('not_found')
    if (due.owedCents === 0) return refuse('rent_paid')
    const ordered = await orderRent(work, orderOf(due, { token: body.cardToken }))
    await work.db
      .updateTable('rent_charges')
      .set({ card_requested: 'by_hand', save_card: body.keep, card_failure: null })
      .where('id', '=', due.id)
      .execute()
    return ordered
  })
  const payment = await execute(work, paymentId)
  await followCard(work, params.id)
  if (isFruitless(payment)) return refuse('rent_card_declined')
  return receipt(work, { params, query: {}, body: undefined })
}

/** Records the result of a card payment for a rent. Safe to repeat; ignores other references. */
export const followCard = (work: Work, id: string): Promise<void> =>
  inTransaction(work, async (work) => {
    const due = await lockDue(work, id)
    const payment = due === undefined ? null : await readPayment(work, id)
    if (due === undefined || payment === null) return
    if (isCharged(payment) && payment.settlement === null) {
      await settleRent(work, payment, { reference: id, ...due })
      crashPoint('inside-rent-card')
      if (due.keepCard && payment.card_ref !== null && payment.card_last4 !== null)
        await keep(work, due.professionalId, {
          provider: payment.provider,
          card_ref: payment.card_ref,
          brand: payment.card_brand ?? 'otra',
          last4: payment.card_last4,
        })
      await answered(work, id, null)
      return settle(work, due.professionalId)
    }
    // An automatic charge has no cardholder present to authenticate at the bank.
    const saidNo =
      isFruitless(payment) || (due.cardRequested === 'by_itself' && payment.status === 'requires_action')
    if (!saidNo || due.cardRequested === null) return
    await answered(work, id, payment.failure ?? 'authentication_required')
    if (due.cardRequested === 'by_itself')
      await publish(work, 'rent_charge.changed', { chargeId: id, move: 'card_refused' })
  })

const answered = (work: Work, id: string, failure: string | null) =>
  work.db
    .updateTable('rent_charges')
    .set({ card_requested: null, save_card: false, card_failure: failure })
    .where('id', '=', id)
    .where('status', '=', 'due')
    .execute()

type Saved = { provider: string; card_ref: string; brand: string; last4: string }

const keep = (work: Work, professionalId: number, card: Saved) =>
  work.db
    .insertInto('rent_cards')
    .values({ ...card, professional_id: professionalId, saved_at: work.now })
    .onConflict((conflict) => conflict.column('professional_id').doUpdateSet({ ...card, saved_at: work.now }))
    .execute()

const aRound = 200

/** Every minute: charges saved cards for new rents, and again a day later, three times in all. */
export const askSavedCards = async (work: Work) => {
  const { rows } = await sql<{ id: string }>`
    select c.id from rent_charges c join rent_cards k on k.professional_id = c.professional_id
    where c.status = 'due' and c.card_next_at <= ${work.now} and c.card_requested is null
    order by c.number limit ${aRound}`.execute(work.db)
  await runIsolated(work, rows, async ({ id }) => {
    const paymentId = await inTransaction(work, (work) => askSavedCard(work, id))
    if (paymentId === null) return
    await execute(work, paymentId)
    await followCard(work, id)
  })
}

/** Null: nothing to charge any more. */
const askSavedCard = async (work: Work, id: string): Promise<string | null> => {
  const due = await lockDue(work, id)
  if (due === undefined || due.status !== 'due' || due.cardRequested !== null) return null
  const card = await work.db
    .selectFrom('rent_cards')
    .select('card_ref')
    .where('professional_id', '=', due.professionalId)
    .executeTakeFirst()
  if (card === undefined || due.owedCents === 0) return null
  const tries = due.tries + 1
  await work.db
    .updateTable('rent_charges')
    .set({
      card_requested: 'by_itself',
      card_tries: tries,
      card_next_at: tries < teamLimits.cardTries ? after(work.now, dayMs) : null,
      card_failure: null,
    })
    .where('id', '=', id)
    .execute()
  return orderRent(work, orderOf(due, { cardRef: card.card_ref }))
}

export const rentCard = async (work: Work): Promise<{ card: RentCard | null }> => {
  const row = await work.db
    .selectFrom('rent_cards')
    .select(['brand', 'last4', 'saved_at'])
    .where('professional_id', '=', work.viewer.professionalId)
    .executeTakeFirst()
  return {
    card:
      row === undefined ? null : { brand: row.brand, last4: row.last4, savedAt: row.saved_at.toISOString() },
  }
}

export const forgetRentCard = async (work: Work) => {
  await work.db.deleteFrom('rent_cards').where('professional_id', '=', work.viewer.professionalId).execute()
  return { ok: true } as const
}
