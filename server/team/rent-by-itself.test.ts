/** Fixed rents charge themselves on the first day of each period, and give back the days that nobody used. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as contract from '#contract/team.ts'
import { account } from '#server/payment/journals.ts'
import { balanceOf } from '#server/payment/ledger.ts'
import { runJobsOnce } from '#server/platform/jobs.ts'
import { ownWork } from '#server/platform/work.ts'
import { startHouse, testNow, type TestHouse } from '#server/testing/house.ts'
import { trialBalance } from '#server/testing/people.ts'
import * as team from '#server/testing/team.ts'
import { chargeDue } from '#server/team/rent-by-itself.ts'

let house: TestHouse
before(async () => {
  house = await startHouse()
})
after(() => house.close())

const dayMs = 86_400_000
const byItself = (at: team.Salon, on = true) =>
  at.owner.person.call(contract.setRentCollection, { body: { byItself: on } })

const charged = async ({ owner }: team.Salon) =>
  (await owner.person.call(contract.rentRuns)).body
    .flatMap((run) => run.charges.map((charge) => [run.from, run.to, charge.amountCents]))
    .toSorted(([one = ''], [other = '']) => String(one).localeCompare(String(other)))

const daysOn = (days: number) => house.time.set(new Date(testNow.getTime() + days * dayMs))

test('a week is charged on the day on which somebody comes, and each on its first day, once, whoever looks', async () => {
  const at = await team.salon(house)
  assert.deepEqual((await at.owner.person.call(contract.rentCollection)).body, { byItself: false })
  assert.deepEqual((await byItself(at)).body, { byItself: true })
  const ines = await team.joined(house, at)
  await Promise.all([chargeDue(ownWork(house)), chargeDue(ownWork(house))])
  await runJobsOnce(house)
  const first = ['2026-11-20', '2026-11-26', 140_000]
  assert.deepEqual(await charged(at), [first])
  assert.equal(await balanceOf(house.work(), account.owedByProfessional, ines.professional?.id ?? 0), 140_000)
  const told = (await ines.person.call(contract.rentReceipts)).body
  assert.deepEqual(
    told.map(({ explanation, netCents }) => [explanation, netCents]),
    [['$1,400 a la semana, 7 días', -140_000]],
  )
  daysOn(6)
  await chargeDue(ownWork(house))
  assert.deepEqual(await charged(at), [first])
  // Two weeks without a job: both are charged, each as its own.
  daysOn(15)
  for (let times = 0; times < 3; times += 1) await chargeDue(ownWork(house))
  assert.deepEqual(await charged(at), [
    first,
    ['2026-11-27', '2026-12-03', 140_000],
    ['2026-12-04', '2026-12-10', 140_000],
  ])
})

test('months are the calendar’s: the first from the day they come, the next whole', async () => {
  const at = await team.salon(house)
  await byItself(at)
  const terms = { fixed: { every: 'month', amountCents: 300_000 }, perUse: null } as const
  await team.joined(house, at, { terms })
  await chargeDue(ownWork(house))
  assert.deepEqual(await charged(at), [['2026-11-20', '2026-11-30', 110_000]])
  daysOn(12)
  await chargeDue(ownWork(house))
  assert.deepEqual((await charged(at)).at(-1), ['2026-12-01', '2026-12-31', 300_000])
  assert.equal(contract.nextRentDay('month', '2026-12-31'), '2027-01-01')
})

test('a house that charges by hand is left alone; from the day on which it lets them, they do, and not for before', async () => {
  const at = await team.salon(house)
  await team.joined(house, at)
  await chargeDue(ownWork(house))
  assert.deepEqual(await charged(at), [])
  daysOn(3)
  await byItself(at)
  await chargeDue(ownWork(house))
  assert.deepEqual(await charged(at), [['2026-11-23', '2026-11-29', 140_000]])
  await byItself(at, false)
  daysOn(20)
  await chargeDue(ownWork(house))
  assert.equal((await charged(at)).length, 1)
})

/** Four weeks ahead, by hand. */
const fourWeeks = async () => {
  const at = await team.salon(house)
  const ines = await team.joined(house, at)
  const run = await at.owner.person.call(contract.collectRent, {
    body: {
      from: '2026-11-20',
      to: '2026-12-17',
      memberIds: [ines.membership.id],
      totalCents: 560_000,
    },
  })
  assert.equal(run.status, 201, JSON.stringify(run.body))
  return { at, ines, proId: ines.professional?.id ?? 0, chargeId: run.body.charges[0]?.id ?? '' }
}
type Ahead = Awaited<ReturnType<typeof fourWeeks>>

