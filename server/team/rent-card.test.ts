import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { dayMs } from '#contract/platform/duration.ts'
import { agreements } from '#contract/hiring/agreement.ts'
import { community } from '#contract/notification/notification.ts'
import * as rent from '#contract/team/rent.ts'
import { account as number } from '#server/payment/ledger/journals.ts'
import { balanceOf, trialBalance } from '#server/payment/ledger/ledger.ts'
import { runJobsOnce } from '#server/platform/jobs.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import { refusalOf, type Person } from '#server/testing/person.ts'
import * as team from '#server/testing/team.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

const later = (days: number) => kalli.time.set(new Date(testNow.getTime() + days * dayMs + 60_000))
const weeks = [
  { from: '2026-11-20', to: '2026-11-26' },
  { from: '2026-11-27', to: '2026-12-03' },
  { from: '2026-12-04', to: '2026-12-10' },
] as const

const tenantOf = async (at: team.Salon) => {
  const ines = await team.joined(kalli, at)
  return { ...ines, id: ines.professional?.id ?? 0 }
}
type Tenant = Awaited<ReturnType<typeof tenantOf>>

const charge = async (at: team.Salon, { membership }: Tenant, week: (typeof weeks)[number]) => {
  const run = await at.owner.person.call(rent.collectRent, {
    body: { ...week, memberIds: [membership.id], totalCents: 140_000 },
  })
  assert.equal(run.status, 201, JSON.stringify(run.body))
  return run.body.charges[0]?.id ?? ''
}

const pay = (who: Person, id: string, cardToken: string, keep = false) =>
  who.call(rent.payRentCharge, { params: { id }, body: { cardToken, keep } })
const receiptOf = async (who: Person, id: string) =>
  (await who.call(rent.rentReceipt, { params: { id } })).body
const owedBy = ({ id }: Tenant) => balanceOf(kalli.work(), number.owedByProfessional, id)
const titles = async (who: Person) => (await who.call(community)).body.map(({ title }) => title)
const statusOf = async ({ person }: Tenant) => (await person.call(agreements)).body[0]?.status

const expectBalance = async () => {
  const sums = await trialBalance(kalli.work())
  assert.equal(
    [...sums.values()].reduce((sum, cents) => sum + cents, 0),
    0,
  )
  assert.equal(sums.get(number.clientFunds) ?? 0, 0, 'nothing of a paid rent stays in between')
}

const earn = ({ id }: Tenant, cents: number) =>
  kalli.database.pool.query(
    `with j as (insert into journals (kind, idem_key, at) values ('clawback', 'test-earned:' || gen_random_uuid(), $1) returning id)
     insert into entries (journal_id, line, account, party_id, amount_cents)
     select j.id, 1, 2020, $2::bigint, $3::bigint from j union all select j.id, 2, 1120, $2::bigint, -$3::bigint from j`,
    [kalli.clock(), id, cents],
  )

test('by hand a refused card leaves the debt and a good one pays it once, with a receipt and the host’s payout', async () => {
  const at = await team.salon(kalli)
  const ines = await tenantOf(at)
  const id = await charge(at, ines, weeks[0])
  const stranger = await tenantOf(await team.salon(kalli))
  assert.equal((await pay(stranger.person, id, 'tok_ok')).status, 404)
  assert.equal((await pay(at.owner.person, id, 'tok_ok')).status, 404)
  const no = await pay(ines.person, id, 'tok_declined')
  assert.equal(refusalOf(no).code, 'rent_card_declined')
  assert.equal(await owedBy(ines), 140_000)
  const both = await Promise.all([pay(ines.person, id, 'tok_ok'), pay(ines.person, id, 'tok_ok')])
  assert.ok(
    both.some(({ status }) => status === 200),
    JSON.stringify(both.map(({ body }) => body)),
  )
  assert.equal(await owedBy(ines), 0)
  const receipt = await receiptOf(ines.person, id)
  assert.deepEqual(
    [receipt.status, receipt.paidBy, receipt.owedCents, receipt.netCents, receipt.paying],
    ['paid', 'card', 0, -140_000, null],
  )
  assert.equal((await receiptOf(at.owner.person, id)).netCents, 133_000)
  assert.equal(refusalOf(await pay(ines.person, id, 'tok_ok')).code, 'rent_paid')
  const { rows } = await kalli.database.pool.query(
    'select status, (select sum(captured_cents)::int from payments where booking_id = $1) as captured from payouts where booking_id = $1',
    [id],
  )
  assert.deepEqual(rows, [{ status: 'accrued', captured: 140_000 }])
  await runJobsOnce(kalli)
  assert.ok((await titles(at.owner.person)).includes('Inés pagó $1,400 de renta'))
  assert.equal((await ines.person.call(rent.rentCard)).body.card, null, 'not saved unless requested')
  await expectBalance()
})

