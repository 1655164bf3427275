import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as booking from '#contract/booking/booking.ts'
import * as holds from '#contract/booking/hold.ts'
import * as cancellations from '#contract/booking/cancellation.ts'
import * as attendance from '#contract/booking/attendance.ts'
import { moveUnit, readTimeline, timeline } from '#contract/booking/agenda/timeline.ts'
import * as contract from '#contract/booking/rent/reservation.ts'
import * as contractOfHandOver from '#contract/booking/rent/hand-over.ts'
import { supportCancel, supportCancelQuote } from '#contract/booking/support/support.ts'
import { runJobsOnce } from '#server/platform/jobs.ts'
import { booked, claimsOf, held, movesOf, slotsOn, type Bookable } from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { refusalOf } from '#server/testing/person.ts'
import {
  accountsOf,
  heldHours,
  overlapsIn,
  payHours,
  quoteHours,
  rentedHours,
  tokenFor,
} from '#server/testing/reservations.ts'
import { administrator } from '#server/testing/world.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

const rentPeople = async (values: { units?: number; rentPolicy?: string } = {}): Promise<Bookable> => {
  const at = await people.bookable(kalli, { units: values.units ?? 1, noticeMinutes: 0 })
  if (values.rentPolicy !== undefined)
    await kalli.database.kysely
      .updateTable('spaces')
      .set({ rent_policy: values.rentPolicy })
      .where('id', '=', at.space.id)
      .execute()
  return at
}

const colleague = async (at: Bookable) => {
  const other = await people.professional(kalli, { firstName: 'Berta' })
  await people.agreement(kalli, other.id, at.space.id)
  return other
}

test('renting hours asks a visitor to sign in, a client for a professional profile, and a professional for an agreement', async () => {
  const at = await rentPeople()
  const stranger = await people.professional(kalli)
  const client = await people.signIn(kalli, await people.account(kalli))
  assert.equal((await quoteHours(kalli.visitor(), at)).rent.may, 'visitor')
  assert.equal((await quoteHours(client, at)).rent.may, 'other_profile')
  const asks = await quoteHours(stranger.person, at)
  assert.deepEqual([asks.rent.may, asks.rent.token], ['apply', null])
  const token = await tokenFor(at.professional.person, at)
  const stolen = await stranger.person.call(contract.holdReservation, { body: { token } })
  assert.equal(refusalOf(stolen).code, 'slot_token_invalid')
})

test('at a space with automatic admission, a professional without an agreement rents at the list price', async () => {
  const at = await rentPeople()
  await kalli.database.kysely
    .updateTable('spaces')
    .set({ welcome: 'instant' })
    .where('id', '=', at.space.id)
    .execute()
  const stranger = await people.professional(kalli)
  const quote = await quoteHours(stranger.person, at)
  assert.deepEqual([quote.rent.may, quote.totalCents], ['yes', 80_000])
  assert.equal((await rentedHours(stranger.person, at)).status, 'confirmed')
})

test('hours below the minimum block are not rented, by the hour or by a visit, unless the visit pays the block', async () => {
  const at = await rentPeople()
  const says = (values: { block_minutes: number; minimum_minutes?: number }) =>
    kalli.database.kysely.updateTable('spaces').set(values).where('id', '=', at.space.id).execute()
  const visits = async () => (await slotsOn(kalli.visitor(), at)).length
  const { person } = at.professional
  const free = await visits()
  const hour = await tokenFor(person, at, { minutes: 60 })
  await says({ block_minutes: 120 })
  const quote = await quoteHours(person, at, { minutes: 60 })
  assert.deepEqual(
    [quote.problem, quote.rent.token, quote.minimumMinutes],
    ['Aquí se renta desde 2 h de una vez.', null, 120],
  )
  const late = await person.call(contract.holdReservation, { body: { token: hour } })
  assert.equal(refusalOf(late).code, 'slot_not_available')
  assert.equal(await visits(), 0)
  const rent = await rentedHours(person, at)
  assert.ok((await visits()) > 0, 'within hours that are rented nobody asks again')
  const short = await person.call(contract.returnQuote, {
    params: { id: rent.id },
    body: {
      startsAt: rent.startsAt,
      endsAt: new Date(Date.parse(rent.startsAt) + 60 * 60_000).toISOString(),
    },
  })
  assert.equal(refusalOf(short).code, 'invalid_input')
  await says({ block_minutes: 120, minimum_minutes: 120 })
  assert.ok((await visits()) >= free - 4, 'a short visit that pays the block')
})