const leave = async ({ ines }: Ahead) => {
  const { id } = ines.membership
  const [now] = (await ines.person.call(contract.memberships)).body
  const left = await ines.person.call(contract.leaveTeam, {
    params: { id },
    body: { version: now?.version ?? 0 },
  })
  assert.equal(left.status, 200, JSON.stringify(left.body))
  daysOn(8)
  for (let times = 0; times < 3; times += 1) await runJobsOnce(house)
}

const receipts = async ({ at, ines, chargeId }: Ahead) => {
  const of = async (who: typeof at.owner.person) => {
    const { body } = await who.call(contract.rentReceipt, { params: { id: chargeId } })
    return [body.lines.map(({ code, amountCents }) => [code, amountCents]), body.netCents]
  }
  return [await of(ines.person), await of(at.owner.person)]
}

const isBalanced = async () => assert.equal(await trialBalance(house), 0)

test('who leaves owes no day that they do not use: what was not paid yet is owed no more', async () => {
  const ahead = await fourWeeks()
  await leave(ahead)
  // Eight days of twenty-eight were theirs.
  assert.equal(await balanceOf(house.work(), account.owedByProfessional, ahead.proId), 160_000)
  assert.deepEqual(await receipts(ahead), [
    [
      [
        ['rent', -560_000],
        ['returned', 400_000],
      ],
      -160_000,
    ],
    [
      [
        ['rent', 560_000],
        ['returned', -400_000],
        ['commission', -8000],
      ],
      152_000,
    ],
  ])
  // The host's part may have left: they owe it, and their next payout is less by it.
  assert.equal(await balanceOf(house.work(), account.owedByHost, ahead.at.owner.id), 380_000)
  await isBalanced()
})

test('what was paid comes back as money, once; and the database keeps what was said of it', async () => {
  const ahead = await fourWeeks()
  const { proId, chargeId, ines } = ahead
  await house.database.pool.query(
    `with j as (insert into journals (kind, idem_key, at) values ('clawback', 'test-ahead:${proId}', $1) returning id)
     insert into entries (journal_id, line, account, party_id, amount_cents)
     select j.id, 1, 2020, $2::bigint, 560000 from j union all select j.id, 2, 1120, $2::bigint, -560000 from j`,
    [house.clock(), proId],
  )
  await runJobsOnce(house)
  await leave(ahead)
  const { rows } = await house.database.pool.query(
    `select party, amount_cents::int as cents from payouts where booking_id = $1 order by party`,
    [chargeId],
  )
  assert.deepEqual(rows, [
    { party: 'host', cents: 532_000 },
    { party: 'professional', cents: 400_000 },
  ])
  assert.equal(await balanceOf(house.work(), account.owedByProfessional, proId), 0)
  assert.deepEqual((await receipts(ahead))[0]?.[1], -160_000)
  await isBalanced()
  const told = await house.database.pool.query(
    `select count(*)::int as times from journals where kind = 'rent_return' and booking_id = $1`,
    [chargeId],
  )
  assert.deepEqual(told.rows, [{ times: 1 }])
  assert.ok((await ines.person.call(contract.rentReceipts)).body.length === 1)
  const set = (what: string) =>
    house.database.pool.query(`update rent_charges set ${what} where id = $1`, [chargeId])
  await assert.rejects(set('returned_cents = 1'), /stands/)
  await assert.rejects(set("status = 'due', paid_at = null"), /stands/)
  await assert.rejects(set('returned_cents = 0, returned_at = null'), /stands/)
})
