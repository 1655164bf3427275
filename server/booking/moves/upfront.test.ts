/** A part of the price at booking, the rest after the visit: to the centavo, for every way it may end. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import {
  balanceLink,
  balanceToPay,
  chargeBalance,
  payBalance,
  payByLink,
  takeBalance,
} from '#contract/booking/settlement/balance.ts'
import { hourMs } from '#contract/platform/duration.ts'
import * as booking from '#contract/booking/booking.ts'
import * as attendance from '#contract/booking/attendance.ts'
import * as cancellation from '#contract/booking/cancellation.ts'
import * as checkout from '#contract/booking/checkout.ts'
import * as changes from '#contract/booking/change/change.ts'
import * as dispute from '#contract/booking/settlement/dispute.ts'
import * as noShow from '#contract/booking/visit/no-show.ts'
import { ownClients } from '#contract/booking/client/own-client.ts'
import { ownFigures } from '#contract/figures/own-figures.ts'
import { deletion } from '#contract/privacy/privacy.ts'
import * as series from '#contract/booking/series/series.ts'
import { changeService, services } from '#contract/service/service.ts'
import { type Upfront, upfrontOf } from '#contract/service/upfront.ts'
import { holdCredit } from '#contract/booking/prepaid/wallet.ts'
import { followBalances } from '#server/booking/settlement/balance-follow.ts'
import { moveDue } from '#server/booking/settlement/dispute-deadline.ts'
import { closeDue, finishDue } from '#server/booking/visit/visit.ts'
import { account } from '#server/payment/ledger/journals.ts'
import { post } from '#server/payment/ledger/ledger.ts'
import { refresh } from '#server/payment/charge/payment.ts'
import { payDue } from '#server/payment/payout/payout.ts'
import { decideDispute, openDispute } from '#server/payment/standin/disputes.ts'
import { drain, runJobsOnce } from '#server/platform/jobs.ts'
import { inTransaction } from '#server/platform/work.ts'
import {
  completeAsClient,
  booked,
  confirmContact,
  contactOf,
  held,
  pay,
  hereOf,
} from '#server/testing/bookings.ts'
import { chargedOf, sound, recordsOf } from '#server/testing/processor/processor-records.ts'
import { clientWithCredit } from '#server/testing/processor/credit.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import { receivedBy } from '#server/testing/emails.ts'
import * as people from '#server/testing/people.ts'
import { refusalOf } from '#server/testing/person.ts'
import { valueIn } from '#server/testing/value.ts'
import { administrator } from '#server/testing/world.ts'

let server: TestServer
before(async () => {
  server = await startTestServer()
})
after(() => server.close())
beforeEach(() => server.time.set(testNow))

const one = valueIn(() => server)

/** $1,000.00 with $300.00 of rent, partly paid at booking. */
const place = async (rule: Upfront | null, policyTier = 'fair') => {
  const at = await people.bookable(server, { noticeMinutes: 0, policyTier })
  await server.database.pool.query('update services set upfront_bp = $2, upfront_cents = $3 where id = $1', [
    at.serviceId,
    rule?.kind === 'percent' ? rule.bp : null,
    rule?.kind === 'amount' ? rule.cents : null,
  ])
  return at
}
const third: Upfront = { kind: 'percent', bp: 3000 }

const visit = async (
  rule: Upfront | null,
  how: 'booked' | 'begun' | 'over' = 'over',
  policyTier = 'fair',
) => {
  const at = await place(rule, policyTier)
  const made = await booked(server, at, { date: '2026-11-20', place: 4, contact: contactOf() })
  const [params, query] = [{ id: made.id }, { t: made.t }]
  const pro = at.professional.person
  if (how !== 'booked') {
    server.time.set(new Date(made.startsAt))
    await pro.call(attendance.checkIn, { params, body: await hereOf(server, params.id) })
  }
  if (how === 'over') {
    server.time.set(new Date(made.endsAt))
    await pro.call(attendance.checkOut, { params, body: {} })
  }
  const complete = () => completeAsClient(server, params.id)
  const payRest = (cardToken?: string, who = made.who, t: { t?: string } = query) =>
    who.call(payBalance, { params, query: t, body: cardToken === undefined ? {} : { cardToken } })
  const collect = () => pro.call(chargeBalance, { params })
  const take = (amountCents = 70_000) => pro.call(takeBalance, { params, body: { amountCents } })
  const read = async () => (await made.who.call(booking.booking, { params, query })).body
  /** From now on charges to the saved card fail for lack of funds. */
  const emptyCard = () =>
    server.database.pool.query(
      `update payments set card_ref = replace(card_ref, 'card_ok', 'card_later') where booking_id = $1`,
      [made.id],
    )
  return { ...made, at, pro, params, query, complete, payRest, collect, take, read, emptyCard }
}
type Visit = Awaited<ReturnType<typeof visit>>

/** All postings of a visit per party, and what the two payees are paid out. */
const shares = async ({ id, at }: Visit) => {
  const of = await recordsOf(server, id)
  const due = await server.database.pool.query<{ cents: number }>(
    `select coalesce(sum(amount_cents), 0)::int as cents from payouts where party_id = $2 and party = 'professional'
       and (booking_id = $1 or origin_booking_id = $1)`,
    [id, at.professional.id],
  )
  return {
    professional: of(2020, 1120),
    host: of(2030),
    kalli: of(4010, 4020, 2130),
    /** Nothing stays in the client's funds, nor between two payments. */
    left: [of(2010), of(2060)],
    sent: due.rows[0]?.cents ?? 0,
  }
}
/** As a visit paid in full is divided, nothing withheld. */
const whole = { professional: 60_000, host: 28_500, kalli: 11_500, left: [0, 0], sent: 60_000 }

