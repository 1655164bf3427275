/** One visit repeated: the same service at the same wall-clock time, every so many weeks or each month on the same weekday. */
import * as z from 'zod/mini'
import type { Booking } from '#contract/booking/booking.ts'
import { BookingPolicy, OneBooking, Visitor } from '#contract/booking/parts.ts'
import { BookingStatus } from '#contract/booking/booking-status.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Instant, LocalDate, Text, Uuid, Zone } from '#contract/platform/shapes.ts'
import { Slot } from '#contract/availability/slot.ts'

export const rhythms = {
  '1w': 'Cada semana',
  '2w': 'Cada 2 semanas',
  '3w': 'Cada 3 semanas',
  '4w': 'Cada 4 semanas',
  month: 'Cada mes, el mismo día de la semana',
} as const
export const Rhythm = z.enum(['1w', '2w', '3w', '4w', 'month'])
export type Rhythm = z.output<typeof Rhythm>

/** Including the first; also the maximum of future visits of a running series. */
export const seriesVisits = { least: 2, most: 12 } as const
/** A repeated visit is paid by the saved card, which is charged this long before: a closer visit cannot be part of a series. */
export const minDaysAhead = 6

/** The local dates after the first, `times` counting it. The fifth weekday of a month means its last. */
export const seriesDates = (first: string, every: Rhythm, times: number): string[] =>
  Array.from({ length: times - 1 }, (_, index) =>
    every === 'month' ? sameWeekday(first, index + 1) : weeksLater(first, Number(every[0]) * (index + 1)),
  )

