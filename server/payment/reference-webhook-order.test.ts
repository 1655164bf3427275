/**
 * Like webhook-order.test.ts, for money without a card. A reference (SPEI): it is paid, the bank sends its event, the hour's time is
 * over, its client or the app releases it. In all 24 orders it ends in one of three ways, and the deciding condition is stated beside
 * it. A transfer to a payee: our own record of it, the bank's return, its event and the time to retry come in all 24 orders, to one
 * end.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as checkout from '#contract/booking/checkout.ts'
import * as hold from '#contract/booking/hold.ts'
import { expire } from '#server/booking/checkout/hold-end.ts'
import { checkLedger } from '#server/payment/reconciliation-check.ts'
import { endVouchers } from '#server/payment/jobs.ts'
import { account } from '#server/payment/ledger/journals.ts'
import { balanceOf } from '#server/payment/ledger/ledger.ts'
import { executeTransfers, payDue } from '#server/payment/payout/payout.ts'
import { payReference, returnTransfer } from '#server/payment/standin/bank.ts'
import { followOpenEvents } from '#server/payment/webhook.ts'
import { drain } from '#server/platform/jobs.ts'
import { sendWebhook } from '#server/testing/processor/bank.ts'
import { claimsOf, confirmContact, contactOf, held } from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import { permutations } from '#server/testing/processor/orders.ts'
import { newParties, onItsWay } from '#server/testing/processor/payouts.ts'
import * as people from '#server/testing/people.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer({ config: { logLevel: 'silent' } })
})
after(() => kalli.close())

const waiting = async () => {
  kalli.time.set(testNow)
  const at = await people.bookable(kalli, { units: 1 })
  const who = kalli.visitor()
  const contact = contactOf()
  const { id } = await held(who, at)
  await confirmContact(who, id, contact.email)
  const requested = await who.call(checkout.book, {
    body: { holdId: id, contact, payment: { method: 'spei' } },
  })
  assert.equal(requested.body.status, 'awaiting_payment', JSON.stringify(requested.body))
  const { rows } = await kalli.database.pool.query<{ charge: string }>(
    'select charge_ref as charge from payments where booking_id = $1',
    [id],
  )
  return { id, who, charge: rows[0]?.charge ?? assert.fail('no reference') }
}
type Waiting = Awaited<ReturnType<typeof waiting>>

/**
 * The bank's webhooks of one reference or transfer in their current state, the last one first; each again, however often it was
 * received.
 */
const receiveAll = async ({ charge }: { charge: string }) => {
  const { rows } = await kalli.database.pool.query<{ id: string; kind: string }>(
    'select id, kind from standin.events where object_id = $1 order by id desc',
    [charge],
  )
  for (const { id, kind } of rows) {
    const reported = await sendWebhook(kalli, JSON.stringify({ id, kind, object: charge }))
    assert.equal(reported.status, 200)
  }
  await drain(kalli)
}

const events = ['paid', 'notified', 'over', 'let go'] as const
const happen: Readonly<Record<(typeof events)[number], (one: Waiting) => Promise<unknown>>> = {
  paid: ({ charge }) => payReference(kalli.work(), charge),
  // Webhooks that do not exist yet are received when everything else is over.
  notified: receiveAll,
  over: async ({ id }) => {
    kalli.time.advance(121)
    await expire(kalli.work(), id)
  },
  'let go': async ({ id, who }) => {
    await who.call(hold.releaseHold, { params: { id } })
    // An ended reference is not released by a person: days later the app cancels it.
    kalli.time.advance(6 * 24 * 60)
    await endVouchers(kalli.work())
    kalli.time.advance(-6 * 24 * 60)
    await drain(kalli)
  },
}

const endOf = async ({ id }: Waiting) => {
  const { rows } = await kalli.database.pool.query<{ end: unknown }>(
    `select json_build_object('booking', b.status, 'payment', p.status, 'captured', p.captured_cents, 'refunded', p.refunded_cents,
       'bank', (select json_build_array(status, captured_cents, refunded_cents) from standin.charges where id = p.charge_ref),
       'ledger', (select json_agg(kind || ' ' || account || ' ' || amount_cents order by kind, account, line) from journals
         join entries on journal_id = journals.id where booking_id = b.id)) as end
     from bookings b join payments p on p.booking_id = b.id where b.id = $1`,
    [id],
  )
  return { ...Object(rows[0]?.end), claims: (await claimsOf(kalli, id)).length }
}

