import assert from 'node:assert/strict'
import { test } from 'node:test'
import { learnTime, serverNow } from '#web/server-clock.ts'

const offBy = () => serverNow() - Date.now()
const dateAhead = (ms: number) => new Date(Date.now() + ms).toUTCString()

test('a device whose clock is off by minutes uses the server’s time', () => {
  assert.ok(Math.abs(offBy()) < 50, 'nothing is known yet')
  learnTime(dateAhead(-600_000))
  assert.ok(Math.abs(offBy() + 600_000) < 2_000)
  // Meanwhile the clock is corrected.
  learnTime(dateAhead(0))
  assert.ok(Math.abs(offBy()) < 2_000)
})

test('a slower reply does not change the known time, and a faster one does', () => {
  learnTime(dateAhead(60_000))
  const slow = offBy()
  learnTime(dateAhead(59_000))
  assert.ok(Math.abs(offBy() - slow) < 50)
  learnTime(dateAhead(61_500))
  assert.ok(offBy() - slow > 400)
  const before = offBy()
  learnTime(null)
  learnTime('yesterday')
  assert.ok(Math.abs(offBy() - before) < 50)
})