test('renting hours takes unit and professional together, and charges the card at once', async () => {
  const at = await rentPeople()
  const hold = await heldHours(at.professional.person, at)
  assert.equal(hold.status, 'held')
  assert.equal(hold.rentCents, 80_000)
  const again = await heldHours(at.professional.person, at).catch(() => null)
  assert.equal(again, null, 'the hour is not free any more, not even for a second quote')
  const paid = await payHours(at.professional.person, hold.id)
  assert.equal(paid.body.status, 'confirmed')
  assert.equal(paid.body.payment?.status, 'captured')
  const claims = await claimsOf(kalli, hold.id)
  assert.deepEqual(
    claims.map(({ resource_id, state }) => [resource_id, state]),
    [at.professional.id, at.space.units[0] ?? 0].toSorted((a, b) => a - b).map((id) => [id, 'firm']),
  )
  const seen = await at.host.person.call(booking.booking, { params: { id: hold.id }, query: {} })
  assert.deepEqual([seen.body.kind, seen.body.rentCents, seen.body.payment], ['rent', 80_000, null])
  const stranger = await people.professional(kalli)
  const unseen = await stranger.person.call(contract.reservation, { params: { id: hold.id } })
  assert.equal(unseen.status, 404)
})

test('the same token twice makes one hold, and paying twice one charge', async () => {
  const at = await rentPeople()
  const { person } = at.professional
  const token = await tokenFor(person, at)
  const answers = await Promise.all(
    [1, 2, 3].map(() => person.call(contract.holdReservation, { body: { token } })),
  )
  assert.deepEqual(
    new Set(answers.map(({ body }) => body.id)).size,
    1,
    JSON.stringify(answers.map(({ body }) => body)),
  )
  const id = answers[0]?.body.id ?? ''
  const paid = await Promise.all([1, 2, 3].map(() => payHours(person, id)))
  for (const answer of paid) assert.equal(answer.status, 200, JSON.stringify(answer.body))
  const { rows } = await kalli.database.pool.query(
    'select count(*)::int as n from standin.charges where reference = $1',
    [paid[0]?.body.payment?.id],
  )
  assert.deepEqual(rows, [{ n: 1 }])
})

test('a refused card leaves the hours held for another card, and a required approval extends the hold by five minutes', async () => {
  const at = await rentPeople()
  const { person } = at.professional
  const { id, holdExpiresAt } = await heldHours(person, at)
  const declined = await payHours(person, id, 'tok_declined')
  assert.equal(declined.status, 402)
  const requested = await payHours(person, id, 'tok_3ds')
  assert.equal(requested.body.status, 'awaiting_payment')
  assert.ok(requested.body.payment?.actionUrl)
  assert.equal(Date.parse(requested.body.holdExpiresAt ?? '') - Date.parse(holdExpiresAt ?? ''), 5 * 60_000)
  const paid = await payHours(person, id, 'tok_ok')
  assert.equal(paid.body.status, 'confirmed')
})

test('an unpaid hold expires automatically and frees its hours', async (t) => {
  t.after(() => kalli.time.set(testNow))
  const at = await rentPeople()
  const { id } = await heldHours(at.professional.person, at)
  kalli.time.advance(11)
  await runJobsOnce(kalli)
  assert.deepEqual(await movesOf(kalli, id), ['hold by professional', 'expire by platform'])
  assert.equal((await claimsOf(kalli, id)).length, 0)
})

