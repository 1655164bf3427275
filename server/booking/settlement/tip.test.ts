/** A tip: when and how much, once, in full to the professional, refunded; and how a client completes a visit. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as booking from '#contract/booking/booking.ts'
import * as attendance from '#contract/booking/attendance.ts'
import * as cancellation from '#contract/booking/cancellation.ts'
import * as dispute from '#contract/booking/settlement/dispute.ts'
import { ownFigures } from '#contract/figures/own-figures.ts'
import * as contract from '#contract/booking/settlement/tip.ts'
import { moveDue } from '#server/booking/settlement/dispute-deadline.ts'
import { closeDue, finishDue } from '#server/booking/visit/visit.ts'
import { lapseTips } from '#server/booking/settlement/tip.ts'
import { payDue } from '#server/payment/payout/payout.ts'
import { drain } from '#server/platform/jobs.ts'
import { booked, contactOf, held, pay, hereOf } from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

/** A visit of $1,000.00, under way, ended, or divided; with a tip promised on payment. */
const visit = async (how: 'begun' | 'ended' | 'divided' = 'divided', tipCents = 0) => {
  kalli.time.set(testNow)
  const at = await people.bookable(kalli, { noticeMinutes: 0 })
  const one = await booked(kalli, at, { date: '2026-11-20', place: 4, contact: contactOf(), tipCents })
  const params = { id: one.id }
  const query = { t: one.t }
  const pro = at.professional.person
  kalli.time.set(new Date(one.startsAt))
  await pro.call(attendance.checkIn, { params, body: await hereOf(kalli, params.id) })
  if (how !== 'begun') {
    kalli.time.set(new Date(one.endsAt))
    await pro.call(attendance.checkOut, { params, body: {} })
  }
  if (how === 'divided') await one.who.call(attendance.complete, { params, query })
  const give = (amountCents: number, cardToken?: string, key?: string) =>
    one.who.call(
      contract.giveTip,
      { params, query, body: { amountCents, ...(cardToken === undefined ? {} : { cardToken }) } },
      key === undefined ? {} : { key },
    )
  return { ...one, at, params, query, pro, give }
}

const receiptOf = async (
  { who, pro, params, query }: Awaited<ReturnType<typeof visit>>,
  as: 'client' | 'professional',
) => {
  const { body } =
    as === 'client'
      ? await who.call(booking.receipt, { params, query })
      : await pro.call(booking.receipt, { params, query: { as } })
  assert.equal(
    body.lines.reduce((sum, { amountCents }) => sum + amountCents, 0),
    body.netCents,
  )
  return body
}
const tipOn = ({ lines }: { lines: readonly { code: string; amountCents: number }[] }) =>
  lines.filter(({ code }) => code === 'tip').map(({ amountCents }) => amountCents)

test('a tip of 15 % is charged to the card that paid, and goes in full to the professional', async () => {
  const one = await visit()
  const before = await receiptOf(one, 'professional')
  const { body } = await one.who.call(contract.tip, { params: one.params, query: one.query })
  assert.deepEqual(
    body.presets.map(({ amountCents }) => amountCents),
    [10_000, 15_000, 20_000],
  )
  assert.deepEqual([body.tip, body.card?.last4, body.maxCents], [null, '4242', 100_000])
  const given = await one.give(15_000)
  assert.equal(given.status, 200, JSON.stringify(given.body))
  assert.equal(given.body.tip?.state, 'paid')
  assert.deepEqual(tipOn(await receiptOf(one, 'client')), [15_000])
  const own = await receiptOf(one, 'professional')
  assert.deepEqual([tipOn(own), own.netCents], [[15_000], before.netCents + 15_000])
  const figures = await one.pro.call(ownFigures, { query: { from: '2026-11-20', to: '2026-11-20' } })
  assert.equal(figures.body.settled.tipCents, 15_000)
  assert.equal(figures.body.settled.netCents, own.netCents)
  const { rows } = await kalli.database.pool.query<{ cents: number }>(
    `select amount_cents::int as cents from payouts where booking_id = (select id from tips where booking_id = $1)`,
    [one.id],
  )
  assert.deepEqual(rows, [{ cents: 15_000 }])
  assert.equal(await people.trialBalance(kalli), 0)
})

