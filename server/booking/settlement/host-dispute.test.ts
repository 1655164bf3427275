/**
 * A host's disputes: only theirs, their turn first, each with its deadline, page by page; pending ones are notified and among their tasks.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import * as attendance from '#contract/booking/attendance.ts'
import * as contract from '#contract/booking/settlement/dispute.ts'
import * as disputeSubject from '#contract/booking/settlement/dispute-subject.ts'
import { tasks } from '#contract/figures/figures.ts'
import { hostDisputes, hostDisputesWaiting } from '#contract/booking/settlement/host-dispute.ts'
import { ownTasks } from '#contract/figures/own-figures.ts'
import { notifications } from '#contract/notification/notification.ts'
import { drain } from '#server/platform/jobs.ts'
import { moveDue } from '#server/booking/settlement/dispute-deadline.ts'
import { completeAsClient, booked, contactOf, type Bookable, hereOf } from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { refusalOf, type Person } from '#server/testing/person.ts'
import { administrator } from '#server/testing/world.ts'

let kalli: TestServer
let admin: Person
let picture: Uint8Array<ArrayBuffer>
before(async () => {
  kalli = await startTestServer()
  admin = await administrator(kalli)
  const { default: sharp } = await import('sharp')
  const made = await sharp({ create: { width: 120, height: 90, channels: 3, background: '#a33' } })
    .png()
    .toBuffer()
  picture = Uint8Array.from(made)
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

/** An hour and a half at $200.00 an hour on the same day, after the earlier ones. */
const arranged = (at: Bookable) => booked(kalli, at, { date: '2026-11-20', contact: contactOf() })
type Given = Awaited<ReturnType<typeof arranged>>

/** Completed and closed. */
const give = async (at: Bookable, one: Given) => {
  const params = { id: one.id }
  const { person } = at.professional
  kalli.time.set(one.startsAt)
  await person.call(attendance.checkIn, { params, body: await hereOf(kalli, params.id) })
  kalli.time.set(one.endsAt)
  await person.call(attendance.checkOut, { params, body: {} })
  const done = await completeAsClient(kalli, params.id)
  assert.equal(done.status, 200, JSON.stringify(done.body))
}

type Side = 'client' | 'professional' | 'host'

/** Reports it, by default with a photo, and damage and a loss also with another person's statement. */
const report = async (at: Bookable, one: Given, as: Side, subject: disputeSubject.DisputeSubject) => {
  const said = await sayOf(at, one, as, subject)
  assert.equal(said.status, 200, JSON.stringify(said.body))
  return said.body.disputes[0] ?? assert.fail('nothing was said')
}

const sayOf = async (
  at: Bookable,
  one: Given,
  as: Side,
  subject: disputeSubject.DisputeSubject,
  shows = true,
) => {
  const who = { client: one.who, professional: at.professional.person, host: at.host.person }[as]
  const link = as === 'client' ? { t: one.t } : {}
  const photo = async () => {
    const id = randomUUID()
    const sent = await who.call(contract.disputePhoto, {
      params: { id: one.id, photo: id },
      query: { ...link, as },
      file: new Blob([picture], { type: 'image/png' }),
    })
    assert.equal(sent.status, 200, JSON.stringify(sent.body))
    return id
  }
  return who.call(contract.openDispute, {
    params: { id: one.id },
    query: link,
    body: {
      as,
      subject,
      statement: 'No fue lo que acordamos.',
      photos: shows ? [await photo()] : [],
      proofs: shows && (subject === 'damage' || subject === 'missing') ? [await photo()] : [],
    },
  })
}

const listOf = async (who: Person, limit = 20) => {
  const all = []
  let next: string | null = `/api/host/disputes?limit=${limit}`
  while (next !== null) {
    const response: Response = await who.fetch('GET', next)
    assert.equal(response.status, 200)
    all.push(...hostDisputes.reply.parse(JSON.parse(await response.text())))
    next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1] ?? null
  }
  return all
}
const waitingOf = async (who: Person) => (await who.call(hostDisputesWaiting)).body

test('a host without problems has an empty list, and a visitor, client or professional has none', async () => {
  const { person } = await people.host(kalli)
  assert.deepEqual(await listOf(person), [])
  assert.deepEqual(await waitingOf(person), { count: 0, until: null })
  const professional = await people.professional(kalli)
  for (const endpoint of [hostDisputes, hostDisputesWaiting] as const) {
    assert.equal((await kalli.visitor().call(endpoint)).status, 401)
    assert.equal((await professional.person.call(endpoint)).status, 403)
  }
  const bad = await person.call(hostDisputes, { query: { cursor: 'bm90aGluZw' } })
  assert.equal(refusalOf(bad).code, 'invalid_input')
})

