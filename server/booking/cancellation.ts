/** A booking ends before its time: quoted first, then cancelled on exactly the terms that were quoted. */
import * as z from 'zod/mini'
import type { Booking, CancelQuote, Move } from '#contract/booking.ts'
import { Uuid } from '#contract/shapes.ts'
import { release } from '#server/availability/availability.ts'
import { lockById, makeMove, requireMove, type BookingRow } from '#server/booking/move.ts'
import { findFor, lockFor, type Asking, type Side } from '#server/booking/party.ts'
import { readAs, type Ending } from '#server/booking/present.ts'
import { keepFees } from '#server/booking/fee.ts'
import { cancelQuoteMinutes, minuteMs } from '#server/booking/rules.ts'
import { rentedOf } from '#server/booking/reservation-row.ts'
import { requireNoVisits, visitsWithin } from '#server/booking/within.ts'
import { withdrawOffer } from '#server/booking/hand-over-row.ts'
import { carryOut, read as readPayment, settle } from '#server/payment/payment.ts'
import type { Settlement } from '#server/payment/settlement.ts'
import { crashPoint } from '#server/platform/crash-points.ts'
import { announce } from '#server/platform/jobs.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import {
  cancellation,
  cancelLines,
  type Cancellation,
  type CancelledBy,
} from '#server/pricing/cancellation.ts'
import { rentCancellation, rentCancelLines } from '#server/pricing/rent-cancellation.ts'
import { releaseAt } from '#server/pricing/pricing.ts'
import { settlementOfCancellation } from '#server/pricing/settlement.ts'
import { openTerms } from '#server/pricing/terms.ts'

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
  return quoteFor(work, booking, asking.as, await paidWithCredit(work, id))
}

/** What of the price the client's own credit paid. */
const paidWithCredit = async (work: Work, id: string): Promise<number> =>
  (await readPayment(work, id))?.credit_cents ?? 0

const quoteFor = (work: Work, booking: BookingRow, as: Side, creditCents: number) => {
  const outcome = outcomeOf(booking, as, work.now)
  const expiresAt = new Date(work.now.getTime() + cancelQuoteMinutes * minuteMs)
  const { refundCents, feeCents, reason } = outcome
  const said: Quoted = {
    id: booking.id,
    version: booking.version,
    as,
    at: work.now.getTime(),
    refundCents,
    feeCents,
  }
  return {
    refundCents,
    feeCents,
    // What stays is taken from the credit first.
    creditBackCents: as === 'client' ? Math.max(0, creditCents - feeCents) : 0,
    lines: outcome.lines(as),
    reason,
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
  refundCents: z.int(),
  feeCents: z.int(),
})
type Quoted = z.output<typeof Quoted>

/** What cancelling comes to, whatever is cancelled. */
type Outcome = {
  refundCents: number
  feeCents: number
  reason: string
  lines(as: Side): z.input<typeof CancelQuote>['lines']
  settlement(): Settlement
  professionalNetCents: number
  hostNetCents: number
  /** Of rented hours: what stays for the hours that become free. */
  freshFeeCents: number
}

const outcomeOf = (booking: BookingRow, by: Ending['by'], now: Date): Outcome =>
  booking.kind === 'rent' ? rentOutcome(booking, by, now) : visitOutcome(booking, by, now)

const rentOutcome = (booking: BookingRow, by: Ending['by'], now: Date): Outcome => {
  const outcome = rentCancellation(rentedOf(booking, now), by === 'client' ? 'professional' : by, {
    professionalId: booking.professional_id,
    hostId: booking.host_id ?? refuse('move_not_allowed'),
  })
  return {
    ...outcome,
    lines: (as) => rentCancelLines(outcome, as),
    settlement: () => outcome.settlement,
    professionalNetCents: outcome.compensationCents,
  }
}

const visitOutcome = (booking: BookingRow, by: Ending['by'], now: Date): Outcome => {
  const outcome = visitCancellation(booking, by, now)
  return {
    refundCents: outcome.refundCents,
    feeCents: outcome.feeCents,
    reason: outcome.reason,
    lines: (as) => cancelLines(outcome, as),
    settlement: () =>
      settlementOfCancellation(outcome, {
        clientId: booking.client_id ?? refuse('move_not_allowed'),
        professionalId: booking.professional_id,
        hostId: booking.host_id,
      }),
    professionalNetCents:
      outcome.feeSplit.professional.netCents +
      outcome.compensationCents -
      outcome.creditCents -
      outcome.rentChargedCents,
    freshFeeCents: 0,
    hostNetCents:
      outcome.feeSplit.host.netCents + outcome.rentSplit.host.netCents - outcome.compensationCents,
  }
}

