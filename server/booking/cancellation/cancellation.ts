/** A booking ends before its time: quoted first, then cancelled on exactly the terms that were quoted. */
import * as z from 'zod/mini'
import type { Booking } from '#contract/booking/booking.ts'
import type { CancelQuote } from '#contract/booking/cancellation.ts'
import { cancelText, type CancelReason } from '#contract/booking/cancel-reason.ts'
import type { Move } from '#contract/booking/moves.ts'
import { mostBorneCents, rescueBy } from '#contract/booking/cancellation/rescue.ts'
import { Uuid } from '#contract/platform/shapes.ts'
import { classesWithin, closeClass } from '#server/booking/columns/class-row.ts'
import { end, outcomeOf, type Outcome } from '#server/booking/cancellation/ending.ts'
import { hasFree, remember } from '#server/booking/moves/host-cancellation.ts'
import { comesBack, quotedWords } from '#server/booking/columns/money-words.ts'
import { isPriceHidden } from '#server/booking/columns/price.ts'
import { readAs } from '#server/booking/summary/present.ts'
import { lockById, requireMove, type BookingRow } from '#server/booking/moves/move.ts'
import { findFor, lockFor, type Asking, type Side } from '#server/booking/moves/party.ts'
import { declineByCancelling, openOf } from '#server/booking/cancellation/rescue.ts'
import { begin, lookForPlace, mayRescue } from '#server/booking/cancellation/rescue-offer.ts'
import { cancelQuoteMinutes, minuteMs } from '#server/booking/moves/rules.ts'
import { visitsWithin } from '#server/booking/checkout/within.ts'
import { chargedFor } from '#server/payment/charge/charged.ts'
import { carryOut, read as readPayment } from '#server/payment/charge/payment.ts'
import { methodOf } from '#server/payment/charge/voucher.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

const moveOf = {
  client: 'cancel_as_client',
  professional: 'cancel_as_professional',
  host: 'cancel_as_host',
} as const satisfies Record<Side, Move>

/** What cancelling now would cost; its token stands ten minutes. Refuses not_found, move_not_allowed. */
export const cancelQuote = async (
  work: Work,
  id: string,
  asking: Asking & { as: Side },
): Promise<z.input<typeof CancelQuote>> => {
  const { booking } = await findFor(work, id, asking)
  requireMove(booking, moveOf[asking.as], asking.as, work.now)
  const within = booking.kind === 'rent' ? await visitsWithin(work, booking) : []
  if (within.some(({ status }) => status !== 'held')) refuse('visits_within')
  if (booking.kind === 'rent' && (await classesWithin(work, id)).length > 0) refuse('visits_within')
  return quoteFor(work, booking, asking.as, await costsOf(work, booking, asking.as))
}

/** What decides beside the terms of the booking. */
type Costs = PaidBy & {
  /** On a host's terms: it costs them nothing this time. */
  isFree: boolean
  rescue: z.input<typeof CancelQuote>['rescue']
}

const costsOf = async (work: Work, booking: BookingRow, as: Side): Promise<Costs> => {
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
      ownHouse: found?.ownHouse ?? false,
      mostCents: found?.hostPaysCents ?? 0,
      answerBy: found === undefined ? null : rescueBy(booking.starts_at, work.now).toISOString(),
      isFree,
    },
  }
}

/** What its host cancelled for nothing stays so, whoever says no to the other place. */
const isOfFreeRescue = async (work: Work, booking: BookingRow): Promise<boolean> =>
  booking.rescue_by !== null && (await openOf(work, booking.id))?.is_free === true

/** What of the price the client's own credit paid, and how the rest was paid. */
const paidBy = async (work: Work, id: string): Promise<PaidBy> => {
  const payment = await readPayment(work, id)
  return {
    creditCents: payment?.credit_cents ?? 0,
    capturedCents: payment === null ? 0 : await chargedFor(work, payment),
    method: payment === null ? 'card' : methodOf(payment),
  }
}
type PaidBy = { creditCents: number; capturedCents: number; method: ReturnType<typeof methodOf> }