test('the upfront amount follows each service’s rule, and neither part falls below the smallest charge', () => {
  const of = (rule: Upfront | null, priceCents = 100_000) => upfrontOf([{ rule, priceCents }])
  assert.equal(of(null), null)
  assert.deepEqual(of({ kind: 'percent', bp: 0 }), { upfrontCents: 0, balanceCents: 100_000 })
  assert.deepEqual(of(third), { upfrontCents: 30_000, balanceCents: 70_000 })
  assert.deepEqual(of({ kind: 'percent', bp: 3333 }, 33_335), { upfrontCents: 11_111, balanceCents: 22_224 })
  assert.deepEqual(of({ kind: 'percent', bp: 100 }), { upfrontCents: 2_000, balanceCents: 98_000 })
  assert.equal(of({ kind: 'percent', bp: 9900 }), null, 'ten pesos are no charge')
  assert.equal(of({ kind: 'amount', cents: 150_000 }), null)
  assert.equal(of({ kind: 'amount', cents: 2_000 }, 3_000), null)
  assert.deepEqual(
    upfrontOf([
      { rule: third, priceCents: 50_000 },
      { rule: null, priceCents: 20_000 },
      { rule: { kind: 'amount', cents: 5_000 }, priceCents: 4_000 },
    ]),
    { upfrontCents: 39_000, balanceCents: 35_000 },
  )
})

test('30 % is paid when booking and the rest after the visit, and the shares equal those of one payment', async () => {
  const before = await visit(third, 'booked')
  assert.deepEqual([before.payment?.amountCents, before.payment?.capturedCents], [30_000, 30_000])
  assert.deepEqual(
    [before.totalCents, before.upfront?.paidCents, before.upfront?.balanceCents, before.upfront?.state],
    [100_000, 30_000, 70_000, 'later'],
  )
  const early = refusalOf(await before.payRest())
  assert.deepEqual(
    [early.code, early.message],
    ['move_not_allowed', 'El resto se paga cuando la cita terminó.'],
  )
  const expected = (
    await before.pro.call(booking.receipt, { params: before.params, query: { as: 'professional' } })
  ).body
  assert.equal(expected.netCents, 60_000)

  const made = await visit(third)
  assert.equal((await made.complete()).status, 200)
  await drain(server)
  assert.deepEqual(await chargedOf(server, made.id), [30_000, 70_000])
  assert.deepEqual(await shares(made), whole)
  assert.equal(
    await one(`select count(*)::int from payouts where booking_id = $1 and party = 'professional'`, made.id),
    1,
  )
  assert.equal((await made.read()).upfront?.state, 'paid')
  assert.equal((await made.read()).policy?.noShowFeeCents, 30_000)
  const own = (await made.pro.call(booking.receipt, { params: made.params, query: { as: 'professional' } }))
    .body
  assert.deepEqual([own.state, own.netCents], ['settled', 60_000])
  const client = (await made.who.call(booking.receipt, { params: made.params, query: made.query })).body
  assert.equal(client.netCents, 100_000)
  assert.ok(
    client.notes.some((note) => note.includes('$300') && note.includes('$700')),
    client.notes.join(' '),
  )
  assert.equal(refusalOf(await made.payRest()).code, 'move_not_allowed')
  await sound(server)
})

test('without an upfront part the card is saved, and pays everything after the visit', async () => {
  const at = await place({ kind: 'percent', bp: 0 })
  const hold = await held(server.visitor(), at, '2026-11-20', 5)
  assert.deepEqual(hold.upfront, { nowCents: 0, laterCents: 100_000 })
  const made = await visit({ kind: 'percent', bp: 0 })
  assert.deepEqual(
    [made.payment?.status, made.payment?.amountCents, made.payment?.captureAt],
    ['card_saved', 0, null],
  )
  assert.equal((await made.complete()).status, 200)
  assert.deepEqual(await chargedOf(server, made.id), [100_000])
  assert.deepEqual(await shares(made), whole)
  await sound(server)
})

test('when the rest is refused the visit is divided as far as paid, and a later payment completes all shares', async () => {
  for (const [rule, paidCents, net] of [
    [third, 30_000, -3_000],
    [{ kind: 'percent', bp: 0 }, 0, -30_000],
    [{ kind: 'amount', cents: 50_000 }, 50_000, 15_000],
  ] as const) {
    server.time.set(testNow)
    const made = await visit(rule)
    await made.emptyCard()
    assert.equal((await made.complete()).status, 200)
    await drain(server)
    assert.deepEqual(await chargedOf(server, made.id), paidCents === 0 ? [] : [paidCents])
    const reported = await receivedBy(server, made.at.professional, /^Por cobrar: /)
    assert.ok(reported.rings)
    assert.match(reported.email?.text ?? '', /Su banco no aprobó el cargo/)
    const part = await shares(made)
    assert.deepEqual([part.professional, part.host, part.left], [net, 28_500, [0, 0]])
    assert.equal(part.professional + part.host + part.kalli, paidCents)
    const shown = (await made.read()).upfront
    assert.deepEqual(
      [shown?.state, shown?.balanceCents, shown?.may.allowed],
      ['due', 100_000 - paidCents, true],
    )
    const client = (await made.who.call(booking.receipt, { params: made.params, query: made.query })).body
    assert.equal(client.netCents, paidCents)
    const spent = async () => (await made.pro.call(ownClients, { query: {} })).body[0]?.spentCents
    assert.equal(await spent(), paidCents, 'what is still owed was not paid')
    assert.equal(refusalOf(await made.payRest('tok_declined')).code, 'card_declined')
    const paid = await made.payRest('tok_ok')
    assert.equal(paid.status, 200, JSON.stringify(paid.body))
    assert.equal(paid.body.upfront?.state, 'paid')
    assert.equal(await spent(), 100_000)
    const after = await shares(made)
    assert.deepEqual({ ...after, sent: 0 }, { ...whole, sent: 0 })
    assert.equal(after.sent, Math.max(0, net) + (60_000 - net))
    const own = (await made.pro.call(booking.receipt, { params: made.params, query: { as: 'professional' } }))
      .body
    assert.equal(own.netCents, 60_000)
    const day = await made.pro.call(ownFigures, { query: { from: '2026-11-20', to: '2026-11-20' } })
    assert.equal(day.body.settled.netCents, 60_000)
    await sound(server)
  }
})

