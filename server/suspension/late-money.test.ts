/**
 * Money or an acceptance that arrives once an account is suspended: nothing is confirmed, not even until a job finds it, and all of it is
 * refunded. Every way to a confirmed booking; the account is suspended as its transaction leaves it, before any job has run.
 */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as checkout from '#contract/booking/checkout.ts'
import * as cancellation from '#contract/booking/cancellation.ts'
import * as links from '#contract/booking/series/link.ts'
import { saveException } from '#contract/availability/availability.ts'
import { payReservation } from '#contract/booking/rent/reservation.ts'
import * as series from '#contract/booking/series/series.ts'
import * as desk from '#contract/booking/desk/desk-rent.ts'
import { acceptRequest } from '#contract/booking/request/request.ts'
import * as packs from '#contract/booking/prepaid/session-pack.ts'
import { joinWaitlist, ownWaitlist } from '#contract/booking/waitlist/waitlist.ts'
import { sweepHolds } from '#server/booking/checkout/booking.ts'
import { answerChallenge, payReference } from '#server/payment/standin/bank.ts'
import { drain, runJobsOnce } from '#server/platform/jobs.ts'
import {
  answersEach,
  booked,
  type Bookable,
  confirmContact,
  contactOf,
  held,
  linkTo,
  pay,
  proposedTo,
  requested,
} from '#server/testing/bookings.ts'
import { heldFor, set as setClass, studio } from '#server/testing/classes.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { refusalOf } from '#server/testing/person.ts'
import { boughtPack, heldHours, payHours, sellPacks } from '#server/testing/reservations.ts'
import { valueIn } from '#server/testing/value.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer({ config: { logLevel: 'silent' } })
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

const one = valueIn(() => kalli)

/** The state after its transaction (suspension.ts), without the jobs that end existing bookings. */
const suspend = (accountId: number) =>
  kalli.database.pool.query('update accounts set suspended_at = $2 where id = $1', [accountId, kalli.clock()])

const approveAtBank = async (bookingId: string) => {
  const charge = await one<string>(
    `select c.id from standin.charges c join payments p on p.id::text = c.reference
     where p.booking_id = $1 and c.status = 'requires_action'`,
    bookingId,
  )
  await answerChallenge(kalli.work(), charge, true)
}

/** Never confirmed, requested or revived; no charge is retained, neither by the bank nor in our books. */
const cameToNothing = async (id: string, before: readonly string[] = []) => {
  await runJobsOnce(kalli)
  await drain(kalli, { retries: true })
  const moves = await one<string[]>(
    `select array(select move from booking_moves where booking_id = $1 and to_status in ('requested', 'confirmed') order by version)`,
    id,
  )
  assert.deepEqual(moves, before)
  assert.equal(
    await one(
      `select coalesce(sum(c.captured_cents - c.refunded_cents), 0)::int from standin.charges c
       join payments p on p.id::text = c.reference where p.booking_id = $1`,
      id,
    ),
    0,
  )
  assert.equal(
    await one(
      `select coalesce(sum(amount_cents), 0)::int from entries join journals on journals.id = journal_id
       where booking_id = $1 and account in (2010, 9010)`,
      id,
    ),
    0,
  )
  assert.equal(await people.trialBalance(kalli), 0)
}

/** By the database; or, if the caller is suspended, by the sign-in. */
const isRefused = (answer: Awaited<ReturnType<typeof payHours>> | Awaited<ReturnType<typeof pay>>) =>
  assert.ok(
    ['slot_not_available', 'not_signed_in'].includes(refusalOf(answer).code),
    JSON.stringify(answer.body),
  )

type Waits = { id: string; at: Bookable; comes: () => Promise<unknown>; before?: readonly string[] }
const client = async () => people.signIn(kalli, await people.account(kalli))
const salon = (values: Parameters<typeof people.bookable>[1] = {}) =>
  people.bookable(kalli, { priceCents: 65_000, noticeMinutes: 0, ...values })

