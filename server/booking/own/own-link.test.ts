/** An own appointment that is paid by a link, or by a link and at the place: to the centavo, however it ends. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as bookings from '#contract/booking/booking.ts'
import * as cancellations from '#contract/booking/cancellation.ts'
import * as changes from '#contract/booking/change/change.ts'
import {
  balanceLink,
  balanceToPay,
  payBalance,
  payByLink,
  sendBalanceLink,
  takeBalance,
} from '#contract/booking/settlement/balance.ts'
import * as own from '#contract/booking/series/own-appointment.ts'
import * as noShow from '#contract/booking/visit/no-show.ts'
import { dayMs, hourMs } from '#contract/platform/duration.ts'
import { followBalances } from '#server/booking/settlement/balance-follow.ts'
import { upholdDue } from '#server/booking/visit/no-show-decision.ts'
import { finishDue } from '#server/booking/visit/visit.ts'
import { drain } from '#server/platform/jobs.ts'
import { ownWork } from '#server/platform/work.ts'
import { hereOf, type Bookable } from '#server/testing/bookings.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(async () => {
  assert.equal(await people.trialBalance(kalli), 0)
  await kalli.close()
})
beforeEach(() => kalli.time.set(testNow))

type How = { how: 'link' } | { how: 'deposit'; depositCents: number } | { how: 'place' }
const farDate = '2026-11-25'
let serial = 0

const bookable = () => people.bookable(kalli, { noticeMinutes: 0 })

const order = async (
  at: Bookable,
  how: How,
  client: { firstName: string; phone?: string },
  date = farDate,
) => {
  const hours = await at.professional.person.call(own.ownHours, {
    query: { services: String(at.serviceId), date },
  })
  const hour = hours.body.hours[0]
  assert.ok(hour)
  return at.professional.person.call(own.makeOwnAppointment, {
    body: { slotToken: hour.slot.token, client, method: 'transfer', ...how },
  })
}

/** $1,000.00 with $300.00 of rent; its client has a telephone. */
const visit = async (how: How, at?: Bookable) => {
  const place = at ?? (await bookable())
  const phone = `+52557${String(1_000_000 + ++serial).slice(-7)}`
  const made = await order(place, how, { firstName: `Nora ${serial}`, phone })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { id } = made.body
  const pro = place.professional.person
  const params = { id }
  const link = await pro.call(balanceLink, { params })
  const { token } = link.body
  const seen = /id=[^&]+&t=([^&\s]+)/.exec(await targetOf(made.body.whatsapp))?.[1] ?? ''
  const query = { t: decodeURIComponent(seen) }
  const pay = (cardToken = 'tok_ok', who: Person = kalli.visitor()) =>
    who.call(payByLink, { params: { token }, body: { cardToken } })
  const take = (amountCents: number, method: 'cash' | 'terminal' = 'cash') =>
    pro.call(takeBalance, { params, body: { amountCents, method } })
  const read = async (who: Person = pro) =>
    (await who.call(bookings.booking, { params, query: who === pro ? {} : query })).body
  const over = async () => {
    kalli.time.set(new Date(Date.parse(made.body.endsAt) + 25 * hourMs))
    await finishDue(ownWork(kalli))
    await drain(kalli)
  }
  const cancel = async (by: 'client' | 'professional') => {
    const who = by === 'client' ? kalli.visitor() : pro
    const seenBy = by === 'client' ? query : {}
    const quote = await who.call(cancellations.cancelQuote, { params, query: seenBy, body: { as: by } })
    assert.equal(quote.status, 200, JSON.stringify(quote.body))
    const ended = await who.call(cancellations.cancel, {
      params,
      query: seenBy,
      body: { quoteToken: quote.body.token, reason: 'No puedo ese día' },
    })
    assert.equal(ended.status, 200, JSON.stringify(ended.body))
    await drain(kalli)
    return quote.body
  }
  return { ...made.body, at: place, pro, params, query, phone, pay, take, read, over, cancel, token }
}

