import assert from 'node:assert/strict'
import { test } from 'node:test'
// Before the part, which has JSX.
import '#web/testing/drawn.ts'

const { soonestOf } = await import('#web/parts/booking/timeline/use-first-free.ts')

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
