/** A crash at the steps of every other move of money: tips, the rest of a price, references for transfer and cash, deposits, series,
 * disputes, overtime, rescues, waitlists, cash at the desk, and chargebacks. One app and one clock serve all; each scenario dies at one
 * place, another process does what its jobs do, the client retries the call, and then our ledger and the processor's are equal.
 *
 * `npm test` crashes where each move differs most, `npm run test:deep` everywhere. Hold, pay, visit and cancel: booking/checkout/crash.test.ts. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type * as z from 'zod/mini'
import * as attendance from '#contract/booking/attendance.ts'
import * as checkout from '#contract/booking/checkout.ts'
import * as holds from '#contract/booking/hold.ts'
import * as cancellation from '#contract/booking/cancellation.ts'
import { makeOwnAppointment, ownHours } from '#contract/booking/series/own-appointment.ts'
import { acceptLink } from '#contract/booking/series/link.ts'
import { answerChange, change, changeQuote, changeSlots } from '#contract/booking/change/change.ts'
import { answerChargeback, chargebacks } from '#contract/payment/chargeback.ts'
import { addCoupon, coupons } from '#contract/pricing/coupon.ts'
import { claimDeposit, deposit, depositPhoto, settleDeposit } from '#contract/booking/settlement/deposit.ts'
import * as desk from '#contract/booking/desk/desk-rent.ts'
import * as dispute from '#contract/booking/settlement/dispute.ts'
import { balanceLink, payBalance, payByLink, takeBalance } from '#contract/booking/settlement/balance.ts'
import { answerRescue } from '#contract/booking/cancellation/rescue.ts'
import { cancelSeries, repeat, seriesCancelQuote, seriesPreview } from '#contract/booking/series/series.ts'
import {
  supportCancel,
  supportCancelQuote,
  supportGoodwill,
  supportReverse,
} from '#contract/booking/support/support.ts'
import { saveException } from '#contract/availability/availability.ts'
import {
  buyGiftCard,
  giftCardCode,
  redeemGift,
  takeBackGiftCard,
} from '#contract/booking/prepaid/gift-card.ts'
import { wallet } from '#contract/booking/prepaid/wallet.ts'
import { giveTip } from '#contract/booking/settlement/tip.ts'
import { savedCards } from '#contract/payment/saved-card.ts'
import { joinWaitlist, ownWaitlist } from '#contract/booking/waitlist/waitlist.ts'
import { checkLedger } from '#server/payment/reconciliation-check.ts'
import { payReference } from '#server/payment/standin/bank.ts'
import { decideDispute, openDispute } from '#server/payment/standin/disputes.ts'
import { signatureHeader, signWebhook } from '#server/payment/standin/webhooks.ts'
import type { CrashPoint } from '#server/platform/database/crash-points.ts'
import { drain, runJobsOnce } from '#server/platform/jobs.ts'
import {
  completeAsClient,
  booked,
  type Bookable,
  confirmContact,
  contactOf,
  dearerThursdays,
  held,
  hereOf,
} from '#server/testing/bookings.ts'
import { isDeep } from '#server/testing/crash/deep.ts'
import { cutOff, cutOffAtWork, startCrashing } from '#server/testing/crash/crashing-server.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import type { Person } from '#server/testing/person.ts'
import { rentedHours, requireDeposit } from '#server/testing/reservations.ts'
import { valueIn } from '#server/testing/value.ts'
import { administrator } from '#server/testing/world.ts'

let kalli: TestServer
let admin: Person
before(async () => {
  kalli = await startTestServer({ config: { logLevel: 'silent' } })
  admin = await administrator(kalli)
})
after(() => kalli.close())

/** For the whole app our ledger and the processor agree; nothing is pending, no payer was charged twice for one thing. */
const ledgersAgree = async () => {
  const { rows } = await kalli.database.pool.query(
    `select (select coalesce(sum(captured_cents), 0)::int from standin.charges) = (select -coalesce(sum(amount_cents), 0)::int
         from entries join journals on id = journal_id where account = 2010 and kind = 'capture') as captured,
       (select coalesce(sum(refunded_cents), 0)::int from standin.charges) = (select -coalesce(sum(amount_cents), 0)::int
         from entries join journals on id = journal_id where account = 1020 and kind = 'refund') as refunded,
       (select coalesce(sum(amount_cents), 0)::int from standin.transfers) = (select -coalesce(sum(amount_cents), 0)::int
         from entries join journals on id = journal_id where account = 1020 and kind = 'transfer') as sent,
       (select coalesce(sum(amount_cents), 0)::int from standin.disputes where status <> 'won')
         = (select coalesce(sum(amount_cents), 0)::int from chargebacks where state <> 'won') as disputed,
       not exists (select from standin.charges where captured_cents > 0 group by reference having count(*) > 1) as once,
       not exists (select from payment_calls where status = 'pending') as done`,
  )
  assert.deepEqual(rows, [
    { captured: true, refunded: true, sent: true, disputed: true, once: true, done: true },
  ])
  assert.deepEqual(await checkLedger(kalli.work()), [])
}

const one = valueIn(() => kalli)

/** A visit of $1,000.00 this afternoon, started, over, or divided. */
const visit = async (
  how: 'booked' | 'begun' | 'over' | 'divided',
  { tipCents, ...values }: { units?: number; priceCents?: number; tipCents?: number } = {},
) => {
  const at = await people.bookable(kalli, { noticeMinutes: 0, ...values })
  const made = await booked(kalli, at, {
    date: '2026-11-20',
    place: 4,
    contact: contactOf(),
    ...(tipCents === undefined ? {} : { tipCents }),
  })
  const params = { id: made.id }
  const query = { t: made.t }
  const pro = at.professional.person
  if (how !== 'booked') {
    kalli.time.set(new Date(made.startsAt))
    await pro.call(attendance.checkIn, { params, body: { code: made.arrivalCode ?? '' } })
  }
  if (how === 'over' || how === 'divided') {
    kalli.time.set(new Date(made.endsAt))
    await pro.call(attendance.checkOut, { params, body: {} })
  }
  if (how === 'divided') assert.equal((await completeAsClient(kalli, params.id)).status, 200)
  return { ...made, at, params, query, pro }
}
type Visit = Awaited<ReturnType<typeof visit>>

type Story = {
  name: string
  /** Where `npm test` crashes; the others in `npm run test:deep`. */
  at: readonly CrashPoint[]
  also?: readonly CrashPoint[]
  run(place: CrashPoint): Promise<void>
}

const charging = [
  'before-authorize',
  'after-authorize',
  'inside-authorize-record',
  'recorded-authorize',
  'before-capture',
  'inside-capture-record',
  'recorded-capture',
  'inside-settle',
] as const satisfies readonly CrashPoint[]

