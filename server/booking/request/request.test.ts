/** A professional who answers each request: requested, accepted, declined, withdrawn, and expired (B3, B6–B8). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { hourMs } from '#contract/platform/duration.ts'
import { explainSlots } from '#contract/availability/availability.ts'
import * as contract from '#contract/booking/booking.ts'
import * as holds from '#contract/booking/hold.ts'
import * as cancellations from '#contract/booking/cancellation.ts'
import * as request from '#contract/booking/request/request.ts'
import { community } from '#contract/notification/notification.ts'
import { respondBy } from '#server/booking/moves/rules.ts'
import { lapseDue } from '#server/booking/request/request.ts'
import { drain, runJobsOnce } from '#server/platform/jobs.ts'
import {
  answersEach,
  claimsOf,
  contactOf,
  held,
  movesOf,
  pay,
  requested,
  slotsOn,
  type Bookable,
} from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'
import { race } from '#server/testing/crash/race.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

const requestWorld = async (values: Parameters<typeof people.bookable>[1] = {}) => {
  const at = await people.bookable(kalli, values)
  await answersEach(at)
  return at
}

const accept = (who: Person, { id, version }: { id: string; version: number }) =>
  who.call(request.acceptRequest, { params: { id }, body: { as: 'professional', version } })
const decline = (who: Person, { id, version }: { id: string; version: number }) =>
  who.call(request.declineRequest, {
    params: { id },
    body: { as: 'professional', version, reason: 'no_time' },
  })
const waiting = async ({ professional }: Bookable) =>
  (await professional.person.call(request.requests, { query: { role: 'professional' } })).body
const seenBy = async (who: Person, id: string, t?: string) =>
  (await who.call(contract.booking, { params: { id }, query: t === undefined ? {} : { t } })).body

const moneyOf = async (id: string) => {
  const { rows } = await kalli.database.pool.query<{ status: string; captured: number; funds: number }>(
    `select status, captured_cents as captured,
       (select coalesce(sum(amount_cents), 0)::int from entries join journals on id = journal_id
         where journals.booking_id = payments.booking_id and account in (2010, 2040)) as funds
     from payments where booking_id = $1`,
    [id],
  )
  return rows[0]
}

const emailsTo = async (email: string) => {
  const { rows } = await kalli.database.pool.query<{ subject: string; text: string }>(
    'select subject, body_text as text from mails where to_address = $1 order by id',
    [email],
  )
  return rows
}

test('the deadline is a quarter of the time left, from twenty minutes to twelve hours, and an hour before the start', () => {
  const now = new Date('2026-11-20T16:00:00Z')
  const wait = (hours: number) =>
    (respondBy(new Date(now.getTime() + hours * hourMs), now).getTime() - now.getTime()) / 60_000
  assert.deepEqual(
    [1, 1.2, 1.4, 2, 4, 48, 480].map((hours) => Math.round(wait(hours))),
    [0, 12, 21, 30, 60, 720, 720],
  )
})

test('payment makes a request: all claims are held, nothing is charged, and each party sees only its own details', async () => {
  const at = await requestWorld()
  const contact = contactOf()
  const one = await requested(kalli, at, { contact })
  // 120 h 30 min ahead: twelve hours.
  assert.equal(one.request?.respondBy, '2026-11-21T04:00:00.000Z')
  assert.deepEqual(one.request?.waitsFor, ['professional'])
  assert.deepEqual(
    [one.place.address, one.arrivalCode, one.hasReceipt, one.payment?.status, one.payment?.capturedCents],
    [null, null, false, 'authorized', 0],
  )
  const claims = await claimsOf(kalli, one.id)
  assert.deepEqual(
    claims.map(({ state, expires_at }) => [state, expires_at?.toISOString()]),
    Array.from({ length: 3 }, () => ['hold', '2026-11-21T04:00:00.000Z']),
  )
  const { bookings } = await waiting(at)
  assert.deepEqual(
    bookings.map(({ id, client, totalCents }) => [id, client?.firstName, client?.phone, totalCents]),
    [[one.id, 'Lucía', null, 100_000]],
  )
  // The host's time is held, and of the client the host learns only a first name.
  const host = await seenBy(at.host.person, one.id)
  assert.deepEqual([host.client?.lastName, host.totalCents], [null, null])

  await drain(kalli)
  const [emailMessage] = await emailsTo(contact.email)
  assert.match(emailMessage?.subject ?? '', /^Solicitud enviada/)
  const { body: notices } = await at.professional.person.call(community)
  assert.match(notices[0]?.title ?? '', /^Solicitud por responder/)
  assert.equal((await at.host.person.call(community)).body.length, 0)
})

test('an acceptance confirms the visit with its code and usual charge, and a second acceptance is refused', async () => {
  const at = await requestWorld()
  const contact = contactOf()
  const one = await requested(kalli, at, { contact })
  await drain(kalli)
  const [shown] = (await waiting(at)).bookings
  assert.ok(shown)
  const stale = await accept(at.professional.person, { ...shown, version: shown.version - 1 })
  assert.equal(refusalOf(stale).code, 'stale_version')
  const said = await accept(at.professional.person, shown)
  assert.equal(said.status, 200, JSON.stringify(said.body))
  assert.deepEqual([said.body.status, said.body.client?.phone], ['confirmed', contact.phone])
  assert.equal(refusalOf(await accept(at.professional.person, said.body)).code, 'move_not_allowed')
  const mine = await seenBy(one.who, one.id, one.t)
  assert.deepEqual([mine.status, mine.arrivalCode?.length, mine.hasReceipt], ['confirmed', 6, true])
  // Charged a day before, as any other.
  assert.equal(mine.payment?.captureAt, new Date(Date.parse(mine.startsAt) - 24 * hourMs).toISOString())
  assert.ok((await claimsOf(kalli, one.id)).every(({ state }) => state === 'firm'))
  assert.deepEqual(await movesOf(kalli, one.id), [
    'hold by client',
    'pay by client',
    'request by platform',
    'accept by professional',
  ])
  await runJobsOnce(kalli)
  assert.deepEqual(
    (await emailsTo(contact.email)).map(({ subject }) => subject.split(':')[0]),
    ['Solicitud enviada', 'Reserva confirmada'],
  )
  assert.deepEqual((await waiting(at)).bookings, [])
  assert.equal((await waiting(at)).answered, 1)
})

test('an accepted request within a day is charged at once', async () => {
  const at = await requestWorld({ noticeMinutes: 0 })
  const one = await requested(kalli, at, { date: '2026-11-20', place: 6 })
  assert.equal((await moneyOf(one.id))?.captured, 0)
  await runJobsOnce(kalli)
  assert.equal((await moneyOf(one.id))?.captured, 0, 'nothing is charged while it waits')
  assert.equal((await accept(at.professional.person, one)).status, 200)
  assert.deepEqual(await moneyOf(one.id), { status: 'captured', captured: 100_000, funds: -100_000 })
})

test('a refusal shows its reason, releases card and time, and offers three other hours nearby', async () => {
  const at = await requestWorld()
  const contact = contactOf()
  const one = await requested(kalli, at, { contact })
  const before = (await slotsOn(kalli.visitor(), at)).length
  const said = await decline(at.professional.person, one)
  assert.equal(said.status, 200, JSON.stringify(said.body))
  assert.equal(said.body.status, 'declined')
  assert.deepEqual(await claimsOf(kalli, one.id), [])
  assert.deepEqual(await moneyOf(one.id), { status: 'voided', captured: 0, funds: 0 })
  assert.ok((await slotsOn(kalli.visitor(), at)).length > before)
  const mine = await seenBy(one.who, one.id, one.t)
  assert.equal(mine.cancellation?.reason, request.declineReasons.no_time)
  const near = await one.who.call(request.alternatives, { params: { id: one.id }, query: { t: one.t } })
  assert.equal(near.body.slots.length, 3)
  assert.ok(
    near.body.slots.every(({ startsAt }) => startsAt !== one.startsAt),
    'not the hour that was refused',
  )
  const again = await one.who.call(holds.hold, { body: { slotToken: near.body.slots[0]?.token ?? '' } })
  assert.equal(again.status, 201)
  await drain(kalli)
  const emailMessage = (await emailsTo(contact.email)).at(-1)
  assert.match(emailMessage?.subject ?? '', /^No pudo ser/)
  assert.match(emailMessage?.text ?? '', /horarios libres más cercanos/)
  assert.equal(await people.trialBalance(kalli), 0)
})

test('the client withdraws the request at no cost, and the professional is notified', async () => {
  const at = await requestWorld()
  const one = await requested(kalli, at)
  const order = { params: { id: one.id }, query: { t: one.t } }
  const quoted = await one.who.call(cancellations.cancelQuote, { ...order, body: { as: 'client' } })
  assert.deepEqual([quoted.status, quoted.body.feeCents], [200, 0])
  const ended = await one.who.call(cancellations.cancel, {
    ...order,
    body: { quoteToken: quoted.body.token, reason: 'Un imprevisto.' },
  })
  assert.equal(ended.body.status, 'cancelled_by_client')
  assert.deepEqual(await moneyOf(one.id), { status: 'voided', captured: 0, funds: 0 })
  assert.equal(refusalOf(await accept(at.professional.person, one)).code, 'stale_version')
  await drain(kalli)
  assert.ok((await at.professional.person.call(community)).body.some(({ title }) => /cancelada/.test(title)))
})

test('an unanswered request lapses once, counts against the professional, and offers the client other times', async () => {
  const at = await requestWorld()
  const contact = contactOf()
  const one = await requested(kalli, at, { contact })
  kalli.time.set(new Date(Date.parse(one.request?.respondBy ?? '') - 1000))
  await runJobsOnce(kalli)
  assert.equal((await seenBy(one.who, one.id, one.t)).status, 'requested')
  kalli.time.set(one.request?.respondBy ?? '')
  assert.equal(
    refusalOf(await accept(at.professional.person, one)).message,
    'El plazo para responder ya pasó.',
  )
  await Promise.all([lapseDue(kalli.work()), lapseDue(kalli.work()), lapseDue(kalli.work())])
  await runJobsOnce(kalli)
  const mine = await seenBy(one.who, one.id, one.t)
  assert.deepEqual([mine.status, mine.cancellation?.by], ['expired', 'platform'])
  assert.deepEqual((await movesOf(kalli, one.id)).slice(2), ['request by platform', 'lapse by platform'])
  assert.deepEqual(await claimsOf(kalli, one.id), [])
  assert.deepEqual(await moneyOf(one.id), { status: 'voided', captured: 0, funds: 0 })
  const { answered, missed } = await waiting(at)
  assert.deepEqual([answered, missed], [0, 1])
  const near = await one.who.call(request.alternatives, { params: { id: one.id }, query: { t: one.t } })
  assert.equal(near.body.slots.length, 3)
  assert.equal((await emailsTo(contact.email)).filter(({ subject }) => /venció/.test(subject)).length, 1)
  const { body: notices } = await at.professional.person.call(community)
  assert.ok(notices.some(({ title }) => title.startsWith('Venció una solicitud')))
  // A failed request is history for both.
  const past = await at.professional.person.call(contract.bookings, {
    query: { role: 'professional', tab: 'past' },
  })
  assert.deepEqual(
    past.body.map(({ id }) => id),
    [one.id],
  )
})

/** A request, and what each of two parties may do with it; its end is one row. */
const response = async () => {
  const at = await requestWorld()
  const one = await requested(kalli, at)
  const order = { params: { id: one.id }, query: { t: one.t } }
  const quoted = await one.who.call(cancellations.cancelQuote, { ...order, body: { as: 'client' } })
  const body = { quoteToken: quoted.body.token, reason: 'Un imprevisto.' }
  return {
    one,
    yes: () => accept(at.professional.person, one),
    no: () => decline(at.professional.person, one),
    takeBack: () => one.who.call(cancellations.cancel, { ...order, body }),
    end: async () => [
      (await seenBy(one.who, one.id, one.t)).status,
      (await claimsOf(kalli, one.id)).length,
      (await moneyOf(one.id))?.status,
    ],
  }
}
const accepted = ['confirmed', 3, 'authorized']

