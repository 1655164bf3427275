/** Hour packs: paid once, used by renting, ending with their time or the agreement. Real connections, real PostgreSQL. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import * as booking from '#contract/booking/booking.ts'
import * as cancellation from '#contract/booking/cancellation.ts'
import * as packs from '#contract/booking/rent/hour-pack.ts'
import { minutesLeft, worthOfMinutes } from '#contract/booking/rent/hour-pack.ts'
import * as contract from '#contract/booking/rent/reservation.ts'
import * as handOvers from '#contract/booking/rent/hand-over.ts'
import { noRules } from '#contract/pricing/space-pricing.ts'
import { keepPackTimes, refundPacks } from '#server/booking/rent/pack-expiry.ts'
import { read, refresh } from '#server/payment/charge/payment.ts'
import { decideDispute, openDispute } from '#server/payment/standin/disputes.ts'
import { drain, runJobsOnce } from '#server/platform/jobs.ts'
import { ownWork } from '#server/platform/work.ts'
import type { Bookable } from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { refusalOf, type Person } from '#server/testing/person.ts'
import { accountsOf, boughtPack, heldHours, overlapsIn, sellPacks } from '#server/testing/reservations.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

/** Ten hours for 1,500.00, at a chair of 200.00 an hour. */
const salon = async (values: { transferable?: boolean; units?: number } = {}): Promise<Bookable> => {
  const at = await people.bookable(kalli, { units: values.units ?? 1, noticeMinutes: 0 })
  await sellPacks(kalli, at.space.id, { transferable: values.transferable ?? false })
  return at
}

const use = (who: Person, id: string, packId: string) =>
  who.call(contract.payReservation, { params: { id }, body: { packId } })

const packOf = async (who: Person, id: string) => (await who.call(packs.ownPack, { params: { id } })).body

const returned = async (who: Person, rent: { id: string; startsAt: string }, endsAt: string) => {
  const params = { id: rent.id }
  const quote = await who.call(contract.returnQuote, { params, body: { startsAt: rent.startsAt, endsAt } })
  return who.call(contract.returnHours, { params, body: { quoteToken: quote.body.token } })
}

test('the minutes and centavos of a pack always agree in any order of use, and the last use takes the rest', () => {
  for (const pack of [
    { hours: 10, priceCents: 150_000 },
    { hours: 7, priceCents: 99_999 },
    { hours: 40, priceCents: 333_333 },
  ]) {
    let left = pack.priceCents
    let minutes = pack.hours * 60
    for (const take of [30, 45, 90, 15, 60, 120]) {
      const worth = worthOfMinutes(pack, left, take)
      assert.ok(worth > 0 && worth <= left)
      left -= worth
      minutes -= take
      assert.equal(minutesLeft(pack, left), minutes)
    }
    assert.equal(worthOfMinutes(pack, left, minutes), left)
  }
})

test('at expiry a pack refunds what exceeds the price of single hours, between zero and what is left', () => {
  const pack = { hours: 10, priceCents: 150_000, hourlyCents: 20_000 }
  const cases = [
    // Left, refunded: nothing used, two hours, seven (at $200.00 still below what was paid), eight, all.
    [150_000, 150_000],
    [120_000, 110_000],
    [45_000, 10_000],
    [30_000, 0],
    [0, 0],
  ] as const
  for (const [leftCents, backCents] of cases)
    assert.equal(packs.backAtEnd(pack, leftCents), backCents, `${leftCents} left`)
  assert.equal(packs.backAtEnd({ ...pack, hourlyCents: null }, 120_000), 0, 'sold on other terms')
  assert.equal(
    packs.backAtEnd({ ...pack, hourlyCents: 15_000 }, 120_000),
    120_000,
    'no discount, no difference',
  )
})

