/**
 * How a payment ends: decided once by the module that knows what was paid for, saved on the payment, and posted when the money has
 * arrived. The rest goes back to the client.
 */
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { keepByHand, keepRestByHand } from '#server/payment/charge/by-hand.ts'
import { refundCredit, heldCredit } from '#server/payment/charge/credit.ts'
import { withholdDisputed } from '#server/payment/charge/chargeback-hold.ts'
import { account, divideLines, goodwillLines, type Line } from '#server/payment/ledger/journals.ts'
import { post } from '#server/payment/ledger/ledger.ts'
import { restoreAdded } from '#server/payment/charge/put-back.ts'
import type { Payment } from '#server/payment/ledger/row.ts'
import { isOver, type CurrentPayment } from '#server/payment/provider/rules.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { publish } from '#server/platform/jobs.ts'
import type { Work } from '#server/platform/work.ts'

const LineShape = z.object({
  account: z.literal(Object.values(account)),
  amountCents: z.int(),
  partyId: z.optional(z.int()),
  side: z.optional(z.enum(['client', 'professional', 'host'])),
})

export const Settlement = z.object({
  kind: z.enum(['split', 'cancellation', 'damage', 'tip', 'gift']),
  /** The retained amount. */
  keepCents: z.int(),
  /** The parties' shares of it: together −keepCents. */
  shares: z.array(LineShape),
  /** Posted beside it, each balanced in itself. */
  extras: z.array(
    z.object({
      kind: z.enum(['rent_charge', 'credit', 'compensation', 'rescue', 'installments']),
      lines: z.array(LineShape),
    }),
  ),
})
export type Settlement = z.output<typeof Settlement>

export const settlementOf = (payment: Payment): Settlement | null =>
  payment.settlement === null ? null : z.parse(Settlement, payment.settlement)

/** The facts that decide the next step. */
export const currentPayment = (payment: Payment): CurrentPayment => ({
  status: payment.status,
  amountCents: payment.amount_cents,
  authorizedCents: payment.authorized_cents,
  capturedCents: payment.captured_cents,
  refundedCents: payment.refunded_cents,
  goodwillCents: payment.goodwill_cents + payment.returned_after_split_cents,
  disputedCents: payment.disputed_cents,
  chargedBackCents: payment.charged_back_cents,
  authorizeAt: payment.authorize_at,
  captureAt: payment.capture_at,
  captureLimitCents: payment.capture_limit_cents,
  isVoucher: payment.method !== 'card',
  keepCents: savedOf(payment),
  refundFailures: payment.refund_failures,
  looseCents: payment.loose_cents - payment.loose_back_cents,
})

/**
 * The retained part of the card's money: the decided amount less credit, joined charges and allocations; before a decision, what was
 * not refunded yet.
 */
const savedOf = (payment: Payment) => {
  const { captured_cents, returned_cents, moved_cents } = payment
  const settlement = settlementOf(payment)
  const besideCents = heldCredit(payment) + payment.added_cents + payment.coming_cents
  if (settlement !== null) return Math.max(0, settlement.keepCents - besideCents) + moved_cents
  return returned_cents === 0 ? null : captured_cents - returned_cents
}

