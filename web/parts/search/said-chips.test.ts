import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type SearchState, searchStateOf } from '#web/parts/cards/search-state.ts'
import { isSearch, saidChips, withoutLoneOrder } from '#web/parts/search/said-chips.ts'
import { atTime, withoutDay } from '#web/parts/search/window.ts'

const now = Date.parse('2026-11-25T18:00:00Z')
const labelsOf = (search: SearchState) => saidChips(search, now).map(({ label }) => label)

describe('the chips of what a search says', () => {
  test('each filter, the service and the week is a chip, and removing it removes that alone', () => {
    const search = searchStateOf({
      q: 'corte',
      service: 'tinte',
      availability: 'this_week',
      verified: 'verified,new',
      rating: '4.5',
      priceRange: 'budget',
      modality: 'home',
      sort: 'rating',
    })
    assert.deepEqual(labelsOf(search), [
      'corte',
      'Servicio: tinte',
      'A domicilio',
      'Esta semana',
      '$0 - $500',
      '4.5+ estrellas',
      'Verificados',
      'Nuevos',
    ])
    for (const chip of saidChips(search, now)) {
      const left = labelsOf(searchStateOf(chip.without))
      assert.deepEqual(
        left,
        labelsOf(search).filter((label) => label !== chip.label),
      )
    }
  })

  test('amenities are chips of a search of spaces, and of no other', () => {
    const given = { amenities: 'wifi,ac', service: 'tinte' }
    assert.deepEqual(labelsOf(searchStateOf({ ...given, type: 'spaces' })), ['WiFi', 'Aire acondicionado'])
    assert.deepEqual(labelsOf(searchStateOf(given)), ['Servicio: tinte'])
  })

  test('any criterion alone is a search, also an order, which is a chip only then', () => {
    for (const [given, label] of [
      [{ type: 'spaces', amenities: 'wifi' }, 'WiFi'],
      [{ verified: 'verified' }, 'Verificados'],
      [{ availability: 'this_week' }, 'Esta semana'],
      [{ sort: 'rating' }, 'Mejor calificación'],
      [{ service: 'tinte' }, 'Servicio: tinte'],
      [{ rating: '4' }, '4+ estrellas'],
    ] as const) {
      const search = searchStateOf(given)
      assert.deepEqual(labelsOf(search), [label])
      assert.equal(isSearch(search), true, label)
      for (const chip of saidChips(search, now))
        assert.equal(isSearch(searchStateOf(chip.without)), false, label)
    }
    assert.equal(isSearch({ type: 'spaces', view: 'list', map: 'on' }), false)
  })
})

test('an order of results does not outlive the last criterion', () => {
  const search = searchStateOf({ q: 'corte', sort: 'price' })
  const [chip] = saidChips(search, now)
  assert.ok(chip)
  assert.deepEqual(searchStateOf(chip.without), {})
  assert.equal(withoutLoneOrder({ sort: 'price' }).sort, undefined)
  assert.equal(withoutLoneOrder(search).sort, 'price')
})

test('a chosen day replaces the searched week, and a part of the day narrows it', () => {
  const search = searchStateOf({ q: 'corte', availability: 'next_week' })
  assert.deepEqual(searchStateOf(atTime(search, { day: '2026-11-26' })), { q: 'corte', day: '2026-11-26' })
  assert.deepEqual(searchStateOf(atTime(search, { part: 'morning' })), {
    q: 'corte',
    availability: 'next_week',
    part: 'morning',
  })
})

test('a ticked week replaces the searched day and keeps its hours', () => {
  assert.deepEqual(searchStateOf(withoutDay({ q: 'corte', day: '2026-11-26', from: '10:00', to: '12:00' })), {
    q: 'corte',
    from: '10:00',
    to: '12:00',
  })
})
