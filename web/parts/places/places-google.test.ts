/** Both adapters against objects in the shape of Google's reference; their requests are recorded. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newPlaces, oldPlaces, scriptAddress } from '#web/parts/places/places-google.ts'
import type { NewPlaces, OldPlaces } from '#web/parts/places/places-google.ts'

class Token {
  readonly began = Symbol('session')
}
const location = { lat: () => 19.4189, lng: () => -99.1627 }
const parts = [
  ['Roma Norte', 'Roma Nte.', ['sublocality', 'political']],
  ['Ciudad de México', 'CDMX', ['locality', 'political']],
  ['Ciudad de México', 'CDMX', ['administrative_area_level_1', 'political']],
  ['México', 'MX', ['country', 'political']],
  ['06700', '06700', ['postal_code']],
] as const
const photo = (number: number, { maxWidth, maxHeight }: { maxWidth: number; maxHeight: number }) =>
  `https://lh3.googleusercontent.com/places/${number}=w${maxWidth}-h${maxHeight}`
const twelve = Array.from({ length: 12 }, (_, index) => index)

const expected = {
  address: 'Colima 1, Roma Norte, 06700 Ciudad de México, CDMX, México',
  googlePlaceName: 'Casa Jacaranda',
  neighbourhood: 'Roma Norte',
  city: 'Ciudad de México',
  state: 'Ciudad de México',
  postalCode: '06700',
  country: 'MX',
  latitude: 19.4189,
  longitude: -99.1627,
  googlePlaceId: 'ChIJ1',
  googleMapsUrl: 'https://maps.google.com/?cid=1',
  photos: twelve.slice(0, 10).map((number) => photo(number, { maxWidth: 400, maxHeight: 300 })),
}

test('the script is requested as specified', () => {
  const { origin, pathname, searchParams } = new URL(scriptAddress('clave-publica'))
  assert.equal(origin + pathname, 'https://maps.googleapis.com/maps/api/js')
  assert.deepEqual(Object.fromEntries(searchParams), {
    key: 'clave-publica',
    libraries: 'places',
    region: 'MX',
    language: 'es',
    v: 'weekly',
  })
})

describe('the new Places API', () => {
  const search: object[] = []
  const google: NewPlaces = {
    AutocompleteSessionToken: Token,
    AutocompleteSuggestion: {
      fetchAutocompleteSuggestions: async (request) => {
        search.push(request)
        return {
          suggestions: [
            { placePrediction: null },
            {
              placePrediction: {
                placeId: 'ChIJ1',
                mainText: { text: 'Casa Jacaranda' },
                secondaryText: { text: 'Roma Norte, CDMX' },
                toPlace: () => ({
                  id: 'ChIJ1',
                  fetchFields: async (request) => void search.push(request),
                  displayName: expected.googlePlaceName,
                  formattedAddress: expected.address,
                  location,
                  googleMapsURI: expected.googleMapsUrl,
                  addressComponents: parts.map(([longText, shortText, types]) => ({
                    longText,
                    shortText,
                    types: [...types],
                  })),
                  photos: twelve.map((number) => ({ getURI: (size) => photo(number, size) })),
                }),
              },
            },
          ],
        }
      },
    },
  }

  test('suggestions are limited to establishments and addresses in Mexico, and details have ten photos', async () => {
    const finder = newPlaces(google)
    const [first] = await finder.suggest('casa jac')
    assert.deepEqual(first, { id: 'ChIJ1', main: 'Casa Jacaranda', secondary: 'Roma Norte, CDMX' })
    assert.ok(first)
    const [request] = search
    assert.ok(request && 'includedRegionCodes' in request && 'includedPrimaryTypes' in request)
    assert.deepEqual(request.includedRegionCodes, ['mx'])
    assert.deepEqual(request.includedPrimaryTypes, ['establishment', 'geocode'])
    assert.deepEqual(await finder.details(first), expected)
  })

  test('a typed address is located by its first suggestion', async () => {
    search.length = 0
    const typed = { address: 'Colima 1', neighbourhood: 'Roma Norte', city: 'Ciudad de México' }
    const { found, source } = await newPlaces(google).locate(typed)
    assert.deepEqual([found?.precision, found?.latitude, source], ['door', 19.4189, 'google'])
    const [request] = search
    assert.ok(request && 'input' in request)
    assert.equal(request.input, 'Colima 1, Roma Norte, Ciudad de México')
    assert.equal((await newPlaces(google).locate({ address: 'Colima 77' })).found?.precision, 'street')
  })

  test('a choice ends the session that typing started', async () => {
    search.length = 0
    const finder = newPlaces(google)
    const tokens = () => search.flatMap((one) => ('sessionToken' in one ? [one.sessionToken] : []))
    const [first] = await finder.suggest('ca')
    await finder.suggest('cas')
    assert.ok(first)
    await finder.details(first)
    await finder.suggest('otra')
    const [one, two, three] = tokens()
    assert.equal(one, two)
    assert.notEqual(two, three)
  })
})

describe('the old Places API', () => {
  const search: object[] = []
  const google = (status: string): OldPlaces => ({
    AutocompleteSessionToken: Token,
    AutocompleteService: class {
      getPlacePredictions(
        request: object,
        answer: Parameters<InstanceType<OldPlaces['AutocompleteService']>['getPlacePredictions']>[1],
      ) {
        search.push(request)
        answer(
          status === 'OK'
            ? [
                {
                  place_id: 'ChIJ1',
                  structured_formatting: {
                    main_text: 'Casa Jacaranda',
                    secondary_text: 'Roma Norte, CDMX',
                  },
                },
              ]
            : null,
          status,
        )
      }
    },
    PlacesService: class {
      getDetails(
        request: object,
        answer: Parameters<InstanceType<OldPlaces['PlacesService']>['getDetails']>[1],
      ) {
        search.push(request)
        answer(
          {
            name: expected.googlePlaceName,
            formatted_address: expected.address,
            place_id: 'ChIJ1',
            url: expected.googleMapsUrl,
            geometry: { location },
            address_components: parts.map(([long_name, short_name, types]) => ({
              long_name,
              short_name,
              types: [...types],
            })),
            photos: twelve.map((number) => ({ getUrl: (size) => photo(number, size) })),
          },
          'OK',
        )
      }
    },
  })

  test('requests and details equal those of the new API', async (t) => {
    // The service requires an element for its attributions.
    Object.assign(globalThis, { document: { createElement: () => ({}) } })
    t.after(() => Reflect.deleteProperty(globalThis, 'document'))
    const finder = oldPlaces(google('OK'))
    const [first] = await finder.suggest('casa jac')
    assert.deepEqual(first, { id: 'ChIJ1', main: 'Casa Jacaranda', secondary: 'Roma Norte, CDMX' })
    assert.ok(first)
    const [request] = search
    assert.ok(request && 'componentRestrictions' in request && 'types' in request)
    assert.deepEqual(request.componentRestrictions, { country: 'mx' })
    assert.deepEqual(request.types, ['establishment', 'geocode'])
    assert.deepEqual(await finder.details(first), expected)
  })

  test('no result is not an error, and a refused key is one', async () => {
    assert.deepEqual(await oldPlaces(google('ZERO_RESULTS')).suggest('zzz'), [])
    await assert.rejects(oldPlaces(google('REQUEST_DENIED')).suggest('casa'))
  })
})
