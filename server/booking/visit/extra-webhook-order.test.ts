/**
 * As payment/webhook-order.test.ts, for a charge that is added to a visit: the rest of its price, paid after the end by a card whose bank
 * requires authentication. Five webhooks in the orders of orders.ts, each repeated at random, beside forged ones and old ones: one end, one
 * ledger.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { payBalance } from '#contract/booking/settlement/balance.ts'
import * as holds from '#contract/booking/hold.ts'
import * as checkout from '#contract/booking/checkout.ts'
import { finishDue } from '#server/booking/visit/visit.ts'
import { checkLedger } from '#server/payment/reconciliation-check.ts'
import { account } from '#server/payment/ledger/journals.ts'
import { execute, refresh } from '#server/payment/charge/payment.ts'
import { refundLater } from '#server/payment/charge/refund.ts'
import { answerChallenge } from '#server/payment/standin/bank.ts'
import { decideDispute, openDispute } from '#server/payment/standin/disputes.ts'
import { signatureHeader, signWebhook } from '#server/payment/standin/webhooks.ts'
import { receive } from '#server/payment/webhook.ts'
import { drain } from '#server/platform/jobs.ts'
import { Refusal } from '#server/platform/refuse.ts'
import { inTransaction } from '#server/platform/work.ts'
import { contactOf, slotsOn } from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import { testSeed } from '#server/testing/crash/deep.ts'
import { disputeOrders } from '#server/testing/processor/orders.ts'
import * as people from '#server/testing/people.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer({ config: { logLevel: 'silent' } })
})
after(() => kalli.close())

const happenings = ['authorized', 'captured', 'partly refunded', 'dispute opened', 'dispute decided'] as const
const priceCents = 100_000
const refundCents = 30_000
const takenCents = 40_000

/** The same numbers in each run. */
const rng = (seed: number) => {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const inLanes = async <T>(things: readonly T[], act: (thing: T) => Promise<unknown>, lanes = 6) => {
  const waiting = things.values()
  const lane = async () => {
    for (const thing of waiting) await act(thing)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

/** Visits that are over, for which nothing was paid yet and whose card lacked funds. */
const visitsOver = async (count: number) => {
  kalli.time.set(testNow)
  const at = await people.bookable(kalli, { units: 1, noticeMinutes: 0, durationMinutes: 30, priceCents })
  await kalli.database.pool.query('update services set upfront_bp = 0 where id = $1', [at.serviceId])
  const accountId = await people.account(kalli)
  await people.reachLevel(kalli, accountId, 2)
  const who = await people.signIn(kalli, accountId)
  const email = (
    await kalli.database.pool.query<{ email: string }>('select email from accounts where id = $1', [
      accountId,
    ])
  ).rows[0]?.email
  const contact = contactOf({ email: email ?? '' })
  const slots = (
    await Promise.all(
      ['21', '22', '23', '24', '25', '26', '27', '28'].map((day) => slotsOn(who, at, `2026-11-${day}`)),
    )
  ).flat()
  assert.ok(slots.length >= count, String(slots.length))
  const ids: string[] = []
  await inLanes(
    slots.slice(0, count),
    async ({ token }) => {
      const hold = await who.call(holds.hold, { body: { slotToken: token } })
      assert.equal(hold.status, 201, JSON.stringify(hold.body))
      const payment = { method: 'card' as const, token: 'tok_ok' }
      const made = await who.call(checkout.book, { body: { holdId: hold.body.id, contact, payment } })
      assert.equal(made.body.status, 'confirmed', JSON.stringify(made.body))
      ids.push(made.body.id)
      // A holder has at most two holds at once.
    },
    2,
  )
  await kalli.database.pool.query(
    `update payments set card_ref = replace(card_ref, 'card_ok', 'card_later') where booking_id = any($1::uuid[])`,
    [ids],
  )
  kalli.time.set('2026-11-30T18:00:00Z')
  await finishDue(kalli.work())
  // Earlier jobs, mostly emails, do not matter to this test.
  await kalli.database.pool.query('delete from pgboss.job')
  return { who, ids }
}

const begin = async (
  { who, ids }: Awaited<ReturnType<typeof visitsOver>>,
  order: number[],
  serial: number,
  verdict: 'won' | 'lost',
) => {
  const id = ids[serial] ?? assert.fail('no visit')
  const requested = await who.call(payBalance, { params: { id }, query: {}, body: { cardToken: 'tok_3ds' } })
  assert.equal(requested.body.upfront?.state, 'asked', JSON.stringify(requested.body))
  const { rows } = await kalli.database.pool.query<{ id: string; charge: string }>(
    `select p.id, charge_ref as charge from payments p join booking_balances b on b.id = p.booking_id
     where b.booking_id = $1 and b.state = 'asked'`,
    [id],
  )
  const [payment] = rows
  assert.ok(payment)
  return { id, payment: payment.id, charge: payment.charge, order, serial, verdict, happened: 0, dispute: '' }
}
type Story = Awaited<ReturnType<typeof begin>>

/** The next step happens at the bank, or is decided by staff; its webhook has not been sent yet. */
const happen: ((story: Story) => Promise<unknown>)[] = [
  async ({ charge }) => assert.notEqual(await answerChallenge(kalli.work(), charge, true), null),
  async ({ payment }) => {
    await refresh(kalli.work(), payment)
    await execute(kalli.work(), payment)
  },
  async ({ id }) => {
    // As support does it (J16), at Kalli's own cost: this visit has no other charge to refund from.
    const paymentId = await inTransaction(kalli.work(), (work) =>
      refundLater(work, {
        bookingId: id,
        amountCents: refundCents,
        lines: [{ account: account.goodwill, amountCents: refundCents }],
        idemKey: `goodwill-of-the-rest:${id}`,
      }),
    )
    await execute(kalli.work(), paymentId)
  },
  async (story) => {
    const requested = { chargeRef: story.charge, amountCents: takenCents, reason: 'fraud' as const }
    story.dispute = (await openDispute(kalli.work(), requested)) ?? assert.fail('nothing left')
  },
  async ({ dispute, verdict }) => assert.notEqual(await decideDispute(kalli.work(), dispute, verdict), null),
]

const eventsOf = async ({ charge }: Story) => {
  const { rows } = await kalli.database.pool.query<{ id: string; kind: string }>(
    'select id, kind from standin.events where object_id = $1 order by id',
    [charge],
  )
  return rows.map(({ id, kind }) => JSON.stringify({ id, kind, object: charge }))
}

const receiveBody = (body: string, signature = signWebhook(kalli.work(), body)) =>
  receive(kalli.work(), 'standin', { [signatureHeader]: signature }, body)

const isRefused = (body: string, signature: string) =>
  assert.rejects(
    receiveBody(body, signature),
    (error) => error instanceof Refusal && error.code === 'forbidden',
  )

/** The webhook of this step, then up to three earlier ones repeated; forged or old ones must be ignored. */
const listen = async (story: Story, place: number, dice: (below: number) => number) => {
  const { order } = story
  const events = await kindsOf(story)
  const reported = (which: number | undefined) =>
    events.get(which ?? -1) ?? assert.fail('the bank says nothing')
  const own = reported(order[place])
  if (dice(3) === 0) {
    const forged = [
      signWebhook(kalli.work(), `${own} `),
      signWebhook(kalli.work(), own, new Date(kalli.clock().getTime() - 6 * 60_000)),
      't=1,v1=00',
    ]
    await isRefused(own, forged[dice(forged.length)] ?? '')
  }
  await receiveBody(own)
  for (let more = dice(4); more > 0; more -= 1) await receiveBody(reported(order[dice(place + 1)]))
}

/** By step: the bank's webhooks about a charge, the first of which required authentication. */
const kindsOf = async (story: Story) => {
  const bodies = await eventsOf(story)
  const of = (kind: string) => bodies.filter((body) => body.includes(`"${kind}"`))
  const requested = of('charge.updated')
  const bodyOf = [
    requested.at(-1),
    of('charge.capture')[0],
    of('charge.refund')[0],
    of('dispute.opened')[0],
    of(`dispute.${story.verdict}`)[0],
  ]
  const reported = new Map<number, string>()
  for (const [which, body] of bodyOf.entries()) if (body !== undefined) reported.set(which, body)
  return reported
}

const endOf = async ({ id }: Story) => {
  const { rows } = await kalli.database.pool.query<{ end: unknown }>(
    `with paid as (select booking.id, booking.id as booking_id from bookings booking where booking.id = $1
       union all select rest.id, rest.booking_id from booking_balances rest where rest.booking_id = $1)
     select json_build_object(
       'booking', (select status from bookings where id = $1),
       'rest', (select json_agg(state order by state) from booking_balances where booking_id = $1),
       'payments', (select json_agg(json_build_array(status, authorized_cents, captured_cents, refunded_cents, returned_cents,
         moved_cents, disputed_cents, charged_back_cents, fee_cents) order by created_at, payments.id)
         from payments join paid on paid.id = payments.booking_id),
       'bank', (select json_agg(json_build_array(state, amount_cents, beyond_cents, charged_to, charged_cents)) from chargebacks
         join paid on paid.id = chargebacks.booking_id),
       'due', (select json_agg(party || ' ' || status || ' ' || amount_cents order by party, status, amount_cents) from payouts
         where booking_id in (select id from paid) or origin_booking_id in (select id from paid)),
       'ledger', (select json_agg(line order by line) from (
         select kind || ' ' || account || ' ' || coalesce(side, '') || ' ' || amount_cents as line
         from journals join entries on journal_id = journals.id
         where journals.booking_id in (select id from paid)) as lines)) as end`,
    [id],
  )
  return rows[0]?.end
}

for (const verdict of ['lost', 'won'] as const) {
  const { named, orders, count } = disputeOrders[verdict]
  test(`${named} of an added charge whose dispute is ${verdict}, with random repeats, lead to one outcome and ledger`, async () => {
    assert.equal(new Set(orders.map((order) => order.join())).size, count)
    const over = await visitsOver(orders.length)
    const stories: Story[] = []
    await inLanes([...orders.entries()], async ([serial, order]) => {
      stories.push(await begin(over, order, serial, verdict))
    })
    const dice = rng(testSeed)
    for (let place = 0; place < happenings.length; place += 1) {
      for (const [which, act] of happen.entries()) {
        const now = stories.filter(
          ({ order, happened }) => happened === which && (order[place] ?? 0) >= which,
        )
        await inLanes(now, async (story) => {
          await act(story)
          story.happened += 1
        })
        if (now.length > 0) await drain(kalli, { atOnce: 60 })
      }
      await inLanes(stories, (story) => listen(story, place, dice))
      await drain(kalli, { atOnce: 60 })
    }
    const ends = new Map(
      await Promise.all(stories.map(async (story) => [story.order.join(), await endOf(story)] as const)),
    )
    const expected = ends.get('0,1,2,3,4')
    for (const [order, end] of ends) assert.deepEqual(end, expected, order)
    assert.partialDeepStrictEqual(expected, {
      booking: 'completed',
      bank: [[verdict, takenCents, 0, ...(verdict === 'won' ? [null, null] : [])]],
    })
    assert.deepEqual(await checkLedger(kalli.work()), [])
    assert.equal(await people.trialBalance(kalli), 0)
  })
}
