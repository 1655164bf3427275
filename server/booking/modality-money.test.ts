/** The money of a visit without a host: $1,000.00 and $80.00 for travel, to the centavo for every way in which it may end. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { slots } from '#contract/availability/availability.ts'
import * as contract from '#contract/booking/booking.ts'
import * as cancellation from '#contract/booking/cancellation.ts'
import * as attendance from '#contract/booking/attendance.ts'
import * as changes from '#contract/booking/change/change.ts'
import * as noShow from '#contract/booking/visit/no-show.ts'
import * as tips from '#contract/booking/settlement/tip.ts'
import { upholdDue } from '#server/booking/visit/no-show-decision.ts'
import { drain, runJobsOnce } from '#server/platform/jobs.ts'
import { bookedAt, everywhere, home, instant } from '#server/testing/away.ts'
import { sound, recordsOf } from '#server/testing/processor/processor-records.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import { completeAsClient } from '#server/testing/bookings.ts'
import { refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

const date = '2026-11-20'
type Service = Parameters<typeof everywhere>[1]

const visit = async (values: Service = {}, upfrontBp: number | null = null, on = date) => {
  const at = await everywhere(kalli, { policyTier: 'moderate', ...values })
  await kalli.database.pool.query('update services set upfront_bp = $2 where id = $1', [
    at.serviceId,
    upfrontBp,
  ])
  const who = kalli.visitor()
  const made = await bookedAt(kalli, at, { modality: 'home', home: await home(who) }, '13:00', {
    who,
    date: on,
  })
  const [params, query] = [{ id: made.id }, { t: made.t }]
  const pro = at.professional.person
  const minutes = (n: number) => kalli.time.set(new Date(Date.parse(made.startsAt) + n * 60_000))
  const version = async () => (await pro.call(contract.booking, { params, query: {} })).body.version
  const cancelAs = async (as: 'client' | 'professional') => {
    const by = as === 'client' ? made.who : pro
    const requested = { params, query: as === 'client' ? query : {} }
    const quote = await by.call(cancellation.cancelQuote, { ...requested, body: { as } })
    assert.equal(quote.status, 200, JSON.stringify(quote.body))
    const done = await by.call(cancellation.cancel, {
      ...requested,
      body: { quoteToken: quote.body.token, reason: 'Se juntó el día' },
    })
    assert.equal(done.status, 200, JSON.stringify(done.body))
    return [quote.body.refundCents, quote.body.feeCents]
  }
  const over = async () => {
    minutes(0)
    assert.equal((await pro.call(attendance.checkIn, { params, body: {} })).status, 200)
    minutes(90)
    assert.equal((await pro.call(attendance.checkOut, { params, body: {} })).status, 200)
    assert.equal((await completeAsClient(kalli, params.id)).status, 200)
    await drain(kalli)
  }
  return { ...made, at, pro, params, query, minutes, version, cancelAs, over }
}
type Visit = Awaited<ReturnType<typeof visit>>

/** The total posted for each: professional, host, Kalli (with its IVA), the tax office; and what is left of the client's funds. */
const shares = async ({ id }: Visit) => {
  const sum = await recordsOf(kalli, id)
  return {
    professional: sum(2020, 1120),
    host: sum(2030, 1130),
    kalli: sum(4010, 4020, 2130),
    taxes: sum(2110, 2120),
    left: sum(2010, 2060),
  }
}
const nothing = { professional: 0, host: 0, kalli: 0, taxes: 0, left: 0 }
const charged = async ({ id }: Visit) =>
  (
    await kalli.database.pool.query<{ cents: number }>(
      `select coalesce(sum(captured_cents - refunded_cents), 0)::int as cents from payments
       where booking_id = $1 or booking_id in (select id from booking_balances where booking_id = $1)`,
      [id],
    )
  ).rows[0]?.cents

test('a completed home visit pays the professional nine tenths of price and travel fee, and no rent', async () => {
  const made = await visit()
  await made.over()
  assert.deepEqual(await shares(made), { ...nothing, professional: 97_200, kalli: 10_800 })
  const own = (await made.pro.call(contract.receipt, { params: made.params, query: {} })).body
  const client = (await made.who.call(contract.receipt, { params: made.params, query: made.query })).body
  assert.deepEqual([own.netCents, client.netCents], [97_200, 108_000])
  for (const { lines } of [own, client])
    assert.ok(
      lines.some(({ label, amountCents }) => label === 'Servicio a domicilio' && amountCents === 8000),
      JSON.stringify(lines),
    )
  assert.ok(!JSON.stringify(own.lines).includes('enta del espacio'))
  await sound(kalli)
})

test('withholding applies to price and travel fee together', async () => {
  await kalli.database.pool.query(`update settings set value = 'true' where name = 'withholding'`)
  const made = await visit()
  await made.over()
  await kalli.database.pool.query(`update settings set value = 'false' where name = 'withholding'`)
  // Of 108,000: 93,103 without IVA and 14,897 of it; 2,328 of ISR and 7,449 of IVA are withheld.
  assert.deepEqual(await shares(made), { ...nothing, professional: 87_423, kalli: 10_800, taxes: 9777 })
  await sound(kalli)
})

test('a cancellation in time refunds the price and the travel fee', async () => {
  const made = await visit()
  kalli.time.set(new Date(Date.parse(made.startsAt) - 30 * 3_600_000))
  assert.deepEqual(await made.cancelAs('client'), [108_000, 0])
  assert.deepEqual([await shares(made), await charged(made)], [nothing, 0])
  await sound(kalli)
})

