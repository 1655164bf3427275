/** Rents paid in cash at the desk: who may record it, how the money is booked, what is refunded, and what both parties read. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as booking from '#contract/booking/booking.ts'
import * as cancellation from '#contract/booking/cancellation.ts'
import * as contract from '#contract/booking/desk/desk-rent.ts'
import { income } from '#contract/figures/figures.ts'
import { community } from '#contract/notification/notification.ts'
import { proposeRentChange, rentChangeQuote } from '#contract/booking/rent/rent-change.ts'
import * as reservations from '#contract/booking/rent/reservation.ts'
import { readTimeline, timeline } from '#contract/booking/agenda/timeline.ts'
import { maxOwedCents } from '#server/payment/charge/by-hand.ts'
import { drain, runJobsOnce } from '#server/platform/jobs.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'
import { accountsOf, heldHours, overlapsIn, payHours } from '#server/testing/reservations.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

type At = Awaited<ReturnType<typeof people.bookable>>

const held = async (at: At, startMinute = 600, minutes = 120) => {
  await people.reachLevel(kalli, at.professional.accountId, 2)
  const { rows } = await kalli.database.pool.query<{ email: string }>(
    'select email from accounts where id = $1',
    [at.professional.accountId],
  )
  const quoted = await at.host.person.call(contract.deskRentQuote, {
    body: { spaceId: at.space.id, contact: rows[0]?.email ?? '', date: '2026-11-25', startMinute, minutes },
  })
  assert.equal(quoted.status, 200, JSON.stringify(quoted.body))
  const made = await at.host.person.call(contract.deskRent, { body: { token: quoted.body.token } })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  return { id: made.body.bookingId, totalCents: made.body.totalCents }
}

const take = (at: At, { id, totalCents }: { id: string; totalCents: number }, amountCents = totalCents) =>
  at.host.person.call(contract.deskCash, { params: { id }, body: { amountCents } })

const paidInHand = async (at: At, startMinute?: number, minutes?: number) => {
  const rent = await held(at, startMinute, minutes)
  const taken = await take(at, rent)
  assert.equal(taken.status, 200, JSON.stringify(taken.body))
  return { ...rent, commissionCents: taken.body.commissionCents }
}

/** Advances to the end of the hours, and runs everything due. */
const untilDone = async () => {
  kalli.time.set(new Date('2026-11-30T18:00:00Z'))
  for (let round = 0; round < 3; round++) {
    await runJobsOnce(kalli)
    await drain(kalli)
  }
}

const balanceOf = async (account: number, party: number) => {
  const { rows } = await kalli.database.pool.query<{ cents: number }>(
    'select amount_cents::int as cents from balances where account = $1 and party_id = $2',
    [account, party],
  )
  return rows[0]?.cents ?? 0
}

test('only the desk that holds the hours can record their cash payment, once and of the whole price', async () => {
  const at = await people.bookable(kalli, { units: 1 })
  const rent = await held(at)
  const neighbour = await people.host(kalli)
  const params = { id: rent.id }
  const body = { amountCents: rent.totalCents }
  assert.equal((await kalli.visitor().call(contract.deskCash, { params, body })).status, 401)
  assert.equal(refusalOf(await neighbour.person.call(contract.deskCash, { params, body })).code, 'not_found')
  assert.equal((await at.professional.person.call(contract.deskCash, { params, body })).status, 403)
  assert.equal(refusalOf(await take(at, rent, rent.totalCents - 1)).code, 'quote_changed')
  const taken = await take(at, rent)
  assert.equal(taken.status, 200, JSON.stringify(taken.body))
  // 5 % of two hours.
  assert.equal(taken.body.commissionCents, Math.round(rent.totalCents * 0.05))
  assert.equal((await take(at, rent)).status, 200)
  await drain(kalli)
  assert.deepEqual(await accountsOf(kalli, rent.id), { 1135: rent.totalCents, 2010: -rent.totalCents })
  const mine = await at.professional.person.call(reservations.reservation, { params })
  assert.deepEqual(
    [mine.body.status, mine.body.payment?.method, mine.body.paidCents, mine.body.cashBackCents],
    ['confirmed', 'cash', rent.totalCents, 0],
  )
  // A hold of the professional is not the desk's.
  const own = await heldHours(at.professional.person, at, { startMinute: 900, minutes: 60 })
  assert.equal(refusalOf(await take(at, { id: own.id, totalCents: 1 })).code, 'not_found')
  const seen = await at.host.person.call(timeline, { query: { from: '2026-11-25', to: '2026-11-25' } })
  const bars = readTimeline(seen.body).spaces.flatMap(({ units }) => units.flatMap(({ claims }) => claims))
  assert.deepEqual(
    bars.filter(({ kind }) => kind === 'rent').map(({ booking: of }) => [of?.cash, of?.desk]),
    [[true, true]],
  )
  assert.equal(await overlapsIn(kalli), 0)
})

