/**
 * One payment per booking: what the card owes, holds, was charged and got back. It carries the booking's
 * id as a reference and knows nothing else of bookings; it announces `payment.changed` and others act.
 *
 * Every outside call is an intent with its own key, committed before the call; the result is committed
 * after; whatever was left half done is repeated with the same key (money.md §6).
 */
import { randomUUIDv7 } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import type { PaymentView } from '#contract/payment/payment.ts'
import { carryOutCalls } from '#server/payment/charge/call.ts'
import {
  giveBackCredit,
  heldCredit,
  reserveCredit,
  takeCredit,
  undoCredit,
} from '#server/payment/charge/credit.ts'
import type { KeptCard } from '#server/payment/charge/card.ts'
import {
  account,
  divideLines,
  fewerLines,
  goodwillLines,
  type Line,
} from '#server/payment/ledger/journals.ts'
import { post } from '#server/payment/ledger/ledger.ts'
import { freeCents, isCharged } from '#server/payment/ledger/part.ts'
import { putBackAdded } from '#server/payment/charge/put-back.ts'
import { processorNamed, processorOf } from '#server/payment/processor/processor.ts'
import { ProviderUnreachable } from '#server/payment/provider/provider.ts'
import { take, takeFresh } from '#server/payment/charge/result.ts'
import {
  asNext,
  change,
  lock,
  ofBooking,
  type Payment,
  type Waiting,
  waitingOf,
  type WaitingRow,
  withNextCall,
} from '#server/payment/ledger/row.ts'
import { isOver, scheduleOf } from '#server/payment/provider/rules.ts'
import {
  methodOf,
  type NewVoucherOrder,
  voucherValues,
  type VoucherValues,
  voucherView,
} from '#server/payment/charge/voucher.ts'
import { type Settlement, settlementOf, standingOf, stayedOf } from '#server/payment/charge/settlement.ts'
import { advance, type CallKind, hasPendingCall, intend } from '#server/payment/charge/step.ts'
import { publish } from '#server/platform/jobs.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { DB } from '#server/platform/database/tables.ts'
import { inTransaction, type Who, type Work } from '#server/platform/work.ts'

/**
 * Writes down that this card shall pay, inside the caller's transaction; `carryOut` of the answer after its commit does
 * it. After a refused card the same booking may try another. Refuses payment_in_progress.
 */
export const prepare = (
  work: Work,
  order: {
    bookingId: string
    amountCents: number
    startsAt: Date
    /** Of the card; null: without one, by `voucher`, or with one that is kept. */
    token: string | null
    kept?: KeptCard | undefined
    /** Once the bank said yes, for the next time of who asks. */
    keep?: boolean
    voucher?: NewVoucherOrder
    /** A page of ours to which the bank leads back; else that of the booking. */
    returnPath?: string
    /** Held or kept, not charged, until `allowCharge`. */
    asksFirst?: boolean
    /** So much of what this client has for later pays first. Refuses credit_changed when it is not there. */
    credit?: { clientId: number; cents: number }
  },
): Promise<Waiting> =>
  inTransaction(work, async (work) => {
    const { bookingId, credit, voucher, kept } = order
    const schedule = order.amountCents === 0 ? onlyKept : scheduleOf(order.startsAt, work.now)
    // What comes later is wanted as soon as it can come.
    const { authorizeAt, captureAt } =
      voucher === undefined ? schedule : { authorizeAt: null, captureAt: null }
    const first = voucher === undefined ? schedule.first : 'voucher'
    if (credit !== undefined)
      await reserveCredit(work, { bookingId, ...credit, priceCents: order.amountCents })
    const creditCents = credit?.cents ?? 0
    const amountCents = order.amountCents - creditCents
    // What is kept already is not asked of a bank before its money is.
    const isReady = kept !== undefined && first === 'save_card'
    const call: FirstCall | null = isReady
      ? null
      : {
          kind: first,
          amountCents: first === 'save_card' ? 0 : amountCents,
          token: order.token,
          isPresent: kept !== undefined,
        }
    const fresh: Fresh = {
      payer: payerOf(work.who),
      provider: processorOf(work.config).name,
      status: isReady ? 'card_saved' : 'created',
      ...(kept === undefined
        ? {}
        : { card_ref: kept.cardRef, card_brand: kept.brand, card_last4: kept.last4 }),
      keep_for: order.keep === true ? work.who.accountId : null,
      amount_cents: amountCents,
      credit_cents: creditCents,
      credit_client_id: credit?.clientId ?? null,
      authorize_at: authorizeAt,
      capture_at: order.asksFirst ? null : captureAt,
      return_path: order.returnPath ?? null,
      ...(voucher === undefined ? {} : voucherValues(voucher)),
    }
    const begun = await begin(work, bookingId, fresh, call)
    const waiting = begun ?? (await beginAgain(work, bookingId, fresh, call))
    if (creditCents > 0) await takeCredit(work, waiting.payment)
    // No result of a call tells it.
    if (call === null) await publish(work, 'payment.changed', { paymentId: waiting.payment.id, bookingId })
    return waiting
  })

