import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  chipsOf,
  merge,
  selectionsOf,
  withCategory,
  without,
  withoutPlace,
  withWord,
} from '#web/parts/search/chips.ts'
import { mergedPages, orderOf } from '#web/parts/search/results.ts'
import { searchStateOf } from '#web/parts/cards/search-state.ts'
import { forgetWhenTaken, mayUsePosition } from '#web/parts/search/last-place.ts'
import { withReading } from '#web/parts/search/take-words.ts'

describe('the chips of a search', () => {
  test('each criterion of an address becomes one chip, and "all" becomes none', () => {
    const search = searchStateOf({
      q: 'facial|corte',
      location: 'Roma Norte',
      city: 'Cuauhtémoc',
      category: 'hair',
      other: 1,
    })
    assert.deepEqual(
      chipsOf(search).map((chip) => [chip.type, chip.label]),
      [
        ['search', 'facial'],
        ['search', 'corte'],
        ['location', 'Roma Norte'],
        ['category', 'Cabello'],
      ],
    )
    assert.deepEqual(searchStateOf({ category: 'all', q: '  ', rating: '4.5' }), { rating: '4.5' })
  })

  test('a repeated word is one chip, and removing one keeps the others', () => {
    const search = withWord(withWord({ q: 'corte' }, 'corte'), 'tinte')
    assert.equal(search.q, 'corte|tinte')
    const [first] = chipsOf(search)
    assert.ok(first)
    assert.equal(without(search, first).q, 'tinte')
  })

  test('each chip of one kind runs its own search, and chips of several kinds also run combined', () => {
    assert.deepEqual(selectionsOf([]), [])
    const words = chipsOf({ q: 'corte|tinte' })
    assert.deepEqual(
      selectionsOf(words).map((selection) => [selection.whole, selection.filters]),
      [
        [true, { q: 'corte' }],
        [true, { q: 'tinte' }],
      ],
    )
    const both = selectionsOf(chipsOf({ q: 'corte', category: 'hair|nails' }))
    assert.deepEqual(
      both.filter((selection) => selection.whole).map((selection) => selection.filters),
      [
        { q: 'corte', category: 'hair' },
        { q: 'corte', category: 'nails' },
      ],
    )
    assert.equal(both.filter((selection) => !selection.whole).length, 3)
  })

  test('with a place the partial searches stay at that place', () => {
    const parts = selectionsOf(chipsOf({ q: 'corte', category: 'hair', location: 'Roma Norte' })).filter(
      ({ whole }) => !whole,
    )
    assert.deepEqual(
      parts.map(({ chips }) => chips),
      [['search:corte', 'location'], ['category:hair', 'location'], ['location']],
    )
    for (const { filters } of parts) assert.equal(filters.location, 'Roma Norte')
  })

  test('a category of professionals is not a type of space, and the other way round', () => {
    assert.deepEqual(
      chipsOf(searchStateOf({ category: 'hair|hall|all' })).map(({ label }) => label),
      ['Cabello'],
    )
    assert.deepEqual(
      chipsOf(searchStateOf({ category: 'hair|hall|consulting_room', type: 'spaces' })).map(
        ({ label }) => label,
      ),
      ['Sala', 'Consultorio'],
    )
  })

  test('near me and a map zone are places too, each a chip that can be removed', () => {
    const search = searchStateOf({ q: 'corte', lat: '19.42', lng: '-99.16', radiusKm: '5', sort: 'distance' })
    const chips = chipsOf(search)
    assert.deepEqual(
      chips.map(({ id, type, label }) => [id, type, label]),
      [
        ['search:corte', 'search', 'corte'],
        ['near', 'location', 'Cerca de mí, 5 km'],
      ],
    )
    const [, near] = chips
    assert.ok(near)
    // Without a point there is no distance to order by.
    assert.deepEqual(searchStateOf(without(search, near)), { q: 'corte' })
    const zone = { ...withoutPlace(search), bbox: '-99.2,19.3,-99.1,19.5' }
    assert.deepEqual(
      chipsOf(zone).map(({ label }) => label),
      ['corte', 'Zona del mapa'],
    )
    assert.deepEqual(searchStateOf(withoutPlace(zone)), { q: 'corte' })
  })

  test('adding and removing a category keeps the others', () => {
    const both = withCategory(withCategory({}, 'hair', true), 'nails', true)
    assert.equal(both.category, 'hair|nails')
    assert.equal(withCategory(both, 'hair', false).category, 'nails')
    assert.equal(withCategory({ category: 'hair' }, 'hair', false).category, undefined)
  })

  test('results of two searches alternate, so that the best of each come first', () => {
    const alone = (chip: string) => ({ chips: [chip], whole: true, filters: {} })
    const merged = merge([
      { selection: alone('a'), items: [{ id: 1 }, { id: 2 }] },
      { selection: alone('b'), items: [{ id: 3 }, { id: 1 }] },
    ])
    assert.deepEqual(
      merged.map(({ item, chips }) => [item.id, chips]),
      [
        [1, ['a', 'b']],
        [3, ['b']],
        [2, ['a']],
      ],
    )
  })

  test('a duplicate result appears once with both chips, and is a full match if one search says so', () => {
    const merged = merge([
      { selection: { chips: ['a', 'b'], whole: true, filters: {} }, items: [{ id: 2 }] },
      { selection: { chips: ['a'], whole: false, filters: {} }, items: [{ id: 1 }, { id: 2 }] },
    ])
    assert.deepEqual(merged, [
      { item: { id: 2 }, whole: true, chips: ['a', 'b'] },
      { item: { id: 1 }, whole: false, chips: ['a'] },
    ])
  })

  test('a result that several searches found is shown as the full match found it, also on a later page', () => {
    const selection = (whole: boolean) => ({ chips: whole ? ['a', 'b'] : ['a'], whole, filters: {} })
    const found = (by: string) => ({ id: 1, by })
    assert.equal(
      merge([
        { selection: selection(true), items: [{ id: 2, by: 'whole' }, found('whole')] },
        { selection: selection(false), items: [found('part')] },
      ]).find(({ item }) => item.id === 1)?.item.by,
      'whole',
    )
    const { whole } = mergedPages([
      { lists: [{ selection: selection(false), items: [found('part')] }] },
      { lists: [{ selection: selection(true), items: [found('whole')] }] },
    ])
    assert.deepEqual(
      whole.map(({ item }) => item.by),
      ['whole'],
    )
  })

  test('a next page is appended, and with a chosen order all results are sorted', () => {
    const selection = { chips: ['a'], whole: true, filters: {} }
    const one = (id: number, price: number) => ({ id, rating: String(id), distanceKm: 10 - id, price })
    const pages = [
      { lists: [{ selection, items: [one(1, 300), one(2, 0)] }] },
      { lists: [{ selection, items: [one(1, 300), one(3, 200)] }] },
    ]
    const ids = (sort?: 'price' | 'rating' | 'distance') =>
      mergedPages(
        pages,
        orderOf<ReturnType<typeof one>>(sort, ({ price }) => price),
      ).whole.map(({ item }) => item.id)
    assert.deepEqual(ids(), [1, 2, 3])
    // Professionals without a price come last.
    assert.deepEqual(ids('price'), [3, 1, 2])
    assert.deepEqual(ids('rating'), [3, 2, 1])
    assert.deepEqual(ids('distance'), [3, 2, 1])
  })
})

