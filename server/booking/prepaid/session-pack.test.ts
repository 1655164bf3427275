/** Session packs: paid once, used by visits, expiring at their end. Real connections, real PostgreSQL. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import * as booking from '#contract/booking/booking.ts'
import * as checkout from '#contract/booking/checkout.ts'
import * as cancellations from '#contract/booking/cancellation.ts'
import * as attendance from '#contract/booking/attendance.ts'
import * as holds from '#contract/booking/hold.ts'
import * as changes from '#contract/booking/change/change.ts'
import { addCoupon } from '#contract/pricing/coupon.ts'
import { publicProfessional } from '#contract/search/public-page.ts'
import { changeService, removeService, serviceImpact, services } from '#contract/service/service.ts'
import * as packs from '#contract/booking/prepaid/session-pack.ts'
import { sessionsLeft, worthOfSession } from '#contract/booking/prepaid/session-pack.ts'
import { keepSessionPackTimes } from '#server/booking/prepaid/session-pack-expiry.ts'
import { drain, runJobsOnce } from '#server/platform/jobs.ts'
import { ownWork } from '#server/platform/work.ts'
import {
  completeAsClient,
  type Bookable,
  confirmContact,
  contactOf,
  held,
  hereOf,
  slotsOn,
} from '#server/testing/bookings.ts'
import { personAt, startCrashing } from '#server/testing/crash/crashing-server.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

const offer = { id: 1, sessions: 5, priceCents: 400_000, validityDays: 90 }

/** A visit of an hour and a half for $1,000.00 at a chair of $200.00 an hour; a pack of five costs $4,000.00. */
const salon = async (values: Partial<typeof offer> = {}): Promise<Bookable> => {
  const at = await people.bookable(kalli, { noticeMinutes: 0, units: 3 })
  await kalli.database.kysely
    .updateTable('services')
    .set({ packs: JSON.stringify([{ ...offer, ...values }]) })
    .where('id', '=', at.serviceId)
    .execute()
  return at
}
const client = async () => people.signIn(kalli, await people.account(kalli))

const buy = (
  who: Person,
  at: Bookable,
  said: Partial<{ priceCents: number; cardToken: string }> = {},
  key?: string,
) =>
  who.call(
    packs.buySessionPack,
    {
      params: { id: at.serviceId },
      body: { pack: offer.id, priceCents: offer.priceCents, cardToken: 'tok_ok', ...said },
    },
    key === undefined ? {} : { key },
  )
