/** A client's bank reverses a charge: postings, held payouts, who bears it, and that no order of webhooks changes the outcome. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as booking from '#contract/booking/booking.ts'
import * as attendance from '#contract/booking/attendance.ts'
import * as days from '#contract/booking/day.ts'
import * as cancellation from '#contract/booking/cancellation.ts'
import * as contract from '#contract/payment/chargeback.ts'
import type { ChargebackReason } from '#contract/payment/chargeback.ts'
import { notifications } from '#contract/notification/notification.ts'
import { buyPack } from '#contract/booking/rent/hour-pack.ts'
import { ownFigures } from '#contract/figures/own-figures.ts'
import { giveTip, returnTip } from '#contract/booking/settlement/tip.ts'
import { settleLost } from '#server/chargeback/loss.ts'
import { checkLedger } from '#server/payment/reconciliation-check.ts'
import { accrueBeside, bear, freeze, thaw } from '#server/payment/charge/frozen.ts'
import { makeAvailable } from '#server/payment/jobs.ts'
import { account } from '#server/payment/ledger/journals.ts'
import { post } from '#server/payment/ledger/ledger.ts'
import { read } from '#server/payment/charge/payment.ts'
import { refundLater } from '#server/payment/charge/refund.ts'
import { payDue } from '#server/payment/payout/payout.ts'
import { decideDispute, openDispute } from '#server/payment/standin/disputes.ts'
import { lookForDisputes } from '#server/payment/webhook.ts'
import { drain } from '#server/platform/jobs.ts'
import { sendWebhook } from '#server/testing/processor/bank.ts'
import { completeAsClient, booked, contactOf, hereOf } from '#server/testing/bookings.ts'
import { inLine } from '#server/testing/crash/in-line.ts'
import { sellPacks } from '#server/testing/reservations.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { refusalOf, type Person } from '#server/testing/person.ts'
import { administrator } from '#server/testing/world.ts'
import { inTransaction } from '#server/platform/work.ts'

let kalli: TestServer
let admin: Person
before(async () => {
  kalli = await startTestServer({ config: { logLevel: 'silent' } })
  admin = await administrator(kalli)
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

/** An hour and a half of $1,000.00 at $200.00 an hour; `by`: how the arrival was registered. */
const visit = async ({
  ends = true,
  by = 'position',
}: { ends?: boolean; by?: 'position' | 'client_code' } = {}) => {
  const at = await people.bookable(kalli, { noticeMinutes: 0 })
  const one = await booked(kalli, at, { date: '2026-11-20', place: 4, contact: contactOf() })
  const params = { id: one.id }
  const { person } = at.professional
  if (ends) {
    kalli.time.set(new Date(one.startsAt))
    const shown =
      by === 'position' ? { position: people.here } : { code: one.arrivalCode ?? assert.fail('no code') }
    const came = await person.call(attendance.checkIn, { params, body: shown })
    assert.equal(came.status, 200, JSON.stringify(came.body))
    kalli.time.set(new Date(one.endsAt))
    await person.call(attendance.checkOut, { params, body: {} })
    assert.equal((await completeAsClient(kalli, params.id)).status, 200)
  }
  const payment = (await read(kalli.work(), one.id)) ?? assert.fail('no payment')
  return { ...one, at, params, person, payment, chargeRef: payment.charge_ref ?? assert.fail('no charge') }
}
type Visit = Awaited<ReturnType<typeof visit>>

const news = (chargeRef: string, kind = 'dispute.opened') =>
  JSON.stringify({ id: `ev_${crypto.randomUUID()}`, kind, object: chargeRef })