/** Posts the settlement if the money is in and it was not posted yet; accrues what the payees are due. */
export const settleIfReady = async (work: Work, payment: Payment): Promise<Payment> => {
  const settlement = settlementOf(payment)
  // Another charge is under way; when it arrives, this runs again.
  if (settlement === null || payment.settled_at !== null || payment.coming_cents > 0) return payment
  const isPaid = payment.captured_cents > 0 || payment.status === 'captured'
  if (!isPaid && !isOver(payment.status)) return payment
  const at = work.now
  const key = `settle:${payment.id}`
  const heldCents = heldOf(payment)
  const isFunded = heldCents >= settlement.keepCents
  if (!isFunded && isPaid)
    throw new Error(`payment ${payment.id} keeps ${settlement.keepCents} but holds ${heldCents}`)
  if (!isFunded)
    work.log.warn({ paymentId: payment.id, cents: settlement.keepCents }, 'fee could not be charged')
  const keepCents = isFunded ? settlement.keepCents : 0
  const shares = isFunded ? settlement.shares : []
  const lines = divideLines(heldCents, keepCents, shares)
  // Otherwise everything was allocated to other things, which have settlements of their own.
  if (heldCents > 0 || shares.length > 0)
    await post(work, { kind: settlement.kind, idemKey: key, bookingId: payment.booking_id, at, lines })
  // The retained amount is taken from the credit first.
  const creditBackCents = Math.max(0, heldCredit(payment) - keepCents)
  await refundCredit(work, payment, creditBackCents)
  const addedBackCents = Math.max(0, payment.added_cents - Math.max(0, keepCents - heldCredit(payment)))
  await restoreAdded(work, payment, addedBackCents)
  // Earlier goodwill counts towards the refund now due.
  const overCents = Math.max(0, payment.goodwill_cents - (savedOf(payment) ?? payment.captured_cents))
  if (overCents > 0)
    await post(work, {
      kind: 'goodwill',
      idemKey: `${key}:goodwill`,
      bookingId: payment.booking_id,
      at,
      lines: goodwillLines(-overCents),
    })
  // Months that were never charged cost nothing.
  const isInMonths = payment.installments !== null && payment.captured_cents > 0
  const extras = settlement.extras.filter(({ kind }) => kind !== 'installments' || isInMonths)
  for (const { kind, lines } of extras)
    await post(work, { kind, idemKey: `${key}:${kind}`, bookingId: payment.booking_id, at, lines })
  crashPoint('inside-settle')
  const leaving = await keepByHand(work, payment, shares)
  await accrue(work, payment, [...leaving, ...extras.flatMap(({ lines }) => lines)])
  if (payment.added_cents > 0) await keepRestByHand(work, payment, payment.booking_id)
  if (payment.disputed_cents > 0) await withholdDisputed(work, payment.booking_id)
  const settled = {
    settled_at: at,
    credit_back_cents: payment.credit_back_cents + creditBackCents,
    added_cents: payment.added_cents - addedBackCents,
    goodwill_cents: payment.goodwill_cents - overCents,
  }
  await work.db.updateTable('payments').set(settled).where('id', '=', payment.id).execute()
  // Resold time of this booking waited for its fee to be settled.
  if (settlement.kind === 'cancellation' && (keepCents > 0 || settlement.extras.length > 0))
    await publish(work, 'payment.fee_settled', { bookingId: payment.booking_id })
  return { ...payment, ...settled }
}

/** The amount to be divided. Refunds and allocations have already left the client's funds. */
const heldOf = (payment: Payment) =>
  payment.captured_cents -
  payment.returned_cents -
  payment.moved_cents +
  heldCredit(payment) +
  payment.added_cents

/** The amount retained after the division: zero for a fee that could not be charged. */
export const stayedOf = (payment: Payment): number => {
  const keepCents = settlementOf(payment)?.keepCents ?? 0
  return payment.settled_at !== null && heldOf(payment) < keepCents ? 0 : keepCents
}

const dueTo = [
  { party: 'professional', number: account.owedToProfessional, releaseAt: 'release_professional_at' },
  { party: 'host', number: account.owedToHost, releaseAt: 'release_host_at' },
] as const

const accrue = async (work: Work, payment: Payment, lines: readonly Line[]) => {
  for (const { party, number, releaseAt } of dueTo) {
    const due = lines.filter((line) => line.account === number)
    const amountCents = -due.reduce((total, line) => total + line.amountCents, 0)
    const partyId = due[0]?.partyId
    if (amountCents <= 0 || partyId === undefined) continue
    await sql`
      insert into payouts (id, party, party_id, booking_id, amount_cents, status, release_at)
      values (${randomUUIDv7()}, ${party}, ${partyId}, ${payment.booking_id}, ${amountCents}, 'accrued',
        ${payment[releaseAt] ?? work.now})
      on conflict (booking_id, party) do nothing`.execute(work.db)
  }
}
