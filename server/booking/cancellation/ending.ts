/** How a booking ends before its time: what each party pays or receives, and the end itself. Callers decide who may end it, and when. */
import type { CancelQuote } from '#contract/booking/cancellation.ts'
import type { Move } from '#contract/booking/moves.ts'
import type * as z from 'zod/mini'
import { release } from '#server/availability/block/availability.ts'
import { coveredByHostCents, rentOwedIn, withCoveredByHost } from '#server/booking/moves/covered-by-host.ts'
import { fallAway } from '#server/booking/settlement/dispute-row.ts'
import { keepFees } from '#server/booking/columns/fee.ts'
import { withdrawOffer } from '#server/booking/columns/hand-over-row.ts'
import { keepMoveFee, moveFeeOf } from '#server/booking/moves/move-fee.ts'
import { makeMove, type BookingRow, type Mover } from '#server/booking/moves/move.ts'
import type { Side } from '#server/booking/moves/party.ts'
import type { Ending } from '#server/booking/columns/ending.ts'
import { paidOf } from '#server/booking/moves/upfront.ts'
import { rentedOf } from '#server/booking/columns/reservation-row.ts'
import { keepVisitFees } from '#server/booking/cancellation/visit-fee.ts'
import { requireNoVisits } from '#server/booking/checkout/within.ts'
import { settle } from '#server/payment/charge/payment.ts'
import type { Settlement } from '#server/payment/charge/settlement.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { publish } from '#server/platform/jobs.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'
import {
  cancellation,
  cancelLines,
  type Cancellation,
  type CancelledBy,
} from '#server/pricing/cancellation.ts'
import { releaseAt } from '#server/pricing/pricing.ts'
import { rentCancellation, rentCancelLines } from '#server/pricing/rent-cancellation.ts'
import { settlementOfCancellation, splitOfMoveFee } from '#server/pricing/settlement.ts'
import { openTerms } from '#server/pricing/terms.ts'

/** The result of cancelling any kind of booking. */
export type Outcome = {
  refundCents: number
  feeCents: number
  reason: string
  /** The reason, where Kalli gives one to all three parties. */
  said?: string
  lines(as: Side): z.input<typeof CancelQuote>['lines']
  settlement(): Settlement
  professionalNetCents: number
  hostNetCents: number
  /** For rented hours: the fee for the hours that become free. */
  freshFeeCents: number
  /** For a visit: its result, part of which may be refunded if its hour is sold again. */
  cancelled?: Cancellation
}

/** `isFree`: the host's one free cancellation in six months. */
export const outcomeOf = (booking: BookingRow, by: Ending['by'], now: Date, isFree = false): Outcome =>
  booking.kind === 'rent' ? rentOutcome(booking, by, now) : visitOutcome(booking, by, now, isFree)

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

const visitOutcome = (booking: BookingRow, by: Ending['by'], now: Date, isFree: boolean): Outcome => {
  const outcome = visitCancellation(booking, by, now, isFree)
  const moved = movedBy(booking, by)
  const rentOwedCents = rentOwedIn(outcome)
  const sharedCents = coveredByHostCents(booking, rentOwedCents)
  return {
    refundCents: outcome.refundCents,
    feeCents: outcome.feeCents,
    reason: outcome.reason,
    lines: (as) => [
      ...cancelLines(outcome, as),
      ...(as === 'professional' && sharedCents > 0
        ? [{ label: 'De esa renta paga el espacio que canceló antes', amountCents: sharedCents }]
        : []),
    ],
    settlement: () => {
      const settlement = withCoveredByHost(
        settlementOfCancellation(outcome, {
          clientId: booking.client_id ?? refuse('move_not_allowed'),
          professionalId: booking.professional_id,
          hostId: booking.host_id,
        }),
        booking,
        rentOwedCents,
      )
      return by === 'client' ? keepMoveFee(settlement, booking) : settlement
    },
    professionalNetCents:
      outcome.feeSplit.professional.netCents +
      moved.professional.netCents +
      outcome.compensationCents -
      outcome.creditCents -
      outcome.rentChargedCents -
      outcome.monthsOwed.feeCents -
      outcome.monthsOwed.ivaCents +
      sharedCents,
    freshFeeCents: 0,
    cancelled: outcome,
    hostNetCents:
      outcome.feeSplit.host.netCents +
      moved.host.netCents +
      outcome.rentSplit.host.netCents -
      outcome.compensationCents,
  }
}