test('only the client can tip, once, after the visit ended and within the limits', async () => {
  const started = await visit('begun')
  assert.equal(refusalOf(await started.give(10_000)).code, 'move_not_allowed')
  const one = await visit('ended')
  assert.equal(refusalOf(await one.give(100_001)).code, 'invalid_input')
  assert.equal(refusalOf(await one.give(999)).code, 'invalid_input')
  const stranger = await kalli.visitor().call(contract.giveTip, {
    params: one.params,
    query: {},
    body: { amountCents: 5000 },
  })
  assert.equal(refusalOf(stranger).code, 'not_found')
  const all = await Promise.all([one.give(10_000), one.give(10_000), one.give(20_000), one.give(10_000)])
  assert.equal(
    all.filter(({ status }) => status === 200).length,
    1,
    JSON.stringify(all.map(({ status }) => status)),
  )
  await drain(kalli)
  const { rows } = await kalli.database.pool.query<{ n: number; charged: number }>(
    `select (select count(*)::int from tips where booking_id = $1) as n, (select sum(captured_cents)::int from payments
       where booking_id = (select id from tips where booking_id = $1)) as charged`,
    [one.id],
  )
  const given = (await one.who.call(contract.tip, { params: one.params, query: one.query })).body.tip
  assert.deepEqual(rows[0], { n: 1, charged: given?.amountCents })
  for (const [id, amount] of [
    [one.id, 1000],
    [started.id, 1000],
  ] as const)
    await assert.rejects(
      kalli.database.pool.query(
        `insert into tips (id, booking_id, client_id, professional_id, amount_cents, state, requested_at)
         select gen_random_uuid(), id, client_id, professional_id, $2, 'asked', now() from bookings where id = $1`,
        [id, amount],
      ),
      /tips_once|no tip is given/,
    )
})

test('after a refused card another can tip, an unapproved tip lapses, and a closed visit takes none', async () => {
  const one = await visit()
  assert.equal(refusalOf(await one.give(10_000, 'tok_declined')).code, 'card_declined')
  assert.equal((await one.give(20_000, 'tok_ok')).body.tip?.state, 'paid')

  const requested = await visit()
  const waits = await requested.give(10_000, 'tok_3ds')
  assert.equal(waits.body.tip?.state, 'asked')
  assert.ok(waits.body.tip?.actionUrl)
  kalli.time.set(new Date(Date.parse(requested.endsAt) + 2 * 3_600_000))
  await lapseTips(kalli.work())
  const { body } = await requested.who.call(contract.tip, {
    params: requested.params,
    query: requested.query,
  })
  assert.equal(body.tip?.state, 'refused')
  kalli.time.set(new Date(Date.parse(requested.endsAt) + 15 * 86_400_000))
  // Closed for good once everyone is paid.
  await payDue(kalli.work())
  await closeDue(kalli.work())
  assert.equal(refusalOf(await requested.give(10_000)).code, 'move_not_allowed')
  assert.equal(await people.trialBalance(kalli), 0)
})

test('a professional can return a tip in full, also after its payout, and a refunded visit returns its tip', async () => {
  const one = await visit()
  await one.give(10_000)
  kalli.time.set(new Date(Date.parse(one.endsAt) + 5 * 86_400_000))
  await payDue(kalli.work())
  const both = await Promise.all([1, 2].map(() => one.pro.call(contract.returnTip, { params: one.params })))
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409])
  await drain(kalli)
  assert.deepEqual(tipOn(await receiptOf(one, 'client')), [])
  assert.deepEqual(tipOn(await receiptOf(one, 'professional')), [])
  const { rows } = await kalli.database.pool.query<{ back: number; owed: number }>(
    `select (select refunded_cents::int from payments where booking_id = (select id from tips where booking_id = $1)) as back,
       (select coalesce(sum(amount_cents), 0)::int from balances where account = 1120 and party_id = $2) as owed`,
    [one.id, one.at.professional.id],
  )
  assert.deepEqual(rows[0], { back: 10_000, owed: 10_000 })

  const missed = await visit()
  await missed.give(10_000)
  const body = {
    as: 'client' as const,
    subject: 'not_as_agreed' as const,
    statement: 'No hubo corte.',
    photos: [],
    proofs: [],
  }
  await missed.who.call(dispute.openDispute, { params: missed.params, query: missed.query, body })
  // No answer in two days, no appeal in three.
  for (const hours of [50, 125]) {
    kalli.time.set(new Date(Date.parse(missed.endsAt) + hours * 3_600_000))
    await moveDue(kalli.work())
  }
  const view = await missed.who.call(contract.tip, { params: missed.params, query: missed.query })
  assert.equal(view.body.tip?.state, 'returned')
  assert.equal(await people.trialBalance(kalli), 0)
})