test('a professional who owed the rent meanwhile is paid out no more than their share', async () => {
  const made = await visit(third)
  await made.emptyCard()
  await made.complete()
  await made.payRest('tok_ok')
  server.time.set(new Date(Date.parse(made.endsAt) + 9 * 24 * hourMs))
  for (let i = 0; i < 3; i += 1) {
    await runJobsOnce(server)
    await payDue(server.work())
  }
  await drain(server)
  const account = await one(
    `select array[(select coalesce(sum(amount_cents), 0) from balances where account = 1120 and party_id = $1),
      (select coalesce(sum(amount_cents - clawed_back_cents), 0) from payouts where party = 'professional' and party_id = $1 and status = 'paid')]::int[]`,
    made.at.professional.id,
  )
  assert.deepEqual(account, [0, 60_000])
  await sound(server)
})

/** What the payees hold in hand, owe, and are paid out. */
const inHand = async ({ id, at }: Visit) => {
  const { rows } = await server.database.pool.query<{ account: number; cents: number }>(
    'select account, amount_cents::int as cents from balances where party_id = $1 and account in (1120, 1125, 2020)',
    [at.professional.id],
  )
  const of = new Map(rows.map(({ account, cents }) => [account, cents]))
  const sent = await one(
    `select coalesce(sum(amount_cents - clawed_back_cents), 0)::int from payouts where party_id = $2 and party = 'professional'
       and (booking_id = $1 or origin_booking_id = $1)`,
    id,
    at.professional.id,
  )
  return { hand: of.get(1125) ?? 0, owes: of.get(1120) ?? 0, due: -(of.get(2020) ?? 0), sent }
}

test('a rest paid in cash before the end charges no card, and Kalli’s share is deducted from the payout', async () => {
  for (const how of ['begun', 'over'] as const) {
    server.time.set(testNow)
    const made = await visit(third, how)
    assert.equal((await made.read()).upfront?.mayTake.allowed, false, 'their client does not say it')
    assert.equal(refusalOf(await made.take(69_999)).code, 'quote_changed')
    const taken = await made.take()
    assert.equal(taken.status, 200, JSON.stringify(taken.body))
    assert.deepEqual([taken.body.upfront?.state, taken.body.upfront?.byHandCents], ['paid', 70_000])
    assert.equal((await made.take()).status, 200)
    assert.equal((await inHand(made)).hand, 70_000)
    const before = await made.who.call(booking.receipt, { params: made.params, query: made.query })
    assert.ok(before.body.notes.includes('Pagaste $300 de anticipo y $700 en efectivo, en persona.'))
    if (how === 'begun') {
      server.time.set(new Date(made.endsAt))
      await made.pro.call(attendance.checkOut, { params: made.params, body: {} })
    }
    assert.equal((await made.complete()).status, 200)
    await drain(server)
    assert.deepEqual(await chargedOf(server, made.id), [30_000, 70_000])
    // They hold $700.00, of which $600.00 are theirs: they owe $100.00. A payout is at least a centavo.
    const { professional, host, kalli, left } = await shares(made)
    assert.deepEqual(
      { professional, host, kalli, left },
      { professional: -10_000, host: 28_500, kalli: 11_500, left: [0, 0] },
    )
    assert.deepEqual(await inHand(made), { hand: 0, owes: 10_001, due: 1, sent: 1 })
    assert.equal(
      await one(
        `select count(*)::int from standin.charges c join payments p on p.id::text = c.reference
        join booking_balances rest on rest.id = p.booking_id where rest.booking_id = $1`,
        made.id,
      ),
      0,
    )
    const [client, own] = await Promise.all([
      made.who.call(booking.receipt, { params: made.params, query: made.query }),
      made.pro.call(booking.receipt, { params: made.params, query: { as: 'professional' } }),
    ])
    assert.deepEqual([client.body.netCents, own.body.netCents], [100_000, 60_000])
    assert.ok(client.body.notes.includes('Pagaste $300 de anticipo y $700 en efectivo, en persona.'))
    assert.ok(
      own.body.notes.includes(
        'Tu cliente pagó $300 de anticipo y $700 en efectivo, que ya tienes: se descuentan de tus depósitos.',
      ),
    )
    assert.equal(
      await one(
        `select count(*)::int from mails where body_text like '%registró que le diste $700 en efectivo%'
        and created_at >= $1`,
        testNow,
      ),
      how === 'begun' ? 1 : 2,
    )
    await sound(server)
  }
})

test('a rest paid in cash after a refused card completes the shares, and the debt is deducted from later payouts', async () => {
  const made = await visit(third)
  assert.match(refusalOf(await (await visit(third, 'booked')).take()).message, /cuando tu cliente ya llegó/)
  await made.emptyCard()
  await made.complete()
  await drain(server)
  assert.deepEqual((await inHand(made)).owes, 3_000)
  assert.equal((await made.take()).status, 200)
  const { professional, host, kalli } = await shares(made)
  assert.deepEqual({ professional, host, kalli }, { professional: -10_000, host: 28_500, kalli: 11_500 })
  assert.deepEqual(await inHand(made), { hand: 0, owes: 10_001, due: 1, sent: 1 })
  assert.equal((await made.read()).upfront?.state, 'paid')
  assert.equal(refusalOf(await made.payRest('tok_ok')).code, 'move_not_allowed')
  await sound(server)
})

test('cash recorded twice, during a card charge for the same rest, results in one payment', async () => {
  for (const other of ['collect', 'payRest', 'complete', 'take'] as const) {
    server.time.set(testNow)
    const made = await visit(third)
    if (other === 'collect' || other === 'payRest') {
      await made.emptyCard()
      await made.complete()
      await made.pro.call(booking.booking, { params: made.params, query: {} })
    }
    const answers = await Promise.all([
      made.take(),
      other === 'payRest' ? made.payRest('tok_ok') : made[other](),
    ])
    for (const answer of answers.filter(({ status }) => status !== 200))
      assert.match(refusalOf(answer).code, /^(move_not_allowed|payment_in_progress|card_declined)$/)
    await runJobsOnce(server)
    await made.complete()
    await drain(server)
    if ((await made.read()).upfront?.state === 'due') assert.equal((await made.take()).status, 200)
    assert.deepEqual(await chargedOf(server, made.id), [30_000, 70_000])
    assert.deepEqual((await shares(made)).left, [0, 0])
    await sound(server)
  }
})

