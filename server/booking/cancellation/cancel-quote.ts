/** What cancelling a booking would cost each party. */
import * as z from 'zod/mini'
import { minuteMs } from '#contract/platform/duration.ts'
import type { CancelQuote } from '#contract/booking/cancellation.ts'
import type { Move } from '#contract/booking/moves.ts'
import { maxCoveredByHostCents, rescueBy } from '#contract/booking/cancellation/rescue.ts'
import { Uuid } from '#contract/platform/shapes.ts'
import { classesWithin } from '#server/booking/columns/class-row.ts'
import { outcomeOf, type Outcome } from '#server/booking/cancellation/ending.ts'
import { hasFree } from '#server/booking/moves/host-cancellation.ts'
import { comesBack, quotedWords } from '#server/booking/columns/money-words.ts'
import { isPriceHidden } from '#server/booking/columns/price.ts'
import { requireMove, type BookingRow } from '#server/booking/moves/move.ts'
import { findFor, type ViewerQuery, type Side } from '#server/booking/moves/party.ts'
import { openOf } from '#server/booking/cancellation/rescue.ts'
import { lookForPlace, mayRescue } from '#server/booking/cancellation/rescue-offer.ts'
import { cancelQuoteMinutes } from '#server/booking/moves/rules.ts'
import { visitsWithin } from '#server/booking/checkout/within.ts'
import { chargedFor } from '#server/payment/charge/charged.ts'
import { read as readPayment } from '#server/payment/charge/payment.ts'
import { methodOf } from '#server/payment/charge/voucher.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

export const moveOf = {
  client: 'cancel_as_client',
  professional: 'cancel_as_professional',
  host: 'cancel_as_host',
} as const satisfies Record<Side, Move>

/** The cost of cancelling now; its token is valid for ten minutes. Refuses not_found, move_not_allowed. */
export const cancelQuote = async (
  work: Work,
  id: string,
  viewer: ViewerQuery & { as: Side },
): Promise<z.input<typeof CancelQuote>> => {
  const { booking } = await findFor(work, id, viewer)
  requireMove(booking, moveOf[viewer.as], viewer.as, work.now)
  const within = booking.kind === 'rent' ? await visitsWithin(work, booking) : []
  if (within.some(({ status }) => status !== 'held')) refuse('visits_within')
  if (booking.kind === 'rent' && (await classesWithin(work, id)).length > 0) refuse('visits_within')
  return quoteFor(work, booking, viewer.as, await costsOf(work, booking, viewer.as))
}

/** What determines the cost, besides the terms of the booking. */
type Costs = PaidBy & {
  /** On a host's terms: this cancellation is free for them. */
  isFree: boolean
  rescue: z.input<typeof CancelQuote>['rescue']
}

export const costsOf = async (work: Work, booking: BookingRow, as: Side): Promise<Costs> => {
  const paid = await paidBy(work, booking.id)
  if (as !== 'host') return { ...paid, isFree: await isOfFreeRescue(work, booking), rescue: null }
  const isFree = await hasFree(work, booking)
  if (booking.kind === 'rent') return { ...paid, isFree, rescue: null }
  const found = await lookForPlace(work, booking)
  return {
    ...paid,
    isFree,
    rescue: {
      search: found === undefined ? 'none' : 'found',
      meters: found?.meters ?? null,
      ownBusiness: found?.ownBusiness ?? false,
      maxCents: found?.hostPaysCents ?? 0,
      answerBy: found === undefined ? null : rescueBy(booking.starts_at, work.now).toISOString(),
      isFree,
    },
  }
}

/** A cancellation that was free for its host stays free, whichever party declines the other place. */
const isOfFreeRescue = async (work: Work, booking: BookingRow): Promise<boolean> =>
  booking.rescue_by !== null && (await openOf(work, booking.id))?.is_free === true

/** The part of the price that credit paid, and how the rest was paid. */
const paidBy = async (work: Work, id: string): Promise<PaidBy> => {
  const payment = await readPayment(work, id)
  return {
    creditCents: payment?.credit_cents ?? 0,
    capturedCents: payment === null ? 0 : await chargedFor(work, payment),
    method: payment === null ? 'card' : methodOf(payment),
  }
}
type PaidBy = { creditCents: number; capturedCents: number; method: ReturnType<typeof methodOf> }

