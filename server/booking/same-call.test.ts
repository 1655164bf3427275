/**
 * Each verb about money, many times at once by the same person: one effect and never an internal error. server/matrix.test.ts does the same
 * for all other verbs, by its list of endpoints.
 */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as contractOfHold from '#contract/booking/hold.ts'
import * as checkout from '#contract/booking/checkout.ts'
import * as attendance from '#contract/booking/attendance.ts'
import * as cancellation from '#contract/booking/cancellation.ts'
import * as changes from '#contract/booking/change/change.ts'
import * as disputes from '#contract/booking/settlement/dispute.ts'
import * as gifts from '#contract/booking/prepaid/gift-card.ts'
import * as noShows from '#contract/booking/visit/no-show.ts'
import * as requests from '#contract/booking/request/request.ts'
import * as reservations from '#contract/booking/rent/reservation.ts'
import * as own from '#contract/booking/series/own-appointment.ts'
import * as balances from '#contract/booking/settlement/balance.ts'
import { buySessionPack } from '#contract/booking/prepaid/session-pack.ts'
import { giveTip } from '#contract/booking/settlement/tip.ts'
import { sixtyTimes } from '#server/testing/crash/at-once.ts'
import {
  answersEach,
  booked,
  confirmContact,
  contactOf,
  held,
  hereOf,
  proposedHour,
  requested,
  slotOn,
} from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { tokenFor } from '#server/testing/reservations.ts'
import { valueIn } from '#server/testing/value.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer({ maxWaitMs: 60_000 })
})
after(async () => {
  assert.equal(await people.trialBalance(kalli), 0)
  await kalli.close()
})
beforeEach(() => kalli.time.set(testNow))

const one = valueIn(() => kalli)
/** Nothing is held on a card whose bank check was abandoned for another card. */
const chargesOf = (id: string) =>
  one(
    `select count(*)::int from standin.charges
     where status in ('authorized', 'captured') and reference in (select id::text from payments where booking_id = $1)`,
    id,
  )

/** A visit today, with its code; the clock is set to this many minutes after its start. */
const visit = async (minutes: number) => {
  const at = await people.bookable(kalli, { noticeMinutes: 0 })
  const made = await booked(kalli, at, { date: '2026-11-20', place: 4 })
  kalli.time.set(new Date(Date.parse(made.startsAt) + minutes * 60_000))
  return { ...made, at, professional: at.professional.person, params: { id: made.id }, query: { t: made.t } }
}

test('sixty holds of one slot make one hold, and sixty payments charge it once', async () => {
  const at = await people.bookable(kalli)
  const who = kalli.visitor()
  const { token } = await slotOn(who, at)
  await who.call(contractOfHold.releaseHold, { params: { id: crypto.randomUUID() } })
  const holds = await sixtyTimes(() => who.call(contractOfHold.hold, { body: { slotToken: token } }))
  const ids = new Set(holds.done.map(({ body }) => body.id))
  assert.equal(ids.size, 1, holds.refused.join())
  const [id = ''] = ids
  const contact = contactOf()
  await confirmContact(who, id, contact.email)
  const order = { holdId: id, contact, payment: { method: 'card' as const, token: 'tok_ok' } }
  for (const key of [undefined, 'the same key of all of them']) {
    const paid = await sixtyTimes((index) =>
      who.call(checkout.book, { body: order }, key === undefined ? { key: `${id}-${index}` } : { key }),
    )
    assert.ok(paid.done.length > 0, paid.refused.join())
    assert.deepEqual(new Set(paid.done.map(({ body }) => body.status)), new Set(['confirmed']))
  }
  assert.equal(await chargesOf(id), 1)
})

test('payments without a shared key, with different cards and notes, charge a hold at most once', async () => {
  const at = await people.bookable(kalli)
  for (const tokens of [['tok_ok'], ['tok_3ds', 'tok_ok'], ['tok_declined', 'tok_ok'], ['tok_later']]) {
    const who = kalli.visitor()
    const hold = await held(who, at)
    const contact = contactOf()
    await confirmContact(who, hold.id, contact.email)
    await sixtyTimes((index) =>
      who.call(checkout.book, {
        body: {
          holdId: hold.id,
          contact: { ...contact, note: index % 2 === 0 ? '' : 'Traigo a mi hija.' },
          payment: { method: 'card', token: tokens[index % tokens.length] ?? 'tok_ok', tipCents: 0 },
        },
      }),
    )
    const charges = await chargesOf(hold.id)
    assert.ok(Number(charges) <= 1, `${tokens.join()}: ${String(charges)}`)
  }
})

