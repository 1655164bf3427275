/** The next step of a payment. Pure: a row and a moment in, a decision out. */
import { dayMs, hourMs } from '#contract/platform/duration.ts'
import type { PaymentStatus } from '#contract/payment/payment.ts'
import type { Charge } from '#server/payment/provider/provider.ts'

/** Card holds lapse after seven days; a day of margin (money.md D5). */
const holdFromMs = 6 * dayMs
/** The same margin, from the moment it is held. */
export const heldForMs = holdFromMs
/** The processor's fee is not returned on refunds: charge only when cancelling starts to cost (D5). */
const captureFromMs = dayMs
/** A failed late authorization is retried this often until the capture is due. */
export const retryAuthorizeMs = 12 * hourMs
/** How often a refund returned by a bank is retried automatically: a closed account refuses the next one, too. */
export const refundRetries = 1

/** A card is valid through the last day of its month ("2029-08"), in its owner's zone; a card without a known month counts as valid. */
export const isExpired = (expires: string | null, now: Date): boolean =>
  expires !== null && expires < monthOf.format(now)
/** "2026-11" */
const monthOf = new Intl.DateTimeFormat('en-CA', {
  year: 'numeric',
  month: '2-digit',
  timeZone: 'America/Mexico_City',
})

/** When the card is held and when it is charged, by the distance of the start. */
export const scheduleOf = (
  startsAt: Date,
  now: Date,
): { first: 'authorize' | 'save_card'; authorizeAt: Date | null; captureAt: Date } => {
  const untilStart = startsAt.getTime() - now.getTime()
  if (untilStart <= captureFromMs) return { first: 'authorize', authorizeAt: null, captureAt: now }
  const captureAt = new Date(startsAt.getTime() - captureFromMs)
  if (untilStart <= holdFromMs) return { first: 'authorize', authorizeAt: null, captureAt }
  return { first: 'save_card', authorizeAt: new Date(startsAt.getTime() - holdFromMs), captureAt }
}

/** The status only rises in this order; final states stay. A new attempt after `failed` restarts it. */
const rank: Readonly<Record<PaymentStatus, number>> = {
  created: 0,
  requires_action: 1,
  voucher_pending: 1,
  card_saved: 2,
  authorized: 3,
  captured: 4,
  partially_refunded: 5,
  refunded: 6,
  voided: 9,
  expired: 9,
  failed: 9,
}

export const isBehind = (status: PaymentStatus, other: PaymentStatus) => rank[status] < rank[other]

/** Nothing of the client's money is held or will be. */
export const isOver = (status: PaymentStatus) => rank[status] === 9

export type CurrentPayment = {
  status: PaymentStatus
  amountCents: number
  authorizedCents: number
  capturedCents: number
  refundedCents: number
  goodwillCents: number
  /** Amounts withheld or retained by banks: not available for another refund (I7). */
  disputedCents?: number
  /** What banks retained beyond refunds; the rest of what they took was on its way back to the payer. */
  chargedBackCents?: number
  authorizeAt: Date | null
  captureAt: Date | null
  /** The most that is captured of a hold; null or absent: all of it. */
  captureLimitCents?: number | null
  /** Paid without a card: never held, there at once or not at all. */
  isVoucher?: boolean
  /** The retained amount, once that is decided. */
  keepCents: number | null
  /** Failed refunds of it, until the client gets credit or staff decides. */
  refundFailures?: number
  /** Money that arrived beside the charge and is still with the processor: a transfer of another amount. */
  looseCents?: number
}

export type Step =
  | { kind: 'authorize' | 'capture' | 'refund' | 'return'; amountCents: number }
  | { kind: 'void' }
  /** Nothing was held: it simply ends. */
  | { kind: 'end' }