/** The target of the last short link in a text. */
const targetOf = async (whatsapp: string) => {
  const words = decodeURIComponent(whatsapp)
  const short = /\S+\/s\/\w{12}$/.exec(words)?.[0] ?? ''
  assert.ok(short.length <= 40, short)
  const answer = await fetch(kalli.url + new URL(short).pathname, { redirect: 'manual' })
  return answer.headers.get('location') ?? ''
}

/** Each account's sum over all postings of a visit and of its charges. */
const postedOf = async (id: string) => {
  const { rows } = await kalli.database.pool.query<{ account: number; cents: number }>(
    `select e.account, sum(e.amount_cents)::int as cents from entries e join journals j on j.id = e.journal_id
     where j.booking_id = $1 or j.booking_id in (select id from booking_balances where booking_id = $1)
     group by e.account having sum(e.amount_cents) <> 0 order by e.account`,
    [id],
  )
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]))
}
/** The shares of the three parties; below zero the professional owes. */
const sharesOf = async (id: string) => {
  const of = await postedOf(id)
  const sum = (...accounts: number[]) => 0 - accounts.reduce((total, one) => total + (of[one] ?? 0), 0)
  return {
    professional: sum(2020, 1120),
    host: sum(2030),
    kalli: sum(4010, 4020, 2130),
    held: sum(2010),
  }
}

const moneyOf = async (id: string) => {
  const { rows } = await kalli.database.pool.query(
    `select upfront_cents::int as paid, balance_cents::int as open, in_place_cents::int as "inPlace", link_cents::int as link,
       in_place_method as method, (terms -> 'rates' ->> 'commissionBp')::int as bp, (terms -> 'rates' ->> 'inPlaceBp')::int as "inPlaceBp"
     from bookings where id = $1`,
    [id],
  )
  return rows[0]
}

test('an own appointment by link is confirmed at once, shows the amount due, and one short link pays it', async () => {
  const at = await bookable()
  const hours = await at.professional.person.call(own.ownHours, {
    query: { services: String(at.serviceId), date: farDate, depositCents: 25_000 },
  })
  const [hour] = hours.body.hours
  assert.deepEqual(
    [hour?.netCents, hour?.link?.commissionCents, hour?.link?.netCents],
    [70_000, 10_000, 60_000],
  )
  assert.deepEqual(
    [hour?.deposit?.linkCents, hour?.deposit?.commissionCents, hour?.deposit?.netCents],
    [25_000, 2_500, 67_500],
  )
  const one = await visit({ how: 'link' }, at)
  assert.deepEqual([one.how, one.method, one.linkCents, one.isNotified], ['link', null, 100_000, true])
  assert.ok(one.payLink !== null && one.payLink.length <= 40, String(one.payLink))
  assert.deepEqual(await moneyOf(one.id), {
    paid: 0,
    open: 100_000,
    inPlace: 0,
    link: 100_000,
    method: null,
    bp: 1000,
    inPlaceBp: 0,
  })
  for (const who of [one.pro, kalli.visitor()]) {
    const seen = await one.read(who)
    assert.equal(seen.status, 'confirmed')
    assert.deepEqual(
      [seen.upfront?.byLink, seen.upfront?.state, seen.upfront?.balanceCents, seen.inPlace],
      [true, 'due', 100_000, null],
    )
  }
  const opened = await fetch(kalli.url + new URL(one.payLink).pathname, { redirect: 'manual' })
  assert.match(opened.headers.get('location') ?? '', /^\/bookings\/.+\/pay$/)
  const toPay = await kalli.visitor().call(balanceToPay, { params: { token: one.token } })
  assert.deepEqual([toPay.body.state, toPay.body.balanceCents, toPay.body.reason], ['due', 100_000, null])
  assert.ok(!JSON.stringify(toPay.body).includes('Nora'))
  await drain(kalli)
  const texts = await kalli.database.pool.query<{ body: string }>(
    'select body from text_messages where to_phone = $1',
    [one.phone],
  )
  assert.ok(
    texts.rows.some(({ body }) => /Falta pagar \$1,000.+\/s\/\w{12}$/.test(body)),
    JSON.stringify(texts.rows),
  )
  assert.equal((await one.pay()).status, 200)
})

