/**
 * Two parties act on one visit at the same moment, over real connections. Each race is repeated with a growing delay for either side in
 * turn, until each has won once: every round has one legal outcome, and both are seen.
 */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as contract from '#contract/booking/booking.ts'
import * as cancellation from '#contract/booking/cancellation.ts'
import * as holds from '#contract/booking/hold.ts'
import * as checkout from '#contract/booking/checkout.ts'
import * as attendance from '#contract/booking/attendance.ts'
import * as links from '#contract/booking/series/link.ts'
import * as changes from '#contract/booking/change/change.ts'
import * as request from '#contract/booking/request/request.ts'
import * as rescues from '#contract/booking/cancellation/rescue.ts'
import { lapseChanges } from '#server/booking/moves/proposal.ts'
import { lapseDue } from '#server/booking/request/request.ts'
import { answerChallenge } from '#server/payment/standin/bank.ts'
import { drain, runJobsOnce } from '#server/platform/jobs.ts'
import { sendWebhook } from '#server/testing/processor/bank.ts'
import {
  answersEach,
  booked,
  claimsOf,
  confirmContact,
  contactOf,
  dearerThursdays,
  held,
  linkTo,
  movesOf,
  proposedHour,
  proposedTo,
  requested,
} from '#server/testing/bookings.ts'
import { race } from '#server/testing/crash/race.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'
import { valueIn } from '#server/testing/value.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer({ config: { logLevel: 'silent' } })
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

const one = valueIn(() => kalli)
const seenBy = async (who: Person, id: string, query: { t?: string } = {}) => {
  const answer = await who.call(contract.booking, { params: { id }, query })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}
/** Each accepted once: the first in part, the second for good. */
const whoseYesCameFirst = async (id: string, move: string) => {
  const [first, ...more] = (await movesOf(kalli, id)).filter((said) => said.startsWith(move))
  const byClient = first === `${move}_in_part by client`
  assert.deepEqual(
    [first, ...more],
    byClient
      ? [`${move}_in_part by client`, `${move} by professional`]
      : [`${move}_in_part by professional`, `${move} by client`],
  )
  return byClient ? 'first' : 'second'
}

test('an acceptance that races the lapse of a request leaves it confirmed and held, or expired and released', async () => {
  await race(async (start) => {
    kalli.time.set(testNow)
    const at = await people.bookable(kalli)
    await answersEach(at)
    const { id, version } = await requested(kalli, at)
    const by = new Date(String(await one('select respond_by from bookings where id = $1', id)))
    // The clock is a moment before the deadline for the acceptance, and at the deadline for the lapse.
    kalli.time.set(new Date(by.getTime() - 1000))
    const [yes] = await start(
      () =>
        at.professional.person.call(request.acceptRequest, {
          params: { id },
          body: { as: 'professional', version },
        }),
      () => lapseDue({ ...kalli.work(), now: by }),
    )
    await drain(kalli)
    const end = [
      await one('select status from bookings where id = $1', id),
      await one('select status from payments where booking_id = $1', id),
      (await claimsOf(kalli, id)).length,
      (await movesOf(kalli, id)).at(-1),
    ]
    if (yes.status === 200) {
      assert.deepEqual(end, ['confirmed', 'authorized', 3, 'accept by professional'])
      return 'first'
    }
    assert.equal(yes.status, 409, JSON.stringify(yes.body))
    assert.deepEqual(end, ['expired', 'voided', 0, 'lapse by platform'])
    return 'second'
  })
  assert.equal(await people.trialBalance(kalli), 0)
})

