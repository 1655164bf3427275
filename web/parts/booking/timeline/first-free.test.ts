import assert from 'node:assert/strict'
import { test } from 'node:test'
// Before the part, which has JSX.
import '#web/testing/drawn.ts'

const { soonestOf } = await import('#web/parts/booking/timeline/use-first-free.ts')
const { slotAt } = await import('#web/parts/booking/timeline/use-desk-visit.ts')

const free = (startsAt: string) => ({ status: 'fulfilled', value: { startsAt } }) as const
const none = { status: 'fulfilled', value: undefined } as const
const unread = { status: 'rejected', reason: new Error('Ahora no se pudo leer.') } as const

test('a walk-in gets the soonest hour that could be read, and "no one is free" shows only when all were read', () => {
  const [later, sooner] = [free('2026-11-29T18:00:00.000Z'), free('2026-11-29T17:30:00.000Z')]
  assert.deepEqual(soonestOf([later, none, sooner]), sooner.value)
  assert.deepEqual(soonestOf([unread, later]), later.value)
  assert.equal(soonestOf([none, none]), undefined)
  assert.throws(() => soonestOf([none, unread]), unread.reason)
})

const hours = (token: string, ...startsAt: string[]) =>
  startsAt.map((start) => ({ startsAt: start, token: `${token} ${start}` }))

test('the desk’s chosen hour stays chosen when the hours are loaded again, and no other is taken once it is gone', () => {
  const [nine, four] = ['2026-12-01T15:00:00.000Z', '2026-12-01T22:00:00.000Z']
  assert.equal(slotAt(hours('first', nine, four), '')?.startsAt, nine)
  assert.equal(slotAt(hours('second', nine, four), four)?.token, `second ${four}`)
  assert.equal(slotAt(hours('third', nine), four), undefined)
  assert.equal(slotAt([], four), undefined)
})
