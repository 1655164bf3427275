/**
 * What closing units does to what is booked there: which bookings are in the way and what may be done with each. Pure;
 * reading and writing is in closure.ts.
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
  /** Its claim on the unit, preparation and cleaning inside. */
  busy: Span
  /** Its host cancelled it before, and the others must answer about another place. */
  rescue: Movable['rescue']
}
/** A unit that could take a booking, and what is claimed of it. */
export type Candidate = { unitId: number; active: boolean; busy: readonly Span[] }

export const touches = (one: Span, other: Span) => one.from < other.until && other.from < one.until

/** The units, not themselves closed then, that have the booking's whole time free. */
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

/** The three choices for one booking, each allowed or with its reason, in the order in which they are offered. */
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
