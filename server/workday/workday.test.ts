/** The search of the working day and its counts, over HTTP: each person finds their own data only. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as figures from '#contract/figures/own-figures.ts'
import { bookings } from '#contract/booking/booking.ts'
import * as cancellation from '#contract/booking/cancellation.ts'
import { saveException } from '#contract/availability/availability.ts'
import { addApplication, submitApplication } from '#contract/hiring/application.ts'
import { requestInfo } from '#contract/hiring/application-review.ts'
import { reviewDocument, waitingDocuments } from '#contract/hiring/document.ts'
import { invitations, sendInvitation } from '#contract/hiring/invitation.ts'
import { chargebacks } from '#contract/payment/chargeback.ts'
import { contestedDeposits } from '#contract/booking/settlement/deposit.ts'
import { disputesToDecide } from '#contract/booking/settlement/dispute.ts'
import { contestedNoShows } from '#contract/booking/visit/no-show.ts'
import { reviewQueue } from '#contract/review/review.ts'
import { reportedReviews } from '#contract/review/visit-review.ts'
import { adminWaiting } from '#contract/workday/admin-waiting.ts'
import { findInWork } from '#contract/workday/found.ts'
import { joinWaitlist, professionalWaitlist } from '#contract/booking/waitlist/waitlist.ts'
import { waitingInWork } from '#contract/workday/waiting.ts'
import { sql } from 'kysely'
import { administrator } from '#server/testing/world.ts'
import { answersEach, booked, type Bookable, contactOf, requested } from '#server/testing/bookings.ts'
import * as people from '#server/testing/people.ts'
import { refusalOf } from '#server/testing/person.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'

let kalli: TestServer
let at: Bookable
let other: Bookable
before(async () => {
  kalli = await startTestServer()
  at = await people.bookable(kalli, { noticeMinutes: 0 })
  other = await people.bookable(kalli, { noticeMinutes: 0 })
})
after(() => kalli.close())

const foundBy = async (q: string, as: 'professional' | 'host', of = at) => {
  const { person } = as === 'host' ? of.host : of.professional
  const answer = await person.call(findInWork, { query: { q, as } })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}

test('a professional finds a client by any part of a name, without accents, and by telephone', async () => {
  const contact = { ...contactOf(), firstName: 'Íñigo', lastName: 'Peñaloza Ruiz', phone: '5587654321' }
  const visit = await booked(kalli, at, { date: '2026-11-20', place: 4, contact })
  for (const q of ['inigo', 'PEÑALOZA', 'penal ini', '8765 4321']) {
    const found = await foundBy(q, 'professional')
    assert.deepEqual(
      found.people.map(({ name }) => name),
      ['Íñigo Peñaloza Ruiz'],
      q,
    )
    assert.deepEqual(
      found.bookings.map(({ id }) => id),
      [visit.id],
      q,
    )
  }
  // Two digits would match everyone, and a pattern character is literal.
  for (const q of ['87', '%', '_', 'nadie'])
    assert.deepEqual(await foundBy(q, 'professional'), { people: [], bookings: [] }, q)
  // Another professional's client is not found.
  assert.deepEqual(await foundBy('inigo', 'professional', other), { people: [], bookings: [] })
})

test('a search by telephone finds no requested or cancelled visit, whose telephone the list hides', async () => {
  await answersEach(other)
  const asks = { ...contactOf(), firstName: 'Noemí', phone: '+525511223344' }
  const request = await requested(kalli, other, { date: '2026-11-20', contact: asks })
  assert.deepEqual(
    (await foundBy('noemi', 'professional', other)).bookings.map(({ id }) => id),
    [request.id],
  )
  assert.deepEqual(await foundBy('11223344', 'professional', other), { people: [], bookings: [] })

  const { person } = at.professional
  const leaves = { ...contactOf(), firstName: 'Berta', phone: '+525522223333' }
  const cancelled = await booked(kalli, at, { date: '2026-11-20', place: 1, contact: leaves })
  assert.equal((await foundBy('22223333', 'professional')).bookings.length, 1)
  const params = { id: cancelled.id }
  const quoted = await person.call(cancellation.cancelQuote, { params, body: { as: 'professional' } })
  const body = { quoteToken: quoted.body.token, reason: 'Un imprevisto.' }
  assert.equal((await person.call(cancellation.cancel, { params, body })).status, 200)
  assert.deepEqual(
    (await foundBy('berta', 'professional')).bookings.map(({ id }) => id),
    [cancelled.id],
  )
  assert.deepEqual(await foundBy('22223333', 'professional'), { people: [], bookings: [] })
})

test('upcoming visits come first, the soonest at the top', async () => {
  const contact = { ...contactOf(), firstName: 'Abril', lastName: 'Zamora' }
  const late = await booked(kalli, at, { date: '2026-11-27', place: 6, contact })
  const soon = await booked(kalli, at, { date: '2026-11-23', place: 6, contact })
  const { bookings } = await foundBy('abril', 'professional')
  assert.deepEqual(
    bookings.map(({ id }) => id),
    [soon.id, late.id],
  )
  assert.equal(bookings[0]?.date, '2026-11-23')
})

test('a host finds professionals of their spaces by agreement and booking, and never a client', async () => {
  const contact = { ...contactOf(), firstName: 'Xóchitl', lastName: 'Secreta' }
  await booked(kalli, at, { date: '2026-11-24', place: 2, contact })
  const { body: profile } = await at.host.person.call(findInWork, { query: { q: 'a', as: 'host' } })
  const [known] = profile.people
  assert.ok(known !== undefined, 'the agreement')
  const found = await foundBy(known.name, 'host')
  assert.ok(found.people.length > 0 && found.bookings.length > 0)
  assert.deepEqual(await foundBy('xochitl', 'host'), { people: [], bookings: [] })
  assert.deepEqual(await foundBy('secreta', 'host'), { people: [], bookings: [] })
})

test('an account without the role and an empty query are refused', async () => {
  const client = await people.signIn(kalli, await people.account(kalli))
  for (const as of ['professional', 'host'] as const) {
    assert.equal(
      refusalOf(await client.call(findInWork, { query: { q: 'ana', as } })).code,
      'role_not_available',
    )
    assert.equal(refusalOf(await client.call(waitingInWork, { query: { as } })).code, 'role_not_available')
  }
  const { person } = at.professional
  assert.equal(
    refusalOf(await person.call(findInWork, { query: { q: '  ', as: 'professional' } })).code,
    'invalid_input',
  )
  // A professional is no host.
  assert.equal(
    refusalOf(await person.call(findInWork, { query: { q: 'ana', as: 'host' } })).code,
    'role_not_available',
  )
})

test('the counts equal the lists behind them', async () => {
  const { person } = at.professional
  const { body: list } = await person.call(figures.ownTasks, {})
  const { body } = await person.call(waitingInWork, { query: { as: 'professional' } })
  assert.equal(body.tasks, list.length)
  assert.ok(body.answers <= body.tasks)
})

const terms = { rent: { kind: 'per_hour', ratePerHourCents: 18_000 } } as const

/** One of each waits for the professional: a client for an hour, an invitation, and a host's question about an application. */
const oneOfEach = async ({ id, person }: Bookable['professional'], service: number) => {
  const client = await people.signIn(kalli, await people.account(kalli))
  const day = '2026-11-25'
  // Too short for the service: nothing is free that day.
  const windows = [{ fromMinute: 600, toMinute: 630 }]
  const saved = await person.call(saveException, { query: {}, body: { date: day, windows } })
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  const joined = await client.call(joinWaitlist, {
    body: { professional: id, service, from: day, to: day, parts: ['morning'] },
  })
  assert.equal(joined.status, 201, JSON.stringify(joined.body))
  const owner = await people.host(kalli)
  await people.reachLevel(kalli, owner.accountId, 1)
  const [inviting, answering] = [await people.space(kalli, owner), await people.space(kalli, owner)]
  const invited = await owner.person.call(sendInvitation, {
    body: { professionalId: id, spaceId: inviting.id, terms, message: 'Ven a conocernos.' },
  })
  assert.equal(invited.status, 201, JSON.stringify(invited.body))
  const drafted = await person.call(addApplication, {
    body: { spaceId: answering.id, terms, expectedMinutes: 600 },
  })
  const params = { id: drafted.body.id }
  const { version } = drafted.body
  const { body: sent } = await person.call(submitApplication, { params, body: { version } })
  const question = await owner.person.call(requestInfo, {
    params,
    body: { version: sent.version, text: '¿Qué días vendrías?' },
  })
  assert.equal(question.status, 200, JSON.stringify(question.body))
}

