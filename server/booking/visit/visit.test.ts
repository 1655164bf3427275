import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as contract from '#contract/booking/booking.ts'
import * as attendance from '#contract/booking/attendance.ts'
import * as days from '#contract/booking/day.ts'
import { arrive, markNoShow } from '#contract/booking/visit/no-show.ts'
import { closeDue } from '#server/booking/visit/visit.ts'
import { drain, runJobsOnce } from '#server/platform/jobs.ts'
import { completeAsClient, booked, claimsOf, movesOf, hereOf } from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

/** Today at noon, the card charged at once. */
const visit = async (values: Parameters<typeof people.bookable>[1] = {}) => {
  const at = await people.bookable(kalli, { noticeMinutes: 0, ...values })
  const booking = await booked(kalli, at, { date: '2026-11-20', place: 4 })
  const professional = at.professional.person
  const id = booking.id
  const startsAt = Date.parse(booking.startsAt)
  return {
    ...booking,
    at,
    professional,
    params: { id },
    clockAt: (minutes: number) => kalli.time.set(new Date(startsAt + minutes * 60_000)),
  }
}

test('check-in opens fifteen minutes before the start and ends with the appointment', async () => {
  const { professional, params, clockAt } = await visit()
  clockAt(-16)
  const early = await professional.call(attendance.checkIn, { params, body: await hereOf(kalli, params.id) })
  assert.deepEqual([early.status, refusalOf(early).code], [409, 'too_early'])
  clockAt(91)
  assert.equal(
    refusalOf(await professional.call(attendance.checkIn, { params, body: await hereOf(kalli, params.id) }))
      .code,
    'move_not_allowed',
  )
  clockAt(-15)
  const answer = await professional.call(attendance.checkIn, { params, body: await hereOf(kalli, params.id) })
  assert.equal(answer.body.status, 'in_progress')
  assert.equal(answer.body.checkInMethod, 'station_code')
  const twice = await professional.call(attendance.checkIn, { params, body: await hereOf(kalli, params.id) })
  assert.equal(refusalOf(twice).code, 'move_not_allowed')
})

test('the client’s code or the unit’s code proves the arrival, and any other is refused', async () => {
  const first = await visit()
  first.clockAt(0)
  const wrong = await first.professional.call(attendance.checkIn, {
    params: first.params,
    body: { code: '000-000' },
  })
  assert.equal(refusalOf(wrong).code, 'wrong_code')
  const byClient = await first.professional.call(attendance.checkIn, {
    params: first.params,
    body: { code: first.arrivalCode ?? '' },
  })
  assert.equal(byClient.body.checkInMethod, 'client_code')
  const second = await visit()
  second.clockAt(0)
  const unit = second.at.space.units[0]
  const byStation = await second.professional.call(attendance.checkIn, {
    params: second.params,
    body: { code: `s${unit}` },
  })
  assert.equal(byStation.body.checkInMethod, 'station_code')
})

test('at a unit a check-in needs a code or position, and without one the absence can be reported', async () => {
  const { who, t, professional, params, clockAt } = await visit()
  clockAt(-15)
  for (const body of [{}, { code: '' }, { code: '  ' }]) {
    const refused = await professional.call(attendance.checkIn, { params, body })
    assert.deepEqual(
      [refused.status, refusalOf(refused).code, refusalOf(refused).message],
      [400, 'wrong_code', 'Escribe el código de tu cliente o el de la unidad, o di dónde estás.'],
    )
  }
  clockAt(15)
  const { status, version, moves } = (await who.call(contract.booking, { params, query: { t } })).body
  assert.equal(status, 'confirmed')
  assert.equal(moves.find(({ move }) => move === 'professional_no_show')?.allowed, true)
  const said = await who.call(markNoShow, { params, query: { t }, body: { version, as: 'client' } })
  assert.equal(said.body.status, 'professional_no_show', JSON.stringify(said.body))
})