test('lists disputes to answer by deadline, then those awaiting others, then those under review and decided', async () => {
  const at = await people.bookable(kalli, { noticeMinutes: 0, units: 4 })
  const neighbour = await people.bookable(kalli, { noticeMinutes: 0 })
  const visits: Given[] = []
  for (let count = 0; count < 4; count += 1) visits.push(await arranged(at))
  for (const one of visits) await give(at, one)
  const [first, second, third, fourth] = visits
  assert.ok(first && second && third && fourth)
  kalli.time.set(fourth.endsAt)
  const decidedLater = await report(at, first, 'professional', 'place')
  kalli.time.advance(30)
  const later = await report(at, second, 'client', 'place')
  kalli.time.advance(30)
  const latest = await report(at, third, 'professional', 'place')
  const damage = await report(at, fourth, 'host', 'damage')
  // At the host's place but not about it: it is between the client and her professional.
  await report(at, third, 'client', 'not_as_agreed')

  const host = at.host.person
  const open = await listOf(host)
  assert.deepEqual(
    open.map(({ id, group }) => [id, group]),
    [
      [decidedLater.id, 'answer'],
      [later.id, 'answer'],
      [latest.id, 'answer'],
      [damage.id, 'waits'],
    ],
  )
  const [, requested] = open
  assert.ok(requested)
  assert.deepEqual(
    [
      requested.bookingId,
      requested.openedBy,
      requested.other.side,
      requested.subject,
      requested.line,
      requested.lineCents,
    ],
    [second.id, 'client', 'client', 'place', 'rent', 30_000],
  )
  assert.equal(requested.until, later.answerBy)
  assert.equal(requested.frozenCents, 28_500, 'of the host’s own money')
  assert.equal(open[3]?.frozenCents, 0, 'what waits of a damage is the professional’s')
  assert.deepEqual(await waitingOf(host), { count: 3, until: decidedLater.answerBy })
  for (const limit of [1, 2, 3]) assert.deepEqual(await listOf(host, limit), open)

  // A stranger sees nothing of it in the list, the count or the visit itself.
  const stranger = neighbour.host.person
  assert.deepEqual(await listOf(stranger), [])
  assert.equal((await waitingOf(stranger)).count, 0)
  assert.equal(
    (await stranger.call(contract.disputes, { params: { id: second.id }, query: { as: 'host' } })).status,
    404,
  )
  assert.deepEqual(
    (await stranger.call(tasks)).body.filter(({ kind }) => kind === 'problem'),
    [],
  )

  // It links to where it is answered, and is answered there.
  const mine = (await host.call(tasks)).body.filter(({ kind }) => kind === 'problem')
  assert.deepEqual(
    mine.map(({ id, deadline }) => [id, deadline]),
    open.slice(0, 3).map(({ bookingId, until }) => [bookingId, until]),
  )
  assert.match(mine[1]?.text ?? '', /reportó un problema en /)
  const theirs = (await at.professional.person.call(ownTasks)).body.filter(({ kind }) => kind === 'dispute')
  assert.deepEqual(
    theirs.map(({ id }) => id).toSorted(),
    [third.id, fourth.id].toSorted(),
    'the professional has theirs: the service, and the damage',
  )
  const move = (who: Person, one: { id: string; version: number }, as: Side, name: 'answer' | 'withdraw') =>
    who.call(contract.moveDispute, {
      params: { id: one.id, move: name },
      body: { version: one.version, as, text: 'El lugar estaba limpio.', photos: [] },
    })
  assert.equal((await move(host, decidedLater, 'host', 'answer')).status, 200)
  assert.equal((await move(host, later, 'host', 'answer')).status, 200)
  const decided = await admin.call(contract.decideDispute, {
    params: { id: decidedLater.id },
    body: { version: 2, outcome: 'half', chargedTo: 'host', reason: 'Leí lo que dicen las dos partes.' },
  })
  assert.equal(decided.status, 200, JSON.stringify(decided.body))
  const after = await listOf(host)
  assert.deepEqual(
    after.map(({ id, group }) => [id, group]),
    [
      [latest.id, 'answer'],
      [damage.id, 'waits'],
      [later.id, 'review'],
      [decidedLater.id, 'decided'],
    ],
  )
  assert.match(after[3]?.decided ?? '', /^\$150 de la renta del espacio, a cargo del espacio/)
  assert.ok(after[3]?.until, 'until when it may be appealed')
  assert.equal((await waitingOf(host)).count, 1)
  // Silence decides, and it is no task any more; the latest decision comes first.
  kalli.time.advance(48 * 60)
  await moveDue(kalli.work())
  const silent = await listOf(host)
  assert.deepEqual(
    silent.map(({ id, group }) => [id, group]),
    [
      [later.id, 'review'],
      [latest.id, 'decided'],
      [damage.id, 'decided'],
      [decidedLater.id, 'decided'],
    ],
  )
  assert.deepEqual(await waitingOf(host), { count: 0, until: null })
  assert.deepEqual(
    (await host.call(tasks)).body.filter(({ kind }) => kind === 'problem'),
    [],
  )
  for (const limit of [1, 2]) assert.deepEqual(await listOf(host, limit), silent)
})