test('refunded cash becomes the payer’s credit, and the professional who has the cash owes it', async () => {
  const made = await visit(third)
  assert.equal((await made.take()).status, 200)
  await made.complete()
  await made.who.call(dispute.openDispute, {
    params: made.params,
    query: made.query,
    body: { as: 'client', subject: 'not_as_agreed', statement: 'No hubo corte.', photos: [], proofs: [] },
  })
  for (const hours of [50, 125]) {
    server.time.set(new Date(Date.parse(made.endsAt) + hours * hourMs))
    await moveDue(server.work())
  }
  await runJobsOnce(server)
  await drain(server)
  assert.deepEqual(await chargedOf(server, made.id), [0, 0])
  assert.equal(
    await one(
      `select -amount_cents::int from balances where account = 2050 and party_id = (select client_id from bookings where id = $1)`,
      made.id,
    ),
    70_000,
  )
  // She holds the $700.00, and owes the rent of $300.00.
  const { hand, owes, due } = await inHand(made)
  assert.deepEqual([hand, owes - due], [0, 100_000])
  await sound(server)
})

test('a professional who owes too much from cash takes the rest by card', async () => {
  const made = await visit(third)
  await inTransaction(server.work(), (work) =>
    post(work, {
      kind: 'goodwill',
      idemKey: 'debt',
      bookingId: made.id,
      at: work.now,
      lines: [
        { account: account.owedByProfessional, partyId: made.at.professional.id, amountCents: 200_000 },
        { account: account.goodwill, amountCents: -200_000 },
      ],
    }),
  )
  assert.equal(refusalOf(await made.take()).code, 'cash_closed')
  assert.equal((await made.read()).upfront?.state, 'later')
})

test('charges the rest automatically at the end, also when no arrival was registered', async () => {
  const seen = await visit(third, 'begun')
  server.time.set(new Date(Date.parse(seen.endsAt) + 3 * hourMs))
  await finishDue(server.work())
  assert.deepEqual(await shares(seen), whole)
  server.time.set(testNow)
  const unseen = await visit(third, 'booked')
  server.time.set(new Date(Date.parse(unseen.endsAt) + 25 * hourMs))
  await finishDue(server.work())
  assert.deepEqual(await shares(unseen), whole)
  await sound(server)
})

test('many concurrent completions and payments charge the rest once', async () => {
  const made = await visit(third)
  const ended = await Promise.all([
    made.complete(),
    made.complete(),
    made.who.call(attendance.complete, { params: made.params, query: made.query }),
    finishDue(server.work()),
  ])
  assert.ok(ended.some((answer) => answer !== undefined && answer.status === 200))
  await runJobsOnce(server)
  await made.complete()
  await drain(server)
  assert.deepEqual(await chargedOf(server, made.id), [30_000, 70_000])
  assert.deepEqual(await shares(made), whole)

  server.time.set(testNow)
  const due = await visit(third)
  await due.emptyCard()
  await due.complete()
  const answers = await Promise.all([
    due.payRest('tok_ok'),
    due.payRest('tok_ok'),
    due.collect(),
    due.payRest('tok_ok'),
  ])
  for (const answer of answers.filter(({ status }) => status !== 200))
    assert.match(refusalOf(answer).code, /^(move_not_allowed|payment_in_progress|card_declined)$/)
  if ((await due.read()).upfront?.state === 'due') assert.equal((await due.payRest('tok_ok')).status, 200)
  await drain(server)
  assert.deepEqual(await chargedOf(server, due.id), [30_000, 70_000])
  await sound(server)
})

test('the professional can retry the card once a day, and no other user can', async () => {
  const made = await visit(third)
  await made.emptyCard()
  await made.complete()
  assert.equal((await made.collect()).body.upfront?.state, 'due')
  assert.equal(refusalOf(await made.collect()).code, 'move_not_allowed')
  assert.equal(refusalOf(await made.payRest('tok_ok', server.visitor(), {})).code, 'not_found')
  const emails = await (async () => {
    await drain(server)
    return one(
      `select count(*)::int from mails where dedupe_key like 'balance-refused:' || $1 || ':%'`,
      made.id,
    )
  })()
  assert.equal(emails, 1, 'one letter a day')
  server.time.advance(25 * 60)
  await server.database.pool.query(
    `update payments set card_ref = replace(card_ref, 'card_later', 'card_ok') where booking_id = $1`,
    [made.id],
  )
  assert.equal((await made.collect()).body.upfront?.state, 'paid')
  assert.equal((await shares(made)).professional, 60_000)
  await sound(server)
})

test('a required approval counts as a refusal when automatic, and a client who never approves can retry', async () => {
  const made = await visit(third)
  await made.emptyCard()
  await made.complete()
  const requested = await made.payRest('tok_3ds')
  assert.deepEqual(
    [requested.body.upfront?.state, typeof requested.body.upfront?.actionUrl],
    ['asked', 'string'],
  )
  assert.equal(refusalOf(await made.payRest('tok_ok')).code, 'move_not_allowed')
  server.time.advance(61)
  await followBalances(server.work())
  assert.equal((await made.read()).upfront?.state, 'due')
  assert.equal((await made.payRest('tok_ok')).body.upfront?.state, 'paid')
  assert.deepEqual({ ...(await shares(made)), sent: 0 }, { ...whole, sent: 0 })
  await sound(server)
})