test('completion posts the split, every receipt agrees with it, and the ledger balances', async () => {
  const { at, who, t, professional, params, clockAt } = await visit()
  clockAt(0)
  await professional.call(attendance.checkIn, { params, body: await hereOf(kalli, params.id) })
  const soon = await completeAsClient(kalli, params.id)
  assert.equal(refusalOf(soon).code, 'move_not_allowed', 'not before check-out')
  clockAt(85)
  await professional.call(attendance.checkOut, { params, body: {} })
  const expected = (await professional.call(contract.receipt, { params })).body
  assert.equal(expected.state, 'expected')
  const done = await completeAsClient(kalli, params.id)
  assert.equal(done.status, 200, JSON.stringify(done.body))
  assert.equal(done.body.status, 'completed')
  const mine = (await professional.call(contract.receipt, { params })).body
  const hosts = (await at.host.person.call(contract.receipt, { params })).body
  const clients = (await who.call(contract.receipt, { params, query: { t } })).body
  assert.deepEqual([mine.netCents, hosts.netCents, clients.netCents], [60_000, 28_500, 100_000])
  assert.deepEqual([mine.state, hosts.state, clients.state], ['settled', 'settled', 'settled'])
  assert.equal(expected.netCents, mine.netCents)
  assert.equal(await people.trialBalance(kalli), 0)
  const day = (await professional.call(days.professionalDay, { query: { date: '2026-11-20' } })).body
  assert.deepEqual([day.expectedCents, day.settledCents], [60_000, 60_000])
  const use = (await at.host.person.call(days.hostDay, { query: { date: '2026-11-20' } })).body
  assert.deepEqual(use.totals, {
    bookedMinutes: 90,
    usedMinutes: 85,
    openMinutes: 1200,
    expectedCents: 28_500,
    settledCents: 28_500,
  })
})

test('with withholding on, the worked example of money.md to the centavo', async (t) => {
  const set = (value: string) =>
    kalli.database.pool.query(`update settings set value = $1::jsonb where name = 'withholding'`, [value])
  t.after(() => set('false'))
  await set('true')
  const { at, professional, params, clockAt } = await visit()
  clockAt(0)
  await professional.call(attendance.checkIn, { params, body: await hereOf(kalli, params.id) })
  await professional.call(attendance.checkOut, { params, body: {} })
  await completeAsClient(kalli, params.id)
  const mine = (await professional.call(contract.receipt, { params })).body
  const hosts = (await at.host.person.call(contract.receipt, { params })).body
  assert.deepEqual([mine.netCents, hosts.netCents], [50_948, 25_784])
  assert.equal(await people.trialBalance(kalli), 0)
})

test('the client can complete the visit by their link', async () => {
  const { who, t, professional, params, clockAt } = await visit()
  clockAt(0)
  await professional.call(attendance.checkIn, { params, body: await hereOf(kalli, params.id) })
  await professional.call(attendance.checkOut, { params, body: {} })
  assert.equal((await who.call(attendance.complete, { params, query: { t } })).body.status, 'completed')
  assert.deepEqual((await movesOf(kalli, params.id)).at(-1), 'complete by client')
})

test('three concurrent completions divide the money once', async () => {
  const { who, t, professional, params, clockAt } = await visit()
  clockAt(0)
  await professional.call(attendance.checkIn, { params, body: await hereOf(kalli, params.id) })
  await professional.call(attendance.checkOut, { params, body: {} })
  const answers = await Promise.all([
    completeAsClient(kalli, params.id),
    who.call(attendance.complete, { params, query: { t } }),
    completeAsClient(kalli, params.id),
  ])
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409])
  const { rows } = await kalli.database.pool.query(
    `select count(*)::int as n from journals where kind = 'split' and booking_id = $1`,
    [params.id],
  )
  assert.deepEqual(rows, [{ n: 1 }])
})

test('a visit left open completes two hours after its end with an arrival, a day after without, and closes in two weeks', async () => {
  const seen = await visit()
  const unseen = await visit()
  seen.clockAt(0)
  await seen.professional.call(attendance.checkIn, {
    params: seen.params,
    body: await hereOf(kalli, seen.params.id),
  })
  seen.clockAt(90 + 119)
  await runJobsOnce(kalli)
  assert.equal((await movesOf(kalli, seen.id)).at(-1), 'check_in by professional')
  seen.clockAt(90 + 120)
  await runJobsOnce(kalli)
  assert.deepEqual((await movesOf(kalli, seen.id)).slice(-2), [
    'check_out by platform',
    'complete by platform',
  ])
  assert.equal((await movesOf(kalli, unseen.id)).at(-1), 'confirm by platform')
  unseen.clockAt(90 + 24 * 60)
  await runJobsOnce(kalli)
  assert.equal((await movesOf(kalli, unseen.id)).at(-1), 'complete_unseen by platform')
  unseen.clockAt(90 + (24 + 14 * 24) * 60)
  await runJobsOnce(kalli)
  assert.equal((await movesOf(kalli, unseen.id)).at(-1), 'close by platform')
  assert.equal((await claimsOf(kalli, unseen.id)).length, 0)
  assert.equal(await people.trialBalance(kalli), 0)
})

