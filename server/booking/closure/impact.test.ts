/** What closing units means for a booking: a table of cases, without clock or database. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stillFree } from '#contract/booking/closure/closure.ts'
import type { BookingStatus } from '#contract/booking/booking-status.ts'
import { optionsFor, relocations, touches, type Candidate } from '#server/booking/closure/impact.ts'

/** Hours of one day, for readability. */
const at = (hour: number) => Date.parse('2026-11-25T00:00:00Z') + hour * 3_600_000
const span = (from: number, until: number) => ({ from: at(from), until: at(until) })
const unit = (unitId: number, ...busy: [number, number][]): Candidate => ({
  unitId,
  active: true,
  busy: busy.map(([from, until]) => span(from, until)),
})

test('two periods overlap when they share an instant, not when one ends as the other begins', () => {
  const cases: [[number, number], [number, number], boolean][] = [
    [[9, 10], [10, 11], false],
    [[9, 10.25], [10, 11], true],
    [[9, 12], [10, 11], true],
    [[10, 11], [9, 12], true],
    [[12, 13], [10, 11], false],
  ]
  for (const [one, other, expected] of cases)
    assert.equal(touches(span(...one), span(...other)), expected, JSON.stringify([one, other]))
})

test('a booking is relocated only to an open unit that is free for it, including its cleaning', () => {
  const booked = { unitId: 1, busy: span(10, 11.25) }
  const closing = { ...span(8, 20), unitIds: [1, 2] }
  const cases: [string, Candidate[], number[]][] = [
    ['nothing else', [], []],
    ['its own unit is none', [unit(1)], []],
    ['a unit that closes too is none', [unit(2)], []],
    ['a free one is', [unit(3)], [3]],
    ['one that is taken only before is', [unit(3, [9, 10])], [3]],
    ['one that is taken only after is', [unit(3, [11.25, 12])], [3]],
    ['one taken while it is cleaned is none', [unit(3, [11, 12])], []],
    ['one out of use is none', [{ ...unit(3), active: false }], []],
    ['several, in their order', [unit(5), unit(4, [10, 11]), unit(3)], [5, 3]],
  ]
  for (const [name, units, expected] of cases)
    assert.deepEqual(
      relocations(booked, closing, units).map(({ unitId }) => unitId),
      expected,
      name,
    )
})

test('a unit that closes at another time is a relocation candidate', () => {
  const booked = { unitId: 1, busy: span(10, 11) }
  assert.equal(relocations(booked, { ...span(12, 20), unitIds: [1, 2] }, [unit(2)]).length, 1)
})

test('two bookings at the same hour are not relocated to one unit', () => {
  const free = [{ unitId: 3 }, { unitId: 4 }]
  const wanted = span(10, 11)
  assert.deepEqual(stillFree(free, wanted, [{ unitId: 3, ...span(10.5, 12) }]), [{ unitId: 4 }])
  assert.deepEqual(stillFree(free, wanted, [{ unitId: 3, ...span(11, 12) }]), free)
})

test('keeping is always possible, and moving and cancelling follow the table of moves, each with its reason', () => {
  const cases: [BookingStatus, number, number, (string | null)[]][] = [
    // status, number of free units, current hour, reasons against (keep, move, cancel)
    ['confirmed', 1, 8, [null, null, null]],
    ['confirmed', 0, 8, [null, 'No hay otra unidad libre a esa hora.', null]],
    ['confirmed', 1, 10.5, [null, null, null]],
    ['confirmed', 1, 11, [null, 'La hora de esta cita ya pasó.', 'La hora de esta cita ya pasó.']],
    [
      'in_progress',
      1,
      10.5,
      [null, 'El estado de la reserva no lo permite.', 'El estado de la reserva no lo permite.'],
    ],
    [
      'to_settle',
      1,
      10.5,
      [null, 'El estado de la reserva no lo permite.', 'El estado de la reserva no lo permite.'],
    ],
    [
      'requested',
      1,
      8,
      [null, 'El estado de la reserva no lo permite.', 'El estado de la reserva no lo permite.'],
    ],
  ]
  for (const [status, free, now, reasons] of cases) {
    const booked = {
      status,
      startsAt: new Date(at(10)),
      endsAt: new Date(at(11)),
      rescue: null,
    }
    const options = optionsFor(booked, Array.from({ length: free }), new Date(at(now)))
    assert.deepEqual(
      options.map(({ choice }) => choice),
      ['keep', 'move', 'cancel'],
    )
    assert.deepEqual(
      options.map(({ reason }) => reason),
      reasons,
      `${status} ${free} ${now}`,
    )
    assert.ok(options.every(({ allowed, reason }) => allowed === (reason === null)))
  }
})

test('a visit that its host already cancelled can only be kept until the others answer, with the reason', () => {
  const booked = { status: 'confirmed', startsAt: new Date(at(10)), endsAt: new Date(at(11)) } as const
  const rescue = { waitsFor: ['client'], expiresAt: new Date(at(9)).toISOString() } as const
  assert.deepEqual(
    optionsFor({ ...booked, rescue }, [unit(3)], new Date(at(8))).map(({ reason }) => reason),
    [
      null,
      'El espacio canceló: falta la respuesta por el lugar nuevo.',
      'Ya la cancelaste: falta la respuesta por el lugar nuevo.',
    ],
  )
})
