/**
 * A no-show (product.md §4, B15 and B16): the party who waited reports it, the absent party may contest it for a day, and the fee is
 * frozen until it is settled. The moves are in the table of contract/booking/booking.ts.
 */
import * as z from 'zod/mini'
import { Booking, CheckInMethod, Delays } from '#contract/booking/booking.ts'
import { OneBooking, Visitor } from '#contract/booking/parts.ts'
import { Proof } from '#contract/booking/attendance.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Instant, Text, Uuid, Zone } from '#contract/platform/shapes.ts'
import { StaffReason } from '#contract/booking/staff-reason.ts'

export const NoShowState = z.enum(['open', 'contested', 'stands', 'falls', 'withdrawn'])
export type NoShowState = z.output<typeof NoShowState>

/** The party who did not come. */
export const Absent = z.enum(['client', 'professional'])
export type Absent = z.output<typeof Absent>

const parts = {
  version: z.int(),
  absent: Absent,
  saidBy: z.enum(['client', 'professional', 'host']),
  state: NoShowState,
  markedAt: Instant,
  /** Until when the party reported as absent may contest it. */
  contestBy: Instant,
  /**
   * The frozen amount: for a client's no-show, what the policy retains (the rest was refunded at once); for a visit
   * that had started, all that was paid.
   */
  feeCents: z.int(),
  refundCents: z.int(),
  /** What an absent professional pays: the client's credit and the host's rent. */
  creditCents: z.int(),
  rentCents: z.int(),
  /** Objection to the report; hidden from the host. */
  evidence: z.nullable(z.string()),
  decidedAt: z.nullable(Instant),
  /** Announced delays; hidden from the host. */
  delays: Delays,
  /** The professional had started it without a code. */
  started: z.boolean(),
}

export const NoShow = z.object({
  ...parts,
  /** Null for the host: parts of a price that is not disclosed to them. */
  feeCents: z.nullable(z.int()),
  refundCents: z.nullable(z.int()),
  /** The viewer's moves, with the reason why a move is not possible now. */
  moves: z.array(z.object({ move: z.string(), allowed: z.boolean(), reason: z.nullable(z.string()) })),
})
export type NoShow = z.output<typeof NoShow>

/** Verdicts of an administrator; each party reads the sentence. If both came but missed each other, the client's fee applies. */
export const verdicts = {
  client: {
    stands: 'Revisamos lo que dijo cada parte: quedó que el cliente no llegó y la cuota se cobra.',
    falls: 'Revisamos lo que dijo cada parte: no se cobra la cuota y se devuelve todo.',
  },
  professional: {
    stands: 'Revisamos lo que dijo cada parte: quedó que no llegó quien atiende y el cliente no paga nada.',
    falls:
      'Revisamos lo que dijo cada parte: quien atiende sí estuvo ahí y se cobra la cuota por inasistencia.',
  },
} as const
/** The same for a started visit: all of it was frozen, and the visit counts as given. */
export const restored =
  'Revisamos lo que dijo cada parte: quien atiende sí estuvo ahí y la cita se cobra completa.'
export const Verdict = z.enum(['stands', 'falls'])
export type Verdict = z.output<typeof Verdict>

const Version = z.object({ version: z.int() })

export const arrive = endpoint({
  method: 'POST',
  path: '/api/bookings/:id/arrive',
  summary:
    "Record the professional's arrival: by the code of the unit, by location, or by their word where there is no unit",
  access: 'professional',
  params: OneBooking,
  body: z.object(Proof),
  reply: Booking,
  idempotent: true,
  refusals: [
    'not_found',
    'move_not_allowed',
    'device_time_ahead',
    'device_time_too_old',
    'absence_said_meanwhile',
    'too_early',
    'wrong_code',
    'too_far',
    'position_unclear',
    'position_unavailable',
  ],
})

export const markNoShow = endpoint({
  method: 'POST',
  path: '/api/bookings/:id/no-show',
  summary:
    'Report a no-show: of the client by the professional, of the professional by client or host; the fee is frozen for a day, the rest is refunded',
  access: 'anyone',
  params: OneBooking,
  query: Visitor,
  body: z.object({
    version: z.int(),
    as: z._default(z.enum(['client', 'professional', 'host']), 'professional'),
  }),
  reply: Booking,
  idempotent: true,
  refusals: ['not_found', 'move_not_allowed', 'stale_version', 'payment_in_progress'],
})

export const noShow = endpoint({
  method: 'GET',
  path: '/api/bookings/:id/no-show',
  summary: 'Get the no-show of a visit, as one of its parties; null: none was reported',
  access: 'anyone',
  params: OneBooking,
  query: Visitor,
  reply: z.object({ noShow: z.nullable(NoShow) }),
  refusals: ['not_found'],
})

export const contestNoShow = endpoint({
  method: 'POST',
  path: '/api/bookings/:id/no-show/contest',
  summary: 'Contest a no-show: the fee stays frozen until a decision',
  access: 'anyone',
  params: OneBooking,
  query: Visitor,
  body: z.object({
    version: z.int(),
    as: z._default(z.enum(['client', 'professional']), 'client'),
    evidence: Text(1000),
  }),
  reply: z.object({ noShow: z.nullable(NoShow) }),
  idempotent: true,
  refusals: ['not_found', 'move_not_allowed', 'stale_version'],
})

export const withdrawNoShow = endpoint({
  method: 'POST',
  path: '/api/bookings/:id/no-show/withdraw',
  summary: 'Withdraw a no-show; the client is refunded in full',
  access: 'professional',
  params: OneBooking,
  body: Version,
  reply: z.object({ noShow: z.nullable(NoShow) }),
  idempotent: true,
  refusals: ['not_found', 'move_not_allowed', 'stale_version'],
})

export const ContestedNoShow = z.object({
  id: Uuid,
  ...parts,
  service: z.string(),
  professional: z.string(),
  client: z.string(),
  place: z.string(),
  startsAt: Instant,
  zone: Zone,
  arrivedAt: z.nullable(Instant),
  /** When it reached Kalli, if it was registered offline. */
  arrivalReceivedAt: z.nullable(Instant),
  arrivalMethod: z.nullable(CheckInMethod),
  /** By position: distance from the place, and accuracy. */
  arrivalDistance: z.nullable(z.object({ meters: z.int(), accuracy: z.int() })),
})
export type ContestedNoShow = z.output<typeof ContestedNoShow>

export const contestedNoShows = endpoint({
  method: 'GET',
  path: '/api/admin/no-shows',
  summary: 'List contested no-shows that await a decision, oldest first',
  access: 'admin',
  reply: z.object({ noShows: z.array(ContestedNoShow) }),
})

export const decideNoShow = endpoint({
  method: 'POST',
  path: '/api/admin/no-shows/:id/decide',
  summary: 'Uphold a no-show, which keeps the fee, or reject it, which refunds everything',
  access: 'admin',
  params: OneBooking,
  body: z.object({ version: z.int(), verdict: Verdict, reason: StaffReason }),
  reply: Booking,
  idempotent: true,
  refusals: ['not_found', 'move_not_allowed', 'stale_version'],
})
