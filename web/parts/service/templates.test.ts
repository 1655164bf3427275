import assert from 'node:assert/strict'
import { test } from 'node:test'
import { categories } from '#contract/professional/categories.ts'
import { templates } from '#web/parts/service/templates.ts'

test('each of the thirteen categories has five templates with distinct names, a price and a duration', () => {
  assert.deepEqual(Object.keys(templates).toSorted(), Object.keys(categories).toSorted())
  assert.equal(Object.keys(templates).length, 13)
  for (const [category, five] of Object.entries(templates)) {
    assert.equal(new Set(five.map(({ name }) => name)).size, 5, category)
    for (const { name, durationMinutes, priceCents, description } of five) {
      assert.ok(durationMinutes >= 5 && priceCents > 0, name)
      assert.notEqual(description, '', name)
    }
  }
  const cut = templates.hair.find(({ name }) => name === 'Corte dama')
  assert.deepEqual([cut?.durationMinutes, cut?.bufferAfterMinutes], [45, 10])
})
