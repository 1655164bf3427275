/**
 * An arrival by the professional's position: compared once with the place, stored as a distance, and bound to the conditions of the other
 * ways.
 */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as contract from '#contract/booking/booking.ts'
import * as attendance from '#contract/booking/attendance.ts'
import { bookingRecord } from '#contract/booking/record.ts'
import * as noShow from '#contract/booking/visit/no-show.ts'
import { distanceText, isClear, isNear } from '#contract/places/position.ts'
import { kmBetween } from '#server/availability/rules/choice.ts'
import { booked, movesOf, hereOf } from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'
import { administrator } from '#server/testing/world.ts'

let kalli: TestServer
let admin: Person
before(async () => {
  kalli = await startTestServer()
  admin = await administrator(kalli)
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

/** The salon's pin. */
const door = { latitude: 19.41943, longitude: -99.16171 }
/** Metres north of it; a degree of latitude is 111.19 km on the sphere used. */
const away = (meters: number, accuracy = 20) => ({
  latitude: door.latitude + meters / 111_194.93,
  longitude: door.longitude,
  accuracy,
})

/** Today at noon, at a salon with a pin. */
const visit = async () => {
  kalli.time.set(testNow)
  const at = await people.bookable(kalli, { noticeMinutes: 0 })
  await sql('update spaces set latitude = $2, longitude = $3 where id = $1', [
    at.space.id,
    door.latitude,
    door.longitude,
  ])
  const one = await booked(kalli, at, { date: '2026-11-20', place: 4 })
  const params = { id: one.id }
  const pro = at.professional.person
  const clockAt = (minutes: number) => kalli.time.set(new Date(Date.parse(one.startsAt) + minutes * 60_000))
  const isAt = (minutes: number) => new Date(Date.parse(one.startsAt) + minutes * 60_000).toISOString()
  clockAt(0)
  return {
    ...one,
    at,
    pro,
    params,
    clockAt,
    isAt,
    checkIn: (position: object, more: object = {}, key?: string) =>
      pro.call(
        attendance.checkIn,
        { params, body: { position: placed(position), ...more } },
        key ? { key } : {},
      ),
    arrive: (position: object, more: object = {}) =>
      pro.call(noShow.arrive, { params, body: { position: placed(position), ...more } }),
    row: async () =>
      (await sql('select * from bookings left join attendances on booking_id = id where id = $1', [one.id]))
        .rows[0] ?? assert.fail(),
  }
}
const placed = (position: object) => ({ latitude: 0, longitude: 0, accuracy: 0, ...position })
const sql = (text: string, values: unknown[] = []) => kalli.database.pool.query(text, values)

test('near means within 150 m plus the device’s accuracy up to 100 m, and an accuracy beyond 200 m is ignored', () => {
  const cases: [distance: number, accuracy: number, near: boolean][] = [
    [0, 5, true],
    [150, 0, true],
    [151, 0, false],
    [170, 20, true],
    [171, 20, false],
    [250, 100, true],
    [251, 100, false],
    [251, 200, false],
  ]
  for (const [distance, accuracy, near] of cases)
    assert.equal(isNear(distance, { accuracy }), near, `${distance} ± ${accuracy}`)
  assert.deepEqual(
    [200, 201].map((accuracy) => isClear({ accuracy })),
    [true, false],
  )
})

test('distances are measured on the great circle and rounded for display', () => {
  assert.deepEqual([3, 180, 974, 1240, 5000, 9960, 38_400].map(distanceText), [
    '50 m',
    '200 m',
    '950 m',
    '1.2 km',
    '5 km',
    '10 km',
    '38 km',
  ])
  // The Ángel de la Independencia and the Palacio de Bellas Artes.
  const km = kmBetween({ latitude: 19.427, longitude: -99.1677 }, { latitude: 19.4352, longitude: -99.1412 })
  assert.ok(Math.abs(km - 2.925) < 0.02, `${km}`)
})

test('a check-in near the place starts the visit, and stores only the distance and accuracy', async () => {
  const one = await visit()
  const offered = (await one.pro.call(contract.booking, { params: one.params })).body
  assert.deepEqual(offered.byPosition, { allowed: true, reason: null })
  const came = await one.checkIn(away(47, 12.3))
  assert.deepEqual(
    [came.status, came.body.status, came.body.checkInMethod, came.body.byPosition],
    [200, 'in_progress', 'position', undefined],
    JSON.stringify(came.body),
  )
  const saved = await one.row()
  assert.deepEqual(
    [saved.check_in_method, saved.check_in_distance_m, saved.check_in_accuracy_m],
    ['position', 40, 13],
  )
  assert.equal((await movesOf(kalli, one.id)).at(-1), 'check_in by professional')
  const steps = (await one.pro.call(bookingRecord, { params: one.params })).body
  assert.deepEqual(
    [steps.at(-1)?.move, steps.at(-1)?.how, steps.at(-2)?.how],
    ['check_in', 'position', undefined],
  )
})

test('a check-in just beyond the edge is refused with the distance, and at the edge it succeeds', async () => {
  const one = await visit()
  for (const [meters, accuracy] of [
    [152, 1],
    [172, 20],
    [255, 150],
  ] as const) {
    const far = await one.checkIn(away(meters, accuracy))
    assert.deepEqual([far.status, refusalOf(far).code], [409, 'too_far'], `${meters} ± ${accuracy}`)
  }
  const far = await one.checkIn(away(3_420))
  assert.match(refusalOf(far).message, /a unos 3\.4 km del lugar/)
  assert.equal((await one.row()).status, 'confirmed')
  assert.equal((await one.checkIn(away(249, 100))).status, 200)
  assert.equal((await one.row()).check_in_distance_m, 240)
})

test('a device that does not know its position is never near', async () => {
  const one = await visit()
  const unclear = await one.checkIn(away(0, 201))
  assert.deepEqual([unclear.status, refusalOf(unclear).code], [409, 'position_unclear'])
  assert.match(refusalOf(unclear).message, /por 200 m/)
  for (const position of [
    { accuracy: -1 },
    { latitude: 91 },
    { longitude: -181 },
    { accuracy: Number.POSITIVE_INFINITY },
    { latitude: 'aquí' },
  ])
    assert.equal(refusalOf(await one.checkIn({ ...away(0), ...position })).code, 'invalid_input')
  assert.equal((await one.checkIn(away(0, 200))).status, 200)
})

test('the place’s position is revealed to no user: not the requester, the client, the host or an administrator', async () => {
  const one = await visit()
  const here = away(120, 30)
  const answers = [
    await one.checkIn(away(800)),
    await one.checkIn(away(0, 500)),
    await one.arrive(here),
    await one.at.host.person.call(contract.booking, { params: one.params, query: { as: 'host' } }),
  ]
  for (const { body } of answers.slice(0, 2))
    assert.ok(!/19\.4|99\.16/.test(JSON.stringify(body)), JSON.stringify(body))
  const reported = JSON.stringify(answers)
  for (const hidden of [String(here.latitude), 'distance_m', 'accuracy_m'])
    assert.ok(!reported.includes(hidden))
  assert.equal(answers[3]?.status, 200)
  // Nor does the database: nothing of the submitted position is stored.
  const { rows } = await sql(
    `select table_name as name, column_name as own from information_schema.columns
     where table_schema = 'public' and data_type in ('text', 'jsonb', 'json')`,
  )
  const spot = String(here.latitude)
  for (const { name, own } of rows) {
    const found = await sql(`select 1 from "${name}" where "${own}"::text like $1 limit 1`, [`%${spot}%`])
    assert.equal(found.rows.length, 0, `${name}.${own} keeps where somebody was`)
  }
})

test('a check-in by position has the same checks as others: actor, time, and only once', async () => {
  const one = await visit()
  const { params } = one
  const body = { position: away(10) }
  assert.equal((await kalli.visitor().call(attendance.checkIn, { params, body })).status, 401)
  const stranger = (await people.bookable(kalli)).professional.person
  assert.equal(refusalOf(await stranger.call(attendance.checkIn, { params, body })).code, 'not_found')
  assert.equal((await one.at.host.person.call(attendance.checkIn, { params, body })).status, 403)
  one.clockAt(-16)
  // Before its time not even the distance is revealed.
  for (const position of [away(10), away(900)]) {
    assert.equal(refusalOf(await one.checkIn(position)).code, 'too_early')
    assert.equal(refusalOf(await one.arrive(position)).code, 'too_early')
  }
  one.clockAt(91)
  assert.equal(refusalOf(await one.checkIn(away(10))).code, 'move_not_allowed')
  one.clockAt(-15)
  const first = await one.checkIn(away(10), {}, 'la-misma-llegada')
  const again = await one.checkIn(away(10), {}, 'la-misma-llegada')
  assert.deepEqual([first.status, again.status, again.body], [200, 200, first.body], 'the same call again')
  assert.equal(refusalOf(await one.checkIn(away(10))).code, 'move_not_allowed', 'another one')
})

test('a code takes precedence over a position, and a position does not excuse a wrong code', async () => {
  const one = await visit()
  assert.equal(refusalOf(await one.checkIn(away(10), { code: '000-000' })).code, 'wrong_code')
  assert.equal(refusalOf(await one.arrive(away(10), { code: 'S0' })).code, 'wrong_code')
  const came = await one.checkIn(away(5_000), { code: one.arrivalCode ?? '' })
  assert.equal(came.body.checkInMethod, 'client_code')
  assert.equal((await one.row()).check_in_distance_m, null)
})

test('check-ins by code and position at once register one arrival', async () => {
  for (let round = 0; round < 3; round += 1) {
    const one = await visit()
    const answers = await Promise.all([
      one.checkIn(away(10)),
      one.pro.call(attendance.checkIn, { params: one.params, body: { code: one.arrivalCode ?? '' } }),
      one.checkIn(away(30)),
    ])
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409])
    const came = (await movesOf(kalli, one.id)).filter((move) => move.startsWith('check_in'))
    assert.equal(came.length, 1)
    const saved = await one.row()
    assert.equal(saved.check_in_distance_m === null, saved.check_in_method === 'client_code')
  }
})

