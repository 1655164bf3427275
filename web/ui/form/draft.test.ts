import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSaved } from '#web/ui/form/draft.ts'

const controls = [
  ['firstName', 'text', 'given-name', true],
  ['phoneCountry', 'select-one', 'tel-country-code', true],
  ['password', 'password', 'new-password', false],
  // Shown by its toggle, a password is a text to the browser.
  ['password', 'text', 'current-password', false],
  ['number', 'text', 'cc-number', false],
  ['cvc', 'text', 'cc-csc', false],
  ['code', 'text', 'one-time-code', false],
  ['', 'text', 'off', false],
] as const
for (const [name, type, autocomplete, saved] of controls)
  test(`"${name}" (${type}, ${autocomplete}) is ${saved ? '' : 'not '}kept as a draft`, () =>
    assert.equal(isSaved({ name, type, autocomplete }), saved))