test('a professional who cannot rent here cannot buy a pack, and a changed price or refused card leaves no trace', async () => {
  const at = await salon()
  const { person } = at.professional
  const stranger = await people.professional(kalli)
  const params = { id: at.space.id }
  const order = { pack: 'h10', priceCents: 150_000, cardToken: 'tok_ok' }
  const buy = (who: Person, body: typeof order) => who.call(packs.buyPack, { params, body })
  assert.equal((await buy(kalli.visitor(), order)).status, 401)
  assert.equal(refusalOf(await buy(stranger.person, order)).code, 'rent_not_allowed')
  assert.equal(refusalOf(await buy(person, { ...order, pack: 'none' })).code, 'not_found')
  assert.equal(refusalOf(await buy(person, { ...order, priceCents: 140_000 })).code, 'price_changed')
  assert.equal((await buy(person, { ...order, cardToken: 'tok_declined' })).status, 402)
  assert.deepEqual((await person.call(packs.ownPacks, {})).body, [])
  const offers = await person.call(packs.packOffers, { params })
  assert.deepEqual([offers.body.packs.length, offers.body.problem], [1, null])
})

test('a pack is paid once, rents hours without a second payment, and is earned by use', async (t) => {
  t.after(() => kalli.time.set(testNow))
  const at = await salon()
  const { person } = at.professional
  const key = crypto.randomUUID()
  const order = { pack: 'h10', priceCents: 150_000, cardToken: 'tok_ok' }
  const buy = () => person.call(packs.buyPack, { params: { id: at.space.id }, body: order }, { key })
  const pack = (await buy()).body
  assert.deepEqual([pack.status, pack.leftMinutes, pack.payment?.capturedCents], ['active', 600, 150_000])
  assert.deepEqual((await buy()).body, pack, 'pressed twice it is one')
  assert.equal((await accountsOf(kalli, pack.id))[2010], -150_000, 'owed until it is used')
  const hold = await heldHours(person, at)
  assert.deepEqual(
    hold.packs.map(({ id, leftMinutes }) => [id, leftMinutes]),
    [[pack.id, 600]],
  )
  const stranger = await people.professional(kalli)
  assert.equal((await use(stranger.person, hold.id, pack.id)).status, 404)
  const rent = await use(person, hold.id, pack.id)
  assert.deepEqual(
    [rent.body.status, rent.body.rentCents, rent.body.paidCents, rent.body.pack?.id],
    ['confirmed', 60_000, 60_000, pack.id],
    JSON.stringify(rent.body),
  )
  assert.equal((await use(person, hold.id, pack.id)).body.version, rent.body.version, 'twice is once')
  const { rows } = await kalli.database.pool.query(
    'select count(*)::int as n from standin.charges where reference in (select id::text from payments where booking_id = any($1))',
    [[pack.id, hold.id]],
  )
  assert.deepEqual(rows, [{ n: 1 }], 'one charge, that of the pack')
  const left = await packOf(person, pack.id)
  assert.deepEqual([left.leftMinutes, left.leftCents], [360, 90_000])
  assert.deepEqual(
    left.uses.map(({ rentId, minutes, amountCents }) => [rentId, minutes, amountCents]),
    [[hold.id, 240, 60_000]],
  )
  // Two hours are returned in time: to the pack, not to the card.
  const less = await returned(person, rent.body, '2026-11-25T18:00:00.000Z')
  assert.equal(less.body.minutes, 120, JSON.stringify(less.body))
  const again = await packOf(person, pack.id)
  assert.deepEqual([again.leftMinutes, again.leftCents, again.uses[0]?.backCents], [480, 120_000, 30_000])
  assert.equal(again.payment?.refundedCents, 0)
  kalli.time.set(new Date('2026-11-27T20:00:00Z'))
  await runJobsOnce(kalli)
  assert.equal((await accountsOf(kalli, hold.id))[2030], -28_500)
  const receipt = await person.call(booking.receipt, {
    params: { id: hold.id },
    query: { as: 'professional' },
  })
  assert.equal(receipt.body.netCents, 30_000)
  assert.match(receipt.body.lines[0]?.label ?? '', /Paquete de 10 h/)
  assert.equal(await people.trialBalance(kalli), 0)
})

