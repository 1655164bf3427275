/**
 * Google's places in the browser, by its new or its old API, depending on the operator's key. The types below declare only what is used, in
 * the shapes of Google's reference (Place, AutocompleteSuggestion, AutocompleteService, PlacesService).
 */
import { initDelayMs, locateBy, maxPhotos, photoSize } from '#web/parts/places/places.ts'
import type { Place, PlaceFinder, Suggestion } from '#web/parts/places/places.ts'

export type GoogleSettings = { key: string; api: 'new' | 'old' }

type Text = { text: string }
type NewComponent = { longText: string; shortText: string; types: string[] }
type NewPlace = {
  fetchFields(request: { fields: string[] }): Promise<unknown>
  id: string
  displayName?: string | null
  formattedAddress?: string | null
  location?: { lat(): number; lng(): number } | null
  googleMapsURI?: string | null
  addressComponents?: NewComponent[] | null
  photos?: { getURI(size: typeof photoSize): string }[] | null
}
type NewPrediction = {
  placeId: string
  mainText: Text | null
  secondaryText: Text | null
  toPlace(): NewPlace
}
export type NewPlaces = {
  AutocompleteSessionToken: new () => object
  AutocompleteSuggestion: {
    fetchAutocompleteSuggestions(request: object): Promise<{
      suggestions: { placePrediction: NewPrediction | null }[]
    }>
  }
}

type OldPrediction = {
  place_id: string
  structured_formatting: { main_text: string; secondary_text?: string }
}
type OldPlace = {
  name?: string
  formatted_address?: string
  place_id?: string
  url?: string
  geometry?: { location?: { lat(): number; lng(): number } }
  address_components?: { long_name: string; short_name: string; types: string[] }[]
  photos?: { getUrl(size: typeof photoSize): string }[]
}
export type OldPlaces = {
  AutocompleteSessionToken: new () => object
  AutocompleteService: new () => {
    getPlacePredictions(
      request: object,
      answer: (predictions: OldPrediction[] | null, status: string) => void,
    ): unknown
  }
  PlacesService: new (node: HTMLElement) => {
    getDetails(request: object, answer: (place: OldPlace | null, status: string) => void): void
  }
}

declare global {
  interface Window {
    google?: { maps?: { places?: NewPlaces & OldPlaces } }
  }
}

export const googlePlaces = async (settings: GoogleSettings): Promise<PlaceFinder> => {
  const places = await loadGoogle(settings.key)
  return settings.api === 'new' ? newPlaces(places) : oldPlaces(places)
}

/** Places library, region MX, language es, weekly version (spec §7). Tried once: a failed script is not requested again. */
export const scriptAddress = (key: string) =>
  `https://maps.googleapis.com/maps/api/js?${new URLSearchParams({
    key,
    libraries: 'places',
    region: 'MX',
    language: 'es',
    v: 'weekly',
  })}`

const loadGoogle = async (key: string): Promise<NewPlaces & OldPlaces> => {
  if (window.google?.maps?.places === undefined)
    await new Promise<void>((resolve, reject) => {
      const script = document.createElement('script')
      script.src = scriptAddress(key)
      script.async = true
      script.addEventListener('load', () => resolve())
      script.addEventListener('error', () => reject(new Error('Google Maps did not load')))
      document.head.append(script)
    })
  // The script reports that it is loaded a little before its libraries are.
  await new Promise((resolve) => setTimeout(resolve, initDelayMs))
  const places = window.google?.maps?.places
  if (places === undefined) throw new Error('Google Maps came without places')
  return places
}

const types = ['establishment', 'geocode']
const fields = [
  'displayName',
  'formattedAddress',
  'location',
  'id',
  'googleMapsURI',
  'photos',
  'addressComponents',
]