test('the host can move rented hours to another unit at the same price, but not while a visit is within them', async () => {
  const at = await rentPeople({ units: 2 })
  const { person } = at.professional
  const rent = await rentedHours(person, at)
  const [first = 0, second = 0] = at.space.units
  const claims = await claimsOf(kalli, rent.id)
  const taken = claims.find(({ resource_id }) => resource_id !== at.professional.id)?.resource_id
  const unitId = taken === first ? second : first
  const move = (who: typeof person, version: number, to = unitId) =>
    who.call(moveUnit, { params: { id: rent.id }, body: { unitId: to, version } })
  assert.equal((await move((await people.host(kalli)).person, rent.version)).status, 404)
  assert.equal(refusalOf(await move(at.host.person, rent.version - 1)).code, 'stale_version')
  const moved = await move(at.host.person, rent.version)
  assert.equal(moved.status, 200, JSON.stringify(moved.body))
  const after = await claimsOf(kalli, rent.id)
  assert.deepEqual(
    after.map(({ resource_id }) => resource_id).toSorted((a, b) => a - b),
    [at.professional.id, unitId].toSorted((a, b) => a - b),
  )
  assert.equal(await overlapsIn(kalli), 0)
  const mine = await person.call(contract.reservation, { params: { id: rent.id } })
  assert.deepEqual([mine.body.rentCents, mine.body.version], [80_000, rent.version + 1])
  await runJobsOnce(kalli)
  const { rows } = await kalli.database.pool.query<{ title: string }>(
    'select title from notifications where dedupe_key like $1',
    [`booking_moved:${rent.id}:%`],
  )
  assert.equal(rows.length, 1)
  const all = await slotsOn(kalli.visitor(), at)
  await booked(kalli, at, { place: all.findIndex(({ startsAt }) => startsAt.includes('17:00')) })
  const saved = await move(at.host.person, mine.body.version, taken)
  assert.equal(refusalOf(saved).code, 'visits_within')
})

test('returning hours from the middle leaves two rents, refunds their price, and offers them to others', async () => {
  const at = await rentPeople()
  const { person } = at.professional
  const rent = await rentedHours(person, at)
  const params = { id: rent.id }
  const body = {
    startsAt: rent.startsAt,
    endsAt: '2026-11-25T17:00:00.000Z',
    also: { startsAt: '2026-11-25T18:30:00.000Z', endsAt: rent.endsAt },
  }
  const quote = await person.call(contract.returnQuote, { params, body })
  assert.equal(quote.status, 200, JSON.stringify(quote.body))
  assert.equal(quote.body.refundCents, 30_000)
  const back = { params, body: { quoteToken: quote.body.token } }
  const first = await person.call(contract.returnHours, back)
  assert.equal(first.status, 200, JSON.stringify(first.body))
  const again = await person.call(contract.returnHours, back)
  assert.equal(again.status, 200, 'the same once more changes nothing')
  const mine = await person.call(contract.reservations, { query: {} })
  assert.deepEqual(
    mine.body.map((one) => [one.startsAt.slice(11, 16), one.endsAt.slice(11, 16), one.rentCents]),
    [
      ['16:00', '17:00', 20_000],
      ['18:30', '20:00', 30_000],
    ],
  )
  assert.equal(first.body.payment?.refundedCents, 30_000)
  assert.equal(await overlapsIn(kalli), 0)
  assert.equal(await people.trialBalance(kalli), 0)
  const other = await colleague(at)
  const free = await quoteHours(other.person, at, { startMinute: 675, minutes: 60 })
  assert.equal(free.problem, null, 'what went back is offered again')
})