test('an own appointment paid by link is charged 10 % and the rent, and the receipt names the rule', async () => {
  const one = await visit({ how: 'link' })
  const paid = await one.pay()
  assert.equal(paid.body.state, 'paid')
  assert.equal((await moneyOf(one.id)).paid, 100_000)
  // A repeated press does not charge again.
  assert.equal(refusalOf(await one.pay()).code, 'move_not_allowed')
  await one.over()
  assert.deepEqual(await sharesOf(one.id), {
    professional: 60_000,
    host: 28_500,
    kalli: 11_500,
    held: 0,
  })
  const receipt = await one.pro.call(bookings.receipt, { params: one.params, query: {} })
  assert.equal(receipt.body.netCents, 60_000)
  assert.ok(
    receipt.body.notes.some((note) =>
      note.startsWith(
        'Comisión de Kalli: 10 % de lo que se paga por Kalli (cita de tu agenda; regla vigente desde',
      ),
    ),
    JSON.stringify(receipt.body.notes),
  )
})

test('a deposit by link and the rest at the place charge 10 % of the deposit alone, and the rent once', async () => {
  const one = await visit({ how: 'deposit', depositCents: 30_000 })
  assert.deepEqual([one.how, one.method, one.linkCents], ['deposit', 'transfer', 30_000])
  const seen = await one.read()
  assert.deepEqual(
    [seen.upfront?.balanceCents, seen.upfront?.paidCents, seen.inPlace],
    [30_000, 0, { cents: 70_000, method: 'transfer' }],
  )
  assert.equal((await one.pay()).body.state, 'paid')
  await one.over()
  // $300.00 through Kalli less 30.00 of commission and 300.00 of rent: 30.00 are owed; she holds $700.00.
  assert.deepEqual(await sharesOf(one.id), { professional: -3_000, host: 28_500, kalli: 4_500, held: 0 })
  const receipt = await one.pro.call(bookings.receipt, { params: one.params, query: {} })
  const lines = receipt.body.lines.map(({ label, amountCents }) => [label, amountCents])
  assert.deepEqual(lines, [
    ['Precio del servicio', 100_000],
    ['Comisión de Kalli', -3_000],
    ['Pagado en el lugar · transferencia', -70_000],
    ['Renta del espacio', -30_000],
  ])
  assert.equal(receipt.body.netCents, -3_000)
  const client = await kalli.visitor().call(bookings.receipt, { params: one.params, query: one.query })
  assert.equal(client.body.netCents, 30_000, JSON.stringify(client.body))
})

test('a deposit paid by transfer in place of its link and the rest in cash each keep their way of payment', async () => {
  const one = await visit({ how: 'deposit', depositCents: 12_000 })
  const taken = await one.take(12_000, 'terminal')
  assert.deepEqual(taken.body.inPlace, {
    cents: 100_000,
    method: 'transfer',
    takenCents: 12_000,
    link: { cents: 12_000, method: 'terminal' },
  })
  const state = (
    amountCents: number,
    method: 'cash' | 'terminal',
    part: 'in_place' | 'link',
    who = one.pro,
  ) => who.call(takeBalance, { params: one.params, body: { amountCents, method, part } })
  // Another professional has no such visit, and another amount is not what was shown.
  const stranger = (await bookable()).professional.person
  assert.equal(refusalOf(await state(88_000, 'cash', 'in_place', stranger)).code, 'not_found')
  assert.equal(refusalOf(await state(100_000, 'cash', 'in_place')).code, 'quote_changed')
  await state(88_000, 'terminal', 'in_place')
  const [paid] = await Promise.all([state(88_000, 'cash', 'in_place'), state(88_000, 'cash', 'in_place')])
  assert.deepEqual(paid.body.inPlace, {
    cents: 100_000,
    method: 'cash',
    takenCents: 100_000,
    link: { cents: 12_000, method: 'terminal' },
  })
  await one.over()
  const receipt = await one.pro.call(bookings.receipt, { params: one.params, query: {} })
  assert.deepEqual(
    receipt.body.lines
      .filter(({ code }) => code === 'in_place')
      .map(({ label, amountCents }) => [label, amountCents]),
    [
      ['Pagado en el lugar · tu terminal', -12_000],
      ['Pagado en el lugar · efectivo', -88_000],
    ],
  )
  // A correction after it was divided changes the words only.
  const before = await sharesOf(one.id)
  assert.equal((await state(12_000, 'cash', 'link')).body.inPlace?.link?.method, 'cash')
  assert.deepEqual(await sharesOf(one.id), before)
})