/** Also the result of a no-show. */
export const visitCancellation = (
  booking: BookingRow,
  by: CancelledBy,
  now: Date,
  isFree = false,
): Cancellation => {
  const outcome = cancellation(
    {
      terms: openTerms(booking.terms),
      totalCents: booking.total_cents,
      paidCents: paidOf(booking),
      upfrontCents: booking.upfront_cents,
      // The place was not used: its cleaning is refunded, whatever the policy (product.md §3).
      rentCents: booking.rent_cents - booking.cleaning_cents,
      startsAt: booking.starts_at,
      confirmedAt: booking.confirmed_at,
      zone: booking.zone,
      now,
      isFree,
      isMoved: booking.moved_from !== null,
      ...(booking.kind === 'visit' ? { toleranceMinutes: booking.tolerance_minutes } : {}),
    },
    by,
  )
  // If another party ends it, the client's fees for changing the hour are refunded as well.
  return isOfClient(by) ? outcome : { ...outcome, refundCents: outcome.refundCents + booking.move_fee_cents }
}

const isOfClient = (by: CancelledBy) => by === 'client' || by === 'client_no_show'

/** How the retained fees for changes of hour are divided; nothing if another party ends the booking. */
export const movedBy = (booking: BookingRow, by: CancelledBy) =>
  splitOfMoveFee(
    isOfClient(by) ? moveFeeOf(booking) : { terms: openTerms(booking.terms), feeCents: 0, rentCents: 0 },
  )

/** Money, time, move and event in the caller's transaction. Returns the payment to execute. */
export const end = async (
  work: Work,
  booking: BookingRow,
  move: Move,
  /** The party at fault, as opposed to the actor of the move. */
  by: Ending['by'],
  outcome: Outcome,
  mover: Mover,
): Promise<string | null> => {
  if (booking.kind === 'rent') {
    await requireNoVisits(work, booking)
    await withdrawOffer(work, booking.id)
    const { starts_at: from, ends_at: to } = booking
    await keepFees(work, booking, [{ from, to, feeCents: outcome.freshFeeCents }])
  }
  if (outcome.cancelled !== undefined) await keepVisitFees(work, booking, outcome.cancelled)
  const paymentId = await settle(work, {
    bookingId: booking.id,
    settlement: outcome.settlement(),
    releaseAt: releaseAt(openTerms(booking.terms), booking.ends_at),
  })
  await release(work, booking.id)
  await fallAway(work, booking.id)
  await makeMove(work, booking, move, mover, {
    ended_at: work.now,
    cancellation: JSON.stringify(endingOf(outcome, by, work.now, mover)),
  })
  crashPoint('inside-cancel')
  await publish(work, 'booking.cancelled', { bookingId: booking.id })
  return paymentId
}

const endingOf = (outcome: Outcome, by: Ending['by'], at: Date, { party, reason }: Mover): Ending => ({
  by,
  at: at.toISOString(),
  reason: outcome.reason,
  // No party sees Kalli's internal notes, nor what one party said about another's fault.
  ...(party === by && party !== 'platform' && reason ? { said: reason } : {}),
  ...(outcome.said === undefined ? {} : { said: outcome.said }),
  refundCents: outcome.refundCents,
  feeCents: outcome.feeCents,
  professionalNetCents: outcome.professionalNetCents,
  hostNetCents: outcome.hostNetCents,
})