test('a client who reports a problem cannot complete the visit, and both at once keep the ledger balanced', async () => {
  const one = await visit('ended')
  const report = () =>
    one.who.call(dispute.openDispute, {
      params: one.params,
      query: one.query,
      body: {
        as: 'client',
        subject: 'not_as_agreed',
        statement: 'Faltó el peinado.',
        photos: [],
        proofs: [],
      },
    })
  const close = () => one.who.call(attendance.complete, { params: one.params, query: one.query })
  assert.equal((await report()).status, 200)
  const shut = await close()
  assert.equal(refusalOf(shut).code, 'move_not_allowed')
  const { body } = await one.who.call(booking.booking, { params: one.params, query: one.query })
  assert.equal(body.moves.find(({ move }) => move === 'complete')?.allowed, false)

  const other = await visit('ended')
  const [said, closed] = await Promise.all([
    other.who.call(dispute.openDispute, {
      params: other.params,
      query: other.query,
      body: { as: 'client', subject: 'not_as_agreed', statement: 'Faltó.', photos: [], proofs: [] },
    }),
    other.who.call(attendance.complete, { params: other.params, query: other.query }),
  ])
  assert.equal(said.status, 200)
  assert.ok([200, 409].includes(closed.status), JSON.stringify(closed.body))
  assert.equal(await people.trialBalance(kalli), 0)
})

/** The promised or given tip, as each side reads it. */
const tipsOf = async ({ who, pro, params, query }: Awaited<ReturnType<typeof visit>>) => {
  const client = await who.call(booking.booking, { params, query })
  const own = await pro.call(booking.booking, { params, query: { as: 'professional' } })
  return [client.body.tip, own.body.tip]
}
const chargedOf = async (bookingId: string) => {
  const { rows } = await kalli.database.pool.query<{ cents: number }>(
    `select coalesce(sum(captured_cents), 0)::int as cents from payments where booking_id = (select id from tips where booking_id = $1)`,
    [bookingId],
  )
  return rows[0]?.cents
}

test('a tip promised at the checkout is charged once when the visit is completed, and seen only by the client before', async () => {
  const one = await visit('begun', 15_000)
  assert.deepEqual(await tipsOf(one), [{ amountCents: 15_000, state: 'promised' }, null])
  const { body } = await one.who.call(contract.tip, { params: one.params, query: one.query })
  assert.deepEqual([body.promisedCents, body.tip], [15_000, null])
  await drain(kalli)
  assert.equal(await chargedOf(one.id), 0)
  kalli.time.set(new Date(one.endsAt))
  await one.pro.call(attendance.checkOut, { params: one.params, body: {} })
  await drain(kalli)
  assert.equal(await chargedOf(one.id), 0)
  assert.equal(
    (await one.who.call(attendance.complete, { params: one.params, query: one.query })).status,
    200,
  )
  await drain(kalli)
  const paid = { amountCents: 15_000, state: 'paid' }
  assert.deepEqual(await tipsOf(one), [paid, paid])
  assert.equal(await chargedOf(one.id), 15_000)
  assert.deepEqual(tipOn(await receiptOf(one, 'client')), [15_000])
  assert.deepEqual(tipOn(await receiptOf(one, 'professional')), [15_000])
  await drain(kalli)
  assert.equal(await chargedOf(one.id), 15_000)
  assert.equal(await people.trialBalance(kalli), 0)
})