const dispute = async (
  { chargeRef }: Pick<Visit, 'chargeRef'>,
  {
    amountCents = 100_000,
    reason = 'not_received',
  }: { amountCents?: number; reason?: ChargebackReason } = {},
) => {
  const ref = await openDispute(kalli.work(), { chargeRef, amountCents, reason })
  assert.ok(ref, 'the bank took it')
  assert.equal((await sendWebhook(kalli, news(chargeRef))).status, 200)
  return ref
}
const decide = async ({ chargeRef }: Pick<Visit, 'chargeRef'>, ref: string, status: 'won' | 'lost') => {
  await decideDispute(kalli.work(), ref, status)
  assert.equal((await sendWebhook(kalli, news(chargeRef, `dispute.${status}`))).status, 200)
  await drain(kalli)
}

/** Journals of the chargeback as `kind: account amount, …`. */
const journalsOf = async (id: string) => {
  const { rows } = await kalli.database.pool.query<{ said: string }>(
    `select kind || ': ' || string_agg(account || ' ' || amount_cents, ', ' order by line) as said
     from journals join entries on journal_id = id where booking_id = $1 and kind like 'chargeback%' group by id, kind order by id`,
    [id],
  )
  assert.deepEqual(await checkLedger(kalli.work()), [])
  return rows.map(({ said }) => said)
}
const payoutsOf = async (id: string) => {
  const { rows } = await kalli.database.pool.query<{ said: string }>(
    `select party || ' ' || status || ' ' || (amount_cents - clawed_back_cents) as said from payouts
     where booking_id = $1 or frozen_for in (select id from chargebacks where booking_id = $1)
       or booking_id in (select id from chargebacks where booking_id = $1) order by party, amount_cents`,
    [id],
  )
  return rows.map(({ said }) => said)
}
const inQueue = async (id: string) =>
  (await admin.call(contract.chargebacks)).body.chargebacks.find(({ bookingId }) => bookingId === id) ??
  assert.fail('not in the queue')

const opened = 'chargeback: 1140 100000, 5020 15000, 1150 2400, 1020 -117400'

test('a chargeback withholds the money and notifies all parties; won, all is restored except the fee (J17, J18)', async () => {
  const one = await visit()
  const before = await payoutsOf(one.id)
  const ref = await dispute(one)
  assert.deepEqual(await journalsOf(one.id), [opened])
  assert.deepEqual(
    await payoutsOf(one.id),
    before.map((said) => said.replace('accrued', 'withheld')),
  )
  await drain(kalli)
  kalli.time.advance(4 * 1440)
  await makeAvailable(kalli.work())
  await payDue(kalli.work())
  const { disputedCents, withheldCents } = (
    await one.person.call(ownFigures, { query: { from: '2026-11-16', to: '2026-11-22' } })
  ).body.payouts
  assert.ok(disputedCents > 0 && disputedCents === withheldCents)
  for (const who of [one.person, one.at.host.person]) {
    const { body } = await who.call(notifications, { query: {} })
    assert.match(body.map(({ title }) => title).join(), /Un banco revisa un cobro/)
  }
  const emails = await kalli.database.pool.query<{ subject: string }>(
    'select subject from mails join accounts on accounts.email = to_address where accounts.id = any ($1)',
    [[one.at.professional.accountId, one.at.host.accountId]],
  )
  assert.equal(emails.rows.filter(({ subject }) => subject.includes('Un banco revisa un cobro')).length, 2)
  await decide(one, ref, 'won')
  assert.deepEqual(await journalsOf(one.id), [opened, 'chargeback_won: 1020 100000, 1140 -100000'])
  await payDue(kalli.work())
  assert.deepEqual(
    await payoutsOf(one.id),
    before.map((said) => said.replace('accrued', 'paid')),
  )
  assert.equal((await inQueue(one.id)).state, 'won')
})