test('the host keeps the cash and owes the commission, which is deducted from the next payout', async () => {
  const at = await people.bookable(kalli, { units: 1 })
  const rent = await paidInHand(at)
  const expected = await at.host.person.call(booking.receipt, {
    params: { id: rent.id },
    query: { as: 'host' },
  })
  assert.equal(expected.body.netCents, -rent.commissionCents, JSON.stringify(expected.body))
  await untilDone()
  assert.equal(await balanceOf(1135, at.host.id), 0)
  assert.equal(await balanceOf(1130, at.host.id), rent.commissionCents)
  assert.equal(await balanceOf(2030, at.host.id), 0)
  const receipt = await at.host.person.call(booking.receipt, {
    params: { id: rent.id },
    query: { as: 'host' },
  })
  assert.deepEqual(
    [receipt.body.state, receipt.body.netCents, receipt.body.netLabel],
    ['settled', -rent.commissionCents, 'Se descuenta de tu próximo depósito'],
  )
  const theirs = await at.professional.person.call(booking.receipt, {
    params: { id: rent.id },
    query: { as: 'professional' },
  })
  assert.equal(theirs.body.netCents, rent.totalCents)
  assert.ok(theirs.body.notes.some((note) => note.includes('efectivo')))
  const figures = await at.host.person.call(income, { query: { from: '2026-11-20', to: '2026-11-30' } })
  assert.equal(figures.body.settled.netCents, rent.totalCents - rent.commissionCents)
  assert.deepEqual(
    [figures.body.payouts.inHandCents, figures.body.payouts.owedCents, figures.body.payouts.paidCents],
    [rent.totalCents, rent.commissionCents, 0],
  )
  // A rent by card on another day: its payout is reduced by the debt.
  kalli.time.set(testNow)
  const other = await heldHours(at.professional.person, at, { startMinute: 900, minutes: 120 })
  assert.equal((await payHours(at.professional.person, other.id)).status, 200)
  await untilDone()
  const { rows } = await kalli.database.pool.query<{ amount: number; taken: number; status: string }>(
    `select amount_cents::int as amount, clawed_back_cents::int as taken, status from payouts
     where booking_id = $1 and party = 'host'`,
    [other.id],
  )
  assert.deepEqual(
    rows.map(({ taken, status }) => [taken, status]),
    [[rent.commissionCents, 'paid']],
  )
  assert.equal(await balanceOf(1130, at.host.id), 0)
})

