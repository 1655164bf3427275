/**
 * Travel time between two places: how long it is, that no slot is offered without it, and that the database refuses a booking without
 * it.
 */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as fc from 'fast-check'
import { minuteMs } from '#contract/platform/duration.ts'
import { explainSlots, slots as offered } from '#contract/availability/availability.ts'
import * as holds from '#contract/booking/hold.ts'
import { calendar } from '#contract/booking/agenda/calendar.ts'
import * as changes from '#contract/booking/change/change.ts'
import { saveTravel, travel } from '#contract/availability/travel.ts'
import { slots } from '#server/availability/rules/rules.ts'
import type { Snapshot } from '#server/availability/rules/snapshot.ts'
import { readServices } from '#server/availability/offer/service-reading.ts'
import { outOfReach, type Away } from '#server/availability/hours/travel.ts'
import { contactOf, pay } from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer({ maxWaitMs: 60_000 })
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

/** 0.1 degrees of latitude are 11.12 km in a straight line. */
const northwards = 0.1

/** A professional who works at two salons, the second this far to the north, with the same service at both. */
const twoSalons = async (degrees = northwards) => {
  const at = await people.bookable(kalli, { noticeMinutes: 0, stepMinutes: 5 })
  const host = await people.host(kalli, { businessName: 'Casa del norte' })
  const far = await people.space(kalli, host)
  await kalli.database.pool.query('update spaces set latitude = latitude + $2 where id = $1', [
    far.id,
    degrees,
  ])
  await people.agreement(kalli, at.professional.id, far.id)
  const date = '2026-11-25'
  const startsAt = async (spaceId: number) => {
    const query = {
      professional: at.professional.id,
      service: at.serviceId,
      from: date,
      to: date,
      space: spaceId,
    }
    const answer = await kalli.visitor().call(offered, { query })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    const { days } = answer.body
    return days.flatMap(({ slots }) => slots)
  }
  const take = async (spaceId: number, clock: string, who = kalli.visitor()) => {
    const slot = (await startsAt(spaceId)).find((one) => one.startsAt === instant(clock))
    assert.ok(slot, `${clock} is offered`)
    return who.call(holds.hold, { body: { slotToken: slot.token } })
  }
  return { at, near: at.space.id, far: far.id, date, startsAt, take }
}

/** Mexico City, six hours behind. */
const instant = (clock: string) => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return new Date(Date.UTC(2026, 10, 25, hours + 6, minutes)).toISOString()
}

test('travel time follows the length of the way, and is zero within one place', async () => {
  const cases: [number, number][] = [
    [0, 20],
    [1.5, 20],
    [3, 30],
    [11.12, 60],
    [30, 95],
    [500, 240],
  ]
  for (const [km, minutes] of cases) {
    const { rows } = await kalli.database.pool.query('select travel_minutes_by_road(20, $1) as minutes', [km])
    assert.deepEqual(rows, [{ minutes }], `${km} km`)
  }
  const { at, near, far } = await twoSalons()
  const wayOf = async (a: number, b: number) => {
    const { rows } = await kalli.database.pool.query<{ minutes: number }>(
      'select travel_minutes($1, $2, $3) as minutes',
      [at.professional.id, a, b],
    )
    return rows[0]?.minutes
  }
  assert.deepEqual([await wayOf(near, far), await wayOf(far, near), await wayOf(near, near)], [60, 60, 0])
  assert.equal(await wayOf(0, near), 0, 'her own place is next door')
})