// Against its expiry: races.test.ts; withdrawn through another server: two-servers.test.ts.
test('of two acceptances at the same moment one takes effect, and the visit is confirmed once', async () => {
  await race(async (start) => {
    const { one, yes, end } = await response()
    const statuses = (await start(yes, yes)).map(({ status }) => status)
    assert.deepEqual(statuses.toSorted(), [200, 409])
    await drain(kalli)
    assert.deepEqual(await end(), accepted)
    const yeses = (await movesOf(kalli, one.id)).filter((said) => said.startsWith('accept'))
    assert.deepEqual(yeses, ['accept by professional'])
    return statuses[0] === 200 ? 'first' : 'second'
  })
})

for (const [other, status] of [
  ['no', 'declined'],
  ['takeBack', 'cancelled_by_client'],
] as const)
  test(`of an acceptance and a ${other === 'no' ? 'refusal' : 'withdrawal'} at the same moment one takes effect, also for the money`, async () => {
    await race(async (start) => {
      const { yes, end, ...may } = await response()
      const statuses = (await start(yes, may[other])).map((one) => one.status)
      assert.deepEqual(statuses.toSorted(), [200, 409])
      await drain(kalli)
      const isAccepted = statuses[0] === 200
      assert.deepEqual(await end(), isAccepted ? accepted : [status, 0, 'voided'])
      return isAccepted ? 'first' : 'second'
    })
    assert.equal(await people.trialBalance(kalli), 0)
  })