test('a cash payment is refunded in cash, listed for the host until done, and the renter is notified', async () => {
  const at = await people.bookable(kalli, { units: 1 })
  const rent = await paidInHand(at)
  const params = { id: rent.id }
  const quoted = await at.professional.person.call(cancellation.cancelQuote, {
    params,
    query: {},
    body: { as: 'professional' },
  })
  assert.deepEqual([quoted.body.paidBy, quoted.body.refundCents], ['cash', rent.totalCents])
  const gone = await at.professional.person.call(cancellation.cancel, {
    params,
    query: {},
    body: { quoteToken: quoted.body.token, reason: 'Un imprevisto.' },
  })
  assert.equal(gone.status, 200, JSON.stringify(gone.body))
  await drain(kalli)
  // Nothing is owed in the ledger: Kalli never held the money.
  assert.deepEqual(await accountsOf(kalli, rent.id), {})
  assert.equal(
    (await at.professional.person.call(reservations.reservation, { params })).body.cashBackCents,
    rent.totalCents,
  )
  const { rows } = await kalli.database.pool.query<{ n: number }>(
    `select count(*)::int as n from payment_calls c join payments p on p.id = c.payment_id where p.booking_id = $1`,
    [rent.id],
  )
  assert.equal(rows[0]?.n, 0, 'no processor was asked')
  const open = await at.host.person.call(contract.deskMoney)
  assert.deepEqual(
    open.body.map(({ bookingId, amountCents }) => [bookingId, amountCents]),
    [[rent.id, rent.totalCents]],
  )
  const stranger = await people.host(kalli)
  const body = { amountCents: rent.totalCents }
  assert.equal(
    refusalOf(await stranger.person.call(contract.deskHandBack, { params, body })).code,
    'not_found',
  )
  assert.equal((await at.host.person.call(contract.deskHandBack, { params, body })).status, 200)
  assert.equal(
    refusalOf(await at.host.person.call(contract.deskHandBack, { params, body })).code,
    'quote_changed',
  )
  assert.deepEqual((await at.host.person.call(contract.deskMoney)).body, [])
  await drain(kalli)
  const bell = (await at.professional.person.call(community)).body
  assert.ok(bell.some(({ title }) => title.startsWith('Te devolvieron')))
})

test('returning half of the hours paid in cash leaves half of the commission owed', async () => {
  const at = await people.bookable(kalli, { units: 1 })
  const rent = await paidInHand(at, 600, 240)
  const params = { id: rent.id }
  const before = (await at.professional.person.call(reservations.reservation, { params })).body
  const remains = {
    startsAt: before.startsAt,
    endsAt: new Date(Date.parse(before.endsAt) - 7_200_000).toISOString(),
  }
  const quoted = await at.professional.person.call(reservations.returnQuote, { params, body: remains })
  assert.equal(quoted.status, 200, JSON.stringify(quoted.body))
  assert.equal(quoted.body.paidBy, 'cash')
  const back = await at.professional.person.call(reservations.returnHours, {
    params,
    body: { quoteToken: quoted.body.token },
  })
  assert.equal(back.body.cashBackCents, rent.totalCents / 2, JSON.stringify(back.body))
  await untilDone()
  assert.equal(await balanceOf(1135, at.host.id), 0)
  assert.equal(await balanceOf(1130, at.host.id), rent.commissionCents / 2)
})

test('a cheaper hour of a rent paid in cash is refunded in cash, and both parties are told before proposing', async () => {
  const at = await people.bookable(kalli, { units: 1 })
  const rent = await paidInHand(at)
  await kalli.database.pool.query(
    'update agreements set rate_per_hour_cents = rate_per_hour_cents / 2, version = version + 1 where space_id = $1',
    [at.space.id],
  )
  const quoted = (who: Person, as: 'host' | 'professional') =>
    who.call(rentChangeQuote, {
      params: { id: rent.id },
      body: { as, startsAt: '2026-11-25T20:00:00.000Z' },
    })
  const mine = await quoted(at.professional.person, 'professional')
  assert.equal(mine.body.refundCents, rent.totalCents / 2, JSON.stringify(mine.body))
  assert.match(
    mine.body.reason,
    /si el espacio acepta, el espacio te regresa \$200 en efectivo; pídelos en su recepción\.$/,
  )
  const theirs = await quoted(at.host.person, 'host')
  assert.match(theirs.body.reason, /si acepta, le regresas \$200 en mano\.$/)
  const proposed = await at.host.person.call(proposeRentChange, {
    params: { id: rent.id },
    body: { as: 'host', quoteToken: theirs.body.token, note: '' },
  })
  assert.match(proposed.body.change?.refundWords ?? '', /^le regresas/)
  const seen = await at.professional.person.call(reservations.reservation, { params: { id: rent.id } })
  assert.match(seen.body.change?.refundWords ?? '', /^el espacio te regresa \$200 en efectivo/)
})

