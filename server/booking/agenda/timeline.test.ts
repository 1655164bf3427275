/** The host's timeline as sent: visits in short rows, which decode to exactly their claims. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { hostDay } from '#contract/booking/day.ts'
import { draftSpace } from '#contract/space/listing-steps.ts'
import { pauseMember } from '#contract/team/team.ts'
import { readTimeline, timeline } from '#contract/booking/agenda/timeline.ts'
import { occupancy } from '#contract/booking/agenda/occupancy.ts'
import { claimsOf } from '#contract/booking/agenda/timeline-claims.ts'
import { booked } from '#server/testing/bookings.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import type { Person } from '#server/testing/person.ts'
import * as team from '#server/testing/team.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

const block = {
  kind: 'maintenance' as const,
  startsAt: '2026-12-01T13:00:00.000Z',
  endsAt: '2026-12-01T15:00:00.000Z',
  block: { id: 1, version: 1, reason: 'Respaldo', author: 'Inés', closureId: null },
}

test('a timeline row of a visit shows its time, the time reserved around it, and what its group shares', () => {
  const minute = Date.parse('2026-11-25T16:00:00Z') / 60_000
  const shared = {
    professionalId: 7,
    professional: 'Ana Rojas',
    service: 'Corte',
    status: 'confirmed' as const,
    desk: true,
  }
  const claims = claimsOf({
    visits: [
      { ...shared, each: [['a', 2, minute, 60, 0, 0, 12_500, 'Lucía']] },
      { ...shared, status: 'completed', desk: false, each: [['b', 3, minute + 90, 45, 10, 15, 0, null]] },
    ],
    claims: [block],
    // The time around the first visit, and a blocked hour.
    reserved: [
      { startsAt: '2026-11-25T15:00:00.000Z', endsAt: '2026-11-25T17:30:00.000Z', name: 'Inés' },
      { startsAt: '2026-12-01T14:00:00.000Z', endsAt: '2026-12-01T15:00:00.000Z', name: 'Inés' },
    ],
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
        professionalId: 7,
        professional: 'Ana Rojas',
        service: 'Corte',
        status: 'completed',
        desk: false,
      },
    },
    block,
    ...[
      ['2026-11-25T15:00:00.000Z', '2026-11-25T16:00:00.000Z'],
      ['2026-11-25T17:00:00.000Z', '2026-11-25T17:20:00.000Z'],
    ].map(([startsAt, endsAt]) => ({ kind: 'team', startsAt, endsAt, reservedFor: 'Inés' })),
  ])
})

test('the timeline gives each visit its own preparation and cleaning minutes, grouped with similar visits', async () => {
  const at = await people.bookable(kalli, { durationMinutes: 60, stepMinutes: 60, units: 1 })
  const first = await booked(kalli, at, { date: '2026-11-25', place: 0 })
  const second = await booked(kalli, at, { date: '2026-11-25', place: 3 })
  await kalli.database.pool.query(
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

test('a team member’s chair is drawn in its open hours, and does not count as idle time', async () => {
  const at = await people.bookable(kalli, { durationMinutes: 60, stepMinutes: 60, units: 1 })
  await people.reachLevel(kalli, at.host.accountId, 1)
  const [chair = 0] = at.space.units
  const visit = await booked(kalli, at, { date: '2026-11-25', place: 2 })
  const before = await hoursOf(at.host.person)
  // From before opening until after the visit.
  const shift = [{ weekday: 3, fromMinute: 0, toMinute: 840 }]
  const home = { owner: at.host, where: at.space }
  const ines = await team.joined(kalli, home, { unitId: chair, shift })
  const drawn = async (date: string) =>
    readTimeline((await at.host.person.call(timeline, { query: { from: date, to: date } })).body).spaces[0]
  const space = await drawn('2026-11-25')
  const opens = space?.open[0]?.startsAt ?? ''
  const saved = space?.units[0]?.claims.filter(({ kind }) => kind === 'team') ?? []
  assert.deepEqual(
    saved.map(({ startsAt, endsAt, reservedFor: savedFor }) => [startsAt, endsAt, savedFor]),
    [
      [opens, visit.startsAt, 'Inés Rojas'],
      [visit.endsAt, '2026-11-25T20:00:00.000Z', 'Inés Rojas'],
    ].filter(([from, to]) => from !== to),
  )
  assert.deepEqual(
    (await drawn('2026-11-18'))?.units[0]?.claims.filter(({ kind }) => kind === 'team'),
    [],
    'before she joined it was anybody’s',
  )

  const savedMinutes = saved.reduce(
    (sum, one) => sum + (Date.parse(one.endsAt) - Date.parse(one.startsAt)) / 60_000,
    0,
  )
  const after = await hoursOf(at.host.person)
  assert.deepEqual(after, { open: before.open - savedMinutes, booked: before.booked })
  const day = (await at.host.person.call(hostDay, { query: { date: '2026-11-25' } })).body
  assert.deepEqual(
    [day.spaces[0]?.openMinutes, day.spaces[0]?.units[0]?.openMinutes, day.totals.openMinutes],
    [before.open, after.open, after.open],
  )

  const paused = await at.host.person.call(pauseMember, {
    params: { id: ines.membership.id },
    body: { version: (await team.mine(home, ines.membership.id)).version },
  })
  assert.equal(paused.status, 200, JSON.stringify(paused.body))
  assert.deepEqual(await hoursOf(at.host.person), before)
})

test('hours before a space was published do not count as open', async () => {
  const at = await people.bookable(kalli, { units: 2 })
  const before = await hoursOf(at.host.person)
  await kalli.database.pool.query(
    `insert into listing_moves (space_id, version, move, by, at) values ($1, 1, 'approve', 'administrator', $2)`,
    [at.space.id, new Date('2026-11-25T18:00:00Z')],
  )
  // From noon in Mexico City, for both chairs.
  const after = await hoursOf(at.host.person)
  assert.ok(after.open > 0 && after.open < before.open)
  assert.equal(after.open % 120, 0)
})

test('only published spaces are counted, and a draft is not shown as closed', async () => {
  const at = await people.bookable(kalli, { units: 2 })
  const second = await people.space(kalli, at.host, { units: 1 })
  const draft = await at.host.person.call(draftSpace, { body: { businessId: at.host.businessId } })
  assert.equal(draft.status, 201, JSON.stringify(draft.body))
  const read = async () => {
    const used = await at.host.person.call(occupancy, { query: { from: '2026-11-25', to: '2026-11-25' } })
    const day = await at.host.person.call(hostDay, { query: { date: '2026-11-25' } })
    return {
      used: used.body.spaces.map(({ spaceId }) => spaceId),
      day: day.body.spaces.map(({ spaceId }) => spaceId),
    }
  }
  const both = [at.space.id, second.id]
  assert.deepEqual(await read(), { used: both, day: both })
  await kalli.database.pool.query(`update spaces set status = 'paused' where id = $1`, [second.id])
  assert.deepEqual(await read(), { used: [at.space.id], day: [at.space.id] })
})

/** For Wednesday the 25th. */
const hoursOf = async (host: Person) => {
  const { body } = await host.call(occupancy, { query: { from: '2026-11-25', to: '2026-11-25' } })
  const cells = body.spaces[0]?.cells ?? []
  return {
    open: cells.reduce((sum, { openMinutes }) => sum + openMinutes, 0),
    booked: cells.reduce((sum, { bookedMinutes }) => sum + bookedMinutes, 0),
  }
}