test('a saved card pays later charges automatically; once removed, it is no longer charged', async () => {
  const at = await team.salon(kalli)
  const ines = await tenantOf(at)
  await pay(ines.person, await charge(at, ines, weeks[0]), 'tok_ok', true)
  assert.equal((await ines.person.call(rent.rentCard)).body.card?.last4, '4242')
  const second = await charge(at, ines, weeks[1])
  await runJobsOnce(kalli)
  assert.deepEqual([(await receiptOf(ines.person, second)).paidBy, await owedBy(ines)], ['card', 0])
  assert.ok((await titles(ines.person)).includes('Tu renta de $1,400 está pagada'))
  await ines.person.call(rent.forgetRentCard)
  const third = await charge(at, ines, weeks[2])
  await runJobsOnce(kalli)
  assert.equal((await receiptOf(ines.person, third)).status, 'due')
  await expectBalance()
})

test('a saved card without funds is charged and notified on three days, and then bookings pause until a card pays', async () => {
  const at = await team.salon(kalli)
  const ines = await tenantOf(at)
  const first = await charge(at, ines, weeks[0])
  await pay(ines.person, first, 'tok_ok', true)
  await kalli.database.pool.query(
    `update rent_cards set card_ref = 'card_later_visa_4242_00' where professional_id = $1`,
    [ines.id],
  )
  const id = await charge(at, ines, weeks[1])
  const refusals = async (who: Person) => (await titles(who)).filter((title) => /no pasó/.test(title)).length
  for (const [day, received] of [
    [0, 1],
    [1, 2],
    [2, 3],
    [2.5, 3],
  ] as const) {
    later(day)
    await runJobsOnce(kalli)
    await runJobsOnce(kalli)
    assert.deepEqual(
      [await refusals(ines.person), await refusals(at.owner.person)],
      [received, received],
      `after ${day} days`,
    )
    assert.equal((await receiptOf(ines.person, id)).refused?.againAt === null, received === 3)
  }
  assert.equal(await statusOf(ines), 'active')
  later(3)
  await runJobsOnce(kalli)
  assert.equal(await statusOf(ines), 'paused')
  // Both runs have the same timestamp, so their order means nothing.
  const runs = (await at.owner.person.call(rent.rentRuns)).body.flatMap(({ charges }) => charges)
  const own = runs.find((one) => one.id === id)
  assert.deepEqual([own?.blocked, own?.refused], [true, true])
  const paid = await pay(ines.person, id, 'tok_ok', true)
  assert.equal(paid.body.status, 'paid', JSON.stringify(paid.body))
  assert.equal(await statusOf(ines), 'active', 'at once')
  await expectBalance()
  kalli.time.set(testNow)
})

test('after earnings the card pays only the rest, and a double payment is refunded', async () => {
  const at = await team.salon(kalli)
  const ines = await tenantOf(at)
  const [one, two] = [await charge(at, ines, weeks[0]), await charge(at, ines, weeks[1])]
  await earn(ines, 50_000)
  assert.deepEqual(
    [(await receiptOf(ines.person, one)).owedCents, (await receiptOf(ines.person, two)).owedCents],
    [90_000, 140_000],
  )
  // The later one by card: the earlier remains owed, less what was already paid.
  assert.equal((await pay(ines.person, two, 'tok_ok')).body.status, 'paid')
  assert.deepEqual(
    [(await receiptOf(ines.person, one)).status, (await receiptOf(ines.person, one)).owedCents],
    ['due', 90_000],
  )
  assert.equal((await pay(ines.person, one, 'tok_ok')).body.status, 'paid')
  const { rows } = await kalli.database.pool.query(
    'select captured_cents::int as captured from payments where booking_id = $1',
    [one],
  )
  assert.deepEqual(rows, [{ captured: 90_000 }])
  // The bank is called, and earnings pay in the meantime.
  const three = await charge(at, ines, weeks[2])
  const waiting = await pay(ines.person, three, 'tok_3ds')
  const { paying } = waiting.body
  assert.ok(paying?.actionUrl, JSON.stringify(waiting.body))
  await earn(ines, 140_000)
  await runJobsOnce(kalli)
  assert.equal((await receiptOf(ines.person, three)).paidBy, 'earnings')
  assert.equal(await owedBy(ines), 0)
  await kalli.database.pool.query(
    `update standin.charges set status = 'authorized' where reference = $1 and status = 'requires_action'`,
    [paying.paymentId],
  )
  await kalli.visitor().fetch('GET', `/api/payments/${paying.paymentId}`)
  await ines.person.fetch('GET', `/api/payments/${paying.paymentId}`)
  await runJobsOnce(kalli)
  await runJobsOnce(kalli)
  const back = await kalli.database.pool.query(
    'select captured_cents::int - refunded_cents::int as retained, status from payments where id = $1',
    [paying.paymentId],
  )
  assert.deepEqual(back.rows, [{ retained: 0, status: 'refunded' }])
  assert.equal(await owedBy(ines), 0)
  await expectBalance()
})