test('a late cancellation or no-show retains at most the upfront part, and the professional pays the missing rent', async () => {
  // Half of $1,000.00 is $500.00, of which $300.00 are paid; at most half of the fee is rent: $250.00, as if all had been paid.
  const late = await visit(third, 'booked', 'strict')
  server.time.set(new Date(Date.parse(late.startsAt) - 2 * hourMs))
  const quote = await late.who.call(cancellation.cancelQuote, {
    params: late.params,
    query: late.query,
    body: { as: 'client' },
  })
  assert.equal(quote.status, 200, JSON.stringify(quote.body))
  assert.deepEqual([quote.body.refundCents, quote.body.feeCents], [0, 30_000])
  assert.match(quote.body.reason, /Nunca se queda más que tu anticipo de \$300/)
  await late.who.call(cancellation.cancel, {
    params: late.params,
    query: late.query,
    body: { quoteToken: quote.body.token, reason: 'No puedo' },
  })
  await drain(server)
  const stored = await shares(late)
  assert.equal(stored.professional + stored.host + stored.kalli, 30_000)
  assert.equal(stored.host, 23_750)
  assert.equal((await late.read()).upfront?.state, 'over')

  // Nothing was paid: nothing is retained, and the professional owes its rent.
  server.time.set(testNow)
  const free = await visit({ kind: 'percent', bp: 0 }, 'booked', 'strict')
  server.time.set(new Date(Date.parse(free.startsAt) - 2 * hourMs))
  const nothing = await free.who.call(cancellation.cancelQuote, {
    params: free.params,
    query: free.query,
    body: { as: 'client' },
  })
  assert.deepEqual([nothing.body.refundCents, nothing.body.feeCents], [0, 0])
  await free.who.call(cancellation.cancel, {
    params: free.params,
    query: free.query,
    body: { quoteToken: nothing.body.token, reason: 'No puedo' },
  })
  await drain(server)
  const owed = await shares(free)
  assert.deepEqual([owed.host, owed.professional + owed.host + owed.kalli, owed.left], [23_750, 0, [0, 0]])
  assert.deepEqual(await chargedOf(server, free.id), [])

  // In time all of it is refunded.
  server.time.set(testNow)
  const early = await visit(third, 'booked')
  const back = await early.who.call(cancellation.cancelQuote, {
    params: early.params,
    query: early.query,
    body: { as: 'client' },
  })
  await early.who.call(cancellation.cancel, {
    params: early.params,
    query: early.query,
    body: { quoteToken: back.body.token, reason: 'No puedo' },
  })
  await drain(server)
  assert.equal((back.body.refundCents ?? 0) + back.body.feeCents, 30_000)
  await sound(server)
})

test('a problem decided for the client first cancels what was not paid yet', async () => {
  const made = await visit(third)
  await made.who.call(dispute.openDispute, {
    params: made.params,
    query: made.query,
    body: { as: 'client', subject: 'not_as_agreed', statement: 'No hubo corte.', photos: [], proofs: [] },
  })
  server.time.set(new Date(Date.parse(made.endsAt) + 3 * hourMs))
  await finishDue(server.work())
  assert.deepEqual(await chargedOf(server, made.id), [30_000], 'nobody is asked for more meanwhile')
  assert.equal(refusalOf(await made.payRest('tok_ok')).code, 'move_not_allowed')
  for (const hours of [50, 125]) {
    server.time.set(new Date(Date.parse(made.endsAt) + hours * hourMs))
    await moveDue(server.work())
  }
  await drain(server)
  assert.deepEqual(await chargedOf(server, made.id), [0], 'all of it went back')
  assert.equal((await made.read()).upfront?.state, 'paid')
  const after = await shares(made)
  assert.deepEqual([after.host, after.professional], [28_500, -30_000])
  await sound(server)
})

test('a payment by transfer covers the whole price, at the policy that was shown before', async () => {
  const at = await place(third, 'strict')
  const who = server.visitor()
  const hold = await held(who, at, '2026-11-25', 0)
  assert.deepEqual(hold.upfront, { nowCents: 30_000, laterCents: 70_000 })
  const contact = contactOf()
  await pay(who, hold.id, 'tok_declined', contact)
  const spei = await who.call(checkout.book, {
    body: { holdId: hold.id, contact, payment: { method: 'spei' } },
  })
  assert.equal(spei.status, 201, JSON.stringify(spei.body))
  assert.deepEqual([spei.body.payment?.amountCents, spei.body.upfront?.balanceCents], [100_000, 0])
  // The policy shown before payment applies to every way of paying.
  assert.equal(hold.policy.noShowFeeCents, 30_000)
  assert.equal(spei.body.policy?.noShowFeeCents, 30_000)
})

test('a move to another price keeps the upfront payment, and the rest becomes the difference', async () => {
  for (const [priceCents, laterCents] of [
    [120_000, 90_000],
    [80_000, 50_000],
  ] as const) {
    server.time.set(testNow)
    const at = await place(third)
    const made = await booked(server, at, { date: '2026-11-25', contact: contactOf() })
    const [params, query] = [{ id: made.id }, { t: made.t }]
    await server.database.pool.query('update services set price_cents = $2 where id = $1', [
      at.serviceId,
      priceCents,
    ])
    const hours = { ...query, as: 'client' as const, from: '2026-11-26', to: '2026-11-26' }
    const offered = await made.who.call(changes.changeSlots, { params, query: hours })
    const slotToken = offered.body.days[0]?.slots[2]?.token ?? assert.fail('no hour')
    const quoted = await made.who.call(changes.changeQuote, {
      params,
      query,
      body: { as: 'client', slotToken },
    })
    assert.equal(quoted.body.dueCents, priceCents - 100_000)
    assert.notEqual(quoted.body.charged, 'now')
    const moved = await made.who.call(changes.change, {
      params,
      query,
      body: { quoteToken: quoted.body.token },
    })
    assert.equal(moved.status, 200, JSON.stringify(moved.body))
    assert.deepEqual([moved.body.upfront?.paidCents, moved.body.upfront?.balanceCents], [30_000, laterCents])
    server.time.set(new Date(Date.parse(moved.body.endsAt) + 25 * hourMs))
    await runJobsOnce(server)
    await finishDue(server.work())
    await drain(server)
    assert.deepEqual(await chargedOf(server, made.id), [30_000, laterCents])
    const own = (await at.professional.person.call(booking.receipt, { params, query: {} })).body
    assert.equal(own.netCents, (priceCents * 9) / 10 - 30_000)
    await sound(server)
  }
})

