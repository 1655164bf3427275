/** Another hour at another price (B9): difference, who bears it, fee of a third change; quote, receipts and ledger to the centavo. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { slots } from '#contract/availability/availability.ts'
import * as contract from '#contract/booking/booking.ts'
import * as cancellation from '#contract/booking/cancellation.ts'
import * as holds from '#contract/booking/hold.ts'
import * as checkout from '#contract/booking/checkout.ts'
import * as attendance from '#contract/booking/attendance.ts'
import * as changes from '#contract/booking/change/change.ts'
import * as noShow from '#contract/booking/visit/no-show.ts'
import { ownFigures } from '#contract/figures/own-figures.ts'
import { income } from '#contract/figures/figures.ts'
import { noDemandRules, saveDemandRules, type DemandRules } from '#contract/pricing/demand.ts'
import { comesTo, spread, withAgreedOffer } from '#server/booking/change/change-price.ts'
import { followCharge, followCharges } from '#server/booking/change/change-charge.ts'
import { checkLedger } from '#server/payment/reconciliation-check.ts'
import { account } from '#server/payment/ledger/journals.ts'
import { refresh } from '#server/payment/charge/payment.ts'
import { refundLater } from '#server/payment/charge/refund.ts'
import { decideDispute, openDispute } from '#server/payment/standin/disputes.ts'
import { drain, runJobsOnce } from '#server/platform/jobs.ts'
import { booked, claimsOf, contactOf, movesOf, type Bookable } from '#server/testing/bookings.ts'
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

type Visit = { id: string; who: Person; t: string; startsAt: string }
const params = ({ id }: Visit) => ({ id })

test('only a client’s own change raises the price, and an agreed offer stays without adding to another', () => {
  assert.deepEqual(
    [comesTo('client', 100, 130), comesTo('client', 100, 80), comesTo('professional', 100, 130)],
    [130, 80, 100],
  )
  assert.deepEqual([comesTo('host', 100, 130), comesTo('host', 100, 80)], [100, 80])
  const hour = [
    { label: 'Corte', amountCents: 50_000 },
    { label: 'Con descuento de última hora', amountCents: -5_000 },
  ]
  const first = { label: 'Con descuento por primera visita', amountCents: -7_500 }
  assert.deepEqual(withAgreedOffer(hour, [first]), [hour[0], first])
  assert.deepEqual(withAgreedOffer(hour, [{ ...first, amountCents: -2_500 }]), hour)
  assert.deepEqual(withAgreedOffer(hour, []), hour)
  assert.deepEqual(spread([30_000, 60_000], 85_000), [30_000, 55_000])
  assert.deepEqual(spread([30_000, 60_000], 90_000), [30_000, 60_000])
})

/** Thursdays cost 8.5 % more, Fridays 12.34 % less; other days the price of the service: $1,000.00. */
const priced = async (
  values: Parameters<typeof people.bookable>[1] = {},
  more: Partial<DemandRules> = {},
) => {
  const at = await people.bookable(kalli, { noticeMinutes: 0, ...values })
  const day = (id: string, weekday: number, bp: number) => ({
    id,
    name: id,
    days: [weekday],
    windows: [{ fromMinute: 0, toMinute: 1440 }],
    serviceIds: [],
    change: { kind: 'percent' as const, bp },
    minCents: null,
    maxCents: null,
    channel: null,
  })
  const rules = {
    ...noDemandRules,
    surgeCapBp: 3000,
    quietFloorBp: 5000,
    rules: [day('jueves', 4, 850), day('viernes', 5, -1234)],
    ...more,
  }
  const saved = await at.professional.person.call(saveDemandRules, { body: { rules, version: 1 } })
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  return at
}

const [wednesday, thursday, friday] = ['2026-11-25', '2026-11-26', '2026-11-27']

const quoteFor = async (
  visit: Visit,
  date: string,
  place = 0,
  as: changes.Side = 'client',
  who = visit.who,
) => {
  const query = as === 'client' ? { t: visit.t } : {}
  const offered = await who.call(changes.changeSlots, {
    params: params(visit),
    query: { ...query, as, from: date, to: date },
  })
  assert.equal(offered.status, 200, JSON.stringify(offered.body))
  const slot = offered.body.days.flatMap((day) => day.slots)[place]
  assert.ok(slot, 'no such hour')
  const quoted = await who.call(changes.changeQuote, {
    params: params(visit),
    query,
    body: { as, slotToken: slot.token },
  })
  return { ...quoted, slot, query }
}

