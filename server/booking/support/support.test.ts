/** Support's actions on a booking: search, cancellation, refund, reversal; permissions, the second person, races, the database. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as booking from '#contract/booking/booking.ts'
import * as attendance from '#contract/booking/attendance.ts'
import * as checkout from '#contract/booking/checkout.ts'
import { ownReliability } from '#contract/booking/client/reliability.ts'
import {
  accountText,
  accountWords,
  journalText,
  journalWords,
} from '#contract/booking/support/ledger-words.ts'
import * as contract from '#contract/booking/support/support.ts'
import { refresh } from '#server/payment/charge/payment.ts'
import type { JournalKind } from '#server/payment/ledger/ledger.ts'
import { payReference } from '#server/payment/standin/bank.ts'
import { runJobsOnce } from '#server/platform/jobs.ts'
import {
  completeAsClient,
  booked,
  claimsOf,
  confirmContact,
  contactOf,
  held,
  hereOf,
} from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { refusalOf, type Person } from '#server/testing/person.ts'
import { administrator } from '#server/testing/world.ts'

let kalli: TestServer
let admin: Person
let second: Person
before(async () => {
  kalli = await startTestServer()
  admin = await administrator(kalli)
  second = await administrator(kalli)
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

const reason = 'Lo pidió protección civil por teléfono.'

/** $650, an hour and a half at $200 an hour, this afternoon: five hours before, Normal retains half of the rent. */
const visit = async ({ priceCents = 65_000 } = {}) => {
  kalli.time.set(testNow)
  const at = await people.bookable(kalli, { noticeMinutes: 0, priceCents })
  const contact = contactOf()
  const one = await booked(kalli, at, { date: '2026-11-20', place: 4, contact })
  const params = { id: one.id }
  const seen = async (who = admin) => (await who.call(contract.supportBooking, { params })).body
  const quote = async (fault: contract.Fault, who = admin) =>
    who.call(contract.supportCancelQuote, { params, body: { fault } })
  const cancel = async (fault: contract.Fault, who = admin) => {
    const { token: quoteToken } = (await quote(fault, who)).body
    return who.call(contract.supportCancel, { params, body: { quoteToken, cause: 'safety', reason } })
  }
  const give = (amountCents: number, who = admin) =>
    who.call(contract.supportGoodwill, { params, body: { amountCents, reason } })
  return { ...one, at, contact, params, seen, quote, cancel, give }
}
type Visit = Awaited<ReturnType<typeof visit>>

const moneyOf = async ({ id }: Visit) => {
  await runJobsOnce(kalli)
  const { rows } = await kalli.database.pool.query(
    `select payment.captured_cents::int as charged, payment.refunded_cents::int as back,
       (select coalesce(-sum(amount_cents), 0)::int from entries where account = 2030 and party_id = b.host_id) as host,
       (select coalesce(sum(amount_cents), 0)::int from entries where account in (1120, 2020) and party_id = b.professional_id) as owes,
       (select coalesce(sum(amount_cents), 0)::int from entries where account = 1130 and party_id = b.host_id) as "hostOwes",
       (select coalesce(-sum(amount_cents), 0)::int from entries where account = 2050 and party_id = b.client_id) as credit
     from payments payment join bookings b on b.id = payment.booking_id where b.id = $1`,
    [id],
  )
  assert.equal(await people.trialBalance(kalli), 0)
  return rows[0]
}

test('only an administrator can find, read, quote or act', async () => {
  const one = await visit()
  for (const who of [kalli.visitor(), one.who, one.at.professional.person, one.at.host.person]) {
    assert.ok(
      [401, 403, 404].includes((await who.call(contract.findBookings, { query: { q: one.id } })).status),
    )
    assert.ok([401, 403, 404].includes((await one.quote('nobody', who)).status))
    assert.ok([401, 403, 404].includes((await one.give(100, who)).status))
  }
})