test('a no-show client loses no more than the upfront part, and a no-show professional refunds it', async () => {
  const away = await visit(third, 'booked', 'strict')
  assert.equal(away.policy?.noShowFeeCents, 30_000)
  server.time.set(new Date(Date.parse(away.startsAt) + 16 * 60_000))
  await away.pro.call(noShow.arrive, { params: away.params, body: await hereOf(server, away.id) })
  const { version } = await away.read()
  const marked = await away.pro.call(noShow.markNoShow, { params: away.params, query: {}, body: { version } })
  assert.equal(marked.status, 200, JSON.stringify(marked.body))
  const reported = async (of: Visit) => {
    const { noShow: said } = (await of.who.call(noShow.noShow, { params: of.params, query: of.query })).body
    return [said?.state, said?.feeCents, said?.refundCents]
  }
  // The fee would exceed what was paid: all of the upfront part waits, and nothing is refunded.
  assert.deepEqual(await reported(away), ['open', 30_000, 0])
  server.time.set(new Date(Date.parse(away.startsAt) + 26 * hourMs))
  await runJobsOnce(server)
  await drain(server)
  const stored = await shares(away)
  assert.deepEqual([stored.professional + stored.host + stored.kalli, stored.host], [30_000, 28_500])
  assert.deepEqual(await reported(away), ['stands', 30_000, 0])
  const client = (await away.who.call(booking.receipt, { params: away.params, query: away.query })).body
  assert.equal(client.netCents, 30_000)

  server.time.set(testNow)
  const left = await visit(third, 'booked')
  const quote = await left.pro.call(cancellation.cancelQuote, {
    params: left.params,
    query: {},
    body: { as: 'professional' },
  })
  assert.equal(quote.body.refundCents, 30_000)
  await left.pro.call(cancellation.cancel, {
    params: left.params,
    query: {},
    body: { quoteToken: quote.body.token, reason: 'Enferma' },
  })
  await drain(server)
  assert.deepEqual(await chargedOf(server, left.id), [0])
  assert.equal(
    (await left.who.call(booking.receipt, { params: left.params, query: left.query })).body.netCents,
    0,
  )
  await sound(server)
})

test('a professional who misses a visit without an upfront part still owes the rent and the credit', async () => {
  const left = await visit({ kind: 'percent', bp: 0 }, 'booked')
  server.time.set(new Date(Date.parse(left.startsAt) + 16 * 60_000))
  const { version } = await left.read()
  const marked = await left.who.call(noShow.markNoShow, {
    params: left.params,
    query: left.query,
    body: { version, as: 'client' },
  })
  assert.equal(marked.status, 200, JSON.stringify(marked.body))
  const reported = async () => {
    const { noShow: said } = (await left.who.call(noShow.noShow, { params: left.params, query: left.query }))
      .body
    return [said?.state, said?.feeCents, said?.refundCents, said?.creditCents]
  }
  assert.deepEqual(await reported(), ['open', 0, 0, 5000])
  server.time.set(new Date(Date.parse(left.startsAt) + 26 * hourMs))
  await runJobsOnce(server)
  await drain(server)
  assert.deepEqual(await reported(), ['stands', 0, 0, 5000])
  const owed = await shares(left)
  // The full rent of $300.00, and $50.00 for the client.
  assert.deepEqual([owed.professional, owed.host, owed.left], [-35_000, 28_500, [0, 0]])
  assert.deepEqual(await chargedOf(server, left.id), [])
  await sound(server)
})

test('each date of a series has its own upfront part and rest', async () => {
  const at = await place(third)
  const made = await booked(server, at, { date: '2026-11-25', place: 4, contact: contactOf() })
  const [params, query] = [{ id: made.id }, { t: made.t }]
  const dates = await made.who.call(series.seriesPreview, {
    params,
    query: { ...query, every: '1w', times: 3 },
  })
  const slotTokens = dates.body.dates.flatMap(({ slot }) => (slot === null ? [] : [slot.token]))
  const repeated = await made.who.call(series.repeat, { params, query, body: { every: '1w', slotTokens } })
  assert.equal(repeated.status, 201, JSON.stringify(repeated.body))
  const { rows } = await server.database.pool.query<{ now: number; later: number }>(
    `select p.amount_cents::int as now, b.balance_cents::int as later from bookings b join payments p on p.booking_id = b.id
     where b.professional_id = $1 order by b.starts_at`,
    [at.professional.id],
  )
  assert.deepEqual(
    rows,
    [1, 2, 3].map(() => ({ now: 30_000, later: 70_000 })),
  )
})

test('a professional sets a service’s upfront part within limits, and booked visits keep theirs', async () => {
  const made = await visit(third, 'booked')
  const own = (await made.pro.call(services)).body.find(({ id }) => id === made.at.serviceId)
  assert.deepEqual(own?.upfront, third)
  const save = (upfront: Upfront | null) =>
    made.pro.call(changeService, {
      params: { id: made.at.serviceId },
      body: { ...(own ?? assert.fail('no service')), upfront, keep: [made.id] },
    })
  assert.equal(refusalOf(await save({ kind: 'percent', bp: 10_000 })).code, 'invalid_input')
  assert.equal(refusalOf(await save({ kind: 'amount', cents: 1_999 })).code, 'invalid_input')
  const saved = await save({ kind: 'amount', cents: 25_000 })
  assert.deepEqual([saved.status, saved.body.upfront], [200, { kind: 'amount', cents: 25_000 }])
  assert.equal((await made.read()).upfront?.balanceCents, 70_000)
  const hold = await held(server.visitor(), made.at, '2026-11-26')
  assert.deepEqual(hold.upfront, { nowCents: 25_000, laterCents: 75_000 })
})