const move = async (
  visit: Visit,
  date: string,
  place = 0,
  {
    as = 'client',
    who = visit.who,
    cardToken,
    key,
  }: {
    as?: changes.Side
    who?: Person
    cardToken?: string
    key?: string
  } = {},
) => {
  const { body: quoted, query, slot, status } = await quoteFor(visit, date, place, as, who)
  assert.equal(status, 200, JSON.stringify(quoted))
  const done = await who.call(
    changes.change,
    {
      params: params(visit),
      query,
      body: { quoteToken: quoted.token, ...(cardToken === undefined ? {} : { cardToken }) },
    },
    key === undefined ? {} : { key },
  )
  return { quoted, slot, ...done }
}

const one = valueIn(() => kalli)

/** What the processor holds for this booking, and what our ledger holds for its client. */
const moneyOf = async (id: string) => {
  await drain(kalli)
  const { rows } = await kalli.database.pool.query(
    `select b.total_cents::int as total, b.move_fee_cents::int as fee,
       (select sum(c.captured_cents - c.refunded_cents)::int from standin.charges c where c.reference in (
         select p.id::text from payments p left join change_proposals g on g.id = p.booking_id
         where coalesce(g.booking_id, p.booking_id) = b.id)) as paid,
       (select coalesce(-sum(e.amount_cents), 0)::int from entries e join journals j on j.id = e.journal_id
         where j.booking_id = b.id and e.account = 2010) as held
     from bookings b where b.id = $1`,
    [id],
  )
  assert.equal(await people.trialBalance(kalli), 0)
  assert.deepEqual(await checkLedger(kalli.work()), [])
  return rows[0]
}

const receiptOf = async (visit: Visit, at: Bookable, as: changes.Side) => {
  const who = { client: visit.who, professional: at.professional.person, host: at.host.person }[as]
  const { body, status } = await who.call(contract.receipt, {
    params: params(visit),
    query: { as, ...(as === 'client' ? { t: visit.t } : {}) },
  })
  assert.equal(status, 200, JSON.stringify(body))
  return body
}
const linesOf = ({ lines }: { lines: readonly { code: string; amountCents: number }[] }) =>
  lines.map(({ code, amountCents }) => [code, amountCents] as const)

const finish = async (visit: Visit) => {
  const ends = await one('select ends_at from bookings where id = $1', visit.id)
  assert.ok(ends instanceof Date)
  kalli.time.set(new Date(ends.getTime() + 25 * 3_600_000))
  await runJobsOnce(kalli)
  await runJobsOnce(kalli)
  assert.equal(await one('select status from bookings where id = $1', visit.id), 'completed')
}

test('a cheaper hour is quoted like any offer, lowers the hold, and is explained in the three receipts', async () => {
  const at = await priced()
  const visit = await booked(kalli, at, { date: wednesday })
  const { quoted, slot, body, status } = await move(visit, friday)
  assert.equal(status, 200, JSON.stringify(body))
  assert.deepEqual(
    [slot.totalCents, quoted.alone, quoted.dueCents, quoted.charged],
    [87_660, true, -12_340, 'none'],
  )
  assert.deepEqual(
    quoted.lines.map(({ amountCents }) => amountCents),
    [100_000, 87_660, -12_340],
  )
  assert.deepEqual([body.totalCents, body.payment?.amountCents], [87_660, 87_660])
  await finish(visit)
  assert.deepEqual(await moneyOf(visit.id), { total: 87_660, fee: 0, paid: 87_660, held: 0 })
  const client = await receiptOf(visit, at, 'client')
  assert.deepEqual([client.state, client.netCents], ['settled', 87_660])
  assert.deepEqual(linesOf(client), [
    ['service', 100_000],
    ['demand', -12_340],
  ])
  assert.ok(
    client.notes.some((note) => note.includes('pasó de $1,000 a $876.60 (−$123.40)')),
    client.notes.join(),
  )
  const professional = await receiptOf(visit, at, 'professional')
  // 87,660 less 8,766 of commission and 30,000 of rent.
  assert.equal(professional.netCents, 48_894)
  assert.ok(professional.notes.some((note) => note.includes('(−$123.40)')))
  const host = await receiptOf(visit, at, 'host')
  assert.equal(host.netCents, 28_500)
})

