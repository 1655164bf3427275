import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  chipsOf,
  merge,
  searchStateForRouter,
  searchStateOf,
  wishesOf,
  without,
  withWord,
} from '#web/parts/search/chips.ts'

const labels = { hair: 'Cabello', nails: 'Uñas' }

describe('the chips of a search', () => {
  test('an address becomes one chip for each wish, and "all" is no wish', () => {
    const search = searchStateOf({
      q: 'facial|corte',
      location: 'Roma Norte',
      city: 'Cuauhtémoc',
      category: 'hair',
      other: 1,
    })
    assert.deepEqual(
      chipsOf(search, labels).map((chip) => [chip.type, chip.label]),
      [
        ['search', 'facial'],
        ['search', 'corte'],
        ['location', 'Roma Norte'],
        ['category', 'Cabello'],
      ],
    )
    assert.deepEqual(searchStateOf({ category: 'all', q: '  ', rating: '4.5' }), { rating: '4.5' })
  })

  test('what the router would keep of a plain form is dropped by name', () => {
    const kept = { q: 'corte', location: '', category: 'all' }
    const search = { ...kept, ...searchStateForRouter(kept) }
    assert.deepEqual(
      chipsOf(search, labels).map((chip) => chip.label),
      ['corte'],
    )
  })

  test('the same word twice is one chip, and a removed one leaves the others', () => {
    const search = withWord(withWord({ q: 'corte' }, 'corte'), 'tinte')
    assert.equal(search.q, 'corte|tinte')
    const [first] = chipsOf(search, labels)
    assert.ok(first)
    assert.equal(without(search, first).q, 'tinte')
  })

  test('one kind of chip runs one search each; several kinds run together too', () => {
    assert.deepEqual(wishesOf([]), [])
    const words = chipsOf({ q: 'corte|tinte' }, labels)
    assert.deepEqual(
      wishesOf(words).map((wish) => [wish.whole, wish.filters]),
      [
        [true, { q: 'corte' }],
        [true, { q: 'tinte' }],
      ],
    )
    const both = wishesOf(chipsOf({ q: 'corte', category: 'hair|nails' }, labels))
    assert.deepEqual(
      both.filter((wish) => wish.whole).map((wish) => wish.filters),
      [
        { q: 'corte', category: 'hair' },
        { q: 'corte', category: 'nails' },
      ],
    )
    assert.equal(both.filter((wish) => !wish.whole).length, 3)
  })

  test('who is found twice stands once, remembers both chips, and fits everything if one search said so', () => {
    const merged = merge([
      { wish: { chips: ['a', 'b'], whole: true, filters: {} }, items: [{ id: 2 }] },
      { wish: { chips: ['a'], whole: false, filters: {} }, items: [{ id: 1 }, { id: 2 }] },
    ])
    assert.deepEqual(merged, [
      { item: { id: 2 }, whole: true, chips: ['a', 'b'] },
      { item: { id: 1 }, whole: false, chips: ['a'] },
    ])
  })
})