const weeksLater = (date: string, weeks: number) => {
  const day = new Date(`${date}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() + weeks * 7)
  return day.toISOString().slice(0, 10)
}

const sameWeekday = (date: string, months: number) => {
  const from = new Date(`${date}T00:00:00Z`)
  const nth = Math.ceil(from.getUTCDate() / 7)
  const month = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1))
  const first = 1 + ((from.getUTCDay() - month.getUTCDay() + 7) % 7)
  const days = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0)).getUTCDate()
  const day = first + (nth - 1) * 7
  month.setUTCDate(day > days ? day - 7 : day)
  return month.toISOString().slice(0, 10)
}

/** The next `times` dates of the rhythm that includes `date`, all after `after`. */
export const furtherDates = (date: string, every: Rhythm, times: number, after: string): string[] => {
  let reach = times + 1
  let dates: string[] = []
  // Extends the range until enough dates lie after `after`, however long ago `date` is.
  while (dates.length < times) {
    dates = seriesDates(date, every, reach).filter((one) => one > after)
    reach += times
  }
  return dates.slice(0, times)
}

/** Whether the client may repeat this visit. The reason is the text of the disabled button. */
export const mayRepeat = ({
  kind,
  status,
  series,
  payment,
}: Pick<Booking, 'kind' | 'status' | 'series' | 'payment'>):
  | { allowed: true }
  | { allowed: false; reason: string } => {
  const no = (reason: string) => ({ allowed: false, reason }) as const
  if (kind !== 'visit') return no('Solo se repiten citas.')
  if (series !== null) return no('Ya es parte de una serie.')
  if (status !== 'confirmed') return no('Se repite una cita confirmada.')
  if (payment === null || payment.method !== 'card' || payment.card === null)
    return no('Solo se repite lo que se paga con tarjeta.')
  if (payment.failure !== null) return no('Tu banco rechazó esa tarjeta: cámbiala primero.')
  return { allowed: true }
}

/** State of a date at the requested hour. `missing`: skipped by a clock change that day. */
export const dateStates = {
  free: 'Libre',
  taken: 'Ocupado',
  closed: 'Cerrado',
  too_far: 'Todavía no abre su agenda',
  missing: 'Esa hora no existe ese día',
} as const
const DateState = z.enum(['free', 'taken', 'closed', 'too_far', 'missing'])

/** How the repeated visit's coupon applies on a date. `used_up`: its last uses go to earlier dates. */
export const couponStates = {
  counts: 'Con tu cupón',
  once: 'Sin cupón: es una sola vez por persona',
  used_up: 'Sin cupón: ya no le quedan usos',
  not_then: 'Sin cupón: ese día no vale',
  too_much: 'Sin cupón: con él no alcanza a esa hora',
  not_given: 'Sin cupón: ya no se da',
} as const
const CouponState = z.enum(['counts', 'once', 'used_up', 'not_then', 'too_much', 'not_given'])
export type CouponState = z.output<typeof CouponState>

/** `withCouponCents`: the price with the coupon, if it is valid then and can be used more than once. */
const SeriesSlot = z.extend(Slot, { withCouponCents: z.optional(z.int()) })

export const SeriesDate = z.object({
  date: LocalDate,
  state: DateState,
  /** At the requested hour, if it is free. */
  slot: z.nullable(SeriesSlot),
  /** Otherwise the nearest hours of that day. */
  alternatives: z.array(SeriesSlot),
  /** Null if the repeated visit has no coupon, or there is no hour. */
  coupon: z.nullable(CouponState),
  /** For an own appointment: which of the professional's own rules that hour overrides; absent: none. */
  overrides: z.optional(z.array(z.string())),
})
export type SeriesDate = z.output<typeof SeriesDate>

export const SeriesPreview = z.object({
  zone: Zone,
  /** The agreed price of the repeated visit; a date may have another price. */
  agreedCents: z.int(),
  /** The policy for new visits, if it differs from the one agreed for that visit. */
  policy: z.nullable(BookingPolicy),
  /** The coupon of that visit. `left`: its remaining uses; null: unlimited. */
  coupon: z.nullable(z.object({ code: z.string(), left: z.nullable(z.int()) })),
  dates: z.array(SeriesDate),
})
export type SeriesPreview = z.output<typeof SeriesPreview>

export const Series = z.object({
  id: Uuid,
  every: Rhythm,
  /** Number of future visits; zero: the series has ended. */
  coming: z.int(),
  visits: z.array(
    z.object({
      id: Uuid,
      position: z.int(),
      startsAt: Instant,
      zone: Zone,
      status: BookingStatus,
      totalCents: z.int(),
    }),
  ),
})
export type Series = z.output<typeof Series>

export const SeriesCancelQuote = z.object({
  visits: z.array(
    z.object({
      id: Uuid,
      startsAt: Instant,
      zone: Zone,
      refundCents: z.int(),
      feeCents: z.int(),
      token: z.string(),
    }),
  ),
  refundCents: z.int(),
  feeCents: z.int(),
  expiresAt: Instant,
})
export type SeriesCancelQuote = z.output<typeof SeriesCancelQuote>

/** Times for which the coupon is used, with the previewed price: another price is refused. */
export const WithCoupon = z
  .array(z.object({ slotToken: z.string().check(z.maxLength(2000)), totalCents: z.int() }))
  .check(z.maxLength(seriesVisits.most - 1))

export const seriesPreview = endpoint({
  method: 'GET',
  path: '/api/bookings/:id/series/preview',
  summary: 'Preview each date of a series at the time of an own visit',
  access: 'anyone',
  params: OneBooking,
  query: z.extend(Visitor, {
    every: Rhythm,
    times: z.coerce.number().check(z.int(), z.minimum(seriesVisits.least), z.maximum(seriesVisits.most)),
  }),
  reply: SeriesPreview,
  limit: 'slots',
  refusals: ['not_found', 'move_not_allowed'],
})

export const repeat = endpoint({
  method: 'POST',
  path: '/api/bookings/:id/series',
  summary:
    'Book all of these dates as one series, or none; each is paid separately with the card of the first',
  access: 'anyone',
  params: OneBooking,
  query: Visitor,
  body: z.object({
    every: Rhythm,
    slotTokens: z
      .array(z.string().check(z.maxLength(2000)))
      .check(z.minLength(seriesVisits.least - 1), z.maxLength(seriesVisits.most - 1)),
    withCoupon: z._default(WithCoupon, []),
  }),
  reply: Series,
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
  ],
})

export const readSeries = endpoint({
  method: 'GET',
  path: '/api/bookings/:id/series',
  summary: 'Get the series of a visit, as its client or professional',
  access: 'anyone',
  params: OneBooking,
  query: Visitor,
  reply: Series,
  refusals: ['not_found'],
})

export const acceptSeries = endpoint({
  method: 'POST',
  path: '/api/bookings/:id/series/accept',
  summary: 'Accept all requests of a series as its professional',
  access: 'professional',
  params: OneBooking,
  reply: Series,
  idempotent: true,
  refusals: [
    'not_found',
    'move_not_allowed',
    'stale_version',
    'slot_taken',
    'slot_not_available',
    'payment_in_progress',
  ],
})

export const seriesCancelQuote = endpoint({
  method: 'POST',
  path: '/api/bookings/:id/series/cancel-quote',
  summary: 'Quote the cancellation of this visit and the following ones of its series',
  access: 'anyone',
  params: OneBooking,
  query: Visitor,
  reply: SeriesCancelQuote,
  refusals: ['not_found', 'move_not_allowed'],
})

export const cancelSeries = endpoint({
  method: 'POST',
  path: '/api/bookings/:id/series/cancel',
  summary: 'Cancel these visits of a series as quoted: all or none',
  access: 'anyone',
  params: OneBooking,
  query: Visitor,
  body: z.object({
    visits: z
      .array(z.object({ id: Uuid, token: z.string().check(z.maxLength(2000)) }))
      .check(z.minLength(1), z.maxLength(seriesVisits.most)),
    reason: z._default(Text(300), 'Canceló esta y las siguientes'),
  }),
  reply: Series,
  idempotent: true,
  refusals: ['not_found', 'move_not_allowed', 'quote_expired', 'quote_changed'],
})
