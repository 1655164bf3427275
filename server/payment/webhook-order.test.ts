/**
 * Events of one visit's payment in the orders that server/testing/processor/orders.ts draws (money.md §6, I8): the bank approves, it is
 * charged, part is refunded, its bank takes the rest back and decides. Each may be reported at once or after everything else happened,
 * one of them twice, beside a forged one. Whatever the order, the visit, its payment and every entry of its journals end alike.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as holds from '#contract/booking/hold.ts'
import * as cancellation from '#contract/booking/cancellation.ts'
import { payment as paymentState } from '#contract/payment/payment.ts'
import { checkLedger } from '#server/payment/reconciliation-check.ts'
import { answerChallenge } from '#server/payment/standin/bank.ts'
import { decideDispute, openDispute } from '#server/payment/standin/disputes.ts'
import { signWebhook } from '#server/payment/standin/webhooks.ts'
import { drain } from '#server/platform/jobs.ts'
import { sendWebhook } from '#server/testing/processor/bank.ts'
import { pay, slotsOn } from '#server/testing/bookings.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { disputeOrders } from '#server/testing/processor/orders.ts'
import * as people from '#server/testing/people.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer({ config: { logLevel: 'silent' } })
})
after(() => kalli.close())

/** The steps, in order; the bank reports each. */
const happenings = ['authorized', 'captured', 'partly refunded', 'dispute opened', 'dispute decided'] as const
const verdicts = ['won', 'lost'] as const

let open: string[] = []
/** Half an hour of this afternoon, of a stylist who has a dozen of them: the amounts are the same for each. */
const anHour = async () => {
  if (open.length === 0) {
    const values = { units: 1, noticeMinutes: 0, policyTier: 'moderate', durationMinutes: 30 }
    const at = await people.bookable(kalli, values)
    await kalli.database.pool.query(`update spaces set rent_policy = 'firm' where id = $1`, [at.space.id])
    open = (await slotsOn(kalli.visitor(), at, '2026-11-20')).map(({ token }) => token)
  }
  return open.pop() ?? assert.fail('no hour')
}

type Story = Awaited<ReturnType<typeof begin>>

/** Paid, and the bank asks its customer first. */
const begin = async (order: number[], verdict: (typeof verdicts)[number], serial: number) => {
  const who = kalli.visitor()
  const { body: hold } = await who.call(holds.hold, { body: { slotToken: await anHour() } })
  const paid = await pay(who, hold.id, 'tok_3ds')
  assert.equal(paid.body.status, 'awaiting_payment', JSON.stringify(paid.body))
  const { rows } = await kalli.database.pool.query<{ id: string; charge: string; approvalEvent: string }>(
    `select payments.id, charge_ref as charge, events.id as "approvalEvent" from payments
     join standin.events on object_id = charge_ref where booking_id = $1`,
    [hold.id],
  )
  const [payment] = rows
  assert.ok(payment)
  return {
    id: hold.id,
    who,
    t: paid.body.viewToken,
    payment: payment.id,
    charge: payment.charge,
    approvalEvent: payment.approvalEvent,
    order,
    verdict,
    serial,
    happened: 0,
    dispute: '',
  }
}

/** The next step happens, unreported; the test's people act over HTTP. */
const happen: ((story: Story) => Promise<unknown>)[] = [
  async ({ charge }) => {
    assert.notEqual(await answerChallenge(kalli.work(), charge, true), null)
  },
  // The page to which the bank returns reads by itself: the visit waits for no event. It is near, so it is charged at once.
  async ({ payment, who, t }) => {
    const seen = await who.call(paymentState, {
      params: { id: payment },
      query: t === undefined ? {} : { t },
    })
    assert.equal(seen.status, 200, JSON.stringify(seen.body))
    await drain(kalli)
    const { rows } = await kalli.database.pool.query('select status from payments where id = $1', [payment])
    assert.deepEqual(rows, [{ status: 'captured' }])
  },
  async ({ id, who, t }) => {
    const order = { params: { id }, query: t === undefined ? {} : { t } }
    const quoted = await who.call(cancellation.cancelQuote, { ...order, body: { as: 'client' } })
    assert.equal(quoted.body.refundCents, 70_000, JSON.stringify(quoted.body))
    const ended = await who.call(cancellation.cancel, {
      ...order,
      body: { quoteToken: quoted.body.token, reason: 'No alcanzo' },
    })
    assert.equal(ended.status, 200, JSON.stringify(ended.body))
  },
  async (story) => {
    const requested = { chargeRef: story.charge, amountCents: 30_000, reason: 'fraud' as const }
    story.dispute = (await openDispute(kalli.work(), requested)) ?? assert.fail('nothing left')
  },
  async ({ dispute, verdict }) => {
    assert.notEqual(await decideDispute(kalli.work(), dispute, verdict), null)
  },
]