/** The next step of a payment with no call under way, or null when there is nothing to do now. */
export const nextStep = (payment: CurrentPayment, now: Date): Step | null => {
  const { status, keepCents } = payment
  if (status === 'created') return keepCents === null ? null : { kind: 'end' }
  if (status === 'requires_action' || status === 'voucher_pending')
    return keepCents === null ? null : { kind: 'void' }
  if (status === 'card_saved') return afterSaved(payment, now)
  if (status === 'authorized') return afterAuthorized(payment, now)
  if (status === 'captured' || status === 'partially_refunded')
    return afterCaptured(payment) ?? looseBack(payment)
  return looseBack(payment)
}

const afterSaved = ({ keepCents, amountCents, authorizeAt }: CurrentPayment, now: Date): Step | null => {
  if (keepCents === 0) return { kind: 'end' }
  if (keepCents !== null) return { kind: 'authorize', amountCents: keepCents }
  return amountCents > 0 && authorizeAt !== null && authorizeAt <= now
    ? { kind: 'authorize', amountCents }
    : null
}

const afterAuthorized = (
  { keepCents, authorizedCents, captureAt, captureLimitCents }: CurrentPayment,
  now: Date,
): Step | null => {
  if (keepCents === 0) return { kind: 'void' }
  if (keepCents !== null) return { kind: 'capture', amountCents: Math.min(keepCents, authorizedCents) }
  if (captureAt === null || captureAt > now) return null
  return { kind: 'capture', amountCents: Math.min(captureLimitCents ?? authorizedCents, authorizedCents) }
}

/** While a reference waits for the rest, partial money stays; once it is over, money beside the charge is returned. */
const looseBack = ({ looseCents = 0 }: CurrentPayment): Step | null =>
  looseCents > 0 ? { kind: 'return', amountCents: looseCents } : null

const afterCaptured = (payment: CurrentPayment): Step | null => {
  if ((payment.refundFailures ?? 0) > refundRetries) return null
  const { keepCents, capturedCents, refundedCents, goodwillCents } = payment
  const { disputedCents = 0, chargedBackCents = 0 } = payment
  const leftCents = capturedCents - refundedCents - disputedCents
  const staysCents = (keepCents ?? capturedCents) - goodwillCents - chargedBackCents
  const overCents = Math.min(leftCents, leftCents - staysCents)
  return overCents > 0 ? { kind: 'refund', amountCents: overCents } : null
}

/**
 * Merges the processor's books into ours. Amounts only rise and the status only climbs, so that old events change nothing, in whatever
 * order they arrive; a final state stays unless money arrived all the same. Refunds are counted by their own calls.
 */
export const merged = (
  payment: CurrentPayment,
  charge: Charge,
): Pick<CurrentPayment, 'status' | 'authorizedCents' | 'capturedCents'> => {
  const known = {
    status: payment.status,
    authorizedCents: payment.authorizedCents,
    capturedCents: payment.capturedCents,
  }
  // For an ended payment only money that the processor captured after all is new.
  const isTooLate = charge.status === 'captured' && charge.capturedCents > payment.capturedCents
  if (isOver(payment.status) && !isTooLate) return known
  const status = statusOf(charge)
  const climbs = isBehind(payment.status, status) && !(isOver(status) && payment.capturedCents > 0)
  const holds = !payment.isVoucher && (charge.status === 'authorized' || charge.status === 'captured')
  return {
    status: climbs || isOver(payment.status) ? status : payment.status,
    authorizedCents: Math.max(known.authorizedCents, holds ? charge.amountCents : 0),
    capturedCents: Math.max(known.capturedCents, charge.capturedCents),
  }
}

const statusOf = ({ status }: Charge): PaymentStatus => {
  if (status === 'saved') return 'card_saved'
  return status === 'declined' ? 'failed' : status
}

/** The status after refunds of this total. */
export const refundedStatus = (capturedCents: number, refundedCents: number): PaymentStatus => {
  if (refundedCents === 0) return 'captured'
  return refundedCents < capturedCents ? 'partially_refunded' : 'refunded'
}
