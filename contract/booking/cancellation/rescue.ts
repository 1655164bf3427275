/**
 * A host cancels a confirmed visit (product.md §4, B12): the nearest suitable place at the same hour is held, and client and professional
 * must both accept it, or the visit is cancelled at the host's cost. The moves are in contract/booking/booking.ts.
 */
import * as z from 'zod/mini'
import { Booking } from '#contract/booking/booking.ts'
import { OneBooking, Visitor } from '#contract/booking/parts.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Instant, LongText, Uuid, Zone } from '#contract/platform/shapes.ts'
import { hourMs, minuteMs } from '#contract/platform/duration.ts'

/** Limits of a rescue: distances, waiting times, costs (product.md §4, B12). */
export const rescueRules = {
  maxMeters: 3000,
  waitMinutes: 120,
  /** When the visit begins within a day. */
  shortWaitMinutes: 30,
  shortWithinHours: 24,
  /** No rescue is offered closer to the start. */
  minMinutesBefore: 15,
  /** The share of the agreed rent (without cleaning) up to which the cancelling host pays the difference. */
  hostPaysBp: 2500,
  /** Half a year: one failed rescue is free in it. */
  freeEveryDays: 183,
  /** Beyond this number of cancelled instant bookings in half a year, the space loses instant booking. */
  maxInstant: 3,
} as const

/** Answer deadline for client and professional, at most the start. */
export const rescueBy = (startsAt: Date, now: Date): Date => {
  const isSoon = startsAt.getTime() - now.getTime() < rescueRules.shortWithinHours * hourMs
  const minutes = isSoon ? rescueRules.shortWaitMinutes : rescueRules.waitMinutes
  return new Date(Math.min(now.getTime() + minutes * minuteMs, startsAt.getTime()))
}

type Agreed = { rentCents: number; cleaningCents: number }

/** The most that the cancelling host pays of a higher rent. */
export const maxCoveredByHostCents = ({ rentCents, cleaningCents }: Agreed) =>
  Math.floor(((rentCents - cleaningCents) * rescueRules.hostPaysBp) / 10_000)

/** Shares of a higher rent: the cancelling host pays up to a quarter of the agreed rent, the professional the rest. */
export const rescueShares = (agreed: Agreed, newRentCents: number) => {
  const hostPaysCents = Math.min(moreOf(agreed.rentCents, newRentCents), maxCoveredByHostCents(agreed))
  return {
    hostPaysCents,
    youPayCents: leftToPay({ oldRentCents: agreed.rentCents, newRentCents, hostPaysCents }),
  }
}

/** The professional's part of a higher rent, in addition to what was agreed. */
export const leftToPay = (rescue: { oldRentCents: number; newRentCents: number; hostPaysCents: number }) =>
  moreOf(rescue.oldRentCents, rescue.newRentCents) - rescue.hostPaysCents

const moreOf = (oldCents: number, newCents: number) => Math.max(0, newCents - oldCents)

export const answerRescue = endpoint({
  method: 'POST',
  path: '/api/bookings/:id/rescue/:answer',
  summary: 'Accept or decline the replacement place of a visit that its host cancelled',
  access: 'anyone',
  params: z.object({ ...OneBooking.shape, answer: z.enum(['accept', 'decline']) }),
  query: Visitor,
  body: z.object({
    as: z.enum(['client', 'professional']),
    version: z.int(),
    /** Note with a decline, shown to the others. */
    note: z._default(LongText(300), ''),
  }),
  reply: Booking,
  idempotent: true,
  refusals: ['not_found', 'move_not_allowed', 'stale_version', 'slot_taken', 'slot_not_available'],
})

/** A visit that this host cancelled, and the outcome. */
export const HostRescue = z.object({
  id: Uuid,
  bookingId: Uuid,
  state: z.enum(['open', 'accepted', 'declined', 'lapsed', 'overtaken']),
  service: z.string(),
  professional: z.string(),
  startsAt: Instant,
  zone: Zone,
  /** The original place. */
  place: z.string(),
  ownBusiness: z.boolean(),
  meters: z.int(),
  waitsFor: z.array(z.enum(['client', 'professional'])),
  expiresAt: Instant,
  endedAt: z.nullable(Instant),
  rescuedCents: z.int(),
  failedCents: z.int(),
  isFree: z.boolean(),
})
export type HostRescue = z.output<typeof HostRescue>

export const hostRescues = endpoint({
  method: 'GET',
  path: '/api/host/rescues',
  summary: 'List visits cancelled by the viewer in the last month that got a replacement place, newest first',
  access: 'host',
  reply: z.array(HostRescue),
})