test('a client’s visit within the rented hours is carved out of them and owes no rent, as the receipts say', async () => {
  const at = await rentPeople()
  const { person } = at.professional
  const rent = await rentedHours(person, at)
  const all = await slotsOn(kalli.visitor(), at)
  const starts = all.map(({ startsAt }) => startsAt.slice(11, 16))
  assert.ok(starts.includes('16:00') && starts.includes('18:30'), starts.join(' '))
  const visit = await booked(kalli, at, {
    place: all.findIndex(({ startsAt }) => startsAt.includes('17:00')),
  })
  const { rows } = await kalli.database.pool.query(
    'select rent_cents, rent_minutes, parent_rent_id, unit_id from bookings where id = $1',
    [visit.id],
  )
  assert.deepEqual(rows, [
    { rent_cents: 0, rent_minutes: 0, parent_rent_id: rent.id, unit_id: at.space.units[0] },
  ])
  assert.equal((await claimsOf(kalli, rent.id)).length, 4, 'two pieces of each are left')
  assert.equal(await overlapsIn(kalli), 0)
  const receipt = await person.call(booking.receipt, {
    params: { id: visit.id },
    query: { as: 'professional' },
  })
  assert.equal(receipt.body.netCents, 90_000)
  assert.match(receipt.body.notes.join(' '), /No debes renta/)
  const mine = await person.call(contract.reservation, { params: { id: rent.id } })
  assert.deepEqual(
    mine.body.visits.map(({ id }) => id),
    [visit.id],
  )
  const drawn = await at.host.person.call(timeline, { query: { from: '2026-11-25', to: '2026-11-25' } })
  const claims = readTimeline(drawn.body).spaces[0]?.units[0]?.claims ?? []
  assert.deepEqual(
    claims.toSorted((a, b) => a.startsAt.localeCompare(b.startsAt)).map(({ kind }) => kind),
    ['rent', 'booking', 'rent'],
  )
})

test('a visit within rented hours returns its time to them when released, expired or cancelled', async (t) => {
  t.after(() => kalli.time.set(testNow))
  const at = await rentPeople()
  const rent = await rentedHours(at.professional.person, at)
  const visitor = kalli.visitor()
  const first = await held(visitor, at, '2026-11-25', 3)
  assert.equal((await claimsOf(kalli, rent.id)).length, 4)
  assert.equal((await visitor.call(holds.releaseHold, { params: { id: first.id } })).status, 200)
  const minutes = async () => {
    const { rows } = await kalli.database.pool.query<{ m: number }>(
      `select (extract(epoch from sum(upper(during) - lower(during))) / 60)::int as m from claims
       where booking_id = $1 and resource_id = $2`,
      [rent.id, at.space.units[0]],
    )
    return rows[0]?.m
  }
  assert.equal(await minutes(), 240)
  await held(kalli.visitor(), at, '2026-11-25', 3)
  kalli.time.advance(11)
  await runJobsOnce(kalli)
  assert.equal(await minutes(), 240)
  const visit = await booked(kalli, at, { place: 2 })
  const quote = await visit.who.call(cancellations.cancelQuote, {
    params: { id: visit.id },
    query: { t: visit.t },
    body: { as: 'client' },
  })
  await visit.who.call(cancellations.cancel, {
    params: { id: visit.id },
    query: { t: visit.t },
    body: { quoteToken: quote.body.token, reason: 'Un imprevisto.' },
  })
  assert.equal(await minutes(), 240)
  assert.equal(await overlapsIn(kalli), 0)
})

test('the database refuses a stranger’s claim within the hours, a false link to them, and cancelling them over a visit', async () => {
  const at = await rentPeople()
  const rent = await rentedHours(at.professional.person, at)
  const other = await colleague(at)
  const quote = await quoteHours(other.person, at)
  assert.match(quote.problem ?? '', /ocupadas/)
  const { pool } = kalli.database
  const unit = at.space.units[0]
  const claim = `insert into claims (resource_id, during, state, booking_id, parent_rent_id)
    values ($1, tstzrange('2026-11-25T17:00Z', '2026-11-25T18:00Z'), 'firm', $2, $3)`
  await assert.rejects(pool.query(claim, [unit, null, null]), /claims_never_overlap/)
  const elsewhere = await booked(kalli, await people.bookable(kalli))
  const free = claim
    .replace('2026-11-25T17:00Z', '2026-12-25T17:00Z')
    .replace('2026-11-25T18:00Z', '2026-12-25T18:00Z')
  await assert.rejects(pool.query(free, [unit, elsewhere.id, rent.id]), /is not within rent/)
  await booked(kalli, at, { place: 2 })
  await assert.rejects(
    pool.query(
      `with gone as (delete from claims where booking_id = $1)
       update bookings set status = 'cancelled_by_professional', version = version + 1 where id = $1`,
      [rent.id],
    ),
    /has visits within/,
  )
  await assert.rejects(
    pool.query(`update bookings set parent_rent_id = $2, rent_cents = 100 where id = $1`, [
      elsewhere.id,
      rent.id,
    ]),
    /bookings_pay_outside_parent_rent/,
  )
  const refused = await at.professional.person.call(cancellations.cancelQuote, {
    params: { id: rent.id },
    query: {},
    body: { as: 'professional' },
  })
  assert.equal(refusalOf(refused).code, 'visits_within')
  const seen = await at.host.person.call(booking.booking, { params: { id: rent.id }, query: {} })
  const move = seen.body.moves.find(({ move }) => move === 'cancel_as_host')
  assert.match(move?.reason ?? '', /Hay una cita dentro/)
})