test('of six rents that use one pack at once as many succeed as fit, and its balance is never negative', async () => {
  const at = await salon({ units: 12 })
  const { person } = at.professional
  const pack = await boughtPack(person, at)
  const holds: string[] = []
  for (let place = 0; place < 6; place += 1) {
    const { id } = await heldHours(person, at, { date: `2026-12-0${place + 1}`, minutes: 180 })
    holds.push(id)
    // At most two holds are allowed: these wait with the row of their money untouched.
    await kalli.database.kysely
      .updateTable('bookings')
      .set({ holder: `test:${id}`, version: sql`version + 1` })
      .where('id', '=', id)
      .execute()
  }
  const answers = await Promise.all(holds.map((id) => use(person, id, pack.id)))
  assert.equal(
    answers.filter(({ status }) => status === 200).length,
    3,
    JSON.stringify(answers.map(({ body }) => body)),
  )
  for (const answer of answers.filter(({ status }) => status !== 200))
    assert.equal(refusalOf(answer).code, 'pack_short')
  assert.equal((await packOf(person, pack.id)).leftMinutes, 60)
  const { pool } = kalli.database
  await assert.rejects(
    pool.query('update payments set moved_cents = captured_cents + 1 where booking_id = $1', [pack.id]),
    /payments_allocated|payments_returned_after_split/,
  )
  assert.equal(await overlapsIn(kalli), 0)
  assert.equal(await people.trialBalance(kalli), 0)
})

test('a pack that expires before the hours is refused, and at expiry used hours are repriced and the rest refunded', async (t) => {
  t.after(() => kalli.time.set(testNow))
  const at = await salon()
  const { person } = at.professional
  const pack = await boughtPack(person, at)
  const late = await heldHours(person, at, { date: '2027-02-25', minutes: 120 })
  const refused = refusalOf(await use(person, late.id, pack.id))
  assert.deepEqual([refused.code, refused.message], ['pack_over', 'Vence antes de que terminen estas horas.'])
  const hold = await heldHours(person, at, { minutes: 120 })
  assert.equal((await use(person, hold.id, pack.id)).status, 200)
  kalli.time.set(new Date('2027-02-14T18:00:00Z'))
  await runJobsOnce(kalli)
  kalli.time.set(new Date('2027-02-19T18:00:00Z'))
  await runJobsOnce(kalli)
  await runJobsOnce(kalli)
  const { rows } = await kalli.database.pool.query<{ status: string }>(
    'select status from hour_packs where id = $1',
    [pack.id],
  )
  assert.deepEqual(rows, [{ status: 'expired' }])
  const accounts = await accountsOf(kalli, pack.id)
  // Two hours at $200.00 without a pack: $400.00 of $1,500.00 are retained, $300.00 of which the rent already took.
  assert.deepEqual([accounts[2010], accounts[2030], accounts[2040]], [undefined, -9_500, undefined])
  const [after] = (await person.call(packs.ownPacks, {})).body
  assert.deepEqual([after?.payment?.refundedCents, after?.leftCents], [110_000, 0])
  const reported = await kalli.database.pool.query<{ title: string }>(
    `select title from notifications where dedupe_key like $1 order by id`,
    [`hour_pack:${pack.id}:%`],
  )
  assert.deepEqual(
    reported.rows.map(({ title }) => title),
    [
      'Tu paquete de 10 h está listo',
      'Vendiste un paquete de 10 h',
      'A tu paquete le queda una semana',
      'Tu paquete venció',
      'Venció un paquete de 10 h',
    ],
  )
  await assert.rejects(
    kalli.database.pool.query(
      `update hour_packs set status = 'active', version = version + 1 where id = $1`,
      [pack.id],
    ),
    /goes forward only/,
  )
  assert.equal(await people.trialBalance(kalli), 0)
})

test('a pack does not expire while its charge is disputed, and once won it expires as usual', async (t) => {
  t.after(() => kalli.time.set(testNow))
  const at = await salon()
  const { person } = at.professional
  const pack = await boughtPack(person, at)
  const hold = await heldHours(person, at, { minutes: 120 })
  assert.equal((await use(person, hold.id, pack.id)).status, 200)
  kalli.time.set(new Date('2027-02-14T18:00:00Z'))
  await runJobsOnce(kalli)
  const payment = (await read(kalli.work(), pack.id)) ?? assert.fail('no payment')
  const order = { chargeRef: payment.charge_ref ?? '', amountCents: 150_000, reason: 'fraud' } as const
  const ref = (await openDispute(kalli.work(), order)) ?? assert.fail('no dispute')
  await refresh(kalli.work(), payment.id)
  kalli.time.set(new Date('2027-02-19T18:00:00Z'))
  for (let times = 0; times < 2; times += 1) await runJobsOnce(kalli)
  const statusOf = async () => (await packOf(person, pack.id)).status
  assert.equal(await statusOf(), 'active')
  await decideDispute(kalli.work(), ref, 'won')
  await refresh(kalli.work(), payment.id)
  for (let times = 0; times < 2; times += 1) await runJobsOnce(kalli)
  assert.equal(await statusOf(), 'expired')
  const accounts = await accountsOf(kalli, pack.id)
  assert.deepEqual([accounts[2010], accounts[2030], accounts[2040]], [undefined, -9_500, undefined])
  assert.equal((await packOf(person, pack.id)).payment?.refundedCents, 110_000)
  assert.equal(await people.trialBalance(kalli), 0)
})