const ways: Readonly<Record<string, () => Promise<Waits>>> = {
  'a bank that answers late': async () => {
    const at = await salon()
    const who = kalli.visitor()
    const { id } = await held(who, at)
    assert.equal((await pay(who, id, 'tok_3ds')).body.status, 'awaiting_payment')
    return { id, at, comes: () => approveAtBank(id) }
  },
  'a held hour, paid now by somebody who is signed in': async () => {
    const at = await salon()
    const who = await client()
    const { id } = await held(who, at)
    return {
      id,
      at,
      comes: async () => assert.equal(refusalOf(await pay(who, id)).code, 'hold_expired'),
    }
  },
  'a transfer in time': async () => voucher('in time'),
  'a transfer after the hour was let go of': async () => voucher('late'),
  'the yes of the other side': async () => {
    const at = await salon()
    await answersEach(at)
    const { id, version } = await requested(kalli, at)
    return {
      id,
      at,
      before: ['request'],
      comes: async () => {
        const answer = await at.professional.person.call(acceptRequest, {
          params: { id },
          body: { as: 'professional', version },
        })
        isRefused(answer)
        // It can no longer be answered.
        kalli.time.advance(13 * 60)
      },
    }
  },
  'a seat in a class': async () => {
    const at = await studio(kalli)
    await setClass(at)
    const who = kalli.visitor()
    const { id } = await heldFor(who, at, 1)
    assert.equal((await pay(who, id, 'tok_3ds')).body.status, 'awaiting_payment')
    return { id, at, comes: () => approveAtBank(id) }
  },
  'a session of a pack': async () => {
    const at = await salon()
    const offer = { id: 1, sessions: 5, priceCents: 250_000, validityDays: 90 }
    await kalli.database.pool.query('update services set packs = $2 where id = $1', [
      at.serviceId,
      JSON.stringify([offer]),
    ])
    const who = await client()
    const bought = await who.call(packs.buySessionPack, {
      params: { id: at.serviceId },
      body: { pack: 1, priceCents: 250_000, cardToken: 'tok_ok' },
    })
    assert.equal(bought.status, 201, JSON.stringify(bought.body))
    const { id } = await held(who, at)
    const contact = contactOf()
    await confirmContact(who, id, contact.email)
    return {
      id,
      at,
      comes: async () => {
        const body = { holdId: id, contact, payment: { method: 'pack' as const, packId: bought.body.id } }
        assert.ok((await who.call(checkout.book, { body })).status >= 400)
      },
    }
  },
  'an hour that a list of waiting offered': async () => {
    const at = await salon({ durationMinutes: 60 })
    await at.professional.person.call(saveException, {
      query: {},
      body: { date: '2026-11-25', windows: [{ fromMinute: 600, toMinute: 660 }] },
    })
    const visit = await booked(kalli, at, { date: '2026-11-25' })
    const who = await client()
    const request = await who.call(joinWaitlist, {
      body: {
        professional: at.professional.id,
        service: at.serviceId,
        from: '2026-11-25',
        to: '2026-11-25',
        parts: ['morning'],
      },
    })
    assert.equal(request.status, 201, JSON.stringify(request.body))
    const params = { id: visit.id }
    const quote = await visit.who.call(cancellation.cancelQuote, {
      params,
      query: { t: visit.t },
      body: { as: 'client' },
    })
    const body = { quoteToken: quote.body.token, reason: 'Un imprevisto.' }
    await visit.who.call(cancellation.cancel, { params, query: { t: visit.t }, body })
    await drain(kalli)
    const token = (await who.call(ownWaitlist)).body[0]?.offer?.token ?? ''
    const yes = await who.call(links.acceptLink, { params: { token }, body: { code: '' } })
    assert.equal(yes.status, 200, JSON.stringify(yes.body))
    return {
      id: yes.body.hold,
      at,
      comes: async () => assert.equal(refusalOf(await pay(who, yes.body.hold)).code, 'hold_expired'),
    }
  },
  'what a professional made for a client, whose bank answers late': async () => {
    const at = await salon()
    const who = await client()
    const email = await one<string>('select email from accounts where id = (select max(id) from accounts)')
    await people.reachLevel(kalli, await one<number>('select max(id)::int from accounts'), 2)
    const contact = contactOf({ email })
    const { id } = await proposedTo(at, contact)
    const token = await linkTo(kalli, email)
    const yes = await who.call(links.acceptLink, { params: { token }, body: { code: '' } })
    assert.equal(yes.status, 200, JSON.stringify(yes.body))
    const paid = await pay(who, id, 'tok_3ds', contact)
    assert.equal(paid.body.status, 'awaiting_payment', JSON.stringify(paid.body))
    return { id, at, comes: () => approveAtBank(id) }
  },
  'rented hours': async () => {
    const at = await directly()
    const { id } = await heldHours(at.professional.person, at)
    return {
      id,
      at,
      comes: async () => isRefused(await payHours(at.professional.person, id)),
    }
  },
  'rented hours of a pack': async () => {
    const at = await directly()
    await sellPacks(kalli, at.space.id, { transferable: true })
    const pack = await boughtPack(at.professional.person, at)
    const { id } = await heldHours(at.professional.person, at)
    return {
      id,
      at,
      comes: async () => {
        const answer = await at.professional.person.call(payReservation, {
          params: { id },
          body: { packId: pack.id },
        })
        isRefused(answer)
      },
    }
  },
}