test('a used rent is divided to the centavo, and with withholding as in J21', async (t) => {
  t.after(() => kalli.time.set(testNow))
  const setting = (value: string) =>
    kalli.database.kysely.updateTable('settings').set({ value }).where('name', '=', 'withholding').execute()
  await setting('true')
  t.after(() => setting('false'))
  const at = await rentPeople()
  const { person } = at.professional
  // 1 h 30 min at $200: the 300.00 of money.md.
  const rent = await rentedHours(person, at, { date: '2026-11-21', minutes: 90 })
  kalli.time.set(new Date('2026-11-21T16:00:00Z'))
  const params = { id: rent.id }
  const arrived = await person.call(attendance.checkIn, { params, body: { code: `S${at.space.units[0]}` } })
  assert.equal(arrived.body.checkInMethod, 'station_code', JSON.stringify(arrived.body))
  kalli.time.advance(90)
  assert.equal((await person.call(attendance.checkOut, { params, body: {} })).status, 200)
  const closed = await person.call(attendance.complete, { params, query: {} })
  assert.equal(closed.body.status, 'completed', JSON.stringify(closed.body))
  const after = await accountsOf(kalli, rent.id)
  const { 1010: _pending, 5010: _fee, 1150: _iva, ...divided } = after
  assert.deepEqual(divided, { 2030: -25_784, 2110: -647, 2120: -2069, 2130: -207, 4020: -1293 })
  const receipts = await Promise.all([
    person.call(booking.receipt, { params, query: { as: 'professional' } }),
    at.host.person.call(booking.receipt, { params, query: { as: 'host' } }),
  ])
  assert.deepEqual(
    receipts.map(({ body }) => [body.netCents, body.lines.map(({ amountCents }) => amountCents)]),
    [
      [30_000, [30_000]],
      [25_784, [30_000, -1500, -647, -2069]],
    ],
  )
  assert.equal(await people.trialBalance(kalli), 0)
})

test('a cancellation retains what the space’s policy says at that moment, and refunds the rest', async (t) => {
  t.after(() => kalli.time.set(testNow))
  // Four hours at $200 from Wednesday 25, 10:00.
  const cases = [
    { policy: 'relaxed', at: '2026-11-25T11:59:00Z', retainedCents: 0 },
    { policy: 'relaxed', at: '2026-11-25T12:01:00Z', retainedCents: 40_000 },
    { policy: 'normal', at: '2026-11-24T15:59:00Z', retainedCents: 0 },
    { policy: 'normal', at: '2026-11-24T16:01:00Z', retainedCents: 40_000 },
    { policy: 'normal', at: '2026-11-25T12:01:00Z', retainedCents: 80_000 },
    { policy: 'firm', at: '2026-11-22T15:59:00Z', retainedCents: 0 },
    { policy: 'firm', at: '2026-11-22T16:01:00Z', retainedCents: 40_000 },
    { policy: 'firm', at: '2026-11-24T16:01:00Z', retainedCents: 80_000 },
  ]
  for (const { policy, at: moment, retainedCents } of cases) {
    kalli.time.set(testNow)
    const at = await rentPeople({ rentPolicy: policy })
    const { person } = at.professional
    const rent = await rentedHours(person, at)
    kalli.time.set(new Date(moment))
    const params = { id: rent.id }
    const quote = await person.call(cancellations.cancelQuote, {
      params,
      query: {},
      body: { as: 'professional' },
    })
    assert.deepEqual(
      [quote.body.feeCents, quote.body.refundCents],
      [retainedCents, 80_000 - retainedCents],
      `${policy} ${moment}`,
    )
    const ended = await person.call(cancellations.cancel, {
      params,
      query: {},
      body: { quoteToken: quote.body.token, reason: 'Un imprevisto.' },
    })
    assert.equal(ended.body.status, 'cancelled_by_professional', JSON.stringify(ended.body))
    assert.equal((await claimsOf(kalli, rent.id)).length, 0)
    const seen = await person.call(contract.reservation, { params })
    assert.equal(seen.body.payment?.refundedCents, 80_000 - retainedCents)
    const receipt = await person.call(booking.receipt, { params, query: { as: 'professional' } })
    assert.equal(receipt.body.netCents, retainedCents)
    // −5 % of what is retained, to the centavo.
    assert.equal(retainedCents - retainedCents / 20 + ((await accountsOf(kalli, rent.id))[2030] ?? 0), 0)
  }
  assert.equal(await people.trialBalance(kalli), 0)
})