const tip: Story = {
  name: 'a tip is charged once and credited in full to the professional',
  at: ['after-capture', 'inside-tip-paid'],
  also: ['inside-tip', 'committed-tip', ...charging],
  run: async (place) => {
    const { who, params, query, id } = await visit('divided')
    await cutOff(kalli, place, {
      who,
      ask: (who, key) => who.call(giveTip, { params, query, body: { amountCents: 15_000 } }, { key }),
    })
    assert.deepEqual(
      await one(
        `select array[tips.state, (select sum(captured_cents)::text from standin.charges where reference = payments.id::text),
           (select string_agg(amount_cents::text, ',') from payouts where booking_id = tips.id)]
         from tips join payments on payments.booking_id = tips.id where tips.booking_id = $1`,
        id,
      ),
      ['paid', '15000', '15000'],
    )
  },
}

const promisedTip: Story = {
  name: 'a promised tip is charged once when its visit is completed',
  at: ['committed-tip'],
  // Killed inside its transaction nothing happened, and the job is retaken like any job of a dead worker (platform/jobs.test.ts).
  also: ['after-capture', 'inside-tip-paid', ...charging],
  run: async (place) => {
    const { id } = await visit('divided', { tipCents: 15_000 })
    await cutOffAtWork(kalli, place)
    await runJobsOnce(kalli)
    assert.deepEqual(
      await one(
        `select array[tips.state, (select sum(captured_cents)::text from standin.charges where reference = payments.id::text),
           (select string_agg(amount_cents::text, ',') from payouts where booking_id = tips.id)]
         from tips join payments on payments.booking_id = tips.id where tips.booking_id = $1`,
        id,
      ),
      ['paid', '15000', '15000'],
    )
  },
}

const rest: Story = {
  name: 'the balance of a visit is charged once and split with the deposit',
  at: ['after-capture'],
  also: [
    'inside-balance',
    'committed-balance',
    'inside-balance-paid',
    'inside-complete',
    'committed-complete',
    ...charging,
  ],
  run: async (place) => {
    const at = await people.bookable(kalli, { noticeMinutes: 0 })
    await kalli.database.pool.query('update services set upfront_bp = 3000 where id = $1', [at.serviceId])
    const made = await booked(kalli, at, { date: '2026-11-20', place: 4, contact: contactOf() })
    const params = { id: made.id }
    const pro = at.professional.person
    kalli.time.set(new Date(made.startsAt))
    await pro.call(attendance.checkIn, { params, body: { code: made.arrivalCode ?? '' } })
    kalli.time.set(new Date(made.endsAt))
    await pro.call(attendance.checkOut, { params, body: {} })
    await cutOff(kalli, place, {
      who: made.who,
      ask: (who, key) => who.call(attendance.complete, { params, query: { t: made.t } }, { key }),
    })
    assert.deepEqual(
      await one(
        `select array[p.captured_cents, p.added_cents, p.coming_cents, b.balance_cents,
           (select sum(c.captured_cents)::bigint from standin.charges c join payments x on x.id::text = c.reference
             join booking_balances t on t.id = x.booking_id where t.booking_id = b.id),
           (select sum(amount_cents)::bigint from payouts where booking_id = b.id and party = 'professional')]::int[]
         from bookings b join payments p on p.booking_id = b.id where b.id = $1`,
        made.id,
      ),
      [30_000, 70_000, 0, 0, 70_000, 60_000],
    )
  },
}

const lateRest: Story = {
  name: 'a balance paid after the split is charged once and gives each party the same share',
  at: ['inside-balance-paid'],
  also: ['inside-balance', 'committed-balance', 'after-capture', ...charging],
  run: async (place) => {
    const at = await people.bookable(kalli, { noticeMinutes: 0 })
    await kalli.database.pool.query('update services set upfront_bp = 0 where id = $1', [at.serviceId])
    const made = await booked(kalli, at, {
      date: '2026-11-20',
      place: 4,
      contact: contactOf(),
      token: 'tok_later',
    })
    const [params, query] = [{ id: made.id }, { t: made.t }]
    kalli.time.set(new Date(Date.parse(made.endsAt) + 25 * 3_600_000))
    await runJobsOnce(kalli)
    await cutOff(kalli, place, {
      who: made.who,
      ask: (who, key) => who.call(payBalance, { params, query, body: { cardToken: 'tok_ok' } }, { key }),
    })
    assert.deepEqual(
      await one(
        `select array[p.captured_cents, p.added_cents, p.coming_cents, b.balance_cents,
           (select sum(c.captured_cents)::bigint from standin.charges c join payments x on x.id::text = c.reference
             join booking_balances t on t.id = x.booking_id where t.booking_id = b.id),
           (select -sum(amount_cents)::bigint from entries join journals on journals.id = journal_id
             where booking_id = b.id and side = 'professional' and account in (1120, 2020))]::int[]
         from bookings b join payments p on p.booking_id = b.id where b.id = $1`,
        made.id,
      ),
      [0, 100_000, 0, 0, 100_000, 60_000],
    )
  },
}

const lostHold: Story = {
  name: 'a failed capture of a visit under way is owed once and charged once afterwards',
  at: ['inside-owe'],
  run: async (place) => {
    const at = await people.bookable(kalli, { noticeMinutes: 0 })
    const made = await booked(kalli, at, { date: '2026-11-25', place: 4, contact: contactOf() })
    const params = { id: made.id }
    const pro = at.professional.person
    kalli.time.set(new Date(made.startsAt))
    await pro.call(attendance.checkIn, { params, body: { code: made.arrivalCode ?? '' } })
    await kalli.database.pool.query(
      'update standin.charges set amount_cents = 1 where reference = (select id::text from payments where booking_id = $1)',
      [made.id],
    )
    kalli.time.set(new Date(made.endsAt))
    await pro.call(attendance.checkOut, { params, body: {} })
    // It is found by the job on the refusal, or when the visit is closed: here both run.
    kalli.time.advance(130)
    await cutOffAtWork(kalli, place)
    // The job of the dead worker is taken over once its lease is over.
    kalli.time.advance(10)
    await runJobsOnce(kalli)
    assert.deepEqual(
      await one(
        `select array[p.captured_cents, p.added_cents, p.coming_cents, b.upfront_cents, b.balance_cents,
           (select sum(c.captured_cents)::bigint from standin.charges c join payments x on x.id::text = c.reference
             join booking_balances t on t.id = x.booking_id where t.booking_id = b.id),
           (select sum(amount_cents)::bigint from payouts where booking_id = b.id and party = 'professional')]::int[]
         from bookings b join payments p on p.booking_id = b.id where b.id = $1`,
        made.id,
      ),
      [0, 100_000, 0, 0, 0, 100_000, 60_000],
    )
  },
}

