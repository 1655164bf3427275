/** Visits at home and online that are requested, repeated and disputed: as named people, over HTTP, to the centavo. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as contract from '#contract/booking/booking.ts'
import * as holds from '#contract/booking/hold.ts'
import * as changes from '#contract/booking/change/change.ts'
import * as attendance from '#contract/booking/attendance.ts'
import * as disputes from '#contract/booking/settlement/dispute.ts'
import type * as disputeSubject from '#contract/booking/settlement/dispute-subject.ts'
import * as disputeMoves from '#contract/booking/settlement/dispute-moves.ts'
import * as request from '#contract/booking/request/request.ts'
import * as longer from '#contract/booking/series/series-more.ts'
import * as series from '#contract/booking/series/series.ts'
import { lapseDue } from '#server/booking/request/request.ts'
import { drain, runJobsOnce } from '#server/platform/jobs.ts'
import {
  bookedAt,
  everywhere,
  holdAt,
  home,
  homeAt,
  instant,
  slotAt,
  type Where,
} from '#server/testing/away.ts'
import { completeAsClient, answersEach, claimsOf, contactOf, pay } from '#server/testing/bookings.ts'
import { sound } from '#server/testing/processor/processor-records.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'
import { administrator } from '#server/testing/world.ts'

let kalli: TestServer
let admin: Person
before(async () => {
  kalli = await startTestServer()
  admin = await administrator(kalli)
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

const { line } = homeAt(0)
const emailsTo = async (email: string) => {
  await drain(kalli)
  const { rows } = await kalli.database.pool.query<{ text: string }>(
    'select body_text as text from mails where to_address = $1 order by id',
    [email],
  )
  return rows.map(({ text }) => text)
}
const moneyOf = async (id: string) => {
  const { rows } = await kalli.database.pool.query<{ status: string; amount: number; captured: number }>(
    `select status, amount_cents::int as amount, captured_cents::int as captured from payments where booking_id = $1`,
    [id],
  )
  return rows[0]
}
/** Requested from a stylist who accepts each visit by hand. */
const requested = async (where: (who: Person) => Promise<Where>, contact = contactOf()) => {
  const at = await everywhere(kalli)
  await answersEach(at)
  const who = kalli.visitor()
  const hold = await holdAt(who, at, await where(who), '10:00')
  assert.equal(hold.status, 201, JSON.stringify(hold.body))
  assert.equal(hold.body.asksFirst, true)
  const paid = await pay(who, hold.body.id, 'tok_ok', contact)
  assert.equal(paid.status, 201, JSON.stringify(paid.body))
  assert.equal(paid.body.status, 'requested')
  const pro = at.professional.person
  const [params, query] = [{ id: paid.body.id }, { t: paid.body.viewToken ?? '' }]
  const answer = (endpoint: 'accept' | 'decline') => {
    const body = { as: 'professional' as const, version: paid.body.version }
    return endpoint === 'accept'
      ? pro.call(request.acceptRequest, { params, body })
      : pro.call(request.declineRequest, { params, body: { ...body, reason: 'no_time' } })
  }
  return { ...paid.body, at, who, pro, params, query, contact, answer }
}
const atHome = async (who: Person) => ({ modality: 'home' as const, home: await home(who) })
const onScreen = async () => ({ modality: 'online' as const })

test('a home request shows the professional only the area until acceptance, which charges both amounts', async () => {
  const one = await requested(atHome)
  assert.deepEqual(await moneyOf(one.id), { status: 'authorized', amount: 108_000, captured: 0 })
  assert.deepEqual(
    (await claimsOf(kalli, one.id)).map(({ state }) => state),
    ['hold', 'hold'],
  )
  const waiting = await one.pro.call(request.requests, { query: { role: 'professional' } })
  const [shown] = waiting.body.bookings
  assert.deepEqual([shown?.place.modality, shown?.totalCents], ['home', 108_000])
  const before = await one.pro.call(contract.booking, { params: one.params, query: {} })
  assert.ok(!JSON.stringify([waiting.body, before.body]).includes(line), 'the door is not theirs to know yet')
  assert.ok(JSON.stringify(before.body).includes('Hipódromo'))
  // Nor by an hour for another proposal, held by another browser.
  const hours = await one.pro.call(changes.changeSlots, {
    params: one.params,
    query: { as: 'professional', from: '2026-11-26', to: '2026-11-26' },
  })
  const [slot] = hours.body.days.flatMap(({ slots }) => slots)
  assert.equal(slot?.modality, 'home')
  const slotToken = slot.token
  const held = await kalli.visitor().call(holds.hold, { body: { slotToken } })
  assert.equal(refusalOf(held).code, 'slot_token_invalid')
  assert.doesNotMatch(JSON.stringify(held.body), /Ámsterdam/)
  const quote = await one.pro.call(changes.changeQuote, {
    params: one.params,
    query: {},
    body: { as: 'professional', slotToken },
  })
  assert.equal(quote.status, 200, JSON.stringify(quote.body))
  // Only the client always reads the address.
  assert.ok(JSON.stringify((await one.who.call(contract.booking, one)).body).includes(line))
  const host = await one.at.host.person.call(contract.booking, { params: one.params, query: {} })
  assert.equal(refusalOf(host).code, 'not_found')

  const yes = await one.answer('accept')
  assert.equal(yes.status, 200, JSON.stringify(yes.body))
  assert.equal(yes.body.status, 'confirmed')
  assert.ok(JSON.stringify(yes.body).includes(line))
  kalli.time.set(new Date(Date.parse(one.startsAt) - 23 * 3_600_000))
  await runJobsOnce(kalli)
  assert.deepEqual(await moneyOf(one.id), { status: 'captured', amount: 108_000, captured: 108_000 })
  await sound(kalli)
})