test('a loss without proof of arrival is charged to the professional to the centavo, and the host keeps the rent (J19)', async () => {
  const one = await visit()
  const split = await payoutsOf(one.id)
  const ref = await dispute(one)
  assert.equal((await inQueue(one.id)).chargedTo, 'professional')
  await decide(one, ref, 'lost')
  const [, lost] = await journalsOf(one.id)
  const { rows } = await kalli.database.pool.query<{ account: number; cents: number }>(
    `select account, sum(amount_cents)::int as cents from entries join journals on id = journal_id
     where booking_id = $1 and kind in ('split', 'chargeback', 'chargeback_lost') and account <> 1020 group by account order by account`,
    [one.id],
  )
  const left = new Map(rows.map(({ account, cents }) => [account, cents]))
  // Of the professional's share only the rent that they owe remains; Kalli and the tax office keep only their part of the rent.
  assert.equal((left.get(2020) ?? 0) + (left.get(1120) ?? 0), 30_000)
  assert.equal(left.get(1140) ?? 0, 0)
  assert.equal(left.get(2010), 100_000)
  assert.equal(left.get(4010) ?? 0, 0)
  assert.match(lost ?? '', /1140 -100000$/)
  assert.deepEqual(
    (await payoutsOf(one.id)).filter((said) => said.startsWith('host')),
    split.filter((said) => said.startsWith('host')),
  )
  for (const as of ['client', 'professional', 'host'] as const) {
    const who = { client: one.who, professional: one.person, host: one.at.host.person }[as]
    const { body } = await who.call(booking.receipt, {
      params: one.params,
      query: as === 'client' ? { t: one.t } : { as },
    })
    const [sum, mine] = [
      body.lines.reduce((total, { amountCents }) => total + amountCents, 0),
      body.lines.map(({ label }) => label).join(),
    ]
    assert.equal(sum, body.netCents)
    if (as === 'client') assert.deepEqual([body.netCents, /Devuelto por tu banco/.test(mine)], [0, true])
    if (as === 'professional')
      assert.deepEqual([body.netCents, /Devuelto por el banco/.test(mine)], [-30_000, true])
  }
  const reported = (await one.person.call(notifications, { query: {} })).body.map(({ title }) => title)
  assert.ok(reported.includes('El banco devolvió un cobro'))
})

test('a charge lost in two parts leaves the same as one lost at once: no commission or tax, to the centavo (I4)', async () => {
  const one = await visit()
  for (const amountCents of [33_333, 66_667]) await decide(one, await dispute(one, { amountCents }), 'lost')
  const { rows } = await kalli.database.pool.query<{ account: number; cents: number }>(
    `select account, sum(amount_cents)::int as cents from entries join journals on id = journal_id
     where booking_id = $1 and side = 'professional' group by account order by account`,
    [one.id],
  )
  const left = rows.filter(({ account, cents }) => ![1120, 2020].includes(account) && cents !== 0)
  assert.deepEqual(left, [])
  assert.equal(
    rows.reduce((sum, { cents }) => sum + cents, 0),
    30_000,
    'the rent, which they owe',
  )
})

test('a loss with an arrival code, or as fraud, is covered by Kalli, and no party loses earnings', async () => {
  for (const [by, reason] of [
    ['client_code', 'not_received'],
    ['position', 'fraud'],
  ] as const) {
    kalli.time.set(testNow)
    const one = await visit({ by })
    const before = await payoutsOf(one.id)
    const ref = await dispute(one, { reason })
    assert.equal((await inQueue(one.id)).chargedTo, 'platform')
    await decide(one, ref, 'lost')
    assert.deepEqual(await journalsOf(one.id), [opened, 'chargeback_lost: 5030 100000, 1140 -100000'])
    assert.deepEqual(await payoutsOf(one.id), before)
  }
})