/** A withdrawn request costs nothing; for a confirmed visit the text names the part that was never charged. */
const wordsFor = (
  booking: BookingRow,
  { refundCents, feeCents }: Outcome,
  costs: PaidBy,
): { moneyWords?: string } => {
  if (booking.status === 'requested') return { moneyWords: withdrawnWords(booking, costs) }
  const words = quotedWords(
    {
      chargedCents: costs.capturedCents,
      creditCents: costs.creditCents,
      payment_method: costs.method,
      session_pack_id: booking.session_pack_id,
    },
    { refundCents, feeCents },
  )
  return words === undefined ? {} : { moneyWords: words }
}

/** The card may not have been charged yet. */
const withdrawnWords = (booking: BookingRow, { method, creditCents, capturedCents }: PaidBy) =>
  comesBack({
    session_pack_id: booking.session_pack_id,
    payment_method: method,
    payment_credit_cents: creditCents,
    payment_captured_cents: capturedCents,
  })

/** After the host has cancelled, a party who declines the other place cancels on the host's terms. */
export const faultOf = (booking: BookingRow, as: Side): Side => (booking.rescue_by === null ? as : 'host')

export const quoteFor = (work: Work, booking: BookingRow, as: Side, costs: Costs) => {
  const outcome = outcomeOf(booking, faultOf(booking, as), work.now, costs.isFree)
  const expiresAt = new Date(work.now.getTime() + cancelQuoteMinutes * minuteMs)
  const { feeCents, reason } = outcome
  const refundCents = isPriceHidden(booking, as) ? null : outcome.refundCents
  const said: Quoted = {
    id: booking.id,
    version: booking.version,
    as,
    at: work.now.getTime(),
    refundCents,
    feeCents,
    isFree: costs.isFree,
    maxCents: costs.rescue?.maxCents ?? 0,
  }
  return {
    refundCents,
    feeCents,
    // The retained amount is taken from the credit first; cash is refunded only as credit.
    creditBackCents:
      as !== 'client'
        ? 0
        : costs.method === 'oxxo'
          ? outcome.refundCents
          : Math.max(0, costs.creditCents - feeCents),
    paidBy: costs.method,
    lines: outcome.lines(as),
    ...(as === 'client' ? wordsFor(booking, outcome, costs) : {}),
    reason,
    isStrike: as === 'professional' && booking.kind === 'visit' && booking.rescue_by === null,
    rescue: costs.rescue,
    expiresAt: expiresAt.toISOString(),
    token: work.tokens.sign('cancel-quote', said, expiresAt),
  }
}

/** The content of a quote's token. */
export const Quoted = z.object({
  id: Uuid,
  version: z.int(),
  as: z.enum(['client', 'professional', 'host']),
  /** The instant whose rules were quoted, epoch milliseconds. */
  at: z.int(),
  /** Null as in the quote: a token can be read by its holder. */
  refundCents: z.nullable(z.int()),
  feeCents: z.int(),
  isFree: z.boolean(),
  /** The maximum that the host pays of a dearer rent elsewhere. */
  maxCents: z.int(),
})
export type Quoted = z.output<typeof Quoted>

/**
 * The cost for this host, for a list of several; the caller has checked ownership, and whether one is free. Another place is searched only
 * on cancelling: this is the maximum cost.
 */
export const hostQuote = (work: Work, booking: BookingRow, isFree: boolean): z.input<typeof CancelQuote> => {
  const { rent_cents: rentCents, cleaning_cents: cleaningCents } = booking
  const maxCents = maxCoveredByHostCents({ rentCents, cleaningCents })
  const rescue = mayRescue(booking, work.now)
    ? {
        search: 'later' as const,
        meters: null,
        ownBusiness: false,
        maxCents,
        answerBy: rescueBy(booking.starts_at, work.now).toISOString(),
        isFree,
      }
    : null
  return quoteFor(work, booking, 'host', { creditCents: 0, capturedCents: 0, method: 'card', isFree, rescue })
}

/** The cost for a client, for a list of several; the caller has checked ownership. */
export const clientQuote = async (work: Work, booking: BookingRow): Promise<z.input<typeof CancelQuote>> =>
  quoteFor(work, booking, 'client', await costsOf(work, booking, 'client'))
