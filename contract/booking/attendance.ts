/** The visit itself: check-in, check-out and its end. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Position } from '#contract/places/position.ts'
import { Instant, LongText } from '#contract/platform/shapes.ts'
import { OneBooking, Visitor } from '#contract/booking/parts.ts'
import { Booking } from '#contract/booking/booking.ts'

/** The device's clock, for what was registered offline. */
export const DeviceTime = z.optional(Instant)

/** Proof of an arrival; a code takes precedence over a position. */
export const Proof = { code: z.optional(LongText(20)), position: z.optional(Position), at: DeviceTime }

export const checkIn = endpoint({
  method: 'POST',
  path: '/api/bookings/:id/check-in',
  summary:
    "Check the client in by their code, by the code of the unit, by location or by the professional's word",
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
    'deposit_needed',
    'deposit_declined',
    'payment_in_progress',
  ],
})

export const checkOut = endpoint({
  method: 'POST',
  path: '/api/bookings/:id/check-out',
  summary: 'Check the client out: the service ended',
  access: 'professional',
  params: OneBooking,
  body: z.object({ at: DeviceTime }),
  reply: Booking,
  idempotent: true,
  refusals: ['not_found', 'move_not_allowed', 'device_time_ahead', 'device_time_too_old', 'visits_within'],
})

export const confirmAttendance = endpoint({
  method: 'POST',
  path: '/api/bookings/:id/attendance',
  summary: 'Confirm that the client came although no arrival was registered',
  access: 'professional',
  params: OneBooking,
  reply: Booking,
  idempotent: true,
  refusals: ['not_found', 'move_not_allowed'],
})

export const complete = endpoint({
  method: 'POST',
  path: '/api/bookings/:id/complete',
  summary: 'Complete the service as its client: the payment is split',
  access: 'anyone',
  params: OneBooking,
  query: Visitor,
  reply: Booking,
  idempotent: true,
  refusals: ['not_found', 'move_not_allowed', 'payment_in_progress'],
})
