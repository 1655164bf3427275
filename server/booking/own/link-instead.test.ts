/** An appointment to be paid at the place is paid by a link instead: what is shown before, charged, divided and on the receipt. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as bookings from '#contract/booking/booking.ts'
import * as own from '#contract/booking/series/own-appointment.ts'
import { balanceLink, payByLink, takeBalance } from '#contract/booking/settlement/balance.ts'
import { askByLink, linkInstead } from '#contract/booking/settlement/link-instead.ts'
import { hourMs } from '#contract/platform/duration.ts'
import { finishDue } from '#server/booking/visit/visit.ts'
import { drain } from '#server/platform/jobs.ts'
import { ownWork } from '#server/platform/work.ts'
import * as people from '#server/testing/people.ts'
import { refusalOf } from '#server/testing/person.ts'
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

let serial = 0
/** $1,000.00 with $300.00 of rent, to be paid in cash at the place. */
const atPlace = async () => {
  const at = await people.bookable(kalli, { noticeMinutes: 0 })
  const pro = at.professional.person
  const hours = await pro.call(own.ownHours, {
    query: { services: String(at.serviceId), date: '2026-11-25' },
  })
  const hour = hours.body.hours[0]
  assert.ok(hour)
  const phone = `+52558${String(1_000_000 + ++serial).slice(-7)}`
  const made = await pro.call(own.makeOwnAppointment, {
    body: { slotToken: hour.slot.token, client: { firstName: 'Nora', phone }, method: 'cash' },
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  await drain(kalli)
  const params = { id: made.body.id }
  return {
    at,
    pro,
    phone,
    params,
    quote: () => pro.call(linkInstead, { params }),
    ask: (netCents = 60_000) => pro.call(askByLink, { params, body: { netCents } }),
    pay: async () => {
      const { body } = await pro.call(balanceLink, { params })
      return kalli.visitor().call(payByLink, { params: { token: body.token }, body: { cardToken: 'tok_ok' } })
    },
    over: async () => {
      kalli.time.set(new Date(Date.parse(made.body.endsAt) + 25 * hourMs))
      await finishDue(ownWork(kalli))
      await drain(kalli)
    },
  }
}

const sharesOf = async (id: string) => {
  const { rows } = await kalli.database.pool.query<{ account: number; cents: number }>(
    `select e.account, sum(e.amount_cents)::int as cents from entries e join journals j on j.id = e.journal_id
     where j.booking_id = $1 group by e.account`,
    [id],
  )
  const sum = (...accounts: number[]) =>
    rows.filter(({ account }) => accounts.includes(account)).reduce((all, { cents }) => all - cents, 0)
  return { professional: sum(2020, 1120), host: sum(2030), kalli: sum(4010, 4020, 2130), held: sum(2010) }
}

test('a visit to be paid at the place can be paid by link instead, with the commission shown before and on the receipt', async () => {
  const one = await atPlace()
  const quote = await one.quote()
  assert.deepEqual(quote.body, {
    linkCents: 100_000,
    commissionCents: 10_000,
    commissionWords: 'Comisión de Kalli: 10 %, porque el pago pasa por Kalli',
    netCents: 60_000,
    netAtPlaceCents: 70_000,
  })
  const linked = await one.ask()
  assert.equal(linked.status, 200, JSON.stringify(linked.body))
  assert.equal(linked.body.inPlace, null)
  assert.deepEqual(
    [linked.body.upfront?.byLink, linked.body.upfront?.state, linked.body.upfront?.balanceCents],
    [true, 'due', 100_000],
  )
  await drain(kalli)
  const { rows } = await kalli.database.pool.query<{ body: string }>(
    `select body from text_messages where to_phone = $1 and body like '%Falta pagar%'`,
    [one.phone],
  )
  assert.equal(rows.length, 1)
  assert.match(rows[0]?.body ?? '', /Falta pagar \$1,000.+\/s\/\w{12}$/)
  assert.ok((/\S+$/.exec(rows[0]?.body ?? '')?.[0] ?? '').length <= 40)
  assert.equal((await one.pay()).body.state, 'paid')
  await one.over()
  assert.deepEqual(await sharesOf(one.params.id), {
    professional: 60_000,
    host: 28_500,
    kalli: 11_500,
    held: 0,
  })
  const receipt = await one.pro.call(bookings.receipt, { params: one.params, query: {} })
  assert.equal(receipt.body.netCents, 60_000)
  assert.ok(
    receipt.body.notes.some((note) => note.startsWith('Comisión de Kalli: 10 % de lo que se paga por Kalli')),
    JSON.stringify(receipt.body.notes),
  )
})

test('the commission is that of the rule in force when the link is requested, and a changed quote is refused', async () => {
  const one = await atPlace()
  await kalli.database.pool.query(
    `insert into commission_rules (valid_from, professional_bp, rent_bp, iva_bp, source, paid_in_place)
     select $1, 1200, rent_bp, iva_bp, 'own_agenda', false from commission_rules where source is null order by valid_from desc limit 1`,
    [new Date(testNow.getTime() + hourMs)],
  )
  assert.equal((await one.quote()).body.netCents, 60_000)
  kalli.time.set(new Date(testNow.getTime() + 2 * hourMs))
  assert.equal(refusalOf(await one.ask(60_000)).code, 'quote_changed')
  const quote = await one.quote()
  assert.deepEqual([quote.body.commissionCents, quote.body.netCents], [12_000, 58_000])
  assert.equal((await one.ask(58_000)).status, 200)
  assert.equal((await one.pay()).body.state, 'paid')
  await one.over()
  // The rent and its commission are as agreed with the host.
  assert.deepEqual(await sharesOf(one.params.id), {
    professional: 58_000,
    host: 28_500,
    kalli: 13_500,
    held: 0,
  })
  await kalli.database.pool.query(
    `delete from commission_rules where source = 'own_agenda' and professional_bp = 1200`,
  )
})

test('an unpaid link leaves the professional owing the rent, and a payment at the place after it has no commission', async () => {
  const unpaid = await atPlace()
  await unpaid.ask()
  await unpaid.over()
  assert.deepEqual(await sharesOf(unpaid.params.id), {
    professional: -30_000,
    host: 28_500,
    kalli: 1_500,
    held: 0,
  })
  kalli.time.set(testNow)
  const after = await atPlace()
  await after.ask()
  const taken = await after.pro.call(takeBalance, {
    params: after.params,
    body: { amountCents: 100_000, method: 'cash' },
  })
  assert.equal(taken.status, 200, JSON.stringify(taken.body))
  // Once a link was requested, it cannot be requested again.
  assert.equal(refusalOf(await after.ask()).code, 'move_not_allowed')
  await after.over()
  assert.deepEqual(await sharesOf(after.params.id), {
    professional: -30_000,
    host: 28_500,
    kalli: 1_500,
    held: 0,
  })
})

test('a link can be requested once, only by the visit’s professional, and not after the split', async () => {
  const one = await atPlace()
  const stranger = await atPlace()
  const refused = await stranger.pro.call(askByLink, { params: one.params, body: { netCents: 60_000 } })
  assert.equal(refused.status, 404)
  assert.equal((await one.at.host.person.call(linkInstead, { params: one.params })).status, 403)
  const both = await Promise.all([one.ask(), one.ask()])
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409])
  await stranger.over()
  assert.equal(refusalOf(await stranger.quote()).code, 'move_not_allowed')
  assert.equal(refusalOf(await stranger.ask(70_000)).code, 'move_not_allowed')
})