test('a promised tip is optional, within limits and by card, and is dropped with the visit', async () => {
  const at = await people.bookable(kalli, { noticeMinutes: 0 })
  const who = kalli.visitor()
  const hold = await held(who, at)
  assert.deepEqual(
    [hold.tip.presets.map(({ amountCents }) => amountCents), hold.tip.minCents, hold.tip.maxCents],
    [[10_000, 15_000, 20_000], 1_000, 100_000],
  )
  const contact = contactOf()
  const say = (tipCents: number, token = 'tok_ok') =>
    pay(who, hold.id, token, contact, undefined, {}, tipCents)
  for (const wrong of [999, 100_001, -1])
    assert.equal(refusalOf(await say(wrong)).code, 'invalid_input', String(wrong))
  const promises = async () =>
    (
      await kalli.database.pool.query(
        'select amount_cents::int as cents from tip_promises where booking_id = $1',
        [hold.id],
      )
    ).rows
  assert.equal(refusalOf(await say(20_000, 'tok_declined')).code, 'card_declined')
  assert.deepEqual(await promises(), [])
  // The bank requires authentication, and the client returns with another amount.
  assert.equal((await say(20_000, 'tok_3ds')).body.status, 'awaiting_payment')
  assert.deepEqual(await promises(), [{ cents: 20_000 }])
  const stood = await say(10_000)
  assert.equal(stood.body.status, 'confirmed', JSON.stringify(stood.body))
  assert.deepEqual(stood.body.tip, { amountCents: 10_000, state: 'promised' })
  assert.equal((await booked(kalli, at, { place: 6 })).tip, null)

  const params = { id: hold.id }
  const query = { t: stood.body.viewToken }
  const quote = await who.call(cancellation.cancelQuote, { params, query, body: { as: 'client' } })
  await who.call(cancellation.cancel, {
    params,
    query,
    body: { quoteToken: quote.body.token, reason: 'Un imprevisto.' },
  })
  const over = await who.call(booking.booking, { params, query })
  assert.deepEqual([over.body.status, over.body.tip], ['cancelled_by_client', null])
  await drain(kalli)
  assert.equal(await chargedOf(hold.id), 0)
  await assert.rejects(
    kalli.database.pool.query(`update tip_promises set amount_cents = 2000 where booking_id = $1`, [hold.id]),
    /no tip is promised/,
  )
  assert.equal(await people.trialBalance(kalli), 0)
})

test('only the client can withdraw a promised tip, cash tips count once, and a report cancels it', async () => {
  const one = await visit('ended', 15_000)
  const stranger = await kalli.visitor().call(contract.dropTip, { params: one.params, query: {} })
  assert.equal(refusalOf(stranger).code, 'not_found')
  assert.equal(
    refusalOf(await one.pro.call(contract.dropTip, { params: one.params, query: {} })).code,
    'not_found',
  )
  const dropped = await one.who.call(contract.dropTip, { params: one.params, query: one.query })
  assert.deepEqual([dropped.body.promisedCents, dropped.body.may.allowed], [null, true])
  assert.equal((await one.who.call(contract.dropTip, { params: one.params, query: one.query })).status, 200)
  await one.who.call(attendance.complete, { params: one.params, query: one.query })
  await drain(kalli)
  assert.equal(await chargedOf(one.id), 0)

  const byHand = await visit('ended', 15_000)
  assert.equal((await byHand.give(20_000)).body.tip?.state, 'paid')
  await byHand.who.call(attendance.complete, { params: byHand.params, query: byHand.query })
  await drain(kalli)
  assert.equal(await chargedOf(byHand.id), 20_000)

  // Pressed while it is being closed: cancelled before, or charged; never both.
  for (let round = 0; round < 3; round += 1) {
    const race = await visit('divided', 10_000)
    const [, gone] = await Promise.all([
      drain(kalli),
      race.who.call(contract.dropTip, { params: race.params, query: race.query }),
    ])
    assert.equal(gone.status, 200)
    await drain(kalli)
    const [tip] = await tipsOf(race)
    assert.equal(await chargedOf(race.id), tip === null ? 0 : 10_000)
  }

  const wrong = await visit('ended', 15_000)
  await wrong.who.call(dispute.openDispute, {
    params: wrong.params,
    query: wrong.query,
    body: { as: 'client', subject: 'not_as_agreed', statement: 'Faltó el peinado.', photos: [], proofs: [] },
  })
  kalli.time.set(new Date(Date.parse(wrong.endsAt) + 3 * 3_600_000))
  await finishDue(kalli.work())
  await drain(kalli)
  assert.equal(await chargedOf(wrong.id), 0)
  assert.equal((await tipsOf(wrong))[0], null)
  assert.equal(await people.trialBalance(kalli), 0)
})

test('when the card refuses a promised tip the client is notified once, and can pay it with another card', async () => {
  const one = await visit('ended', 15_000)
  await kalli.database.pool.query(`update payments set card_ref = $2 where booking_id = $1`, [
    one.id,
    'card_declined_visa_0002_00ff',
  ])
  await one.who.call(attendance.complete, { params: one.params, query: one.query })
  await drain(kalli)
  const [tip] = await tipsOf(one)
  assert.equal(tip?.state, 'refused')
  assert.equal(await chargedOf(one.id), 0)
  const { rows } = await kalli.database.pool.query<{ subject: string }>(
    `select subject from mails where subject like 'Tu propina%no pasó%' and body_text like '%150%'`,
  )
  assert.equal(rows.length, 1)
  assert.equal((await one.give(15_000, 'tok_ok')).body.tip?.state, 'paid')
  assert.equal(await people.trialBalance(kalli), 0)
})