test('of two acceptances, a refusal and a withdrawal at the same moment exactly one takes effect', async () => {
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      const { yes, no, takeBack, end } = await response()
      const answers = await Promise.all([yes(), yes(), no(), takeBack()])
      assert.equal(
        answers.filter(({ status }) => status === 200).length,
        1,
        JSON.stringify(answers.map(({ body }) => body)),
      )
      const [status, ...saved] = await end()
      assert.deepEqual(saved, status === 'confirmed' ? [3, 'authorized'] : [0, 'voided'])
    }),
  )
  assert.equal(await people.trialBalance(kalli), 0)
})

test('hours less than two hours ahead are not offered for requests, and explain names the reason', async () => {
  const at = await requestWorld({ noticeMinutes: 0 })
  const starts = (await slotsOn(kalli.visitor(), at, '2026-11-20')).map(({ startsAt }) =>
    Date.parse(startsAt),
  )
  assert.ok(starts.length > 0)
  assert.ok(starts.every((start) => start - testNow.getTime() >= 2 * hourMs))
  const why = await at.professional.person.call(explainSlots, {
    query: { service: at.serviceId, date: '2026-11-20', space: at.space.id },
  })
  const [place] = why.body.places
  assert.ok(place?.starts.some(({ reason }) => reason === 'rule_ask'))
  await answersEach(at, 'yes')
  assert.ok((await slotsOn(kalli.visitor(), at, '2026-11-20')).length > starts.length)
})