test('repeated, reordered, forged and concurrent webhooks post one journal each, and never go back', async () => {
  const one = await visit()
  const ref = await openDispute(kalli.work(), {
    chargeRef: one.chargeRef,
    amountCents: 100_000,
    reason: 'fraud',
  })
  assert.ok(ref)
  const forged = await sendWebhook(kalli, news(one.chargeRef), 't=1,v1=00')
  assert.equal(forged.status, 403)
  assert.deepEqual(await journalsOf(one.id), [], 'nobody was told')
  await decideDispute(kalli.work(), ref, 'lost')
  // The webhook of the end arrives first, twenty times at once, and that of the start late.
  const all = await Promise.all(
    Array.from({ length: 20 }, (_, place) =>
      sendWebhook(kalli, news(one.chargeRef, place % 2 === 0 ? 'dispute.lost' : 'dispute.opened')),
    ),
  )
  assert.deepEqual([...new Set(all.map(({ status }) => status))], [200])
  await Promise.all([drain(kalli), settleLost(kalli.work()), settleLost(kalli.work())])
  const ended = [opened, 'chargeback_lost: 5030 100000, 1140 -100000']
  assert.deepEqual(await journalsOf(one.id), ended)
  await kalli.database.pool.query(`update standin.disputes set status = 'won' where id = $1`, [ref])
  await sendWebhook(kalli, news(one.chargeRef, 'dispute.won'))
  await drain(kalli)
  assert.deepEqual(await journalsOf(one.id), ended, 'lost is final')
})

test('a disputed amount is not refunded again: the bank pays the pending refund (I7)', async () => {
  const one = await visit()
  const ref = await dispute(one, { reason: 'fraud' })
  await refundLater(kalli.work(), {
    bookingId: one.id,
    amountCents: 40_000,
    lines: [{ account: 5030, amountCents: 40_000 }],
    idemKey: `test:${one.id}`,
  })
  await drain(kalli)
  assert.equal((await read(kalli.work(), one.id))?.refunded_cents, 0)
  await assert.rejects(
    kalli.database.pool.query('update payments set refunded_cents = 1 where booking_id = $1', [one.id]),
    /taken_within_captured/,
  )
  await decide(one, ref, 'lost')
  assert.deepEqual(await journalsOf(one.id), [
    opened,
    'chargeback_lost: 2040 40000, 5030 60000, 1140 -40000, 1140 -60000',
  ])
})

test('a refund promised later is paid from what the bank left, and no centavo twice', async () => {
  const one = await visit()
  const ref = await dispute(one, { amountCents: 60_000, reason: 'fraud' })
  await decide(one, ref, 'lost')
  await refundLater(kalli.work(), {
    bookingId: one.id,
    amountCents: 40_000,
    lines: [{ account: 5030, amountCents: 40_000 }],
    idemKey: `test:${one.id}`,
  })
  await drain(kalli)
  assert.equal((await read(kalli.work(), one.id))?.refunded_cents, 40_000)
  assert.deepEqual(await checkLedger(kalli.work()), [])
})

test('a visit stays confirmed when its charge is lost in part, or when its hour is over without an arrival', async () => {
  const half = await visit({ ends: false })
  await decide(half, await dispute(half, { amountCents: 50_000, reason: 'fraud' }), 'lost')
  const over = await visit({ ends: false })
  const ref = await dispute(over, { reason: 'fraud' })
  kalli.time.set(new Date(over.endsAt))
  await decide(over, ref, 'lost')
  const { rows } = await kalli.database.pool.query(
    'select distinct status from bookings where id = any($1::uuid[])',
    [[half.id, over.id]],
  )
  assert.deepEqual(rows, [{ status: 'confirmed' }])
})

test('a professional who bought hours is notified of their bank’s dispute', async () => {
  const at = await people.bookable(kalli, { noticeMinutes: 0 })
  await sellPacks(kalli, at.space.id, { transferable: false })
  const { person } = at.professional
  const body = { pack: 'h10', priceCents: 150_000, cardToken: 'tok_ok' }
  const bought = await person.call(buyPack, { params: { id: at.space.id }, body })
  assert.equal(bought.body.status, 'active', JSON.stringify(bought.body))
  const payment = (await read(kalli.work(), bought.body.id)) ?? assert.fail('no payment')
  await dispute({ chargeRef: payment.charge_ref ?? '' }, { amountCents: 150_000, reason: 'fraud' })
  await drain(kalli)
  const { body: bell } = await person.call(notifications, { query: {} })
  assert.match(
    bell.map(({ title, message }) => `${title} ${message}`).join(),
    /Tu banco revisa una compra tuya .*\$1,500/,
  )
})