test('a cheaper hour after the charge refunds the difference to the card at once, before the split', async () => {
  const at = await priced()
  const visit = await booked(kalli, at, { date: '2026-11-20', place: 12 })
  assert.equal((await moneyOf(visit.id)).paid, 87_660)
  // Booked on a Friday; Wednesdays cost the service's price, so it rises, and then falls again.
  const later = await booked(kalli, at, { date: '2026-11-21', place: 0 })
  kalli.time.set(new Date(Date.parse(later.startsAt) - 20 * 3_600_000))
  await runJobsOnce(kalli)
  assert.deepEqual(await moneyOf(later.id), { total: 100_000, fee: 0, paid: 100_000, held: 100_000 })
  const { quoted, status, body } = await move(later, friday)
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(quoted.dueCents, -12_340)
  assert.deepEqual(await moneyOf(later.id), { total: 87_660, fee: 0, paid: 87_660, held: 87_660 })
  const expected = await receiptOf(later, at, 'client')
  assert.deepEqual([expected.state, expected.netCents], ['expected', 87_660])
  await finish(later)
  assert.equal((await moneyOf(later.id)).held, 0)
  assert.equal((await receiptOf(later, at, 'client')).netCents, 87_660)
})

test('a dearer hour authorizes the difference beside the first hold, then moves, and stays one visit', async () => {
  const at = await priced()
  const visit = await booked(kalli, at, { date: wednesday })
  const { quoted, body, status } = await move(visit, thursday)
  assert.equal(status, 200, JSON.stringify(body))
  assert.deepEqual([quoted.dueCents, quoted.charged, quoted.card?.last4], [8_500, 'now', '4242'])
  assert.deepEqual([body.totalCents, body.change, body.payment?.amountCents], [108_500, null, 108_500])
  // The difference is charged, the first authorization still waits.
  assert.deepEqual(await moneyOf(visit.id), { total: 108_500, fee: 0, paid: 8_500, held: 8_500 })
  assert.deepEqual((await movesOf(kalli, visit.id)).slice(-2), [
    'propose_change by client',
    'move_time by client',
  ])
  assert.deepEqual(
    (await claimsOf(kalli, visit.id)).map(({ state }) => state),
    ['firm', 'firm', 'firm'],
  )
  await finish(visit)
  assert.deepEqual(await moneyOf(visit.id), { total: 108_500, fee: 0, paid: 108_500, held: 0 })
  const client = await receiptOf(visit, at, 'client')
  assert.deepEqual(linesOf(client), [
    ['service', 100_000],
    ['demand', 8_500],
  ])
  assert.ok(client.notes.some((note) => note.includes('pasó de $1,000 a $1,085 (+$85)')))
  // 108,500 less 10,850 of commission and 30,000 of rent.
  assert.equal((await receiptOf(visit, at, 'professional')).netCents, 67_650)
})

test('a chargeback of the difference alone withholds the visit’s payouts, and releases them when won', async () => {
  const at = await priced()
  const visit = await booked(kalli, at, { date: wednesday })
  await move(visit, thursday)
  await finish(visit)
  const chargeRef = String(
    await one(
      'select charge_ref from payments where booking_id in (select id from change_proposals where booking_id = $1)',
      visit.id,
    ),
  )
  const paymentId = String(await one('select id from payments where charge_ref = $1', chargeRef))
  const payouts = async () =>
    (
      await kalli.database.pool.query<{ said: string }>(
        `select party || ' ' || status || ' ' || (amount_cents - clawed_back_cents) as said from payouts
         where $1 in (booking_id, origin_booking_id) order by party, amount_cents`,
        [visit.id],
      )
    ).rows.map(({ said }) => said)
  assert.deepEqual(await payouts(), ['host accrued 28500', 'professional accrued 67650'])
  const ref = await openDispute(kalli.work(), { chargeRef, amountCents: 8_500, reason: 'not_received' })
  await refresh(kalli.work(), paymentId)
  const held = ['host accrued 28500', 'professional withheld 8500', 'professional accrued 59150']
  assert.deepEqual(await payouts(), held)
  assert.deepEqual(await checkLedger(kalli.work()), [])
  await decideDispute(kalli.work(), ref ?? assert.fail('no dispute'), 'won')
  await refresh(kalli.work(), paymentId)
  assert.deepEqual(
    await payouts(),
    held.map((said) => said.replace('withheld', 'accrued')),
  )
  assert.deepEqual(await checkLedger(kalli.work()), [])
})