test('a result around a neighbourhood but outside it is a partial match', () => {
  const search = { q: 'masaje', location: 'Roma Sur' }
  const selections = selectionsOf(chipsOf(search))
  const lists = selections.map((selection) => ({ selection, items: [{ id: 1, widened: true as const }] }))
  assert.deepEqual(merge(lists), [{ item: { id: 1, widened: true }, whole: false, chips: ['search:masaje'] }])
  const inside = selections.map((selection) => ({ selection, items: [{ id: 2 }] }))
  assert.equal(merge(inside)[0]?.whole, true)
})

test('while the position is awaited another word keeps the last place; only removing the place clears it', () => {
  const cookies: string[] = []
  const browser = {
    location: { protocol: 'http:' },
    document: {
      set cookie(text: string) {
        cookies.push(text)
      },
    },
  }
  for (const [name, value] of Object.entries(browser))
    Object.defineProperty(globalThis, name, { value, configurable: true })
  forgetWhenTaken({ q: 'corte', near: 'on' }, { q: 'corte|barba', near: 'on' })
  assert.deepEqual([cookies.length, mayUsePosition()], [0, true])
  forgetWhenTaken({ q: 'corte', near: 'on' }, { q: 'corte' })
  assert.deepEqual([cookies.length, mayUsePosition()], [1, false])
})

const near = { near: true, search: { q: 'corte' } }

test('"cerca" replaces the place of the search before, but no place of the same sentence and no position', () => {
  for (const before of [
    {},
    { location: 'Roma Norte' },
    { city: 'Puebla', state: 'Puebla' },
    { bbox: '-99,19,-98,20' },
  ])
    assert.deepEqual(
      Object.entries(withReading(before, near)).filter(([, value]) => value !== undefined),
      [
        ['q', 'corte'],
        ['near', 'on'],
      ],
    )
  const named = withReading({}, { near: true, search: { q: 'corte', location: 'Puebla' } })
  assert.deepEqual([named.location, named.near], ['Puebla', undefined])
  const placed = withReading({ lat: '19.4', lng: '-99.1', radiusKm: '5' }, near)
  assert.deepEqual([placed.lat, placed.radiusKm, placed.near], ['19.4', '5', undefined])
})