test('a partial dispute withholds only its part, and once won the pending refund is paid', async () => {
  const one = await visit()
  const [host = '', own = ''] = await payoutsOf(one.id)
  const dayOf = async () => {
    const { body } = await one.person.call(days.professionalDay, { query: { date: '2026-11-20' } })
    return body.settledCents
  }
  const day = await dayOf()
  const ref = await dispute(one, { amountCents: 20_000 })
  const ownCents = Number(own.split(' ')[2])
  assert.deepEqual([day, await dayOf()], [ownCents, day], 'what waits for a bank was earned all the same')
  assert.deepEqual(await payoutsOf(one.id), [
    host,
    'professional withheld 20000',
    `professional accrued ${ownCents - 20_000}`,
  ])
  await refundLater(kalli.work(), {
    bookingId: one.id,
    amountCents: 90_000,
    lines: [{ account: 5030, amountCents: 90_000 }],
    idemKey: `test:${one.id}`,
  })
  await drain(kalli)
  assert.equal((await read(kalli.work(), one.id))?.refunded_cents, 70_000)
  await decide(one, ref, 'won')
  assert.equal((await read(kalli.work(), one.id))?.refunded_cents, 90_000)
  assert.deepEqual(await checkLedger(kalli.work()), [])
})

test('a part freed from an internal problem still waits for the bank, and a loss is taken from both parts', async () => {
  const one = await visit()
  const payee = { side: 'professional', id: one.at.professional.id } as const
  const problem = crypto.randomUUID()
  const order = { bookingId: one.id, reference: problem, payee, maxCents: 20_000 }
  assert.equal(await inTransaction(kalli.work(), (work) => freeze(work, order)), 20_000)
  const ref = await dispute(one)
  await thaw(kalli.work(), problem)
  kalli.time.advance(4 * 1440)
  await makeAvailable(kalli.work())
  await payDue(kalli.work())
  const partsOf = async () => {
    const { rows } = await kalli.database.pool.query<{ said: string }>(
      `select status || ' ' || amount_cents || ' −' || clawed_back_cents as said from payouts
       where party = 'professional' and party_id = $1 order by amount_cents`,
      [payee.id],
    )
    return rows.map(({ said }) => said)
  }
  const parts = await partsOf()
  assert.deepEqual(
    parts.map((said) => said.split(' ')[0]),
    ['withheld', 'withheld'],
    parts.join(),
  )
  await decide(one, ref, 'lost')
  await payDue(kalli.work())
  assert.deepEqual(
    await partsOf(),
    parts.map((said) => said.replace('withheld', 'paid').replace(/(\d+) −0/, '$1 −$1')),
    'nothing of it left',
  )
  assert.deepEqual(await checkLedger(kalli.work()), [])
})

test('missed dispute webhooks are found by the daily check, both the opening and the decision', async () => {
  const one = await visit()
  const ref = await openDispute(kalli.work(), {
    chargeRef: one.chargeRef,
    amountCents: 100_000,
    reason: 'not_received',
  })
  await lookForDisputes(kalli.work())
  await lookForDisputes(kalli.work())
  assert.deepEqual(await journalsOf(one.id), [opened])
  assert.equal((await inQueue(one.id)).state, 'open')
  kalli.time.advance(60 * 1440)
  await decideDispute(kalli.work(), ref ?? assert.fail('no dispute'), 'won')
  await lookForDisputes(kalli.work())
  assert.deepEqual(await journalsOf(one.id), [opened, 'chargeback_won: 1020 100000, 1140 -100000'])
})

