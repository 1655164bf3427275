import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { filterNames, filterValues, printed, searchStateOf } from '#web/parts/cards/search-state.ts'
import { searchedTime, searchedWhen, whenOf, withWhen, zoneOf } from '#web/parts/search/window.ts'

/** As the router parses a URL: every value is a string. */
const parse = (address: string) => searchStateOf(Object.fromEntries(new URLSearchParams(address)))
const print = (search: ReturnType<typeof parse>) => String(new URLSearchParams(printed(search)))

describe('the address of a search', () => {
  const word = fc.string({ unit: 'grapheme', maxLength: 150 })
  const anything = fc.record(
    {
      q: fc.array(word, { maxLength: 12 }).map((words) => words.join('|')),
      mas: word,
      location: word,
      city: word,
      state: word,
      service: word,
      category: fc.oneof(
        word,
        fc.subarray(['hair', 'nails', 'hall', 'chair', 'all']).map((all) => all.join('|')),
      ),
      type: fc.constantFrom('spaces', 'professionals', 'x', ''),
      ...Object.fromEntries(
        filterNames.map((name) => [
          name,
          fc.oneof(
            word,
            fc.subarray([...filterValues[name], 'nada']).map((all) => all.join(',')),
          ),
        ]),
      ),
      lat: fc.oneof(
        word,
        fc.double({ min: -95, max: 95, noNaN: true }).map((one) => one.toFixed(3)),
      ),
      lng: fc.oneof(
        word,
        fc.double({ min: -190, max: 190, noNaN: true }).map((one) => one.toFixed(3)),
      ),
      radiusKm: fc.oneof(word, fc.integer({ min: -5, max: 300 }).map(String)),
      bbox: fc.oneof(
        word,
        fc
          .array(fc.integer({ min: -180, max: 180 }), { minLength: 3, maxLength: 5 })
          .map((all) => all.join(',')),
      ),
      day: fc.constantFrom('2026-12-05', '2026-02-31', 'x'),
      until: fc.constantFrom('2026-12-06', '2026-12-01', ''),
      part: fc.constantFrom('afternoon', 'noon'),
      from: fc.constantFrom('18:00', '25:00'),
      to: fc.constantFrom('20:00', '10:00'),
      how: fc.constantFrom('home', 'place', 'x'),
      startsAt: fc.oneof(
        word,
        fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      ),
      endsAt: fc.oneof(
        word,
        fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      ),
      sort: fc.constantFrom('price', 'rating', 'distance', 'relevance', 'x'),
      view: fc.constantFrom('list', 'grid', 'x'),
      map: fc.constantFrom('on', 'off'),
      other: word,
    },
    { requiredKeys: [] },
  )

  test('any address becomes a search that its own address restores', () => {
    fc.assert(
      fc.property(anything, (address) => {
        const search = searchStateOf(address)
        assert.deepEqual(parse(print(search)), search)
      }),
    )
  })

  const cases: [string, string][] = [
    ['', ''],
    ['q=%20&category=all&type=professionals', 'type=professionals'],
    ['q=corte|corte||tinte', 'q=corte%7Ctinte'],
    ['q=corte&mas=tinte', 'q=corte%7Ctinte'],
    ['category=hair|chair', 'category=hair'],
    ['type=spaces&category=hair|chair', 'category=chair&type=spaces'],
    ['rating=4.8,5,4', 'rating=4%2C4.8'],
    ['amenities=wifi', ''],
    ['type=spaces&amenities=wifi&service=corte', 'type=spaces&amenities=wifi'],
    ['lat=19.4', ''],
    ['lat=19.4&lng=-99.1&radiusKm=0', 'lat=19.4&lng=-99.1'],
    ['radiusKm=5', ''],
    ['sort=distance', ''],
    ['sort=distance&lat=19.4&lng=-99.1', 'lat=19.4&lng=-99.1&sort=distance'],
    ['bbox=-99,19,-98,18', ''],
    ['bbox=-99,18,-98,19', 'bbox=-99%2C18%2C-98%2C19'],
    ['startsAt=2026-11-26T18:00:00Z', ''],
    ['startsAt=2026-11-26T18:00:00Z&endsAt=2026-11-26T17:00:00Z', ''],
    ['view=list&map=on&sort=relevance', 'view=list&map=on'],
    ['q=%3Cscript%3E&view=//evil', 'q=%3Cscript%3E'],
  ]
  for (const [given, canonical] of cases)
    test(`"${given}" is "${canonical}"`, () => assert.equal(print(parse(given)), canonical))
})

describe('when', () => {
  test('a day and its hours become instants in the time zone of the searched state', () => {
    const when = { day: '2026-11-26', from: '18:00', to: '20:00' }
    const capital = withWhen({}, when)
    assert.deepEqual(searchedTime(capital), {
      startsAt: '2026-11-27T00:00:00.000Z',
      endsAt: '2026-11-27T02:00:00.000Z',
    })
    assert.equal(searchedTime(withWhen({ state: 'Quintana Roo' }, when)).startsAt, '2026-11-26T23:00:00.000Z')
    assert.equal(
      searchedTime(withWhen({ location: 'Tijuana, Baja California' }, when)).startsAt,
      '2026-11-27T02:00:00.000Z',
    )
    assert.equal(zoneOf({ state: 'Sonora' }), 'America/Hermosillo')
    const now = Date.parse('2026-11-26T18:00:00Z')
    assert.equal(searchedWhen(capital, now), 'Hoy, 18:00–20:00')
    assert.equal(searchedWhen({}, now), undefined)
  })

  test('the position is not awaited where a place is chosen, also a state or a zone of the map', () => {
    assert.equal(searchStateOf({ q: 'corte', near: 'on' }).near, 'on')
    for (const place of [{ city: 'Puebla' }, { state: 'Jalisco' }, { bbox: '-99,19,-98,20' }])
      assert.equal(searchStateOf({ near: 'on', ...place }).near, undefined)
  })

  test('an old link with two instants still means them', () => {
    const old = { startsAt: '2026-11-27T00:00:00.000Z', endsAt: '2026-11-27T02:00:00.000Z' }
    assert.deepEqual(searchStateOf(old), old)
    assert.deepEqual(searchedTime(old), old)
    assert.deepEqual(whenOf(old), { day: '2026-11-26', from: '18:00', to: '20:00' })
    assert.deepEqual(searchStateOf({ ...old, day: '2026-12-01' }), { day: '2026-12-01' })
    assert.deepEqual(withWhen(old, {}).startsAt, undefined)
  })
})
