/** What waits for a professional's answer, and what is left to close: in one list, by deadline, and gone once answered. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as contract from '#contract/booking/booking.ts'
import * as cancellation from '#contract/booking/cancellation.ts'
import * as attendance from '#contract/booking/attendance.ts'
import * as changes from '#contract/booking/change/change.ts'
import * as noShow from '#contract/booking/visit/no-show.ts'
import { openDispute } from '#contract/booking/settlement/dispute.ts'
import { ownTasks } from '#contract/figures/own-figures.ts'
import { requests } from '#contract/booking/request/request.ts'
import { drain } from '#server/platform/jobs.ts'
import {
  answersEach,
  booked,
  completeAsClient,
  contactOf,
  type Bookable,
  hereOf,
} from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

type Visit = Awaited<ReturnType<typeof booked>>

const minutesFrom = (instant: string, minutes: number) =>
  kalli.time.set(new Date(Date.parse(instant) + minutes * 60_000))

const propose = async ({ id, who, t }: Visit) => {
  const query = { t }
  const { body } = await who.call(changes.changeSlots, {
    params: { id },
    query: { ...query, as: 'client', from: '2026-11-26', to: '2026-11-26' },
  })
  const slot = body.days.flatMap(({ slots }) => slots)[0]
  assert.ok(slot)
  const quoted = await who.call(changes.changeQuote, {
    params: { id },
    query,
    body: { as: 'client', slotToken: slot.token },
  })
  const done = await who.call(changes.change, {
    params: { id },
    query,
    body: { quoteToken: quoted.body.token, note: 'Se me juntó todo.' },
  })
  assert.equal(done.status, 200, JSON.stringify(done.body))
}

const hostCancels = async (at: Bookable, { id }: Visit) => {
  const call = { params: { id }, query: {} }
  const quoted = await at.host.person.call(cancellation.cancelQuote, { ...call, body: { as: 'host' } })
  const done = await at.host.person.call(cancellation.cancel, {
    ...call,
    body: { quoteToken: quoted.body.token, reason: 'Se rompió la silla' },
  })
  assert.equal(done.status, 200, JSON.stringify(done.body))
}

const saysAbsent = async ({ id, who, t }: Visit) => {
  const { version } = (await who.call(contract.booking, { params: { id }, query: { t } })).body
  const done = await who.call(noShow.markNoShow, {
    params: { id },
    query: { t },
    body: { version, as: 'client' },
  })
  assert.equal(done.status, 200, JSON.stringify(done.body))
}

const serve = async (at: Bookable, { id, startsAt, endsAt, arrivalCode }: Visit, minutesLate = 0) => {
  const pro = at.professional.person
  const params = { id }
  minutesFrom(startsAt, 0)
  const came = await pro.call(attendance.checkIn, {
    params,
    body: arrivalCode === null ? await hereOf(kalli, id) : { code: arrivalCode },
  })
  assert.equal(came.status, 200, JSON.stringify(came.body))
  minutesFrom(endsAt, minutesLate)
  assert.equal((await pro.call(attendance.checkOut, { params, body: {} })).status, 200)
}
const complete = async ({ id }: Visit) => {
  const done = await completeAsClient(kalli, id)
  assert.equal(done.status, 200, JSON.stringify(done.body))
}

const requestedOf = async (who: Person) => {
  const answer = await who.call(requests, { query: { role: 'professional' } })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body.others
}
/** Without the onboarding tasks. */
const tasksOf = async (who: Person) =>
  (await who.call(ownTasks)).body.filter(({ kind }) => !['level', 'photo', 'bank'].includes(kind))
const kindsOf = async (who: Person) => (await requestedOf(who)).map(({ kind }) => kind)
const idsOf = async (
  who: Person,
  role: 'client' | 'professional',
  tab: 'upcoming' | 'waiting' | 'to_close' | 'past',
) => {
  const answer = await who.call(contract.bookings, { query: { role, tab } })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body.map(({ id }) => id)
}

test('pending requests need a session and the role, and another professional’s list is empty', async () => {
  const at = await people.bookable(kalli, { policyTier: 'fair' })
  const visit = await booked(kalli, at, { contact: contactOf() })
  await answersEach(at)
  await propose(visit)
  const query = { role: 'professional' } as const
  assert.equal((await kalli.visitor().call(requests, { query })).status, 401)
  const client = await people.signIn(kalli, await people.account(kalli))
  assert.equal(refusalOf(await client.call(requests, { query })).code, 'role_not_available')
  const other = await people.professional(kalli)
  assert.deepEqual(await requestedOf(other.person), [])
  assert.equal((await requestedOf(at.professional.person)).length, 1)
  const host = await at.host.person.call(requests, { query: { role: 'host' } })
  assert.deepEqual(host.body.others, [])
})

