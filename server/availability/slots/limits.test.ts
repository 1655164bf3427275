/** A professional's limits per day, week and month: shown, held, moved, under races, in her own zone. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import fc from 'fast-check'
import { explainSlots } from '#contract/availability/availability.ts'
import * as contract from '#contract/availability/limits.ts'
import * as changes from '#contract/booking/change/change.ts'
import * as holds from '#contract/booking/hold.ts'
import * as own from '#contract/booking/series/own-appointment.ts'
import * as series from '#contract/booking/series/series.ts'
import { cancel, cancelQuote } from '#contract/booking/cancellation.ts'
import { readServices } from '#server/availability/offer/service-reading.ts'
import { booked, held, slotsOn, type Bookable } from '#server/testing/bookings.ts'
import { cases } from '#server/testing/crash/deep.ts'
import * as people from '#server/testing/people.ts'
import { refusalOf } from '#server/testing/person.ts'
import { watchPlans } from '#server/testing/plans.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import { ownWork } from '#server/platform/work.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

/** A Wednesday. */
const date = '2026-11-25'
const none = { visits: null, minutes: null }
type Values = Partial<Omit<contract.OwnLimits, 'version'>>

const limit = async (at: Bookable, values: Values) => {
  const who = at.professional.person
  const { version } = (await who.call(contract.limits)).body
  const body = { day: none, week: none, month: none, tightStarts: false, version, ...values }
  const saved = await who.call(contract.saveLimits, { body })
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  return saved.body
}
const limited = async (values: Values, service: Parameters<typeof people.bookable>[1] = {}) => {
  const at = await people.bookable(kalli, { durationMinutes: 60, noticeMinutes: 0, ...service })
  await limit(at, values)
  return at
}
const visitsOf = (visits: number) => ({ visits, minutes: null })
const reasonsOn = async (at: Bookable, on = date) => {
  const { body } = await at.professional.person.call(explainSlots, {
    query: { service: at.serviceId, date: on },
  })
  return new Set(body.places.flatMap(({ starts }) => starts.map(({ reason }) => reason)))
}
const taking = (token: string | undefined) =>
  kalli.visitor().call(holds.hold, { body: { slotToken: token ?? '' } })

test('only a professional has limits, impossible ones are refused, and a stale second window is refused', async () => {
  const at = await people.bookable(kalli)
  const who = at.professional.person
  assert.equal((await kalli.visitor().call(contract.limits)).status, 401)
  const host = await people.host(kalli)
  assert.equal((await host.person.call(contract.limits)).status, 403)
  const body = { day: none, week: none, month: none, tightStarts: false, version: 1 }
  for (const day of [
    { visits: 0, minutes: null },
    { visits: 51, minutes: null },
    { visits: null, minutes: 14 },
  ])
    assert.equal(
      refusalOf(await who.call(contract.saveLimits, { body: { ...body, day } })).code,
      'invalid_input',
    )
  assert.deepEqual((await who.call(contract.limits)).body, body)
  const both = await Promise.all(
    [2, 3].map((visits) => who.call(contract.saveLimits, { body: { ...body, day: visitsOf(visits) } })),
  )
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409])
  assert.equal((await who.call(contract.limits)).body.version, 2)
})

test('of eight clients who take the last three visits of a day three succeed, and explain names the limit', async () => {
  const at = await limited({ day: visitsOf(3) })
  const free = await slotsOn(kalli.visitor(), at)
  const answers = await Promise.all([0, 2, 4, 6, 8, 10, 12, 14].map((place) => taking(free[place]?.token)))
  const taken = answers.filter(({ status }) => status === 201)
  assert.equal(taken.length, 3)
  for (const answer of answers)
    if (answer.status !== 201) assert.equal(refusalOf(answer).code, 'slot_not_available')
  assert.deepEqual(await slotsOn(kalli.visitor(), at), [])
  assert.deepEqual(await reasonsOn(at), new Set(['day_limit']))
  assert.ok((await slotsOn(kalli.visitor(), at, '2026-11-26')).length > 0)
})

test('a week runs Monday to Sunday, a month is the calendar month, and minutes are limited like visits', async () => {
  const weekly = await limited({ week: visitsOf(1) })
  await held(kalli.visitor(), weekly)
  for (const on of ['2026-11-23', '2026-11-27'])
    assert.deepEqual(await reasonsOn(weekly, on), new Set(['week_limit']))
  assert.ok((await slotsOn(kalli.visitor(), weekly, '2026-11-30')).length > 0)
  const monthly = await limited({ month: { visits: null, minutes: 90 } })
  await held(kalli.visitor(), monthly)
  assert.deepEqual(await reasonsOn(monthly, '2026-11-30'), new Set(['month_limit']))
  assert.ok((await slotsOn(kalli.visitor(), monthly, '2026-12-01')).length > 0)
  const daily = await limited({ day: { visits: null, minutes: 120 } })
  await held(kalli.visitor(), daily)
  await held(kalli.visitor(), daily)
  assert.deepEqual(await slotsOn(kalli.visitor(), daily), [])
})

