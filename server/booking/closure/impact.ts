/**
 * What closing units means for their bookings: which are in the way, and what may be done with each. Pure; closure.ts reads and writes.
 */
import type { BookingStatus } from '#contract/booking/booking-status.ts'
import type { Movable, Move } from '#contract/booking/moves.ts'
import { mayMove } from '#contract/booking/may-move.ts'
import type { AffectedBooking, ClosureChoice } from '#contract/booking/closure/closure.ts'
import { stillFree } from '#contract/booking/closure/closure.ts'

/** Epoch milliseconds, half-open. */
export type Span = { from: number; until: number }

export type Booked = {
  status: BookingStatus
  startsAt: Date
  endsAt: Date
  unitId: number
  /** Its claim on the unit, including preparation and cleaning. */
  busy: Span
  /** The host cancelled it before, and the others must still answer about another place. */
  rescue: Movable['rescue']
}
/** A unit that could take a booking, with its claims. */
export type Candidate = { unitId: number; active: boolean; busy: readonly Span[] }

export const touches = (one: Span, other: Span) => one.from < other.until && other.from < one.until

/** The units that stay open and have the booking's whole time free. */
export const relocations = <Unit extends Candidate>(
  booked: Pick<Booked, 'busy' | 'unitId'>,
  closing: Span & { unitIds: readonly number[] },
  units: readonly Unit[],
): Unit[] => {
  const closed = touches(booked.busy, closing) ? new Set(closing.unitIds) : new Set<number>()
  const open = units.filter(({ unitId, active }) => active && unitId !== booked.unitId && !closed.has(unitId))
  const taken = open.flatMap(({ unitId, busy }) => busy.map((span) => ({ unitId, ...span })))
  return stillFree(open, booked.busy, taken)
}

/** The three choices for one booking, each allowed or with its reason, in the order offered. */
export const optionsFor = (
  booked: Omit<Booked, 'unitId' | 'busy'>,
  relocations: readonly unknown[],
  now: Date,
): AffectedBooking['options'] => {
  const forMoves = {
    status: booked.status,
    startsAt: booked.startsAt.toISOString(),
    endsAt: booked.endsAt.toISOString(),
    rescue: booked.rescue,
  }
  const request = (choice: ClosureChoice, move: Move, otherwise: string | null = null) => {
    const answer = mayMove(move, 'host', forMoves, now)
    const reason = answer.allowed ? otherwise : answer.reason
    return { choice, allowed: reason === null, reason }
  }
  return [
    { choice: 'keep', allowed: true, reason: null },
    request('move', 'move_unit', relocations.length === 0 ? 'No hay otra unidad libre a esa hora.' : null),
    request('cancel', 'cancel_as_host'),
  ]
}
