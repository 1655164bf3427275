/** A pause is given in seconds or until a date; an invalid value counts as none. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { waitOf } from '#server/connection/provider/retry-after.ts'

test('Retry-After is read as seconds or a date, and anything else means no pause', () => {
  const now = Date.UTC(2026, 10, 20, 16)
  const read = (header: string | null | undefined) => waitOf(header, now)
  assert.deepEqual(['0', ' 120 ', '1.5'].map(read), [0, 120_000, 1500])
  assert.deepEqual(['Fri, 20 Nov 2026 16:10:00 GMT', 'Fri, 20 Nov 2026 15:00:00 GMT'].map(read), [600_000, 0])
  assert.deepEqual([null, undefined, '', '-5', 'pronto'].map(read), [null, null, null, null, null])
})