test('client and professional who accept a host’s proposed hour at once both count, and it moves once', async () => {
  await race(async (start) => {
    const at = await people.bookable(kalli)
    const { id, who, t } = await booked(kalli, at)
    const params = { id }
    const { person: host } = at.host
    const query = { as: 'host' as const, from: '2026-11-26', to: '2026-11-26' }
    const offered = await host.call(changes.changeSlots, { params, query })
    const slotToken = offered.body.days[0]?.slots[2]?.token ?? assert.fail('no hour')
    const quoted = await host.call(changes.changeQuote, {
      params,
      query: {},
      body: { as: 'host', slotToken },
    })
    const response = await host.call(changes.change, {
      params,
      query: {},
      body: { quoteToken: quoted.body.token },
    })
    const { version } = response.body
    const yes = (as: 'client' | 'professional', version: number) =>
      (as === 'client' ? who : at.professional.person).call(changes.answerChange, {
        params: { id, answer: 'accept' },
        query: as === 'client' ? { t } : {},
        body: { as, version },
      })
    const answers = await start(
      () => yes('client', version),
      () => yes('professional', version),
    )
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
      JSON.stringify(answers.map(({ body }) => body)),
    )
    const [after, claims] = [await seenBy(who, id, { t }), await claimsOf(kalli, id)]
    assert.deepEqual([after.startsAt, after.change], [quoted.body.startsAt, null])
    assert.deepEqual(
      claims.map(({ state }) => state),
      ['firm', 'firm', 'firm'],
    )
    return whoseYesCameFirst(id, 'accept_change')
  })
})

test('client and professional who accept another place at once both count, and the visit moves once', async () => {
  await race(async (start) => {
    const at = await people.bookable(kalli, { units: 1 })
    const other = await people.host(kalli, { businessName: 'Casa Norte' })
    const space = await people.space(kalli, other, { units: 1 })
    await kalli.database.pool.query('update spaces set latitude = latitude + 0.004 where id = $1', [space.id])
    await people.agreement(kalli, at.professional.id, space.id)
    const { id, who, t } = await booked(kalli, at)
    const params = { id }
    const { person: host } = at.host
    const quoted = await host.call(cancellation.cancelQuote, { params, query: {}, body: { as: 'host' } })
    const body = { quoteToken: quoted.body.token, reason: 'Se rompió la silla' }
    assert.equal((await host.call(cancellation.cancel, { params, query: {}, body })).status, 200)
    const yes = async (as: 'client' | 'professional', version: number) =>
      (as === 'client' ? who : at.professional.person).call(rescues.answerRescue, {
        params: { id, answer: 'accept' },
        query: as === 'client' ? { t } : {},
        body: { as, version },
      })
    const { version } = await seenBy(who, id, { t })
    const answers = await start(
      () => yes('client', version),
      () => yes('professional', version),
    )
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
      JSON.stringify(answers.map(({ body }) => body)),
    )
    assert.deepEqual(
      [
        await one('select unit_id from bookings where id = $1', id),
        await one('select array_agg(state) from rescues where booking_id = $1', id),
        (await claimsOf(kalli, id)).map(({ state }) => state),
      ],
      [space.units[0], ['accepted'], ['firm', 'firm', 'firm']],
    )
    return whoseYesCameFirst(id, 'accept_rescue')
  })
})

test('of two browsers that accept one link and pay at once, one gets the visit and one charge is made', async () => {
  const at = await people.bookable(kalli, { units: 2 })
  const elsewhere = await people.bookable(kalli, { units: 4 })
  await race(async (start, round) => {
    kalli.time.set(testNow)
    const contact = contactOf()
    const { id } = await proposedTo(at, contact, { place: 0, date: dayOf(round) })
    const token = await linkTo(kalli, contact.email)
    // Both have confirmed the address through another hold, which they released.
    const proven = async () => {
      const who = kalli.visitor()
      const hold = await held(who, elsewhere)
      const shown = await confirmContact(who, hold.id, contact.email)
      assert.equal(shown.status, 200, JSON.stringify(shown.body))
      await who.call(holds.releaseHold, { params: { id: hold.id } })
      kalli.time.advance(2)
      return who
    }
    const [first, second] = [await proven(), await proven()]
    const pays = async (who: Person) => {
      const said = await who.call(links.acceptLink, { params: { token }, body: {} })
      if (said.status !== 200) {
        // The other client has paid by then.
        assert.equal(refusalOf(said).code, 'link_over')
        return said
      }
      return who.call(checkout.book, {
        body: { holdId: id, contact, payment: { method: 'card', token: 'tok_ok' } },
      })
    }
    const answers = await start(
      () => pays(first),
      () => pays(second),
    )
    const statuses = answers.map(({ status }) => status)
    assert.equal(statuses.filter((status) => status === 201).length, 1, statuses.join())
    assert.ok(
      statuses.every((status) => [201, 404, 409, 410].includes(status)),
      statuses.join(),
    )
    await runJobsOnce(kalli)
    assert.deepEqual(
      await one(
        `select array[b.status, (select string_agg(answer, ',') from booking_links where booking_id = b.id),
           (select count(*)::text from standin.charges c join payments p on p.id::text = c.reference where p.booking_id = b.id),
           (select count(*)::text from claims where booking_id = b.id and state = 'firm')] from bookings b where id = $1`,
        id,
      ),
      ['confirmed', 'accepted', '1', '3'],
    )
    return statuses[0] === 201 ? 'first' : 'second'
  })
})
const dayOf = (round: number) => new Date(Date.UTC(2026, 10, 25 + round)).toISOString().slice(0, 10)