const restByHand: Story = {
  name: 'a balance paid in cash is recorded once and deducted once from the next payout',
  at: ['inside-balance-paid'],
  run: async (place) => {
    const at = await people.bookable(kalli, { noticeMinutes: 0 })
    await kalli.database.pool.query('update services set upfront_bp = 3000 where id = $1', [at.serviceId])
    const made = await booked(kalli, at, { date: '2026-11-20', place: 4, contact: contactOf() })
    const params = { id: made.id }
    const pro = at.professional.person
    kalli.time.set(new Date(made.startsAt))
    await pro.call(attendance.checkIn, { params, body: { code: made.arrivalCode ?? '' } })
    await cutOff(kalli, place, {
      who: pro,
      ask: (who, key) => who.call(takeBalance, { params, body: { amountCents: 70_000 } }, { key }),
    })
    kalli.time.set(new Date(Date.parse(made.endsAt) + 3 * 3_600_000))
    await runJobsOnce(kalli)
    assert.deepEqual(
      await one(
        `select array[p.captured_cents, p.added_cents, p.coming_cents, b.balance_cents,
           (select count(*) from booking_balances where booking_id = b.id),
           (select sum(amount_cents)::bigint from balances where party_id = b.professional_id and account in (1120, 1125, 2020))]::int[]
         from bookings b join payments p on p.booking_id = b.id where b.id = $1`,
        made.id,
      ),
      [30_000, 70_000, 0, 0, 1, 10_000],
    )
  },
}

/** An appointment of the professional's own agenda for a new client, $1,000.00 with $300.00 of rent. */
const ownByLink = async (how: { how: 'link' } | { how: 'deposit'; depositCents: number }) => {
  const at = await people.bookable(kalli, { noticeMinutes: 0 })
  const pro = at.professional.person
  const hours = await pro.call(ownHours, { query: { services: String(at.serviceId), date: '2026-11-25' } })
  const slotToken = hours.body.hours[0]?.slot.token ?? assert.fail('no hour')
  const body = { slotToken, client: { firstName: 'Nora', phone: '5577001122' }, ...how }
  return { at, pro, ask: (who: Person, key: string) => who.call(makeOwnAppointment, { body }, { key }) }
}
const ownMoney = (id: string) =>
  one(
    `select array[p.captured_cents, p.added_cents, p.coming_cents, b.upfront_cents, b.balance_cents, b.in_place_cents,
       (select coalesce(sum(c.captured_cents), 0)::bigint from standin.charges c join payments x on x.id::text = c.reference
         join booking_balances t on t.id = x.booking_id where t.booking_id = b.id),
       (select coalesce(-sum(amount_cents), 0)::bigint from entries join journals on journals.id = journal_id
         where booking_id = b.id and side = 'professional' and account in (1120, 2020))]::int[]
     from bookings b join payments p on p.booking_id = b.id where b.id = $1`,
    id,
  )

const byLink: Story = {
  name: 'a payment by link is charged once before the visit and split once after it',
  at: ['inside-balance-paid'],
  also: ['inside-balance', 'committed-balance', 'after-capture', ...charging],
  run: async (place) => {
    const { pro, ask } = await ownByLink({ how: 'deposit', depositCents: 40_000 })
    const { id, endsAt } = (await ask(pro, 'own-by-link')).body
    const { token } = (await pro.call(balanceLink, { params: { id } })).body
    await cutOff(kalli, place, {
      who: kalli.visitor(),
      ask: (who, key) => who.call(payByLink, { params: { token }, body: { cardToken: 'tok_ok' } }, { key }),
    })
    assert.deepEqual(await ownMoney(id), [0, 40_000, 0, 40_000, 0, 60_000, 40_000, 0])
    kalli.time.set(new Date(Date.parse(endsAt) + 25 * 3_600_000))
    await runJobsOnce(kalli)
    // $400.00 less 40.00 of commission and 300.00 of rent.
    assert.deepEqual(await ownMoney(id), [0, 40_000, 0, 40_000, 0, 60_000, 40_000, 6_000])
  },
}

const atPlaceInstead: Story = {
  name: 'a payment requested by link but made at the place counts once',
  at: ['inside-balance-at-place'],
  run: async (place) => {
    const { pro, ask } = await ownByLink({ how: 'link' })
    const { id, endsAt } = (await ask(pro, 'own-at-place')).body
    await cutOff(kalli, place, {
      who: pro,
      ask: (who, key) =>
        who.call(
          takeBalance,
          { params: { id }, body: { amountCents: 100_000, method: 'transfer' } },
          { key },
        ),
    })
    kalli.time.set(new Date(Date.parse(endsAt) + 25 * 3_600_000))
    await runJobsOnce(kalli)
    assert.deepEqual(await ownMoney(id), [0, 0, 0, 0, 0, 100_000, 0, -30_000])
  },
}

const savedCard: Story = {
  name: 'a card is saved once and pays the next visit once',
  at: ['after-authorize', 'committed-pay'],
  also: ['inside-pay', 'before-authorize', 'inside-authorize-record', 'recorded-authorize', 'after-capture'],
  run: async (place) => {
    const email = `guarda-${place}@example.test`
    const who = await people.signIn(kalli, await people.account(kalli, { email }))
    const cutOffPaying = async (
      date: string,
      payment: z.input<typeof checkout.book.body>['payment'],
    ): Promise<string> => {
      const hold = await held(who, await people.bookable(kalli, { noticeMinutes: 0 }), date, 4)
      const body = { holdId: hold.id, contact: contactOf({ email }), payment }
      await cutOff(kalli, place, { who, ask: (who, key) => who.call(checkout.book, { body }, { key }) })
      return hold.id
    }
    const paidWith = (id: string) =>
      one(
        `select array[b.status, p.status, p.card_last4, (select count(*)::text from standin.charges where reference = p.id::text)]
         from bookings b join payments p on p.booking_id = b.id where b.id = $1`,
        id,
      )
    await cutOffPaying('2026-11-20', { method: 'card', token: 'tok_ok', keep: true })
    const [card, ...more] = (await who.call(savedCards)).body
    assert.deepEqual([card?.last4, more], ['4242', []])
    kalli.time.set(new Date(testNow.getTime() + 86_400_000))
    const payment = { method: 'kept_card' as const, cardId: card?.id ?? '' }
    const near = await cutOffPaying('2026-11-21', payment)
    assert.deepEqual(await paidWith(near), ['confirmed', 'captured', '4242', '1'])
    // For a distant visit no bank is called, so no call can be interrupted: it is confirmed all the same.
    if (!place.endsWith('pay')) return
    const far = await cutOffPaying('2026-12-15', payment)
    assert.deepEqual(await paidWith(far), ['confirmed', 'card_saved', '4242', '0'])
  },
}

/** A visit that waits for a transfer or for cash. */
const wanted = async () => {
  const at = await people.bookable(kalli, { priceCents: 65_000, noticeMinutes: 0 })
  const who = kalli.visitor()
  const contact = contactOf()
  const hold = await held(who, at, '2026-11-26')
  await confirmContact(who, hold.id, contact.email)
  return { who, id: hold.id, body: { holdId: hold.id, contact, payment: { method: 'spei' as const } } }
}
const paidReference = async (id: string) => {
  const charge = String(await one('select charge_ref from payments where booking_id = $1', id))
  await payReference(kalli.work(), charge)
  await notify(kalli.url, charge, 'charge.updated')
}
const confirmedOnce = async (id: string) =>
  assert.deepEqual(
    await one(
      `select array[booking.status, payment.status, (select count(*)::text from standin.charges where reference = payment.id::text)]
       from bookings booking join payments payment on payment.booking_id = booking.id where booking.id = $1`,
      id,
    ),
    ['confirmed', 'captured', '1'],
  )

