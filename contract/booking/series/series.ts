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

/** With the first; and so many are to come at a time, however long it runs. */
export const seriesVisits = { least: 2, most: 12 } as const
/** A repeated visit is paid by the saved card, which is charged this long before: a closer visit cannot be part of a series. */
export const minDaysAhead = 6

/** The local dates after the first, `times` counting it. A fifth weekday of a month is its last. */
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

/** The next `times` dates of the rhythm on which `date` lies, all of them after `after`. */
export const furtherDates = (date: string, every: Rhythm, times: number, after: string): string[] => {
  let reach = times + 1
  let dates: string[] = []
  // A visit of long ago is no reason to stop: at most as many steps as lie between the two.
  while (dates.length < times) {
    dates = seriesDates(date, every, reach).filter((one) => one > after)
    reach += times
  }
  return dates.slice(0, times)
}

/** May this visit be repeated by its client? The reason is what a disabled button says. */
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

/** What is so at the wished hour of a date. `missing`: the clock jumps over it that day. */
export const dateStates = {
  free: 'Libre',
  taken: 'Ocupado',
  closed: 'Cerrado',
  too_far: 'Todavía no abre su agenda',
  missing: 'Esa hora no existe ese día',
} as const
const DateState = z.enum(['free', 'taken', 'closed', 'too_far', 'missing'])

/** What the coupon of the visit that is repeated does on a date. `used_up`: its last uses go to the dates before it. */
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

/** `withCouponCents`: what the visit costs then with the coupon, where it is valid and may be used more than once. */
const SeriesSlot = z.extend(Slot, { withCouponCents: z.optional(z.int()) })

export const SeriesDate = z.object({
  date: LocalDate,
  state: DateState,
  /** At the wished hour, where it is free. */
  slot: z.nullable(SeriesSlot),
  /** The nearest hours of that day, where it is not. */
  alternatives: z.array(SeriesSlot),
  /** Null: the visit that is repeated has none, or there is no hour. */
  coupon: z.nullable(CouponState),
  /** Of an own appointment: which of her own rules that hour sets aside, in her words; absent: none. */
  overrides: z.optional(z.array(z.string())),
})
export type SeriesDate = z.output<typeof SeriesDate>

export const SeriesPreview = z.object({
  zone: Zone,
  /** What the visit at that hour costs that is repeated: another price of a date is a new one. */
  agreedCents: z.int(),
  /** The policy by which new visits are booked, where it is not the one that was agreed for that visit. */
  policy: z.nullable(BookingPolicy),
  /** Of that visit. `left`: its remaining uses; null: there is no limit. */
  coupon: z.nullable(z.object({ code: z.string(), left: z.nullable(z.int()) })),
  dates: z.array(SeriesDate),
})
export type SeriesPreview = z.output<typeof SeriesPreview>

export const Series = z.object({
  id: Uuid,
  every: Rhythm,
  /** How many of them are still to come; none: it has ended. */
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

/** For which of the times the coupon is used, at the price that the preview showed: another price is a refusal. */
export const WithCoupon = z
  .array(z.object({ slotToken: z.string().check(z.maxLength(2000)), totalCents: z.int() }))
  .check(z.maxLength(seriesVisits.most - 1))

export const seriesPreview = endpoint({
  method: 'GET',
  path: '/api/bookings/:id/series/preview',
  summary: 'What each date of a rhythm offers at the hour of a visit of mine',
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
    'Book all of these times as one series, or none; each is paid by itself with the card of the first',
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
  summary: 'The series of a visit, for its client and its professional',
  access: 'anyone',
  params: OneBooking,
  query: Visitor,
  reply: Series,
  refusals: ['not_found'],
})

export const acceptSeries = endpoint({
  method: 'POST',
  path: '/api/bookings/:id/series/accept',
  summary: 'Its professional says yes to all that is asked for of a series, or to nothing of it',
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
  summary: 'What it costs its client to cancel this visit and those that follow it',
  access: 'anyone',
  params: OneBooking,
  query: Visitor,
  reply: SeriesCancelQuote,
  refusals: ['not_found', 'move_not_allowed'],
})

export const cancelSeries = endpoint({
  method: 'POST',
  path: '/api/bookings/:id/series/cancel',
  summary: 'Cancel them as quoted: all of them or none',
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
