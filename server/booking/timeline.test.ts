/** The host's timeline as it travels: visits in short rows, which are read back to the very claims that they are. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readTimeline, timeline } from '#contract/timeline.ts'
import { claimsOf } from '#contract/timeline-claims.ts'
import { booked } from '#server/testing/bookings.ts'
import { startHouse, type TestHouse } from '#server/testing/house.ts'
import * as people from '#server/testing/people.ts'

let house: TestHouse
before(async () => {
  house = await startHouse()
})
after(() => house.close())

const block = {
  kind: 'maintenance' as const,
  startsAt: '2026-12-01T13:00:00.000Z',
  endsAt: '2026-12-01T15:00:00.000Z',
  block: { id: 1, version: 1, reason: 'Respaldo', author: 'Inés', closureId: null },
}

test('a row of a visit says when it is and what is kept around it, and what its group shares', () => {
  const minute = Date.parse('2026-11-25T16:00:00Z') / 60_000
  const shared = { professional: 'Ana Rojas', status: 'confirmed' as const, desk: true }
  const claims = claimsOf({
    visits: [
      { ...shared, each: [['a', 2, minute, 60, 0, 0, 12_500, 'Lucía']] },
      { ...shared, status: 'completed', desk: false, each: [['b', 3, minute + 90, 45, 10, 15, 0, null]] },
    ],
    claims: [block],
  })
  assert.deepEqual(claims, [
    {
      kind: 'booking',
      startsAt: '2026-11-25T16:00:00.000Z',
      endsAt: '2026-11-25T17:00:00.000Z',
      booking: { id: 'a', version: 2, client: 'Lucía', rentCents: 12_500, ...shared },
    },
    {
      kind: 'booking',
      startsAt: '2026-11-25T17:30:00.000Z',
      endsAt: '2026-11-25T18:15:00.000Z',
      busyFrom: '2026-11-25T17:20:00.000Z',
      busyUntil: '2026-11-25T18:30:00.000Z',
      booking: {
        id: 'b',
        version: 3,
        client: null,
        rentCents: 0,
        professional: 'Ana Rojas',
        status: 'completed',
        desk: false,
      },
    },
    block,
  ])
})

test('visits with preparation and cleaning come out of the database with their own minutes, each among its like', async () => {
  const at = await people.bookable(house, { durationMinutes: 60, stepMinutes: 60, units: 1 })
  const first = await booked(house, at, { date: '2026-11-25', place: 0 })
  const second = await booked(house, at, { date: '2026-11-25', place: 3 })
  await house.database.pool.query(
    'update bookings set buffer_before_minutes = 10, unit_after_minutes = 15 where id = $1',
    [second.id],
  )
  const ask = (query = { from: '2026-11-25', to: '2026-11-25' }) => at.host.person.call(timeline, { query })
  const { body } = await ask()
  const [unit] = body.spaces[0]?.units ?? []
  assert.equal(unit?.visits.length, 1, 'what both share is said once')
  assert.deepEqual(unit.claims, [])
  const claims = readTimeline(body).spaces[0]?.units[0]?.claims ?? []
  const shift = (instant: string, minutes: number) =>
    new Date(Date.parse(instant) + minutes * 60_000).toISOString()
  assert.deepEqual(
    claims
      .toSorted((a, b) => a.startsAt.localeCompare(b.startsAt))
      .map(({ booking, ...times }) => ({ id: booking?.id, ...times })),
    [
      { id: first.id, kind: 'booking', startsAt: first.startsAt, endsAt: first.endsAt },
      {
        id: second.id,
        kind: 'booking',
        startsAt: second.startsAt,
        endsAt: second.endsAt,
        busyFrom: shift(second.startsAt, -10),
        busyUntil: shift(second.endsAt, 15),
      },
    ],
  )
  assert.deepEqual((await ask({ from: '2026-11-26', to: '2026-11-26' })).body.spaces[0]?.units[0]?.visits, [])
})