const voucher: Story = {
  name: 'one transfer reference is issued, and its payment confirms the visit',
  at: ['after-voucher'],
  also: ['inside-pay', 'committed-pay', 'before-voucher', 'recorded-voucher'],
  run: async (place) => {
    const { who, id, body } = await wanted()
    await cutOff(kalli, place, { who, ask: (who, key) => who.call(checkout.book, { body }, { key }) })
    await paidReference(id)
    await runJobsOnce(kalli)
    await confirmedOnce(id)
  },
}

const paidVoucher: Story = {
  name: 'a transfer paid while no server runs confirms the visit once',
  at: ['before-confirm'],
  also: ['committed-confirm'],
  run: async (place) => {
    const { who, id, body } = await wanted()
    assert.equal((await who.call(checkout.book, { body })).status, 201)
    await paidReference(id)
    await cutOffAtWork(kalli, place)
    await confirmedOnce(id)
  },
}

const guarantee: Story = {
  name: 'a deposit is held once',
  at: ['committed-deposit'],
  also: ['inside-deposit', 'before-authorize', 'after-authorize', 'recorded-authorize'],
  run: async (place) => {
    const at = await people.bookable(kalli, { units: 1, noticeMinutes: 0 })
    await requireDeposit(kalli, at)
    const { person } = at.professional
    const { id } = await rentedHours(person, at)
    const params = { id }
    kalli.time.set(new Date('2026-11-25T16:00:00Z'))
    await runJobsOnce(kalli)
    await cutOff(kalli, place, {
      who: person,
      ask: async (who, key) =>
        who.call(attendance.checkIn, { params, body: await hereOf(kalli, params.id) }, { key }),
    })
    const { body } = await person.call(deposit, { params, query: {} })
    assert.equal(body.deposit?.state, 'held')
    assert.equal(
      await one(
        `select count(*)::int from standin.charges c join payments p on p.id::text = c.reference
         join deposits d on d.id = p.booking_id where d.booking_id = $1 and c.status = 'authorized'`,
        id,
      ),
      1,
    )
  },
}

/** Hours with a deposit of $500.00: used, over, and nothing has been reported yet. */
const guaranteed = async () => {
  const at = await people.bookable(kalli, { units: 1, noticeMinutes: 0 })
  await requireDeposit(kalli, at)
  const { person: pro } = at.professional
  const { person: host } = at.host
  const { id } = await rentedHours(pro, at)
  const params = { id }
  kalli.time.set(new Date('2026-11-25T16:00:00Z'))
  await runJobsOnce(kalli)
  assert.equal(
    (await pro.call(attendance.checkIn, { params, body: await hereOf(kalli, params.id) })).status,
    200,
  )
  kalli.time.set(new Date('2026-11-25T21:00:00Z'))
  await runJobsOnce(kalli)
  const photo = crypto.randomUUID()
  const { default: sharp } = await import('sharp')
  const blank = { create: { width: 200, height: 150, channels: 3 as const, background: '#a33' } }
  const file = new Blob([Uint8Array.from(await sharp(blank).png().toBuffer())], { type: 'image/png' })
  const put = await host.call(depositPhoto, { params: { id, photo }, query: { as: 'host' }, file })
  assert.equal(put.status, 200, JSON.stringify(put.body))
  const seen = async () =>
    (await host.call(deposit, { params, query: { as: 'host' } })).body.deposit ?? assert.fail('no deposit')
  const { version } = await seen()
  const body = { version, amountCents: 20_000, reason: 'Se quebró el espejo.', photos: [photo] }
  return { id, params, pro, host, seen, claim: { params, body } }
}
/** State of a deposit, and what its card was charged, refunded and still holds. */
const guaranteeOf = (rentId: string) =>
  one(
    `select array[d.state, c.status, c.captured_cents::text, c.refunded_cents::text,
       (select count(*)::text from standin.charges where reference = p.id::text)]
     from deposits d join payments p on p.booking_id = d.id join standin.charges c on c.id = p.charge_ref where d.booking_id = $1`,
    rentId,
  )

const claimed: Story = {
  name: 'a deposit is claimed once and frozen in full',
  at: ['inside-deposit-claim'],
  run: async (place) => {
    const { id, host, claim } = await guaranteed()
    await cutOff(kalli, place, { who: host, ask: (who, key) => who.call(claimDeposit, claim, { key }) })
    assert.deepEqual(await guaranteeOf(id), ['claimed', 'authorized', '0', '0', '1'])
    assert.equal(
      await one(
        `select count(*)::int from deposit_moves m join deposits d on d.id = m.deposit_id
       where d.booking_id = $1 and m.to_state = 'claimed'`,
        id,
      ),
      1,
    )
  },
}

const stored: Story = {
  name: 'the retained part of a deposit is charged once for the host, and the rest is released',
  at: ['inside-deposit-end', 'committed-deposit-end'],
  also: ['before-capture', 'after-capture', 'inside-capture-record', 'recorded-capture'],
  run: async (place) => {
    const { id, pro, host, seen, claim } = await guaranteed()
    const said = await host.call(claimDeposit, claim)
    assert.equal(said.status, 200, JSON.stringify(said.body))
    await runJobsOnce(kalli)
    const body = { version: (await seen()).version }
    await cutOff(kalli, place, {
      who: pro,
      ask: (who, key) => who.call(settleDeposit, { params: { id, move: 'accept' }, body }, { key }),
    })
    assert.deepEqual(await guaranteeOf(id), ['kept', 'captured', '20000', '0', '1'])
  },
}

const anotherHour: Story = {
  name: 'accepting a proposed time moves the visit once',
  at: ['committed-answer-change'],
  run: async (place) => {
    const at = await people.bookable(kalli, { noticeMinutes: 0 })
    const { id, who, t } = await booked(kalli, at, { date: '2026-11-25' })
    const { person: pro } = at.professional
    const params = { id }
    const offered = await pro.call(changeSlots, {
      params,
      query: { as: 'professional', from: '2026-11-26', to: '2026-11-26' },
    })
    const slotToken = offered.body.days[0]?.slots[0]?.token ?? assert.fail('no hour')
    const quoted = await pro.call(changeQuote, { params, query: {}, body: { as: 'professional', slotToken } })
    const requested = await pro.call(change, { params, query: {}, body: { quoteToken: quoted.body.token } })
    const body = { as: 'client' as const, version: requested.body.version }
    await cutOff(kalli, place, {
      who,
      ask: (who, key) =>
        who.call(answerChange, { params: { id, answer: 'accept' }, query: { t }, body }, { key }),
    })
    assert.deepEqual(
      await one(
        `select array[state, (select count(*)::text from booking_moves where booking_id = $1 and move = 'accept_change'),
           (select count(*)::text from claims where booking_id = $1 and state = 'firm'),
           (select count(*)::text from claims where booking_id = $1)] from change_proposals where booking_id = $1`,
        id,
      ),
      ['accepted', '1', '3', '3'],
    )
  },
}