test('a declined home request charges nothing, and offers three other hours at the same home and fee', async () => {
  const one = await requested(atHome)
  assert.equal((await one.answer('decline')).body.status, 'declined')
  assert.deepEqual(await moneyOf(one.id), { status: 'voided', amount: 108_000, captured: 0 })
  assert.deepEqual(await claimsOf(kalli, one.id), [])
  const near = await one.who.call(request.alternatives, one)
  assert.equal(near.status, 200, JSON.stringify(near.body))
  assert.deepEqual(
    near.body.slots.map(({ modality, totalCents }) => [modality, totalCents]),
    Array.from({ length: 3 }, () => ['home', 108_000]),
  )
  const hold = await one.who.call(holds.hold, { body: { slotToken: near.body.slots[0]?.token ?? '' } })
  assert.equal(hold.status, 201, JSON.stringify(hold.body))
  const { rows } = await kalli.database.pool.query<{ same: boolean }>(
    `select count(distinct visit_place) = 1 as same from bookings where id = any($1)`,
    [[one.id, hold.body.id]],
  )
  assert.deepEqual(rows, [{ same: true }])
  const emails = await emailsTo(one.contact.email)
  assert.match(emails.at(-1) ?? '', /horarios libres más cercanos/)
  await sound(kalli)
})

test('an accepted online request shows its meeting link, and an unanswered one lapses and offers online times', async () => {
  const one = await requested(onScreen)
  const link = 'https://meet.example/ana'
  assert.ok(!JSON.stringify((await one.who.call(contract.booking, one)).body).includes(link))
  assert.equal((await one.answer('accept')).body.status, 'confirmed')
  assert.ok(JSON.stringify((await one.who.call(contract.booking, one)).body).includes(link))
  assert.ok((await emailsTo(one.contact.email)).at(-1)?.includes(link))

  const two = await requested(onScreen)
  kalli.time.set(new Date(Date.parse(two.request?.respondBy ?? '') + 60_000))
  await lapseDue(kalli.work())
  assert.equal((await two.who.call(contract.booking, two)).body.status, 'expired')
  assert.deepEqual(await moneyOf(two.id), { status: 'voided', amount: 100_000, captured: 0 })
  const near = await two.who.call(request.alternatives, two)
  assert.ok(near.body.slots.length > 0 && near.body.slots.every(({ modality }) => modality === 'online'))
  await sound(kalli)
})

/** The first visit at ten, paid, with the dates that its series offers. */
const repeated = async (where: (who: Person) => Promise<Where>) => {
  const at = await everywhere(kalli, { durationMinutes: 60 })
  const who = kalli.visitor()
  const one = await bookedAt(kalli, at, await where(who), '10:00', { who })
  const [params, query] = [{ id: one.id }, { t: one.t }]
  const preview = async () => {
    const answer = await who.call(series.seriesPreview, {
      params,
      query: { ...query, every: '1w', times: 4 },
    })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body
  }
  const repeat = (slotTokens: string[]) =>
    who.call(series.repeat, { params, query, body: { every: '1w', slotTokens } })
  return { ...one, at, who, params, query, preview, repeat }
}
const visitsOf = async (id: string) => {
  const { rows } = await kalli.database.pool.query<{
    id: string
    place: number
    unit: number | null
    total: number
    rent: number
    payment: number
    status: string
  }>(
    `select visit.id, visit.visit_place as place, visit.unit_id as unit, visit.total_cents::int as total, visit.rent_cents::int as rent,
       payment.amount_cents::int as payment, visit.status
     from booking_series_visits own join booking_series_visits other on other.series_id = own.series_id
     join bookings visit on visit.id = other.booking_id join payments payment on payment.booking_id = visit.id
     where own.booking_id = $1 order by other.position`,
    [id],
  )
  return rows
}