test('nothing is stated as paid at the place of a visit paid by link, or of one that was cancelled', async () => {
  const byLink = await visit({ how: 'link' })
  const body = { amountCents: 100_000, method: 'cash', part: 'in_place' } as const
  assert.equal(
    refusalOf(await byLink.pro.call(takeBalance, { params: byLink.params, body })).code,
    'move_not_allowed',
  )
  const one = await visit({ how: 'place' })
  await one.cancel('professional')
  assert.equal(
    refusalOf(await one.pro.call(takeBalance, { params: one.params, body })).code,
    'move_not_allowed',
  )
})

test('a payment at the place instead of the link has no commission, before the visit and after its split', async () => {
  for (const when of ['before', 'divided'] as const) {
    const one = await visit({ how: 'link' })
    if (when === 'divided') await one.over()
    // Nothing was paid through Kalli so far: she owes the rent.
    if (when === 'divided')
      assert.deepEqual(await sharesOf(one.id), { professional: -30_000, host: 28_500, kalli: 1_500, held: 0 })
    assert.equal(refusalOf(await one.take(90_000)).code, 'quote_changed')
    const taken = await one.take(100_000, 'terminal')
    assert.equal(taken.status, 200, JSON.stringify(taken.body))
    assert.deepEqual(taken.body.inPlace, { cents: 100_000, method: 'terminal', takenCents: 100_000 })
    assert.equal(taken.body.upfront?.state, 'paid')
    assert.equal(refusalOf(await one.take(100_000)).code, 'move_not_allowed')
    assert.equal(refusalOf(await one.pay()).code, 'move_not_allowed')
    if (when === 'before') await one.over()
    assert.deepEqual(await sharesOf(one.id), { professional: -30_000, host: 28_500, kalli: 1_500, held: 0 })
  }
  // If the operator set 3 %, she owes it also on what was divided before.
  await kalli.database.pool.query(
    `insert into commission_rules (valid_from, professional_bp, rent_bp, iva_bp, source, paid_in_place)
     values ('2026-11-19', 300, 500, 1600, 'own_agenda', true)`,
  )
  for (const when of ['before', 'divided'] as const) {
    const one = await visit({ how: 'link' })
    if (when === 'divided') await one.over()
    await one.take(100_000)
    if (when === 'before') await one.over()
    assert.deepEqual(await sharesOf(one.id), { professional: -33_000, host: 28_500, kalli: 4_500, held: 0 })
  }
  await kalli.database.pool.query(`delete from commission_rules where valid_from = '2026-11-19'`)
})

test('an unpaid link leaves the rent owed, and a later payment by it completes all shares', async () => {
  const one = await visit({ how: 'link' })
  await one.over()
  assert.equal((await one.read()).upfront?.state, 'due')
  const paid = await one.pay()
  assert.equal(paid.body.state, 'paid', JSON.stringify(paid.body))
  await drain(kalli)
  assert.deepEqual(await sharesOf(one.id), { professional: 60_000, host: 28_500, kalli: 11_500, held: 0 })
})