test('sixty payments of two holds of one client charge each hold once', async () => {
  const at = await people.bookable(kalli, { units: 2 })
  const account = await people.account(kalli)
  const who = await people.signIn(kalli, account)
  const first = await held(who, at, '2026-11-25', 0)
  const second = await held(who, at, '2026-11-26', 0)
  const contact = contactOf()
  const paid = await sixtyTimes((index) =>
    who.call(checkout.book, {
      body: {
        holdId: index % 2 === 0 ? first.id : second.id,
        contact,
        payment: { method: 'card', token: 'tok_ok', keep: true },
      },
    }),
  )
  assert.ok(paid.done.length > 0, paid.refused.join())
  assert.deepEqual([await chargesOf(first.id), await chargesOf(second.id)], [1, 1])
})

test('an own appointment is made once, and its deposit is paid once, by card or at the place', async () => {
  for (const atPlace of [false, true]) {
    const at = await people.bookable(kalli, { noticeMinutes: 0 })
    const pro = at.professional.person
    const hours = await pro.call(own.ownHours, {
      query: { services: String(at.serviceId), date: '2026-11-25' },
    })
    const slotToken = hours.body.hours[0]?.slot.token ?? assert.fail('no hour')
    const made = await sixtyTimes(() =>
      pro.call(own.makeOwnAppointment, {
        body: { slotToken, client: { firstName: 'Nora' }, how: 'deposit', depositCents: 40_000 },
      }),
    )
    assert.equal(made.done.length, 1, made.refused.join())
    const id = made.done[0]?.body.id ?? ''
    const { token } = (await pro.call(balances.balanceLink, { params: { id } })).body
    const pay = (index: number) =>
      kalli.visitor().call(balances.payByLink, {
        params: { token },
        body: { cardToken: index % 3 === 1 ? 'tok_declined' : 'tok_ok' },
      })
    const take = () =>
      pro.call(balances.takeBalance, { params: { id }, body: { amountCents: 40_000, method: 'terminal' } })
    if (atPlace)
      await sixtyTimes(async (index) => ({ ...(await (index % 2 === 0 ? take() : pay(index))), body: {} }))
    else await sixtyTimes(pay)
    // A declined card leaves the balance open: then one more attempt pays it.
    await pay(0)
    const money = await one(
      `select array[balance_cents, upfront_cents, in_place_cents, (select coalesce(sum(c.captured_cents), 0)
         from standin.charges c join payments x on x.id::text = c.reference
         join booking_balances t on t.id = x.booking_id where t.booking_id = bookings.id)]::int[] from bookings where id = $1`,
      id,
    )
    const [byCard, inPlace] = [
      [0, 40_000, 60_000, 40_000],
      [0, 0, 100_000, 0],
    ]
    assert.ok(
      [byCard, ...(atPlace ? [inPlace] : [])].some((want) => JSON.stringify(want) === JSON.stringify(money)),
      JSON.stringify(money),
    )
  }
})

test('a check-in, a check-out, a completion, a tip and a report each take effect once', async () => {
  const { professional, who, params, query, endsAt } = await visit(0)
  const here = await hereOf(kalli, params.id)
  const came = await sixtyTimes(() => professional.call(attendance.checkIn, { params, body: here }))
  assert.equal(came.done.length, 1, came.refused.join())
  kalli.time.set(endsAt)
  const left = await sixtyTimes(() => professional.call(attendance.checkOut, { params, body: {} }))
  assert.equal(left.done.length, 1, left.refused.join())
  const done = await sixtyTimes(() => who.call(attendance.complete, { params, query }))
  assert.equal(done.done.length, 1, done.refused.join())
  await sixtyTimes(() => who.call(giveTip, { params, query, body: { amountCents: 10_000 } }))
  assert.equal(await one('select count(*)::int from tips where booking_id = $1', params.id), 1)
  const reported = await sixtyTimes(() =>
    who.call(disputes.openDispute, {
      params,
      query,
      body: { as: 'client', subject: 'not_as_agreed', statement: 'No fue así.', photos: [], proofs: [] },
    }),
  )
  assert.equal(reported.done.length, 1, reported.refused.join())
})

test('sixty arrivals, and sixty no-show reports, each take effect once', async () => {
  const { professional, params } = await visit(0)
  const here = await hereOf(kalli, params.id)
  const came = await sixtyTimes(() => professional.call(noShows.arrive, { params, body: here }))
  assert.equal(came.done.length, 1, came.refused.join())
  kalli.time.advance(20)
  const version = Number(await one('select version from bookings where id = $1', params.id))
  const marked = await sixtyTimes(() =>
    professional.call(noShows.markNoShow, { params, query: {}, body: { version, as: 'professional' } }),
  )
  assert.equal(marked.done.length, 1, marked.refused.join())
})