/** As a bank may, despite earlier refunds. */
const disputeAnyway = async ({ chargeRef }: Pick<Visit, 'chargeRef'>, amountCents: number) => {
  const ref = `dp_${crypto.randomUUID()}`
  await kalli.database.pool.query(
    `insert into standin.disputes (id, charge_id, reason, amount_cents, fee_cents, fee_iva_cents, status, respond_by, created_at)
     values ($1, $2, 'refund_due', $3, 15000, 2400, 'open', $4, $5)`,
    [ref, chargeRef, amountCents, new Date(kalli.clock().getTime() + 9 * 86_400_000), kalli.clock()],
  )
  assert.equal((await sendWebhook(kalli, news(chargeRef))).status, 200)
  return ref
}
const cancelled = async () => {
  const one = await visit({ ends: false })
  const { body } = await one.person.call(cancellation.cancelQuote, {
    params: one.params,
    query: {},
    body: { as: 'professional' },
  })
  const done = await one.person.call(cancellation.cancel, {
    params: one.params,
    query: {},
    body: { quoteToken: body.token, reason: 'Un imprevisto.' },
  })
  assert.equal(done.status, 200, JSON.stringify(done.body))
  await drain(kalli)
  return one
}

test('a refunded but disputed charge is recorded, answered with the refund, and covered by Kalli if lost', async () => {
  for (const status of ['lost', 'won'] as const) {
    const one = await cancelled()
    assert.equal((await read(kalli.work(), one.id))?.refunded_cents, 100_000)
    const ref = await disputeAnyway(one, 100_000)
    assert.deepEqual(await journalsOf(one.id), [opened])
    const { amountCents, beyondCents, withheldCents, chargedTo, proofs } = await inQueue(one.id)
    assert.deepEqual([amountCents, beyondCents, withheldCents, chargedTo], [100_000, 100_000, 0, 'platform'])
    assert.match(proofs.at(-1)?.text ?? '', /\$1,000 ya devueltos a la misma tarjeta$/)
    await decide(one, ref, status)
    await settleLost(kalli.work())
    const end =
      status === 'won'
        ? 'chargeback_won: 1020 100000, 1140 -100000'
        : 'chargeback_lost: 5030 100000, 1140 -100000'
    assert.deepEqual(await journalsOf(one.id), [opened, end])
    assert.equal((await read(kalli.work(), one.id))?.refunded_cents, 100_000)
  }
})

test('a refund in flight counts beyond the dispute when it was done, and goes to the bank when it was refused', async () => {
  for (const isDone of [true, false]) {
    const one = await visit()
    await inTransaction(kalli.work(), (work) =>
      refundLater(work, {
        bookingId: one.id,
        amountCents: 25_000,
        idemKey: `back:${one.id}`,
        lines: [{ account: account.goodwill, amountCents: 25_000 }],
      }),
    )
    if (isDone)
      await kalli.database.pool.query(`update standin.charges set refunded_cents = 25000 where id = $1`, [
        one.chargeRef,
      ])
    if (isDone)
      await kalli.database.pool.query(
        `insert into standin.operations (idem_key, id, charge_id, kind, amount_cents, created_at)
         select idem_key, 'op_' || id, $1, 'refund', amount_cents, created_at from payment_calls
         where payment_id = $2 and kind = 'refund' and status = 'pending'`,
        [one.chargeRef, one.payment.id],
      )
    const ref = await disputeAnyway(one, 100_000)
    await drain(kalli)
    const { refunded_cents, disputed_cents } = (await read(kalli.work(), one.id)) ?? assert.fail('no payment')
    assert.deepEqual([refunded_cents, disputed_cents], isDone ? [25_000, 75_000] : [0, 100_000])
    assert.equal((await inQueue(one.id)).beyondCents, isDone ? 25_000 : 0)
    await decide(one, ref, 'lost')
    await settleLost(kalli.work())
    await journalsOf(one.id)
    assert.equal((await read(kalli.work(), one.id))?.refunded_cents, isDone ? 25_000 : 0)
  }
})