test('with withholding, commission and taxes are those of the price paid', async () => {
  await kalli.database.pool.query(`update settings set value = 'true' where name = 'withholding'`)
  const at = await priced()
  const visit = await booked(kalli, at, { date: wednesday })
  await move(visit, thursday)
  await kalli.database.pool.query(`update settings set value = 'false' where name = 'withholding'`)
  await finish(visit)
  assert.equal((await moneyOf(visit.id)).held, 0)
  const professional = await receiptOf(visit, at, 'professional')
  // Of 108,500: 93,534 without IVA and 14,966 of it; 2,338 of ISR and 7,483 of IVA are withheld.
  assert.deepEqual(linesOf(professional), [
    ['service', 100_000],
    ['demand', 8_500],
    ['commission', -10_850],
    ['rent', -30_000],
    ['isr', -2_338],
    ['iva', -7_483],
  ])
  assert.equal(professional.netCents, 57_829)
})

test('with a saved card only the new amount is recorded, and no bank is contacted today', async () => {
  const at = await priced()
  const visit = await booked(kalli, at, { date: '2026-12-02' })
  const { quoted, body } = await move(visit, '2026-12-03')
  assert.deepEqual([quoted.dueCents, quoted.charged], [8_500, 'later'])
  assert.deepEqual(
    [body.totalCents, body.payment?.status, body.payment?.amountCents],
    [108_500, 'card_saved', 108_500],
  )
  await finish(visit)
  assert.deepEqual(await moneyOf(visit.id), { total: 108_500, fee: 0, paid: 108_500, held: 0 })
})

test('a rise after the charge is a second charge, and a cancellation in time refunds both charges', async () => {
  const at = await priced()
  const visit = await booked(kalli, at, { date: '2026-11-21', place: 2 })
  kalli.time.set(new Date(Date.parse(visit.startsAt) - 20 * 3_600_000))
  await runJobsOnce(kalli)
  const { quoted, body, status } = await move(visit, thursday)
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(quoted.charged, 'now')
  assert.deepEqual(await moneyOf(visit.id), { total: 108_500, fee: 0, paid: 108_500, held: 108_500 })
  const cancelling = await visit.who.call(cancellation.cancelQuote, {
    params: params(visit),
    query: { t: visit.t },
    body: { as: 'client' },
  })
  assert.equal(cancelling.body.refundCents, 108_500)
  await visit.who.call(cancellation.cancel, {
    params: params(visit),
    query: { t: visit.t },
    body: { quoteToken: cancelling.body.token, reason: 'Un imprevisto.' },
  })
  assert.deepEqual(await moneyOf(visit.id), { total: 108_500, fee: 0, paid: 0, held: 0 })
  assert.equal((await receiptOf(visit, at, 'client')).netCents, 0)
  assert.deepEqual(
    await one(
      `select array_agg(refunded_cents::int order by refunded_cents) from payments p left join change_proposals g on g.id = p.booking_id
       where coalesce(g.booking_id, p.booking_id) = $1`,
      visit.id,
    ),
    [8_500, 100_000],
  )
})

/** Booked at half price, charged, and moved to an hour at full price: the charge for the difference is as large as the first. */
const doubled = async () => {
  const half = { id: 'viernes', name: 'viernes', days: [5], windows: [{ fromMinute: 0, toMinute: 1440 }] }
  const at = await priced(
    {},
    {
      rules: [
        {
          ...half,
          serviceIds: [],
          change: { kind: 'percent', bp: -5000 },
          minCents: null,
          maxCents: null,
          channel: null,
        },
      ],
    },
  )
  const visit = await booked(kalli, at, { date: '2026-11-27' })
  kalli.time.set(new Date(Date.parse(visit.startsAt) - 20 * 3_600_000))
  await runJobsOnce(kalli)
  const dearer = await move(visit, '2026-11-28')
  assert.equal(dearer.status, 200, JSON.stringify(dearer.body))
  assert.deepEqual(await moneyOf(visit.id), { total: 100_000, fee: 0, paid: 100_000, held: 100_000 })
  return { at, visit }
}

