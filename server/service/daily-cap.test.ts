import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { explainSlots, slots } from '#contract/availability/availability.ts'
import { hold } from '#contract/booking/hold.ts'
import * as changes from '#contract/booking/change/change.ts'
import { changeService, services } from '#contract/service/service.ts'
import { previewSlots } from '#contract/availability/service-preview.ts'
import { booked, held, slotsOn, type Bookable } from '#server/testing/bookings.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { bookable, professional, service } from '#server/testing/people.ts'
import { refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

const date = '2026-11-25'

/** Its professional gives this many of it on a date. */
const capped = async (most: number) => {
  const at = await bookable(kalli, { durationMinutes: 60, priceCents: 60_000, noticeMinutes: 0 })
  await limit(at, most)
  return at
}
const saving = async (at: Bookable, dailyCap: number | null) => {
  const [own] = (await at.professional.person.call(services)).body
  assert.ok(own)
  return at.professional.person.call(changeService, { params: { id: own.id }, body: { ...own, dailyCap } })
}
const limit = async (at: Bookable, dailyCap: number | null) => {
  const saved = await saving(at, dailyCap)
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  assert.equal(saved.body.dailyCap, dailyCap)
}
const reasonsOn = async (at: Bookable, on = date) => {
  const { body } = await at.professional.person.call(explainSlots, {
    query: { service: at.serviceId, date: on },
  })
  return new Set(body.places.flatMap(({ starts }) => starts.map(({ reason }) => reason)))
}

test('a daily cap below one or above fifty is refused', async () => {
  const at = await bookable(kalli)
  for (const dailyCap of [0, 51]) assert.equal(refusalOf(await saving(at, dailyCap)).code, 'invalid_input')
})

test('of two clients at once one gets the last visit of a date, which then offers nothing and says why', async () => {
  const at = await capped(2)
  await held(kalli.visitor(), at, date, 0)
  const free = await slotsOn(kalli.visitor(), at, date)
  const answers = await Promise.all(
    [2, 6].map((place) => kalli.visitor().call(hold, { body: { slotToken: free[place]?.token ?? '' } })),
  )
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409])
  const refused = answers.find(({ status }) => status === 409)
  assert.equal(refused && refusalOf(refused).code, 'slot_not_available')
  assert.deepEqual(await slotsOn(kalli.visitor(), at, date), [])
  assert.deepEqual(await reasonsOn(at), new Set(['day_full']))
  assert.ok((await slotsOn(kalli.visitor(), at, '2026-11-26')).length > 0, 'the next date begins anew')
  await limit(at, null)
  assert.ok((await slotsOn(kalli.visitor(), at, date)).length > 0)
})

test('a visit can move within its full date, and not to another full date', async () => {
  const at = await capped(1)
  const visit = await booked(kalli, at, { date, place: 0 })
  await booked(kalli, at, { date: '2026-11-26', place: 0 })
  const offered = async (on: string) => {
    const { body } = await visit.who.call(changes.changeSlots, {
      params: { id: visit.id },
      query: { t: visit.t, as: 'client', from: on, to: on },
    })
    return body.days.flatMap((day) => day.slots)
  }
  assert.ok((await offered(date)).length > 0)
  assert.deepEqual(await offered('2026-11-26'), [])
  const [other] = await offered('2026-11-27')
  assert.ok(other)
  const quoted = await visit.who.call(changes.changeQuote, {
    params: { id: visit.id },
    query: { t: visit.t },
    body: { as: 'client', slotToken: other.token },
  })
  assert.equal(quoted.status, 200, JSON.stringify(quoted.body))
  // Another client takes the only visit of that date before the change is submitted.
  await held(kalli.visitor(), at, '2026-11-27', 6)
  const late = await visit.who.call(changes.change, {
    params: { id: visit.id },
    query: { t: visit.t },
    body: { quoteToken: quoted.body.token },
  })
  assert.equal(refusalOf(late).code, 'slot_not_available')
})

test('a visit counts once towards the cap also as a later part of a visit of several services', async () => {
  const at = await capped(1)
  const other = await service(kalli, at.professional.id, { name: 'Tinte', durationMinutes: 60 })
  const query = {
    professional: at.professional.id,
    services: `${other},${at.serviceId}`,
    from: date,
    to: date,
  }
  const times = async () =>
    (await kalli.visitor().call(slots, { query })).body.days.flatMap((day) => day.slots)
  const [first] = await times()
  assert.equal((await kalli.visitor().call(hold, { body: { slotToken: first?.token ?? '' } })).status, 201)
  assert.deepEqual(await slotsOn(kalli.visitor(), at, date), [])
  assert.deepEqual(await times(), [])
})

test('an unsaved cap is previewed with fewer starts or a full date, and only for an own service', async () => {
  const at = await bookable(kalli, { durationMinutes: 60, noticeMinutes: 0 })
  await held(kalli.visitor(), at, date, 0)
  const tried = async (body: { stepMinutes?: number; dailyCap?: number }) => {
    const reply = await at.professional.person.call(previewSlots, {
      params: { id: at.serviceId },
      query: { date },
      body: { durationMinutes: 60, priceCents: 60_000, noticeMinutes: 0, ...body },
    })
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
    return reply.body.places.flatMap(({ starts }) => starts)
  }
  const offeredOf = (starts: Awaited<ReturnType<typeof tried>>) => starts.filter(({ offered }) => offered)
  const each = await tried({ stepMinutes: 30 })
  assert.equal(offeredOf(each).length, (await slotsOn(kalli.visitor(), at, date)).length)
  assert.ok(offeredOf(await tried({ stepMinutes: 60 })).length < offeredOf(each).length)
  assert.deepEqual(new Set((await tried({ dailyCap: 1 })).map(({ reason }) => reason)), new Set(['day_full']))
  const stranger = await professional(kalli)
  const reply = await stranger.person.call(previewSlots, {
    params: { id: at.serviceId },
    query: { date },
    body: { durationMinutes: 60, priceCents: 60_000 },
  })
  assert.equal(reply.status, 404)
})

test('a visit elsewhere counts on its date in the time zone of the requested place, as in the database', async () => {
  const at = await capped(1)
  const { pool } = kalli.database
  const last = (await slotsOn(kalli.visitor(), at, date)).at(-1)
  assert.ok(last)
  const stored = await kalli.visitor().call(hold, { body: { slotToken: last.token } })
  assert.equal(stored.status, 201, JSON.stringify(stored.body))
  await pool.query(
    `update bookings set starts_at = $2, ends_at = $2::timestamptz + interval '1 hour' where id = $1`,
    [stored.body.id, '2026-11-25T04:30:00Z'],
  )
  await pool.query('delete from claims where booking_id = $1', [stored.body.id])
  await pool.query(`update spaces set zone = 'America/Cancun' where id = $1`, [at.space.id])
  // 22:30 of the 24th in the capital, 23:30 in Cancún.
  assert.ok((await slotsOn(kalli.visitor(), at, date)).length > 0)
  await pool.query(
    `update bookings set starts_at = $2, ends_at = $2::timestamptz + interval '1 hour' where id = $1`,
    [stored.body.id, '2026-11-25T05:30:00Z'],
  )
  // 23:30 of the 24th in the zone of its place, 00:30 of the 25th in that of the requested place.
  assert.equal((await slotsOn(kalli.visitor(), at, date)).length, 0)
  assert.deepEqual(await reasonsOn(at), new Set(['day_full']))
})