test('a home series keeps the same home and fee on each date, can be extended, and is cancelled whole', async () => {
  const one = await repeated(atHome)
  // A week later the online hour is taken.
  await bookedAt(kalli, one.at, { modality: 'online' }, '10:00', { date: '2026-12-02' })
  const { dates, agreedCents } = await one.preview()
  assert.equal(agreedCents, 108_000)
  assert.deepEqual(
    dates.map(({ state }) => state),
    ['taken', 'free', 'free'],
  )
  const slots = dates.flatMap(({ slot, alternatives }) => slot ?? alternatives[0] ?? [])
  assert.ok(
    dates.every(({ slot, alternatives }) =>
      [slot, ...alternatives].every((each) => each === null || each.modality === 'home'),
    ),
  )
  assert.ok(slots.every(({ totalCents }) => totalCents === 108_000))
  // A slot at another place is not part of the series.
  const elsewhere = await one.who.call(series.repeat, {
    params: one.params,
    query: one.query,
    body: {
      every: '1w',
      slotTokens: [(await slotAt(one.who, one.at, { modality: 'online' }, '16:00', '2026-12-09')).token],
    },
  })
  assert.equal(refusalOf(elsewhere).code, 'invalid_input')
  const made = await one.repeat(slots.map(({ token }) => token))
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const more = await one.who.call(longer.seriesMorePreview, {
    params: one.params,
    query: { ...one.query, as: 'client', times: 1 },
  })
  // Its professional is given the same hours: neither they nor a browser beside them hold one, and see the door.
  const given = await one.at.professional.person.call(longer.seriesMorePreview, {
    params: one.params,
    query: { as: 'professional', times: 1 },
  })
  const slotToken = given.body.dates.flatMap(({ slot }) => slot?.token ?? [])[0] ?? assert.fail('no hour')
  const door = await kalli.visitor().call(holds.hold, { body: { slotToken } })
  assert.equal(refusalOf(door).code, 'slot_token_invalid')
  const added = await one.who.call(longer.seriesMore, {
    params: one.params,
    query: { ...one.query, as: 'client' },
    body: { slotTokens: more.body.dates.flatMap(({ slot }) => slot?.token ?? []) },
  })
  assert.equal(added.status, 201, JSON.stringify(added.body))
  const visits = await visitsOf(one.id)
  assert.equal(visits.length, 5)
  const [{ place } = assert.fail()] = visits
  assert.ok(place < -2)
  for (const visit of visits)
    assert.deepEqual(
      [visit.place, visit.unit, visit.total, visit.rent, visit.payment, visit.status],
      [place, null, 108_000, 0, 108_000, 'confirmed'],
    )
  // This and the following visits are released, with their travel time.
  const quote = await one.who.call(series.seriesCancelQuote, { params: one.params, query: one.query })
  assert.deepEqual([quote.body.visits.length, quote.body.refundCents, quote.body.feeCents], [5, 540_000, 0])
  const ended = await one.who.call(series.cancelSeries, {
    params: one.params,
    query: one.query,
    body: { visits: quote.body.visits.map(({ id, token }) => ({ id, token })) },
  })
  assert.equal(ended.status, 200, JSON.stringify(ended.body))
  assert.ok((await visitsOf(one.id)).every(({ status }) => status === 'cancelled_by_client'))
  await sound(kalli)
})
test('an online series claims no chair and has no travel fee', async () => {
  const one = await repeated(onScreen)
  const { dates } = await one.preview()
  assert.deepEqual(
    dates.map(({ state, slot }) => [state, slot?.modality, slot?.totalCents]),
    Array.from({ length: 3 }, () => ['free', 'online', 100_000]),
  )
  const made = await one.repeat(dates.flatMap(({ slot }) => slot?.token ?? []))
  assert.equal(made.status, 201, JSON.stringify(made.body))
  assert.deepEqual(
    (await visitsOf(one.id)).map(({ place, unit, payment }) => [place, unit, payment]),
    Array.from({ length: 4 }, () => [-1, null, 100_000]),
  )
  await sound(kalli)
})

