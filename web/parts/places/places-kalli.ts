import type { Reply } from '#contract/platform/endpoint.ts'
import { findAddress } from '#contract/search/address.ts'
import { suggestPlaces } from '#contract/search/search.ts'
import { call } from '#web/api.ts'
import type { PlaceFinder } from '#web/parts/places/places.ts'

/** The last suggestions, shared because the component that chooses has another finder instance. */
let last: Reply<typeof suggestPlaces> = []

/** The states, municipalities and neighbourhoods that ship with Kalli: no key, no external service. */
export const kalliPlaces = (): PlaceFinder => {
  return {
    locate: (question) => call(findAddress, { body: question }),
    suggest: async (input) => {
      last = await call(suggestPlaces, { query: { input } })
      return last.map(({ id, main, secondary }) => ({ id: String(id), main, secondary }))
    },
    details: async ({ id, main }) => {
      const place = last.find((one) => String(one.id) === id && one.main === main)
      if (place === undefined) throw new Error('not one of the last suggestions')
      const { neighbourhood, city, state, latitude, longitude, secondary } = place
      return {
        address: [...new Set([main, secondary])].join(', '),
        googlePlaceName: '',
        neighbourhood,
        city,
        state,
        postalCode: '',
        country: 'MX',
        latitude,
        longitude,
        googlePlaceId: '',
        googleMapsUrl: '',
        photos: [],
      }
    },
  }
}
