/**
 * How a place is found while the user types: one interface, three implementations. Google's new Places API and its old one when a key is
 * configured, else Kalli's own states, municipalities and neighbourhoods (product.md §2 row 6).
 */
import type { Reply } from '#contract/platform/endpoint.ts'
import type { placeSettings } from '#contract/search/search.ts'

/** What spec §3 calls Place, and the neighbourhood. What a finder does not know is empty. */
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
  /** Throws when the lookup fails; who asks shows nothing then (spec §8). */
  suggest(input: string): Promise<readonly Suggestion[]>
  /** Everything about one of the last suggestions. */
  details(suggestion: Suggestion): Promise<Place>
}

/** Spec §5, §9. */
export const fewestCharacters = 2
export const settleMs = 300
export const initDelayMs = 100
export const maxPhotos = 10
export const photoSize = { maxWidth: 400, maxHeight: 300 } as const

export type PlaceSettings = Reply<typeof placeSettings>

/** Kalli's own finder is there at once; Google's comes with its script, once for a page. It rejects when that does not load. */
export const placeFinder = async ({ google }: PlaceSettings): Promise<PlaceFinder> => {
  if (google === null) return (await import('#web/parts/places/places-kalli.ts')).kalliPlaces()
  made ??= import('#web/parts/places/places-google.ts').then(({ googlePlaces }) => googlePlaces(google))
  return made
}
let made: Promise<PlaceFinder> | undefined

/** Our own suggestions, when Google's do not come. */
export const ownFinder = async (): Promise<PlaceFinder> =>
  (await import('#web/parts/places/places-kalli.ts')).kalliPlaces()