test('any holder of the balance link can pay the rest, once, without seeing the client’s data', async () => {
  const made = await visit(third)
  const link = () => made.pro.call(balanceLink, { params: made.params })
  assert.equal(refusalOf(await link()).code, 'move_not_allowed', 'nothing is due before the visit is divided')
  await made.emptyCard()
  await made.complete()
  const { token } = (await link()).body
  const anybody = server.visitor()
  const read = () => anybody.call(balanceToPay, { params: { token } })
  const shown = await read()
  assert.deepEqual([shown.body.state, shown.body.balanceCents, shown.body.reason], ['due', 70_000, null])
  assert.doesNotMatch(JSON.stringify(shown.body), /Lucía|Hernández|lucia/)
  // It does not open the visit itself, nor does a link to the visit open this page.
  assert.equal(refusalOf(await made.payRest('tok_ok', anybody, { t: token })).code, 'not_found')
  assert.equal(refusalOf(await anybody.call(balanceToPay, { params: { token: made.t } })).code, 'not_found')
  const payByThat = (cardToken: string) => anybody.call(payByLink, { params: { token }, body: { cardToken } })
  assert.equal(refusalOf(await payByThat('tok_declined')).code, 'card_declined')
  const answers = await Promise.all(['tok_ok', 'tok_ok', 'tok_ok'].map(payByThat))
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  await drain(server)
  assert.deepEqual(await chargedOf(server, made.id), [30_000, 70_000])
  assert.deepEqual({ ...(await shares(made)), sent: 0 }, { ...whole, sent: 0 })
  assert.deepEqual(
    [(await read()).body.state, refusalOf(await payByThat('tok_ok')).code],
    ['paid', 'move_not_allowed'],
  )
  server.time.set(new Date(server.clock().getTime() + 31 * 24 * hourMs))
  assert.equal(refusalOf(await read()).code, 'not_found')
  await sound(server)
})

test('after a report decided at half, the rest is charged only as far as it is still owed', async () => {
  const made = await visit(third)
  const report = await made.who.call(dispute.openDispute, {
    params: made.params,
    query: made.query,
    body: { as: 'client', subject: 'not_as_agreed', statement: 'Faltó el peinado.', photos: [], proofs: [] },
  })
  assert.equal(report.status, 200, JSON.stringify(report.body))
  server.time.set(new Date(Date.parse(made.endsAt) + 3 * hourMs))
  await finishDue(server.work())
  const own = (await made.pro.call(dispute.disputes, { params: made.params, query: { as: 'professional' } }))
    .body
  const { id, version } = own.disputes[0] ?? assert.fail('no problem')
  await made.pro.call(dispute.moveDispute, {
    params: { id, move: 'answer' },
    query: {},
    body: { as: 'professional', version, text: 'Se hizo todo.', photos: [] },
  })
  const admin = await administrator(server)
  const decided = await admin.call(dispute.decideDispute, {
    params: { id },
    body: {
      version: version + 1,
      outcome: 'half',
      chargedTo: 'professional',
      reason: 'Leí lo que dicen las dos partes.',
    },
  })
  assert.equal(decided.status, 200, JSON.stringify(decided.body))
  assert.deepEqual(await chargedOf(server, made.id), [30_000], 'it may be appealed')
  server.time.set(new Date(Date.parse(made.endsAt) + 80 * hourMs))
  await moveDue(server.work())
  await drain(server)
  // Half of $1,000.00: $300.00 were paid, and $200.00 are the rest.
  assert.deepEqual(await chargedOf(server, made.id), [30_000, 20_000])
  const after = await shares(made)
  assert.deepEqual([after.professional, after.host, after.kalli], [50_000 * 0.9 - 30_000, 28_500, 6_500])
  assert.equal((await made.read()).upfront?.state, 'paid')
  await sound(server)
})

test('a problem decided after two charges is refunded from both', async () => {
  const made = await visit(third)
  await made.complete()
  await made.who.call(dispute.openDispute, {
    params: made.params,
    query: made.query,
    body: { as: 'client', subject: 'not_as_agreed', statement: 'No hubo corte.', photos: [], proofs: [] },
  })
  for (const hours of [50, 125]) {
    server.time.set(new Date(Date.parse(made.endsAt) + hours * hourMs))
    await moveDue(server.work())
  }
  await runJobsOnce(server)
  await drain(server)
  assert.deepEqual(await chargedOf(server, made.id), [0, 0])
  await sound(server)
})

test('a chargeback of the rest withholds that much of the payout, at the professional’s cost', async () => {
  for (const when of ['at once', 'later'] as const) {
    server.time.set(testNow)
    const made = await visit(third)
    if (when === 'later') await made.emptyCard()
    await made.complete()
    if (when === 'later') await made.payRest('tok_ok')
    const { rows } = await server.database.pool.query<{ ref: string; id: string }>(
      `select charge_ref as ref, id from payments where booking_id in
         (select id from booking_balances where booking_id = $1 and state = 'paid')`,
      [made.id],
    )
    const { ref: chargeRef, id: paymentId } = rows[0] ?? assert.fail('no charge')
    const ref = await openDispute(server.work(), { chargeRef, amountCents: 70_000, reason: 'not_received' })
    await refresh(server.work(), paymentId)
    const withheld = await one(
      `select coalesce(sum(amount_cents), 0)::int from payouts where status = 'withheld' and $1 in (booking_id, origin_booking_id)`,
      made.id,
    )
    assert.ok(Number(withheld) >= 60_000, `${when}: ${String(withheld)}`)
    await decideDispute(server.work(), ref ?? assert.fail('no dispute'), 'lost')
    await refresh(server.work(), paymentId)
    await runJobsOnce(server)
    await drain(server)
    assert.equal((await made.pro.call(booking.receipt, { params: made.params, query: {} })).status, 200)
    assert.equal(
      (await made.who.call(booking.receipt, { params: made.params, query: made.query })).status,
      200,
    )
    await sound(server)
  }
})

test('credit pays first for the upfront part, and the rest is charged to the card', async () => {
  const at = await place(third)
  const { who } = await clientWithCredit(server, at, 50_000)
  const hold = await held(who, at, '2026-11-20', 8)
  const shown = await who.call(holdCredit, { params: { id: hold.id }, body: {} })
  assert.deepEqual(shown.body, {
    creditCents: 50_000,
    coveredCents: 28_000,
    cardCents: 2_000,
    whole: { coveredCents: 50_000, cardCents: 50_000 },
  })
  const paid = await who.call(checkout.book, {
    body: {
      holdId: hold.id,
      contact: contactOf(),
      payment: { method: 'card', token: 'tok_ok', creditCents: 28_000 },
    },
  })
  assert.deepEqual(
    [paid.status, paid.body.payment?.amountCents, paid.body.upfront?.balanceCents],
    [201, 2_000, 70_000],
  )
  server.time.set(new Date(Date.parse(hold.endsAt) + 25 * hourMs))
  await finishDue(server.work())
  await drain(server)
  assert.deepEqual(await chargedOf(server, hold.id), [2_000, 70_000])
  const own = (await at.professional.person.call(booking.receipt, { params: { id: hold.id }, query: {} }))
    .body
  assert.equal(own.netCents, 60_000)
  const mine = (await who.call(booking.receipt, { params: { id: hold.id }, query: {} })).body
  assert.equal(mine.netCents, 72_000)
  await sound(server)
})

