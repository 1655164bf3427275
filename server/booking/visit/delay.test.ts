/** A late party reports it: when, who, how often; the other is notified, and the report is shown beside a no-show. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as booking from '#contract/booking/booking.ts'
import { calendar } from '#contract/booking/agenda/calendar.ts'
import * as contract from '#contract/booking/visit/delay.ts'
import * as noShow from '#contract/booking/visit/no-show.ts'
import { notifications } from '#contract/notification/notification.ts'
import { drain } from '#server/platform/jobs.ts'
import { booked, contactOf } from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

type Minutes = (typeof contract.delayMinutes)[number]

const visit = async () => {
  kalli.time.set(testNow)
  const at = await people.bookable(kalli, { noticeMinutes: 0 })
  const contact = contactOf()
  const one = await booked(kalli, at, { date: '2026-11-20', place: 4, contact })
  await drain(kalli)
  const pro = at.professional.person
  const params = { id: one.id }
  const clockAt = (minutes: number) => kalli.time.set(new Date(Date.parse(one.startsAt) + minutes * 60_000))
  const say = (minutes: Minutes, as: 'client' | 'professional' = 'client', who?: Person) =>
    (who ?? (as === 'client' ? one.who : pro)).call(contract.reportDelay, {
      params,
      query: as === 'client' && who === undefined ? { t: one.t } : {},
      body: { as, minutes },
    })
  const read = async () => (await pro.call(booking.booking, { params })).body
  const bell = async () => {
    await drain(kalli)
    const { body } = await pro.call(notifications, { query: {} })
    return body.filter(({ title }) => title.endsWith('tarde'))
  }
  const emails = async () => {
    await drain(kalli)
    const { rows } = await kalli.database.pool.query<{ subject: string }>(
      `select subject from mails where to_address = $1 and subject like '%tarde%' order by id`,
      [contact.email],
    )
    return rows.map(({ subject }) => subject)
  }
  return { ...one, at, pro, params, clockAt, say, read, bell, emails }
}

test('only client and professional can report a delay, from two hours before until the tolerance ends', async () => {
  const one = await visit()
  const stranger = kalli.visitor()
  one.clockAt(-121)
  assert.match(refusalOf(await one.say(10)).message, /desde 2 horas antes/)
  one.clockAt(-120)
  assert.equal(refusalOf(await one.say(10, 'client', stranger)).code, 'not_found')
  assert.equal(refusalOf(await one.say(10, 'professional', one.at.host.person)).code, 'not_found')
  const said = await one.say(10)
  assert.equal(said.status, 200, JSON.stringify(said.body))
  assert.equal(said.body.delays.client?.minutes, 10)
  const { body: asHost } = await one.at.host.person.call(booking.booking, { params: one.params })
  assert.deepEqual(asHost.delays, { client: null, professional: null })
  one.clockAt(12)
  assert.equal(refusalOf(await one.say(5)).code, 'invalid_input')
  assert.equal((await one.say(30)).status, 200)
  one.clockAt(15)
  assert.match(refusalOf(await one.say(30)).message, /15 minutos de tolerancia/)
  await assert.rejects(
    kalli.database.pool.query(`insert into delays values ($1, 'client', 3, 5, $2)`, [
      one.id,
      new Date(Date.parse(one.startsAt) + 900_000),
    ]),
    /delays_in_time|takes no delay/,
  )
})

test('the latest delay counts, each is notified once, and money and version do not change', async () => {
  const one = await visit()
  const before = await one.read()
  one.clockAt(-30)
  assert.equal((await one.say(5)).status, 200)
  const [first] = await one.bell()
  assert.equal(first?.title, 'Lucía llega 5 min tarde')
  assert.equal((await one.say(5)).status, 200)
  assert.equal((await one.say(15)).status, 200)
  assert.deepEqual(
    (await one.bell()).map(({ title }) => title),
    ['Lucía llega 15 min tarde', 'Lucía llega 5 min tarde'],
  )
  const now = await one.read()
  assert.equal(now.delays.client?.minutes, 15)
  assert.deepEqual([now.version, now.status, now.payment], [before.version, before.status, before.payment])
  const { body } = await one.pro.call(calendar, { query: { from: '2026-11-20', to: '2026-11-20' } })
  assert.equal(body.entries.find((entry) => entry.booking?.id === one.id)?.booking?.lateMinutes, 15)
})

test('the client is notified by e-mail when the professional runs late', async () => {
  const one = await visit()
  one.clockAt(-10)
  const said = await one.say(20, 'professional')
  assert.equal(said.status, 200, JSON.stringify(said.body))
  const [emailMessage, ...others] = await one.emails()
  assert.match(emailMessage ?? '', /va 20 min tarde: empiezan cerca de las \d\d:\d\d$/)
  assert.equal(others.length, 0)
  const { body } = await one.who.call(booking.booking, { params: one.params, query: { t: one.t } })
  assert.equal(body.delays.professional?.minutes, 20)
  assert.equal((await one.bell()).length, 0)
})

test('each party can report at most six delays, also concurrently, and a report cannot be changed', async () => {
  const one = await visit()
  one.clockAt(-60)
  const all = await Promise.all(
    Array.from({ length: 12 }, (_, place) => one.say(contract.delayMinutes[place % 5] ?? 5)),
  )
  for (let place = 0; place < 8; place++) all.push(await one.say(place % 2 === 0 ? 5 : 10))
  const refused = all.filter(({ status }) => status !== 200)
  assert.ok(refused.length > 0)
  for (const answer of refused) assert.match(refusalOf(answer).message, /varias veces/)
  const { rows } = await kalli.database.pool.query<{ number: number }>(
    `select number from delays where booking_id = $1 order by number`,
    [one.id],
  )
  assert.deepEqual(
    rows.map(({ number }) => number),
    [1, 2, 3, 4, 5, 6],
  )
  await assert.rejects(
    kalli.database.pool.query('update delays set minutes = 30 where booking_id = $1', [one.id]),
  )
})

test('a delay announced before a no-show is shown to both parties beside it', async () => {
  const one = await visit()
  one.clockAt(-5)
  assert.equal((await one.say(10)).status, 200)
  one.clockAt(15)
  const code = `s${one.at.space.units[0]}`
  assert.equal((await one.pro.call(noShow.arrive, { params: one.params, body: { code } })).status, 200)
  const marked = await one.pro.call(noShow.markNoShow, {
    params: one.params,
    query: {},
    body: { version: (await one.read()).version },
  })
  assert.equal(marked.status, 200, JSON.stringify(marked.body))
  for (const [who, query] of [
    [one.who, { t: one.t }],
    [one.pro, {}],
  ] as const) {
    const { body } = await who.call(noShow.noShow, { params: one.params, query })
    assert.deepEqual(body.noShow?.delays, {
      client: { minutes: 10, saidAt: new Date(Date.parse(one.startsAt) - 300_000).toISOString() },
      professional: null,
    })
  }
  assert.match(refusalOf(await one.say(15)).message, /El estado de la reserva/)
})