test('a host who cancels refunds everything and owes a quarter of the rent', async () => {
  const at = await rentPeople()
  const rent = await rentedHours(at.professional.person, at)
  const params = { id: rent.id }
  const quote = await at.host.person.call(cancellations.cancelQuote, {
    params,
    query: {},
    body: { as: 'host' },
  })
  await at.host.person.call(cancellations.cancel, {
    params,
    query: {},
    body: { quoteToken: quote.body.token, reason: 'Un imprevisto.' },
  })
  const seen = await at.professional.person.call(contract.reservation, { params })
  assert.equal(seen.body.status, 'cancelled_by_host')
  assert.equal(seen.body.payment?.refundedCents, 80_000)
  const accounts = await accountsOf(kalli, rent.id)
  assert.deepEqual([accounts[1130], accounts[2020]], [20_000, -20_000])
})

test('after a late return, a host’s cancellation refunds as stated and owes a quarter of the remaining hours', async (t) => {
  t.after(() => kalli.time.set(testNow))
  const admin = await administrator(kalli)
  const cause = { cause: 'safety', reason: 'Se inundó la calle.' } as const
  for (const [by, said, owedCents] of [
    [
      'host',
      'Cancela el espacio: se devuelve todo menos $200 de las horas que ya se habían devuelto.',
      10_000,
    ],
    ['nobody', 'Quien rentó recupera todo menos $200 de las horas que ya se habían devuelto.', 0],
    [
      'fault of the host',
      'Quien rentó recupera todo menos $200 de las horas que ya se habían devuelto; el espacio lo compensa según las reglas.',
      10_000,
    ],
  ] as const) {
    kalli.time.set(testNow)
    const at = await rentPeople()
    const { person } = at.professional
    const rent = await rentedHours(person, at)
    // As below: half of $400.00 for the last two hours stays due.
    kalli.time.set(new Date('2026-11-25T04:00:00Z'))
    const params = { id: rent.id }
    const body = { startsAt: rent.startsAt, endsAt: '2026-11-25T18:00:00.000Z' }
    const quoteToken = (await person.call(contract.returnQuote, { params, body })).body.token
    assert.equal((await person.call(contract.returnHours, { params, body: { quoteToken } })).status, 200)
    if (by === 'host') {
      const { token, reason, refundCents, lines } = (
        await at.host.person.call(cancellations.cancelQuote, { params, query: {}, body: { as: 'host' } })
      ).body
      assert.deepEqual(
        [reason, refundCents, lines.map(({ amountCents }) => amountCents)],
        [said, 40_000, [40_000, -20_000, -10_000]],
      )
      const order = { quoteToken: token, reason: 'Un imprevisto.' }
      await at.host.person.call(cancellations.cancel, { params, query: {}, body: order })
    } else {
      const fault = by === 'nobody' ? by : 'host'
      const quote = await admin.call(supportCancelQuote, { params, body: { fault } })
      const order = { quoteToken: quote.body.token, ...cause }
      const done = await admin.call(supportCancel, { params, body: order })
      assert.equal(done.status, 200, JSON.stringify(done.body))
    }
    const { body: seen } = await person.call(contract.reservation, { params })
    assert.equal(seen.cancellation?.reason.endsWith(said), true, JSON.stringify(seen.cancellation))
    assert.equal(seen.payment?.refundedCents, 60_000)
    const accounts = await accountsOf(kalli, rent.id)
    assert.deepEqual([accounts[1130] ?? 0, accounts[2020] ?? 0], [owedCents, -owedCents || 0])
  }
  assert.equal(await people.trialBalance(kalli), 0)
})

