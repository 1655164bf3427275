/** A cédula ends: services that need it are offered until its last day, later visits are cancelled in time, and a new cédula saves them. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { hourMs } from '#contract/platform/duration.ts'
import { booking } from '#contract/booking/booking.ts'
import { hold } from '#contract/booking/hold.ts'
import { previewSlots } from '#contract/availability/service-preview.ts'
import { runJobsOnce } from '#server/platform/jobs.ts'
import { booked, claimsOf, contactOf, slotsOn } from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

const query = (text: string, ...values: unknown[]) => kalli.database.pool.query({ text, values })
const statusOf = async (id: string) =>
  (await query('select status from bookings where id = $1', id)).rows[0]?.status

/** A nutritionist, with a visit on the first of December. */
const nutritionist = async () => {
  const at = await people.bookable(kalli, { priceCents: 65_000 })
  await query(`update services set category = 'nutrition' where id = $1`, at.serviceId)
  return at
}
type At = Awaited<ReturnType<typeof nutritionist>>

/** A cédula, accepted until this date. */
const license = ({ professional }: At, validTo: string | null, status = 'valid') =>
  query(
    `insert into documents (id, owner_kind, owner_id, kind, status, file_key, file_type, file_bytes, number, valid_to, uploaded_at, reviewed_at)
     values (gen_random_uuid(), 'professional', $1, 'license', $3, gen_random_uuid()::text, 'application/pdf', 1, '8123456', $2, $4, $4)`,
    professional.id,
    validTo,
    status,
    testNow,
  )
const forget = ({ professional }: At) => query('delete from documents where owner_id = $1', professional.id)

for (const zone of ['America/Mexico_City', 'America/Cancun', 'America/Tijuana'])
  for (const now of ['2026-11-25T05:30:00Z', '2026-11-25T06:30:00Z', '2026-11-25T08:30:00Z'])
    test(`the last day of a licence is a date of the place: ${zone}, checked at ${now}`, async () => {
      kalli.time.set(now)
      const at = await nutritionist()
      await query(
        `update professionals set zone = 'America/Mexico_City', licensed_until = '2026-11-25' where id = $1`,
        at.professional.id,
      )
      await query(`update services set notice_minutes = 0 where id = $1`, at.serviceId)
      await query('update spaces set zone = $2 where id = $1', at.space.id, zone)
      const last = await slotsOn(kalli.visitor(), at, '2026-11-25')
      assert.ok(last.length > 0, 'hours on the last day')
      assert.equal((await slotsOn(kalli.visitor(), at, '2026-11-26')).length, 0, 'none on the day after')
      // The last slot is late in the local evening: the database counts by the same clock.
      const held = await kalli.visitor().call(hold, { body: { slotToken: last.at(-1)?.token ?? '' } })
      assert.equal(held.status, 201, JSON.stringify(held.body))
    })

test('hours are offered until the licence’s last day and not after it, and the database refuses later bookings', async () => {
  const at = await nutritionist()
  const visit = await booked(kalli, at, { date: '2026-12-01', contact: contactOf() })
  assert.ok((await slotsOn(kalli.visitor(), at, '2026-12-01')).length > 0)
  await license(at, '2026-11-30')
  assert.ok((await slotsOn(kalli.visitor(), at, '2026-11-30')).length > 0)
  assert.equal((await slotsOn(kalli.visitor(), at, '2026-12-01')).length, 0)
  // Nor does the preview offer a date after it, however far ahead booking is allowed.
  const tried = async (date: string) => {
    const { status, body } = await at.professional.person.call(previewSlots, {
      params: { id: at.serviceId },
      query: { date },
      body: { durationMinutes: 60, priceCents: 65_000, horizonDays: 365 },
    })
    assert.equal(status, 200, JSON.stringify(body))
    return body.places.flatMap(({ starts }) => starts).some(({ offered }) => offered)
  }
  assert.deepEqual([await tried('2026-11-30'), await tried('2026-12-01')], [true, false])
  await assert.rejects(
    query(
      `insert into bookings select (jsonb_populate_record(b, jsonb_build_object('id', gen_random_uuid(), 'status', 'expired', 'version', 1))).* from bookings b where id = $1`,
      visit.id,
    ),
    { constraint: 'bookings_licensed' },
  )
  await forget(at)
  assert.equal((await slotsOn(kalli.visitor(), at, '2026-11-27')).length, 0, 'whoever takes it away has none')
  await license(at, null)
  assert.ok((await slotsOn(kalli.visitor(), at, '2026-12-01')).length > 0)
})

test('services that need no licence stay bookable after it expired', async () => {
  const at = await people.bookable(kalli)
  await license(at, '2026-11-22')
  assert.ok((await slotsOn(kalli.visitor(), at, '2026-12-01')).length > 0)
})

test('the professional is warned of visits after the licence’s last day, which are cancelled and refunded three days before', async () => {
  const at = await nutritionist()
  const near = await booked(kalli, at, { date: '2026-11-30', contact: contactOf() })
  const visit = await booked(kalli, at, { date: '2026-12-01', contact: contactOf() })
  await license(at, '2026-11-30')
  await runJobsOnce(kalli)
  const reported = await query(
    `select message from notifications where account_id = (select account_id from professionals where id = $1) order by id desc`,
    at.professional.id,
  )
  assert.match(
    JSON.stringify(reported.rows),
    /La cita que ya tienes para entonces se cancela sola 3 días antes/,
  )

  kalli.time.set(new Date(Date.parse(visit.startsAt) - 73 * hourMs))
  await runJobsOnce(kalli)
  assert.equal(await statusOf(visit.id), 'confirmed')
  kalli.time.set(new Date(Date.parse(visit.startsAt) - 71 * hourMs))
  await Promise.all([runJobsOnce(kalli, { of: ['booking'] }), runJobsOnce(kalli, { of: ['booking'] })])
  await runJobsOnce(kalli)
  assert.deepEqual(
    [await statusOf(near.id), await statusOf(visit.id)],
    ['confirmed', 'cancelled_by_platform'],
  )
  assert.equal((await claimsOf(kalli, visit.id)).length, 0)
  const { rows } = await query(
    `select (captured_cents - refunded_cents)::int as retained,
       (select count(*)::int from booking_moves where booking_id = $1 and move = 'cancel_as_platform') as times,
       (select reason from booking_moves where booking_id = $1 and move = 'cancel_as_platform') as reason
     from payments where booking_id = $1`,
    visit.id,
  )
  assert.deepEqual(rows, [{ retained: 0, times: 1, reason: 'licence expired' }])
  const own = (await visit.who.call(booking, { params: { id: visit.id }, query: { t: visit.t } })).body
  assert.match(own.cancellation?.reason ?? '', /porque un documento necesario venció/)
  assert.equal(await people.trialBalance(kalli), 0)
})

test('a renewed licence that is accepted in time keeps the visit', async () => {
  const at = await nutritionist()
  const visit = await booked(kalli, at, { date: '2026-12-01', contact: contactOf() })
  await license(at, '2026-11-30')
  await forget(at)
  await license(at, '2031-11-30')
  kalli.time.set(new Date(Date.parse(visit.startsAt) - 24 * hourMs))
  await runJobsOnce(kalli)
  assert.equal(await statusOf(visit.id), 'confirmed')
})