test('a late cancellation retains the tier’s share of the whole, divided between professional and Kalli', async () => {
  const made = await visit()
  made.minutes(-180)
  assert.deepEqual(await made.cancelAs('client'), [75_600, 32_400])
  assert.deepEqual(await shares(made), { ...nothing, professional: 29_160, kalli: 3240 })
  assert.equal(await charged(made), 32_400)
  await sound(kalli)
})

test('a professional’s cancellation refunds everything, and no host is owed anything', async () => {
  const made = await visit()
  made.minutes(-48 * 60)
  assert.deepEqual(await made.cancelAs('professional'), [108_000, 0])
  const after = await shares(made)
  assert.deepEqual([after.host, after.kalli, await charged(made)], [0, 0, 0])
  await sound(kalli)
})

test('a professional reports a no-show at a home without a code, and the fee is divided between two', async () => {
  const made = await visit()
  made.minutes(0)
  assert.equal((await made.pro.call(noShow.arrive, { params: made.params, body: {} })).status, 200)
  made.minutes(15)
  const marked = await made.pro.call(noShow.markNoShow, {
    params: made.params,
    query: {},
    body: { version: await made.version() },
  })
  assert.deepEqual([marked.status, marked.body.status], [200, 'client_no_show'])
  made.minutes(26 * 60)
  await upholdDue(kalli.work())
  await runJobsOnce(kalli)
  // Half of that.
  assert.deepEqual(await shares(made), { ...nothing, professional: 48_600, kalli: 5400 })
  assert.equal(await charged(made), 54_000)
  await sound(kalli)
})

test('a professional’s no-show refunds the client in full, and no host is owed anything', async () => {
  const made = await visit()
  made.minutes(16)
  const marked = await made.who.call(noShow.markNoShow, {
    params: made.params,
    query: made.query,
    body: { version: await made.version(), as: 'client' },
  })
  assert.deepEqual(
    [marked.status, marked.body.status],
    [200, 'professional_no_show'],
    JSON.stringify(marked.body),
  )
  made.minutes(26 * 60)
  await upholdDue(kalli.work())
  await runJobsOnce(kalli)
  const after = await shares(made)
  assert.deepEqual([after.host, after.kalli, after.left, await charged(made)], [0, 0, 0, 0])
  await sound(kalli)
})

test('an upfront part of 30 % covers price and travel fee, and both charges together pay the usual shares', async () => {
  const made = await visit({}, 3000)
  assert.deepEqual([made.payment?.capturedCents, made.upfront?.balanceCents], [32_400, 75_600])
  await made.over()
  assert.equal(await charged(made), 108_000)
  assert.deepEqual(await shares(made), { ...nothing, professional: 97_200, kalli: 10_800 })
  await sound(kalli)
})

test('a client can tip after a home visit, and the ledger balances', async () => {
  const made = await visit()
  await made.over()
  const given = await made.who.call(tips.giveTip, {
    params: made.params,
    query: made.query,
    body: { amountCents: 5000 },
  })
  assert.equal(given.status, 200, JSON.stringify(given.body))
  await sound(kalli)
})

test('a home visit moves to another hour at the same home and fee, even if the service’s radius shrank', async () => {
  const made = await visit({}, null, '2026-11-26')
  await kalli.database.pool.query('update services set home_radius_km = 1 where id = $1', [made.at.serviceId])
  const requested = {
    params: made.params,
    query: { ...made.query, as: 'client' as const, from: '2026-11-25', to: '2026-11-25' },
  }
  const offered = await made.who.call(changes.changeSlots, requested)
  assert.equal(offered.status, 200, JSON.stringify(offered.body))
  const slot = offered.body.days
    .flatMap(({ slots }) => slots)
    .find(({ startsAt }) => startsAt === instant('10:00'))
  assert.deepEqual([slot?.modality, slot?.totalCents], ['home', 108_000])
  const quote = await made.who.call(changes.changeQuote, {
    params: made.params,
    query: made.query,
    body: { as: 'client', slotToken: slot?.token ?? '' },
  })
  assert.equal(quote.status, 200, JSON.stringify(quote.body))
  assert.deepEqual([quote.body.place, quote.body.dueCents, quote.body.alone], ['A domicilio', 0, true])
  const moved = await made.who.call(changes.change, {
    params: made.params,
    query: made.query,
    body: { quoteToken: quote.body.token, note: '' },
  })
  assert.equal(moved.status, 200, JSON.stringify(moved.body))
  assert.deepEqual(
    [moved.body.startsAt, moved.body.totalCents, moved.body.place.modality, moved.body.place.address],
    [instant('10:00'), 108_000, 'home', 'Ámsterdam 12, interior 3'],
  )
  await sound(kalli)
})

test('a home visit cannot move to a slot at a chair', async () => {
  const made = await visit()
  const other = await kalli.visitor().call(slots, {
    query: {
      professional: made.at.professional.id,
      service: made.at.serviceId,
      from: '2026-11-25',
      to: '2026-11-25',
    },
  })
  const [slot] = other.body.days.flatMap(({ slots }) => slots)
  const quote = await made.who.call(changes.changeQuote, {
    params: made.params,
    query: made.query,
    body: { as: 'client', slotToken: slot?.token ?? '' },
  })
  assert.equal(refusalOf(quote).code, 'slot_token_invalid')
})