test('after a visit at one place another is offered only after travel time, and explain names the reason', async () => {
  const { at, near, far, date, startsAt, take } = await twoSalons()
  const hold = await take(near, '12:00')
  assert.equal(hold.status, 201, JSON.stringify(hold.body))
  const clocks = (await startsAt(far)).map((slot) => slot.startsAt)
  // 90 minutes from 12:00, and an hour of travel on either side.
  assert.ok(clocks.includes(instant('9:30')) && clocks.includes(instant('14:30')))
  for (const clock of ['9:35', '10:30', '11:55', '13:30', '14:25'])
    assert.ok(!clocks.includes(instant(clock)), clock)
  assert.ok(
    (await startsAt(near)).some((slot) => slot.startsAt === instant('13:30')),
    'no way within one house',
  )
  const why = await at.professional.person.call(explainSlots, {
    query: { service: at.serviceId, date, space: far },
  })
  const starts = why.body.places[0]?.starts ?? []
  const reasonAt = (clock: string) =>
    starts.find((one) => Date.parse(one.startsAt) === Date.parse(instant(clock)))
  assert.equal(reasonAt('14:25')?.reason, 'no_time_to_travel')
  assert.equal(reasonAt('12:30')?.reason, 'professional_busy')
  assert.equal(reasonAt('14:30')?.offered, true)
})

test('an expired hold releases its travel time too', async () => {
  const { near, far, take } = await twoSalons()
  assert.equal((await take(near, '12:00')).status, 201)
  kalli.time.set(new Date(testNow.getTime() + 11 * minuteMs))
  const later = await take(far, '14:00')
  assert.equal(later.status, 201, JSON.stringify(later.body))
})

test('of two clients who book a professional at two places without travel time one succeeds, in either order', async () => {
  const rounds = 12
  for (let round = 0; round < rounds; round++) {
    const { near, far, startsAt } = await twoSalons()
    const tokenAt = async (spaceId: number, clock: string) =>
      (await startsAt(spaceId)).find((slot) => slot.startsAt === instant(clock))?.token ?? ''
    const tokens = [await tokenAt(near, '12:00'), await tokenAt(far, '14:00'), await tokenAt(far, '10:00')]
    const answers = await Promise.all(
      tokens.map((slotToken) => kalli.visitor().call(holds.hold, { body: { slotToken } })),
    )
    const statuses = answers.map(({ status }) => status)
    // The two far ones do not conflict.
    const won = statuses.filter((status) => status === 201).length
    assert.ok(statuses[0] === 201 ? won === 1 : won === 2, String(statuses))
    for (const answer of answers)
      if (answer.status !== 201) assert.equal(refusalOf(answer).code, 'slot_taken')
  }
})

test('the database refuses claims that bypass the travel check, and ignores claims at the same place', async () => {
  const { near, far, take } = await twoSalons()
  assert.equal((await take(near, '12:00')).status, 201)
  const second = await take(far, '15:00')
  assert.equal(second.status, 201)
  await assert.rejects(
    kalli.database.pool.query(
      `insert into claims (booking_id, resource_id, during, state, expires_at)
       select booking_id, resource_id, tstzrange(lower(during) - interval '90 minutes', lower(during) - interval '45 minutes'),
         state, expires_at from claims where booking_id = $1
         and resource_id = (select professional_id from bookings where id = $1)`,
      [second.body.id],
    ),
    /claims_leave_time_to_travel|cannot get there in time/,
  )
})

test('offers the slots that brute force finds, whatever is booked at other places', () => {
  const dayStart = Date.UTC(2026, 10, 25, 6)
  const away = fc.record({
    from: fc.integer({ min: -300, max: 1500 }),
    minutes: fc.integer({ min: 1, max: 200 }),
    way: fc.integer({ min: 0, max: 240 }),
  })
  fc.assert(
    fc.property(
      fc.array(away, { maxLength: 8 }),
      fc.constantFrom(5, 15, 30),
      fc.integer({ min: 5, max: 180 }),
      fc.integer({ min: 0, max: 30 }),
      (visits, stepMinutes, durationMinutes, buffer) => {
        const there: Away[] = visits.map(({ from, minutes, way }, index) => ({
          place: index + 1,
          start: dayStart + from * minuteMs,
          end: dayStart + (from + minutes) * minuteMs,
          minutes: way,
          bookingId: String(index),
        }))
        const snapshot: Snapshot = {
          now: dayStart - 48 * 60 * minuteMs,
          zone: 'America/Mexico_City',
          active: true,
          service: {
            durationMinutes,
            bufferBeforeMinutes: buffer,
            bufferAfterMinutes: buffer,
            stepMinutes,
            noticeMinutes: 0,
            horizonDays: 60,
          },
          professional: {
            hours: {
              weekly: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, fromMinute: 0, toMinute: 1440 })),
              exceptions: [],
            },
            busy: [],
          },
          place: null,
          elsewhere: outOfReach(there),
        }
        const found = slots(snapshot, '2026-11-25', '2026-11-25').flatMap((day) =>
          day.slots.map((slot) => slot.startsAt),
        )
        const expected: number[] = []
        for (let minute = 0; minute < 1440; minute += stepMinutes) {
          const from = dayStart + (minute - buffer) * minuteMs
          const to = dayStart + (minute + durationMinutes + buffer) * minuteMs
          const reachable = there.every(
            ({ start, end, minutes }) => to <= start - minutes * minuteMs || from >= end + minutes * minuteMs,
          )
          if (reachable) expected.push(dayStart + minute * minuteMs)
        }
        assert.deepEqual(found, expected)
      },
    ),
    { numRuns: 2_000 },
  )
})