test('money that one party won from the other waits for the bank too', async () => {
  const one = await visit()
  const [loser, winner] = [
    { side: 'professional', id: one.at.professional.id },
    { side: 'host', id: one.at.host.id },
  ] as const
  const reference = crypto.randomUUID()
  await inTransaction(kalli.work(), async (work) => {
    await freeze(work, { bookingId: one.id, reference, payee: loser, maxCents: 10_000 })
    const lines = await bear(work, { reference, payee: loser, cents: 10_000 })
    const due = await accrueBeside(work, { reference, payee: winner, cents: 10_000, originId: one.id })
    const journal = { kind: 'dispute', idemKey: reference, bookingId: one.id, at: work.now } as const
    await post(work, { ...journal, lines: [...lines, due] })
    await thaw(work, reference)
  })
  const ref = await dispute(one)
  const won = async () =>
    (
      await kalli.database.pool.query<{ status: string; cents: number }>(
        'select status, amount_cents::int as cents from payouts where booking_id = $1 and party = $2',
        [reference, 'host'],
      )
    ).rows
  assert.deepEqual(await won(), [{ status: 'withheld', cents: 10_000 }])
  await decide(one, ref, 'won')
  await payDue(kalli.work())
  assert.deepEqual(await won(), [{ status: 'paid', cents: 10_000 }])
  assert.deepEqual(await checkLedger(kalli.work()), [])
})

test('a starting payout and a growing dispute never deadlock', async () => {
  const one = await visit()
  await dispute(one, { amountCents: 90_000 })
  const { pool } = kalli.database
  const mine = `(booking_id = '${one.id}' or origin_booking_id = '${one.id}')`
  // As newly due amounts: the host's now, the professional's later.
  await pool.query(
    `update payouts set status = 'accrued', frozen_for = null,
       release_at = case party when 'host' then $1::timestamptz else $1::timestamptz + interval '1 day' end where ${mine}`,
    [kalli.clock()],
  )
  await inLine(
    kalli,
    { text: `select from payouts where ${mine} and party = 'host' for update`, values: [] },
    () => payDue(kalli.work()),
    () => dispute(one, { amountCents: 10_000 }),
  )
  const { rows } = await pool.query(`select distinct status from payouts where ${mine}`)
  assert.deepEqual(rows, [{ status: 'withheld' }])
  assert.deepEqual(await checkLedger(kalli.work()), [])
})

test('an upcoming visit ends when its charge is lost, since the bank has paid the client', async () => {
  const one = await visit({ ends: false })
  const ref = await dispute(one, { reason: 'fraud' })
  await decide(one, ref, 'lost')
  await drain(kalli)
  const { rows } = await kalli.database.pool.query('select status from bookings where id = $1', [one.id])
  assert.deepEqual(rows, [{ status: 'cancelled_by_platform' }])
  assert.deepEqual(await journalsOf(one.id), [opened, 'chargeback_lost: 2040 100000, 1140 -100000'])
  assert.equal((await read(kalli.work(), one.id))?.refunded_cents, 0)
})

test('a visit divided during a bank dispute pays no party until it is decided', async () => {
  const one = await visit({ ends: false })
  await dispute(one)
  kalli.time.set(new Date(one.startsAt))
  await one.person.call(attendance.checkIn, { params: one.params, body: await hereOf(kalli, one.params.id) })
  kalli.time.set(new Date(one.endsAt))
  await one.person.call(attendance.checkOut, { params: one.params, body: {} })
  assert.equal((await completeAsClient(kalli, one.params.id)).status, 200)
  assert.ok((await payoutsOf(one.id)).every((said) => said.includes('withheld')))
})

/** $100.00 by the card of the visit. */
const tipOf = async (one: Visit) => {
  const tipped = await one.who.call(giveTip, {
    params: one.params,
    query: { t: one.t },
    body: { amountCents: 10_000 },
  })
  assert.equal(tipped.status, 200, JSON.stringify(tipped.body))
  const { rows } = await kalli.database.pool.query<{ id: string; charge: string }>(
    `select tips.id, charge_ref as charge from tips join payments on payments.booking_id = tips.id where tips.booking_id = $1`,
    [one.id],
  )
  return rows[0] ?? assert.fail('no tip')
}

