/**
 * The meter of a unit: what overtime costs and who receives it, where it ends, unregistered use, and the rule that only real use is owed.
 */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as booking from '#contract/booking/booking.ts'
import * as attendance from '#contract/booking/attendance.ts'
import * as dispute from '#contract/booking/settlement/dispute.ts'
import { reservation } from '#contract/booking/rent/reservation.ts'
import { noRules, saveSpacePricing, spacePricing, type PriceRules } from '#contract/pricing/space-pricing.ts'
import { payDue } from '#server/payment/payout/payout.ts'
import { drain } from '#server/platform/jobs.ts'
import { moveDue } from '#server/booking/settlement/dispute-deadline.ts'
import { finishDue } from '#server/booking/visit/visit.ts'
import { completeAsClient, booked, contactOf, hereOf } from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import { receivedBy } from '#server/testing/emails.ts'
import * as people from '#server/testing/people.ts'
import { refusalOf, type Person } from '#server/testing/person.ts'
import { accountsOf, rentedHours } from '#server/testing/reservations.ts'
import { administrator } from '#server/testing/world.ts'

let kalli: TestServer
let admin: Person
before(async () => {
  kalli = await startTestServer()
  admin = await administrator(kalli)
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

/** A unit at $150.00 an hour, by agreement, and a service of $1,000.00 that takes an hour and a half. */
const place = async (rules: Partial<PriceRules> = {}) => {
  kalli.time.set(testNow)
  const at = await people.bookable(kalli, { noticeMinutes: 0, units: 1 })
  await kalli.database.pool.query('update agreements set rate_per_hour_cents = 15000 where id = $1', [
    at.agreementId,
  ])
  if (Object.keys(rules).length > 0) {
    const params = { id: at.space.id }
    const { version, baseCents } = (await at.host.person.call(spacePricing, { params })).body
    const answer = await at.host.person.call(saveSpacePricing, {
      params,
      body: { version, baseCents, rules: { ...noRules, ...rules } },
    })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
  }
  return at
}
type Place = Awaited<ReturnType<typeof place>>

type Times = { late?: number; early?: number; near?: boolean }
/** The client comes `late` minutes late, leaves `early` minutes early (below zero: later than booked), and the visit is divided. */
const given = async (at: Place, times: Times, values = { place: 4 }) => {
  const one = await booked(kalli, at, { date: '2026-11-20', contact: contactOf(), ...values })
  return leave(at, one, times)
}

/** The professional completes rented hours, the client a visit. */
const completed = (at: Place, { id, arrivalCode }: { id: string; arrivalCode: string | null }) =>
  arrivalCode === null
    ? at.professional.person.call(attendance.complete, { params: { id }, query: {} })
    : completeAsClient(kalli, id)

const leave = async (
  at: Place,
  one: { id: string; startsAt: string; endsAt: string; arrivalCode: string | null },
  { late = 0, early = 0, near = false }: Times,
) => {
  const params = { id: one.id }
  const pro = at.professional.person
  const clockAt = (instant: string, minutes: number) =>
    kalli.time.set(new Date(Date.parse(instant) + minutes * 60_000))
  clockAt(one.startsAt, late)
  const came = await pro.call(attendance.checkIn, {
    params,
    body: near
      ? { position: people.here }
      : one.arrivalCode === null
        ? await hereOf(kalli, one.id)
        : { code: one.arrivalCode },
  })
  assert.equal(came.status, 200, JSON.stringify(came.body))
  clockAt(one.endsAt, -early)
  const left = await pro.call(attendance.checkOut, { params, body: {} })
  assert.equal(left.status, 200, JSON.stringify(left.body))
  const done = await completed(at, one)
  assert.equal(done.status, 200, JSON.stringify(done.body))
  const shown = await pro.call(booking.booking, { params, query: { as: 'professional' } })
  return { ...shown.body, params, clockAt }
}

const receiptOf = async (at: Place, id: string, as: 'professional' | 'host') => {
  const { body } = await at[as].person.call(booking.receipt, { params: { id }, query: { as } })
  assert.equal(
    body.lines.reduce((sum, { amountCents }) => sum + amountCents, 0),
    body.netCents,
  )
  return body
}
const overtimeOn = (lines: readonly { code: string; amountCents: number }[]) =>
  lines.filter(({ code }) => code.startsWith('overtime')).map(({ amountCents }) => amountCents)

const payoutsOf = async (bookingId: string) => {
  const { rows } = await kalli.database.pool.query<{ party: string; cents: number; at: Date }>(
    `select party, amount_cents::int as cents, release_at as at from payouts
     where booking_id in ($1, (select id from overtimes where booking_id = $1)) order by party, release_at`,
    [bookingId],
  )
  return rows
}

test('25 minutes over at $150 an hour charge 15 after ten free ones, $37.50 from the professional’s share', async () => {
  const at = await place()
  const plain = await given(at, {})
  assert.equal(plain.overtime, null)
  const plainNet = (await receiptOf(at, plain.id, 'professional')).netCents
  kalli.time.set(testNow)
  const one = await given(at, { early: -25 }, { place: 4 })
  assert.deepEqual(one.overtime && { ...one.overtime, contestBy: '' }, {
    minutes: 25,
    chargedMinutes: 15,
    cutShort: false,
    amountCents: 3750,
    contestBy: '',
  })
  assert.equal(Date.parse(one.overtime?.contestBy ?? ''), Date.parse(one.endsAt) + (25 + 48 * 60) * 60_000)
  const own = await receiptOf(at, one.id, 'professional')
  assert.deepEqual(overtimeOn(own.lines), [-3750])
  assert.equal(own.netCents, plainNet - 3750)
  // Five per cent of 37.50 is 1.875, half up.
  const host = await receiptOf(at, one.id, 'host')
  assert.deepEqual(overtimeOn(host.lines).slice(0, 2), [3750, -188])
  const payouts = await payoutsOf(one.id)
  assert.deepEqual(
    payouts.filter(({ party }) => party === 'professional').map(({ cents }) => cents),
    [own.netCents],
  )
  const toHost = payouts.filter(({ party }) => party === 'host')
  assert.equal(
    toHost.reduce((sum, { cents }) => sum + cents, 0),
    host.netCents,
  )
  // Not before the time to contest is over, nor before the rest.
  assert.ok(toHost.every(({ at }) => at.toISOString() >= (one.overtime?.contestBy ?? '')))
  assert.equal(await people.trialBalance(kalli), 0)
  // The client's price and receipt do not contain it, and the client is not notified.
  const { body } = await at.host.person.call(booking.booking, { params: one.params, query: {} })
  assert.equal(body.overtime?.amountCents, 3750)
})

test('the second hour of overtime costs half as much again, and no more than two hours are charged', async () => {
  const at = await place()
  const long = await given(at, { early: -85 })
  assert.equal(long.overtime?.amountCents, 15_000 + 5625)
  const lines = (await receiptOf(at, long.id, 'professional')).lines
  assert.deepEqual(overtimeOn(lines), [-15_000, -5625])
  // The job that ends it at two hours was late: two hours count.
  const longest = await given(at, { early: -130 })
  assert.equal(longest.overtime?.minutes, 120)
  // 110 minutes beyond the free ten are eight steps: an hour at $150 and an hour at $225.
  assert.equal(longest.overtime?.amountCents, 15_000 + 22_500)
})

test('charged overtime ends where the next booking begins, and the database refuses more', async () => {
  const at = await place()
  const first = await booked(kalli, at, { date: '2026-11-20', place: 0, contact: contactOf() })
  // Half an hour after its end, at the only unit.
  await booked(kalli, at, { date: '2026-11-20', place: 1, contact: contactOf() })
  const one = await leave(at, first, { early: -45 })
  // Ten free and two thirds of two steps.
  assert.deepEqual([one.overtime?.chargedMinutes, one.overtime?.amountCents], [20, 5000])
  assert.equal(one.overtime?.cutShort, true)
  await assert.rejects(
    kalli.database.pool.query(
      `insert into overtimes (id, booking_id, paid_until, left_at, charged_until, minutes, charged_minutes, cut_short, amount_cents,
         lines, contest_by)
       select gen_random_uuid(), id, ends_at, ends_at + interval '1 hour', ends_at + interval '2 hours', 60, 60, false, 100, '[]',
         ends_at + interval '49 hours' from bookings where id = $1`,
      [first.id],
    ),
    /overtimes_of_booking|overtimes_before_next|has no overtime/,
  )
})

test('a visit without a registered departure counts as ended on time', async () => {
  const at = await place()
  const one = await booked(kalli, at, { date: '2026-11-20', place: 4, contact: contactOf() })
  kalli.time.set(new Date(one.startsAt))
  await at.professional.person.call(attendance.checkIn, {
    params: { id: one.id },
    body: await hereOf(kalli, one.id),
  })
  kalli.time.set(new Date(Date.parse(one.endsAt) + 2 * 3_600_000))
  await finishDue(kalli.work())
  const { body } = await at.professional.person.call(booking.booking, {
    params: { id: one.id },
    query: {},
  })
  assert.equal(body.status, 'completed')
  assert.equal(body.checkedOutAt, one.endsAt)
  assert.equal(body.overtime, null)
})

test('overtime of rented hours is owed, and deducted from the professional’s next payout', async () => {
  const at = await place()
  const hours = { date: '2026-11-20', startMinute: 900, minutes: 60 }
  const rent = await rentedHours(at.professional.person, at, hours)
  const one = await leave(at, { ...rent, arrivalCode: null }, { early: -25 })
  assert.equal(one.overtime?.amountCents, 3750)
  const accounts = await accountsOf(kalli, rent.id)
  assert.equal(accounts[1120], 3750)
  const own = await receiptOf(at, rent.id, 'professional')
  // What they pay: the hour and the overtime.
  assert.equal(own.netCents, 15_000 + 3750)
  assert.equal((await receiptOf(at, rent.id, 'host')).lines[0]?.amountCents, 15_000)
  // A visit the next day pays it off.
  kalli.time.set(testNow)
  const visit = await booked(kalli, at, { date: '2026-11-21', place: 4, contact: contactOf() })
  await leave(at, visit, {})
  kalli.time.set(new Date(Date.parse(visit.endsAt) + 80 * 3_600_000))
  await payDue(kalli.work())
  const { rows } = await kalli.database.pool.query<{ taken: number; owed: number }>(
    `select (select clawed_back_cents::int from payouts where booking_id = $1 and party = 'professional') as taken,
       (select coalesce(sum(amount_cents), 0)::int from balances where account = 1120 and party_id = $2) as owed`,
    [visit.id, at.professional.id],
  )
  assert.deepEqual(rows[0], { taken: 3750, owed: 0 })
  assert.equal(await people.trialBalance(kalli), 0)
})

test('with the actual-use rule rent runs from proven arrival to check-out, with a minimum, and else as booked', async () => {
  const usual = await place()
  assert.equal((await given(usual, { late: 30, early: 30 })).rentCents, 22_500)
  const at = await place({ actualUse: true })
  // Ninety minutes booked; sixty used.
  const hour = await given(at, { late: 12, early: 18 })
  assert.equal(hour.rentCents, 15_000)
  const host = await receiptOf(at, hour.id, 'host')
  assert.equal(host.lines[0]?.amountCents, 15_000)
  assert.match(host.lines[0]?.explanation ?? '', /1 h a \$150/)
  // The position is compared with the place: like a code posted there, it proves the time.
  const near = await given(await place({ actualUse: true }), { late: 12, early: 18, near: true })
  assert.deepEqual([near.checkInMethod, near.rentCents], ['position', 15_000])
  // Never less than the space's minimum.
  kalli.time.set(testNow)
  const least = await given(at, { late: 0, early: 80 })
  const { rows } = await kalli.database.pool.query<{ least: number }>(
    'select minimum_minutes as least from spaces where id = $1',
    [at.space.id],
  )
  assert.equal(least.rentCents, ((rows[0]?.least ?? 0) * 15_000) / 60)
  assert.equal(await people.trialBalance(kalli), 0)
})

test('with the actual-use rule unused rented hours are refunded to the card', async () => {
  const at = await place({ actualUse: true })
  const hours = { date: '2026-11-20', startMinute: 900, minutes: 120 }
  const rent = await rentedHours(at.professional.person, at, hours)
  await leave(at, { ...rent, arrivalCode: null }, { early: 45 })
  await drain(kalli)
  const { body } = await at.professional.person.call(reservation, { params: { id: rent.id } })
  assert.equal(body.rentCents, 18_750)
  const own = await receiptOf(at, rent.id, 'professional')
  assert.equal(own.netCents, 18_750)
  const { rows } = await kalli.database.pool.query<{ back: number }>(
    'select refunded_cents::int as back from payments where booking_id = $1',
    [rent.id],
  )
  assert.equal(rows[0]?.back, 11_250)
  assert.equal(await people.trialBalance(kalli), 0)
})

test('a check-in by position starts rented hours, and one from afar does not', async () => {
  const at = await place({ actualUse: true })
  const hours = { date: '2026-11-20', startMinute: 900, minutes: 120 }
  const { id, startsAt } = await rentedHours(at.professional.person, at, hours)
  const params = { id }
  kalli.time.set(new Date(startsAt))
  const read = async () => (await at.professional.person.call(reservation, { params })).body
  assert.deepEqual((await read()).byPosition, { allowed: true, reason: null })
  const come = (position: typeof people.here) =>
    at.professional.person.call(attendance.checkIn, { params, body: { position } })
  assert.equal(refusalOf(await come({ ...people.here, latitude: 19.5 })).code, 'too_far')
  assert.equal((await read()).status, 'confirmed')
  const came = await come(people.here)
  assert.deepEqual([came.body.status, came.body.checkInMethod], ['in_progress', 'position'])
  assert.equal((await read()).byPosition, undefined)
})

test('two simultaneous check-outs result in one check-out and one overtime', async () => {
  const at = await place()
  const one = await booked(kalli, at, { date: '2026-11-20', place: 4, contact: contactOf() })
  const params = { id: one.id }
  kalli.time.set(new Date(one.startsAt))
  await at.professional.person.call(attendance.checkIn, { params, body: await hereOf(kalli, params.id) })
  kalli.time.set(new Date(Date.parse(one.endsAt) + 30 * 60_000))
  await Promise.all(
    Array.from({ length: 4 }, () => at.professional.person.call(attendance.checkOut, { params, body: {} })),
  )
  await Promise.all(Array.from({ length: 4 }, () => completeAsClient(kalli, params.id)))
  const { rows } = await kalli.database.pool.query<{ n: number; posted: number }>(
    `select (select count(*)::int from overtimes where booking_id = $1) as n,
       (select count(*)::int from journals where booking_id = $1 and kind = 'overtime') as posted`,
    [one.id],
  )
  assert.deepEqual(rows[0], { n: 1, posted: 1 })
  await assert.rejects(
    kalli.database.pool.query('delete from overtimes where booking_id = $1', [one.id]),
    /overtimes_fixed|cannot be changed/,
  )
})

type Given = Awaited<ReturnType<typeof given>>

const contest = (
  at: Place,
  { params }: Pick<Given, 'params'>,
  as: 'professional' | 'host' = 'professional',
) =>
  at[as].person.call(dispute.openDispute, {
    params,
    query: {},
    body: { as, subject: 'overtime', statement: 'Salí a la hora; guardé mis cosas.', photos: [], proofs: [] },
  })

const reported = async (at: Place, { params }: Pick<Given, 'params'>, as: 'professional' | 'host') =>
  (await at[as].person.call(dispute.disputes, { params, query: { as } })).body.disputes[0] ??
  assert.fail('nothing was contested')

const answer = async (
  at: Place,
  one: Pick<Given, 'params'>,
  move: 'answer' | 'concede' | 'withdraw',
  as: 'professional' | 'host' = 'host',
) => {
  const { id, version } = await reported(at, one, as)
  return at[as].person.call(dispute.moveDispute, {
    params: { id, move },
    query: {},
    body: { version, as, text: move === 'answer' ? 'La alarma dice 18:25.' : '', photos: [] },
  })
}

/** Each payee's amounts of a visit and its overtime, and what of it waits. */
const current = async (at: Place, one: Pick<Given, 'id'>) => {
  await drain(kalli)
  const { rows } = await kalli.database.pool.query<{ professional: number; host: number; frozen: number }>(
    `select ${(['professional', 'host'] as const)
      .map(
        (
          side,
        ) => `(select -coalesce(sum(amount_cents), 0)::int from entries join journals on journals.id = journal_id
          where booking_id = $1 and side = '${side}' and account in (2020, 2030, 1120, 1130)) as ${side}`,
      )
      .join(', ')},
      (select coalesce(sum(amount_cents - clawed_back_cents), 0)::int from payouts where status = 'withheld'
        and frozen_for in (select id from disputes where booking_id = $1)) as frozen`,
    [one.id],
  )
  assert.equal(await people.trialBalance(kalli), 0)
  return rows[0] ?? assert.fail('no money')
}

test('contesting freezes only the overtime, and a host who concedes refunds all of it with its commission', async () => {
  const at = await place()
  const plain = await current(at, await given(at, {}))
  kalli.time.set(testNow)
  const one = await given(at, { early: -25 })
  assert.equal(refusalOf(await contest(at, one, 'host')).code, 'dispute_not_movable')
  const charged = await receivedBy(kalli, at.professional, /^Tiempo extra: /)
  assert.ok(charged.rings)
  assert.match(charged.email?.text ?? '', /Si no fue así, dilo antes del/)
  assert.equal((await contest(at, one)).status, 200)
  const requested = await receivedBy(kalli, at.host, 'No están de acuerdo con el tiempo extra: responde')
  assert.ok(requested.rings)
  assert.match(requested.email?.text ?? '', /si no, se le devuelve/)
  assert.equal(refusalOf(await contest(at, one)).code, 'dispute_not_movable')
  const { frozen, professional } = await current(at, one)
  assert.equal(professional, plain.professional - 3750)
  const hostPart = (await current(at, one)).host - plain.host
  assert.equal(frozen, hostPart)
  // The rest of the visit is paid out, the overtime is not.
  one.clockAt(one.endsAt, 47 * 60)
  await payDue(kalli.work())
  assert.equal((await current(at, one)).frozen, hostPart)
  const moves = (await reported(at, one, 'host')).moves.filter(({ allowed }) => allowed)
  assert.deepEqual(
    moves.map(({ move }) => move),
    ['answer', 'concede'],
  )
  const both = await Promise.all([answer(at, one, 'concede'), answer(at, one, 'concede')])
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409])
  assert.deepEqual(await current(at, one), { ...plain, frozen: 0 })
  const receipt = await receiptOf(at, one.id, 'host')
  assert.equal(receipt.netCents, plain.host)
  assert.equal((await reported(at, one, 'professional')).decision?.conceded, true)
})