const voucher = async (when: 'in time' | 'late'): Promise<Waits> => {
  const at = await salon()
  const who = kalli.visitor()
  const contact = contactOf()
  const { id } = await held(who, at, '2026-11-26')
  await confirmContact(who, id, contact.email)
  const body = { holdId: id, contact, payment: { method: 'spei' as const } }
  const answer = await who.call(checkout.book, { body })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  if (when === 'late') {
    kalli.time.advance(26 * 60)
    await sweepHolds(kalli.work())
    assert.equal(await one('select status from bookings where id = $1', id), 'expired')
  }
  const charge = await one<string>('select charge_ref from payments where booking_id = $1', id)
  return { id, at, comes: () => payReference(kalli.work(), charge) }
}

/** Hours that a professional rents instantly. */
const directly = async () => {
  const at = await salon()
  await kalli.database.pool.query(`update spaces set welcome = 'instant' where id = $1`, [at.space.id])
  return at
}

for (const [way, waits] of Object.entries(ways))
  for (const party of ['professional', 'host'] as const)
    test(`${way}: with the ${party} suspended nothing is confirmed, and everything is refunded`, async () => {
      const { id, at, comes, before: known } = await waits()
      const isOwnPlace = (await one('select host_id from bookings where id = $1', id)) === null
      await suspend(party === 'host' && !isOwnPlace ? at.host.accountId : at.professional.accountId)
      // The actor still has a session here: only the database refuses.
      await comes()
      await cameToNothing(id, known)
    })

test('a series paid with the saved card books no date once the professional is suspended', async () => {
  const at = await salon({ units: 3 })
  const visit = await booked(kalli, at, { contact: contactOf() })
  const response = { params: { id: visit.id }, query: { t: visit.t } }
  const seen = await visit.who.call(series.seriesPreview, {
    params: response.params,
    query: { t: visit.t, every: '1w', times: 3 },
  })
  const slotTokens = seen.body.dates.flatMap(({ slot }) => (slot === null ? [] : [slot.token]))
  assert.equal(slotTokens.length, 2, JSON.stringify(seen.body))
  await suspend(at.professional.accountId)
  const answer = await visit.who.call(series.repeat, {
    ...response,
    body: { every: '1w', slotTokens },
  })
  assert.ok([404, 409].includes(answer.status), JSON.stringify(answer.body))
  assert.equal(
    await one('select count(*)::int from bookings where professional_id = $1', at.professional.id),
    1,
  )
})

test('rented hours cannot be paid in cash at the desk once the renter is suspended', async () => {
  const at = await directly()
  await people.reachLevel(kalli, at.professional.accountId, 2)
  const contact = await one<string>('select email from accounts where id = $1', at.professional.accountId)
  const quoted = await at.host.person.call(desk.deskRentQuote, {
    body: { spaceId: at.space.id, contact, date: '2026-11-25', startMinute: 600, minutes: 120 },
  })
  const made = await at.host.person.call(desk.deskRent, { body: { token: quoted.body.token } })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  await suspend(at.professional.accountId)
  const taken = await at.host.person.call(desk.deskCash, {
    params: { id: made.body.bookingId },
    body: { amountCents: made.body.totalCents },
  })
  assert.equal(refusalOf(taken).code, 'slot_not_available')
  await cameToNothing(made.body.bookingId)
})