/** The bank's own webhooks about this charge, as it sent them: first that it required its customer's approval, then each step. */
const eventsOf = async ({ charge, approvalEvent }: Story) => {
  const { rows } = await kalli.database.pool.query<{ id: string; kind: string }>(
    `select id, kind from standin.events where object_id = $1
     order by id <> $2, array_position('{charge.updated,charge.capture,charge.refund,dispute.opened}', kind)`,
    [charge, approvalEvent],
  )
  return rows.map(({ id, kind }) => JSON.stringify({ id, kind, object: charge }))
}

/**
 * At this place of its order the scenario receives its events, a forged one with the name of a later one, and at another place one
 * twice.
 */
const listen = async (story: Story, place: number) => {
  const { order, serial } = story
  const events = await eventsOf(story)
  const reported = (which: number | undefined) =>
    events[(which ?? 0) + 1] ?? assert.fail('the bank says nothing')
  const last = order.at(-1) ?? 0
  const lie = events[last + 1] ?? JSON.stringify({ id: 'ev_lie', kind: 'dispute.lost', object: story.charge })
  if (place === serial % order.length)
    assert.equal((await sendWebhook(kalli, lie, signWebhook(kalli.work(), `${lie} `))).status, 403)
  assert.equal((await sendWebhook(kalli, reported(order[place]))).status, 200)
  // Repeated: one that was received, or the outdated request for the customer's approval.
  if (place === order.length - 1) {
    const again = serial % (order.length + 1)
    assert.equal(
      (await sendWebhook(kalli, again === order.length ? (events[0] ?? '') : reported(again))).status,
      200,
    )
  }
}

const endOf = async ({ id }: Story) => {
  const { rows } = await kalli.database.pool.query<{ end: unknown }>(
    `select json_build_object(
       'booking', booking.status, 'claims', (select count(*) from claims where booking_id = booking.id),
       'moves', (select json_agg(move || ' by ' || actor order by version) from booking_moves where booking_id = booking.id),
       'payment', json_build_array(payment.status, authorized_cents, captured_cents, refunded_cents, returned_cents, disputed_cents,
         charged_back_cents, goodwill_cents, fee_cents, failure),
       'bank', (select json_agg(json_build_array(state, amount_cents, beyond_cents, charged_to, charged_cents)) from chargebacks
         where booking_id = booking.id),
       'due', (select json_agg(party || ' ' || status || ' ' || amount_cents order by party, status, amount_cents) from payouts
         where booking_id = booking.id),
       'ledger', (select json_agg(line order by line) from (
         select kind || ' ' || account || ' ' || coalesce(side, '') || ' ' || amount_cents as line
         from journals join entries on journal_id = journals.id where journals.booking_id = booking.id) as lines)) as end
     from bookings booking join payments payment on payment.booking_id = booking.id where booking.id = $1`,
    [id],
  )
  return rows[0]?.end
}

/** All scenarios advance step by step together; jobs run between. */
const inStep = async (stories: readonly Story[], act: (story: Story) => Promise<unknown>) => {
  const waiting = [...stories]
  const lane = async () => {
    for (let story = waiting.shift(); story !== undefined; story = waiting.shift()) await act(story)
  }
  await Promise.all(Array.from({ length: 6 }, lane))
  await drain(kalli)
}

for (const verdict of verdicts) {
  const { named, orders, count } = disputeOrders[verdict]
  test(`${named} of a payment whose dispute is ${verdict} ends in the same visit, payment and ledger`, async () => {
    assert.equal(new Set(orders.map((order) => order.join())).size, count)
    const stories: Story[] = []
    for (const [serial, order] of orders.entries()) stories.push(await begin(order, verdict, serial))
    for (let place = 0; place < happenings.length; place += 1) {
      for (const [which, act] of happen.entries()) {
        const now = stories.filter(
          ({ order, happened }) => happened === which && (order[place] ?? 0) >= which,
        )
        if (now.length === 0) continue
        await inStep(now, async (story) => {
          await act(story)
          story.happened += 1
        })
      }
      await inStep(stories, (story) => listen(story, place))
    }
    assert.ok(stories.every(({ happened }) => happened === happenings.length))
    const ends = await Promise.all(stories.map(endOf))
    const orderly = stories.findIndex(({ order }) => order.join() === '0,1,2,3,4')
    const expected = ends[orderly]
    const reported = orders.map((order) => order.map((which) => happenings[which]).join(', '))
    for (const [place, end] of ends.entries()) assert.deepEqual(end, expected, reported[place] ?? '')
    // That end is the documented one: 300.00 retained, and taken back by the bank or not.
    assert.partialDeepStrictEqual(expected, {
      booking: 'cancelled_by_client',
      claims: 0,
      bank: [[verdict, 30_000, 0, ...(verdict === 'won' ? [null, null] : ['platform', 30_000])]],
    })
    assert.deepEqual(await checkLedger(kalli.work()), [])
    assert.equal(await people.trialBalance(kalli), 0)
  })
}