/** Three Wednesdays with a coupon that is valid three times: the first is paid, the others are offered. */
const repeated = async () => {
  const at = await people.bookable(kalli, { units: 4 })
  const given = await at.professional.person.call(addCoupon, {
    body: {
      code: 'VERANO',
      change: { kind: 'percent', bp: 2000 },
      serviceIds: [],
      validFrom: null,
      validTo: null,
      maxUses: 3,
      onceEach: false,
      active: true,
    },
  })
  assert.equal(given.status, 201, JSON.stringify(given.body))
  const { who } = await giver()
  const hold = await held(who, at, '2026-11-25')
  const put = await who.call(holds.changeHold, {
    params: { id: hold.id },
    body: { addOns: [], coupon: 'verano', version: hold.version },
  })
  assert.equal(put.status, 200, JSON.stringify(put.body))
  const body = {
    holdId: hold.id,
    contact: contactOf(),
    payment: { method: 'card' as const, token: 'tok_ok' },
  }
  assert.equal((await who.call(checkout.book, { body })).status, 201)
  const params = { id: hold.id }
  const preview = await who.call(seriesPreview, { params, query: { every: '1w', times: 3 } })
  const slots = preview.body.dates.flatMap(({ slot }) => (slot === null ? [] : [slot]))
  const order = {
    every: '1w' as const,
    slotTokens: slots.map(({ token }) => token),
    withCoupon: slots.flatMap(({ token, withCouponCents }) =>
      withCouponCents === undefined ? [] : [{ slotToken: token, totalCents: withCouponCents }],
    ),
  }
  const used = async () => (await at.professional.person.call(coupons)).body[0]?.used
  return { id: hold.id, who, params, order, used }
}
/** For each visit: its state, its price, whether the coupon applies, and the state of its payment. */
const seriesOf = (id: string) =>
  one(
    `select json_agg(json_build_array(visit.status, visit.total_cents, visit.coupon_id is not null, payment.status) order by other.position)
     from booking_series_visits own join booking_series_visits other on other.series_id = own.series_id
     join bookings visit on visit.id = other.booking_id join payments payment on payment.booking_id = visit.id where own.booking_id = $1`,
    id,
  )

const series: Story = {
  name: 'a series with a coupon is booked whole or not at all, and each use counts once',
  // The card that paid the first is already saved: no bank is called.
  at: ['inside-series'],
  run: async (place) => {
    const { id, who, params, order, used } = await repeated()
    await cutOff(kalli, place, { who, ask: (who, key) => who.call(repeat, { params, body: order }, { key }) })
    const isActive = (payment: string) => ['confirmed', 80_000, true, payment]
    assert.deepEqual(await seriesOf(id), [
      isActive('authorized'),
      isActive('card_saved'),
      isActive('card_saved'),
    ])
    assert.equal(await used(), 3)
  },
}

const seriesEnd: Story = {
  name: 'cancelling the rest of a series cancels once, releases its cards and returns its coupons',
  at: ['committed-series-end'],
  also: ['inside-cancel', 'before-void', 'after-void', 'recorded-void'],
  run: async (place) => {
    const { id, who, params, order, used } = await repeated()
    const made = await who.call(repeat, { params, body: order })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    await runJobsOnce(kalli)
    const { visits } = (await who.call(seriesCancelQuote, { params, query: {} })).body
    assert.equal(visits.length, 3)
    const body = { visits: visits.map(({ id, token }) => ({ id, token })) }
    await cutOff(kalli, place, { who, ask: (who, key) => who.call(cancelSeries, { params, body }, { key }) })
    const over = ['cancelled_by_client', 80_000, true, 'voided']
    assert.deepEqual(await seriesOf(id), [over, over, over])
    assert.equal(await used(), 0)
  },
}

/** Reported by the client, answered, decided for a quarter and appealed. */
const appealed = async () => {
  const made = await visit('divided')
  const { who, pro, params, query } = made
  const body = { as: 'client' as const, subject: 'not_as_agreed' as const, statement: 'Faltó una parte.' }
  const opened = await who.call(dispute.openDispute, {
    params,
    query,
    body: { ...body, photos: [], proofs: [] },
  })
  const { id } = opened.body.disputes[0] ?? assert.fail('nothing was said')
  const move = async (
    as: Person,
    name: 'answer' | 'appeal',
    side: 'client' | 'professional',
    version: number,
  ) =>
    as.call(dispute.moveDispute, {
      params: { id, move: name },
      query: side === 'client' ? query : {},
      body: { version, as: side, text: 'Así fue.', photos: [] },
    })
  await move(pro, 'answer', 'professional', 1)
  const decided = {
    version: 2,
    outcome: 'quarter',
    chargedTo: 'professional',
    reason: 'Leí lo que dicen las dos partes.',
  } as const
  await admin.call(dispute.decideDispute, { params: { id }, body: decided })
  assert.equal((await move(pro, 'appeal', 'professional', 3)).status, 200)
  return { ...made, disputeId: id }
}

const problem: Story = {
  name: 'a decided dispute is refunded once',
  at: ['inside-dispute-end'],
  also: ['after-refund', 'committed-dispute-end', 'before-refund', 'recorded-refund'],
  run: async (place) => {
    const { id, disputeId } = await appealed()
    await cutOff(kalli, place, {
      who: admin,
      ask: (who, key) =>
        who.call(
          dispute.decideDispute,
          {
            params: { id: disputeId },
            body: {
              version: 4,
              outcome: 'quarter',
              chargedTo: 'professional',
              reason: 'Leí lo que dicen las dos partes.',
            },
          },
          { key },
        ),
    })
    assert.equal(await one('select refunded_cents::int from payments where booking_id = $1', id), 25_000)
  },
}

const reason = 'Lo pidió protección civil por teléfono.'

const cancelledByUs: Story = {
  name: 'a cancellation by support happens once, is logged once and refunded once',
  at: ['inside-support'],
  also: ['committed-support', 'inside-cancel', 'before-refund', 'after-refund', 'recorded-refund'],
  run: async (place) => {
    const { id, params } = await visit('booked')
    const quoted = await admin.call(supportCancelQuote, { params, body: { fault: 'professional' } })
    const body = { quoteToken: quoted.body.token, cause: 'safety' as const, reason }
    await cutOff(kalli, place, {
      who: admin,
      ask: (who, key) => who.call(supportCancel, { params, body }, { key }),
    })
    assert.deepEqual(
      await one(
        `select array[b.status, (select count(*)::text from support_acts where booking_id = b.id),
           (select count(*)::text from booking_moves where booking_id = b.id and move = 'cancel_as_platform'),
           (select sum(captured_cents - refunded_cents)::text from standin.charges where reference = p.id::text)]
         from bookings b join payments p on p.booking_id = b.id where b.id = $1`,
        id,
      ),
      ['cancelled_by_platform', '1', '1', '0'],
    )
  },
}

