import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inOrder, overWords } from '#web/parts/booking/day/day-order.ts'
import type { Booking } from '#contract/booking/booking.ts'

type Visit = Pick<Booking, 'status' | 'startsAt' | 'endsAt' | 'upfront' | 'totalCents' | 'inPlace'> & {
  hour: number
}

const visit = (hour: number, status: Booking['status'], over: Partial<Visit> = {}): Visit => ({
  hour,
  status,
  startsAt: new Date(Date.UTC(2026, 10, 28, hour)).toISOString(),
  endsAt: new Date(Date.UTC(2026, 10, 28, hour + 1)).toISOString(),
  upfront: null,
  totalCents: 50_000,
  inPlace: null,
  ...over,
})
const rest = (state: 'later' | 'due'): Booking['upfront'] => ({
  byLink: false,
  paidCents: 10_000,
  balanceCents: 40_000,
  state,
  byHandCents: 0,
  returnedCents: 0,
  may: { allowed: true, reason: null },
  mayTake: { allowed: true, reason: null },
  actionUrl: null,
})
const at = (hour: number) => Date.UTC(2026, 10, 28, hour, 30)
const hours = (visits: readonly Visit[]) => visits.map(({ hour }) => hour)

test('the visit in progress is first, then the next one, then one that was not closed', () => {
  const day = [visit(9, 'confirmed'), visit(11, 'in_progress'), visit(13, 'confirmed')]
  assert.equal(inOrder(day, at(12)).next?.hour, 11)
  assert.equal(inOrder([visit(9, 'confirmed'), visit(13, 'confirmed')], at(12)).next?.hour, 13)
  assert.equal(inOrder([visit(9, 'confirmed')], at(12)).next?.hour, 9)
  assert.equal(inOrder([], at(12)).next, undefined)
})

test('finished visits are apart with their total, and an unpaid remainder keeps a visit open', () => {
  const day = [
    visit(8, 'completed'),
    visit(9, 'cancelled_by_client'),
    visit(10, 'completed', { upfront: rest('due') }),
    visit(11, 'to_settle', { upfront: rest('later') }),
    visit(12, 'confirmed'),
    visit(14, 'requested'),
  ]
  const { next, others, over, doneCents } = inOrder(day, at(11))
  assert.equal(next?.hour, 12)
  assert.deepEqual(hours(others), [10, 14])
  assert.deepEqual(hours(over), [8, 9, 11])
  assert.equal(doneCents, 100_000)
})

test('a visit to be paid at the place stays open until its professional has the money', () => {
  const inPlace = { cents: 50_000, method: 'cash' } as const
  const open = inOrder([visit(9, 'to_settle', { inPlace })], at(12))
  assert.equal(open.next?.hour, 9)
  const paid = inOrder([visit(9, 'to_settle', { inPlace: { ...inPlace, takenCents: 50_000 } })], at(12))
  assert.deepEqual([paid.next, paid.doneCount], [undefined, 1])
  // Without a statement it counts as paid once it is completed.
  assert.equal(inOrder([visit(9, 'completed', { inPlace })], at(12)).next, undefined)
})

test('a cancelled or missed visit does not count as finished', () => {
  const said = (...states: Booking['status'][]) =>
    overWords(
      inOrder(
        states.map((status, place) => visit(8 + place, status)),
        at(20),
      ),
    )
  assert.equal(said('completed'), '1 terminada · $500')
  assert.equal(said('completed', 'to_settle', 'cancelled_by_client'), '2 terminadas · $1,000 · 1 no se dio')
  assert.equal(said('client_no_show', 'professional_no_show'), '2 no se dieron')
})

test('every visit is in exactly one list, whatever the statuses', () => {
  const states = ['confirmed', 'in_progress', 'to_settle', 'completed', 'declined', 'client_no_show'] as const
  for (const first of states)
    for (const second of states) {
      const day = [visit(9, first), visit(10, second)]
      const { next, others, over } = inOrder(day, at(9))
      assert.deepEqual(
        hours([...(next === undefined ? [] : [next]), ...others, ...over]).toSorted((a, b) => a - b),
        [9, 10],
      )
    }
})