test('a cancellation refunds what was paid by link as the tier says, and what was not paid costs nothing', async () => {
  // Early and paid: refunded in full.
  const early = await visit({ how: 'link' })
  await early.pay()
  const quote = await early.cancel('client')
  assert.deepEqual([quote.refundCents, quote.feeCents], [100_000, 0])
  const posted = await postedOf(early.id)
  assert.deepEqual([posted[2010] ?? 0, posted[2040] ?? 0, posted[2020] ?? 0], [0, 0, 0])
  // Late and paid: the tier's 10 % of the price.
  const late = await visit({ how: 'link' })
  await late.pay()
  kalli.time.set(new Date(Date.parse(late.startsAt) - 2 * hourMs))
  const lateQuote = await late.cancel('client')
  assert.deepEqual([lateQuote.refundCents, lateQuote.feeCents], [90_000, 10_000])
  // 10 % of the fee; rent takes at most half of it.
  assert.deepEqual(await sharesOf(late.id), { professional: 4_000, host: 4_750, kalli: 1_250, held: 0 })
  kalli.time.set(testNow)
  // Late and unpaid: nothing was charged, nothing is refunded.
  const unpaid = await visit({ how: 'deposit', depositCents: 30_000 })
  kalli.time.set(new Date(Date.parse(unpaid.startsAt) - 2 * hourMs))
  const none = await unpaid.cancel('client')
  assert.deepEqual([none.refundCents, none.feeCents], [0, 0])
  assert.equal(refusalOf(await unpaid.pay()).code, 'move_not_allowed')
  const toPay = await kalli.visitor().call(balanceToPay, { params: { token: unpaid.token } })
  assert.equal(toPay.body.state, 'over')
  assert.equal(refusalOf(await unpaid.take(30_000)).code, 'move_not_allowed')
  kalli.time.set(testNow)
  // By the professional: refunded in full, and Kalli gives no credit.
  const hers = await visit({ how: 'deposit', depositCents: 30_000 })
  await hers.pay()
  assert.equal((await hers.cancel('professional')).refundCents, 30_000)
  const back = await postedOf(hers.id)
  assert.deepEqual([back[2010] ?? 0, back[2040] ?? 0], [0, 0])
})

test('a no-show client pays the tier’s fee, at most the deposit that was paid', async () => {
  const one = await visit({ how: 'deposit', depositCents: 20_000 })
  await one.pay()
  const { params } = one
  kalli.time.set(new Date(Date.parse(one.startsAt) - 60_000))
  assert.equal((await one.pro.call(noShow.arrive, { params, body: await hereOf(kalli, one.id) })).status, 200)
  kalli.time.set(new Date(Date.parse(one.startsAt) + 16 * 60_000))
  const { version } = await one.read()
  const marked = await one.pro.call(noShow.markNoShow, { params, query: {}, body: { version } })
  assert.equal(marked.status, 200, JSON.stringify(marked.body))
  kalli.time.set(new Date(Date.parse(one.startsAt) + 26 * hourMs))
  await upholdDue(ownWork(kalli))
  await drain(kalli)
  // 30 % of $1,000.00 exceed the $200.00 that were paid: those are divided; rent takes at most half of the 30 %.
  assert.deepEqual(await sharesOf(one.id), { professional: 3_000, host: 14_250, kalli: 2_750, held: 0 })
})

