import type { Booking } from '#contract/booking/booking.ts'
import { minuteMs } from '#contract/platform/duration.ts'

type Placed = Pick<
  Booking,
  | 'status'
  | 'startsAt'
  | 'endsAt'
  | 'checkedInAt'
  | 'professionalArrivedAt'
  | 'toleranceMinutes'
  | 'rescue'
  | 'dispute'
  | 'overtime'
>

/** The problem of a booking at `now` (milliseconds), for the unit's host, in a word or two; null: none. */
export const wrongWith = (one: Placed, now: number): string | null => {
  if (one.dispute?.isOpen) return 'Problema reportado'
  if (one.rescue !== null && one.status === 'confirmed') return 'Otro lugar por aceptar'
  if (one.status === 'in_progress' && Date.parse(one.endsAt) < now) return 'Pasó de su hora'
  if (
    one.status === 'confirmed' &&
    one.professionalArrivedAt === null &&
    Date.parse(one.startsAt) + one.toleranceMinutes * minuteMs < now
  )
    return 'No ha llegado'
  return one.overtime === null ? null : 'Tiempo extra'
}

/**
 * A unit's bookings of today as its host needs them: the current one, the next one, and how many come after. A booking that has started
 * without a check-in stays `next` until its end.
 */
export const unitNow = <One extends Placed>(bookings: readonly One[], now: number) => {
  const open = bookings.filter(({ status }) => status === 'confirmed' || status === 'in_progress')
  const inside = open.find(({ status }) => status === 'in_progress')
  const coming = open.filter((one) => one !== inside && Date.parse(one.endsAt) > now)
  return { inside, next: coming[0], later: Math.max(0, coming.length - 1) }
}

/** It is over and needs nothing from its host. */
export const wentByWell = (one: Placed, now: number): boolean =>
  one.status !== 'in_progress' && Date.parse(one.endsAt) <= now && wrongWith(one, now) === null