test('a visit stays open while a payout is failed, withheld or pending, and closes once it is paid', async () => {
  const one = await visit()
  one.clockAt(90 + 24 * 60)
  await runJobsOnce(kalli)
  const is = (status: string) =>
    kalli.database.pool.query(
      `update payouts set status = $2::text, release_at = $3::timestamptz, paid_at = case when $2::text = 'paid' then $3::timestamptz end
       where booking_id = $1 and party = 'professional'`,
      [one.id, status, kalli.clock()],
    )
  await kalli.database.pool.query(`update payouts set status = 'paid', paid_at = $2 where booking_id = $1`, [
    one.id,
    kalli.clock(),
  ])
  one.clockAt(90 + (24 + 15 * 24) * 60)
  for (const status of ['failed', 'withheld', 'in_process', 'accrued']) {
    await is(status)
    await closeDue(kalli.work())
    assert.equal((await movesOf(kalli, one.id)).at(-1), 'complete_unseen by platform', status)
  }
  await is('paid')
  await Promise.all([closeDue(kalli.work()), closeDue(kalli.work())])
  assert.equal((await movesOf(kalli, one.id)).at(-1), 'close by platform')
})

test('a saved card is charged before the split', async () => {
  const at = await people.bookable(kalli)
  const far = await booked(kalli, at, { date: '2026-12-10' })
  assert.equal(far.payment?.status, 'card_saved')
  const params = { id: far.id }
  kalli.time.set(far.startsAt)
  const { person } = at.professional
  await person.call(attendance.checkIn, { params, body: await hereOf(kalli, params.id) })
  await person.call(attendance.checkOut, { params, body: {} })
  const done = await completeAsClient(kalli, params.id)
  assert.equal(done.body.status, 'completed', JSON.stringify(done.body))
  assert.equal(done.body.payment?.status, 'captured')
  await drain(kalli)
  assert.equal(await people.trialBalance(kalli), 0)
})

test('replaying the recorded moves gives the state of every booking', async () => {
  const { rows } = await kalli.database.pool.query<{ wrong: number }>(`
    select count(*)::int as wrong from bookings booking
    where status is distinct from (
        select to_status from booking_moves moved where moved.booking_id = booking.id order by version desc limit 1)
      or version <> (select count(*) from booking_moves moved where moved.booking_id = booking.id)
      or exists (
        select from (select from_status, lag(to_status) over (order by version) as before from booking_moves moved
          where moved.booking_id = booking.id) steps
        where from_status is distinct from before)`)
  assert.equal(rows[0]?.wrong, 0)
})

test('what a device registered offline counts at the device’s time, with both times shown to all parties', async () => {
  const { who, t, at, professional, params, startsAt, endsAt, clockAt } = await visit()
  const minutes = (from: string, count: number) => new Date(Date.parse(from) + count * 60_000).toISOString()
  clockAt(40)
  const shown = await hereOf(kalli, params.id)
  const future = await professional.call(attendance.checkIn, {
    params,
    body: { ...shown, at: minutes(startsAt, 43) },
  })
  assert.deepEqual([future.status, refusalOf(future).code], [409, 'device_time_ahead'])
  const early = await professional.call(attendance.checkIn, {
    params,
    body: { ...shown, at: minutes(startsAt, -16) },
  })
  assert.equal(refusalOf(early).code, 'too_early')
  const body = { ...shown, at: minutes(startsAt, -2) }
  const here = await professional.call(attendance.checkIn, { params, body })
  assert.equal(here.body.status, 'in_progress')
  assert.equal(here.body.checkedInAt, body.at)
  assert.equal(here.body.checkInReceivedAt, minutes(startsAt, 40))
  // The check-out arrives an hour late, a minute before the platform would close it.
  clockAt(85 + 115)
  const left = await professional.call(attendance.checkOut, { params, body: { at: endsAt } })
  assert.equal(left.body.status, 'to_settle')
  assert.deepEqual([left.body.checkedOutAt, left.body.checkOutReceivedAt], [endsAt, minutes(startsAt, 200)])
  assert.equal(left.body.overtime, null, 'nobody stayed longer')
  for (const seen of [
    await who.call(contract.booking, { params, query: { t } }),
    await at.host.person.call(contract.booking, { params, query: { as: 'host' } }),
  ])
    assert.deepEqual([seen.body.checkedInAt, seen.body.checkInReceivedAt], [body.at, minutes(startsAt, 40)])
})