test('changes, rescues and absences are listed together by deadline, as in the tasks, and leave when answered or lapsed', async () => {
  const at = await people.bookable(kalli, { noticeMinutes: 0, units: 3 })
  const pro = at.professional.person
  const [missed, moved, rescued] = [
    await booked(kalli, at, { date: '2026-11-20', place: 4, contact: contactOf() }),
    await booked(kalli, at, { date: '2026-11-24', place: 2, contact: contactOf() }),
    await booked(kalli, at, { date: '2026-11-25', place: 2, contact: contactOf() }),
  ]
  minutesFrom(missed.startsAt, 20)
  // A professional whose bookings confirm instantly has no request to answer.
  await answersEach(at)
  await propose(moved)
  await saysAbsent(missed)
  await hostCancels(at, rescued)
  const requested = await requestedOf(pro)
  assert.deepEqual(
    requested.map(({ kind, booking }) => [kind, booking.id]),
    [
      // Two hours, twelve hours, a day.
      ['rescue', rescued.id],
      ['change', moved.id],
      ['absence', missed.id],
    ],
  )
  assert.equal(
    requested.every(
      ({ deadline }, place) => place === 0 || deadline >= (requested[place - 1]?.deadline ?? ''),
    ),
    true,
  )
  const tasks = await tasksOf(pro)
  assert.deepEqual(
    tasks.map(({ kind, id, deadline }) => [kind, id, deadline]),
    requested.map(({ kind, booking, deadline }) => [kind, booking.id, deadline]),
  )
  assert.match(tasks[1]?.text ?? '', /propone otra hora \(24 nov/)

  const { version } = (await pro.call(contract.booking, { params: { id: moved.id } })).body
  const answered = await pro.call(changes.answerChange, {
    params: { id: moved.id, answer: 'decline' },
    query: {},
    body: { as: 'professional', version },
  })
  assert.equal(answered.status, 200, JSON.stringify(answered.body))
  assert.deepEqual(await kindsOf(pro), ['rescue', 'absence'])
  kalli.time.advance(2 * 60)
  assert.deepEqual(await kindsOf(pro), ['absence'], 'nobody answers a rescue any more')
  kalli.time.advance(24 * 60)
  assert.deepEqual(await kindsOf(pro), [])
})

test('a visit whose hour has passed is among a client’s past visits, even before it is closed', async () => {
  const at = await people.bookable(kalli, { noticeMinutes: 0, units: 1 })
  const person = await people.signIn(kalli, await people.account(kalli))
  const one = await booked(kalli, at, { date: '2026-11-20', place: 4, who: person })
  const tabsOf = async (id: string) => ({
    upcoming: (await idsOf(person, 'client', 'upcoming')).includes(id),
    past: (await idsOf(person, 'client', 'past')).includes(id),
  })
  assert.deepEqual(await tabsOf(one.id), { upcoming: true, past: false })
  minutesFrom(one.startsAt, 24 * 60)
  assert.deepEqual(await tabsOf(one.id), { upcoming: false, past: true })
})

test('a problem and overtime wait for an answer in one list, and leave it once contested', async () => {
  const at = await people.bookable(kalli, { noticeMinutes: 0, units: 1 })
  const pro = at.professional.person
  const late = await booked(kalli, at, { date: '2026-11-20', place: 4, contact: contactOf() })
  await serve(at, late, 40)
  await complete(late)
  assert.deepEqual(await kindsOf(pro), ['overtime'])
  kalli.time.advance(60)
  const reported = await late.who.call(openDispute, {
    params: { id: late.id },
    query: { t: late.t },
    body: {
      as: 'client',
      subject: 'not_as_agreed',
      statement: 'No fue lo acordado.',
      photos: [],
      proofs: [],
    },
  })
  assert.equal(reported.status, 200, JSON.stringify(reported.body))
  assert.deepEqual(await kindsOf(pro), ['overtime', 'dispute'])
  const contested = await pro.call(openDispute, {
    params: { id: late.id },
    query: {},
    body: {
      as: 'professional',
      subject: 'overtime',
      statement: 'Salí a la hora.',
      photos: [],
      proofs: [],
    },
  })
  assert.equal(contested.status, 200, JSON.stringify(contested.body))
  assert.deepEqual(await kindsOf(pro), ['dispute'], 'what was said against it is said')
})

test('a visit moves from upcoming to open to past, by the clock and then by completion', async () => {
  const at = await people.bookable(kalli, { noticeMinutes: 0 })
  const pro = at.professional.person
  const first = await booked(kalli, at, { date: '2026-11-20', place: 4, contact: contactOf() })
  const second = await booked(kalli, at, { date: '2026-11-24', place: 4, contact: contactOf() })
  const tabs = async () => ({
    upcoming: await idsOf(pro, 'professional', 'upcoming'),
    to_close: await idsOf(pro, 'professional', 'to_close'),
    past: await idsOf(pro, 'professional', 'past'),
  })
  assert.deepEqual(await tabs(), { upcoming: [first.id, second.id], to_close: [], past: [] })
  minutesFrom(first.endsAt, 0)
  assert.deepEqual(
    await tabs(),
    { upcoming: [second.id], to_close: [first.id], past: [] },
    'nobody registered an arrival, and its hour is over',
  )
  kalli.time.set(testNow)
  await serve(at, first)
  assert.deepEqual(await tabs(), { upcoming: [second.id], to_close: [first.id], past: [] })
  await complete(first)
  assert.deepEqual(await tabs(), { upcoming: [second.id], to_close: [], past: [first.id] })
  const other = await people.professional(kalli)
  assert.deepEqual(await idsOf(other.person, 'professional', 'to_close'), [])
})

test('an unpaid rest stays among visits to close, tasks and the client’s pending items, however old', async () => {
  const at = await people.bookable(kalli, { noticeMinutes: 0, policyTier: 'fair' })
  const pro = at.professional.person
  await kalli.database.pool.query('update services set upfront_bp = 3000 where id = $1', [at.serviceId])
  const contact = contactOf()
  const who = await people.signIn(kalli, await people.account(kalli, { email: contact.email }))
  const one = await booked(kalli, at, { who, date: '2026-11-20', place: 4, contact })
  await serve(at, one)
  await kalli.database.pool.query(
    `update payments set card_ref = replace(card_ref, 'card_ok', 'card_later') where booking_id = $1`,
    [one.id],
  )
  await complete(one)
  await drain(kalli)
  assert.deepEqual(await idsOf(pro, 'professional', 'to_close'), [one.id])
  assert.deepEqual(await idsOf(pro, 'professional', 'past'), [one.id])
  assert.deepEqual(await idsOf(who, 'client', 'waiting'), [one.id])
  const tasks = await tasksOf(pro)
  assert.deepEqual(
    tasks.map(({ kind, id, deadline }) => [kind, id, deadline]),
    [['rest', one.id, null]],
  )
  // It remains pending, however old.
  kalli.time.advance(60 * 24 * 60)
  const later = await people.signIn(kalli, at.professional.accountId)
  assert.deepEqual(await idsOf(later, 'professional', 'to_close'), [one.id])
})

test('a client’s pending answers list proposed hours and places, and not visits without one', async () => {
  const at = await people.bookable(kalli, { noticeMinutes: 0, units: 3 })
  const contact = contactOf()
  const who = await people.signIn(kalli, await people.account(kalli, { email: contact.email }))
  const moved = await booked(kalli, at, { who, date: '2026-11-24', place: 2, contact })
  const rescued = await booked(kalli, at, { who, date: '2026-11-25', place: 2, contact })
  const plain = await booked(kalli, at, { who, date: '2026-11-26', place: 2, contact })
  assert.deepEqual(await idsOf(who, 'client', 'waiting'), [])
  const pro = at.professional.person
  const { body } = await pro.call(changes.changeSlots, {
    params: { id: moved.id },
    query: { as: 'professional', from: '2026-11-27', to: '2026-11-27' },
  })
  const slot = body.days.flatMap(({ slots }) => slots)[0]
  assert.ok(slot)
  const quoted = await pro.call(changes.changeQuote, {
    params: { id: moved.id },
    query: {},
    body: { as: 'professional', slotToken: slot.token },
  })
  await pro.call(changes.change, {
    params: { id: moved.id },
    query: {},
    body: { quoteToken: quoted.body.token, note: '' },
  })
  await hostCancels(at, rescued)
  assert.deepEqual(await idsOf(who, 'client', 'waiting'), [moved.id, rescued.id])
  assert.deepEqual(await idsOf(who, 'client', 'upcoming'), [moved.id, rescued.id, plain.id])
  assert.deepEqual(await kindsOf(pro), ['rescue'], 'who proposed it is not asked')
})

test('an e-mail about a visit opens that visit, and its host’s e-mail opens the day', async () => {
  const at = await people.bookable(kalli)
  const one = await booked(kalli, at, { date: '2026-11-24', place: 2, contact: contactOf() })
  await drain(kalli)
  const { rows } = await kalli.database.pool.query<{ professional: number; host: number }>(
    `select count(*) filter (where body_text like '%/professional-appointments?visit=' || $1 || '%')::int as professional,
      count(*) filter (where subject like 'Nueva reserva%' and body_text like '%/host-availability?date=2026-11-24%')::int as host from mails`,
    [one.id],
  )
  assert.equal(rows[0]?.professional, 1)
  assert.ok((rows[0]?.host ?? 0) >= 1)
})
