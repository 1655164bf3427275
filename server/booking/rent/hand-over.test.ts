/** Part of rented hours is transferred to another professional at the price paid for it: real connections, real PostgreSQL. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as booking from '#contract/booking/booking.ts'
import * as cancellation from '#contract/booking/cancellation.ts'
import { community, notification } from '#contract/notification/notification.ts'
import * as contract from '#contract/booking/rent/reservation.ts'
import * as handOvers from '#contract/booking/rent/hand-over.ts'
import { drain, runJobsOnce } from '#server/platform/jobs.ts'
import { claimsOf, type Bookable } from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { refusalOf, type Person } from '#server/testing/person.ts'
import { readerCalendars } from '#server/testing/reader-calendar.ts'
import { accountsOf, overlapsIn, rentedHours } from '#server/testing/reservations.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

const colleague = async (at: Bookable) => {
  const other = await people.professional(kalli, { firstName: 'Berta' })
  await people.agreement(kalli, other.id, at.space.id)
  return other
}

const tail = { startsAt: '2026-11-25T18:00:00.000Z', endsAt: '2026-11-25T20:00:00.000Z' }

const offerOf = async (
  person: Person,
  rent: { id: string; version: number },
  professionalId: number,
  hours: { startsAt: string; endsAt: string } | null = tail,
) =>
  person.call(contract.offerHours, {
    params: { id: rent.id },
    body: { professionalId, version: rent.version, hours },
  })

const take = (person: Person, offer: { id: string; version: number }) =>
  person.call(handOvers.answerHandOver, {
    params: { id: offer.id, move: 'accept' },
    body: { version: offer.version },
  })

test('handing over hours from the middle leaves two rents, and every centavo is in one of the three', async () => {
  const at = await people.bookable(kalli, { units: 1, noticeMinutes: 0 })
  const taker = await people.professional(kalli, { firstName: 'Berta' })
  await people.agreement(kalli, taker.id, at.space.id)
  const { person } = at.professional
  const rent = await rentedHours(person, at)
  const hours = { startsAt: '2026-11-25T17:00:00.000Z', endsAt: '2026-11-25T18:00:00.000Z' }
  const offered = await person.call(contract.offerHours, {
    params: { id: rent.id },
    body: { professionalId: taker.id, version: rent.version, hours, message: 'Cualquier cosa al 5512345678' },
  })
  assert.equal(offered.status, 200, JSON.stringify(offered.body))
  const offer = offered.body.transferOffer ?? assert.fail('no offer')
  assert.equal(offer.message, 'Cualquier cosa al [teléfono oculto]')
  const taken = await taker.person.call(handOvers.answerHandOver, {
    params: { id: offer.id, move: 'accept' },
    body: { version: offer.version },
  })
  assert.equal(taken.status, 200, JSON.stringify(taken.body))
  assert.equal(taken.body.message, 'Cualquier cosa al 5512345678')
  // The host is notified of the new professional (product.md S2), and that it costs no one else anything.
  await runJobsOnce(kalli)
  const [reported, ...others] = (await at.host.person.call(community)).body.filter(({ title }) =>
    title.startsWith('Cambio de profesional'),
  )
  assert.deepEqual(others, [])
  assert.match(
    reported?.message ?? '',
    /^Ana Rojas cedió parte de sus horas a Berta Rojas: .*11:00.*El precio no cambia\.$/,
  )
  const detail = await at.host.person.call(notification, { params: { id: reported?.id ?? 0 } })
  assert.deepEqual(detail.body.about, { kind: 'occupancy', id: '2026-11-25' })
  const spans = async (who: typeof person) =>
    (await who.call(contract.reservations, { query: {} })).body
      .filter(({ mine }) => mine)
      .map((one) => [one.startsAt.slice(11, 16), one.endsAt.slice(11, 16), one.rentCents])
  assert.deepEqual(await spans(person), [
    ['16:00', '17:00', 20_000],
    ['18:00', '20:00', 40_000],
  ])
  assert.deepEqual(await spans(taker.person), [['17:00', '18:00', 20_000]])
  assert.equal(await overlapsIn(kalli), 0)
  assert.equal(await people.trialBalance(kalli), 0)
})

test('hours handed over leave the former professional’s calendar', async () => {
  const at = await people.bookable(kalli, { units: 1, noticeMinutes: 0 })
  const { person, accountId } = at.professional
  const rent = await rentedHours(person, at)
  await drain(kalli)
  const { rows } = await kalli.database.pool.query<{ email: string }>(
    'select email from accounts where id = $1',
    [accountId],
  )
  const held = async () => [
    ...(
      (await readerCalendars(kalli.database.kysely)).get(rows[0]?.email ?? '') ?? new Map<string, unknown>()
    ).keys(),
  ]
  assert.deepEqual(await held(), [`kalli-${rent.id}@127.0.0.1`])
  const other = await colleague(at)
  const offered = await offerOf(person, rent, other.id, null)
  const given = offered.body.transferOffer ?? assert.fail(JSON.stringify(offered.body))
  assert.equal((await take(other.person, given)).status, 200)
  await drain(kalli)
  assert.deepEqual(await held(), [])
})

test('two of four hours handed to a colleague make two rents with one charge, each settled separately', async (t) => {
  t.after(() => kalli.time.set(testNow))
  const at = await people.bookable(kalli, { units: 1, noticeMinutes: 0 })
  const { person } = at.professional
  const rent = await rentedHours(person, at)
  const other = await colleague(at)
  const offered = await offerOf(person, rent, other.id)
  const given = offered.body.transferOffer
  assert.ok(given, JSON.stringify(offered.body))
  assert.deepEqual([given.part, given.rent.startsAt, given.rent.rentCents], [true, tail.startsAt, 40_000])
  const taken = await take(other.person, given)
  assert.equal(taken.status, 200, JSON.stringify(taken.body))
  const mine = await person.call(contract.reservation, { params: { id: rent.id } })
  assert.deepEqual(
    [mine.body.mine, mine.body.endsAt, mine.body.paidCents, mine.body.rentCents],
    [true, tail.startsAt, 40_000, 40_000],
  )
  assert.equal(
    mine.body.lines.reduce((sum, { amountCents }) => sum + amountCents, 0),
    40_000,
  )
  const made = taken.body.rent.id
  assert.notEqual(made, rent.id)
  const theirs = await other.person.call(contract.reservation, { params: { id: made } })
  assert.deepEqual(
    [theirs.body.mine, theirs.body.startsAt, theirs.body.endsAt, theirs.body.paidCents, theirs.body.status],
    [true, tail.startsAt, tail.endsAt, null, 'confirmed'],
  )
  assert.equal(await overlapsIn(kalli), 0)
  assert.equal((await claimsOf(kalli, made)).length, 2)
  // The payer still sees both, and has a receipt of each.
  const all = await person.call(contract.reservations, { query: {} })
  assert.deepEqual(new Set(all.body.map(({ id }) => id)), new Set([rent.id, made]))
  const receipts = await Promise.all(
    [rent.id, made].map((id) =>
      person.call(booking.receipt, { params: { id }, query: { as: 'professional' } }),
    ),
  )
  assert.deepEqual(
    receipts.map(({ body }) => body.netCents),
    [40_000, 40_000],
  )
  kalli.time.set(new Date('2026-11-27T20:00:00Z'))
  await runJobsOnce(kalli)
  await runJobsOnce(kalli)
  for (const id of [rent.id, made]) {
    const accounts = await accountsOf(kalli, id)
    assert.deepEqual([accounts[2030], accounts[2010], accounts[2040]], [-38_000, undefined, undefined])
  }
  assert.equal(await people.trialBalance(kalli), 0)
  const { rows } = await kalli.database.pool.query(
    'select coalesce(sum(amount_cents), 0)::int as cents from entries where account = 2060',
  )
  assert.deepEqual(rows, [{ cents: 0 }])
})

test('refunds of handed-over hours go to the card that paid for them, and never exceed its charge', async () => {
  const at = await people.bookable(kalli, { units: 1, noticeMinutes: 0 })
  const { person } = at.professional
  const rent = await rentedHours(person, at)
  const other = await colleague(at)
  const given = (await offerOf(person, rent, other.id)).body.transferOffer
  assert.ok(given)
  const made = (await take(other.person, given)).body.rent.id
  for (const [who, id] of [
    [other.person, made],
    [person, rent.id],
  ] as const) {
    const params = { id }
    const quote = await who.call(cancellation.cancelQuote, {
      params,
      query: {},
      body: { as: 'professional' },
    })
    assert.equal(quote.body.refundCents, 40_000, JSON.stringify(quote.body))
    const body = { quoteToken: quote.body.token, reason: 'Un imprevisto.' }
    const ended = await who.call(cancellation.cancel, { params, query: {}, body })
    assert.equal(ended.body.status, 'cancelled_by_professional', JSON.stringify(ended.body))
  }
  const { rows } = await kalli.database.pool.query(
    `select captured_cents, refunded_cents from standin.charges where reference =
      (select id::text from payments where booking_id = $1)`,
    [rent.id],
  )
  assert.deepEqual(rows, [{ captured_cents: 80_000, refunded_cents: 80_000 }])
  assert.equal(await people.trialBalance(kalli), 0)
})

test('only existing hours can be handed over, with enough left on both sides', async () => {
  const at = await people.bookable(kalli, { units: 1, noticeMinutes: 0 })
  const { person } = at.professional
  const rent = await rentedHours(person, at)
  const other = await colleague(at)
  const refused = async (from: string, to: string) => {
    const answer = await offerOf(person, rent, other.id, {
      startsAt: `2026-11-25T${from}:00.000Z`,
      endsAt: `2026-11-25T${to}:00.000Z`,
    })
    return refusalOf(answer).code
  }
  assert.equal(await refused('16:15', '18:00'), 'invalid_input', 'too little before')
  assert.equal(await refused('15:00', '17:00'), 'invalid_input', 'hours that are not mine')
  assert.equal(await refused('16:00', '16:15'), 'invalid_input', 'too little')
  assert.equal(await refused('16:00', '19:50'), 'invalid_input', 'too little left')
  // A part that covers all hours is all of them.
  const whole = await offerOf(person, rent, other.id, { startsAt: rent.startsAt, endsAt: rent.endsAt })
  assert.equal(whole.body.transferOffer?.part, false)
})

test('an offer accepted twice at once transfers once, and against a return exactly one takes effect', async () => {
  for (let round = 0; round < 4; round += 1) {
    const at = await people.bookable(kalli, { units: 1, noticeMinutes: 0 })
    const { person } = at.professional
    const rent = await rentedHours(person, at)
    const other = await colleague(at)
    const given = (await offerOf(person, rent, other.id)).body.transferOffer
    assert.ok(given)
    const params = { id: rent.id }
    const back = await person.call(contract.returnQuote, {
      params,
      body: { startsAt: rent.startsAt, endsAt: '2026-11-25T19:00:00.000Z' },
    })
    const answers = await Promise.all([
      take(other.person, given),
      take(other.person, given),
      person.call(contract.returnHours, { params, body: { quoteToken: back.body.token } }),
    ])
    assert.ok(
      answers.every(({ status }) => status < 500),
      JSON.stringify(answers.map(({ body }) => body)),
    )
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    const { rows } = await kalli.database.pool.query<{ cents: number }>(
      `select (sum(captured_cents) filter (where part_of is null) - sum(moved_cents) - sum(returned_cents)
        + coalesce(sum(captured_cents) filter (where part_of is not null), 0)
        - (select coalesce(sum(rent_cents), 0) from bookings where id = $1 or handed_from = $1))::int as cents
       from payments where booking_id in (select id from bookings where id = $1 or handed_from = $1)`,
      [rent.id],
    )
    assert.deepEqual(rows, [{ cents: 0 }], 'what is there is what the hours cost')
  }
  assert.equal(await overlapsIn(kalli), 0)
  assert.equal(await people.trialBalance(kalli), 0)
})

test('the database refuses a part outside the rent, more allocated than paid, and hours handed over twice', async () => {
  const at = await people.bookable(kalli, { units: 1, noticeMinutes: 0 })
  const { person } = at.professional
  const rent = await rentedHours(person, at)
  const other = await colleague(at)
  const { pool } = kalli.database
  const offer = `insert into hand_overs (id, booking_id, from_professional_id, to_professional_id, status, offered_at,
    expires_at, starts_at, ends_at, worth_cents) values ($1, $2, $3, $4, 'offered', now(), now(), $5, $6, 100)`
  const values = [crypto.randomUUID(), rent.id, at.professional.id, other.id]
  await assert.rejects(
    pool.query(offer, [...values, '2026-11-25T15:00:00Z', '2026-11-25T18:00:00Z']),
    /hand_overs_within|is not a part of it/,
  )
  await assert.rejects(
    pool.query('update payments set moved_cents = captured_cents + 1 where booking_id = $1', [rent.id]),
    /payments_allocated|payments_returned_after_split/,
  )
  const given = (await offerOf(person, rent, other.id)).body.transferOffer
  assert.ok(given)
  const made = (await take(other.person, given)).body.rent.id
  await assert.rejects(
    pool.query(
      `insert into claims (booking_id, resource_id, during, state)
       values ($1, $2, tstzrange('2026-11-25T18:00Z', '2026-11-25T19:00Z'), 'firm')`,
      [rent.id, at.space.units[0]],
    ),
    /claims_never_overlap/,
  )
  const again = await offerOf(person, { id: rent.id, version: rent.version + 1 }, other.id)
  assert.equal(refusalOf(again).code, 'invalid_input', 'those hours are not mine any more')
  assert.ok(made)
})

test('a fee for late returned hours is refunded once to its payer when they are rented again, with a notice to both', async (t) => {
  t.after(() => kalli.time.set(testNow))
  const at = await people.bookable(kalli, { units: 1, noticeMinutes: 0 })
  const { person } = at.professional
  const rent = await rentedHours(person, at)
  const other = await colleague(at)
  // Two hours are returned half a day before: half of their 400.00 is retained.
  kalli.time.set(new Date('2026-11-25T04:00:00Z'))
  const params = { id: rent.id }
  const quote = await person.call(contract.returnQuote, {
    params,
    body: { startsAt: rent.startsAt, endsAt: tail.startsAt },
  })
  assert.equal(quote.body.feeCents, 20_000, JSON.stringify(quote.body))
  await person.call(contract.returnHours, { params, body: { quoteToken: quote.body.token } })
  // One of the two hours is rented again.
  const again = await rentedHours(other.person, at, { startMinute: 720, minutes: 60 })
  kalli.time.set(new Date('2026-11-26T21:00:00Z'))
  await runJobsOnce(kalli)
  await runJobsOnce(kalli)
  await runJobsOnce(kalli)
  const back = await person.call(contract.reservation, { params })
  assert.equal(back.body.feeBackCents, 10_000)
  assert.equal(back.body.payment?.refundedCents, 30_000)
  const accounts = await accountsOf(kalli, rent.id)
  // The host keeps 500.00 − 5 %: 570.00 as it was divided, less 95.00 owed since.
  assert.deepEqual([accounts[2030], accounts[1130] ?? 0], [-57_000, 9500])
  assert.equal(accounts[2040], undefined)
  const receipts = await Promise.all([
    person.call(booking.receipt, { params, query: { as: 'professional' } }),
    at.host.person.call(booking.receipt, { params, query: { as: 'host' } }),
  ])
  assert.deepEqual(
    receipts.map(({ body }) => body.netCents),
    [50_000, 47_500],
  )
  assert.ok(receipts.every(({ body }) => body.lines.some(({ code }) => code === 'fee_return')))
  assert.equal(await people.trialBalance(kalli), 0)
  const { rows } = await kalli.database.pool.query<{ title: string }>(
    `select title from notifications where account_id = any($1) and dedupe_key like 'fee_back:%' order by title`,
    [[at.professional.accountId, at.host.accountId]],
  )
  assert.deepEqual(
    rows.map(({ title }) => title),
    ['Recuperas $100 de tu cuota', 'Se volvió a rentar: Silla 1'],
  )
  assert.ok(again.id)
})

test('a cancelled rent gets its fee refunded as far as the hours were rented again, and never more than the fee', async (t) => {
  t.after(() => kalli.time.set(testNow))
  const at = await people.bookable(kalli, { units: 1, noticeMinutes: 0 })
  const { person } = at.professional
  const rent = await rentedHours(person, at)
  const other = await colleague(at)
  kalli.time.set(new Date('2026-11-25T04:00:00Z'))
  const params = { id: rent.id }
  const quote = await person.call(cancellation.cancelQuote, {
    params,
    query: {},
    body: { as: 'professional' },
  })
  assert.equal(quote.body.feeCents, 40_000)
  await person.call(cancellation.cancel, {
    params,
    query: {},
    body: { quoteToken: quote.body.token, reason: 'Un imprevisto.' },
  })
  await rentedHours(other.person, at, { startMinute: 600, minutes: 120 })
  await rentedHours(other.person, at, { startMinute: 720, minutes: 120 })
  kalli.time.set(new Date('2026-11-26T21:00:00Z'))
  await runJobsOnce(kalli)
  await runJobsOnce(kalli)
  const back = await person.call(contract.reservation, { params })
  assert.deepEqual([back.body.feeBackCents, back.body.payment?.refundedCents], [40_000, 80_000])
  const { pool } = kalli.database
  await assert.rejects(
    pool.query('update rent_fees set returned_cents = fee_cents + 1 where booking_id = $1', [rent.id]),
    /rent_fees_returned/,
  )
  await assert.rejects(
    pool.query(
      'update fee_returns set amount_cents = 1 where fee_id in (select id from rent_fees where booking_id = $1)',
      [rent.id],
    ),
    /append-only/,
  )
  assert.equal(await people.trialBalance(kalli), 0)
})