test('each count of a tool equals its list, and counts nothing of another professional', async () => {
  const { person } = at.professional
  const ofTool = async (who = person) =>
    (await who.call(waitingInWork, { query: { as: 'professional' } })).body
  const before = await ofTool()
  await oneOfEach(at.professional, at.serviceId)
  const visit = await booked(kalli, at, { date: '2026-11-20', place: 2 })
  kalli.time.set(new Date('2026-11-20T23:59:00.000-06:00'))
  const listed = await person.call(bookings, { query: { role: 'professional', tab: 'to_close', limit: 100 } })
  const after = await ofTool()
  assert.ok(listed.body.some(({ id }) => id === visit.id))
  assert.equal(after.close, listed.body.length)
  assert.ok(after.close > before.close)
  const waiting = await person.call(professionalWaitlist, {})
  assert.deepEqual([after.waitlist, waiting.body.entries.length], [1, 1])
  const others = await ofTool(other.professional.person)
  assert.deepEqual([others.close, others.waitlist, others.invitations, others.hiring], [0, 0, 0, 0])
  const list = (await person.call(figures.ownTasks, {})).body
  const ofKind = (...kinds: string[]) => list.filter(({ kind }) => kinds.includes(kind)).length
  assert.deepEqual(
    [after.invitations, after.hiring],
    [ofKind('invitation'), ofKind('application', 'expiring')],
  )
  const box = await person.call(invitations, { query: { box: 'in' } })
  assert.deepEqual([after.invitations, box.body.length, after.hiring], [1, 1, 1])
  kalli.time.set(testNow)
})

