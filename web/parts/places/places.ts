/**
 * Place lookup while the user types: one interface, three implementations. Google's new Places API or its old one if a key is configured,
 * else Kalli's own states, municipalities and neighbourhoods (product.md §2 row 6).
 */
import type { Reply } from '#contract/platform/endpoint.ts'
import type { AddressQuestion, findAddress, FoundAddress } from '#contract/search/address.ts'
import type { placeSettings } from '#contract/search/search.ts'

/** The Place of spec §3, with the neighbourhood. Unknown values are empty. */
export type Place = {
  address: string
  googlePlaceName: string
  neighbourhood: string
  city: string
  state: string
  postalCode: string
  /** Two characters: MX. */
  country: string
  latitude: number | null
  longitude: number | null
  googlePlaceId: string
  googleMapsUrl: string
  /** At most ten, 400 × 300. */
  photos: readonly string[]
}

export type Suggestion = { id: string; main: string; secondary: string }

export type PlaceFinder = {
  /** Throws when the lookup fails; the caller then shows nothing (spec §8). */
  suggest(input: string): Promise<readonly Suggestion[]>
  /** The details of one of the last suggestions. */
  details(suggestion: Suggestion): Promise<Place>
  /** The position of a typed address; throws when the lookup fails. */
  locate(question: AddressQuestion): Promise<Located>
}

export type Located = {
  found: FoundAddress | null
  /** The geocoder used; ours says whether it knows streets. */
  source: Reply<typeof findAddress>['source'] | 'google'
}

/** Locates by the first suggestion for the whole address, which is exact if it contains the street number. */
export const locateBy =
  ({ suggest, details }: Omit<PlaceFinder, 'locate'>) =>
  async ({ address, neighbourhood, postalCode, city, state }: AddressQuestion): Promise<Located> => {
    const text = [address, neighbourhood, [postalCode, city].filter(Boolean).join(' '), state]
    const [first] = await suggest(text.filter(Boolean).join(', '))
    const place = first === undefined ? null : await details(first)
    if (place === null || place.latitude === null || place.longitude === null)
      return { found: null, source: 'google' }
    const number = /\d+/.exec(address)?.[0]
    const isStreetNumber = number !== undefined && place.address.split(/[\s,]+/).includes(number)
    const found = {
      latitude: place.latitude,
      longitude: place.longitude,
      precision: isStreetNumber ? ('door' as const) : ('street' as const),
      label: place.address,
      neighbourhood: place.neighbourhood,
      postalCode: /^\d{5}$/.test(place.postalCode) ? place.postalCode : null,
    }
    return { found, source: 'google' }
  }

/** Spec §5, §9. */
export const fewestCharacters = 2
export const settleMs = 300
export const initDelayMs = 100
export const maxPhotos = 10
export const photoSize = { maxWidth: 400, maxHeight: 300 } as const

export type PlaceSettings = Reply<typeof placeSettings>

/** Kalli's own finder is available at once; Google's with its script, loaded once per page. Rejects when that fails. */
export const placeFinder = async ({ google }: PlaceSettings): Promise<PlaceFinder> => {
  if (google === null) return (await import('#web/parts/places/places-kalli.ts')).kalliPlaces()
  made ??= import('#web/parts/places/places-google.ts').then(({ googlePlaces }) => googlePlaces(google))
  return made
}
let made: Promise<PlaceFinder> | undefined

/** Our own suggestions, when Google's fail. */
export const ownFinder = async (): Promise<PlaceFinder> =>
  (await import('#web/parts/places/places-kalli.ts')).kalliPlaces()