test('a date is that of the professional’s own zone, also where the place has another', async () => {
  const at = await limited({ day: visitsOf(1) })
  const { pool } = kalli.database
  const last = (await slotsOn(kalli.visitor(), at)).at(-1)
  const stored = await taking(last?.token)
  assert.equal(stored.status, 201, JSON.stringify(stored.body))
  await pool.query(`update spaces set zone = 'America/Cancun' where id = $1`, [at.space.id])
  // 23:30 of the 24th in the capital, 00:30 of the 25th in Cancún.
  await pool.query(
    `update bookings set starts_at = $2, ends_at = $2::timestamptz + interval '1 hour' where id = $1`,
    [stored.body.id, '2026-11-25T05:30:00Z'],
  )
  await pool.query('delete from claims where booking_id = $1', [stored.body.id])
  const free = await slotsOn(kalli.visitor(), at)
  assert.ok(free.length > 0, 'the 25th is free by her clock')
  assert.deepEqual(await slotsOn(kalli.visitor(), at, '2026-11-24'), [])
  assert.equal((await taking(free[0]?.token)).status, 201)
})

test('an expired hold and a cancelled visit no longer count', async () => {
  const at = await limited({ day: visitsOf(1) })
  await held(kalli.visitor(), at)
  kalli.time.advance(11)
  const visit = await booked(kalli, at)
  assert.deepEqual(await slotsOn(kalli.visitor(), at), [])
  const [params, query] = [{ id: visit.id }, { t: visit.t }]
  const quoted = await visit.who.call(cancelQuote, { params, query, body: { as: 'client' } })
  assert.equal(quoted.status, 200, JSON.stringify(quoted.body))
  const ended = await visit.who.call(cancel, { params, query, body: { quoteToken: quoted.body.token } })
  assert.equal(ended.status, 200, JSON.stringify(ended.body))
  assert.ok((await slotsOn(kalli.visitor(), at)).length > 0)
})

test('a visit may move within its full day or week, and into no other full one, even at the last moment', async () => {
  const at = await limited({ day: visitsOf(1), week: visitsOf(3) })
  const visit = await booked(kalli, at)
  await booked(kalli, at, { date: '2026-11-26' })
  const [params, query] = [{ id: visit.id }, { t: visit.t }]
  const offered = async (on: string) => {
    const { body } = await visit.who.call(changes.changeSlots, {
      params,
      query: { ...query, as: 'client', from: on, to: on },
    })
    return body.days.flatMap((day) => day.slots)
  }
  const quoting = async (slotToken: string) =>
    visit.who.call(changes.changeQuote, { params, query, body: { as: 'client', slotToken } })
  assert.ok((await offered(date)).length > 0)
  assert.deepEqual(await offered('2026-11-26'), [])
  const [other] = await offered('2026-11-27')
  const quoted = await quoting(other?.token ?? '')
  assert.equal(quoted.status, 200, JSON.stringify(quoted.body))
  await held(kalli.visitor(), at, '2026-11-27', 6)
  const late = await visit.who.call(changes.change, {
    params,
    query,
    body: { quoteToken: quoted.body.token },
  })
  assert.equal(refusalOf(late).code, 'slot_not_available')
  // The week has reached its three; within it the visit may still move.
  const again = (await offered(date)).at(-1)
  const moved = await quoting(again?.token ?? '')
  const done = await visit.who.call(changes.change, { params, query, body: { quoteToken: moved.body.token } })
  assert.equal(done.status, 200, JSON.stringify(done.body))
})