/** Nothing is to be paid yet: the card is kept for when something is. */
const onlyKept = { first: 'save_card', authorizeAt: null, captureAt: null } as const

/**
 * Another card for a payment whose kept card was refused (`isRefused`), inside the caller's transaction; `carryOut` after its
 * commit asks the bank. Until that says yes the kept card stays, and is tried again as before. Refuses
 * move_not_allowed when nothing was refused, payment_in_progress while a call is under way.
 */
export const prepareOtherCard = async (
  work: Work,
  order: { bookingId: string; token: string },
): Promise<string> => {
  const found = (await ofBooking(work, order.bookingId)) ?? refuse('move_not_allowed')
  const payment = await lock(work, found.id)
  if (!isRefused(payment)) return refuse('move_not_allowed')
  if (await hasPendingCall(work, payment.id)) return refuse('payment_in_progress')
  await intend(work, payment, 'authorize', { amountCents: payment.amount_cents, token: order.token })
  return payment.id
}

/** The bank refused the kept card some days before the visit; there is still time for another. */
export const isRefused = (payment: Pick<Payment, 'status' | 'failure' | 'settlement'>) =>
  payment.status === 'card_saved' && payment.failure !== null && payment.settlement === null

export type Fresh = Pick<
  Insertable<DB['payments']>,
  'payer' | 'provider' | 'authorize_at' | 'capture_at' | 'return_path'
> &
  Partial<VoucherValues> &
  Partial<Pick<Insertable<DB['payments']>, 'card_ref' | 'card_brand' | 'card_last4' | 'keep_for'>> & {
    status: 'created' | 'card_saved'
    amount_cents: number
    credit_cents?: number
    credit_client_id?: number | null
  }

const beginAgain = async (
  work: Work,
  bookingId: string,
  fresh: Fresh,
  call: FirstCall | null,
): Promise<Waiting> => {
  const earlier = (await ofBooking(work, bookingId)) ?? refuse('payment_in_progress')
  const id = await again(work, await undoCredit(work, await lock(work, earlier.id)), fresh)
  if (call !== null) await intend(work, { id }, call.kind, call)
  return (await withNextCall(work, id)) ?? refuse('payment_in_progress')
}

/** `isPresent`: of a kept card, whose owner is there. */
type FirstCall = { kind: CallKind; amountCents: number; token: string | null; isPresent: boolean }

/** The payment and its first intent, if there is one, in one statement; undefined: the booking has a payment already. */
const begin = async (
  work: Work,
  bookingId: string,
  fresh: Fresh,
  call: FirstCall | null,
): Promise<Waiting | undefined> => {
  const payment = work.db
    .insertInto('payments')
    .values({ method: 'card', ...fresh, id: randomUUIDv7(), booking_id: bookingId, created_at: work.now })
    .onConflict((conflict) => conflict.column('booking_id').doNothing())
    .returningAll()
  if (call === null) {
    const made = await payment.executeTakeFirst()
    return made === undefined ? undefined : waitingOf({ ...made, next: null })
  }
  const { rows } = await sql<WaitingRow>`
    with payment as (${payment}), call as (
      insert into payment_calls (id, payment_id, kind, amount_cents, idem_key, token, is_present, created_at)
      select ${randomUUIDv7()}, id, ${call.kind}, ${call.amountCents}, id::text || ${`:${call.kind}:1`}::text,
        ${call.token}, ${call.isPresent}, ${work.now} from payment
      returning *)
    select payment.*, ${asNext} from payment, call`.execute(work.db)
  const [row] = rows
  return row === undefined ? undefined : waitingOf(row)
}