test('when the agreement ends, unused hours are refunded to the card, and later refunds of rented ones go there too', async () => {
  const at = await salon()
  const { person } = at.professional
  const pack = await boughtPack(person, at)
  const hold = await heldHours(person, at, { minutes: 240 })
  await use(person, hold.id, pack.id)
  await kalli.database.pool.query(
    `update agreements set status = 'ended', ended_at = $2, version = version + 1 where id = $1`,
    [at.agreementId, kalli.clock()],
  )
  await refundPacks(ownWork(kalli), at.agreementId)
  await refundPacks(ownWork(kalli), at.agreementId)
  const over = await packOf(person, pack.id)
  assert.deepEqual([over.status, over.payment?.refundedCents, over.leftMinutes], ['refunded', 90_000, 0])
  const isActive = await person.call(contract.reservation, { params: { id: hold.id } })
  assert.equal(isActive.body.status, 'confirmed')
  const params = { id: hold.id }
  const quote = await person.call(cancellation.cancelQuote, {
    params,
    query: {},
    body: { as: 'professional' },
  })
  await person.call(cancellation.cancel, {
    params,
    query: {},
    body: { quoteToken: quote.body.token, reason: 'Un imprevisto.' },
  })
  const { rows } = await kalli.database.pool.query(
    `select captured_cents, refunded_cents from standin.charges where reference =
      (select id::text from payments where booking_id = $1)`,
    [pack.id],
  )
  assert.deepEqual(rows, [{ captured_cents: 150_000, refunded_cents: 150_000 }])
  assert.equal(await people.trialBalance(kalli), 0)
})

test('an agreement that includes the hours sells no pack, and refunds one bought before', async () => {
  const at = await salon()
  const { person } = at.professional
  const pack = await boughtPack(person, at)
  const hold = await heldHours(person, at, { minutes: 240 })
  await use(person, hold.id, pack.id)
  await keepPackTimes(ownWork(kalli))
  assert.equal((await packOf(person, pack.id)).status, 'active', 'hours at a price: the pack stays')
  await kalli.database.pool.query(
    `update agreements set rate_per_hour_cents = 0, version = version + 1 where id = $1`,
    [at.agreementId],
  )
  const reason = 'Tu convenio ya incluye tus horas aquí: no se rentan aparte.'
  const params = { id: at.space.id }
  const offered = (await person.call(packs.packOffers, { params })).body
  assert.equal(offered.problem, reason)
  const [offer] = offered.packs
  const again = await person.call(packs.buyPack, {
    params,
    body: { pack: offer?.id ?? '', priceCents: offer?.priceCents ?? 0, cardToken: 'tok_visa' },
  })
  assert.deepEqual([refusalOf(again).code, refusalOf(again).message], ['rent_not_allowed', reason])
  await keepPackTimes(ownWork(kalli))
  await keepPackTimes(ownWork(kalli))
  const over = await packOf(person, pack.id)
  assert.deepEqual([over.status, over.payment?.refundedCents, over.leftMinutes], ['refunded', 90_000, 0])
  const isActive = await person.call(contract.reservation, { params: { id: hold.id } })
  assert.equal(isActive.body.status, 'confirmed')
  await drain(kalli)
  const reported = await kalli.database.pool.query<{ message: string }>(
    `select message from notifications where dedupe_key like $1 order by id`,
    [`hour_pack:${pack.id}:refunded:%`],
  )
  assert.equal(reported.rows.length, 2)
  for (const { message } of reported.rows) assert.match(message, /convenio .*ya incluye/)
  assert.equal(await people.trialBalance(kalli), 0)
})