test('a card payment, a cash payment and a cancellation at the same moment never count money twice', async () => {
  for (let round = 0; round < 4; round += 1) {
    const one = await visit({ how: 'link' })
    const quote = await one.pro.call(cancellations.cancelQuote, {
      params: one.params,
      query: {},
      body: { as: 'professional' },
    })
    const [byCard, atPlace, again] = await Promise.all([
      one.pay(),
      one.take(100_000),
      one.pay(),
      round % 2 === 0
        ? one.pro.call(cancellations.cancel, {
            params: one.params,
            query: {},
            body: { quoteToken: quote.body.token, reason: 'No puedo ese día' },
          })
        : undefined,
    ])
    for (const { status, body } of [byCard, atPlace, again])
      assert.ok(status === 200 || status === 409, JSON.stringify(body))
    await drain(kalli)
    await followBalances(ownWork(kalli))
    await drain(kalli)
    const money = await moneyOf(one.id)
    const { status } = await one.read()
    const of = await sharesOf(one.id)
    if (status === 'confirmed') {
      assert.equal(money.paid + money.open + money.inPlace, 100_000)
      assert.equal(of.held, money.paid)
    } else assert.equal(of.held, 0, JSON.stringify({ status, money, of }))
    const { rows } = await kalli.database.pool.query<{ cents: number }>(
      `select coalesce(sum(captured_cents - refunded_cents), 0)::int as cents from payments
       where booking_id = $1 or booking_id in (select id from booking_balances where booking_id = $1)`,
      [one.id],
    )
    assert.equal(rows[0]?.cents, status === 'confirmed' ? money.paid : 0)
  }
})

test('a move to another price keeps what was paid, and only the difference is due or refunded', async () => {
  for (const [how, pays, priceCents, want] of [
    // All of it was paid: an increase is due, a decrease is refunded.
    [{ how: 'link' }, true, 120_000, { paidCents: 100_000, balanceCents: 20_000, inPlace: null }],
    [{ how: 'link' }, true, 80_000, { paidCents: 80_000, balanceCents: 0, inPlace: null }],
    [{ how: 'link' }, false, 120_000, { paidCents: 0, balanceCents: 120_000, inPlace: null }],
    // Too little for a card charge: the place takes it.
    [
      { how: 'link' },
      true,
      101_000,
      { paidCents: 100_000, balanceCents: 0, inPlace: { cents: 1_000, method: 'cash' } },
    ],
    // A deposit stays a deposit.
    [
      { how: 'deposit', depositCents: 30_000 },
      true,
      120_000,
      { paidCents: 30_000, balanceCents: 0, inPlace: { cents: 90_000, method: 'transfer' } },
    ],
    [
      { how: 'deposit', depositCents: 30_000 },
      false,
      90_000,
      { paidCents: 0, balanceCents: 30_000, inPlace: { cents: 60_000, method: 'transfer' } },
    ],
  ] satisfies [How, boolean, number, { paidCents: number; balanceCents: number; inPlace: unknown }][]) {
    const one = await visit(how)
    if (pays) assert.equal((await one.pay()).status, 200)
    await kalli.database.pool.query('update services set price_cents = $2 where id = $1', [
      one.at.serviceId,
      priceCents,
    ])
    const { params, query } = one
    const who = kalli.visitor()
    const offered = await who.call(changes.changeSlots, {
      params,
      query: { ...query, as: 'client', from: '2026-11-26', to: '2026-11-26' },
    })
    const slotToken = offered.body.days[0]?.slots[2]?.token ?? assert.fail('no hour')
    const quoted = await who.call(changes.changeQuote, { params, query, body: { as: 'client', slotToken } })
    assert.notEqual(quoted.body.charged, 'now')
    const moved = await who.call(changes.change, { params, query, body: { quoteToken: quoted.body.token } })
    assert.equal(moved.status, 200, JSON.stringify(moved.body))
    const { upfront, inPlace } = moved.body
    assert.deepEqual(
      { paidCents: upfront?.paidCents, balanceCents: upfront?.balanceCents, inPlace },
      want,
      JSON.stringify([how, pays, priceCents]),
    )
    // The amount due is paid by the same link.
    if (want.balanceCents > 0) {
      const paid = await one.pay()
      assert.equal(paid.body.state, 'paid', JSON.stringify(paid.body))
    }
    kalli.time.set(new Date(Date.parse(moved.body.endsAt) + 25 * hourMs))
    await finishDue(ownWork(kalli))
    await drain(kalli)
    const throughCents = want.paidCents + want.balanceCents
    assert.deepEqual(await sharesOf(one.id), {
      professional: throughCents - throughCents / 10 - 30_000,
      host: 28_500,
      kalli: throughCents / 10 + 1_500,
      held: 0,
    })
    kalli.time.set(testNow)
  }
})