test('an arrival sent twice by a device, or with a wrong clock, changes nothing', async () => {
  const { professional, params, startsAt, endsAt, clockAt } = await visit()
  clockAt(30)
  const at = new Date(Date.parse(startsAt) + 60_000).toISOString()
  const shown = await hereOf(kalli, params.id)
  const sent = await Promise.all(
    [at, startsAt].map((at) => professional.call(attendance.checkIn, { params, body: { ...shown, at } })),
  )
  assert.deepEqual(
    sent.map(({ status }) => status),
    [200, 200],
  )
  assert.equal(sent[0]?.body.version, sent[1]?.body.version)
  assert.equal((await movesOf(kalli, params.id)).filter((move) => move.startsWith('check_in')).length, 1)
  const out = await professional.call(attendance.checkOut, {
    params,
    body: { at: new Date(Date.parse(startsAt) - 60_000).toISOString() },
  })
  assert.equal(out.body.checkedOutAt, out.body.checkedInAt, 'nobody leaves before they came')
  clockAt(90 + 24 * 60)
  const old = await professional.call(attendance.checkOut, { params, body: { at: endsAt } })
  assert.equal(old.status, 200, 'what was registered stands')
  kalli.time.set(testNow)
  const other = await visit()
  other.clockAt(24 * 60 + 1)
  const late = await other.professional.call(attendance.checkIn, {
    params: other.params,
    body: { ...(await hereOf(kalli, other.params.id)), at: other.startsAt },
  })
  assert.equal(refusalOf(late).code, 'device_time_too_old')
})

test('an absence reported meanwhile takes precedence over an arrival that a device sends late', async () => {
  const { who, t, professional, params, startsAt, version, clockAt } = await visit()
  clockAt(16)
  const said = await who.call(markNoShow, {
    params,
    query: { t },
    body: { version, as: 'client' },
  })
  assert.equal(said.body.status, 'professional_no_show', JSON.stringify(said.body))
  clockAt(20)
  const late = await professional.call(attendance.checkIn, {
    params,
    body: { ...(await hereOf(kalli, params.id)), at: startsAt },
  })
  assert.deepEqual([late.status, refusalOf(late).code], [409, 'absence_said_meanwhile'])
})

test('a professional can check out from the start on, but never complete the visit', async () => {
  const { professional, who, t, params, clockAt } = await visit()
  const finish = () => professional.call(attendance.complete, { params })
  const leave = () => professional.call(attendance.checkOut, { params, body: {} })
  clockAt(-15)
  assert.equal(
    (await professional.call(attendance.checkIn, { params, body: await hereOf(kalli, params.id) })).status,
    200,
  )
  for (const minutes of [-15, -1]) {
    clockAt(minutes)
    const early = await leave()
    assert.deepEqual([early.status, refusalOf(early).code], [409, 'move_not_allowed'])
    assert.equal(refusalOf(early).message, 'Todavía no es la hora: se termina desde que empieza.')
    assert.equal((await finish()).status, 409)
    assert.equal((await who.call(attendance.complete, { params, query: { t } })).status, 409)
  }
  const shown = (await professional.call(contract.booking, { params, query: {} })).body
  assert.deepEqual(
    shown.moves.find(({ move }) => move === 'check_out'),
    { move: 'check_out', allowed: false, reason: 'Todavía no es la hora: se termina desde que empieza.' },
  )
  assert.equal(
    shown.moves.some(({ move }) => move === 'complete'),
    false,
  )
  clockAt(30)
  assert.equal((await leave()).body.status, 'to_settle')
  for (const minutes of [30, 89, 200]) {
    clockAt(minutes)
    const own = await finish()
    assert.deepEqual([own.status, refusalOf(own).message], [409, 'Esta acción le toca a otra persona.'])
  }
  const { rows } = await kalli.database.pool.query(
    `select count(*)::int as n from journals where kind = 'split' and booking_id = $1`,
    [params.id],
  )
  assert.deepEqual(rows, [{ n: 0 }])
  const left = (await who.call(contract.booking, { params, query: { t } })).body
  assert.equal(left.closesAt, new Date(Date.parse(left.endsAt) + 2 * 3_600_000).toISOString())
})

