import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leftText } from '#web/ui/left-text.ts'

test('the remaining time is shown by the second, and above an hour by the minute', () => {
  const cases: readonly (readonly [number, string])[] = [
    [0, '0:00'],
    [999, '0:00'],
    [59_000, '0:59'],
    [600_000, '10:00'],
    [600_500, '10:00'],
    [3_599_000, '59:59'],
    [3_600_000, '1 h 0 min'],
    [86_399_000, '23 h 59 min'],
  ]
  for (const [seconds, text] of cases) assert.equal(leftText(seconds), text)
})