/** The same payment once more, after a refused card. Refuses payment_in_progress. */
export const again = async (work: Work, earlier: Payment, fresh: Fresh): Promise<string> => {
  const mayReplace = isOver(earlier.status) || earlier.status === 'requires_action'
  if (!mayReplace || earlier.settlement !== null) return refuse('payment_in_progress')
  // The person went back from their bank's page to try another card.
  if (earlier.status === 'requires_action' && earlier.charge_ref !== null)
    await intend(work, earlier, 'void', { chargeRef: earlier.charge_ref })
  await change(work, earlier, {
    method: 'card',
    voucher: null,
    client_id: null,
    authorized_cents: 0,
    charge_ref: null,
    card_ref: null,
    card_brand: null,
    card_last4: null,
    keep_for: null,
    action_url: null,
    failure: null,
    ...fresh,
  })
  return earlier.id
}

export const payerOf = (who: Who) =>
  who.accountId === null ? `visitor:${who.visitor ?? ''}` : `account:${who.accountId}`
/** Did this person start the payment? Before or after they signed in. */
export const isPayer = (payment: Payment, who: Who) =>
  (who.accountId !== null && payment.payer === `account:${who.accountId}`) ||
  (who.visitor !== null && payment.payer === `visitor:${who.visitor}`)

/**
 * Does outside what the payment has pending, outside any transaction; safe to repeat, from anywhere, at
 * the same time. Announces `payment.changed {paymentId, bookingId}` whenever the status changes, and
 * `payment.failed` when a card that was kept or held can no longer be charged. Given what `prepare` answered it does not
 * look up again what waits.
 */
export const carryOut = async (work: Work, what: string | Waiting): Promise<Payment> =>
  (await carryOutCalls(work, what)) ?? refuse('not_found')

/** A reading that another change crossed is taken anew, so often. */
const mostReadings = 3

/** Looks at the processor's books again and takes over what is new: after a webhook, or while somebody waits. */
export const refresh = async (work: Work, paymentId: string): Promise<Payment> => {
  for (let reading = 1; ; reading += 1) {
    const { payment, isFresh } = await refreshOnce(work, paymentId, reading === mostReadings)
    if (isFresh || reading === mostReadings) return payment
  }
}

/** `isFresh`: nothing was written down between the reading and its result; else only what has risen since can be believed. */
const refreshOnce = async (
  work: Work,
  paymentId: string,
  isLast: boolean,
): Promise<{ payment: Payment; isFresh: boolean }> => {
  const payment = await carryOut(work, paymentId)
  // A part has no charge of its own: the whole looks.
  if (payment.charge_ref === null || payment.part_of !== null) return { payment, isFresh: true }
  const charge = await processorNamed(work.config, payment.provider)
    .find(work, payment.charge_ref)
    .catch((error: unknown) => {
      // Whoever waits goes on waiting; a job looks again.
      if (!(error instanceof ProviderUnreachable)) throw error
      work.log.warn({ paymentId }, 'the card processor did not say how a charge stands')
      return null
    })
  if (charge === null) return { payment, isFresh: true }
  const isFresh = await inTransaction(work, async (work) => {
    const locked = await lock(work, paymentId)
    const isFresh = locked.version === payment.version
    if (isFresh) await takeFresh(work, locked, charge)
    else if (isLast) await take(work, locked, charge)
    await advance(work, paymentId)
    return isFresh
  })
  return { payment: await carryOut(work, paymentId), isFresh }
}

/**
 * How it ends, inside the caller's transaction. What is kept is divided in the ledger at once if the card
 * was charged, else as soon as it is; the rest is let go or refunded, and payees' money released at the
 * given moments. The first decision stands; a repetition changes nothing. Do `carryOut` after the commit
 * (a job does it too).
 */
