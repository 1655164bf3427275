/**
 * An arrival by the professional's position: compared once with the point of the place. Only the distance and the device's accuracy are
 * stored, never the position; the place's location is not revealed. docs/booking/bookings.md.
 */
import { sql } from 'kysely'
import { modalityOf } from '#contract/service/modality.ts'
import {
  type ByPosition,
  distanceText,
  farText,
  isClear,
  isNear,
  noPositionReasons,
  type Position,
  unclearText,
} from '#contract/places/position.ts'
import { kmBetween } from '#server/availability/rules/choice.ts'
import type { BookingRow } from '#server/booking/moves/move.ts'
import { Refusal } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'
import { isMiddle } from '#server/places/places.ts'

type Point = { latitude: number; longitude: number }

/** Metres, as stored: the distance is rounded to ten, so that it reveals no spot. */
export type Nearness = { distance: number; accuracy: number }

/** Refuses position_unavailable where the entrance is unknown, position_unclear, and too_far with the distance. */
export const requireNear = async (
  work: Work,
  booking: Pick<BookingRow, 'professional_id' | 'space_id' | 'visit_place'>,
  position: Position,
): Promise<Nearness> => {
  const point = await pointOf(work, booking)
  const reason = whyNot(booking.visit_place, point)
  if (reason !== null || point === undefined)
    throw new Refusal('position_unavailable', undefined, reason ?? noPositionReasons.vague)
  if (!isClear(position)) throw new Refusal('position_unclear', undefined, unclearText(position))
  const distance = kmBetween(point, position) * 1000
  if (!isNear(distance, position))
    throw new Refusal('too_far', { distance: distanceText(distance) }, farText(distance))
  return { distance: Math.floor(distance / 10) * 10, accuracy: Math.ceil(position.accuracy) }
}

/** The point that travel is computed from: a space, the professional's own place, a client's home; online has none. */
const pointOf = async (
  work: Work,
  {
    professional_id,
    space_id,
    visit_place,
  }: Pick<BookingRow, 'professional_id' | 'space_id' | 'visit_place'>,
): Promise<Point | undefined> => {
  const { rows } = await sql<Point>`
    select latitude, longitude from travel_point(${professional_id}::bigint, ${space_id ?? visit_place ?? 0}::bigint)
    where latitude is not null`.execute(work.db)
  return rows[0]
}

/** What the professional is shown before they confirm. */
export const byPosition = (visitPlace: number | null, point: Point | undefined): ByPosition => {
  const reason = whyNot(visitPlace, point)
  return { allowed: reason === null, reason }
}

const whyNot = (visitPlace: number | null, point: Point | undefined): string | null =>
  modalityOf(visitPlace) === 'online'
    ? noPositionReasons.online
    : point === undefined || isMiddle(point)
      ? noPositionReasons.vague
      : null
