/** The first call to the processor for a charge, and its retry with another card. */
import { randomUUIDv7 } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import { reserveCredit, takeCredit, undoCredit } from '#server/payment/charge/credit.ts'
import type { SavedCard } from '#server/payment/charge/card.ts'
import { processorOf } from '#server/payment/processor/processor.ts'
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
import { type NewVoucherOrder, voucherValues, type VoucherValues } from '#server/payment/charge/voucher.ts'
import { type CallKind, hasPendingCall, intend } from '#server/payment/charge/step.ts'
import { publish } from '#server/platform/jobs.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { DB } from '#server/platform/database/tables.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { payerOf } from '#server/payment/charge/payment.ts'

/**
 * Records the charge of this card, inside the caller's transaction; `execute` with the result after its commit makes it. After a
 * refused card the same booking may try another. Refuses payment_in_progress.
 */
export const prepare = (
  work: Work,
  order: {
    bookingId: string
    amountCents: number
    startsAt: Date
    /** The card's token; null: without a card, by `voucher`, or with a saved one. */
    token: string | null
    savedCard?: SavedCard | undefined
    /** Saves the card for the payer's next time, once the bank has approved it. */
    keep?: boolean
    /** The card's bank divides it into this many months: charged as soon as it may be (money.md D5). */
    installments?: number | null
    voucher?: NewVoucherOrder
    /** A page of ours to which the bank returns; by default that of the booking. */
    returnPath?: string
    /** Held or saved, not charged, until `allowCharge`. */
    asksFirst?: boolean
    /** This much of the client's credit pays first. Refuses credit_changed when it is not available. */
    credit?: { clientId: number; cents: number }
  },
): Promise<Waiting> =>
  inTransaction(work, async (work) => {
    const { bookingId, credit, voucher, savedCard } = order
    const { installments = null } = order
    const schedule = scheduleFor(work, order)
    // A voucher has no schedule: its money is taken as soon as it arrives.
    const { authorizeAt, captureAt } =
      voucher === undefined ? schedule : { authorizeAt: null, captureAt: null }
    const first = voucher === undefined ? schedule.first : 'voucher'
    if (credit !== undefined)
      await reserveCredit(work, { bookingId, ...credit, priceCents: order.amountCents })
    const creditCents = credit?.cents ?? 0
    const amountCents = order.amountCents - creditCents
    // A saved card is not sent to a bank before its money is needed.
    const isReady = savedCard !== undefined && first === 'save_card'
    const call: FirstCall | null = isReady
      ? null
      : {
          kind: first,
          amountCents: first === 'save_card' ? 0 : amountCents,
          token: order.token,
          isPresent: savedCard !== undefined,
          installments,
        }
    const fresh: Fresh = {
      payer: payerOf(work.viewer),
      provider: processorOf(work.config).name,
      status: isReady ? 'card_saved' : 'created',
      ...(savedCard === undefined
        ? {}
        : { card_ref: savedCard.cardRef, card_brand: savedCard.brand, card_last4: savedCard.last4 }),
      save_card_for: order.keep === true ? work.viewer.accountId : null,
      installments,
      amount_cents: amountCents,
      credit_cents: creditCents,
      credit_client_id: credit?.clientId ?? null,
      authorize_at: authorizeAt,
      capture_at: order.asksFirst ? null : captureAt,
      return_path: order.returnPath ?? null,
      ...(voucher === undefined ? {} : voucherValues(voucher)),
    }
    const started = await begin(work, bookingId, fresh, call)
    const waiting = started ?? (await beginAgain(work, bookingId, fresh, call))
    if (creditCents > 0) await takeCredit(work, waiting.payment)
    // Without a call there is no result to announce it.
    if (call === null) await publish(work, 'payment.changed', { paymentId: waiting.payment.id, bookingId })
    return waiting
  })

/** A bank divides only charged money, so a card that pays in months is charged at once, however far ahead the visit is. */
const scheduleFor = (
  { now }: Work,
  {
    amountCents,
    startsAt,
    installments,
  }: { amountCents: number; startsAt: Date; installments?: number | null },
) =>
  amountCents === 0
    ? onlySaved
    : scheduleOf(installments === null || installments === undefined ? startsAt : now, now)

/** Nothing is due yet: the card is saved for later. */
const onlySaved = { first: 'save_card', authorizeAt: null, captureAt: null } as const

/**
 * Replaces the refused saved card of a payment (`isRefused`), inside the caller's transaction; `execute` after its commit asks the
 * bank. Until the bank approves, the saved card remains and is tried again as before. Refuses move_not_allowed when nothing was
 * refused, payment_in_progress while a call is under way.
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

/** The bank refused the saved card some days before the visit; there is still time for another. */
export const isRefused = (payment: Pick<Payment, 'status' | 'failure' | 'settlement'>) =>
  payment.status === 'card_saved' && payment.failure !== null && payment.settlement === null

export type Fresh = Pick<
  Insertable<DB['payments']>,
  'payer' | 'provider' | 'authorize_at' | 'capture_at' | 'return_path'
> &
  Partial<VoucherValues> &
  Partial<
    Pick<
      Insertable<DB['payments']>,
      'card_ref' | 'card_brand' | 'card_last4' | 'save_card_for' | 'installments'
    >
  > & {
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

/** `isPresent`: the owner of the saved card is present. */
type FirstCall = {
  kind: CallKind
  amountCents: number
  token: string | null
  isPresent: boolean
  installments: number | null
}

/** The payment and its first intent, if any, in one statement; undefined: the booking already has a payment. */
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
      insert into payment_calls (id, payment_id, kind, amount_cents, idem_key, token, is_present, installments, created_at)
      select ${randomUUIDv7()}, id, ${call.kind}, ${call.amountCents}, id::text || ${`:${call.kind}:1`}::text,
        ${call.token}, ${call.isPresent}, ${call.installments}::smallint, ${work.now} from payment
      returning *)
    select payment.*, ${asNext} from payment, call`.execute(work.db)
  const [row] = rows
  return row === undefined ? undefined : waitingOf(row)
}

/** Restarts the same payment after a refused card. Refuses payment_in_progress. */
export const again = async (work: Work, earlier: Payment, fresh: Fresh): Promise<string> => {
  const mayReplace = isOver(earlier.status) || earlier.status === 'requires_action'
  if (!mayReplace || earlier.settlement !== null) return refuse('payment_in_progress')
  // The payer left their bank's page to try another card.
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
    card_wallet: null,
    installments: null,
    save_card_for: null,
    action_url: null,
    failure: null,
    ...fresh,
  })
  return earlier.id
}