export const settle = async (
  work: Work,
  end: { bookingId: string; settlement: Settlement; releaseAt?: { professional: Date; host: Date } },
): Promise<string | null> => {
  const payment = await ofBooking(work, end.bookingId)
  if (payment === null) return null
  const held = await lock(work, payment.id)
  const dayLater = new Date(work.now.getTime() + 24 * 3_600_000)
  if (held.settlement === null)
    await change(work, held, {
      settlement: JSON.stringify(end.settlement),
      release_professional_at: end.releaseAt?.professional ?? dayLater,
      release_host_at: end.releaseAt?.host ?? dayLater,
    })
  await advance(work, payment.id)
  return payment.id
}

/**
 * What was prepared with `asksFirst` may be charged: at its usual moment, which may be now. In the caller's transaction; do
 * `carryOut` after the commit. Refuses payment_in_progress when neither money nor card is there any more.
 */
export const allowCharge = async (
  work: Work,
  order: { bookingId: string; startsAt: Date },
): Promise<string> => {
  const payment = (await ofBooking(work, order.bookingId)) ?? refuse('payment_in_progress')
  const held = await lock(work, payment.id)
  if (!isPaid(held) || held.settlement !== null) return refuse('payment_in_progress')
  const { captureAt } = scheduleOf(order.startsAt, work.now)
  if (held.capture_at === null) await change(work, held, { capture_at: captureAt })
  await advance(work, payment.id)
  return payment.id
}

/**
 * What is paid for goes to another hour: a card that was not charged yet is held and charged by the new one, and money that is
 * held already no later than it would have been, as holds lapse. In the caller's transaction; do `carryOut` after the commit.
 */
export const followStart = async (
  work: Work,
  order: { bookingId: string; startsAt: Date },
): Promise<string | null> => {
  const payment = await ofBooking(work, order.bookingId)
  if (payment === null) return null
  const held = await lock(work, payment.id)
  if (held.settlement !== null || held.capture_at === null || held.amount_cents === 0) return payment.id
  const { authorizeAt, captureAt } = scheduleOf(order.startsAt, work.now)
  if (held.status === 'card_saved')
    await change(work, held, { authorize_at: authorizeAt ?? work.now, capture_at: captureAt })
  if (held.status === 'authorized' && captureAt < held.capture_at)
    await change(work, held, { capture_at: captureAt })
  await advance(work, payment.id)
  return payment.id
}

/** Everything back to the client, with nobody charged: the booking never came to stand, or Kalli cancels it. */
export const giveBack = (work: Work, bookingId: string): Promise<string | null> =>
  settle(work, { bookingId, settlement: { kind: 'cancellation', keepCents: 0, shares: [], extras: [] } })

/** Nobody comes back to this card: the credit that was to pay with it is the client's again. Null: there was none. */
export const letGoOfCredit = async (work: Work, bookingId: string): Promise<string | null> => {
  const payment = await ofBooking(work, bookingId)
  return payment === null || heldCredit(payment) === 0 ? null : giveBack(work, bookingId)
}

/**
 * First half of J9 for a part: some of what was paid is not needed any more and goes back, before the rest is divided. In the
 * caller's transaction; do `carryOut` after the commit. The same key again changes nothing. Refuses payment_in_progress
 * while the money is not in, or once it was divided.
 */
export const returnPart = async (
  work: Work,
  order: { bookingId: string; amountCents: number; idemKey: string },
): Promise<string> => {
  const payment = (await ofBooking(work, order.bookingId)) ?? refuse('payment_in_progress')
  const held = await lock(work, payment.id)
  if (!isCharged(held) || held.settlement !== null) return refuse('payment_in_progress')
  if (order.amountCents <= 0) return payment.id
  const { amountCents } = order
  // To the card first, then to the charges that were added: what stays is taken from the credit.
  const cardCents = Math.min(amountCents, freeCents(held))
  const addedCents = Math.min(amountCents - cardCents, held.added_cents)
  const creditCents = amountCents - cardCents - addedCents
  if (creditCents > heldCredit(held)) return refuse('payment_in_progress')
  await post(work, {
    kind: 'return',
    idemKey: order.idemKey,
    bookingId: order.bookingId,
    at: work.now,
    lines: divideLines(amountCents, 0, []),
  })
  await giveBackCredit(work, held, creditCents)
  await putBackAdded(work, held, addedCents)
  await change(work, held, {
    returned_cents: held.returned_cents + cardCents,
    added_cents: held.added_cents - addedCents,
    credit_back_cents: held.credit_back_cents + creditCents,
  })
  await advance(work, payment.id)
  return payment.id
}