test('an offline arrival counts at the device’s time, once, and is shown as such', async () => {
  const one = await visit()
  one.clockAt(20)
  assert.equal(refusalOf(await one.checkIn(away(900), { at: one.isAt(2) })).code, 'too_far')
  assert.equal(refusalOf(await one.checkIn(away(10), { at: one.isAt(-16) })).code, 'too_early')
  assert.equal(refusalOf(await one.checkIn(away(10), { at: one.isAt(23) })).code, 'device_time_ahead')
  const sent = await Promise.all([
    one.checkIn(away(10), { at: one.isAt(2) }),
    one.checkIn(away(30), { at: one.isAt(3) }),
  ])
  assert.deepEqual(
    sent.map(({ status, body }) => [status, body.checkInMethod, body.checkInReceivedAt]),
    [0, 1].map(() => [200, 'position', one.isAt(20)]),
  )
  assert.equal((await movesOf(kalli, one.id)).filter((move) => move.startsWith('check_in')).length, 1)
})

test('an arrival by position lets a professional report a no-show, but does not keep the client from reporting one', async () => {
  const one = await visit()
  assert.equal(refusalOf(await one.arrive(away(900))).code, 'too_far')
  assert.equal(
    refusalOf(await one.pro.call(noShow.arrive, { params: one.params, body: {} })).code,
    'wrong_code',
  )
  const here = await one.arrive(away(62, 8))
  assert.deepEqual(
    [here.status, here.body.status, here.body.professionalArrivalMethod],
    [200, 'confirmed', 'position'],
    JSON.stringify(here.body),
  )
  assert.equal(refusalOf(await one.arrive(away(10))).code, 'move_not_allowed', 'once')
  one.clockAt(15)
  const missing = (await one.who.call(contract.booking, { params: one.params, query: { t: one.t } })).body
    .moves
  assert.equal(missing.find(({ move }) => move === 'professional_no_show')?.allowed, true)
  const version = (await one.pro.call(contract.booking, { params: one.params })).body.version
  const said = await one.pro.call(noShow.markNoShow, { params: one.params, query: {}, body: { version } })
  assert.equal(said.body.status, 'client_no_show', JSON.stringify(said.body))
  await one.who.call(noShow.contestNoShow, {
    params: one.params,
    query: { t: one.t },
    body: { version: said.body.version, evidence: 'Estuve en la puerta.' },
  })
  const waits = (await admin.call(noShow.contestedNoShows)).body.noShows.find(({ id }) => id === one.id)
  assert.deepEqual([waits?.arrivalMethod, waits?.arrivalDistance], ['position', { meters: 60, accuracy: 8 }])
})

