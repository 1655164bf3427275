import type { PublicProfessional } from '#contract/search.ts'
import type { Point } from '#web/parts/map/projection.ts'

/** Where a professional attends, as their page tells it. */
export type PlaceOfHours = PublicProfessional['places'][number]

/** By what a client calls the surroundings of a place. */
export const areaOf = (place: { neighbourhood: string | null; city: string }) =>
  place.neighbourhood ?? place.city

const metersPerDegree = 111_320

/** As the crow flies, on a flat map: within a city that is right to the metre. */
export const metersBetween = (one: Point, other: Point) => {
  const middle = ((one.latitude + other.latitude) / 2) * (Math.PI / 180)
  return (
    metersPerDegree *
    Math.hypot(one.latitude - other.latitude, (one.longitude - other.longitude) * Math.cos(middle))
  )
}