test('after a move to a dearer hour that was charged, a no-show client’s refund goes to both charges', async () => {
  const { at, visit } = await doubled()
  const startsAt = await one('select starts_at from bookings where id = $1', visit.id)
  assert.ok(startsAt instanceof Date)
  const { person } = at.professional
  const versionOf = async () => (await person.call(contract.booking, { params: params(visit) })).body.version
  kalli.time.set(startsAt)
  const arrived = await person.call(noShow.arrive, {
    params: params(visit),
    body: { code: `s${at.space.units[0]}` },
  })
  assert.equal(arrived.status, 200, JSON.stringify(arrived.body))
  kalli.time.set(new Date(startsAt.getTime() + 15 * 60_000))
  const marked = await person.call(noShow.markNoShow, {
    params: params(visit),
    query: {},
    body: { version: await versionOf() },
  })
  assert.equal(marked.status, 200, JSON.stringify(marked.body))
  // 30 % of $1,000.00 waits for its day; the rest was refunded: the first charge in full, the later one as far as needed.
  assert.deepEqual(await moneyOf(visit.id), { total: 100_000, fee: 0, paid: 30_000, held: 30_000 })
  kalli.time.set(new Date(startsAt.getTime() + 25 * 3_600_000))
  await runJobsOnce(kalli)
  assert.deepEqual(await moneyOf(visit.id), { total: 100_000, fee: 0, paid: 30_000, held: 0 })
  // At most half of the fee is rent, and a tenth of that is Kalli's.
  const nets = []
  for (const as of ['client', 'professional', 'host'] as const)
    nets.push((await receiptOf(visit, at, as)).netCents)
  assert.deepEqual(nets, [30_000, 12_000, 14_250])
})

test('two refunds before the bank has processed one come from both charges, to the centavo', async () => {
  const { visit } = await doubled()
  await finish(visit)
  for (const amountCents of [40_000, 30_000])
    await refundLater(kalli.work(), {
      bookingId: visit.id,
      amountCents,
      lines: [{ account: account.goodwill, amountCents }],
      idemKey: `test:${visit.id}:${amountCents}`,
    })
  assert.deepEqual(await moneyOf(visit.id), { total: 100_000, fee: 0, paid: 30_000, held: 0 })
})

test('a refused card leaves the hour and the holds unchanged, and another card may be tried', async () => {
  const at = await priced()
  const visit = await booked(kalli, at, { date: wednesday })
  const refused = await move(visit, thursday, 0, { cardToken: 'tok_declined' })
  assert.equal(refusalOf(refused).code, 'change_card_declined')
  const seen = (await visit.who.call(contract.booking, { params: params(visit), query: { t: visit.t } })).body
  assert.deepEqual([seen.startsAt, seen.totalCents, seen.change], [visit.startsAt, 100_000, null])
  assert.equal((await claimsOf(kalli, visit.id)).length, 3)
  const again = await move(visit, thursday, 0, { cardToken: 'tok_ok' })
  assert.equal(again.body.totalCents, 108_500, JSON.stringify(again.body))
  assert.equal((await moneyOf(visit.id)).paid, 8_500)
})

test('while the bank’s approval is pending the old hour remains, and without approval nothing changes', async () => {
  const at = await priced()
  const visit = await booked(kalli, at, { date: wednesday })
  const waiting = await move(visit, thursday, 0, { cardToken: 'tok_3ds' })
  assert.equal(waiting.status, 200, JSON.stringify(waiting.body))
  assert.deepEqual([waiting.body.startsAt, waiting.body.totalCents], [visit.startsAt, 100_000])
  assert.ok(waiting.body.change?.paying?.actionUrl)
  // The others are not notified before it is paid.
  const theirs = await at.professional.person.call(contract.booking, { params: params(visit), query: {} })
  assert.equal(theirs.body.change, null)
  assert.equal((await claimsOf(kalli, visit.id)).length, 6)
  kalli.time.advance(16)
  await Promise.all([followCharges(kalli.work()), followCharges(kalli.work())])
  assert.equal((await claimsOf(kalli, visit.id)).length, 3)
  assert.equal(await one('select state from change_proposals where booking_id = $1', visit.id), 'lapsed')
  assert.deepEqual(await moneyOf(visit.id), { total: 100_000, fee: 0, paid: 0, held: 0 })
})