test('a link that is paid while another hour is proposed stays paid when its client accepts', async () => {
  const one = await visit({ how: 'link' })
  const { params, query, pro } = one
  const offered = await pro.call(changes.changeSlots, {
    params,
    query: { as: 'professional', from: '2026-11-26', to: '2026-11-26' },
  })
  const slotToken = offered.body.days[0]?.slots[2]?.token ?? assert.fail('no hour')
  const quoted = await pro.call(changes.changeQuote, {
    params,
    query: {},
    body: { as: 'professional', slotToken },
  })
  const proposed = await pro.call(changes.change, {
    params,
    query: {},
    body: { quoteToken: quoted.body.token },
  })
  assert.equal(proposed.status, 200, JSON.stringify(proposed.body))
  assert.equal((await one.pay()).status, 200)
  const { version } = await one.read(kalli.visitor())
  const accepted = await kalli.visitor().call(changes.answerChange, {
    params: { ...params, answer: 'accept' },
    query,
    body: { as: 'client', version },
  })
  assert.equal(accepted.status, 200, JSON.stringify(accepted.body))
  assert.deepEqual(
    [accepted.body.upfront?.state, accepted.body.upfront?.paidCents, accepted.body.upfront?.balanceCents],
    ['paid', 100_000, 0],
  )
})

test('strangers, wrong amounts and too small deposits are refused, and the link is sent once a day', async () => {
  const one = await visit({ how: 'link' })
  const stranger = (await bookable()).professional.person
  assert.equal(refusalOf(await stranger.call(sendBalanceLink, { params: one.params })).code, 'not_found')
  assert.equal((await kalli.visitor().call(sendBalanceLink, { params: one.params })).status, 401)
  const sent = await one.pro.call(sendBalanceLink, { params: one.params })
  assert.deepEqual([sent.status, sent.body.sentTo], [200, one.phone])
  assert.ok(sent.body.link.length <= 40)
  assert.equal((await one.pro.call(sendBalanceLink, { params: one.params })).body.sentTo, null)
  await drain(kalli)
  kalli.time.set(new Date(testNow.getTime() + dayMs))
  assert.equal((await one.pro.call(sendBalanceLink, { params: one.params })).body.sentTo, one.phone)
  await drain(kalli)
  await one.pay()
  assert.equal(
    refusalOf(await one.pro.call(sendBalanceLink, { params: one.params })).code,
    'move_not_allowed',
  )
  kalli.time.set(testNow)
  const at = await bookable()
  for (const depositCents of [1_999, 98_001]) {
    const answer = await order(at, { how: 'deposit', depositCents }, { firstName: 'Nadia' })
    assert.equal(refusalOf(answer).code, 'invalid_input')
  }
  // A client with neither telephone nor email gets no message; the link can be shown.
  const alone = await order(at, { how: 'link' }, { firstName: 'Nadia' })
  assert.equal(alone.body.isNotified, false)
  assert.ok((alone.body.payLink ?? '').length <= 40)
  const shown = await at.professional.person.call(sendBalanceLink, { params: { id: alone.body.id } })
  assert.deepEqual([shown.body.sentTo, shown.body.link], [null, alone.body.payLink])
  // An appointment paid at the place has no link.
  const place = await order(at, { how: 'place' }, { firstName: 'Nadia' }, '2026-11-26')
  assert.equal(
    refusalOf(await at.professional.person.call(sendBalanceLink, { params: { id: place.body.id } })).code,
    'move_not_allowed',
  )
  // A declined card leaves it unpaid.
  const declined = await visit({ how: 'link' })
  assert.equal(refusalOf(await declined.pay('tok_declined')).code, 'card_declined')
  assert.equal((await declined.read()).upfront?.state, 'due')
  const client = await kalli.visitor().call(payBalance, {
    params: declined.params,
    query: declined.query,
    body: { cardToken: 'tok_ok' },
  })
  assert.equal(client.body.upfront?.state, 'paid', JSON.stringify(client.body))
})