const givenByUs: Story = {
  name: 'a goodwill refund is paid once',
  at: ['inside-support', 'committed-support', 'after-refund'],
  also: ['before-refund', 'recorded-refund'],
  run: async (place) => {
    const { id, params } = await visit('divided')
    await cutOff(kalli, place, {
      who: admin,
      ask: (who, key) =>
        who.call(supportGoodwill, { params, body: { amountCents: 12_300, reason } }, { key }),
    })
    assert.deepEqual(
      await one(
        `select array[refunded_cents::int, goodwill_cents::int, (select count(*)::int from support_acts where booking_id = $1)]
         from payments where booking_id = $1`,
        id,
      ),
      [12_300, 12_300, 1],
    )
  },
}

const givenByTwo: Story = {
  name: 'a goodwill refund by two administrators is paid once and leaves no proposal',
  at: ['committed-support'],
  also: ['inside-support', 'before-refund', 'after-refund', 'recorded-refund'],
  run: async (place) => {
    const { id, params } = await visit('divided', { priceCents: 900_000 })
    const order = { params, body: { amountCents: 600_000, reason } }
    assert.equal((await admin.call(supportGoodwill, order)).body.done, false)
    await cutOff(kalli, place, {
      who: await administrator(kalli),
      ask: (who, key) => who.call(supportGoodwill, order, { key }),
    })
    assert.deepEqual(
      await one(
        `select array[refunded_cents::int, goodwill_cents::int, (select count(*)::int from support_acts where booking_id = $1),
           (select count(*)::int from support_acts where booking_id = $1 and done_at is null)]
         from payments where booking_id = $1`,
        id,
      ),
      [600_000, 600_000, 1, 0],
    )
  },
}

const undone: Story = {
  name: 'a posting reversed by two administrators is reversed once and logged once',
  at: ['inside-support'],
  run: async (place) => {
    const { id, params, startsAt, pro } = await visit('booked')
    // Cancelled this late by the professional, it gives the client credit.
    kalli.time.set(new Date(Date.parse(startsAt) - 5 * 3_600_000))
    const quote = await pro.call(cancellation.cancelQuote, {
      params,
      query: {},
      body: { as: 'professional' },
    })
    const body = { quoteToken: quote.body.token, reason: 'Me enfermé' }
    assert.equal((await pro.call(cancellation.cancel, { params, query: {}, body })).status, 200)
    await drain(kalli)
    const journal = Number(await one(`select id from journals where booking_id = $1 and kind = 'credit'`, id))
    const order = { params: { ...params, journal }, body: { reason } }
    assert.equal((await admin.call(supportReverse, order)).body.done, false)
    await cutOff(kalli, place, {
      who: await administrator(kalli),
      ask: (who, key) => who.call(supportReverse, order, { key }),
    })
    assert.deepEqual(
      await one(
        `select array[(select count(*) from journals where reverses_id = $2),
           (select count(*) from support_acts where booking_id = $1),
           (select sum(amount_cents) from entries join journals on journals.id = journal_id
             where $2 in (journals.id, reverses_id) and account = (select min(account) from entries where journal_id = $2))]::int[]`,
        id,
        journal,
      ),
      [1, 1, 0],
    )
  },
}

const available: Story = {
  name: 'settled funds become available once',
  at: ['inside-available'],
  run: async (place) => {
    const { id } = await visit('divided')
    await runJobsOnce(kalli)
    const at = new Date(String(await one('select available_at from payments where booking_id = $1', id)))
    kalli.time.set(at)
    await cutOffAtWork(kalli, place)
    await runJobsOnce(kalli)
    assert.deepEqual(
      await one(
        `select array[count(*), (select count(*) from payments where booking_id = $1 and made_available_at is not null)]::int[]
         from journals where booking_id = $1 and kind = 'available'`,
        id,
      ),
      [1, 1],
    )
  },
}

const said: Story = {
  name: 'a dispute is opened once and freezes its money once',
  at: ['inside-dispute'],
  run: async (place) => {
    const { who, id, params, query } = await visit('divided')
    const body = {
      as: 'client' as const,
      subject: 'not_as_agreed' as const,
      statement: 'Faltó una parte.',
      photos: [],
      proofs: [],
    }
    await cutOff(kalli, place, {
      who,
      ask: (who, key) => who.call(dispute.openDispute, { params, query, body }, { key }),
    })
    assert.equal(await one('select count(*)::int from disputes where booking_id = $1', id), 1)
    assert.equal(
      await one(`select count(*)::int from payouts where booking_id = $1 and status = 'withheld'`, id),
      1,
    )
  },
}

const overtime: Story = {
  name: 'overtime is measured and charged once',
  at: ['inside-overtime'],
  also: ['inside-check-out'],
  run: async (place) => {
    const { id, pro, params, endsAt } = await visit('begun', { units: 1 })
    kalli.time.set(new Date(Date.parse(endsAt) + 25 * 60_000))
    await cutOff(kalli, place, {
      who: pro,
      ask: (who, key) => who.call(attendance.checkOut, { params, body: {} }, { key }),
    })
    assert.equal((await completeAsClient(kalli, params.id)).status, 200)
    assert.equal(
      await one(`select count(*)::int from journals where booking_id = $1 and kind = 'overtime'`, id),
      1,
    )
  },
}

/** A host cancels; the stylist has another chair nearby. */
const elsewhere = async () => {
  const at = await people.bookable(kalli, { units: 1 })
  const host = await people.host(kalli, { businessName: 'Casa Norte' })
  const space = await people.space(kalli, host, { units: 1 })
  await kalli.database.pool.query('update spaces set latitude = latitude + 0.004 where id = $1', [space.id])
  await people.agreement(kalli, at.professional.id, space.id)
  const made = await booked(kalli, at, { contact: contactOf() })
  return { ...made, at, params: { id: made.id } }
}
const quoteOf = async (at: Bookable, id: string) =>
  (await at.host.person.call(cancellation.cancelQuote, { params: { id }, query: {}, body: { as: 'host' } }))
    .body.token
const rescuesOf = (id: string) =>
  one('select array_agg(state order by created_at) from rescues where booking_id = $1', id)

const rescue: Story = {
  name: 'a rescue starts once, and the visit stays confirmed meanwhile',
  at: ['inside-rescue'],
  run: async (place) => {
    const { id, at, params } = await elsewhere()
    const quoteToken = await quoteOf(at, id)
    await cutOff(kalli, place, {
      who: at.host.person,
      ask: (who, key) =>
        who.call(
          cancellation.cancel,
          { params, query: {}, body: { quoteToken, reason: 'Un imprevisto.' } },
          { key },
        ),
    })
    assert.deepEqual(await rescuesOf(id), ['open'])
  },
}