test('support finds a visit by its id, arrival code and any party’s e-mail', async () => {
  const one = await visit()
  const { rows } = await kalli.database.pool.query<{ email: string }>(
    `select email from accounts where id in (select account_id from professionals where id = $1
       union select account_id from hosts where id = (select host_id from bookings where id = $2)) order by id`,
    [one.at.professional.id, one.id],
  )
  const requested = [one.id, one.arrivalCode ?? '', one.contact.email, ...rows.map(({ email }) => email)]
  assert.equal(requested.length, 5)
  for (const q of requested) {
    const { body } = await admin.call(contract.findBookings, { query: { q } })
    assert.deepEqual(
      body.map(({ id }) => id),
      [one.id],
      q,
    )
  }
  assert.deepEqual((await admin.call(contract.findBookings, { query: { q: 'nadie@example.test' } })).body, [])
  const seen = await one.seen()
  assert.deepEqual(
    [seen.status, seen.client, seen.emails.client, seen.cancelBlocked, seen.faults.length],
    ['confirmed', 'Lucía Hernández', one.contact.email, null, 3],
  )
})

test('the next booking comes first, then the past, latest first, page by page and by dates', async () => {
  kalli.time.set(testNow)
  const at = await people.bookable(kalli, { noticeMinutes: 0 })
  const dates = ['2026-11-20', '2026-11-21', '2026-11-24', '2026-11-25']
  const made = new Map<string, string>()
  for (const date of dates)
    made.set((await booked(kalli, at, { date, place: 4, contact: contactOf() })).id, date)
  kalli.time.set(new Date('2026-11-23T12:00:00-06:00'))
  const { rows } = await kalli.database.pool.query<{ email: string }>(
    'select email from accounts join professionals p on p.account_id = accounts.id where p.id = $1',
    [at.professional.id],
  )
  const q = rows[0]?.email ?? ''
  const listed = async (more: string) => {
    const all = []
    let next: string | null = `/api/admin/bookings?q=${encodeURIComponent(q)}${more}`
    while (next !== null) {
      const response: Response = await admin.fetch('GET', next)
      assert.equal(response.status, 200)
      all.push(...contract.findBookings.reply.parse(JSON.parse(await response.text())))
      next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1] ?? null
    }
    return all.map(({ id }) => made.get(id))
  }
  const order = ['2026-11-24', '2026-11-25', '2026-11-21', '2026-11-20']
  for (const limit of [1, 2, 3, 20]) assert.deepEqual(await listed(`&limit=${limit}`), order)
  assert.deepEqual(await listed('&from=2026-11-21&to=2026-11-24'), ['2026-11-24', '2026-11-21'])
  assert.deepEqual(await listed('&to=2026-11-20'), ['2026-11-20'])
  const bad = await admin.call(contract.findBookings, { query: { q, cursor: 'bm90aGluZw' } })
  assert.equal(refusalOf(bad).code, 'invalid_input')
})

/** A kind without a name does not compile. */
const kinds: Record<JournalKind, string> = journalWords

test('every journal and every account of the ledger has a Spanish name; an unknown code is shown as it is', async () => {
  const { rows } = await kalli.database.pool.query<{ number: number; name: string }>(
    'select number, name from ledger_accounts order by number',
  )
  assert.deepEqual(
    rows.map(({ number }) => String(number)),
    Object.keys(accountWords),
  )
  for (const { number, name } of rows) assert.notEqual(accountText(number, name), name)
  const names = Object.values(kinds)
  assert.equal(new Set(names).size, names.length)
  assert.equal(journalText('newer_kind'), 'newer_kind')
  assert.equal(accountText(9999, 'newer_account'), 'newer_account')
})

