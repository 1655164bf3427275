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
  summary: 'Preview each date of a series proposed to a client',
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
  summary: 'Hold all dates of a series for a client, who accepts all by one link; all or none',
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
  summary: 'Preview the next dates of a running series at the time of this visit',
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
    'Extend a series by all of these dates or none: booked by the client, or held for them by the professional',
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