test('usage of an early arrival counts from the start of the hour', async () => {
  const { at, professional, params, clockAt } = await visit()
  clockAt(-15)
  await professional.call(attendance.checkIn, { params, body: await hereOf(kalli, params.id) })
  clockAt(30)
  await professional.call(attendance.checkOut, { params, body: {} })
  const use = (await at.host.person.call(days.hostDay, { query: { date: '2026-11-20' } })).body
  assert.equal(use.totals.usedMinutes, 30)
})

test('a host sees the telephone of a member only as entered for the invitation, and no one whose visits are elsewhere', async () => {
  const { at } = await visit()
  const other = await visit()
  const pool = kalli.database.pool
  const talks = async (host = at.host) =>
    (await host.person.call(days.hostDay, { query: { date: '2026-11-20' } })).body.talks
  const talk = { professionalId: at.professional.id, spaceId: at.space.id, about: null }
  await people.reachLevel(kalli, at.professional.accountId, 1)
  assert.deepEqual(await talks(), [{ ...talk, phone: null }], 'a confirmed telephone is the account’s own')
  const member = { name: 'Inés', phone: '+525512340000', at: kalli.clock() }
  await pool.query(
    `insert into memberships (host_id, space_id, name, phone, account_id, professional_id, agreement_id, role, terms, status,
       invited_at, expires_at, joined_at)
     select s.host_id, s.id, $2, $3, $4, $5, a.id, 'resident', '{}', 'active', $6, $6, $6 from spaces s
     join agreements a on a.space_id = s.id and a.professional_id = $5 where s.id = $1`,
    [at.space.id, member.name, member.phone, at.professional.accountId, at.professional.id, member.at],
  )
  assert.deepEqual(await talks(), [{ ...talk, phone: member.phone }])
  assert.deepEqual(
    (await talks(other.at.host)).map(({ professionalId }) => professionalId),
    [other.at.professional.id],
  )
})

test('"sí vino": a professional can confirm an unregistered attendance, so that the visit completes', async () => {
  const { professional, who, t, params, clockAt, endsAt } = await visit()
  const attend = () => professional.call(attendance.confirmAttendance, { params })
  clockAt(91)
  assert.equal(refusalOf(await attend()).message, 'No registraste que tú estabas ahí.')
  clockAt(0)
  await professional.call(arrive, { params, body: await hereOf(kalli, params.id) })
  assert.equal(
    refusalOf(await attend()).message,
    'Se confirma cuando termina su hora. Antes, registra su llegada.',
  )
  clockAt(91)
  const closesAt = new Date(Date.parse(endsAt) + 24 * 3_600_000).toISOString()
  const open = (await professional.call(contract.booking, { params, query: {} })).body
  assert.deepEqual(
    [open.closesAt, open.moves.find(({ move }) => move === 'confirm_attendance')?.allowed],
    [closesAt, true],
  )
  const answers = await Promise.all([attend(), attend(), attend()])
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409])
  const shown = (await who.call(contract.booking, { params, query: { t } })).body
  assert.deepEqual([shown.status, shown.closesAt, shown.checkedInAt], ['to_settle', closesAt, null])
  assert.equal(shown.moves.find(({ move }) => move === 'complete')?.allowed, true)
  clockAt(90 + 24 * 60 - 1)
  await runJobsOnce(kalli)
  assert.equal((await movesOf(kalli, params.id)).at(-1), 'confirm_attendance by professional')
  clockAt(90 + 24 * 60)
  await runJobsOnce(kalli)
  assert.equal((await movesOf(kalli, params.id)).at(-1), 'complete by platform')
  assert.equal(await people.trialBalance(kalli), 0)
})
