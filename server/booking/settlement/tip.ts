/**
 * A client's tip beside the price (product.md §4, B18): charged once and at once to the card that paid the visit, or to another, in full
 * for the professional. Its payment, journal and payout are its own, so that it is paid out whenever it comes. docs/booking/meter.md.
 */
import * as z from 'zod/mini'
import { hourMs } from '#contract/platform/duration.ts'
import { formatCents } from '#contract/platform/money.ts'
import { maxTipCents, tipChoice } from '#contract/booking/tip-limits.ts'
import {
  mayReturnTip,
  mayTip,
  TipState,
  type giveTip,
  type returnTip as returnEndpoint,
  type TipView,
} from '#contract/booking/settlement/tip.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { statusOf, type BookingRow } from '#server/booking/moves/move.ts'
import { findFor, lockFor, type ViewerQuery } from '#server/booking/moves/party.ts'
import { orderAtOnce, type AtOnce } from '#server/payment/charge/at-once.ts'
import { bear, freeze, thaw } from '#server/payment/charge/frozen.ts'
import { savedCardOf } from '#server/payment/charge/guarantee.ts'
import { payeeLine } from '#server/payment/ledger/journals.ts'
import { isCharged } from '#server/payment/ledger/part.ts'
import { execute, payerOf, read as readPayment, refresh, settle } from '#server/payment/charge/payment.ts'
import { refundAmount, isFruitless, leftOf, refundLater } from '#server/payment/charge/refund.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { runIsolated } from '#server/platform/each-apart.ts'
import { publish } from '#server/platform/jobs.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { releaseAt } from '#server/pricing/pricing.ts'
import { openTerms } from '#server/pricing/terms.ts'
import {
  type TipRow,
  stateOf,
  tipOf,
  insert,
  again,
  lockTip,
  move,
  bookingOf,
} from '#server/booking/settlement/tip-row.ts'

type View = z.input<typeof TipView>

const promiseOf = (work: Work, bookingId: string) =>
  work.db
    .selectFrom('tip_promises')
    .select('amount_cents')
    .where('booking_id', '=', bookingId)
    .executeTakeFirst()

/** Deletes the promise in any state; in the transaction that has locked its visit. Returns the amount. */
export const endPromise = async (work: Work, bookingId: string): Promise<number | null> => {
  const row = await work.db
    .deleteFrom('tip_promises')
    .where('booking_id', '=', bookingId)
    .returning('amount_cents')
    .executeTakeFirst()
  return row?.amount_cents ?? null
}
const request = (booking: BookingRow, row: TipRow | undefined) => ({
  kind: booking.kind,
  status: statusOf(booking),
  tip: stateOf(row),
})

/** For the client only. Refuses not_found. */
export const readTip = async (
  work: Work,
  bookingId: string,
  viewer: Pick<ViewerQuery, 't'>,
): Promise<View> => {
  const { booking } = await findFor(work, bookingId, { t: viewer.t, as: 'client' })
  const row = await tipOf(work, bookingId)
  const payment = row === undefined ? null : await readPayment(work, row.id)
  const card = await savedCardOf(work, bookingId)
  const may = mayTip(request(booking, row))
  return {
    tip:
      row === undefined
        ? null
        : {
            amountCents: row.amount_cents,
            state: z.parse(TipState, row.state),
            actionUrl: row.state === 'asked' ? (payment?.action_url ?? null) : null,
          },
    may: { allowed: may.allowed, reason: may.allowed ? null : may.reason },
    promisedCents: (await promiseOf(work, bookingId))?.amount_cents ?? null,
    ...tipChoice(booking.total_cents),
    card: card?.brand && card.last4 ? { brand: card.brand, last4: card.last4 } : null,
  }
}

/**
 * Charged at once. Refuses move_not_allowed with the button's reason, invalid_input beyond the limits or without any card,
 * card_declined (another may be tried), payment_in_progress.
 */
export const give = async (
  work: Work,
  bookingId: string,
  { t, ...order }: Input<typeof giveTip>['body'] & Pick<ViewerQuery, 't'>,
): Promise<View> => {
  const ordered = await inTransaction(work, async (work) => {
    // Serialized, so that two presses are one tip.
    const { booking } = await lockFor(work, bookingId, { t, as: 'client' })
    const row = await tipOf(work, bookingId)
    const may = mayTip(request(booking, row))
    if (!may.allowed) throw new Refusal('move_not_allowed', undefined, may.reason)
    const maxCents = maxTipCents(booking.total_cents)
    if (order.amountCents > maxCents)
      return refuse('invalid_input', {
        fields: [{ field: 'amountCents', message: `Como mucho ${formatCents(maxCents)}.` }],
      })
    const saved = order.cardToken === undefined ? await savedCardOf(work, bookingId) : null
    if (order.cardToken === undefined && saved === null)
      return refuse('invalid_input', { fields: [{ field: 'cardToken', message: 'Elige con qué tarjeta.' }] })
    // A tip given by hand replaces the promised one.
    await endPromise(work, bookingId)
    return orderTip(work, booking, {
      row,
      amountCents: order.amountCents,
      payer: payerOf(work.viewer),
      card:
        order.cardToken === undefined ? (saved ?? refuse('payment_in_progress')) : { token: order.cardToken },
    })
  })
  const payment = await carryTip(work, ordered)
  if (isFruitless(payment)) return refuse('card_declined', { failure: payment.failure })
  return readTip(work, bookingId, { t })
}