test('a client who still owes the rest of a visit cannot delete the account before it is paid', async () => {
  const at = await place(third)
  const who = await people.signIn(server, await people.account(server))
  const made = await booked(server, at, { who, date: '2026-11-20', place: 4 })
  await server.database.pool.query(
    `update payments set card_ref = replace(card_ref, 'card_ok', 'card_later') where booking_id = $1`,
    [made.id],
  )
  server.time.set(new Date(Date.parse(made.endsAt) + 25 * hourMs))
  await finishDue(server.work())
  await drain(server)
  server.time.set(new Date(Date.parse(made.endsAt) + 16 * 24 * hourMs))
  // Closed for good once everyone is paid.
  await payDue(server.work())
  await closeDue(server.work())
  const reasons = async () => (await who.call(deletion)).body.reasons.map(({ reason }) => reason)
  assert.deepEqual(await reasons(), ['money_owed'])
  // A closed visit can still be paid.
  const params = { id: made.id }
  const paid = await who.call(payBalance, { params, query: {}, body: { cardToken: 'tok_ok' } })
  assert.equal(paid.body.upfront?.state, 'paid', JSON.stringify(paid.body))
  assert.deepEqual(await reasons(), [])
  await sound(server)
})

test('with withholding, the taxes are those of the whole price, in however many payments it came', async () => {
  await server.database.pool.query(`update settings set value = 'true' where name = 'withholding'`)
  const of = async (id: string) => {
    const { rows } = await server.database.pool.query<{ said: string }>(
      `select account || ' ' || coalesce(side, '') || ' ' || -sum(amount_cents) as said from entries join journals on journals.id = journal_id
       where booking_id = $1 and account in (2020, 2030, 2110, 2120, 2130, 4010, 4020, 1120)
       group by account, side having sum(amount_cents) <> 0 order by account, side`,
      [id],
    )
    return rows.map(({ said }) => said)
  }
  try {
    const single = await visit(null)
    await single.complete()
    await drain(server)
    const expected = await of(single.id)
    assert.ok(expected.includes('2020 professional 50948'), expected.join(', '))
    for (const rule of [third, { kind: 'percent', bp: 0 }, { kind: 'amount', cents: 55_555 }] as const) {
      server.time.set(testNow)
      const inTime = await visit(rule)
      await inTime.complete()
      await drain(server)
      assert.deepEqual(await of(inTime.id), expected)
      server.time.set(testNow)
      const late = await visit(rule)
      await late.emptyCard()
      await late.complete()
      await late.payRest('tok_ok')
      await drain(server)
      const owed = rule.kind === 'amount' ? 0 : 1
      const all = await of(late.id)
      // What the professional owed meanwhile is on a separate account until the next payout (J22).
      assert.equal(all.length, expected.length + owed, all.join(', '))
      const sum = (lines: string[], number: RegExp) =>
        lines
          .filter((line) => number.test(line))
          .reduce((total, line) => total + Number(line.split(' ')[2]), 0)
      for (const number of [
        /^(2020|1120)/,
        /^2030/,
        /^2110 p/,
        /^2110 h/,
        /^2120 p/,
        /^2120 h/,
        /^2130 p/,
        /^2130 h/,
        /^4010/,
        /^4020/,
      ])
        assert.equal(sum(all, number), sum(expected, number), String(number))
    }
    await sound(server)
  } finally {
    await server.database.pool.query(`update settings set value = 'false' where name = 'withholding'`)
  }
})

test('a client may pay everything when booking, in one charge with nothing due later and fully refundable', async () => {
  const at = await place(third)
  const who = server.visitor()
  const hold = await held(who, at, '2026-11-20', 4)
  assert.deepEqual(hold.upfront, { nowCents: 30_000, laterCents: 70_000 })
  const contact = contactOf()
  await confirmContact(who, hold.id, contact.email)
  const book = (whole: boolean, token: string) =>
    who.call(checkout.book, {
      body: { holdId: hold.id, contact, payment: { method: 'card', token, whole } },
    })
  // The bank declined the full amount: a part may be tried, and then the full amount again.
  assert.equal((await book(true, 'tok_declined')).status, 402)
  assert.equal((await book(false, 'tok_declined')).status, 402)
  const paid = await book(true, 'tok_ok')
  assert.equal(paid.status, 201, JSON.stringify(paid.body))
  assert.deepEqual([paid.body.payment?.amountCents, paid.body.upfront?.state], [100_000, 'paid'])
  assert.equal(await one('select balance_cents::int from bookings where id = $1', hold.id), 0)
  const [params, query] = [{ id: hold.id }, { t: paid.body.viewToken ?? '' }]
  const quoted = await at.professional.person.call(cancellation.cancelQuote, {
    params,
    query: {},
    body: { as: 'professional' },
  })
  assert.equal(quoted.body.refundCents, 100_000)
  server.time.set(new Date(paid.body.startsAt))
  await at.professional.person.call(attendance.checkIn, { params, body: await hereOf(server, params.id) })
  server.time.set(new Date(paid.body.endsAt))
  await at.professional.person.call(attendance.checkOut, { params, body: {} })
  assert.equal((await completeAsClient(server, params.id)).status, 200)
  await runJobsOnce(server)
  assert.equal(
    await one('select sum(captured_cents)::int from payments where booking_id = $1', hold.id),
    100_000,
  )
  assert.equal((await who.call(booking.booking, { params, query })).body.status, 'completed')
  assert.equal(await people.trialBalance(server), 0)
})