/** A withdrawn request costs nothing; for a confirmed visit the words name the part that was never charged. */
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

/** A card may not have paid anything yet. */
const withdrawnWords = (booking: BookingRow, { method, creditCents, capturedCents }: PaidBy) =>
  comesBack({
    session_pack_id: booking.session_pack_id,
    payment_method: method,
    payment_credit_cents: creditCents,
    payment_captured_cents: capturedCents,
  })

/** What its host cancelled already is cancelled on the host's terms by whoever will not go elsewhere. */
const faultOf = (booking: BookingRow, as: Side): Side => (booking.rescue_by === null ? as : 'host')

const quoteFor = (work: Work, booking: BookingRow, as: Side, costs: Costs) => {
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
    mostCents: costs.rescue?.mostCents ?? 0,
  }
  return {
    refundCents,
    feeCents,
    // What stays is taken from the credit first; cash cannot go back but as credit.
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

/** What a quote's token says. */
const Quoted = z.object({
  id: Uuid,
  version: z.int(),
  as: z.enum(['client', 'professional', 'host']),
  /** The moment whose rules were quoted, epoch milliseconds. */
  at: z.int(),
  /** Null as in the quote: whoever holds a token can read it. */
  refundCents: z.nullable(z.int()),
  feeCents: z.int(),
  isFree: z.boolean(),
  /** What the host pays at most of a dearer rent elsewhere. */
  mostCents: z.int(),
})
type Quoted = z.output<typeof Quoted>

/** Cancels as quoted. Refuses quote_expired; quote_changed with a new quote when the booking moved since. */
export const cancel = async (
  work: Work,
  id: string,
  {
    why,
    ...asked
  }: { quoteToken: string; why?: CancelReason | undefined; reason: string; t?: string | undefined },
): Promise<z.input<typeof Booking>> => {
  const order = { ...asked, reason: cancelText(why, asked.reason) }
  const opened = z.safeParse(Quoted, work.tokens.open('cancel-quote', order.quoteToken, work.now))
  if (!opened.success) {
    await findFor(work, id, { t: order.t })
    return refuse('quote_expired')
  }
  const quoted = opened.data
  // The others read why (product.md §4, B11); a client owes no reason.
  if (quoted.as !== 'client' && order.reason === '')
    return refuse('invalid_input', { fields: [{ field: 'why', message: 'Elige por qué cancelas.' }] })
  const paymentId = await inTransaction(work, (work) => cancelInside(work, id, quoted, order))
  crashPoint('committed-cancel')
  if (paymentId !== null) await carryOut(work, paymentId)
  return readAs(work, id, quoted.as)
}

/** Lock, rules, money and fact in the caller's transaction; answers the payment that is then to be carried out. */
const cancelInside = async (
  work: Work,
  id: string,
  quoted: Quoted,
  order: { reason: string; t?: string | undefined; closed?: readonly number[] },
): Promise<string | null> => {
  const { booking } = await lockFor(work, id, { t: order.t, as: quoted.as })
  if (quoted.id !== id) return refuse('quote_expired')
  requireMove(booking, moveOf[quoted.as], quoted.as, work.now)
  const outcome = outcomeOf(booking, faultOf(booking, quoted.as), new Date(quoted.at), quoted.isFree)
  const stands =
    booking.version === quoted.version &&
    (quoted.refundCents === null || outcome.refundCents === quoted.refundCents) &&
    outcome.feeCents === quoted.feeCents &&
    // Of an open rescue it is taken already, by this very cancellation.
    (quoted.as !== 'host' || !quoted.isFree || (await hasFree(work, booking)))
  if (!stands) {
    const quote = quoteFor(work, booking, quoted.as, await costsOf(work, booking, quoted.as))
    return refuse('quote_changed', { quote })
  }
  if (quoted.as === 'host') return cancelAsHost(work, booking, quoted, outcome, order)
  if (booking.rescue_by !== null) return declineByCancelling(work, booking, quoted.as, order.reason)
  return end(work, booking, moveOf[quoted.as], quoted.as, outcome, {
    party: quoted.as,
    reason: order.reason,
  })
}

/** Another place first; only without one it is over at once. */
const cancelAsHost = async (
  work: Work,
  booking: BookingRow,
  { isFree, mostCents }: Quoted,
  failed: Outcome,
  { reason, closed }: { reason: string; closed?: readonly number[] },
) => {
  const isAsked = await begin(work, booking, {
    reason,
    failed,
    isFree,
    mostCents,
    ...(closed === undefined ? {} : { closed }),
  })
  if (isAsked) return null
  await remember(work, booking, { isFree })
  return end(work, booking, 'cancel_as_host', 'host', failed, { party: 'host', reason })
}

/**
 * What cancelling would cost this host, for a list of several; the caller has asked whose booking it is, and whether one
 * is free. Another place is looked for when they cancel: here stands what that costs at most.
 */
export const hostQuote = (work: Work, booking: BookingRow, isFree: boolean): z.input<typeof CancelQuote> => {
  const { rent_cents: rentCents, cleaning_cents: cleaningCents } = booking
  const mostCents = mostBorneCents({ rentCents, cleaningCents })
  const rescue = mayRescue(booking, work.now)
    ? {
        search: 'later' as const,
        meters: null,
        ownHouse: false,
        mostCents,
        answerBy: rescueBy(booking.starts_at, work.now).toISOString(),
        isFree,
      }
    : null
  return quoteFor(work, booking, 'host', { creditCents: 0, capturedCents: 0, method: 'card', isFree, rescue })
}

/** What it costs a client, for a list of several; the caller has asked whose booking it is. */
export const clientQuote = async (work: Work, booking: BookingRow): Promise<z.input<typeof CancelQuote>> =>
  quoteFor(work, booking, 'client', await costsOf(work, booking, 'client'))

/**
 * One of several cancellations that stand or fall together, in the caller's transaction. `closed`: units that a host sends nobody
 * to. Answers the payment to carry out once that is committed. Refuses as `cancel` does.
 */
export const cancelWithin = async (
  work: Work,
  id: string,
  order: { as: 'client' | 'host'; quoteToken: string; reason: string; closed?: readonly number[] },
): Promise<string | null> => {
  const opened = z.safeParse(Quoted, work.tokens.open('cancel-quote', order.quoteToken, work.now))
  if (!opened.success || opened.data.as !== order.as) return refuse('quote_expired')
  return cancelInside(work, id, opened.data, order)
}

/** The platform cancels: everything goes back to the client, who reads `said` of it. Nothing happens to a booking that is past it. */
export const cancelAsPlatform = async (
  work: Work,
  id: string,
  reason: string,
  said?: string,
): Promise<void> => {
  // Whoever was to come within hours that were not paid for is told as well, and gets all of it back.
  const within = (await visitsWithin(work, { id })).filter(({ status }) => status === 'confirmed')
  for (const visit of within) await cancelAsPlatform(work, visit.id, reason)
  const paymentId = await inTransaction(work, async (work) => {
    const booking = await lockById(work, id)
    if (booking?.status !== 'confirmed' && booking?.status !== 'requested') return null
    for (const row of await classesWithin(work, id)) await closeClass(work, row, 'platform', reason)
    const outcome = outcomeOf(booking, 'platform', work.now)
    const told = said === undefined ? outcome : { ...outcome, reason: said }
    return end(work, booking, 'cancel_as_platform', 'platform', told, { party: 'platform', reason })
  })
  if (paymentId !== null) await carryOut(work, paymentId)
}
