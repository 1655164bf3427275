import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { agreements, renewAgreement, terminateAgreement, terminateQuote } from '#contract/hiring/agreement.ts'
import * as contract from '#contract/hiring/application.ts'
import * as applicationReview from '#contract/hiring/application-review.ts'
import { slots } from '#contract/availability/availability.ts'
import { hold } from '#contract/booking/hold.ts'
import * as documentContract from '#contract/hiring/document.ts'
import { notifications } from '#contract/notification/notification.ts'
import { runJobsOnce } from '#server/platform/jobs.ts'
import { booked } from '#server/testing/bookings.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { bookable, host, professional, service, space } from '#server/testing/people.ts'
import { refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

test('of two concurrent bookings one takes the last hours of a weekly quota, and then that week offers none', async () => {
  const { professional: stylist, agreementId, serviceId } = await bookable(kalli, { durationMinutes: 60 })
  await kalli.database.kysely
    .updateTable('agreements')
    .set({ quota_minutes: 60 })
    .where('id', '=', agreementId)
    .execute()
  const query = { professional: stylist.id, service: serviceId, from: '2026-11-23', to: '2026-11-30' }
  const days = (await kalli.visitor().call(slots, { query })).body.days
  const tokens = ['2026-11-23', '2026-11-24'].map(
    (date) => days.find((day) => day.date === date)?.slots[0]?.token ?? '',
  )
  const answers = await Promise.all(
    tokens.map((slotToken) => kalli.visitor().call(hold, { body: { slotToken } })),
  )
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409])
  assert.equal(
    answers.map((one) => (one.status === 409 ? refusalOf(one).code : '')).join(''),
    'slot_not_available',
  )
  const left = (await kalli.visitor().call(slots, { query })).body.days
  assert.deepEqual(
    left.map(({ date, slots }) => [date, slots.length > 0]),
    days.map(({ date }) => [date, date === '2026-11-30']),
    'Monday of the next week begins anew',
  )
})