test('a request far ahead only saves the card, and is charged as usual once accepted', async () => {
  const at = await requestWorld()
  const one = await requested(kalli, at, { date: '2026-12-03' })
  assert.equal(one.payment?.status, 'card_saved')
  assert.equal((await accept(at.professional.person, one)).status, 200)
  kalli.time.set(new Date(Date.parse(one.startsAt) - 23 * hourMs))
  await runJobsOnce(kalli)
  await runJobsOnce(kalli)
  assert.equal((await moneyOf(one.id))?.status, 'captured')
})

test('a late approval by the bank still makes the request, unless too little time is left', async () => {
  const at = await requestWorld({ noticeMinutes: 0 })
  const who = kalli.visitor()
  const hold = await held(who, at, '2026-11-20', 4)
  const paying = await pay(who, hold.id, 'tok_3ds')
  assert.equal(paying.body.status, 'awaiting_payment')
  // The bank approves when less than an hour is left.
  kalli.time.set(new Date(Date.parse(hold.startsAt) - 30 * 60_000))
  const { pathname } = new URL(paying.body.payment?.actionUrl ?? '', kalli.url)
  assert.equal((await who.fetch('POST', `${pathname}/aprobar`)).status, 303)
  await runJobsOnce(kalli)
  await runJobsOnce(kalli)
  assert.deepEqual(await claimsOf(kalli, hold.id), [])
  assert.equal((await moneyOf(hold.id))?.captured, 0)

  const later = await held(who, at, '2026-11-24')
  const response = await pay(who, later.id, 'tok_3ds')
  // Longer than the hold lasts: it expires, and the bank's late approval still makes it a request.
  kalli.time.advance(40)
  await runJobsOnce(kalli)
  const way = new URL(response.body.payment?.actionUrl ?? '', kalli.url).pathname
  assert.equal((await who.fetch('POST', `${way}/aprobar`)).status, 303)
  await runJobsOnce(kalli)
  await runJobsOnce(kalli)
  assert.ok((await waiting(at)).bookings.some(({ id }) => id === later.id))
  assert.equal((await claimsOf(kalli, later.id)).length, 3)
})

test('the database refuses a confirmed booking without its required answer, and a deadline at the start', async () => {
  const at = await requestWorld()
  const one = await requested(kalli, at)
  const put = (values: string) =>
    kalli.database.pool.query(`update bookings set ${values}, version = version + 1 where id = $1`, [one.id])
  await assert.rejects(put("status = 'confirmed'"), /bookings_agreed/)
  await assert.rejects(put("professional_acceptance = 'accepted'"), /bookings_respondents/)
  await assert.rejects(put('respond_by = starts_at'), /bookings_respond_in_time/)
})

test('only a professional or host whose answer is pending can answer', async () => {
  const at = await requestWorld()
  const other = await people.bookable(kalli)
  const one = await requested(kalli, at)
  assert.equal((await accept(kalli.visitor(), one)).status, 401)
  assert.equal((await accept(other.professional.person, one)).status, 404)
  assert.equal((await accept(at.host.person, one)).status, 404)
  const host = await at.host.person.call(request.acceptRequest, {
    params: { id: one.id },
    body: { as: 'host', version: one.version },
  })
  assert.deepEqual([host.status, refusalOf(host).message], [409, 'Aquí no se espera tu respuesta.'])
  assert.deepEqual((await waiting(other)).bookings, [])
})