/** Also what it comes to when somebody does not appear. */
export const visitCancellation = (booking: BookingRow, by: CancelledBy, now: Date): Cancellation =>
  cancellation(
    {
      terms: openTerms(booking.terms),
      totalCents: booking.total_cents,
      // Nobody used the place: its cleaning is given back, whatever the policy (product.md §3).
      rentCents: booking.rent_cents - booking.cleaning_cents,
      startsAt: booking.starts_at,
      confirmedAt: booking.confirmed_at,
      zone: booking.zone,
      now,
    },
    by,
  )

/** Cancels as quoted. Refuses quote_expired; quote_changed with a new quote when the booking moved since. */
export const cancel = async (
  work: Work,
  id: string,
  order: { quoteToken: string; reason: string; t?: string | undefined },
): Promise<z.input<typeof Booking>> => {
  const opened = z.safeParse(Quoted, work.tokens.open('cancel-quote', order.quoteToken, work.now))
  if (!opened.success) {
    await findFor(work, id, { t: order.t })
    return refuse('quote_expired')
  }
  const quoted = opened.data
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
  order: { reason: string; t?: string | undefined },
): Promise<string | null> => {
  const { booking } = await lockFor(work, id, { t: order.t, as: quoted.as })
  if (quoted.id !== id) return refuse('quote_expired')
  requireMove(booking, moveOf[quoted.as], quoted.as, work.now)
  const outcome = outcomeOf(booking, quoted.as, new Date(quoted.at))
  const stands =
    booking.version === quoted.version &&
    outcome.refundCents === quoted.refundCents &&
    outcome.feeCents === quoted.feeCents
  if (!stands) {
    const quote = quoteFor(work, booking, quoted.as, await paidWithCredit(work, id))
    return refuse('quote_changed', { quote })
  }
  return end(work, booking, moveOf[quoted.as], quoted.as, outcome, order.reason)
}

/** What cancelling would cost this host, for a list of several; the caller has asked whose booking it is. */
export const hostQuote = (work: Work, booking: BookingRow): z.input<typeof CancelQuote> =>
  quoteFor(work, booking, 'host', 0)

/**
 * One of several cancellations of a host that stand or fall together, in the caller's transaction. Answers the payment to
 * carry out once that is committed. Refuses as `cancel` does.
 */
export const cancelWithin = async (
  work: Work,
  id: string,
  order: { quoteToken: string; reason: string },
): Promise<string | null> => {
  const opened = z.safeParse(Quoted, work.tokens.open('cancel-quote', order.quoteToken, work.now))
  if (!opened.success || opened.data.as !== 'host') return refuse('quote_expired')
  return cancelInside(work, id, opened.data, order)
}

/** The platform cancels: everything goes back to the client. Nothing happens to a booking that is past it. */
export const cancelAsPlatform = async (work: Work, id: string, reason: string): Promise<void> => {
  // Whoever was to come within hours that were not paid for is told as well, and gets all of it back.
  const within = (await visitsWithin(work, { id })).filter(({ status }) => status === 'confirmed')
  for (const visit of within) await cancelAsPlatform(work, visit.id, reason)
  const paymentId = await inTransaction(work, async (work) => {
    const booking = await lockById(work, id)
    if (booking?.status !== 'confirmed' && booking?.status !== 'requested') return null
    return end(
      work,
      booking,
      'cancel_as_platform',
      'platform',
      outcomeOf(booking, 'platform', work.now),
      reason,
    )
  })
  if (paymentId !== null) await carryOut(work, paymentId)
}

/** Money, time, move and fact in the caller's transaction. */
const end = async (
  work: Work,
  booking: BookingRow,
  move: Move,
  by: Ending['by'],
  outcome: Outcome,
  reason: string,
): Promise<string | null> => {
  if (booking.kind === 'rent') {
    await requireNoVisits(work, booking)
    await withdrawOffer(work, booking.id)
    const { starts_at: from, ends_at: to } = booking
    await keepFees(work, booking, [{ from, to, feeCents: outcome.freshFeeCents }])
  }
  const paymentId = await settle(work, {
    bookingId: booking.id,
    settlement: outcome.settlement(),
    releaseAt: releaseAt(openTerms(booking.terms), booking.ends_at),
  })
  await release(work, booking.id)
  await makeMove(
    work,
    booking,
    move,
    { party: by, reason },
    {
      ended_at: work.now,
      cancellation: JSON.stringify(endingOf(outcome, by, work.now)),
    },
  )
  crashPoint('inside-cancel')
  await announce(work, 'booking.cancelled', { bookingId: booking.id })
  return paymentId
}

const endingOf = (outcome: Outcome, by: Ending['by'], at: Date): Ending => ({
  by,
  at: at.toISOString(),
  reason: outcome.reason,
  refundCents: outcome.refundCents,
  feeCents: outcome.feeCents,
  professionalNetCents: outcome.professionalNetCents,
  hostNetCents: outcome.hostNetCents,
})
