/** The nearest other place where the search has results. */
import type { SearchType } from '#contract/search/search.ts'
import { nearest } from '#server/places/places.ts'
import type { Work } from '#server/platform/work.ts'
import { type Counted, countOf, distinct } from '#server/search/instead/count.ts'
import { type Finder, type Params, withoutNames } from '#server/search/instead/finder.ts'
import type { Point } from '#server/search/candidates.ts'
import { boxOf, whereOf } from '#server/search/place.ts'
import type { Result } from '#server/search/results.ts'
import { fold } from '#server/search/rules.ts'

export const placeNames = ['location', 'city', 'state', 'lat', 'lng', 'radiusKm', 'bbox'] as const
const farthestKm = 100
/** The nearest of these with a place counts; some are found at homes or online alone. */
const looksThrough = 8

type Place = { location: string | null; city: string; state: string }
type There = { neighbourhood: string | null; city: string; state: string; km: number }

/** Null: no place was given, or the modality has none. */
export const placeNearby = async (
  work: Work,
  type: SearchType,
  finder: Finder,
  queries: readonly Params[],
): Promise<(Place & Counted & { distanceKm: number }) | null> => {
  const [one] = queries
  const center = one === undefined || one['modality'] !== undefined ? null : centerOf(one)
  if (one === undefined || center === null) return null
  const anywhere = distinct(queries.map((params) => withoutNames(params, placeNames)))
  const found: There[] = []
  for (const params of anywhere) {
    const around = {
      ...params,
      lat: String(center.latitude),
      lng: String(center.longitude),
      radiusKm: String(farthestKm),
      sort: 'distance',
    }
    const { found: results } = await finder.find(around, looksThrough)
    found.push(...(await placesOf(work, type, results)))
  }
  const [there] = found.toSorted((a, b) => a.km - b.km)
  if (there === undefined) return null
  for (const place of proposals(there, one, center)) {
    const counted = await countOf(
      finder,
      anywhere.map((params) => ({ ...params, ...searched(place) })),
    )
    if (counted.count > 0) return { ...place, distanceKm: Math.round(there.km * 10) / 10, ...counted }
  }
  return null
}

const searched = ({ location, city, state }: Place) => ({
  ...(location === null ? {} : { location }),
  city,
  state,
})

/** In the searched city one of its neighbourhoods, elsewhere the city. */
const proposals = ({ neighbourhood, city, state }: There, searched: Params, center: Point): Place[] => {
  const here = searched['city'] ?? nearest(center.latitude, center.longitude).city
  const isSameCity = fold(here) === fold(city)
  const whole = { location: null, city, state }
  if (!isSameCity) return [whole]
  const isNamed = neighbourhood !== null && fold(neighbourhood) !== ''
  const isElsewhere = isNamed && fold(neighbourhood) !== fold(searched['location'] ?? '')
  // The whole city is not another place when the city was searched.
  const isWhole = searched['location'] === undefined && searched['city'] !== undefined
  return [...(isElsewhere ? [{ location: neighbourhood, city, state }] : []), ...(isWhole ? [] : [whole])]
}

const centerOf = ({ lat, lng, bbox, location, city, state }: Params): Point | null => {
  if (lat !== undefined && lng !== undefined) return { latitude: Number(lat), longitude: Number(lng) }
  if (bbox !== undefined) {
    const { south, west, north, east } = boxOf(bbox)
    return { latitude: (south + north) / 2, longitude: (west + east) / 2 }
  }
  return whereOf({
    ...(location === undefined ? {} : { location }),
    ...(city === undefined ? {} : { city }),
    ...(state === undefined ? {} : { state }),
  }).center
}

/** The place where each was found. */
const placesOf = async (work: Work, type: SearchType, results: readonly Result[]): Promise<There[]> => {
  if (type === 'professionals')
    return results.flatMap(({ time, places }) => {
      const place = time?.place ?? places[0]
      return place === undefined || place.how !== 'place' || place.km === null
        ? []
        : [{ ...place, km: place.km }]
    })
  const ids = results.map(({ id }) => id)
  const rows =
    ids.length === 0
      ? []
      : await work.db
          .selectFrom('spaces')
          .select(['id', 'neighbourhood', 'city', 'state'])
          .where('id', 'in', ids)
          .execute()
  return rows.flatMap(({ id, ...row }) => {
    const km = results.find((one) => one.id === id)?.km ?? null
    return km === null ? [] : [{ ...row, km }]
  })
}