test('a professional’s change never raises the price, and a lower price benefits the client', async () => {
  const at = await priced()
  const visit = await booked(kalli, at, { date: wednesday })
  const by = { as: 'professional' as const, who: at.professional.person }
  const dearer = await quoteFor(visit, thursday, 0, 'professional', by.who)
  assert.deepEqual([dearer.body.dueCents, dearer.body.charged], [0, 'none'])
  const { body, quoted } = await move(visit, friday, 1, by)
  assert.equal(quoted.dueCents, -12_340)
  const seen = (await visit.who.call(contract.booking, { params: params(visit), query: { t: visit.t } })).body
  assert.deepEqual([seen.totalCents, seen.change?.differenceCents], [100_000, -12_340])
  const yes = await visit.who.call(changes.answerChange, {
    params: { id: visit.id, answer: 'accept' },
    query: { t: visit.t },
    body: { as: 'client', version: body.version },
  })
  assert.equal(yes.status, 200, JSON.stringify(yes.body))
  assert.equal(yes.body.totalCents, 87_660)
  await finish(visit)
  assert.deepEqual(await moneyOf(visit.id), { total: 87_660, fee: 0, paid: 87_660, held: 0 })
})

test('from their third own change a client pays the tier’s late fee, divided as one, and others’ changes do not count', async () => {
  const at = await priced({ policyTier: 'moderate' })
  const visit = await booked(kalli, at, { date: wednesday })
  for (const place of [1, 2]) {
    const free = await move(visit, wednesday, place)
    assert.deepEqual([free.status, free.quoted.dueCents], [200, 0], JSON.stringify(free.body))
  }
  // Twenty hours before: half of the rent of the former hour is due by the space's policy, at most half of the fee.
  kalli.time.set(new Date('2026-11-24T20:00:00Z'))
  await runJobsOnce(kalli)
  const third = await move(visit, thursday, 0)
  assert.equal(third.status, 200, JSON.stringify(third.body))
  // 30 % of $1,000.00, and the higher price of the hour.
  assert.deepEqual([third.quoted.alone, third.quoted.dueCents], [true, 38_500])
  assert.deepEqual(
    third.quoted.lines.map(({ label, amountCents }) => [label, amountCents]),
    [
      ['Precio acordado', 100_000],
      ['Precio en la hora nueva', 108_500],
      ['Diferencia', 8_500],
      ['Cuota por cambiar otra vez', 30_000],
    ],
  )
  assert.deepEqual(await moneyOf(visit.id), { total: 108_500, fee: 30_000, paid: 138_500, held: 138_500 })
  await finish(visit)
  assert.deepEqual(await moneyOf(visit.id), { total: 108_500, fee: 30_000, paid: 138_500, held: 0 })
  assert.deepEqual(linesOf(await receiptOf(visit, at, 'client')), [
    ['service', 100_000],
    ['demand', 8_500],
    ['move_fee', 30_000],
  ])
  // The whole rent of $300.00, and half of it from the fee, which is half of the fee too.
  const host = await receiptOf(visit, at, 'host')
  assert.deepEqual(linesOf(host), [
    ['rent', 30_000],
    ['move_fee', 15_000],
    ['commission', -2_250],
  ])
  assert.equal(host.netCents, 42_750)
  // 108,500 − 10,850 − 30,000 of the visit, 30,000 − 3,000 − 15,000 of the fee.
  assert.equal((await receiptOf(visit, at, 'professional')).netCents, 79_650)
  assert.equal(
    await one('select sum(amount_cents)::int from payouts where booking_id = $1', visit.id),
    122_400,
  )
})