test('a week after its host was suspended the rest of a pack is refunded without repricing used hours', async (t) => {
  t.after(() => kalli.time.set(testNow))
  const at = await salon()
  const { person } = at.professional
  const pack = await boughtPack(person, at)
  await sql`update accounts set suspended_at = ${testNow} where id = (select account_id from hosts where id = ${at.host.id})`.execute(
    kalli.database.kysely,
  )
  kalli.time.advance(6 * 24 * 60)
  await keepPackTimes(ownWork(kalli))
  assert.equal((await packOf(person, pack.id)).status, 'active')
  kalli.time.advance(2 * 24 * 60)
  await keepPackTimes(ownWork(kalli))
  await drain(kalli)
  const over = await packOf(person, pack.id)
  assert.deepEqual([over.status, over.payment?.refundedCents], ['refunded', 150_000])
  const { rows } = await sql<{ message: string }>`
    select message from notifications where dedupe_key = ${`hour_pack:${pack.id}:refunded:professional`}`.execute(
    kalli.database.kysely,
  )
  assert.match(rows[0]?.message ?? '', /no recibe por Kalli por ahora: \$1,500/)
  assert.equal(await people.trialBalance(kalli), 0)
})

test('hours of a non-transferable pack cannot be handed over, and a part of those of another can', async () => {
  for (const transferable of [false, true]) {
    const at = await salon({ transferable })
    const { person } = at.professional
    const pack = await boughtPack(person, at)
    const hold = await heldHours(person, at)
    const rent = (await use(person, hold.id, pack.id)).body
    const other = await people.professional(kalli)
    await people.agreement(kalli, other.id, at.space.id)
    const move = rent.moves.find(({ move }) => move === 'hand_over')
    assert.equal(move?.allowed, transferable)
    const offered = await person.call(contract.offerHours, {
      params: { id: rent.id },
      body: {
        professionalId: other.id,
        version: rent.version,
        hours: { startsAt: '2026-11-25T18:00:00Z', endsAt: rent.endsAt },
      },
    })
    if (!transferable) {
      assert.deepEqual(
        [refusalOf(offered).code, refusalOf(offered).message],
        ['move_not_allowed', contract.packStays],
      )
      continue
    }
    const given = offered.body.transferOffer
    assert.ok(given, JSON.stringify(offered.body))
    const taken = await other.person.call(handOvers.answerHandOver, {
      params: { id: given.id, move: 'accept' },
      body: { version: given.version },
    })
    assert.equal(taken.status, 200, JSON.stringify(taken.body))
    // The new holder cancels in time: the buyer gets the hours back in the pack.
    const params = { id: taken.body.rent.id }
    const quote = await other.person.call(cancellation.cancelQuote, {
      params,
      query: {},
      body: { as: 'professional' },
    })
    await other.person.call(cancellation.cancel, {
      params,
      query: {},
      body: { quoteToken: quote.body.token, reason: 'Un imprevisto.' },
    })
    assert.equal((await packOf(person, pack.id)).leftMinutes, 480)
  }
  assert.equal(await people.trialBalance(kalli), 0)
})

test('sold packs stay valid whatever the host changes, and an unfinished purchase fails', async (t) => {
  t.after(() => kalli.time.set(testNow))
  const at = await salon()
  const { person } = at.professional
  const pack = await boughtPack(person, at)
  await kalli.database.kysely
    .updateTable('spaces')
    .set({ price_rules: JSON.stringify(noRules) })
    .where('id', '=', at.space.id)
    .execute()
  const hold = await heldHours(person, at, { minutes: 60 })
  assert.equal((await use(person, hold.id, pack.id)).body.rentCents, 15_000)
  await sellPacks(kalli, at.space.id, { transferable: false })
  const requested = await person.call(packs.buyPack, {
    params: { id: at.space.id },
    body: { pack: 'h10', priceCents: 150_000, cardToken: 'tok_3ds' },
  })
  assert.equal(requested.body.status, 'awaiting_payment')
  assert.match(requested.body.payment?.actionUrl ?? '', /banco/)
  kalli.time.advance(61)
  await runJobsOnce(kalli)
  assert.equal((await packOf(person, requested.body.id)).status, 'failed')
  assert.equal(await people.trialBalance(kalli), 0)
})