test('an insisting host leaves it to an administrator, a silent one loses, and after two days nothing can be contested', async () => {
  const at = await place()
  const plain = await current(at, await given(at, {}))
  kalli.time.set(testNow)
  const one = await given(at, { early: -25 })
  await contest(at, one)
  assert.equal((await answer(at, one, 'answer')).status, 200)
  const { disputes } = (await admin.call(dispute.disputesToDecide)).body
  const found = disputes.find(({ bookingId }) => bookingId === one.id) ?? assert.fail('not in the queue')
  assert.equal(found.line, 'overtime')
  const decided = await admin.call(dispute.decideDispute, {
    params: { id: found.id },
    body: {
      version: found.version,
      outcome: 'nothing',
      chargedTo: null,
      reason: 'Leí lo que dicen las dos partes.',
    },
  })
  assert.equal(decided.status, 200)
  one.clockAt(one.endsAt, 80 * 60)
  await moveDue(kalli.work())
  const stays = await current(at, one)
  assert.deepEqual([stays.professional, stays.frozen], [plain.professional - 3750, 0])

  kalli.time.set(testNow)
  const silent = await given(at, { early: -25 })
  await contest(at, silent)
  silent.clockAt(silent.endsAt, 49 * 60)
  await Promise.all([moveDue(kalli.work()), moveDue(kalli.work())].map((run) => run.catch(() => undefined)))
  silent.clockAt(silent.endsAt, 125 * 60)
  await moveDue(kalli.work())
  assert.deepEqual(await current(at, silent), { ...plain, frozen: 0 })

  const another = await place()
  const late = await given(another, { early: -25 })
  late.clockAt(late.endsAt, 48 * 60 + 25)
  assert.equal(refusalOf(await contest(another, late)).code, 'dispute_not_movable')
})