/** A visit given today, for an hour and a half from one o'clock. */
const given = async (where: (who: Person) => Promise<Where>) => {
  const at = await everywhere(kalli)
  const who = kalli.visitor()
  const one = await bookedAt(kalli, at, await where(who), '13:00', { who, date: '2026-11-20' })
  const [params, query] = [{ id: one.id }, { t: one.t }]
  const pro = at.professional.person
  assert.equal(one.startsAt, instant('13:00', '2026-11-20'))
  kalli.time.set(new Date(one.startsAt))
  assert.equal((await pro.call(attendance.checkIn, { params, body: {} })).status, 200)
  kalli.time.set(new Date(one.endsAt))
  assert.equal((await pro.call(attendance.checkOut, { params, body: {} })).status, 200)
  assert.equal((await completeAsClient(kalli, params.id)).status, 200)
  const report = (as: 'client' | 'professional', subject: disputeSubject.DisputeSubject) =>
    (as === 'client' ? who : pro).call(disputes.openDispute, {
      params,
      query: as === 'client' ? query : {},
      body: { as, subject, statement: 'No fue lo que acordamos.', photos: [], proofs: [] },
    })
  const receiptOf = async (as: 'client' | 'professional') => {
    const { body } = await (as === 'client' ? who : pro).call(contract.receipt, {
      params,
      query: as === 'client' ? query : {},
    })
    assert.equal(
      body.lines.reduce((sum, { amountCents }) => sum + amountCents, 0),
      body.netCents,
    )
    return body.netCents
  }
  return { ...one, at, who, pro, params, query, report, receiptOf }
}

for (const [says, where, totalCents, quarter] of [
  ['at home', atHome, 108_000, { back: 27_000, professional: 24_300 }],
  ['online', onScreen, 100_000, { back: 25_000, professional: 22_500 }],
] as const)
  test(`a quarter of a visit ${says} is refunded including the travel fee, nine tenths of it from the professional`, async () => {
    const one = await given(where)
    assert.deepEqual(
      [await one.receiptOf('client'), await one.receiptOf('professional')],
      [totalCents, (totalCents * 9) / 10],
    )
    // It uses no space, so its place cannot be reported; the table of moves that the button reads refuses it first.
    for (const as of ['client', 'professional'] as const)
      assert.equal(
        refusalOf(await one.report(as, 'place')).message,
        'Esta cita no es en un espacio de alguien más.',
      )
    const { status, startsAt, endsAt } = one
    const over = { kind: 'visit', status: 'completed', startsAt, endsAt, atSpace: false } as const
    assert.ok(status === 'confirmed' && !disputeMoves.mayDispute('professional', over, kalli.clock()).allowed)
    assert.deepEqual(disputeMoves.subjectsOf('client', over), ['not_as_agreed', 'quality', 'damage'])
    const said = await one.report('client', 'not_as_agreed')
    assert.equal(said.status, 200, JSON.stringify(said.body))
    const seen = (
      await one.pro.call(disputes.disputes, { params: one.params, query: { as: 'professional' } })
    ).body.disputes[0]
    assert.ok(seen)
    assert.equal(seen.frozenCents, (totalCents * 9) / 10)
    const answered = await one.pro.call(disputes.moveDispute, {
      params: { id: seen.id, move: 'answer' },
      query: {},
      body: { version: seen.version, as: 'professional', text: 'Sí fue así.', photos: [] },
    })
    assert.equal(answered.status, 200, JSON.stringify(answered.body))
    const found = (await admin.call(disputes.disputesToDecide)).body.disputes.find(
      ({ bookingId }) => bookingId === one.id,
    )
    assert.ok(found)
    assert.ok(!JSON.stringify(found).includes(line), 'who decides needs no address')
    assert.equal(found.place, says === 'at home' ? 'A domicilio' : 'En línea')
    const decide = (chargedTo: disputeSubject.Bearer) =>
      admin.call(disputes.decideDispute, {
        params: { id: found.id },
        body: {
          version: found.version,
          outcome: 'quarter',
          chargedTo,
          reason: 'Leí lo que dicen las dos partes.',
        },
      })
    assert.equal(refusalOf(await decide('host')).code, 'invalid_input', 'there is no host')
    assert.equal((await decide('professional')).body.state, 'resolved')
    kalli.time.advance(72 * 60)
    await runJobsOnce(kalli)
    assert.deepEqual(
      [await one.receiptOf('client'), await one.receiptOf('professional')],
      [totalCents - quarter.back, (totalCents * 9) / 10 - quarter.professional],
    )
    const { rows } = await kalli.database.pool.query<{ host: number; back: number }>(
      `select (select count(*)::int from entries join journals on journals.id = journal_id where booking_id = $1 and account in (2030, 1130)) as host,
         refunded_cents::int as back from payments where booking_id = $1`,
      [one.id],
    )
    assert.deepEqual(rows, [{ host: 0, back: quarter.back }])
    await sound(kalli)
  })