for (const [fault, expected] of [
  ['nobody', { back: 65_000, host: 0, owes: 0, hostOwes: 0, credit: 0 }],
  // Half of $300.00 of rent (Normal, 4 to 24 h before) less Kalli's 5 %, and $50 for the client, both owed by the professional.
  ['professional', { back: 65_000, host: 14_250, owes: 20_000, hostOwes: 0, credit: 5_000 }],
  // A quarter of the rent, at least $50.
  ['host', { back: 65_000, host: 0, owes: -7_500, hostOwes: 7_500, credit: 0 }],
] as const)
  test(`a cancellation through the fault of ${fault} refunds the client in full, charges by fault, and tells all parties why`, async () => {
    const one = await visit()
    kalli.time.set(new Date(Date.parse(one.startsAt) - 5 * 3_600_000))
    const quoted = (await one.quote(fault)).body
    assert.equal(quoted.refundCents, 65_000)
    const done = await one.cancel(fault)
    assert.equal(done.status, 200, JSON.stringify(done.body))
    assert.deepEqual([done.body.done, done.body.booking.status], [true, 'cancelled_by_platform'])
    assert.equal((await claimsOf(kalli, one.id)).length, 0)
    const { charged, ...money } = await moneyOf(one)
    // Not charged yet or refunded, it is the client's either way.
    assert.deepEqual({ ...money, back: 65_000 }, expected)
    assert.ok(charged === 0 || money.back === charged)
    const [act] = done.body.booking.acts
    assert.deepEqual([act?.kind, act?.what, act?.reason, act?.isMine], ['cancel', fault, reason, true])
    const own = (await one.who.call(booking.booking, { params: one.params, query: { t: one.t } })).body
    assert.match(own.cancellation?.reason ?? '', /Kalli canceló por seguridad/)
    const as = async (who: Person, side: 'professional' | 'host') =>
      (await who.call(booking.booking, { params: one.params, query: { as: side } })).body
    for (const seen of [
      own,
      await as(one.at.professional.person, 'professional'),
      await as(one.at.host.person, 'host'),
    ])
      assert.equal(
        seen.cancellation?.said,
        'Kalli canceló por seguridad.',
        'on the page of each of the three',
      )
    assert.doesNotMatch(JSON.stringify(own), /protección civil/, 'what the log says is the log’s')
    const strikes = (await one.at.professional.person.call(ownReliability)).body.letDown
    assert.equal(strikes, fault === 'professional' ? 1 : 0)
    const again = await one.quote(fault)
    assert.equal(refusalOf(again).code, 'move_not_allowed')
    await assert.rejects(
      kalli.database.pool.query('update support_acts set reason = $2 where booking_id = $1', [
        one.id,
        'Otra cosa distinta.',
      ]),
      { constraint: 'support_acts_fixed' },
    )
  })

test('a cancellation without a reason, with a stale quote or after another change has no effect', async () => {
  const one = await visit()
  const { token: quoteToken } = (await one.quote('nobody')).body
  const send = (body: { quoteToken: string; reason: string }) =>
    admin.call(contract.supportCancel, { params: one.params, body: { ...body, cause: 'mistake' } })
  assert.equal((await send({ quoteToken, reason: 'porque sí' })).status, 400)
  const other = await visit()
  assert.equal(
    refusalOf(await send({ quoteToken: (await other.quote('nobody')).body.token, reason })).code,
    'quote_expired',
  )
  kalli.time.advance(11)
  assert.equal(refusalOf(await send({ quoteToken, reason })).code, 'quote_expired')
  const fresh = (await one.quote('professional')).body.token
  kalli.time.set(new Date(one.startsAt))
  const came = await one.at.professional.person.call(attendance.checkIn, {
    params: one.params,
    body: await hereOf(kalli, one.params.id),
  })
  assert.equal(came.status, 200)
  kalli.time.set(testNow)
  assert.equal(refusalOf(await send({ quoteToken: fresh, reason })).code, 'move_not_allowed')
  assert.match((await one.seen()).cancelBlocked ?? '', /estado/)
})

test('above $5,000 one administrator proposes and another one confirms', async () => {
  const one = await visit({ priceCents: 600_000 })
  const proposed = await one.cancel('nobody')
  assert.deepEqual([proposed.body.done, proposed.body.booking.status], [false, 'confirmed'])
  assert.equal(refusalOf(await one.cancel('nobody')).code, 'second_person_needed')
  const other = await one.cancel('host', second)
  assert.equal(other.body.done, false, 'that is something else')
  const done = await one.cancel('nobody', second)
  assert.deepEqual([done.body.done, done.body.booking.status], [true, 'cancelled_by_platform'])
  const act = done.body.booking.acts.find(({ doneAt }) => doneAt !== null)
  assert.equal(act?.secondReason, reason)
  await assert.rejects(
    kalli.database.pool.query(
      `insert into support_acts (id, booking_id, kind, what, amount_cents, reason, proposed_by, proposed_at, done_by, done_at)
       values (gen_random_uuid(), $1, 'goodwill', '1', 500001, 'Una sola persona.', 1, now(), 1, now())`,
      [one.id],
    ),
    { constraint: 'support_acts_two_persons' },
  )
})

