/** Sends gift cards at their hour, and drops those that stay unpaid. */
import { dayMs, hourMs } from '#contract/platform/duration.ts'
import { giftLimits, giftZone } from '#contract/booking/prepaid/gift-card.ts'
import { changeCard, type GiftCardRow, lockCard } from '#server/booking/contact/gift-card-row.ts'
import { localDate } from '#server/booking/moves/wording.ts'
import { isLookedAt } from '#server/payment/charge/chargeback-evidence.ts'
import { account, type Line } from '#server/payment/ledger/journals.ts'
import { isCharged } from '#server/payment/ledger/part.ts'
import { execute, read as readPayment, refresh, settle } from '#server/payment/charge/payment.ts'
import { refundAmount, isFruitless } from '#server/payment/charge/refund.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { runIsolated } from '#server/platform/each-apart.ts'
import { publish } from '#server/platform/jobs.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

/** Now, or at nine in the morning of a day. Refuses gift_card_day. */
export const sendAtOf = (work: Work, sendOn: string | null): Date => {
  const today = localDate(work.now, giftZone)
  if (sendOn === null || sendOn === today) return work.now
  const last = localDate(new Date(work.now.getTime() + giftLimits.maxDaysAhead * dayMs), giftZone)
  if (sendOn < today || sendOn > last) return refuse('gift_card_day')
  return new Date(
    Temporal.PlainDate.from(sendOn).toZonedDateTime({ timeZone: giftZone, plainTime: '09:00' })
      .epochMilliseconds,
  )
}

/** Brings a gift card in line with its payment; ignores other payments. Also what the job on `payment.changed` does. */
export const followGiftCard = (work: Work, id: string): Promise<void> =>
  inTransaction(work, async (work) => {
    const card = await lockCard(work, id)
    if (card?.status !== 'awaiting_payment') return
    const payment = await readPayment(work, id)
    if (payment === null) return
    if (isFruitless(payment)) {
      await changeCard(work, card, { status: 'failed', ended_at: work.now, ended_by: 'nobody' })
      return
    }
    if (!isCharged(payment) || payment.settlement !== null) return
    const paid = await changeCard(work, card, { status: 'active', paid_at: work.now })
    await settle(work, {
      bookingId: id,
      settlement: { kind: 'gift', keepCents: card.amount_cents, shares: held(card), extras: [] },
    })
    crashPoint('inside-gift-paid')
    await publish(work, 'gift_card.bought', { giftCardId: id })
    if (paid.send_at !== null && paid.send_at <= work.now) await send(work, paid)
  })

/** What remains of the charge: a liability under the card's own id. */
const held = ({ amount_cents: cents }: GiftCardRow): Line[] => [
  { account: account.giftCards, amountCents: -cents },
]

/** Sends one more email; the job that handles the fact writes it, with the code valid at that time. */
export const send = async (work: Work, card: GiftCardRow): Promise<GiftCardRow> => {
  const sent = await changeCard(work, card, { sent_at: work.now, sendings: card.sendings + 1 })
  await publish(work, 'gift_card.sent', { giftCardId: card.id, sending: sent.sendings })
  return sent
}

/** Every minute: emails that are due. Safe in several processes: each email is sent once. */
export const sendDue = async (work: Work): Promise<void> => {
  const due = await work.db
    .selectFrom('gift_cards')
    .select('id')
    .where('status', '=', 'active')
    .where('send_at', '<=', work.now)
    .where('sent_at', 'is', null)
    .orderBy('send_at')
    .limit(200)
    .execute()
  await runIsolated(work, due, ({ id }) =>
    inTransaction(work, async (work) => {
      const card = await lockCard(work, id)
      if (card?.status !== 'active' || card.send_at === null || card.sent_at !== null) return
      if (card.send_at <= work.now && !(await isLookedAt(work, id))) await send(work, card)
    }),
  )
}

/** The time for a buyer who went to their bank and never returned. */
const abandonedMs = hourMs

/** Every five minutes: unfinished purchases. Money that arrives late is refunded. */
export const dropUnpaid = async (work: Work): Promise<void> => {
  const started = await work.db
    .selectFrom('gift_cards')
    .select('id')
    .where('status', '=', 'awaiting_payment')
    .where('created_at', '<=', new Date(work.now.getTime() - abandonedMs))
    .limit(200)
    .execute()
  await runIsolated(work, started, async ({ id }) => {
    const payment = await readPayment(work, id)
    if (payment !== null) await refresh(work, payment.id)
    await followGiftCard(work, id)
    const paymentId = await inTransaction(work, async (work) => {
      const card = await lockCard(work, id)
      if (card?.status !== 'awaiting_payment') return null
      await changeCard(work, card, { status: 'failed', ended_at: work.now, ended_by: 'nobody' })
      return refundAmount(work, id)
    })
    if (paymentId !== null) await execute(work, paymentId)
  })
}