/**
 * J14: some of what was divided goes back after all, to the card that paid (or into the purchase that it is a part of). `before`
 * and `after` are the shares of what stayed then and of what stays now. In the caller's transaction; do `carryOut` after the
 * commit. Refuses payment_in_progress before it was divided.
 */
export const giveBackLater = async (
  work: Work,
  order: {
    bookingId: string
    amountCents: number
    before: readonly Line[]
    after: readonly Line[]
    idemKey: string
    kind?: 'fee_return' | 'gift_return'
  },
): Promise<string> => {
  const payment = (await ofBooking(work, order.bookingId)) ?? refuse('payment_in_progress')
  const held = await lock(work, payment.id)
  if (held.settled_at === null) return refuse('payment_in_progress')
  await post(work, {
    kind: order.kind ?? 'fee_return',
    idemKey: order.idemKey,
    bookingId: order.bookingId,
    at: work.now,
    lines: joined(fewerLines(order.before, order.after, order.amountCents)),
  })
  await change(work, held, { given_back_cents: held.given_back_cents + order.amountCents })
  await advance(work, payment.id)
  return payment.id
}

/** What of a divided payment its payer has not got back yet. */
export const leftOf = (payment: Payment): number =>
  Math.max(
    0,
    stayedOf(payment) - payment.goodwill_cents - payment.given_back_cents - payment.charged_back_cents,
  )

/**
 * J14–J16 of a visit, and a late fee whose hour was sold again: the client gets some of what was divided back, and `lines` say who
 * bears it, together the amount. To the card first; what their credit had paid is credit again. In the caller's transaction; do
 * `carryOut` after the commit. Refuses payment_in_progress before it was divided.
 */
export const refundLater = async (
  work: Work,
  order: {
    bookingId: string
    amountCents: number
    lines: readonly Line[]
    idemKey: string
    kind?: 'dispute' | 'fee_return'
  },
): Promise<string> => {
  const payment = (await ofBooking(work, order.bookingId)) ?? refuse('payment_in_progress')
  const held = await lock(work, payment.id)
  if (held.settled_at === null) return refuse('payment_in_progress')
  const cardCents = Math.min(order.amountCents, Math.max(0, leftOf(held) - heldCredit(held)))
  const toCredit: Line[] =
    held.credit_client_id === null
      ? []
      : [
          {
            account: account.clientCredit,
            partyId: held.credit_client_id,
            side: 'client',
            amountCents: cardCents - order.amountCents,
          },
        ]
  await post(work, {
    kind: order.kind ?? 'dispute',
    idemKey: order.idemKey,
    bookingId: order.bookingId,
    at: work.now,
    lines: [
      ...order.lines,
      { account: account.refundPayable, amountCents: -cardCents, side: 'client' },
      ...toCredit,
    ],
  })
  await putBackAdded(work, held, cardCents - ownLeft(held))
  await change(work, held, { given_back_cents: held.given_back_cents + cardCents })
  await advance(work, payment.id)
  return payment.id
}

/** What the card itself can give back beyond what is on its way already; more than that goes to the charges that were added. */
const ownLeft = (held: Payment): number => {
  const { capturedCents, refundedCents, goodwillCents, keepCents } = standingOf(held)
  const staysCents = (keepCents ?? capturedCents) - goodwillCents - held.charged_back_cents
  return Math.max(0, Math.min(capturedCents - refundedCents - held.disputed_cents, staysCents))
}

