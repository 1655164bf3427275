import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Slot } from '#contract/availability/slot.ts'
import { ApiError } from '#web/api.ts'
import { isWorthLooking, sameAgain } from '#web/parts/booking/slots/same-again.ts'
import { sameHour } from '#web/parts/booking/hours/slots-reading.ts'

const ana = 11
const eva = 12
const slotAt = (hour: number, whose?: number, totalCents = 60_000): Slot => ({
  startsAt: `2026-11-26T${hour}:00:00.000Z`,
  endsAt: `2026-11-26T${hour + 1}:00:00.000Z`,
  spaceId: 5,
  unitId: 6,
  ...(whose === undefined ? {} : { professionalId: whose }),
  totalCents,
  token: `of-${hour}-with-${whose}-at-${totalCents}`,
})
const said = (code: ApiError['code']) => new ApiError(409, code, 'Ese horario se acaba de ocupar.', {})
const thrown = (run: () => unknown): ApiError => {
  try {
    run()
  } catch (error) {
    if (error instanceof ApiError) return error
  }
  return assert.fail('nothing was said')
}

test('the same hour with another professional does not count as the same', () => {
  assert.equal(sameHour([slotAt(16, eva)], slotAt(16, ana)), undefined)
  assert.deepEqual(sameHour([slotAt(16, ana, 70_000)], slotAt(16, ana)), slotAt(16, ana, 70_000))
  assert.deepEqual(sameHour([slotAt(16)], slotAt(16)), slotAt(16))
})

test('a taken hour with one professional of a business is looked up again, and the others free then are offered by name', () => {
  const selection = slotAt(16, ana)
  assert.ok(isWorthLooking(said('slot_taken'), selection))
  const problem = thrown(() =>
    sameAgain(said('slot_taken'), selection, [
      { slots: [slotAt(15, ana), slotAt(16, eva, 55_000), slotAt(20, ana)] },
    ]),
  )
  assert.equal(problem.code, 'slot_taken')
  assert.deepEqual(problem.details, {
    alternatives: [slotAt(15, ana), slotAt(16, eva, 55_000), slotAt(20, ana)],
  })
})

test('a client whose token expired gets the same professional at the same price, or must choose', () => {
  const old = said('slot_token_invalid')
  const selection = slotAt(16, ana)
  assert.equal(sameAgain(old, selection, [{ slots: [slotAt(16, eva), slotAt(16, ana)] }]).professionalId, ana)
  assert.equal(
    thrown(() => sameAgain(old, selection, [{ slots: [slotAt(16, ana, 1)] }])).code,
    'price_changed',
  )
  // Only another professional has it now: never switched silently.
  const search = thrown(() => sameAgain(old, selection, [{ slots: [slotAt(16, eva)] }]))
  assert.deepEqual([search.code, search.details], ['slot_taken', { alternatives: [slotAt(16, eva)] }])
})

test('a client who chose a professional by name is offered no other, and the server’s answer is final', () => {
  assert.equal(isWorthLooking(said('slot_taken'), slotAt(16)), false)
  assert.ok(isWorthLooking(said('slot_token_invalid'), slotAt(16)))
  const old = said('slot_token_invalid')
  assert.equal(
    thrown(() => sameAgain(old, slotAt(16), [{ slots: [slotAt(17)] }])),
    old,
  )
})
