/**
 * A series that a professional makes for a client, who accepts all of it by one link; and the extension of a running series by either of
 * the two: what the client adds is booked at once, what the professional adds waits for the client's acceptance.
 */
import * as z from 'zod/mini'
import { OneBooking, Visitor } from '#contract/booking/parts.ts'
import { ProposedAppointment, proposeAppointment } from '#contract/booking/series/appointment.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Rhythm, Series, SeriesPreview, seriesVisits, WithCoupon } from '#contract/booking/series/series.ts'

/** Per request; a series may be extended again. */
export const maxFurther = seriesVisits.most - 1

const Token = z.string().check(z.maxLength(2000))
const Tokens = z.array(Token).check(z.minLength(1), z.maxLength(maxFurther))
const side = z.optional(z.enum(['client', 'professional']))

export const arrangedPreview = endpoint({
  method: 'GET',
  path: '/api/professional/appointments/series/preview',
  summary: 'What each date of a rhythm offers at an hour that I would give a client',
  access: 'professional',
  query: z.object({
    slotToken: Token,
    every: Rhythm,
    times: z.coerce.number().check(z.int(), z.minimum(seriesVisits.least), z.maximum(seriesVisits.most)),
  }),
  reply: SeriesPreview,
  limit: 'slots',
  refusals: ['not_found', 'slot_token_invalid'],
})

export const arrangeSeries = endpoint({
  method: 'POST',
  path: '/api/professional/appointments/series',
  summary: 'Hold all of these hours of mine for a client, who says yes to all of them by one link, or none',
  access: 'professional',
  body: z.extend(proposeAppointment.body, { every: Rhythm, furtherTokens: Tokens }),
  reply: ProposedAppointment,
  status: 201,
  idempotent: true,
  limit: 'bookings',
  refusals: [
    'invalid_input',
    'not_found',
    'slot_token_invalid',
    'series_taken',
    'option_needed',
    'too_late_to_ask',
    'too_many_holds',
    'too_many_requests',
    'sms_unavailable',
    'invalid_phone',
    'own_booking',
  ],
})

export const seriesMorePreview = endpoint({
  method: 'GET',
  path: '/api/bookings/:id/series/more/preview',
  summary: 'What the next dates of a series that runs offer, at the hour of this visit of it',
  access: 'anyone',
  params: OneBooking,
  query: z.extend(Visitor, {
    as: side,
    times: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(maxFurther)),
  }),
  reply: SeriesPreview,
  limit: 'slots',
  refusals: ['not_found', 'move_not_allowed'],
})

export const seriesMore = endpoint({
  method: 'POST',
  path: '/api/bookings/:id/series/more',
  summary:
    'Make a series longer by all of these times or none: its client books them, its professional holds them for the client',
  access: 'anyone',
  params: OneBooking,
  query: z.extend(Visitor, { as: side }),
  /** Extensions by the professional have no coupon. */
  body: z.object({ slotTokens: Tokens, withCoupon: z._default(WithCoupon, []) }),
  reply: z.object({
    series: Series,
    /** The proposal to the client; null if booked directly. */
    proposed: z.nullable(ProposedAppointment),
  }),
  status: 201,
  idempotent: true,
  limit: 'bookings',
  refusals: [
    'not_found',
    'move_not_allowed',
    'slot_token_invalid',
    'invalid_input',
    'series_taken',
    'series_coupon_changed',
    'option_needed',
    'payment_in_progress',
    'too_late_to_ask',
  ],
})