test('the professional’s own appointment may exceed the limit, with a warning, and counts towards it', async () => {
  const at = await limited({ day: visitsOf(1) })
  await held(kalli.visitor(), at)
  const hours = await at.professional.person.call(own.ownHours, {
    query: { services: String(at.serviceId), date },
  })
  const hour = hours.body.hours[0]
  assert.ok(hour)
  assert.deepEqual(hour.overrides, ['Ese día ya llega a tu límite'])
  const made = await at.professional.person.call(own.makeOwnAppointment, {
    body: { slotToken: hour.slot.token, client: { firstName: 'Paola' }, method: 'cash' },
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  kalli.time.advance(11)
  assert.deepEqual(await slotsOn(kalli.visitor(), at), [], 'her own appointment fills the day')
})

test('a series offers no more dates in a month than the limit allows, and those it offers can be booked', async () => {
  const at = await limited({ month: visitsOf(3) })
  const visit = await booked(kalli, at, { date: '2026-12-01' })
  const [params, query] = [{ id: visit.id }, { t: visit.t }]
  const preview = await visit.who.call(series.seriesPreview, {
    params,
    query: { ...query, every: '1w', times: 4 },
  })
  const { dates } = preview.body
  assert.deepEqual(
    dates.map(({ state, alternatives }) => [state, alternatives.length]),
    [
      ['free', 0],
      ['free', 0],
      ['closed', 0],
    ],
  )
  const slotTokens = dates.flatMap(({ slot }) => (slot === null ? [] : [slot.token]))
  const repeated = await visit.who.call(series.repeat, { params, query, body: { every: '1w', slotTokens } })
  assert.equal(repeated.status, 201, JSON.stringify(repeated.body))
})

test('an hour is offered exactly if it can be held, whatever the limits', async () => {
  const most = fc.record({
    visits: fc.constantFrom(null, 1, 2, 3),
    minutes: fc.constantFrom(null, 60, 150),
  })
  let refused = 0
  await fc.assert(
    fc.asyncProperty(
      most,
      most,
      most,
      fc.boolean(),
      fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 3, maxLength: 6 }),
      async (day, week, month, tightStarts, picks) => {
        const at = await limited({ day, week, month, tightStarts }, { durationMinutes: 45 })
        const dates = ['2026-11-27', '2026-11-28', '2026-11-30', '2026-12-01']
        const before = new Map<string, { on: string; token: string; startsAt: string }>()
        for (const [which, nth] of picks) {
          const on = dates[which % dates.length] ?? date
          const free = await slotsOn(kalli.visitor(), at, on)
          for (const one of free) before.set(one.startsAt, { on, ...one })
          const chosen = free[nth % Math.max(1, free.length)]
          if (chosen !== undefined) assert.equal((await taking(chosen.token)).status, 201)
          const shown = new Set<string>()
          for (const one of dates)
            for (const { startsAt } of await slotsOn(kalli.visitor(), at, one)) shown.add(startsAt)
          const gone = [...before.values()].filter(({ startsAt }) => !shown.has(startsAt))
          const late = gone[nth % Math.max(1, gone.length)]
          if (late === undefined) continue
          assert.equal((await taking(late.token)).status, 409)
          refused += 1
        }
      },
    ),
    { numRuns: cases(6, 60) },
  )
  assert.ok(refused > 0)
})

test('where the grid would lose a visit, one may begin right after another ends', async () => {
  const hours = { day: none, tightStarts: true }
  const at = await limited(hours, { durationMinutes: 45, stepMinutes: 60 })
  const plain = await limited({}, { durationMinutes: 45, stepMinutes: 60 })
  for (const one of [at, plain]) await held(kalli.visitor(), one, date, 0)
  const [first] = await slotsOn(kalli.visitor(), at)
  const [usual] = await slotsOn(kalli.visitor(), plain)
  assert.ok(first && usual)
  assert.ok(Date.parse(first.startsAt) < Date.parse(usual.startsAt))
  assert.equal((await taking(first.token)).status, 201)
})

test('the visits of a month are counted through an index, among many visits', async () => {
  const at = await limited({ month: visitsOf(100) })
  const visit = await booked(kalli, at)
  const client = await kalli.database.pool.connect()
  try {
    await client.query(`begin; set local session_replication_role = replica`)
    await client.query(
      `insert into bookings select (jsonb_populate_record(one, jsonb_build_object('id', gen_random_uuid(),
          'professional_id', 1000000 + place % 300, 'holder', 'of ' || place))).*
        from bookings one, generate_series(1, 6000) as place where one.id = $1`,
      [visit.id],
    )
    await client.query('commit; analyze bookings')
  } finally {
    client.release()
  }
  const watched = watchPlans(kalli, (table) => table !== 'bookings' && table !== 'class_sessions')
  const work = { ...ownWork(kalli), db: watched.db }
  const { indexes } = await watched.cost(() =>
    readServices(work, {
      serviceIds: [at.serviceId],
      from: new Date('2026-11-20T00:00:00Z'),
      to: new Date('2026-11-30T00:00:00Z'),
    }),
  )
  await watched.close()
  assert.ok(
    [...indexes].some((index) => index.startsWith('bookings_professional')),
    [...indexes].join(),
  )
})