test('a professional sets travel time in general and for one way, and only between their own places', async () => {
  const { at, near, far, startsAt, take } = await twoSalons()
  const person = at.professional.person
  const known = (await person.call(travel)).body
  assert.deepEqual(
    known.ways.map(({ a, b, minutes, usualMinutes }) => [a.id, b.id, minutes, usualMinutes]),
    [[near, far, 60, null]],
  )
  const save = (body: Partial<Parameters<typeof bodyOf>[0]>) =>
    person.call(saveTravel, { body: bodyOf(body) })
  const bodyOf = (body: {
    baseMinutes?: number
    ways?: { a: number; b: number; minutes: number }[]
    version?: number
  }) => ({ baseMinutes: 10, ways: [], version: known.version, ...body })
  const strange = await save({ ways: [{ a: near, b: far + 1000, minutes: 5 }] })
  assert.equal(refusalOf(strange).code, 'invalid_input')
  const shorter = await save({})
  assert.equal(shorter.body.ways[0]?.minutes, 50)
  assert.equal(refusalOf(await save({})).code, 'stale_version')
  const own = await save({ ways: [{ a: near, b: far, minutes: 15 }], version: shorter.body.version })
  assert.deepEqual([own.body.ways[0]?.minutes, own.body.ways[0]?.usualMinutes], [15, 50])
  assert.equal((await take(near, '12:00')).status, 201)
  const clocks = (await startsAt(far)).map((slot) => slot.startsAt)
  assert.deepEqual(
    ['13:40', '13:45'].map((clock) => clocks.includes(instant(clock))),
    [false, true],
  )
})

test('the agenda shows the travel time before the visit that it leads to', async () => {
  const { at, near, far, date, take } = await twoSalons()
  for (const [space, clock] of [
    [near, '10:00'],
    [far, '14:00'],
  ] as const) {
    const who = kalli.visitor()
    const held = await take(space, clock, who)
    assert.equal((await pay(who, held.body.id, 'tok_ok', contactOf())).status, 201)
  }
  const seen = await at.professional.person.call(calendar, { query: { from: date, to: date } })
  const ways = seen.body.entries.filter(({ layer }) => layer === 'travel')
  assert.deepEqual(
    ways.map(({ startsAt, endsAt, place }) => [startsAt, endsAt, place?.spaceId]),
    [[instant('13:00'), instant('14:00'), far]],
  )
  const none = await at.professional.person.call(calendar, {
    query: { from: date, to: date, layers: 'visit' },
  })
  assert.ok(none.body.entries.every(({ layer }) => layer === 'visit'))
})