test('without an exact point on the map, and online, check-in by position is unavailable', async () => {
  const one = await visit()
  // The middle of Roma Norte, as the finder suggests it.
  const [latitude, longitude] = [19.4189, -99.1627]
  await sql('update spaces set latitude = $2, longitude = $3 where id = $1', [
    one.at.space.id,
    latitude,
    longitude,
  ])
  const vague = (await one.pro.call(contract.booking, { params: one.params })).body.byPosition
  assert.equal(vague?.allowed, false)
  assert.match(vague?.reason ?? '', /no su puerta/)
  const refused = await one.checkIn({ latitude, longitude, accuracy: 5 })
  assert.deepEqual(
    [refusalOf(refused).code, refusalOf(refused).message],
    ['position_unavailable', vague?.reason],
  )
  await sql(
    `update bookings set space_id = null, unit_id = null, host_id = null, agreement_id = null, rent_cents = 0, visit_place = -1
     where id = $1`,
    [one.id],
  )
  const online = (await one.pro.call(contract.booking, { params: one.params })).body.byPosition
  assert.deepEqual([online?.allowed, /en línea/.test(online?.reason ?? '')], [false, true])
  for (const call of [one.checkIn, one.arrive])
    assert.equal(refusalOf(await call(away(0))).code, 'position_unavailable')
  assert.equal((await one.pro.call(noShow.arrive, { params: one.params, body: {} })).status, 200, 'a word')
  assert.equal(
    (await one.pro.call(attendance.checkIn, { params: one.params, body: await hereOf(kalli, one.params.id) }))
      .status,
    200,
  )
})

