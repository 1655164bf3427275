import type { PublicProfessional } from '#contract/search/public-page.ts'
import { walkingMinutes } from '#contract/places/walking.ts'
import type { Point } from '#web/parts/map/projection.ts'

/** Where a professional works, as their page shows it. */
export type PlaceOfHours = PublicProfessional['places'][number]

/** The name that clients use for the surroundings of a place. */
export const areaOf = (place: { neighbourhood: string | null; city: string }) =>
  place.neighbourhood ?? place.city

const metersPerDegree = 111_320

/** Straight distance on a flat map: within a city that is exact to the metre. */
export const metersBetween = (one: Point, other: Point) => {
  const middle = ((one.latitude + other.latitude) / 2) * (Math.PI / 180)
  return (
    metersPerDegree *
    Math.hypot(one.latitude - other.latitude, (one.longitude - other.longitude) * Math.cos(middle))
  )
}

/** Beyond walking distance, kilometres are shown instead of minutes. */
const longestWalkMinutes = 60

/** Before a visit is confirmed places are shown to about a kilometre, and so is the way to them. */
export const wayText = (meters: number) => {
  const minutes = Math.max(5, Math.round(walkingMinutes(meters) / 5) * 5)
  return minutes <= longestWalkMinutes
    ? `a unos ${minutes} min a pie`
    : `a unos ${Math.max(1, Math.round(meters / 1000))} km`
}