/** Never charged; charged and refunded in full; or a visit. The processor's fee for a charge remains our cost (J3, J9). */
const fee = ['fee 1010 -4524', 'fee 1150 624', 'fee 5010 3900']
const capture = ['capture 1010 100000', 'capture 2010 -100000']
const back = ['cancellation 2010 100000', 'cancellation 2040 -100000']
const refund = ['refund 1020 -100000', 'refund 2040 100000']
const end = (
  booking: string,
  payment: string,
  [captured, refunded, claims]: number[],
  ledger: string[] | null,
) => ({
  booking,
  payment,
  captured,
  refunded,
  bank: [captured === 0 ? 'voided' : 'captured', captured, refunded],
  ledger,
  claims,
})
const ends = {
  'nobody has paid': end('expired', 'voided', [0, 0, 0], null),
  'all of it went back': end(
    'expired',
    'refunded',
    [100_000, 100_000, 0],
    [...back, ...capture, ...fee, ...refund],
  ),
  'it is their visit': end('confirmed', 'captured', [100_000, 0, 3], [...capture, ...fee]),
}

for (const names of permutations(events)) {
  const isBefore = (one: (typeof events)[number], other: (typeof events)[number]) =>
    names.indexOf(one) < names.indexOf(other)
  // A client who releases it before the payment is known to us gets their money back; cancelled first, it cannot be paid.
  const isReceived = isBefore('paid', 'notified') && isBefore('notified', 'let go')
  const expected = isReceived
    ? 'it is their visit'
    : isBefore('paid', 'let go')
      ? 'all of it went back'
      : 'nobody has paid'
  test(`events of a reference: ${names.join(', ')}: ${expected}`, async () => {
    const one = await waiting()
    for (const name of names) await happen[name](one)
    // All of it once more, and the events not delivered yet.
    await receiveAll(one)
    assert.deepEqual(await endOf(one), ends[expected])
    assert.deepEqual(await checkLedger(kalli.work()), [])
  })
}

/** A professional's payout, under way as in payouts.ts. */
const sending = async () => {
  kalli.time.set(testNow)
  const parties = newParties()
  const { payoutId, destination, transfer } = await onItsWay(kalli, parties)
  kalli.time.advance(1)
  return { payoutId, charge: transfer, destination, professionalId: parties.professionalId }
}
type Sending = Awaited<ReturnType<typeof sending>>

const steps = ['written down', 'returned', 'notified', 'sent again'] as const
const step: Readonly<Record<(typeof steps)[number], (one: Sending) => Promise<unknown>>> = {
  'written down': async ({ payoutId }) => executeTransfers(kalli.work(), payoutId),
  returned: ({ charge }) => returnTransfer(kalli.work(), charge),
  notified: receiveAll,
  'sent again': async () => {
    kalli.time.advance(12 * 60)
    await payDue(kalli.work())
  },
}

for (const names of permutations(steps))
  test(`events of a transfer: ${names.join(', ')}: it is returned once, sent twice, and nothing is owed`, async () => {
    const one = await sending()
    for (const name of names) await step[name](one)
    // Premature events are processed again, undelivered events are delivered, and half a day later the bank is queried.
    await receiveAll(one)
    await followOpenEvents(kalli.work())
    await step['sent again'](one)
    const { rows } = await kalli.database.pool.query(
      `select status, clawed_back_cents as back,
         (select json_agg(status order by status) from standin.transfers where destination = $2) as bank,
         (select json_agg(kind || ' ' || entries.amount_cents order by kind) from journals join entries on journal_id = journals.id
           where journals.booking_id = payouts.booking_id and kind like '%transfer' and account = 2020) as ledger
       from payouts where id = $1`,
      [one.payoutId, one.destination],
    )
    assert.deepEqual(rows, [
      {
        status: 'paid',
        back: 0,
        bank: ['returned', 'sent'],
        ledger: ['returned_transfer -50948', 'transfer 50948', 'transfer 50948'],
      },
    ])
    assert.equal(await balanceOf(kalli.work(), account.owedToProfessional, one.professionalId), 0)
    assert.deepEqual(await checkLedger(kalli.work()), [])
  })