test('returned hours are refunded less what the policy retains, and the rest is divided at its end', async (t) => {
  t.after(() => kalli.time.set(testNow))
  const at = await rentPeople()
  const { person } = at.professional
  const rent = await rentedHours(person, at)
  // Half a day before: the last two hours begin in 14 hours, so half of them stays due.
  kalli.time.set(new Date('2026-11-25T04:00:00Z'))
  const body = { startsAt: rent.startsAt, endsAt: '2026-11-25T18:00:00.000Z' }
  const params = { id: rent.id }
  const quote = await person.call(contract.returnQuote, { params, body })
  assert.deepEqual(
    [quote.body.refundCents, quote.body.feeCents],
    [20_000, 20_000],
    JSON.stringify(quote.body),
  )
  const key = crypto.randomUUID()
  const once = () =>
    person.call(contract.returnHours, { params, body: { quoteToken: quote.body.token } }, { key })
  const left = await once()
  assert.equal(left.body.minutes, 120, JSON.stringify(left.body))
  assert.deepEqual((await once()).body, left.body)
  assert.equal(left.body.rentCents, 60_000)
  assert.equal(
    left.body.lines.reduce((sum, { amountCents }) => sum + amountCents, 0),
    60_000,
  )
  assert.equal(left.body.payment?.refundedCents, 20_000)
  assert.equal(await people.trialBalance(kalli), 0)
  const other = await colleague(at)
  const free = await quoteHours(other.person, at, { startMinute: 720, minutes: 120 })
  assert.equal(free.problem, null, 'what was given back is for sale again')
  // Too late for another quote of the same hours: the policy retains all of them by now.
  kalli.time.set(new Date('2026-11-25T13:30:00Z'))
  const late = await person.call(contract.returnQuote, {
    params,
    body: { startsAt: rent.startsAt, endsAt: '2026-11-25T17:00:00.000Z' },
  })
  assert.equal(refusalOf(late).code, 'return_too_late', JSON.stringify(late.body))
  kalli.time.set(new Date('2026-11-26T19:00:00Z'))
  await runJobsOnce(kalli)
  const accounts = await accountsOf(kalli, rent.id)
  assert.equal(accounts[2030], -57_000)
  assert.equal(accounts[2010], undefined)
  assert.equal(accounts[2040], undefined)
  const receipt = await person.call(booking.receipt, { params, query: { as: 'professional' } })
  assert.deepEqual(
    [receipt.body.state, receipt.body.netCents, receipt.body.lines.map(({ amountCents }) => amountCents)],
    ['settled', 60_000, [80_000, -20_000]],
  )
  assert.equal(await people.trialBalance(kalli), 0)
})

test('hours with a booked client cannot be returned or handed over', async () => {
  const at = await rentPeople()
  const { person } = at.professional
  const rent = await rentedHours(person, at)
  const other = await colleague(at)
  const all = await slotsOn(kalli.visitor(), at)
  await booked(kalli, at, { place: all.findIndex(({ startsAt }) => startsAt.includes('18:30')) })
  const params = { id: rent.id }
  const back = await person.call(contract.returnQuote, {
    params,
    body: { startsAt: rent.startsAt, endsAt: '2026-11-25T18:00:00.000Z' },
  })
  assert.equal(refusalOf(back).code, 'visits_within')
  const head = await person.call(contract.returnQuote, {
    params,
    body: { startsAt: '2026-11-25T18:00:00.000Z', endsAt: rent.endsAt },
  })
  assert.equal(head.status, 200, JSON.stringify(head.body))
  const over = await person.call(contract.offerHours, {
    params,
    body: { professionalId: other.id, version: rent.version },
  })
  assert.equal(refusalOf(over).code, 'visits_within')
})