test('at the professional’s own place and at a client’s home, that point is used', async () => {
  const own = await visit()
  await sql('update professionals set latitude = $2, longitude = $3 where id = $1', [
    own.at.professional.id,
    20.5,
    -100.25,
  ])
  await sql(
    `update bookings set space_id = null, unit_id = null, host_id = null, agreement_id = null, rent_cents = 0 where id = $1`,
    [own.id],
  )
  assert.equal(refusalOf(await own.arrive(away(0))).code, 'too_far')
  const mine = await own.arrive({ latitude: 20.5, longitude: -100.25, accuracy: 9 })
  assert.equal(mine.body.professionalArrivalMethod, 'position', JSON.stringify(mine.body))

  const home = await visit()
  const { rows } = await sql(
    `insert into visit_places (line, details, municipality_id, city, state, latitude, longitude, created_at)
     values ('Ámsterdam 12', '', 9015, 'Ciudad de México', 'Ciudad de México', 19.41234, -99.17012, $1) returning place`,
    [kalli.clock()],
  )
  await sql(
    `update bookings set space_id = null, unit_id = null, host_id = null, agreement_id = null, rent_cents = 0, visit_place = $2
     where id = $1`,
    [home.id, rows[0]?.place],
  )
  assert.equal(refusalOf(await home.checkIn(away(0))).code, 'too_far')
  const came = await home.checkIn({ latitude: 19.41234, longitude: -99.17012, accuracy: 15 })
  assert.equal(came.body.checkInMethod, 'position', JSON.stringify(came.body))
})

test('the database refuses a near arrival that is far, inaccurate, online, or without a distance', async () => {
  const one = await visit()
  await one.checkIn(away(40))
  const says = (set: string) =>
    assert.rejects(
      sql(`update attendances set ${set} where booking_id = $1`, [one.id]),
      /attendances_check_in_position/,
    )
  await says('check_in_distance_m = 260, check_in_accuracy_m = 200')
  await says('check_in_distance_m = 160, check_in_accuracy_m = 5')
  await says('check_in_accuracy_m = 201')
  await says('check_in_distance_m = null')
  await says("check_in_method = 'word'")
  await assert.rejects(
    sql('update attendances set professional_arrival_distance_m = 10 where booking_id = $1', [one.id]),
    /attendances_arrival_position/,
  )
  await assert.rejects(
    sql(
      `update bookings set space_id = null, unit_id = null, host_id = null, agreement_id = null, rent_cents = 0, visit_place = -1
       where id = $1`,
      [one.id],
    ),
    { constraint: 'attendances_not_online' },
  )
})
