import assert from 'node:assert/strict'
import { test } from 'node:test'
import { questionsOf } from '#web/parts/help/structured.ts'

test('answers that search engines read end each sentence once', () => {
  const { mainEntity } = questionsOf()
  assert.ok(mainEntity.length > 10)
  for (const { name, acceptedAnswer } of mainEntity) {
    assert.doesNotMatch(acceptedAnswer.text, /\.\.|\s\.|:\.|[?!]\./, name)
    assert.match(acceptedAnswer.text, /[.!?]$/, name)
  }
})
