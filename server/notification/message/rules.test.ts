import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Category, doneIn, SpaceType } from '#contract/professional/categories.ts'
import { fitting, spaceTypesFor } from '#server/notification/message/rules.ts'

test('every category has a space type, and every space type a category', () => {
  for (const category of Category.options) assert.ok(spaceTypesFor([category]).length > 0, category)
  for (const type of SpaceType.options) assert.ok(doneIn[type].length > 0, type)
})

test('matching categories are those that both have', () => {
  assert.deepEqual(fitting('chair', ['nails', 'hair']), ['hair'])
  assert.deepEqual(fitting('hall', ['therapy']), [])
  assert.deepEqual(spaceTypesFor(['yoga']), ['room', 'hall'])
  assert.deepEqual(spaceTypesFor([]), [])
})