test('the change fee is retained when the client cancels, and refunded when another party does', async () => {
  for (const as of ['client', 'professional'] as const) {
    const at = await priced()
    const visit = await booked(kalli, at, { date: wednesday })
    await move(visit, wednesday, 1)
    await move(visit, wednesday, 2)
    const third = await move(visit, wednesday, 3)
    // A tenth of $1,000.00; five days before, no rent is due.
    assert.deepEqual([third.status, third.quoted.dueCents], [200, 10_000], JSON.stringify(third.body))
    const who = as === 'client' ? visit.who : at.professional.person
    const query = as === 'client' ? { t: visit.t } : {}
    const quoted = await who.call(cancellation.cancelQuote, { params: params(visit), query, body: { as } })
    assert.equal(quoted.body.refundCents, as === 'client' ? 100_000 : 110_000)
    const cancelled = await who.call(cancellation.cancel, {
      params: params(visit),
      query,
      body: { quoteToken: quoted.body.token, reason: 'Un imprevisto.' },
    })
    assert.equal(cancelled.status, 200, JSON.stringify(cancelled.body))
    const stays = as === 'client' ? 10_000 : 0
    assert.deepEqual(await moneyOf(visit.id), { total: 100_000, fee: 10_000, paid: stays, held: 0 })
    assert.equal((await receiptOf(visit, at, 'client')).netCents, stays)
    assert.equal((await receiptOf(visit, at, 'professional')).netCents, as === 'client' ? 9_000 : 0)
  }
})

test('a change fee that the saved card refuses is owed to no party, and receipts and figures no longer expect it', async () => {
  const at = await priced()
  const visit = await booked(kalli, at, { date: '2026-12-09', token: 'tok_later' })
  for (const place of [1, 2, 3]) {
    const moved = await move(visit, '2026-12-09', place)
    assert.equal(moved.status, 200, JSON.stringify(moved.body))
  }
  const quoted = await visit.who.call(cancellation.cancelQuote, {
    params: params(visit),
    query: { t: visit.t },
    body: { as: 'client' },
  })
  await visit.who.call(cancellation.cancel, {
    params: params(visit),
    query: { t: visit.t },
    body: { quoteToken: quoted.body.token, reason: 'Un imprevisto.' },
  })
  const month = { from: '2026-12-01', to: '2026-12-31' }
  await drain(kalli)
  assert.equal(await one('select status from payments where booking_id = $1', visit.id), 'failed')
  assert.equal(await one('select count(*)::int from journals where booking_id = $1', visit.id), 0)
  for (const as of ['client', 'professional'] as const) {
    const { state, netCents } = await receiptOf(visit, at, as)
    assert.deepEqual([state, netCents], ['settled', 0])
  }
  const { body } = await at.professional.person.call(ownFigures, { query: month })
  assert.deepEqual([body.expected.netCents, body.settled.netCents], [0, 0])
  const there = await at.host.person.call(income, { query: month })
  assert.deepEqual([there.body.expected.netCents, there.body.settled.netCents], [0, 0])
})

test('a rise in a client’s change request is held, then charged on acceptance and released on refusal', async () => {
  for (const how of ['accept', 'decline'] as const) {
    const at = await priced()
    const visit = await booked(kalli, at, { date: wednesday })
    // The free period ends twelve hours before.
    kalli.time.set(new Date(Date.parse(visit.startsAt) - 6 * 3_600_000))
    await runJobsOnce(kalli)
    const requested = await move(visit, thursday)
    assert.deepEqual(
      [requested.status, requested.quoted.alone, requested.quoted.dueCents],
      [200, false, 8_500],
    )
    assert.deepEqual(
      [requested.body.change?.paying, requested.body.change?.waitsFor],
      [null, ['professional']],
    )
    assert.equal((await moneyOf(visit.id)).paid, 100_000)
    const answered = await at.professional.person.call(changes.answerChange, {
      params: { id: visit.id, answer: how },
      query: {},
      body: { as: 'professional', version: requested.body.version },
    })
    assert.equal(answered.status, 200, JSON.stringify(answered.body))
    await drain(kalli)
    const total = how === 'accept' ? 108_500 : 100_000
    assert.deepEqual(await moneyOf(visit.id), { total, fee: 0, paid: total, held: total })
    assert.equal(
      (await one(`select count(*)::int from standin.charges where status = 'authorized'`)) ===
        (await one(`select count(*)::int from payments where status = 'authorized'`)),
      true,
    )
  }
})