test('a card payment by link and a cash payment at the same moment result in one payment', async () => {
  const at = await people.bookable(kalli, { units: 1 })
  const rent = await held(at)
  const [byCard, byHand] = await Promise.all([payHours(at.professional.person, rent.id), take(at, rent)])
  // The later caller learns that it is paid, or being paid; only one of them pays.
  assert.ok([byCard.status, byHand.status].includes(200))
  await drain(kalli)
  const { rows } = await kalli.database.pool.query<{ captured: number; method: string; calls: number }>(
    `select p.captured_cents::int as captured, p.method, (select count(*)::int from payment_calls c where c.payment_id = p.id) as calls
     from bookings b join payments p on p.booking_id = b.id where b.id = $1 and b.status = 'confirmed'`,
    [rent.id],
  )
  assert.equal(rows.length, 1)
  assert.equal(rows[0]?.captured, rent.totalCents)
  assert.equal(rows[0]?.method === 'cash', rows[0]?.calls === 0)
  assert.equal(rows[0]?.method === 'cash', byHand.status === 200)
  assert.equal(await overlapsIn(kalli), 0)
})

test('a host who owes too much from cash rents must take cards', async () => {
  const at = await people.bookable(kalli, { units: 1 })
  await kalli.database.pool.query(
    `with journal as (insert into journals (kind, idem_key, at) values ('cash_kept', 'owed-before', now()) returning id)
     insert into entries (journal_id, line, account, party_id, amount_cents)
     select id, 1, 1130, $1::bigint, 200000 from journal union all select id, 2, 5030, null, -200000 from journal`,
    [at.host.id],
  )
  const rent = await held(at)
  assert.equal(refusalOf(await take(at, rent)).code, 'cash_closed')
  assert.equal((await payHours(at.professional.person, rent.id)).status, 200)
})

test('commission on upcoming hours counts towards the limit, and two desks at once cannot both exceed it', async () => {
  const at = await people.bookable(kalli, { units: 2 })
  const first = await paidInHand(at, 600, 240)
  const { rows } = await kalli.database.pool.query<{ cents: number }>(
    'select coalesce(sum(amount_cents), 0)::int as cents from balances where account = 1130 and party_id = $1',
    [at.host.id],
  )
  assert.equal(rows[0]?.cents, 0, 'nothing is owed before the hours')
  // A former debt such that one more rent of this size reaches the limit.
  await kalli.database.pool.query(
    `with journal as (insert into journals (kind, idem_key, at) values ('cash_kept', 'owed-to-come', now()) returning id)
     insert into entries (journal_id, line, account, party_id, amount_cents)
     select id, 1, 1130, $1::bigint, $2::bigint from journal union all select id, 2, 5030, null, -$2::bigint from journal`,
    [at.host.id, maxOwedCents - first.commissionCents - 1],
  )
  const [second, third] = [await held(at, 900, 60), await held(at, 1000, 60)]
  const both = await Promise.all([take(at, second), take(at, third)])
  const codes = both.map((answer) => (answer.status === 200 ? 'taken' : refusalOf(answer).code))
  assert.deepEqual(codes.toSorted(), ['cash_closed', 'taken'])
  // They owe no commission on what is refunded.
  const params = { id: first.id }
  const quoted = await at.professional.person.call(cancellation.cancelQuote, {
    params,
    query: {},
    body: { as: 'professional' },
  })
  const gone = { params, query: {}, body: { quoteToken: quoted.body.token, reason: 'Un imprevisto.' } }
  assert.equal((await at.professional.person.call(cancellation.cancel, gone)).status, 200)
  await drain(kalli)
  const refused = codes[0] === 'taken' ? third : second
  const now = await take(at, refused)
  assert.equal(now.status, 200, JSON.stringify(now.body))
})
