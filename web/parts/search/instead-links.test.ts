/** Each proposal is the search that the server counted: its calls equal the original ones without the parameters of the condition. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { conditionNames, conditions, soughtConditions } from '#contract/search/instead.ts'
import { searchStateOf } from '#web/parts/cards/search-state.ts'
import type { SearchState } from '#web/parts/cards/search-state.ts'
import { chipsOf } from '#web/parts/search/chips.ts'
import { onDay, proposalsOf, withoutCondition } from '#web/parts/search/instead-links.ts'
import { wholeQueries } from '#web/parts/search/results.ts'

const capital = { city: 'Ciudad de México', state: 'Ciudad de México' }
const one = (...values: (string | undefined)[]) => fc.constantFrom(undefined, ...values)
const search = fc
  .record({
    type: one('spaces'),
    q: one('corte', 'corte|tinte'),
    category: one('hair', 'hair|nails', 'chair'),
    location: one('Roma Norte'),
    city: fc.constant(capital.city),
    state: fc.constant(capital.state),
    day: one('2026-12-03'),
    until: one('2026-12-05'),
    part: one('afternoon'),
    from: one('18:00'),
    to: one('20:00'),
    availability: one('this_week'),
    modality: one('home', 'home,online'),
    how: one('home'),
    verified: one('verified,new'),
    rating: one('4.5'),
    priceRange: one('budget'),
    amenities: one('wifi'),
    minPesos: one('100'),
    maxPesos: one('900'),
    sort: one('price', 'distance'),
  })
  .map((given) => searchStateOf(given))

const callsOf = (state: SearchState) => new Set(wholeQueries(chipsOf(state), state))
const without = (text: string, names: readonly string[]) => {
  const params = new URLSearchParams(text)
  for (const name of names) params.delete(name)
  return params.toString()
}

test('a condition removed from the address is removed from the calls, and nothing else is', () => {
  fc.assert(
    fc.property(search, fc.constantFrom(...conditions), (state, condition) => {
      const calls = wholeQueries(chipsOf(state), state).map((text) =>
        without(text, conditionNames[condition]),
      )
      assert.deepEqual(callsOf(withoutCondition(state, condition)), new Set(calls))
    }),
  )
  fc.assert(
    fc.property(search, (state) => {
      const names = conditions
        .filter((each) => !soughtConditions.has(each))
        .flatMap((each) => conditionNames[each])
      const calls = wholeQueries(chipsOf(state), state).map((text) => without(text, names))
      assert.deepEqual(callsOf(withoutCondition(state, 'all')), new Set(calls))
      const unnamed = calls.map((text) => without(text, ['service', 'q']))
      assert.deepEqual(callsOf(withoutCondition(state, 'words_too')), new Set(unnamed))
    }),
  )
})

test('another day keeps the searched hours', () => {
  const evening = searchStateOf({
    q: 'corte',
    day: '2026-12-03',
    until: '2026-12-05',
    part: 'evening',
    ...capital,
  })
  const { day, until, part } = onDay(evening, '2026-12-06')
  assert.deepEqual([day, until, part], ['2026-12-06', undefined, 'evening'])
  const week = onDay(searchStateOf({ q: 'corte', availability: 'this_week' }), '2026-12-06')
  assert.deepEqual([week.day, week.availability], ['2026-12-06', undefined])
})

test('a proposal names its change and how many it finds', () => {
  const state = searchStateOf({
    q: 'corte|tinte',
    location: 'Roma Norte',
    ...capital,
    day: '2026-12-03',
    part: 'afternoon',
    rating: '4.5',
    sort: 'distance',
  })
  const said = proposalsOf(
    {
      without: [
        { condition: 'when', count: 12, more: false },
        { condition: 'rating', count: 1, more: false },
        { condition: 'words', count: 60, more: true },
        { condition: 'all', count: 2, more: false },
        { condition: 'words_too', count: 7, more: false },
        // Left out: a proposal without a label would be unclear.
        { condition: 'price', count: 3, more: false },
      ],
      otherHours: { count: 4, more: false },
      day: { date: '2026-12-04', count: 3, more: false },
      place: { location: 'Condesa', ...capital, distanceKm: 2.1, isBare: false, count: 5, more: false },
    },
    state,
    Date.parse('2026-11-28T18:00:00Z'),
  )
  assert.deepEqual(
    said.map(({ change, finds }) => `${change}: ${finds}`),
    [
      'Quita «jue 3 dic en la tarde»: 12 profesionales',
      'Quita «4.5+ estrellas»: 1 profesional',
      'Quita «corte» y «tinte»: 60 o más profesionales',
      'Quita «jue 3 dic en la tarde» y «4.5+ estrellas»: 2 profesionales',
      'Quita «corte», «tinte», «jue 3 dic en la tarde» y «4.5+ estrellas»: 7 profesionales',
      'A otra hora el mismo día: 4 con horas',
      'El viernes 4 de diciembre: 3 con horas',
      'En Condesa, a 2.1 km: 5',
    ],
  )
  assert.equal(said.at(-1)?.search.location, 'Condesa')
  assert.equal(said.at(-1)?.search.day, '2026-12-03')
})

test('a proposal that would leave no search is omitted', () => {
  const alone = searchStateOf({ q: 'zzz', view: 'list' })
  const nothing = {
    without: [{ condition: 'words' as const, count: 9, more: false }],
    otherHours: null,
    day: null,
    place: null,
  }
  assert.deepEqual(proposalsOf(nothing, alone, 0), [])
})