test('after a handover the new professional has the hours at no cost, and the payer keeps the receipt', async () => {
  const at = await rentPeople()
  const { person } = at.professional
  const rent = await rentedHours(person, at)
  const params = { id: rent.id }
  const other = await colleague(at)
  const stranger = await people.professional(kalli)
  const offer = (professionalId: number, version = rent.version) =>
    person.call(contract.offerHours, { params, body: { professionalId, version } })
  assert.equal(refusalOf(await offer(stranger.id)).code, 'rent_not_allowed')
  assert.equal(refusalOf(await offer(other.id, 1)).code, 'stale_version')
  const offered = await offer(other.id)
  const given = offered.body.transferOffer
  assert.ok(given, JSON.stringify(offered.body))
  assert.equal(refusalOf(await offer(other.id)).code, 'stale_version', 'one open offer')
  const answer = (who: typeof person, move: contractOfHandOver.HandOverMove) =>
    who.call(contractOfHandOver.answerHandOver, {
      params: { id: given.id, move },
      body: { version: given.version },
    })
  assert.equal((await answer(stranger.person, 'accept')).status, 404)
  assert.equal((await answer(person, 'accept')).status, 404, 'it is not for the one who offers to accept')
  const waiting = await other.person.call(contractOfHandOver.handOvers, {})
  assert.deepEqual(
    waiting.body.map(({ id }) => id),
    [given.id],
  )
  const taken = await answer(other.person, 'accept')
  assert.equal(taken.body.status, 'accepted', JSON.stringify(taken.body))
  assert.equal(refusalOf(await answer(other.person, 'decline')).code, 'hand_over_over')
  const claims = await claimsOf(kalli, rent.id)
  assert.deepEqual(
    claims.map(({ resource_id }) => resource_id),
    [other.id, at.space.units[0] ?? 0].toSorted((a, b) => a - b),
  )
  const theirs = await other.person.call(contract.reservation, { params })
  assert.deepEqual([theirs.body.mine, theirs.body.paidCents], [true, null])
  const mine = await person.call(contract.reservation, { params })
  assert.deepEqual([mine.body.mine, mine.body.paidCents, mine.body.moves], [false, 80_000, []])
  const receipt = await person.call(booking.receipt, { params, query: { as: 'professional' } })
  assert.equal(receipt.body.netCents, 80_000)
  const no = await person.call(cancellations.cancelQuote, { params, query: {}, body: { as: 'professional' } })
  assert.equal(no.status, 404)
  await runJobsOnce(kalli)
  const { rows } = await kalli.database.pool.query(
    `select title from notifications where account_id = any($1) and title not like 'Nuev%' order by id`,
    [[at.host.accountId, other.accountId, at.professional.accountId]],
  )
  assert.deepEqual(
    rows.map(({ title }) => title),
    [
      'Renta directa: Silla 1',
      'Ana Rojas te cede horas',
      'Berta Rojas tomó tus horas',
      'Cambio de profesional: Silla 1',
    ].filter(Boolean),
  )
})

test('a professional who is busy then cannot accept a handover, and an unanswered offer expires', async (t) => {
  t.after(() => kalli.time.set(testNow))
  const at = await rentPeople({ units: 2 })
  const { person } = at.professional
  const rent = await rentedHours(person, at)
  const other = await colleague(at)
  await rentedHours(other.person, at)
  const offered = await person.call(contract.offerHours, {
    params: { id: rent.id },
    body: { professionalId: other.id, version: rent.version },
  })
  const given = offered.body.transferOffer
  assert.ok(given)
  const busy = await other.person.call(contractOfHandOver.answerHandOver, {
    params: { id: given.id, move: 'accept' },
    body: { version: given.version },
  })
  assert.equal(refusalOf(busy).code, 'own_time_taken')
  assert.equal((await claimsOf(kalli, rent.id)).length, 2)
  kalli.time.advance(24 * 60 + 1)
  await runJobsOnce(kalli)
  const { rows } = await kalli.database.pool.query('select status from hand_overs where id = $1', [given.id])
  assert.deepEqual(rows, [{ status: 'expired' }])
  await assert.rejects(
    kalli.database.pool.query(
      `update hand_overs set status = 'accepted', version = version + 1 where id = $1`,
      [given.id],
    ),
    /is decided/,
  )
})
