/** A host who by agreement answers each visit, alone or with the professional, and again for another hour (B6). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { explainSlots } from '#contract/availability/availability.ts'
import * as contract from '#contract/booking/booking.ts'
import * as cancellations from '#contract/booking/cancellation.ts'
import * as changes from '#contract/booking/change/change.ts'
import * as request from '#contract/booking/request/request.ts'
import * as own from '#contract/booking/series/own-appointment.ts'
import { tasks } from '#contract/figures/figures.ts'
import { community } from '#contract/notification/notification.ts'
import { waitingInWork } from '#contract/workday/waiting.ts'
import { lapseDue } from '#server/booking/request/request.ts'
import { finishDue } from '#server/booking/visit/visit.ts'
import { drain } from '#server/platform/jobs.ts'
import { ownWork } from '#server/platform/work.ts'
import {
  answersEach,
  booked,
  claimsOf,
  contactOf,
  held,
  hostAnswers,
  movesOf,
  proposeHour,
  proposedHour,
  requested,
  slotsOn,
  type Bookable,
} from '#server/testing/bookings.ts'
import { race } from '#server/testing/crash/race.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

type Side = 'professional' | 'host'
type One = { id: string; version: number }

const answering = async (values: Parameters<typeof people.bookable>[1] = {}) => {
  const at = await people.bookable(kalli, values)
  await hostAnswers(kalli, at)
  return at
}
const accept = (who: Person, { id, version }: One, as: Side = 'host') =>
  who.call(request.acceptRequest, { params: { id }, body: { as, version } })
const decline = (who: Person, { id, version }: One, as: Side = 'host') =>
  who.call(request.declineRequest, { params: { id }, body: { as, version, reason: 'no_time' } })
const waiting = async ({ host }: Bookable) =>
  (await host.person.call(request.requests, { query: { role: 'host' } })).body
const seenBy = async (who: Person, id: string, t?: string) =>
  (await who.call(contract.booking, { params: { id }, query: t === undefined ? {} : { t } })).body
const titlesOf = async (who: Person) => (await who.call(community)).body.map(({ title }) => title)
const statesOf = async (id: string) => (await claimsOf(kalli, id)).map(({ state }) => state)
const moneyOf = async (id: string) => {
  const { rows } = await kalli.database.pool.query<{ status: string; captured: number; funds: number }>(
    `select status, captured_cents::int as captured,
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

test('payment sends the host a request: all claims are held, nothing is charged, and all parties learn who must answer', async () => {
  const at = await answering()
  const contact = contactOf()
  const hold = await held(kalli.visitor(), at)
  assert.deepEqual([hold.asksFirst, hold.answeredBy], [true, hold.place.businessName])
  const one = await requested(kalli, at, { contact, place: 1 })
  assert.deepEqual(one.request?.waitsFor, ['host'])
  const { businessName } = one.place
  assert.equal(one.answeredBy, businessName)
  assert.deepEqual(await moneyOf(one.id), { status: 'authorized', captured: 0, funds: 0 })
  assert.deepEqual(await statesOf(one.id), ['hold', 'hold', 'hold'])
  await drain(kalli)
  const [email] = await emailsTo(contact.email)
  assert.match(email?.subject ?? '', /^Solicitud enviada/)
  assert.ok(email?.text.includes(`${businessName} responde cada solicitud`))
  assert.ok((await titlesOf(at.host.person)).some((title) => title.startsWith('Cita por aceptar')))
  assert.ok((await titlesOf(at.professional.person)).every((title) => !title.startsWith('Solicitud por')))
  assert.equal((await seenBy(at.professional.person, one.id)).answeredBy, businessName)

  const { bookings } = await waiting(at)
  assert.deepEqual(
    bookings.map(({ id, client, totalCents, rentCents }) => [
      id,
      client?.firstName,
      client?.lastName,
      totalCents,
      rentCents,
    ]),
    [[one.id, contact.firstName, null, null, 30_000]],
  )
  const todo = (await at.host.person.call(tasks)).body.filter(({ kind }) => kind === 'visit_request')
  assert.deepEqual(
    todo.map(({ id, deadline }) => [id, deadline]),
    [[one.id, one.request?.respondBy]],
  )
  const counts = (await at.host.person.call(waitingInWork, { query: { as: 'host' } })).body
  assert.ok(counts.answers >= 1)
})

test('the host’s acceptance confirms the visit and notifies the professional, and a second answer is refused', async () => {
  const at = await answering()
  const contact = contactOf()
  const one = await requested(kalli, at, { contact })
  const yes = await accept(at.host.person, one)
  assert.deepEqual([yes.status, yes.body.status], [200, 'confirmed'])
  assert.deepEqual(await statesOf(one.id), ['firm', 'firm', 'firm'])
  assert.equal(refusalOf(await accept(at.host.person, yes.body)).code, 'move_not_allowed')
  assert.equal(refusalOf(await decline(at.host.person, yes.body)).code, 'move_not_allowed')
  assert.equal(refusalOf(await accept(at.host.person, one)).code, 'stale_version')
  await drain(kalli)
  assert.ok((await titlesOf(at.professional.person)).some((title) => title.startsWith('Cita confirmada')))
  assert.ok((await emailsTo(contact.email)).some(({ subject }) => !subject.startsWith('Solicitud')))
  assert.equal((await waiting(at)).answered, 1)
  // Split as any visit, and the ledger balances.
  kalli.time.set(new Date(Date.parse(one.endsAt) + 25 * 3_600_000))
  await drain(kalli)
  await finishDue(ownWork(kalli))
  await drain(kalli)
  assert.equal(await people.trialBalance(kalli), 0)
})

test('the host’s refusal frees everything, charges nothing, and notifies all parties', async () => {
  const at = await answering()
  const contact = contactOf()
  const one = await requested(kalli, at, { contact })
  const no = await decline(at.host.person, one)
  assert.deepEqual([no.status, no.body.status], [200, 'declined'])
  assert.deepEqual(await statesOf(one.id), [])
  assert.equal((await moneyOf(one.id))?.captured, 0)
  await drain(kalli)
  assert.ok((await emailsTo(contact.email)).some(({ subject }) => subject.startsWith('No pudo ser')))
  assert.ok(
    (await titlesOf(at.professional.person)).some((title) => title.startsWith('El espacio no aceptó')),
  )
  const client = await seenBy(one.who, one.id, one.t)
  assert.match(client.moneyWords ?? '', /No se te cobró nada/)
  assert.ok((await slotsOn(kalli.visitor(), at)).some(({ startsAt }) => startsAt === one.startsAt))
})

test('an unanswered request lapses once, releases the card, and notifies the host and the professional', async () => {
  const at = await answering()
  const one = await requested(kalli, at)
  const until = Date.parse(one.request?.respondBy ?? '')
  kalli.time.set(new Date(until - 1000))
  await lapseDue(ownWork(kalli))
  assert.equal((await seenBy(one.who, one.id, one.t)).status, 'requested')
  kalli.time.set(new Date(until))
  assert.equal(refusalOf(await accept(at.host.person, one)).code, 'move_not_allowed')
  await Promise.all([lapseDue(ownWork(kalli)), lapseDue(ownWork(kalli))])
  assert.equal((await seenBy(one.who, one.id, one.t)).status, 'expired')
  assert.deepEqual(
    (await movesOf(kalli, one.id)).filter((move) => move.startsWith('lapse')),
    ['lapse by platform'],
  )
  assert.equal((await moneyOf(one.id))?.captured, 0)
  await drain(kalli)
  assert.ok((await titlesOf(at.host.person)).some((title) => title.startsWith('Venció una cita por aceptar')))
  assert.ok(
    (await titlesOf(at.professional.person)).some((title) => title.startsWith('Venció una solicitud')),
  )
  assert.equal((await waiting(at)).missed, 1)
  assert.equal(await people.trialBalance(kalli), 0)
})

test('when both must answer, the first acceptance counts in part, the last confirms, and one refusal ends it', async () => {
  const orders: [Side, Side][] = [
    ['professional', 'host'],
    ['host', 'professional'],
  ]
  for (const [first, last] of orders) {
    const at = await answering()
    await answersEach(at)
    const one = await requested(kalli, at)
    assert.deepEqual(one.request?.waitsFor, ['professional', 'host'])
    assert.match(one.answeredBy ?? '', /^.+, junto con .+,$/)
    const part = await accept(at[first].person, one, first)
    assert.deepEqual([part.body.status, part.body.request?.waitsFor], ['requested', [last]])
    assert.deepEqual(await statesOf(one.id), ['hold', 'hold', 'hold'])
    assert.equal(refusalOf(await accept(at[first].person, part.body, first)).code, 'move_not_allowed')
    const yes = await accept(at[last].person, part.body, last)
    assert.equal(yes.body.status, 'confirmed')

    const other = await requested(kalli, at, { place: 3 })
    const half = await accept(at[first].person, other, first)
    const no = await decline(at[last].person, half.body, last)
    assert.deepEqual([no.body.status, await statesOf(other.id)], ['declined', []])
    await drain(kalli)
    const ends = { professional: 'El espacio no aceptó', host: 'Ya no espera tu respuesta' }
    assert.ok((await titlesOf(at[first].person)).some((title) => title.startsWith(ends[first])))
  }
})

test('only the host can answer their request, and a host whose agreement accepts automatically has none', async () => {
  const at = await answering()
  const one = await requested(kalli, at)
  const neighbour = await answering()
  assert.equal(refusalOf(await accept(neighbour.host.person, one)).code, 'not_found')
  assert.equal((await accept(kalli.visitor(), one)).status, 401)
  assert.equal(refusalOf(await accept(at.professional.person, one)).code, 'not_found')
  assert.equal(refusalOf(await accept(at.professional.person, one, 'professional')).code, 'move_not_allowed')
  assert.deepEqual((await waiting(neighbour)).bookings, [])
  const plain = await people.bookable(kalli)
  const visit = await booked(kalli, plain)
  assert.equal(visit.answeredBy, undefined)
  assert.equal(refusalOf(await accept(plain.host.person, visit)).code, 'move_not_allowed')
})

test('of the host’s acceptance and the client’s withdrawal at once one takes effect, with claims and money', async () => {
  const at = await answering()
  let place = 0
  await race(async (start) => {
    const one = await requested(kalli, at, { place })
    const order = { params: { id: one.id }, query: { t: one.t } }
    const quote = await one.who.call(cancellations.cancelQuote, { ...order, body: { as: 'client' } })
    const [yes, gone] = await start(
      () => accept(at.host.person, one),
      () =>
        one.who.call(cancellations.cancel, { ...order, body: { quoteToken: quote.body.token, reason: '' } }),
    )
    const { status } = await seenBy(one.who, one.id, one.t)
    if (status === 'confirmed') {
      assert.deepEqual([yes.status, await statesOf(one.id)], [200, ['firm', 'firm', 'firm']])
      assert.notEqual(gone.status, 200)
      await decline(at.host.person, one)
      place += 1
      return 'first'
    }
    assert.equal(status, 'cancelled_by_client')
    assert.deepEqual(await statesOf(one.id), [])
    return 'second'
  })
  assert.equal(await people.trialBalance(kalli), 0)
})

test('a move needs the host’s acceptance again, and a refusal leaves the visit where it is', async () => {
  const at = await people.bookable(kalli)
  const visit = await booked(kalli, at)
  await hostAnswers(kalli, at)
  const params = { id: visit.id }
  const query = { t: visit.t }
  const offered = await visit.who.call(changes.changeSlots, {
    params,
    query: { ...query, as: 'client', from: '2026-11-26', to: '2026-11-26' },
  })
  const slotToken = offered.body.days[0]?.slots[0]?.token ?? ''
  const quote = await visit.who.call(changes.changeQuote, {
    params,
    query,
    body: { as: 'client', slotToken },
  })
  assert.deepEqual([quote.body.alone, quote.body.asks], [false, ['professional', 'host']])
  const proposed = await visit.who.call(changes.change, {
    params,
    query,
    body: { quoteToken: quote.body.token, note: '' },
  })
  assert.deepEqual(proposed.body.change?.waitsFor, ['professional', 'host'])
  await drain(kalli)
  assert.ok((await titlesOf(at.host.person)).some((title) => title.startsWith('Piden mover una cita')))
  const { others } = await waiting(at)
  assert.deepEqual(
    others.map(({ kind, booking }) => [kind, booking.id]),
    [['change', visit.id]],
  )
  const todo = (await at.host.person.call(tasks)).body
  assert.ok(todo.some(({ kind, id }) => kind === 'visit_change' && id === visit.id))
  const answer = (who: Person, as: Side, reply: 'accept' | 'decline', version: number) =>
    who.call(changes.answerChange, { params: { ...params, answer: reply }, query: {}, body: { as, version } })
  const part = await answer(at.host.person, 'host', 'accept', proposed.body.version)
  assert.deepEqual(
    [part.status, part.body.startsAt, part.body.change?.waitsFor],
    [200, visit.startsAt, ['professional']],
  )
  const yes = await answer(at.professional.person, 'professional', 'accept', part.body.version)
  assert.deepEqual([yes.status, yes.body.startsAt], [200, proposed.body.change?.startsAt])
  assert.deepEqual(await statesOf(visit.id), ['firm', 'firm', 'firm'])

  // The professional's proposal is answered by client and host; the host declines.
  const again = await proposedHour(at, visit.id, { date: '2026-11-27' })
  assert.deepEqual(again.change.waitsFor, ['client', 'host'])
  const no = await answer(at.host.person, 'host', 'decline', again.version)
  assert.deepEqual([no.status, no.body.startsAt, no.body.change], [200, yes.body.startsAt, null])
  assert.equal((await claimsOf(kalli, visit.id)).length, 3)
})

test('an hour that client and professional agree on needs the host’s acceptance, even if the first was accepted', async () => {
  const at = await answering()
  await answersEach(at)
  const one = await requested(kalli, at)
  const part = await accept(at.host.person, one)
  assert.equal(part.body.status, 'requested')
  const proposed = await proposedHour(at, one.id)
  const yes = await one.who.call(changes.answerChange, {
    params: { id: one.id, answer: 'accept' },
    query: { t: one.t },
    body: { as: 'client', version: proposed.version },
  })
  assert.deepEqual(
    [yes.body.status, yes.body.startsAt, yes.body.request?.waitsFor],
    ['requested', proposed.change.startsAt, ['host']],
  )
  await drain(kalli)
  assert.ok(
    (await titlesOf(at.host.person)).filter((title) => title.startsWith('Cita por aceptar')).length === 2,
  )
  const last = await accept(at.host.person, yes.body)
  assert.deepEqual([last.body.status, await statesOf(one.id)], ['confirmed', ['firm', 'firm', 'firm']])
})

test('a visit cannot move to the place of another host who answers each request', async () => {
  const at = await people.bookable(kalli)
  const visit = await booked(kalli, at)
  const elsewhere = await people.host(kalli)
  const where = await people.space(kalli, elsewhere, { units: 1 })
  const agreementId = await people.agreement(kalli, at.professional.id, where.id)
  await hostAnswers(kalli, { ...at, agreementId })
  const query = { as: 'professional' as const, from: '2026-11-26', to: '2026-11-26' }
  const offered = await at.professional.person.call(changes.changeSlots, { params: { id: visit.id }, query })
  const spaces = offered.body.days.flatMap(({ slots }) => slots.map(({ spaceId }) => spaceId))
  assert.deepEqual([...new Set(spaces)], [at.space.id])
  assert.equal((await proposeHour(at, visit.id)).status, 200)
})

test('hours less than two hours ahead are not offered there, and explain names the reason', async () => {
  const at = await answering()
  const open = await slotsOn(kalli.visitor(), at)
  const [first] = open
  assert.ok(first)
  kalli.time.set(new Date(Date.parse(first.startsAt) - 90 * 60_000))
  assert.ok((await slotsOn(kalli.visitor(), at)).every(({ startsAt }) => startsAt !== first.startsAt))
  const day = await at.professional.person.call(explainSlots, {
    query: { service: at.serviceId, date: '2026-11-25' },
  })
  const starts = day.body.places.flatMap((place) => place.starts)
  assert.ok(starts.some(({ reason }) => reason === 'host_answer'))
})

test('an own appointment waits for the host’s acceptance, and charges nothing either way', async () => {
  const at = await answering()
  const hours = await at.professional.person.call(own.ownHours, {
    query: { services: String(at.serviceId), date: '2026-11-25' },
  })
  const make = (place: number) =>
    at.professional.person.call(own.makeOwnAppointment, {
      body: {
        slotToken: hours.body.hours.at(place)?.slot.token ?? '',
        client: { firstName: 'Paola' },
        method: 'cash',
      },
    })
  const made = await make(0)
  assert.equal(made.status, 201, JSON.stringify(made.body))
  assert.ok(made.body.answerBy)
  const one = await seenBy(at.professional.person, made.body.id)
  assert.deepEqual([one.status, one.request?.waitsFor], ['requested', ['host']])
  const yes = await accept(at.host.person, one)
  assert.deepEqual(
    [yes.status, yes.body.status, await statesOf(one.id)],
    [200, 'confirmed', ['firm', 'firm', 'firm']],
  )
  const second = await make(-1)
  const other = await seenBy(at.professional.person, second.body.id)
  assert.equal((await decline(at.host.person, other)).body.status, 'declined')
  await drain(kalli)
  assert.deepEqual(await moneyOf(other.id), { status: 'captured', captured: 0, funds: 0 })
  assert.equal(await people.trialBalance(kalli), 0)
})