/** It cannot meet another proposal, which ends two hours before the visit, while check-in opens a quarter of an hour before it. */
test('a bank’s late approval of a change that races the arrival moves the visit, or the client is in at the agreed price', async () => {
  await race(async (start) => {
    kalli.time.set(testNow)
    const at = await people.bookable(kalli, { noticeMinutes: 0 })
    await dearerThursdays(at.professional.person)
    const made = await booked(kalli, at, { date: '2026-11-25' })
    const { id, who, t } = made
    const [params, query] = [{ id }, { t }]
    kalli.time.set(new Date(Date.parse(made.startsAt) - 13 * 3_600_000))
    await runJobsOnce(kalli)
    const offered = await who.call(changes.changeSlots, {
      params,
      query: { ...query, as: 'client', from: '2026-11-26', to: '2026-11-26' },
    })
    const slotToken = offered.body.days[0]?.slots[0]?.token ?? assert.fail('no hour')
    const quoted = await who.call(changes.changeQuote, { params, query, body: { as: 'client', slotToken } })
    assert.equal(quoted.body.dueCents, 10_000)
    const body = { quoteToken: quoted.body.token, cardToken: 'tok_3ds' }
    const response = await who.call(changes.change, { params, query, body })
    assert.ok(response.body.change?.paying, JSON.stringify(response.body))
    kalli.time.set(new Date(Date.parse(made.startsAt) - 10 * 60_000))
    const charge = String(
      await one(
        `select charge_ref from payments join change_proposals g on g.id = payments.booking_id where g.booking_id = $1`,
        id,
      ),
    )
    assert.notEqual(await answerChallenge(kalli.work(), charge, true), null)
    const news = JSON.stringify({ id: `ev_${crypto.randomUUID()}`, kind: 'charge.updated', object: charge })
    const code = String(await one('select arrival_code from bookings where id = $1', id))
    const [, came] = await start(
      // The bank's webhook arrives over HTTP; a job does the rest.
      async () => {
        assert.equal((await sendWebhook(kalli, news)).status, 200)
        await drain(kalli)
      },
      () => at.professional.person.call(attendance.checkIn, { params, body: { code } }),
    )
    await runJobsOnce(kalli)
    const money = await one(
      `select array[b.total_cents, p.added_cents, p.coming_cents, p.captured_cents,
         (select count(*) from claims where booking_id = b.id and state = 'hold'),
         (select coalesce(sum(c.captured_cents - c.refunded_cents), 0) from standin.charges c join payments x on x.id::text = c.reference
           join change_proposals g on g.id = x.booking_id where g.booking_id = b.id and c.status <> 'voided')]::int[]
       from bookings b join payments p on p.booking_id = b.id where b.id = $1`,
      id,
    )
    if (came.status === 200) {
      assert.deepEqual(money, [100_000, 0, 0, 100_000, 0, 0])
      assert.equal(await one('select status from bookings where id = $1', id), 'in_progress')
      return 'second'
    }
    assert.equal(came.status, 409, JSON.stringify(came.body))
    assert.equal(
      await one('select starts_at from bookings where id = $1', id).then(String),
      String(new Date(quoted.body.startsAt)),
    )
    assert.deepEqual(Array.isArray(money) ? money.slice(0, 2) : money, [110_000, 10_000])
    return 'first'
  })
  assert.equal(await people.trialBalance(kalli), 0)
})