test('overtime contested before the split, or of rented hours, is frozen and refunded in the same way', async () => {
  const at = await place()
  const visit = await booked(kalli, at, { date: '2026-11-20', place: 4, contact: contactOf() })
  const params = { id: visit.id }
  kalli.time.set(new Date(visit.startsAt))
  await at.professional.person.call(attendance.checkIn, { params, body: await hereOf(kalli, params.id) })
  kalli.time.set(new Date(Date.parse(visit.endsAt) + 25 * 60_000))
  await at.professional.person.call(attendance.checkOut, { params, body: {} })
  assert.equal((await contest(at, { params })).status, 200)
  // There is nothing to refund yet, as the button says.
  assert.equal(refusalOf(await answer(at, { params }, 'concede')).code, 'dispute_not_movable')
  await completeAsClient(kalli, params.id)
  assert.ok((await current(at, visit)).frozen > 0)
  assert.equal((await answer(at, { params }, 'concede')).status, 200)
  assert.equal((await current(at, visit)).frozen, 0)

  kalli.time.set(testNow)
  const hours = { date: '2026-11-21', startMinute: 900, minutes: 60 }
  const rent = await rentedHours(at.professional.person, at, hours)
  const one = await leave(at, { ...rent, arrivalCode: null }, { early: -25 })
  assert.equal((await contest(at, one)).status, 200)
  assert.equal((await answer(at, one, 'concede')).status, 200)
  assert.equal((await current(at, one)).professional, 0)
})