/** A visit at 9:00 at the near salon that she proposes to move to the far one. */
const proposedThere = async (salons: Awaited<ReturnType<typeof twoSalons>>, clock: string) => {
  const { at, near, far, date, take } = salons
  const client = kalli.visitor()
  const held = await take(near, '9:00', client)
  const paid = await pay(client, held.body.id, 'tok_ok', contactOf())
  assert.equal(paid.status, 201, JSON.stringify(paid.body))
  const { person } = at.professional
  const params = { id: held.body.id }
  const offers = await person.call(changes.changeSlots, {
    params,
    query: { as: 'professional', from: date, to: date },
  })
  const slot = offers.body.days
    .flatMap((day) => day.slots)
    .find(({ startsAt, spaceId }) => startsAt === instant(clock) && spaceId === far)
  assert.ok(slot, `${clock} is offered there`)
  const quoted = await person.call(changes.changeQuote, {
    params,
    query: {},
    body: { as: 'professional', slotToken: slot.token },
  })
  assert.equal(quoted.status, 200, JSON.stringify(quoted.body))
  const proposed = await person.call(changes.change, {
    params,
    query: {},
    body: { quoteToken: quoted.body.token, note: '' },
  })
  const accept = () =>
    client.call(changes.answerChange, {
      params: { ...params, answer: 'accept' },
      query: { t: paid.body.viewToken ?? '' },
      body: { as: 'client', version: proposed.body.version },
    })
  return { proposed, accept }
}

test('a change proposed for another place reserves the travel to that place, before and after acceptance', async () => {
  const salons = await twoSalons()
  const { near, far, startsAt, take } = salons
  const early = (await startsAt(near)).find((slot) => slot.startsAt === instant('14:30'))
  const { proposed, accept } = await proposedThere(salons, '13:00')
  assert.equal(proposed.status, 200, JSON.stringify(proposed.body))
  const clocksAt = async (spaceId: number) => {
    const clocks = (await startsAt(spaceId)).map((slot) => slot.startsAt)
    return ['14:30', '15:25', '15:30'].filter((clock) => clocks.includes(instant(clock)))
  }
  // It ends at 14:30 there; the way back takes an hour.
  assert.deepEqual(await clocksAt(far), ['14:30', '15:25', '15:30'])
  assert.deepEqual(await clocksAt(near), ['15:30'])
  // A slot that was shown earlier is refused alike.
  const late = await kalli.visitor().call(holds.hold, { body: { slotToken: early?.token ?? '' } })
  assert.equal(refusalOf(late).code, 'slot_taken')
  assert.equal((await take(far, '14:30')).status, 201)
  assert.equal((await take(near, '17:00')).status, 201)
  const accepted = await accept()
  assert.equal(accepted.status, 200, JSON.stringify(accepted.body))
  assert.equal(accepted.body.startsAt, instant('13:00'))
})

test('a visit can be proposed for another place next to the professional’s visit there', async () => {
  const salons = await twoSalons()
  assert.equal((await salons.take(salons.far, '14:30')).status, 201)
  const { proposed, accept } = await proposedThere(salons, '13:00')
  assert.equal(proposed.status, 200, JSON.stringify(proposed.body))
  assert.equal((await accept()).status, 200)
})

const endThere = ({ at, far }: Awaited<ReturnType<typeof twoSalons>>) =>
  kalli.database.pool.query(
    `update agreements set status = 'ended', version = version + 1 where professional_id = $1 and space_id = $2`,
    [at.professional.id, far],
  )

test('keeps travel time to a place where the professional no longer works but has an upcoming visit', async () => {
  const salons = await twoSalons()
  assert.equal((await salons.take(salons.far, '12:00')).status, 201)
  await endThere(salons)
  const clocks = (await salons.startsAt(salons.near)).map((slot) => slot.startsAt)
  assert.deepEqual(
    ['9:30', '9:35', '14:25', '14:30'].map((clock) => clocks.includes(instant(clock))),
    [true, false, false, true],
  )
  assert.equal((await salons.take(salons.near, '14:30')).status, 201)
})

test('a professional with one place and no bookings elsewhere is read with one statement', async () => {
  const salons = await twoSalons()
  const { at, near, take } = salons
  const statementsOf = async () => {
    let statements = 0
    const work = kalli.work()
    const db = work.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        statements += 1
        return result
      },
    })
    const from = new Date(instant('0:00'))
    const edges = { from, to: new Date(from.getTime() + 24 * 60 * minuteMs) }
    await readServices({ ...work, db }, { serviceIds: [at.serviceId], ...edges })
    return statements
  }
  assert.equal((await take(near, '17:00')).status, 201)
  assert.equal(await statementsOf(), 2)
  await endThere(salons)
  assert.equal(await statementsOf(), 1)
})