const rescued: Story = {
  name: 'the last acceptance of a rescue moves the visit and its money once',
  at: ['inside-accept-rescue'],
  run: async (place) => {
    const { id, at, params, who, t } = await elsewhere()
    await at.host.person.call(cancellation.cancel, {
      params,
      query: {},
      body: { quoteToken: await quoteOf(at, id), reason: 'Un imprevisto.' },
    })
    const versionOf = async () => Number(await one('select version from bookings where id = $1', id))
    const answered = await who.call(answerRescue, {
      params: { id, answer: 'accept' },
      query: { t },
      body: { as: 'client', version: await versionOf() },
    })
    assert.equal(answered.status, 200, JSON.stringify(answered.body))
    const version = await versionOf()
    await cutOff(kalli, place, {
      who: at.professional.person,
      ask: (who, key) =>
        who.call(
          answerRescue,
          { params: { id, answer: 'accept' }, query: {}, body: { as: 'professional', version } },
          { key },
        ),
    })
    assert.deepEqual(await rescuesOf(id), ['accepted'])
    assert.equal(await one('select count(*)::int from claims where booking_id = $1', id), 3)
  },
}

/** The only hour of a day is taken; a client waits for it, and it opens. */
const opening = async () => {
  const at = await people.bookable(kalli, { durationMinutes: 60 })
  const saved = await at.professional.person.call(saveException, {
    query: {},
    body: { date: '2026-11-25', windows: [{ fromMinute: 600, toMinute: 660 }] },
  })
  assert.equal(saved.status, 200)
  const first = await booked(kalli, at, { date: '2026-11-25' })
  const who = await people.signIn(kalli, await people.account(kalli))
  const body = {
    professional: at.professional.id,
    service: at.serviceId,
    from: '2026-11-25',
    to: '2026-11-25',
    parts: ['morning' as const],
  }
  assert.equal((await who.call(joinWaitlist, { body })).status, 201)
  const { id, t } = first
  const quoted = await first.who.call(cancellation.cancelQuote, {
    params: { id },
    query: { t },
    body: { as: 'client' },
  })
  await first.who.call(cancellation.cancel, {
    params: { id },
    query: { t },
    body: { quoteToken: quoted.body.token, reason: 'Un imprevisto.' },
  })
  return { who }
}
const offersOf = async (who: Person) => (await who.call(ownWaitlist)).body.map(({ state }) => state)

const offered: Story = {
  name: 'a waitlist opening is offered once, even if the server crashes meanwhile',
  at: ['inside-offer'],
  run: async (place) => {
    const { who } = await opening()
    await cutOffAtWork(kalli, place)
    assert.deepEqual(await offersOf(who), ['offered'])
  },
}

const taken: Story = {
  name: 'a waitlist offer is accepted once, and its hold awaits payment',
  at: ['inside-accept-link'],
  run: async (place) => {
    const { who } = await opening()
    await drain(kalli)
    const { token } = (await who.call(ownWaitlist)).body[0]?.offer ?? assert.fail('nothing was offered')
    await cutOff(kalli, place, {
      who,
      ask: (who, key) => who.call(acceptLink, { params: { token }, body: { code: '' } }, { key }),
    })
    assert.equal(
      await one(
        `select count(*)::int from booking_links where answer = 'accepted' and booking_id in
           (select booking_id from claims where state = 'hold' and upper(during) > $1 and booking_id is not null)`,
        kalli.clock(),
      ).then((n) => Number(n) > 0),
      true,
    )
  },
}

const cash: Story = {
  name: 'cash at the desk is recorded once',
  at: ['committed-pay'],
  also: ['inside-pay'],
  run: async (place) => {
    const at = await people.bookable(kalli, { units: 1 })
    await people.reachLevel(kalli, at.professional.accountId, 2)
    const contact = String(await one('select email from accounts where id = $1', at.professional.accountId))
    const { person } = at.host
    const quoted = await person.call(desk.deskRentQuote, {
      body: { spaceId: at.space.id, contact, date: '2026-11-25', startMinute: 600, minutes: 120 },
    })
    const made = await person.call(desk.deskRent, { body: { token: quoted.body.token } })
    const { bookingId: id, totalCents } = made.body
    await cutOff(kalli, place, {
      who: person,
      ask: (who, key) =>
        who.call(desk.deskCash, { params: { id }, body: { amountCents: totalCents } }, { key }),
    })
    assert.equal(
      await one(
        `select sum(amount_cents)::int from entries join journals on id = journal_id where booking_id = $1 and account = 1135`,
        id,
      ),
      totalCents,
    )
  },
}