test('the database refuses a dispute that names another host than its visit', async () => {
  const at = await people.bookable(kalli, { noticeMinutes: 0 })
  const other = await people.host(kalli)
  const one = await arranged(at)
  await give(at, one)
  const said = await report(at, one, 'professional', 'place')
  const { pool } = kalli.database
  await assert.rejects(
    pool.query('update disputes set host_id = $2 where id = $1', [said.id, other.id]),
    /names another host/,
  )
  const { rows } = await pool.query<{ host_id: number }>('select host_id from disputes where id = $1', [
    said.id,
  ])
  assert.equal(Number(rows[0]?.host_id), at.host.id)
})

const hostSubjects = ['missing', 'dirty', 'left_late', 'extra_people', 'noise', 'other'] as const

test('a host reports what happens at a place, at most for the rent; a photo decides without an answer, words alone are decided by Kalli', async () => {
  assert.deepEqual(disputeSubject.DisputeSubject.options.filter(disputeSubject.isOfHost), hostSubjects)
  const at = await people.bookable(kalli, { noticeMinutes: 0, units: hostSubjects.length })
  const visits: Given[] = []
  for (const _ of hostSubjects) visits.push(await arranged(at))
  for (const one of visits) await give(at, one)
  const [first] = visits
  assert.ok(first)
  // Three days, like a damage; only a host reports these, and what can be shown must be.
  const { professional } = at
  kalli.time.set(new Date(Date.parse(first.endsAt) + 71 * 3_600_000))
  for (const as of ['client', 'professional'] as const)
    assert.equal(refusalOf(await sayOf(at, first, as, 'dirty')).code, 'dispute_not_movable')
  for (const subject of ['dirty', 'missing'] as const)
    assert.equal(refusalOf(await sayOf(at, first, 'host', subject, false)).code, 'invalid_input')
  for (const [place, subject] of hostSubjects.entries()) {
    const one = visits[place] ?? assert.fail()
    const needsEvidence = subject === 'missing' || subject === 'dirty'
    const said = await sayOf(at, one, 'host', subject, needsEvidence)
    assert.equal(said.status, 200, JSON.stringify(said.body))
    const [made] = said.body.disputes
    assert.deepEqual(
      [made?.line, made?.lineCents, made?.respondent, made?.proofs.length],
      ['damage', 30_000, 'professional', subject === 'missing' ? 1 : 0],
    )
  }
  await drain(kalli)
  const { body: notices } = await professional.person.call(notifications)
  const messages = notices
    .filter(({ title }) => title === 'Reportaron un problema: responde')
    .map(({ message }) => message)
  assert.equal(messages.length, hostSubjects.length)
  assert.ok(messages.some((text) => /: dejó sucio el lugar\. .*se resuelve a su favor/.test(text)))
  assert.ok(messages.some((text) => /: salió tarde\. .*si no, decide Kalli/.test(text)))
  kalli.time.advance(48 * 60)
  await moveDue(kalli.work())
  const groups = new Map((await listOf(at.host.person)).map((one) => [one.subject, one]))
  for (const subject of hostSubjects)
    assert.equal(
      groups.get(subject)?.group,
      subject === 'missing' || subject === 'dirty' ? 'decided' : 'review',
      subject,
    )
  assert.match(groups.get('missing')?.decided ?? '', /^\$300 de lo que reclama el espacio/)
  assert.match(groups.get('dirty')?.decided ?? '', /^\$150 de lo que reclama el espacio/)
  // Staff read the subject, and decide.
  const { disputes } = (await admin.call(contract.disputesToDecide)).body
  const noise = disputes.find(({ subject, bookingId }) => subject === 'noise' && bookingId === visits[4]?.id)
  assert.ok(noise)
  const decided = await admin.call(contract.decideDispute, {
    params: { id: noise.id },
    body: {
      version: noise.version,
      outcome: 'quarter',
      chargedTo: 'professional',
      reason: 'Lo confirmó la vecina.',
    },
  })
  assert.equal(decided.status, 200, JSON.stringify(decided.body))
})

test('the database refuses a host’s subject of another party, about another line, or without what shows it', async () => {
  const at = await people.bookable(kalli, { noticeMinutes: 0 })
  const one = await arranged(at)
  await give(at, one)
  const insert = (subject: string, openedBy: string, respondent: string, line: string) =>
    kalli.database.pool.query(
      `insert into disputes (id, booking_id, opened_by, respondent, subject, line, line_cents, state, statement, opened_at, answer_by, host_id)
       select gen_random_uuid(), id, $2, $3, $4, $5, 100, 'waiting', 'x', $6::timestamptz, $6::timestamptz + interval '48 hours',
         case when 'host' in ($2, $3) then host_id end from bookings where id = $1`,
      [one.id, openedBy, respondent, subject, line, kalli.clock()],
    )
  const bySubject = { constraint: 'disputes_of_hosts' }
  await assert.rejects(insert('noise', 'client', 'professional', 'service'), bySubject)
  await assert.rejects(insert('other', 'host', 'professional', 'service'), bySubject)
  for (const subject of ['dirty', 'missing'])
    await assert.rejects(insert(subject, 'host', 'professional', 'damage'), { constraint: 'disputes_shown' })
  await assert.rejects(insert('late', 'host', 'professional', 'damage'), {
    constraint: 'disputes_subject_check',
  })
  await insert('noise', 'host', 'professional', 'damage')
})
