import assert from 'node:assert/strict'
import { test } from 'node:test'
// Before the part, which has JSX.
import '#web/testing/drawn.ts'

const { slotAt } = await import('#web/parts/booking/timeline/use-desk-visit.ts')

const hours = (token: string, ...startsAt: string[]) =>
  startsAt.map((start) => ({ startsAt: start, token: `${token} ${start}` }))

test('the desk’s chosen hour stays chosen when the hours are loaded again, and no other is taken once it is gone', () => {
  const [nine, four] = ['2026-12-01T15:00:00.000Z', '2026-12-01T22:00:00.000Z']
  assert.equal(slotAt(hours('first', nine, four), '')?.startsAt, nine)
  assert.equal(slotAt(hours('second', nine, four), four)?.token, `second ${four}`)
  assert.equal(slotAt(hours('third', nine), four), undefined)
  assert.equal(slotAt([], four), undefined)
})