const bought = async (who: Person, at: Bookable) => {
  const answer = await buy(who, at)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body
}
const mine = async (who: Person) => (await who.call(packs.ownSessionPacks)).body
const bookWith = async (who: Person, holdId: string, packId: string) => {
  const contact = contactOf()
  await confirmContact(who, holdId, contact.email)
  return who.call(checkout.book, { body: { holdId, contact, payment: { method: 'pack', packId } } })
}
const booked = async (who: Person, at: Bookable, packId: string, date?: string, place?: number) => {
  const hold = await held(who, at, date, place)
  const answer = await bookWith(who, hold.id, packId)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body
}
const cancel = async (who: Person, id: string) => {
  const quoted = await who.call(cancellations.cancelQuote, {
    params: { id },
    query: {},
    body: { as: 'client' },
  })
  assert.equal(quoted.status, 200, JSON.stringify(quoted.body))
  const done = await who.call(cancellations.cancel, {
    params: { id },
    query: {},
    body: { quoteToken: quoted.body.token, reason: 'Un imprevisto.' },
  })
  assert.equal(done.status, 200, JSON.stringify(done.body))
  await runJobsOnce(kalli)
}
const fundsOf = async (id: string) => {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(-sum(e.amount_cents), 0)::bigint as cents from journals j join entries e on e.journal_id = j.id
    where j.booking_id = ${id} and e.account = 2010`.execute(kalli.database.kysely)
  return rows[0]?.cents
}

test('the sessions and centavos of a pack always agree, and the last session takes the rest', () => {
  for (const pack of [
    { sessions: 5, priceCents: 400_000 },
    { sessions: 3, priceCents: 100_000 },
    { sessions: 7, priceCents: 99_999 },
    { sessions: 50, priceCents: 1_000_033 },
  ]) {
    let left = pack.priceCents
    for (let count = pack.sessions; count > 0; count--) {
      assert.equal(sessionsLeft(pack, left), count)
      left -= worthOfSession(pack, count)
    }
    assert.deepEqual([left, sessionsLeft(pack, left)], [0, 0])
    // A session reduced by a late cancellation fee pays for no visit any more.
    assert.equal(sessionsLeft(pack, pack.priceCents - 100), pack.sessions - 1)
  }
})

test('a pack is bought once, by a signed-in client, at the price shown, and a refused card leaves no trace', async () => {
  const at = await salon()
  const who = await client()
  assert.equal((await buy(kalli.visitor(), at)).status, 401)
  assert.equal(refusalOf(await buy(at.professional.person, at)).code, 'own_service')
  assert.equal(refusalOf(await buy(who, at, { priceCents: 390_000 })).code, 'price_changed')
  assert.equal((await buy(who, at, { cardToken: 'tok_declined' })).status, 402)
  assert.deepEqual(await mine(who), [])
  const key = crypto.randomUUID()
  const one = await buy(who, at, {}, key)
  assert.equal(one.status, 201, JSON.stringify(one.body))
  assert.deepEqual((await buy(who, at, {}, key)).body, one.body, 'pressed twice it is one')
  const [pack] = await mine(who)
  assert.deepEqual(
    [pack?.status, pack?.left, pack?.leftCents, pack?.backCents, pack?.service.id],
    ['active', 5, 400_000, 400_000, at.serviceId],
  )
  assert.equal(await fundsOf(one.body.id), 400_000)
  assert.deepEqual(await mine(await client()), [])
})

test('a visit paid by a session is confirmed at once, and divided as a visit of that price to the centavo', async (t) => {
  t.after(() => kalli.time.set(testNow))
  const at = await salon()
  const who = await client()
  const pack = await bought(who, at)
  const hold = await held(who, at, '2026-11-20', 4)
  const shown = await who.call(packs.packsForHold, { params: { id: hold.id } })
  assert.deepEqual(
    shown.body.map(({ id, left, worthCents }) => [id, left, worthCents]),
    [[pack.id, 5, 80_000]],
  )
  // The amounts and the policy shown before are those applied afterwards.
  assert.deepEqual(
    shown.body[0]?.goesTo.map(({ to, amountCents }) => [to, amountCents]),
    [
      ['professional', 42_000],
      ['host', 28_500],
      ['platform', 9_500],
    ],
  )
  const visit = await bookWith(who, hold.id, pack.id)
  assert.equal(visit.status, 201, JSON.stringify(visit.body))
  assert.notEqual(hold.policy.text, visit.body.policy?.text, 'of another price')
  assert.equal(shown.body[0]?.policy, visit.body.policy?.text)
  assert.deepEqual(
    [visit.body.status, visit.body.totalCents, visit.body.payment?.capturedCents],
    ['confirmed', 80_000, 80_000],
  )
  assert.deepEqual([await fundsOf(pack.id), await fundsOf(visit.body.id)], [320_000, 80_000])
  assert.deepEqual(
    (await mine(who)).map(({ left, uses }) => [left, uses.length]),
    [[4, 1]],
  )
  // A repeated press is one booking.
  assert.equal((await bookWith(who, hold.id, pack.id)).body.id, visit.body.id)
  assert.equal((await mine(who))[0]?.left, 4)
  const { person } = at.professional
  const params = { id: visit.body.id }
  kalli.time.set(visit.body.startsAt)
  await person.call(attendance.checkIn, { params, body: await hereOf(kalli, params.id) })
  kalli.time.advance(90)
  await person.call(attendance.checkOut, { params, body: {} })
  assert.equal((await completeAsClient(kalli, params.id)).status, 200)
  await runJobsOnce(kalli)
  assert.equal(await fundsOf(visit.body.id), 0)
  const { rows } = await sql<{ side: string; cents: number }>`
    select side, -sum(amount_cents)::bigint as cents from journals j join entries e on e.journal_id = j.id
    where j.booking_id = ${visit.body.id} and e.account in (2020, 2030) group by side order by side desc`.execute(
    kalli.database.kysely,
  )
  // 800.00 less 80.00 of commission and 300.00 of rent; and the rent less 5 %.
  assert.deepEqual(
    rows.map(({ side, cents }) => [side, cents]),
    [
      ['professional', 42_000],
      ['host', 28_500],
    ],
  )
  const receipt = await who.call(booking.receipt, { params, query: {} })
  assert.ok(JSON.stringify(receipt.body).includes('Con tu paquete'))
  assert.equal(await people.trialBalance(kalli), 0)
})

test('a cancellation in time restores the session, a late one retains its fee, and the rest is refunded at expiry', async (t) => {
  t.after(() => kalli.time.set(testNow))
  const at = await salon()
  const account = await people.account(kalli)
  const who = await people.signIn(kalli, account)
  const pack = await bought(who, at)
  const early = await booked(who, at, pack.id, '2026-11-25', 2)
  await cancel(who, early.id)
  assert.deepEqual(
    (await mine(who)).map(({ left, leftCents }) => [left, leftCents]),
    [[5, 400_000]],
  )
  const late = await booked(who, at, pack.id, '2026-11-25', 2)
  kalli.time.set(new Date(Date.parse(late.startsAt) - 60 * 60_000))
  await cancel(who, late.id)
  const [after] = await mine(who)
  const fee = 400_000 - (after?.leftCents ?? 0)
  assert.ok(fee > 0 && fee < 80_000, `${fee}`)
  // The rest of a session after the fee is no session.
  assert.equal(after?.left, 4)
  assert.equal(await people.trialBalance(kalli), 0)
  kalli.time.set('2027-06-01T12:00:00.000Z')
  await keepSessionPackTimes(ownWork(kalli))
  await drain(kalli)
  await runJobsOnce(kalli)
  const [over] = await mine(await people.signIn(kalli, account))
  assert.equal(over?.status, 'expired')
  // A used session counts $1,000.00; the rest is refunded at most.
  assert.equal(over?.payment?.refundedCents, Math.min(400_000 - fee, 300_000))
  assert.equal(await fundsOf(pack.id), 0)
  assert.equal(await people.trialBalance(kalli), 0)
})

test('of two visits that take the last session at once one gets it, and the other stays held', async () => {
  const at = await salon()
  const who = await client()
  const pack = await bought(who, at)
  for (const date of ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26'])
    await booked(who, at, pack.id, date, 0)
  const holds = [await held(who, at, '2026-11-27', 0), await held(who, at, '2026-11-27', 8)]
  const answers = await Promise.all(holds.map(({ id }) => bookWith(who, id, pack.id)))
  const codes = answers.map((answer) => (answer.status === 201 ? 'booked' : refusalOf(answer).code))
  assert.deepEqual(codes.toSorted(), ['booked', 'session_pack_short'])
  assert.deepEqual(
    (await mine(who)).map(({ left, leftCents }) => [left, leftCents]),
    [[0, 0]],
  )
  assert.equal(await people.trialBalance(kalli), 0)
})

test('a pack pays only its owner’s visits to its service, and no visit with a coupon', async () => {
  const at = await salon()
  const who = await client()
  const pack = await bought(who, at)
  const stranger = await client()
  const theirs = await held(stranger, at, '2026-11-25', 8)
  assert.equal(refusalOf(await bookWith(stranger, theirs.id, pack.id)).code, 'not_found')
  const other = await salon()
  const elsewhere = await held(who, other, '2026-11-25', 0)
  assert.deepEqual((await who.call(packs.packsForHold, { params: { id: elsewhere.id } })).body, [])
  assert.equal(refusalOf(await bookWith(who, elsewhere.id, pack.id)).code, 'session_pack_not_here')
  await at.professional.person.call(addCoupon, {
    body: {
      code: 'DIEZ',
      change: { kind: 'percent', bp: 1000 },
      serviceIds: [],
      validFrom: null,
      validTo: null,
      maxUses: null,
      onceEach: false,
      active: true,
    },
  })
  const hold = await held(who, at, '2026-11-25', 0)
  const less = await who.call(holds.changeHold, {
    params: { id: hold.id },
    body: { addOns: [], coupon: 'DIEZ', version: hold.version },
  })
  assert.equal(less.status, 200, JSON.stringify(less.body))
  assert.equal(refusalOf(await bookWith(who, hold.id, pack.id)).code, 'session_pack_not_here')
  await assert.rejects(
    () =>
      kalli.database.kysely
        .updateTable('bookings')
        .set({ session_pack_id: pack.id, client_id: null })
        .where('id', '=', theirs.id)
        .execute(),
    /visits_of_pack|is not of pack/,
  )
})

test('a visit moved to another hour stays paid by its session, and a discontinued service refunds the rest', async () => {
  const at = await salon()
  const who = await client()
  const pack = await bought(who, at)
  const visit = await booked(who, at, pack.id, '2026-11-25', 0)
  const params = { id: visit.id }
  const { body: free } = await who.call(changes.changeSlots, {
    params,
    query: { as: 'client', from: '2026-11-25', to: '2026-11-25' },
  })
  const slotToken = free.days.flatMap((day) => day.slots).at(-1)?.token ?? ''
  const quoted = await who.call(changes.changeQuote, { params, query: {}, body: { as: 'client', slotToken } })
  assert.equal(quoted.status, 200, JSON.stringify(quoted.body))
  assert.equal(quoted.body.dueCents, 0)
  const moved = await who.call(changes.change, {
    params,
    query: {},
    body: { quoteToken: quoted.body.token, note: '' },
  })
  assert.equal(moved.status, 200, JSON.stringify(moved.body))
  const { person } = at.professional
  const service = { id: at.serviceId }
  const seen = await person.call(serviceImpact, { params: service })
  assert.deepEqual(seen.body.packs, { count: 1, leftCents: 320_000 })
  // Archiving requires having seen the refund, and at least its present amount.
  for (const query of [{}, { packs: 1, packsLeftCents: 240_000 }]) {
    const refused = refusalOf(await person.call(removeService, { params: service, query }))
    assert.deepEqual([refused.code, refused.details], ['service_has_packs', seen.body])
  }
  const query = { packs: 1, packsLeftCents: 320_000 }
  assert.equal((await person.call(removeService, { params: service, query })).status, 200)
  await keepSessionPackTimes(ownWork(kalli))
  await drain(kalli)
  await runJobsOnce(kalli)
  const [over] = await mine(who)
  assert.deepEqual([over?.status, over?.payment?.refundedCents], ['refunded', 320_000])
  assert.deepEqual([await fundsOf(pack.id), await fundsOf(visit.id)], [0, 80_000])
  assert.equal(await people.trialBalance(kalli), 0)
})

test('a hidden service is bookable by clients who have a session of it left', async () => {
  const at = await salon({ sessions: 2, priceCents: 160_000 })
  const who = await client()
  const paid = await buy(who, at, { priceCents: 160_000 })
  assert.equal(paid.status, 201, JSON.stringify(paid.body))
  const { person, id } = at.professional
  const own = (await person.call(services)).body.find((one) => one.id === at.serviceId)
  assert.ok(own)
  const hidden = await person.call(changeService, {
    params: { id: at.serviceId },
    body: { ...own, visibility: 'hidden' },
  })
  assert.equal(hidden.status, 200, JSON.stringify(hidden.body))
  const shownTo = async (reader: Person) =>
    (
      await reader.call(publicProfessional, { params: { id: String(id) }, query: { service: at.serviceId } })
    ).body.services.map((one) => one.id)
  for (const stranger of [kalli.visitor(), await client()]) {
    assert.deepEqual(await shownTo(stranger), [])
    assert.deepEqual(await slotsOn(stranger, at, '2026-11-25'), [])
  }
  assert.equal(refusalOf(await buy(who, at, { priceCents: 160_000 })).code, 'not_found', 'it is sold no more')
  for (const date of ['2026-11-25', '2026-11-26']) {
    assert.deepEqual(await shownTo(who), [at.serviceId])
    await booked(who, at, paid.body.id, date)
  }
  assert.deepEqual(await shownTo(who), [])
  assert.deepEqual(await slotsOn(who, at, '2026-11-27'), [])
})

for (const { validityDays, suspendedAfter, days, when } of [
  { validityDays: 90, suspendedAfter: 1, days: 7, when: 'a week after its professional was suspended' },
  { validityDays: 30, suspendedAfter: 28, days: 2, when: 'at its end while its professional is suspended' },
])
  test(`${when} the rest of a pack is refunded without repricing used sessions, and not before`, async (t) => {
    t.after(() => kalli.time.set(testNow))
    const at = await salon({ validityDays })
    const who = await client()
    const pack = await bought(who, at)
    await booked(who, at, pack.id, '2026-11-20', 0)
    kalli.time.advance(suspendedAfter * 24 * 60)
    await runJobsOnce(kalli)
    await sql`update accounts set suspended_at = ${kalli.clock()} where id = (
      select account_id from professionals where id = ${at.professional.id})`.execute(kalli.database.kysely)
    kalli.time.advance((days - 1) * 24 * 60)
    await keepSessionPackTimes(ownWork(kalli))
    assert.equal((await mine(who))[0]?.status, 'active')
    kalli.time.advance(24 * 60)
    await runJobsOnce(kalli)
    const [over] = await mine(who)
    assert.deepEqual([over?.status, over?.payment?.refundedCents], ['refunded', 320_000])
    const { rows } = await sql<{ message: string }>`
      select message from notifications where dedupe_key = ${`session_pack:${pack.id}:refunded:client`}`.execute(
      kalli.database.kysely,
    )
    assert.match(rows[0]?.message ?? '', /no recibe por Kalli por ahora: \$3,200/)
    assert.equal(await people.trialBalance(kalli), 0)
  })

for (const { place, ends } of [
  { place: 'inside-pay', ends: ['held', 5] },
  { place: 'committed-pay', ends: ['confirmed', 4] },
  { place: 'before-confirm', ends: ['confirmed', 4] },
] as const)
  test(`killed at ${place} no session is lost, even without a retry`, async (t) => {
    t.after(() => kalli.time.set(testNow))
    const at = await salon()
    const who = await client()
    const pack = await bought(who, at)
    const hold = await held(who, at, '2026-11-25', 0)
    const contact = contactOf()
    await confirmContact(who, hold.id, contact.email)
    const { url, died } = await startCrashing(kalli, place, kalli.clock())
    const body = { holdId: hold.id, contact, payment: { method: 'pack' as const, packId: pack.id } }
    await personAt(url, who)
      .call(checkout.book, { body })
      .catch(() => null)
    assert.equal(await died, true, `nothing passed by ${place}`)
    kalli.time.advance(2)
    await runJobsOnce(kalli)
    const { status } = await kalli.database.kysely
      .selectFrom('bookings')
      .select('status')
      .where('id', '=', hold.id)
      .executeTakeFirstOrThrow()
    assert.deepEqual([status, (await mine(who))[0]?.left], ends)
    assert.equal(await people.trialBalance(kalli), 0)
  })