test('of two support cancellations and an arrival at once exactly one takes effect', async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < 4; round += 1) {
    const one = await visit()
    kalli.time.set(new Date(one.startsAt))
    const { token: quoteToken } = (await one.quote('nobody')).body
    const body = { quoteToken, cause: 'safety', reason } as const
    const shown = await hereOf(kalli, one.id)
    const answers = await Promise.all([
      admin.call(contract.supportCancel, { params: one.params, body }),
      one.at.professional.person.call(attendance.checkIn, { params: one.params, body: shown }),
      second.call(contract.supportCancel, { params: one.params, body }),
    ])
    assert.equal(
      answers.filter(({ status }) => status === 200).length,
      1,
      JSON.stringify(answers.map(({ status }) => status)),
    )
    outcomes.add((await one.seen()).status)
    assert.ok(['in_progress', 'cancelled_by_platform'].includes((await one.seen()).status))
    await moneyOf(one)
  }
})

/** Completed and divided. */
const given = async (values: Parameters<typeof visit>[0] = {}) => {
  const one = await visit(values)
  const { person } = one.at.professional
  kalli.time.set(new Date(one.startsAt))
  await person.call(attendance.checkIn, { params: one.params, body: await hereOf(kalli, one.params.id) })
  kalli.time.set(new Date(one.endsAt))
  await person.call(attendance.checkOut, { params: one.params, body: {} })
  const done = await completeAsClient(kalli, one.params.id)
  assert.equal(done.status, 200, JSON.stringify(done.body))
  return one
}

test('goodwill is refunded to the payment method at Kalli’s cost, within what was paid, and the client is notified', async () => {
  const one = await given()
  const done = await one.give(15_000)
  assert.equal(done.status, 200, JSON.stringify(done.body))
  assert.equal((await moneyOf(one)).back, 15_000)
  assert.equal(refusalOf(await one.give(50_001)).code, 'move_not_allowed')
  const [a, b] = await Promise.all([one.give(40_000), one.give(40_000, second)])
  assert.deepEqual([a.status, b.status].sort(), [200, 409])
  assert.equal((await moneyOf(one)).back, 55_000)
  const seen = await one.seen()
  assert.equal(seen.payment?.goodwillCents, 55_000)
  const mails = await kalli.database.pool.query<{ subject: string }>(
    `select subject from mails where to_address = $1 and subject like 'Kalli te devuelve%' order by subject`,
    [one.contact.email],
  )
  assert.deepEqual(
    mails.rows.map(({ subject }) => subject.slice(0, 22)),
    ['Kalli te devuelve $150', 'Kalli te devuelve $400'],
  )
  const { rows } = await kalli.database.pool.query<{ cents: number }>(
    `select sum(amount_cents)::int as cents from entries join journals on journals.id = journal_id where account = 5030 and booking_id = $1`,
    [one.id],
  )
  assert.equal(rows[0]?.cents, 55_000)
})

test('goodwill before a full cancellation becomes part of its refund and costs Kalli nothing', async () => {
  const one = await visit()
  const bookOf = async (number: number) => {
    const { rows } = await kalli.database.pool.query<{ cents: number }>(
      `select coalesce(sum(amount_cents), 0)::int as cents from entries join journals on journals.id = journal_id
       where account = $2 and booking_id = $1`,
      [one.id, number],
    )
    return rows[0]?.cents
  }
  assert.equal((await one.give(1_234)).status, 200)
  assert.equal((await moneyOf(one)).back, 1_234)
  assert.equal(await bookOf(5030), 1_234)
  assert.equal((await one.cancel('nobody')).status, 200)
  const { charged, back } = await moneyOf(one)
  assert.deepEqual([charged, back], [65_000, 65_000])
  assert.deepEqual([await bookOf(2010), await bookOf(2040), await bookOf(5030)], [0, 0, 0])
})