/** One line of each account and side. */
const joined = (lines: readonly Line[]): Line[] =>
  [...Map.groupBy(lines, ({ account, side }) => `${account} ${side ?? ''}`).values()].flatMap((same) => {
    const [first] = same
    return first === undefined
      ? []
      : [{ ...first, amountCents: same.reduce((sum, { amountCents }) => sum + amountCents, 0) }]
  })

/** It came to nothing: the card said no, or the person never went to their bank. */
export const isFruitless = ({ status }: Payment) => isOver(status)

/** J16: gives the client back more than the terms ask, at Kalli's own cost. */
export const goodwill = async (
  work: Work,
  order: { bookingId: string; amountCents: number; idemKey: string },
): Promise<string> => {
  const payment = (await ofBooking(work, order.bookingId)) ?? refuse('not_found')
  const held = await lock(work, payment.id)
  const earlier = await work.db
    .selectFrom('journals')
    .select('id')
    .where('idem_key', '=', order.idemKey)
    .executeTakeFirst()
  if (earlier !== undefined) return payment.id
  const decidedCents = settlementOf(held)?.keepCents
  const ofCardCents =
    decidedCents === undefined ? held.captured_cents : Math.max(0, decidedCents - heldCredit(held))
  const keptCents = Math.min(held.captured_cents, ofCardCents)
  if (order.amountCents <= 0 || order.amountCents > keptCents - held.goodwill_cents - held.charged_back_cents)
    refuse('move_not_allowed')
  await post(work, {
    kind: 'goodwill',
    idemKey: order.idemKey,
    bookingId: order.bookingId,
    at: work.now,
    lines: goodwillLines(order.amountCents),
  })
  await change(work, held, { goodwill_cents: held.goodwill_cents + order.amountCents })
  await advance(work, payment.id)
  return payment.id
}

export const read = (work: Work, bookingId: string): Promise<Payment | null> => ofBooking(work, bookingId)

/** The money for the visit is there, or a card that will give it: the booking may be confirmed. */
export const isPaid = (payment: Payment) =>
  payment.status === 'card_saved' || payment.status === 'authorized' || payment.status === 'captured'

/** A payment as the one who pays sees it. */
export const view = (payment: Viewed): PaymentView => ({
  id: payment.id,
  status: payment.status,
  method: methodOf(payment),
  amountCents: payment.amount_cents + payment.added_cents + payment.coming_cents,
  creditCents: payment.credit_cents,
  capturedCents: payment.captured_cents + payment.added_cents,
  refundedCents: payment.refunded_cents,
  card:
    payment.method !== 'card' || payment.card_brand === null || payment.card_last4 === null
      ? null
      : { brand: payment.card_brand, last4: payment.card_last4 },
  actionUrl: payment.action_url,
  voucher: payment.status === 'voucher_pending' ? voucherView(payment) : null,
  partCents: payment.status === 'voucher_pending' ? payment.loose_cents - payment.loose_back_cents : 0,
  captureAt:
    payment.amount_cents > 0 && (payment.status === 'card_saved' || payment.status === 'authorized')
      ? (payment.capture_at?.toISOString() ?? null)
      : null,
  failure: payment.failure === null ? null : (failures[payment.failure] ?? failures['card_declined'] ?? null),
})

type Viewed = Pick<
  Payment,
  | 'id'
  | 'status'
  | 'method'
  | 'voucher'
  | 'amount_cents'
  | 'added_cents'
  | 'coming_cents'
  | 'credit_cents'
  | 'captured_cents'
  | 'loose_cents'
  | 'loose_back_cents'
  | 'refunded_cents'
  | 'card_brand'
  | 'card_last4'
  | 'action_url'
  | 'capture_at'
  | 'failure'
>

const failures: Readonly<Record<string, string>> = {
  card_declined: 'Tu banco rechazó la tarjeta.',
  expired_card: 'La tarjeta ya venció.',
  incorrect_cvc: 'El código de la tarjeta no coincide.',
  insufficient_funds: 'La tarjeta no tiene fondos suficientes.',
  authentication_failed: 'Tu banco no aprobó el pago.',
  authentication_required: 'Tu banco pide que apruebes el pago.',
  hold_lost: 'Tu banco dejó de apartar el importe.',
  no_reference: 'No pudimos darte una referencia de pago.',
}