test('a space that requires a document waits for it, and suspends the agreement when it expires', async () => {
  const stylist = await professional(kalli)
  const serviceId = await service(kalli, stylist.id)
  const owner = await host(kalli)
  const where = await space(kalli, owner)
  await kalli.database.kysely
    .updateTable('spaces')
    .set({ required_documents: ['license'] })
    .where('id', '=', where.id)
    .execute()
  const terms = { rent: { kind: 'per_hour', ratePerHourCents: 20_000 } } as const
  const drafted = (await stylist.person.call(contract.addApplication, { body: { spaceId: where.id, terms } }))
    .body
  const submit = () =>
    stylist.person.call(contract.submitApplication, {
      params: { id: drafted.id },
      body: { version: drafted.version },
    })
  assert.equal(refusalOf(await submit()).code, 'application_not_ready')
  const send = (text: string, validTo: string) =>
    stylist.person.call(documentContract.uploadPersonalDocument, {
      file: new Blob([text]),
      body: { kind: 'license', number: '1234567', validTo },
    })
  assert.equal(refusalOf(await send('hola', '2027-01-31')).code, 'not_a_paper')
  assert.equal(refusalOf(await send('%PDF-1.7', '2026-01-31')).code, 'paper_over')
  const sent = await send('%PDF-1.7 cédula', '2027-01-31')
  assert.equal(sent.status, 201, JSON.stringify(sent.body))
  const file = `/api/professional/documents/${sent.body.id}/file`
  assert.equal(
    (await owner.person.fetch('GET', file)).status,
    404,
    'the host sees that it is there, not the file',
  )
  assert.equal((await stylist.person.fetch('GET', file)).status, 200)
  await runJobsOnce(kalli)
  assert.equal((await stylist.person.call(documentContract.personalDocumentsOfMine)).body[0]?.status, 'valid')
  const applied = await submit()
  assert.equal(applied.status, 200)
  const body = { version: applied.body.version }
  assert.equal(
    (await owner.person.call(applicationReview.approveApplication, { params: { id: drafted.id }, body })).body
      .status,
    'approved',
  )
  await runJobsOnce(kalli)
  const reported = (await stylist.person.call(notifications)).body.map(({ title }) => title)
  assert.ok(
    reported.some((title) => title.startsWith('¡Aprobada!')),
    reported.join(),
  )

  const [current] = (await stylist.person.call(agreements)).body
  const printed = await owner.person.fetch('GET', `/api/agreements/${current?.id}/document`)
  assert.equal(printed.headers.get('content-type'), 'application/pdf')
  const stranger = await professional(kalli)
  assert.equal((await stranger.person.fetch('GET', `/api/agreements/${current?.id}/document`)).status, 404)

  // A month before its expiry and again in its last week, each once.
  const warnings = async () =>
    (await stylist.person.call(notifications)).body.filter(({ title }) => title.endsWith('está por vencer'))
      .length
  for (const [day, times] of [
    ['2027-01-02', 1],
    ['2027-01-03', 1],
    ['2027-01-24', 2],
    ['2027-01-25', 2],
  ] as const) {
    kalli.time.set(`${day}T16:00:00Z`)
    await runJobsOnce(kalli)
    assert.equal(await warnings(), times, day)
  }
  // In that week the agreement shows both parties the firm bookings after its last day.
  const endingOf = async (who: typeof stylist.person) =>
    (await who.call(agreements)).body[0]?.documentEnding ?? null
  const lastDay = '2027-01-31'
  assert.deepEqual(await endingOf(owner.person), { kind: 'license', lastDay, bookings: 0 })
  const at = {
    professional: stylist,
    host: owner,
    space: where,
    agreementId: current?.id ?? 0,
    serviceId,
  }
  const visit = (date: string) => booked(kalli, at, { date })
  await visit('2027-01-30')
  await visit('2027-02-01')
  assert.deepEqual(await endingOf(stylist.person), { kind: 'license', lastDay, bookings: 1 })

  kalli.time.set('2027-02-02T16:00:00Z')
  await runJobsOnce(kalli)
  const suspended = (await owner.person.call(agreements)).body[0]
  assert.deepEqual([suspended?.status, suspended?.missingDocuments], ['suspended', ['license']])
  assert.equal((await send('%PDF-1.7 nueva', '2028-01-31')).status, 201)
  await runJobsOnce(kalli)
  assert.equal((await owner.person.call(agreements)).body[0]?.status, 'active')
})

test('a notice ends an agreement after its days and not before, and a renewal needs both parties', async () => {
  const { professional: stylist, host: owner, agreementId } = await bookable(kalli)
  const params = { id: agreementId }
  const version = async () => (await stylist.person.call(agreements)).body[0]?.version ?? 0
  await kalli.database.kysely
    .updateTable('agreements')
    .set({ valid_to: new Date(kalli.clock().getTime() + 10 * 86_400_000) })
    .where('id', '=', agreementId)
    .execute()
  const requested = await stylist.person.call(renewAgreement, { params, body: { version: await version() } })
  assert.equal(requested.status, 200)
  const own = await stylist.person.call(renewAgreement, {
    params,
    body: { version: await version(), as: 'accept' },
  })
  assert.equal(refusalOf(own).code, 'agreement_not_movable')
  const renewed = await owner.person.call(renewAgreement, {
    params,
    body: { version: await version(), as: 'accept' },
  })
  assert.equal(renewed.body.validTo, null)
  const quote = await owner.person.call(terminateQuote, { params })
  assert.equal(quote.body.noticeDays, 7)
  const given = await owner.person.call(terminateAgreement, { params, body: { version: await version() } })
  assert.equal(given.body.status, 'active')
  kalli.time.advance(7 * 24 * 60 - 10)
  await runJobsOnce(kalli)
  assert.notEqual((await owner.person.call(agreements)).body[0]?.status, 'ended')
  kalli.time.advance(20)
  await runJobsOnce(kalli)
  assert.equal((await owner.person.call(agreements)).body[0]?.status, 'ended')
})