test('sixty cancellations by client, professional or host cancel a visit once', async () => {
  for (const as of ['client', 'professional', 'host'] as const) {
    kalli.time.set(testNow)
    const at = await people.bookable(kalli)
    const made = await booked(kalli, at)
    const params = { id: made.id }
    const who = as === 'client' ? made.who : at[as].person
    const query = as === 'client' ? { t: made.t } : {}
    const quoted = await who.call(cancellation.cancelQuote, { params, query, body: { as } })
    assert.equal(quoted.status, 200, JSON.stringify(quoted.body))
    const cancelled = await sixtyTimes(() =>
      who.call(cancellation.cancel, {
        params,
        query,
        body: { quoteToken: quoted.body.token, reason: 'Un imprevisto.' },
      }),
    )
    assert.ok(cancelled.done.length >= 1, cancelled.refused.join())
    const ended = await one(
      `select count(*)::int from booking_moves where booking_id = $1 and move like any ('{cancel%,begin_rescue}')`,
      made.id,
    )
    assert.equal(ended, 1, as)
  }
})

test('a request is accepted once, and a proposed hour is accepted once', async () => {
  const at = await people.bookable(kalli)
  await answersEach(at)
  const response = await requested(kalli, at)
  const accepted = await sixtyTimes(() =>
    at.professional.person.call(requests.acceptRequest, {
      params: { id: response.id },
      body: { as: 'professional', version: response.version },
    }),
  )
  assert.equal(accepted.done.length, 1, accepted.refused.join())
  const proposed = await proposedHour(at, response.id)
  const query = { t: response.t }
  const taken = await sixtyTimes(() =>
    response.who.call(changes.answerChange, {
      params: { id: response.id, answer: 'accept' },
      query,
      body: { as: 'client', version: proposed.version },
    }),
  )
  assert.ok(taken.done.length >= 1, taken.refused.join())
  assert.equal(
    await one(
      `select count(*)::int from booking_moves where booking_id = $1 and move = 'accept_change'`,
      response.id,
    ),
    1,
  )
})

test('sixty calls hold and charge rented hours once', async () => {
  const at = await people.bookable(kalli)
  const { person } = at.professional
  const token = await tokenFor(person, at)
  const holds = await sixtyTimes(() => person.call(reservations.holdReservation, { body: { token } }))
  assert.ok(holds.done.length >= 1, holds.refused.join())
  assert.equal(new Set(holds.done.map(({ body }) => body.id)).size, 1)
  const [first] = holds.done
  assert.ok(first)
  const params = { id: first.body.id }
  await sixtyTimes(() => person.call(reservations.payReservation, { params, body: { cardToken: 'tok_ok' } }))
  assert.equal(await chargesOf(params.id), 1)
})

test('sixty calls buy a gift card once per request and a session pack once per key', async () => {
  const who = await people.signIn(kalli, await people.account(kalli))
  const purchase = crypto.randomUUID()
  const gift = await sixtyTimes(() =>
    who.call(gifts.buyGiftCard, {
      body: {
        requestId: purchase,
        amountCents: 50_000,
        from: 'Marta',
        to: 'Lucía',
        message: '',
        delivery: { by: 'hand' },
        cardToken: 'tok_ok',
      },
    }),
  )
  assert.ok(gift.done.length >= 1, gift.refused.join())
  assert.equal(new Set(gift.done.map(({ body }) => body.id)).size, 1)
  assert.equal(await chargesOf(gift.done[0]?.body.id ?? ''), 1)

  const at = await people.bookable(kalli)
  const pack = { id: 1, sessions: 5, priceCents: 400_000, validityDays: 90 }
  await kalli.database.pool.query('update services set packs = $2 where id = $1', [
    at.serviceId,
    JSON.stringify([pack]),
  ])
  const key = crypto.randomUUID()
  const sessions = await sixtyTimes(() =>
    who.call(
      buySessionPack,
      { params: { id: at.serviceId }, body: { pack: 1, priceCents: pack.priceCents, cardToken: 'tok_ok' } },
      { key },
    ),
  )
  assert.ok(sessions.done.length >= 1, sessions.refused.join())
  assert.equal(await one('select count(*)::int from session_packs where service_id = $1', at.serviceId), 1)
})
