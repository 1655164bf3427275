import assert from 'node:assert/strict'
import { test } from 'node:test'
import { questionsOf } from '#web/parts/help/structured.ts'

test('structured answers end each sentence with one full stop', () => {
  const { mainEntity } = questionsOf()
  assert.ok(mainEntity.length > 10)
  for (const { name, acceptedAnswer } of mainEntity) {
    assert.doesNotMatch(acceptedAnswer.text, /\.\.|\s\.|:\.|[?!]\./, name)
    assert.match(acceptedAnswer.text, /[.!?]$/, name)
  }
})