const openedBy = async ({ id }: Pick<Visit, 'id'>) => {
  const chargeRef = String(await one('select charge_ref from payments where booking_id = $1', id))
  const ref = await openDispute(kalli.work(), { chargeRef, amountCents: 100_000, reason: 'fraud' })
  return { chargeRef, ref: ref ?? assert.fail('the bank took nothing') }
}
/** As the processor sends it; a crashing server has no time to respond. */
const notify = (url: string, chargeRef: string, kind: string) => {
  const body = JSON.stringify({ id: `ev_${crypto.randomUUID()}`, kind, object: chargeRef })
  return fetch(`${url}/api/payments/webhook/standin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [signatureHeader]: signWebhook(kalli.work(), body) },
    body,
  })
}
const stateOf = (id: string) =>
  one('select array[state, coalesce(charged_to, $2)] from chargebacks where booking_id = $1', id, '')

const chargeback: Story = {
  name: 'each step of a chargeback is posted once, even if the server crashes on its event',
  at: ['inside-chargeback', 'inside-chargeback-end'],
  run: async (place) => {
    const made = await visit('divided')
    const { chargeRef, ref } = await openedBy(made)
    if (place === 'inside-chargeback-end') {
      await notify(kalli.url, chargeRef, 'dispute.opened')
      await decideDispute(kalli.work(), ref, 'lost')
    }
    const { url, died } = await startCrashing(kalli, place, kalli.clock())
    assert.equal(await notify(url, chargeRef, 'dispute').catch(() => null), null)
    assert.equal(await died, true, `nothing passed by ${place}`)
    kalli.time.advance(2)
    await runJobsOnce(kalli)
    await runJobsOnce(kalli)
    assert.deepEqual(
      await stateOf(made.id),
      place === 'inside-chargeback' ? ['open', ''] : ['lost', 'platform'],
    )
  },
}

const loss: Story = {
  name: 'a lost chargeback is charged to a party once',
  at: ['inside-chargeback-loss'],
  run: async (place) => {
    const made = await visit('divided')
    const { chargeRef, ref } = await openedBy(made)
    await decideDispute(kalli.work(), ref, 'lost')
    await notify(kalli.url, chargeRef, 'dispute.lost')
    await cutOffAtWork(kalli, place)
    await runJobsOnce(kalli)
    assert.deepEqual(await stateOf(made.id), ['lost', 'platform'])
  },
}

const evidence: Story = {
  name: 'evidence against a chargeback is submitted once',
  at: ['after-evidence'],
  also: ['before-evidence', 'recorded-evidence'],
  run: async (place) => {
    const made = await visit('divided')
    const { chargeRef } = await openedBy(made)
    await notify(kalli.url, chargeRef, 'dispute.opened')
    const found = (await admin.call(chargebacks)).body.chargebacks.find(
      ({ bookingId }) => bookingId === made.id,
    )
    const { id, version } = found ?? assert.fail('not in the queue')
    await cutOff(kalli, place, {
      who: admin,
      ask: (who, key) =>
        who.call(answerChargeback, { params: { id }, body: { version, reason: 'Se atendió.' } }, { key }),
    })
    assert.equal(
      await one(
        `select count(*)::int from chargeback_moves where chargeback_id = $1 and move in ('submit', 'submitted')`,
        id,
      ),
      2,
    )
  },
}

const dearer: Story = {
  name: 'a move to a dearer hour happens once with its payment, or not at all',
  at: ['inside-change-paying', 'after-authorize', 'inside-change', 'inside-change-join'],
  also: [
    'committed-change',
    'before-authorize',
    'inside-authorize-record',
    'recorded-authorize',
    'before-capture',
    'after-capture',
    'inside-capture-record',
    'recorded-capture',
  ],
  run: async (place) => {
    const at = await people.bookable(kalli, { noticeMinutes: 0 })
    await dearerThursdays(at.professional.person)
    const { id, who, t } = await booked(kalli, at, { date: '2026-11-25' })
    const [params, query] = [{ id }, { t }]
    const offered = await who.call(changeSlots, {
      params,
      query: { ...query, as: 'client', from: '2026-11-26', to: '2026-11-26' },
    })
    const slotToken = offered.body.days[0]?.slots[0]?.token ?? assert.fail('no hour')
    const quoted = await who.call(changeQuote, { params, query, body: { as: 'client', slotToken } })
    assert.equal(quoted.body.dueCents, 10_000)
    const body = { quoteToken: quoted.body.token }
    await cutOff(kalli, place, {
      who,
      ask: (who, key) => who.call(change, { params, query, body }, { key }),
    })
    await runJobsOnce(kalli)
    // A caller without a response retried, so in the end it moved.
    assert.deepEqual(
      await one(
        `select array[b.total_cents, p.added_cents, p.coming_cents, (select count(*) from claims where booking_id = b.id),
           (select sum(c.captured_cents)::bigint from standin.charges c join payments x on x.id::text = c.reference
             join change_proposals g on g.id = x.booking_id where g.booking_id = b.id)]::int[]
         from bookings b join payments p on p.booking_id = b.id where b.id = $1`,
        id,
      ),
      [110_000, 10_000, 0, 3, 10_000],
    )
  },
}

const gift = { amountCents: 100_000, from: 'Lucía', to: 'Inés', message: '', cardToken: 'tok_ok' }
const buysGift = async (
  who: Person,
  delivery: z.input<typeof buyGiftCard.body>['delivery'] = { by: 'hand' },
) => (await who.call(buyGiftCard, { body: { requestId: crypto.randomUUID(), ...gift, delivery } })).body.id
const giver = async () => {
  const id = await people.account(kalli)
  return { who: await people.signIn(kalli, id), holder: `account:${id}` }
}
/** Their state, their amount on 2055, what was charged and refunded, and emails with the gift. */
const cardsOf = (holder: string) =>
  one(
    `select json_agg(json_build_array(card.status, (select coalesce(-sum(amount_cents), 0) from entries
        join journals on journals.id = journal_id where booking_id = card.id and account = 2055),
        pay.captured_cents, pay.refunded_cents, (select count(*) from mails where dedupe_key like 'gift:' || card.id || ':%')))
      from gift_cards card join payments pay on pay.booking_id = card.id
      where card.holder = $1 and card.status <> 'failed'`,
    holder,
  )

const giftBought: Story = {
  name: 'a gift card is charged once, its money is set apart once, and its email is sent once',
  at: ['committed-gift', 'after-capture', 'inside-gift-paid'],
  also: ['inside-gift', ...charging],
  run: async (place) => {
    const { who, holder } = await giver()
    const delivery = { by: 'email', email: `ines-${crypto.randomUUID()}@example.test`, sendOn: null } as const
    const request = crypto.randomUUID()
    await cutOff(kalli, place, {
      who,
      ask: (who, key) => who.call(buyGiftCard, { body: { requestId: request, ...gift, delivery } }, { key }),
    })
    assert.deepEqual(await cardsOf(holder), [['active', 100_000, 100_000, 0, 1]])
  },
}

const giftRedeemed: Story = {
  name: 'a gift card is redeemed once, by one person',
  at: ['inside-gift-redeemed'],
  run: async (place) => {
    const { who: gives, holder } = await giver()
    const id = await buysGift(gives)
    const { code } = (await gives.call(giftCardCode, { params: { id }, query: {} })).body
    const { who } = await giver()
    await cutOff(kalli, place, { who, ask: (who, key) => who.call(redeemGift, { body: { code } }, { key }) })
    assert.equal((await who.call(wallet)).body.creditCents, 100_000)
    assert.deepEqual(await cardsOf(holder), [['redeemed', 0, 100_000, 0, 0]])
  },
}

const giftBack: Story = {
  name: 'a cancelled gift card is refunded once to the card that paid',
  at: ['inside-gift-return', 'committed-gift-return', 'after-refund'],
  also: ['before-refund', 'recorded-refund'],
  run: async (place) => {
    const { who, holder } = await giver()
    const id = await buysGift(who)
    await cutOff(kalli, place, {
      who,
      ask: (who, key) => who.call(takeBackGiftCard, { params: { id }, query: {} }, { key }),
    })
    assert.deepEqual(await cardsOf(holder), [['cancelled', 0, 100_000, 100_000, 0]])
  },
}

const giftLost: Story = {
  name: 'a gift card with a lost chargeback is voided once',
  at: ['inside-chargeback-loss'],
  run: async (place) => {
    const { who, holder } = await giver()
    const id = await buysGift(who)
    const chargeRef = String(await one('select charge_ref from payments where booking_id = $1', id))
    const ref = await openDispute(kalli.work(), { chargeRef, amountCents: 100_000, reason: 'fraud' })
    await notify(kalli.url, chargeRef, 'dispute')
    await decideDispute(kalli.work(), ref ?? '', 'lost')
    await notify(kalli.url, chargeRef, 'dispute')
    await cutOffAtWork(kalli, place)
    await runJobsOnce(kalli)
    assert.deepEqual(await cardsOf(holder), [['cancelled', 0, 100_000, 0, 0]])
  },
}

const stories = [
  giftBought,
  giftRedeemed,
  giftBack,
  giftLost,
  dearer,
  tip,
  promisedTip,
  rest,
  lateRest,
  lostHold,
  restByHand,
  byLink,
  atPlaceInstead,
  savedCard,
  voucher,
  paidVoucher,
  guarantee,
  claimed,
  stored,
  anotherHour,
  series,
  seriesEnd,
  problem,
  cancelledByUs,
  givenByUs,
  givenByTwo,
  undone,
  available,
  said,
  overtime,
  rescue,
  rescued,
  offered,
  taken,
  cash,
  chargeback,
  loss,
  evidence,
]

describe('killed and started again', () => {
  for (const { name, at, also = [], run } of stories)
    for (const place of isDeep ? [...at, ...also] : at)
      test(`at ${place}: ${name}`, async () => {
        kalli.time.set(testNow)
        await run(place)
        await ledgersAgree()
      })
})