test('a payment that awaits its visit’s confirmation cannot be refunded by hand, since the refund would be lost', async () => {
  kalli.time.set(testNow)
  const at = await people.bookable(kalli, { noticeMinutes: 0, priceCents: 65_000 })
  const contact = contactOf()
  const who = kalli.visitor()
  const hold = await held(who, at, '2026-11-23', 4)
  await confirmContact(who, hold.id, contact.email)
  const paid = await who.call(checkout.book, {
    body: { holdId: hold.id, contact, payment: { method: 'spei' } },
  })
  assert.equal(paid.body.status, 'awaiting_payment', JSON.stringify(paid.body))
  const { rows } = await kalli.database.pool.query(
    'select id, charge_ref from payments where booking_id = $1',
    [hold.id],
  )
  await payReference(kalli.work(), rows[0].charge_ref)
  // The money has arrived, but the confirming process has not seen it.
  await refresh(kalli.work(), rows[0].id)
  const params = { id: hold.id }
  const seen = (await admin.call(contract.supportBooking, { params })).body
  assert.match(seen.goodwillBlocked ?? '', /no está confirmada/)
  const body = { amountCents: 1_234, reason }
  assert.equal(
    refusalOf(await admin.call(contract.supportGoodwill, { params, body })).code,
    'move_not_allowed',
  )
  await runJobsOnce(kalli)
  const isActive = (await admin.call(contract.supportBooking, { params })).body
  assert.deepEqual([isActive.status, isActive.goodwillBlocked], ['confirmed', null])
  assert.equal((await admin.call(contract.supportGoodwill, { params, body })).status, 200)
})

test('refunds in parts need a second administrator just as one refund of the same amount', async () => {
  const one = await given({ priceCents: 900_000 })
  const before = await one.give(300_000)
  assert.deepEqual([before.status, before.body.done], [200, true], JSON.stringify(before.body))
  assert.equal((await one.give(200_000)).body.done, true, 'up to the limit nobody else is needed')
  assert.equal((await one.give(100)).body.done, false)
  assert.equal(refusalOf(await one.give(100)).code, 'second_person_needed')
  assert.equal((await moneyOf(one)).back, 500_000)
  assert.equal((await one.give(100, second)).body.done, true)
  assert.equal((await moneyOf(one)).back, 500_100)
})

test('a posting can be reversed once, by two administrators, unless rows depend on it or it is a reversal (J23)', async () => {
  const one = await visit()
  kalli.time.set(new Date(Date.parse(one.startsAt) - 5 * 3_600_000))
  await one.cancel('professional')
  const seen = await one.seen()
  const credit = seen.journals.find(({ kind }) => kind === 'credit') ?? assert.fail('no credit')
  const rent = seen.journals.find(({ kind }) => kind === 'rent_charge') ?? assert.fail('no rent')
  const undo = (journal: number, who: Person) =>
    who.call(contract.supportReverse, { params: { ...one.params, journal }, body: { reason } })
  assert.equal(refusalOf(await undo(rent.id, admin)).code, 'move_not_allowed')
  const foreign = await visit()
  assert.equal(
    refusalOf(
      await admin.call(contract.supportReverse, {
        params: { ...foreign.params, journal: credit.id },
        body: { reason },
      }),
    ).code,
    'move_not_allowed',
  )
  assert.equal((await undo(credit.id, admin)).body.done, false)
  assert.equal(refusalOf(await undo(credit.id, admin)).code, 'second_person_needed')
  const answers = await Promise.all([undo(credit.id, second), undo(credit.id, second)])
  assert.equal(answers.filter(({ status, body }) => status === 200 && body.done).length, 1)
  const money = await moneyOf(one)
  assert.deepEqual([money.credit, money.owes], [0, 15_000])
  const after = await one.seen()
  const correction =
    after.journals.find(({ reversesId }) => reversesId === credit.id) ?? assert.fail('no correction')
  assert.deepEqual([correction.kind, correction.isReversible], ['correction', false])
  assert.equal(refusalOf(await undo(correction.id, admin)).code, 'move_not_allowed')
  assert.equal(refusalOf(await undo(credit.id, admin)).code, 'move_not_allowed', 'once')
  const receipt = await one.at.professional.person.call(booking.receipt, {
    params: one.params,
    query: { as: 'professional' },
  })
  assert.equal(receipt.body.netCents, -15_000)
  for (const [values, constraint] of [
    [`('correction', 'again', $1, now(), ${credit.id})`, 'journals_reversed'],
    [`('correction', 'twice', $1, now(), ${correction.id})`, 'journals_reverse'],
  ] as const)
    await assert.rejects(
      kalli.database.pool.query(
        `with j as (insert into journals (kind, idem_key, booking_id, at, reverses_id) values ${values} returning id)
         insert into entries (journal_id, line, account, amount_cents) select id, line, 5010, cents from j, (values (1, 5), (2, -5)) v(line, cents)`,
        [one.id],
      ),
      { constraint },
    )
})