test('with several services each gets the price of its new hour, and the first-visit offer stays', async () => {
  const at = await priced({}, { firstVisit: { bp: -1000 } })
  const second = await people.service(kalli, at.professional.id, {
    name: 'Tinte',
    priceCents: 40_000,
    durationMinutes: 60,
  })
  const who = await people.signIn(kalli, await people.account(kalli))
  const found = await who.call(slots, {
    query: {
      professional: at.professional.id,
      services: `${at.serviceId},${second}`,
      from: wednesday,
      to: wednesday,
    },
  })
  const slot = found.body.days[0]?.slots[0]
  assert.ok(slot)
  assert.equal(slot.totalCents, 126_000)
  const hold = await who.call(holds.hold, { body: { slotToken: slot.token } })
  const made = await who.call(checkout.book, {
    body: { holdId: hold.body.id, contact: contactOf(), payment: { method: 'card', token: 'tok_ok' } },
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const visit = { id: made.body.id, who, t: made.body.viewToken ?? '', startsAt: made.body.startsAt }
  const { quoted, body, status } = await move(visit, thursday)
  assert.equal(status, 200, JSON.stringify(body))
  // $1,085.00 and $434.00 as any client sees them, less the $140.00 that were agreed.
  assert.deepEqual([quoted.dueCents, body.totalCents], [11_900, 137_900])
  const { rows } = await kalli.database.pool.query(
    'select price_cents::int as cents from booking_segments where booking_id = $1 order by position',
    [visit.id],
  )
  assert.deepEqual(
    rows.map(({ cents }) => cents),
    [94_500, 43_400],
  )
  await finish(visit)
  assert.deepEqual(await moneyOf(visit.id), { total: 137_900, fee: 0, paid: 137_900, held: 0 })
})

test('two dearer changes at once, or one against an arrival, yield one outcome and charge only for it', async () => {
  const at = await priced({ units: 3 })
  const visit = await booked(kalli, at, { date: wednesday })
  const [one_, two] = await Promise.all([quoteFor(visit, thursday, 0), quoteFor(visit, thursday, 4)])
  const answers = await Promise.all(
    [one_, two].map(({ body, query }) =>
      visit.who.call(changes.change, { params: params(visit), query, body: { quoteToken: body.token } }),
    ),
  )
  assert.equal(
    answers.filter(({ status }) => status === 200).length,
    1,
    answers.map(({ status }) => status).join(),
  )
  assert.deepEqual(await moneyOf(visit.id), { total: 108_500, fee: 0, paid: 8_500, held: 8_500 })

  // Approved late at the bank, while the client is already checked in: whichever comes first, the other is refused.
  for (let round = 0; round < 3; round += 1) {
    kalli.time.set(testNow)
    const there = await priced()
    const soon = await booked(kalli, there, { date: wednesday })
    kalli.time.set(new Date(Date.parse(soon.startsAt) - 13 * 3_600_000))
    await runJobsOnce(kalli)
    const requested = await move(soon, thursday, 0, { cardToken: 'tok_3ds' })
    assert.ok(requested.body.change?.paying, JSON.stringify(requested.body))
    kalli.time.set(new Date(Date.parse(soon.startsAt) - 10 * 60_000))
    const changeId = String(await one('select id from change_proposals where booking_id = $1', soon.id))
    await kalli.database.pool.query(
      `update standin.charges set status = 'authorized' where reference = (select id::text from payments where booking_id = $1)`,
      [changeId],
    )
    const paymentId = String(await one('select id from payments where booking_id = $1', changeId))
    const [, came] = await Promise.all([
      refresh(kalli.work(), paymentId).then(() => followCharge(kalli.work(), changeId)),
      there.professional.person.call(attendance.checkIn, {
        params: params(soon),
        body: { code: String(await one('select arrival_code from bookings where id = $1', soon.id)) },
      }),
    ])
    await runJobsOnce(kalli)
    const now = await moneyOf(soon.id)
    assert.deepEqual([now.paid, now.held], [now.total, now.total])
    assert.equal(now.total, came.status === 200 ? 100_000 : 108_500)
    assert.equal((await claimsOf(kalli, soon.id)).filter(({ state }) => state === 'hold').length, 0)
  }
})
