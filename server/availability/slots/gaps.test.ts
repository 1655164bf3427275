import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { slots } from '#contract/availability/availability.ts'
import { gaps } from '#contract/platform/gaps.ts'
import { booked } from '#server/testing/bookings.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { bookable, professional, service, signIn, account } from '#server/testing/people.ts'
import { refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

const date = '2026-11-25'
const day = { from: date, to: date }

test('a visit splits the day into gaps, and each gap lists the services that fit with their first hour', async () => {
  const at = await bookable(kalli, { durationMinutes: 60, stepMinutes: 30 })
  const long = await service(kalli, at.professional.id, {
    name: 'Tinte',
    durationMinutes: 240,
    stepMinutes: 30,
  })
  const hidden = await service(kalli, at.professional.id, { name: 'Oculto' })
  await kalli.database.kysely
    .updateTable('services')
    .set({ visibility: 'hidden' })
    .where('id', '=', hidden)
    .execute()
  const { person } = at.professional
  const whole = await person.call(gaps, { query: day })
  assert.equal(whole.status, 200, JSON.stringify(whole.body))
  assert.equal(whole.body.length, 1)
  assert.deepEqual(
    whole.body[0]?.offers.map(({ serviceId }) => serviceId),
    [at.serviceId, long],
  )
  // The same hours that clients see.
  const seen = await kalli.visitor().call(slots, {
    query: { professional: at.professional.id, service: at.serviceId, ...day },
  })
  const shown = seen.body.days.flatMap((one) => one.slots)
  assert.deepEqual(
    [whole.body[0]?.startsAt, whole.body[0]?.endsAt, whole.body[0]?.offers[0]?.starts],
    [shown[0]?.startsAt, shown.at(-1)?.endsAt, shown.map(({ startsAt }) => startsAt)],
  )
  const visit = await booked(kalli, at, { place: 2 })
  const split = await person.call(gaps, { query: day })
  assert.equal(split.body.length, 2)
  const instant = (text = '') => Date.parse(text)
  assert.deepEqual(
    [instant(split.body[0]?.endsAt), instant(split.body[1]?.startsAt)],
    [instant(visit.startsAt), instant(visit.endsAt)],
  )
  // An hour before it is too short for the colour.
  assert.deepEqual(
    split.body.map(({ offers }) => offers.map(({ serviceId }) => serviceId)),
    [[at.serviceId], [at.serviceId, long]],
  )
})

test('a professional without services has no gaps, and a month is too long a range', async () => {
  const ana = await professional(kalli)
  assert.deepEqual((await ana.person.call(gaps, { query: day })).body, [])
  const month = { from: '2026-12-01', to: '2026-12-31' }
  assert.equal(refusalOf(await ana.person.call(gaps, { query: month })).code, 'invalid_input')
  const anonymous = await signIn(kalli, await account(kalli, { roles: ['professional'] }))
  assert.equal(refusalOf(await anonymous.call(gaps, { query: day })).code, 'no_profile')
})
