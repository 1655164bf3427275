/**
 * Closing units for a period: first a preview of its impact, then one choice per affected booking, applied in one
 * transaction. The screen and the server derive the possible choices from the same pure functions.
 */
import * as z from 'zod/mini'
import { CancelQuote } from '#contract/booking/cancellation.ts'
import { BookingStatus } from '#contract/booking/booking-status.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Done, Id, Instant, LongText, Uuid, Zone } from '#contract/platform/shapes.ts'
import { Closure } from '#contract/booking/agenda/timeline.ts'

/** Choices for an affected booking. */
export const closureChoices = {
  keep: { label: 'Respetar', text: 'La cita se da como estaba; solo su hora queda fuera del cierre.' },
  move: { label: 'Rescatar', text: 'Misma hora y mismo precio en otra unidad tuya.' },
  cancel: {
    label: 'Cancelar',
    text: 'Buscamos otro lugar cerca a la misma hora; si no lo aceptan, el cliente no paga nada y tú pagas lo que dice la cotización.',
  },
} as const
export type ClosureChoice = keyof typeof closureChoices

const Closing = {
  /** Empty: every unit of the space. */
  unitIds: z.array(Id).check(z.maxLength(200)),
  kind: z._default(z.enum(['closure', 'maintenance']), 'closure'),
  startsAt: Instant,
  endsAt: Instant,
  reason: z._default(LongText(200), ''),
}

/** A unit to which a booking could move. */
export const FreeUnit = z.object({ unitId: Id, name: z.string(), spaceName: z.string() })

export const AffectedBooking = z.object({
  bookingId: Uuid,
  version: z.int(),
  status: BookingStatus,
  startsAt: Instant,
  endsAt: Instant,
  /** Includes preparation and cleaning: what another unit must have free. */
  busyFrom: Instant,
  busyUntil: Instant,
  unitId: Id,
  unitName: z.string(),
  professional: z.string(),
  client: z.nullable(z.string()),
  rentCents: z.int(),
  options: z.array(
    z.object({
      choice: z.enum(['keep', 'move', 'cancel']),
      allowed: z.boolean(),
      reason: z.nullable(z.string()),
    }),
  ),
  /** Units to which it could move. */
  units: z.array(FreeUnit),
  /** Signed quote of cancelling; null when it may not be cancelled. */
  cancel: z.nullable(CancelQuote),
  /** The same with the half-yearly free cancellation; null if it is used up or does not apply. */
  freeCancel: z.nullable(CancelQuote),
})
export type AffectedBooking = z.output<typeof AffectedBooking>

type Cancelled = Pick<AffectedBooking, 'bookingId' | 'cancel' | 'freeCancel'>

/** The cancellation quote of one booking among those to be cancelled: the first, in order, is the free one. */
export const cancelQuoteIn = <One extends Cancelled>(
  one: One,
  affected: readonly One[],
  isCancelled: (other: One) => boolean,
): One['cancel'] => {
  const first = affected.find(
    (other) => other.freeCancel !== null && (other.bookingId === one.bookingId || isCancelled(other)),
  )
  return first?.bookingId === one.bookingId ? one.freeCancel : one.cancel
}

export const ClosureImpact = z.object({
  zone: Zone,
  unitIds: z.array(Id),
  affected: z.array(AffectedBooking),
  /** Times in checkout now: they remain valid if they are paid, and close if not. */
  held: z.int(),
  /** Blocks and connected calendars that already take some of the time. */
  blocked: z.int(),
})
export type ClosureImpact = z.output<typeof ClosureImpact>

const OneSpace = z.object({ id: Id })

export const previewClosure = endpoint({
  method: 'POST',
  path: '/api/spaces/:id/closures/preview',
  summary: 'Preview the bookings affected by closing units, and the choices for each; changes nothing',
  access: 'host',
  params: OneSpace,
  body: z.object(Closing),
  reply: ClosureImpact,
  refusals: ['not_found', 'invalid_input', 'already_closed', 'time_is_past', 'class_there'],
})

export const closeUnits = endpoint({
  method: 'POST',
  path: '/api/spaces/:id/closures',
  summary: 'Close units with a choice for each affected booking: all of it or nothing',
  access: 'host',
  params: OneSpace,
  body: z.extend(z.object(Closing), {
    choices: z
      .array(
        z.object({
          bookingId: Uuid,
          version: z.int(),
          choice: z.enum(['keep', 'move', 'cancel']),
          /** With `move`. */
          unitId: z.optional(Id),
          /** With `cancel`: fixes the quoted cost. */
          quoteToken: z.optional(z.string().check(z.maxLength(2000))),
        }),
      )
      .check(z.maxLength(2000)),
  }),
  reply: Closure,
  status: 201,
  idempotent: true,
  refusals: [
    'class_there',
    'not_found',
    'invalid_input',
    'already_closed',
    'time_is_past',
    'impact_changed',
    'quote_expired',
    'move_not_allowed',
  ],
})

/** In `details` of `impact_changed`: the current impact. */
export const ImpactChange = z.object({ impact: ClosureImpact })

export const reopen = endpoint({
  method: 'DELETE',
  path: '/api/closures/:id',
  summary: 'Reopen closed units',
  access: 'host',
  params: z.object({ id: Id }),
  reply: Done,
  refusals: ['not_found'],
})

type Busy = { unitId: number; from: number; until: number }

/**
 * The units free for a booking when the other bookings move to their assigned units: two cannot move to one unit at one
 * time. Instants in epoch milliseconds.
 */
export const stillFree = <Unit extends { unitId: number }>(
  units: readonly Unit[],
  wanted: { from: number; until: number },
  taken: readonly Busy[],
): Unit[] =>
  units.filter(({ unitId }) =>
    taken.every(
      (other) => other.unitId !== unitId || other.until <= wanted.from || wanted.until <= other.from,
    ),
  )