test('a tip lost to a bank dispute is deducted from its payee', async () => {
  const tip = await tipOf(await visit())
  const ref = await dispute({ chargeRef: tip.charge }, { amountCents: 10_000 })
  await decide({ chargeRef: tip.charge }, ref, 'lost')
  assert.equal((await journalsOf(tip.id))[1], 'chargeback_lost: 2020 10000, 1140 -10000')
})

test('a professional who refunds a tip that a bank partly took back refunds only the remainder, once', async () => {
  for (const [takenCents, status] of [
    [4_000, 200],
    [10_000, 409],
  ] as const) {
    kalli.time.set(testNow)
    const one = await visit()
    const tip = await tipOf(one)
    const ref = await dispute({ chargeRef: tip.charge }, { amountCents: takenCents })
    await decide({ chargeRef: tip.charge }, ref, 'lost')
    const back = await one.person.call(returnTip, { params: one.params })
    assert.equal(back.status, status, JSON.stringify(back.body))
    await drain(kalli)
    assert.equal((await read(kalli.work(), tip.id))?.refunded_cents, status === 200 ? 6_000 : 0)
    const { rows } = await kalli.database.pool.query<{ cents: number }>(
      `select coalesce(sum(amount_cents), 0)::int as cents from entries join journals on id = journal_id
       where booking_id = $1 and account in (2020, 1120)`,
      [tip.id],
    )
    assert.deepEqual(rows, [{ cents: 0 }], 'the professional had it and has none of it')
    const { settled } = (
      await one.person.call(ownFigures, { query: { from: '2026-11-16', to: '2026-11-22' } })
    ).body
    assert.equal(settled.tipCents, 0, 'nor do their figures say so')
    assert.deepEqual(await checkLedger(kalli.work()), [])
  }
})

test('staff answers once, before the deadline, with the evidence that Kalli has, and actor and reason are recorded', async () => {
  const one = await visit({ by: 'client_code' })
  await dispute(one)
  const found = await inQueue(one.id)
  assert.deepEqual(
    found.proofs.map(({ label, isThere }) => [label, isThere]),
    [
      ['Llegada', true],
      ['Salida', true],
      ['Mensajes', false],
      ['Política aceptada', true],
      ['Recibo', true],
    ],
  )
  const order = {
    params: { id: found.id },
    body: { version: found.version, note: 'Vino con su código.', reason: 'Se atendió.' },
  }
  const stale = await admin.call(contract.answerChargeback, {
    ...order,
    body: { ...order.body, version: found.version + 1 },
  })
  assert.equal(refusalOf(stale).code, 'stale_version')
  assert.deepEqual((await admin.call(contract.answerChargeback, order)).body, { submitted: true })
  const after = await inQueue(one.id)
  assert.ok(after.submittedAt !== null && !after.may.allowed)
  assert.deepEqual(
    after.moves.map(({ move, reason }) => [move, reason]),
    [
      ['open', ''],
      ['submit', 'Se atendió.'],
      ['submitted', ''],
    ],
  )
  const again = await admin.call(contract.answerChargeback, {
    ...order,
    body: { ...order.body, version: after.version },
  })
  assert.equal(refusalOf(again).code, 'chargeback_not_movable')
  const { rows } = await kalli.database.pool.query<{ evidence: string }>(
    `select evidence from standin.disputes where charge_id = $1`,
    [one.chargeRef],
  )
  assert.match(rows[0]?.evidence ?? '', /código de llegada/)
  assert.doesNotMatch(rows[0]?.evidence ?? '', /Lucía|Hernández|example\.test/, 'nobody’s name leaves')
  const late = await visit()
  await dispute(late)
  const due = await inQueue(late.id)
  kalli.time.advance(10 * 1440)
  const tooLate = await admin.call(contract.answerChargeback, {
    params: { id: due.id },
    body: { version: due.version, reason: 'Tarde.' },
  })
  assert.equal(refusalOf(tooLate).code, 'chargeback_not_movable')
})