test('an administrator sees how many items wait in each list, until they are decided', async () => {
  const admin = await administrator(kalli)
  const { rows } = await sql<{ id: string }>`
    insert into documents (id, owner_kind, owner_id, kind, status, file_key, file_type, file_bytes, uploaded_at)
    select id, 'professional', ${at.professional.id}, 'license', 'in_review', 'documents/' || id, 'application/pdf', 9,
      ${kalli.clock()} from gen_random_uuid() id returning id`.execute(kalli.database.kysely)
  const id = rows[0]?.id ?? assert.fail()
  const { body } = await admin.call(adminWaiting, {})
  assert.ok(body.papers > 0)
  assert.deepEqual(body, {
    listings: (await admin.call(reviewQueue, { query: {} })).body.waiting,
    papers: (await admin.call(waitingDocuments)).body.length,
    messages: 0,
    reviews: (await admin.call(reportedReviews)).body.length,
    noShows: (await admin.call(contestedNoShows)).body.noShows.length,
    deposits: (await admin.call(contestedDeposits)).body.deposits.length,
    disputes: (await admin.call(disputesToDecide)).body.disputes.length,
    chargebacks: (await admin.call(chargebacks)).body.chargebacks.length,
  })
  await admin.call(reviewDocument, { params: { id }, body: { decision: 'accept', validTo: '2030-01-31' } })
  assert.equal((await admin.call(adminWaiting, {})).body.papers, body.papers - 1)
  assert.equal((await at.host.person.call(adminWaiting, {})).status, 403)
})