type Ordered = { id: string; paymentId: string }

/** Written in the transaction that has locked its visit; `carryTip` executes it after its commit. */
export const orderTip = async (
  work: Work,
  booking: BookingRow,
  {
    row,
    promised = false,
    ...order
  }: Pick<AtOnce, 'amountCents' | 'payer' | 'card'> & {
    row: TipRow | undefined
    promised?: boolean
  },
): Promise<Ordered> => {
  const { id } =
    row === undefined
      ? await insert(work, booking, { amountCents: order.amountCents, promised })
      : await again(work, row, order)
  const paymentId = await orderAtOnce(work, {
    ...order,
    reference: id,
    returnPath: `/booking-success?id=${booking.id}`,
  })
  crashPoint('inside-tip')
  return { id, paymentId }
}

export const carryTip = async (work: Work, { id, paymentId }: Ordered) => {
  crashPoint('committed-tip')
  await execute(work, paymentId)
  const payment = await refresh(work, paymentId)
  await followTip(work, id)
  return payment
}

/** Brings a tip in line with its payment; ignores other payments. Also what the job on `payment.changed` does. */
export const followTip = (work: Work, id: string): Promise<void> =>
  inTransaction(work, async (work) => {
    const row = await lockTip(work, id)
    const payment = row === undefined ? null : await readPayment(work, id)
    if (row?.state !== 'asked' || payment === null) return
    if (isFruitless(payment)) {
      await move(work, row, 'refused')
      // A client who gave it by hand reads the refusal on their screen.
      if (row.promised) await publish(work, 'tip.changed', { tipId: id, move: 'refused' })
      return
    }
    if (!isCharged(payment)) return
    const booking = await bookingOf(work, row)
    await settle(work, {
      bookingId: id,
      settlement: {
        kind: 'tip',
        keepCents: row.amount_cents,
        shares: [payeeLine({ side: 'professional', id: row.professional_id }, row.amount_cents)],
        extras: [],
      },
      releaseAt: releaseAt(openTerms(booking.terms), work.now),
    })
    await move(work, row, 'paid', { paid_at: work.now })
    crashPoint('inside-tip-paid')
    await publish(work, 'tip.changed', { tipId: id, move: 'paid' })
  })

/** Every minute: tips of clients who never went to their bank lapse; the hold is released. */
export const lapseTips = async (work: Work): Promise<void> => {
  const due = await work.db
    .selectFrom('tips')
    .select('id')
    .where('state', '=', 'asked')
    .where('requested_at', '<=', new Date(work.now.getTime() - hourMs))
    .orderBy('requested_at')
    .limit(200)
    .execute()
  await runIsolated(work, due, async ({ id }) => {
    const payment = await readPayment(work, id)
    if (payment === null) return
    const now = await refresh(work, payment.id)
    await followTip(work, id)
    if (now.status !== 'requires_action') return
    const paymentId = await inTransaction(work, (work) => refundAmount(work, id))
    if (paymentId !== null) await execute(work, paymentId)
    await followTip(work, id)
  })
}

/** The professional refunds it. Refuses not_found, move_not_allowed. */
export const giveTipBack = async (
  work: Work,
  bookingId: string,
): Promise<z.input<(typeof returnEndpoint)['reply']>> => {
  const paymentId = await inTransaction(work, async (work) => {
    const { booking } = await lockFor(work, bookingId, { as: 'professional' })
    const row = await tipOf(work, bookingId)
    const may = mayReturnTip(request(booking, row))
    if (!may.allowed) throw new Refusal('move_not_allowed', undefined, may.reason)
    return (await returnInside(work, bookingId)) ?? refuseTaken()
  })
  await execute(work, paymentId)
  const row = (await tipOf(work, bookingId)) ?? refuse('not_found')
  return { state: z.parse(TipState, row.state) }
}

const refuseTaken = (): never => {
  throw new Refusal('move_not_allowed', undefined, 'Un banco ya le devolvió esta propina a quien la dio.')
}

/** Refunds what of it was not charged back, at its payee's cost; in the caller's transaction. Null: there is none. */
export const returnInside = async (work: Work, bookingId: string): Promise<string | null> => {
  const found = await tipOf(work, bookingId)
  const row = found === undefined ? undefined : await lockTip(work, found.id)
  if (row?.state !== 'paid') return null
  const payment = await readPayment(work, row.id)
  const amountCents = payment === null ? 0 : leftOf(payment)
  if (amountCents === 0) return null
  const payee = { side: 'professional', id: row.professional_id } as const
  // What is not paid out yet is frozen under the tip's own id first, so that the refund takes it from there.
  const whole = { bookingId: row.id, reference: row.id, payee, maxCents: amountCents }
  await freeze(work, whole)
  const lines = await bear(work, { reference: row.id, payee, cents: amountCents })
  const paymentId = await refundLater(work, {
    bookingId: row.id,
    amountCents,
    lines,
    idemKey: `tip-return:${row.id}`,
  })
  await thaw(work, row.id)
  await move(work, row, 'returned', { returned_at: work.now })
  await publish(work, 'tip.changed', { tipId: row.id, move: 'returned' })
  return paymentId
}