/** Place Autocomplete Data API and Place class. Typing and choosing form one session, and are billed as one. */
export const newPlaces = (places: NewPlaces): PlaceFinder => {
  let session = new places.AutocompleteSessionToken()
  let last: readonly NewPrediction[] = []
  return withLocate({
    suggest: async (input) => {
      const { suggestions } = await places.AutocompleteSuggestion.fetchAutocompleteSuggestions({
        input,
        includedRegionCodes: ['mx'],
        includedPrimaryTypes: types,
        language: 'es',
        region: 'mx',
        sessionToken: session,
      })
      last = suggestions.flatMap(({ placePrediction }) => placePrediction ?? [])
      return last.map(({ placeId, mainText, secondaryText }) => ({
        id: placeId,
        main: mainText?.text ?? '',
        secondary: secondaryText?.text ?? '',
      }))
    },
    details: async ({ id }) => {
      const prediction = last.find(({ placeId }) => placeId === id)
      if (prediction === undefined) throw new Error('not one of the last suggestions')
      const place = prediction.toPlace()
      await place.fetchFields({ fields })
      session = new places.AutocompleteSessionToken()
      return {
        ...partsOf(
          (place.addressComponents ?? []).map(({ longText, shortText, types }) => ({
            long: longText,
            short: shortText,
            types,
          })),
        ),
        address: place.formattedAddress ?? '',
        googlePlaceName: place.displayName ?? '',
        latitude: place.location?.lat() ?? null,
        longitude: place.location?.lng() ?? null,
        googlePlaceId: place.id,
        googleMapsUrl: place.googleMapsURI ?? '',
        photos: (place.photos ?? []).slice(0, maxPhotos).map((photo) => photo.getURI(photoSize)),
      }
    },
  })
}

/** AutocompleteService and PlacesService, for keys made before March 2025. */
export const oldPlaces = (places: OldPlaces): PlaceFinder => {
  const autocomplete = new places.AutocompleteService()
  let session = new places.AutocompleteSessionToken()
  return withLocate({
    suggest: (input) =>
      new Promise<Suggestion[]>((resolve, reject) => {
        const request = { input, componentRestrictions: { country: 'mx' }, types, sessionToken: session }
        autocomplete.getPlacePredictions(request, (predictions, status) => {
          if (status !== 'OK' && status !== 'ZERO_RESULTS') return reject(new Error(`Google said ${status}`))
          resolve(
            (predictions ?? []).map(({ place_id, structured_formatting }) => ({
              id: place_id,
              main: structured_formatting.main_text,
              secondary: structured_formatting.secondary_text ?? '',
            })),
          )
        })
      }),
    details: ({ id }) =>
      new Promise<Place>((resolve, reject) => {
        const request = {
          placeId: id,
          sessionToken: session,
          fields: [
            'name',
            'formatted_address',
            'geometry',
            'place_id',
            'url',
            'photos',
            'address_components',
          ],
        }
        new places.PlacesService(document.createElement('div')).getDetails(request, (place, status) => {
          session = new places.AutocompleteSessionToken()
          if (status !== 'OK' || place === null) return reject(new Error(`Google said ${status}`))
          resolve({
            ...partsOf(
              (place.address_components ?? []).map(({ long_name, short_name, types }) => ({
                long: long_name,
                short: short_name,
                types,
              })),
            ),
            address: place.formatted_address ?? '',
            googlePlaceName: place.name ?? '',
            latitude: place.geometry?.location?.lat() ?? null,
            longitude: place.geometry?.location?.lng() ?? null,
            googlePlaceId: place.place_id ?? id,
            googleMapsUrl: place.url ?? '',
            photos: (place.photos ?? []).slice(0, maxPhotos).map((photo) => photo.getUrl(photoSize)),
          })
        })
      }),
  })
}

const withLocate = (finder: Omit<PlaceFinder, 'locate'>): PlaceFinder => ({
  ...finder,
  locate: locateBy(finder),
})

type Component = { long: string; short: string; types: readonly string[] }

/** Neighbourhood, city, state, postal code and country in the components of an address, as both APIs name them. */
const partsOf = (components: readonly Component[]) => {
  const part = (...wanted: string[]) => {
    for (const type of wanted) {
      const found = components.find(({ types }) => types.includes(type))
      if (found !== undefined) return found
    }
    return undefined
  }
  return {
    neighbourhood: part('sublocality_level_1', 'sublocality', 'neighborhood')?.long ?? '',
    city: part('locality', 'administrative_area_level_2', 'sublocality')?.long ?? '',
    state: part('administrative_area_level_1')?.long ?? '',
    postalCode: part('postal_code')?.long ?? '',
    country: part('country')?.short ?? '',
  }
}