/** A request whose stylist has proposed another hour, and its client's acceptance. */
const withOther = async () => {
  const at = await people.bookable(kalli)
  await answersEach(at)
  const response = await requested(kalli, at)
  const proposed = await proposedHour(at, response.id)
  const [params, query] = [{ id: response.id }, { t: response.t }]
  const yes = () =>
    response.who.call(changes.answerChange, {
      params: { ...params, answer: 'accept' },
      query,
      body: { as: 'client', version: proposed.version },
    })
  const end = () =>
    one(
      `select array[b.status, b.starts_at = g.starts_at and b.status = 'confirmed', g.state, p.status,
         (select string_agg(state, ',') from claims where booking_id = b.id)]::text[]
       from bookings b join payments p on p.booking_id = b.id join change_proposals g on g.booking_id = b.id where b.id = $1`,
      response.id,
    )
  return { at, response, proposed, params, query, yes, end }
}
const moved = ['confirmed', 'true', 'accepted', 'authorized', 'firm,firm,firm']

test('a client’s other hour and the professional’s acceptance at once confirm the visit at one of the two hours', async () => {
  await race(async (start) => {
    const { at, params, proposed, yes, end } = await withOther()
    const answers = await start(yes, () =>
      at.professional.person.call(request.acceptRequest, {
        params,
        body: { as: 'professional', version: proposed.version },
      }),
    )
    const [taken, saved] = answers.map(({ status }) => status)
    assert.deepEqual([taken, saved].toSorted(), [200, 409], JSON.stringify(answers.map(({ body }) => body)))
    await drain(kalli)
    assert.deepEqual(
      await end(),
      taken === 200 ? moved : ['confirmed', 'false', 'withdrawn', 'authorized', 'firm,firm,firm'],
    )
    return taken === 200 ? 'first' : 'second'
  })
  assert.equal(await people.trialBalance(kalli), 0)
})

test('a client who accepts a proposed hour in two tabs at once moves the request once', async () => {
  await race(async (start) => {
    const { response, yes, end } = await withOther()
    const answers = await start(yes, yes)
    const statuses = answers.map(({ status }) => status)
    assert.deepEqual(statuses.toSorted(), [200, 409])
    await drain(kalli)
    assert.deepEqual(await end(), moved)
    const yeses = (await movesOf(kalli, response.id)).filter((said) => said === 'accept_change by client')
    assert.equal(yeses.length, 1)
    return statuses[0] === 200 ? 'first' : 'second'
  })
})

test('a client’s acceptance at the deadline confirms the visit, or the request returns to the professional', async () => {
  await race(async (start) => {
    kalli.time.set(testNow)
    const { proposed, yes, end } = await withOther()
    const by = new Date(proposed.change.expiresAt)
    kalli.time.set(new Date(by.getTime() - 1000))
    const [taken] = await start(yes, async () => {
      const later = { ...kalli.work(), now: by }
      await lapseDue(later)
      await lapseChanges(later)
    })
    await drain(kalli)
    if (taken.status === 200) {
      assert.deepEqual(await end(), moved)
      return 'first'
    }
    assert.equal(taken.status, 409, JSON.stringify(taken.body))
    assert.deepEqual(await end(), ['requested', 'false', 'lapsed', 'authorized', 'hold,hold,hold'])
    return 'second'
  })
})

test('a client who accepts another hour and withdraws at once has a confirmed visit, or nothing held', async () => {
  await race(async (start) => {
    const { response, params, query, yes, end } = await withOther()
    const quoted = await response.who.call(cancellation.cancelQuote, {
      params,
      query,
      body: { as: 'client' },
    })
    const body = { quoteToken: quoted.body.token, reason: 'Un imprevisto.' }
    const [taken, back] = await start(yes, () =>
      response.who.call(cancellation.cancel, { params, query, body }),
    )
    await drain(kalli)
    if (taken.status === 200) {
      assert.equal(back.status, 409, JSON.stringify(back.body))
      assert.deepEqual(await end(), moved)
      return 'first'
    }
    assert.deepEqual([taken.status, back.status], [409, 200])
    assert.deepEqual(await end(), ['cancelled_by_client', 'false', 'overtaken', 'voided', null])
    return 'second'
  })
  assert.equal(await people.trialBalance(kalli), 0)
})
