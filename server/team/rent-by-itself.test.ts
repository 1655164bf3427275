/** Fixed rents are charged automatically on the first day of each period, and unused days are refunded. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { dayMs } from '#contract/platform/duration.ts'
import * as suspending from '#contract/suspension/suspension.ts'
import * as contract from '#contract/team/team.ts'
import * as rent from '#contract/team/rent.ts'
import * as rentTerms from '#contract/team/rent-terms.ts'
import { account } from '#server/payment/ledger/journals.ts'
import { balanceOf } from '#server/payment/ledger/ledger.ts'
import { runJobsOnce } from '#server/platform/jobs.ts'
import { ownWork } from '#server/platform/work.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import * as team from '#server/testing/team.ts'
import { administrator } from '#server/testing/world.ts'
import { chargeDue } from '#server/team/rent-by-itself.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

const byItself = (at: team.Salon, on = true) =>
  at.owner.person.call(rent.setRentCollection, { body: { byItself: on } })

const charged = async ({ owner }: team.Salon) =>
  (await owner.person.call(rent.rentRuns)).body
    .flatMap((run) => run.charges.map((charge) => [run.from, run.to, charge.amountCents]))
    .toSorted(([one = ''], [other = '']) => String(one).localeCompare(String(other)))

const daysOn = (days: number) => kalli.time.set(new Date(testNow.getTime() + days * dayMs))

test('a week is charged when a member joins, and each later one on its first day, once, with any number of workers', async () => {
  const at = await team.salon(kalli)
  assert.deepEqual((await at.owner.person.call(rent.rentCollection)).body, { byItself: false })
  assert.deepEqual((await byItself(at)).body, { byItself: true })
  const ines = await team.joined(kalli, at)
  await Promise.all([chargeDue(ownWork(kalli)), chargeDue(ownWork(kalli))])
  await runJobsOnce(kalli)
  const first = ['2026-11-20', '2026-11-26', 140_000]
  assert.deepEqual(await charged(at), [first])
  assert.equal(await balanceOf(kalli.work(), account.owedByProfessional, ines.professional?.id ?? 0), 140_000)
  const reported = (await ines.person.call(rent.rentReceipts)).body
  assert.deepEqual(
    reported.map(({ explanation, netCents }) => [explanation, netCents]),
    [['$1,400 a la semana, 7 días', -140_000]],
  )
  daysOn(6)
  await chargeDue(ownWork(kalli))
  assert.deepEqual(await charged(at), [first])
  // Two weeks without a job: both are charged, separately.
  daysOn(15)
  for (let times = 0; times < 3; times += 1) await chargeDue(ownWork(kalli))
  assert.deepEqual(await charged(at), [
    first,
    ['2026-11-27', '2026-12-03', 140_000],
    ['2026-12-04', '2026-12-10', 140_000],
  ])
})

test('months follow the calendar: the first is charged from the joining day, the next in full', async () => {
  const at = await team.salon(kalli)
  await byItself(at)
  const terms = { fixed: { every: 'month', amountCents: 300_000 }, perUse: null } as const
  await team.joined(kalli, at, { terms })
  await chargeDue(ownWork(kalli))
  assert.deepEqual(await charged(at), [['2026-11-20', '2026-11-30', 110_000]])
  daysOn(12)
  await chargeDue(ownWork(kalli))
  assert.deepEqual((await charged(at)).at(-1), ['2026-12-01', '2026-12-31', 300_000])
  assert.equal(rentTerms.nextRentDay('month', '2026-12-31'), '2027-01-01')
})

test('a business charging by hand is not charged automatically, and after switching only from that day on', async () => {
  const at = await team.salon(kalli)
  await team.joined(kalli, at)
  await chargeDue(ownWork(kalli))
  assert.deepEqual(await charged(at), [])
  daysOn(3)
  await byItself(at)
  await chargeDue(ownWork(kalli))
  assert.deepEqual(await charged(at), [['2026-11-23', '2026-11-29', 140_000]])
  await byItself(at, false)
  daysOn(20)
  await chargeDue(ownWork(kalli))
  assert.equal((await charged(at)).length, 1)
})

test('while a business’s account is suspended nothing is charged, nor later for those days', async () => {
  kalli.time.set(testNow)
  const at = await team.salon(kalli)
  await byItself(at)
  await team.joined(kalli, at)
  await chargeDue(ownWork(kalli))
  const first = ['2026-11-20', '2026-11-26', 140_000]
  const act = async (move: typeof suspending.suspendAccount | typeof suspending.liftSuspension) => {
    const answer = await admin.call(move, {
      params: { id: at.owner.accountId },
      body: {
        cause: 'review',
        fault: 'nobody',
        reason: 'Dos clientes reportaron lo mismo.',
        seen: { bookings: 0, refundCents: 0 },
      },
    })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
  }
  const admin = await administrator(kalli)
  daysOn(5)
  await act(suspending.suspendAccount)
  daysOn(12)
  await chargeDue(ownWork(kalli))
  await act(suspending.liftSuspension)
  const owner = await people.signIn(kalli, at.owner.accountId)
  const again = { ...at, owner: { ...at.owner, person: owner } }
  assert.deepEqual(await charged(again), [first])
  await chargeDue(ownWork(kalli))
  assert.deepEqual(await charged(again), [first, ['2026-12-02', '2026-12-08', 140_000]])
})

const byHand = async ({ owner }: team.Salon, memberId: number, from: string, weeks: number) => {
  const run = await owner.person.call(rent.collectRent, {
    body: {
      from,
      to: new Date(Date.parse(from) + (weeks * 7 - 1) * dayMs).toISOString().slice(0, 10),
      memberIds: [memberId],
      totalCents: weeks * 140_000,
    },
  })
  assert.equal(run.status, 201, JSON.stringify(run.body))
  return run.body.charges[0]?.id ?? ''
}

/** Four weeks ahead, by hand; `after`: a week before them was charged first. */
const fourWeeks = async (from = '2026-11-20', { after = false } = {}) => {
  const at = await team.salon(kalli)
  const ines = await team.joined(kalli, at)
  if (after) await byHand(at, ines.membership.id, '2026-11-20', 1)
  const chargeId = await byHand(at, ines.membership.id, from, 4)
  return { at, ines, proId: ines.professional?.id ?? 0, chargeId }
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
  for (let times = 0; times < 3; times += 1) await runJobsOnce(kalli)
}

const receipts = async ({ at, ines, chargeId }: Ahead) => {
  const of = async (who: typeof at.owner.person) => {
    const { body } = await who.call(rent.rentReceipt, { params: { id: chargeId } })
    return [body.lines.map(({ code, amountCents }) => [code, amountCents]), body.netCents]
  }
  return [await of(ines.person), await of(at.owner.person)]
}

/** Earnings that pay off this much of the debt. */
const earned = (proId: number, cents: number) =>
  kalli.database.pool.query(
    `with j as (insert into journals (kind, idem_key, at) values ('clawback', 'test-ahead:${proId}', $1) returning id)
     insert into entries (journal_id, line, account, party_id, amount_cents)
     select j.id, 1, 2020, $2::bigint, $3::bigint from j union all select j.id, 2, 1120, $2::bigint, -$3::bigint from j`,
    [kalli.clock(), proId, cents],
  )

const hostPayout = async ({ chargeId }: Ahead): Promise<unknown> =>
  (
    await kalli.database.pool.query(
      `select status, (amount_cents - clawed_back_cents)::int as left from payouts where booking_id = $1 and party = 'host'`,
      [chargeId],
    )
  ).rows[0]

const isBalanced = async () => assert.equal(await people.trialBalance(kalli), 0)

test('a member who leaves owes no unused day, and the unpaid remainder is cancelled', async () => {
  const ahead = await fourWeeks()
  await leave(ahead)
  // Eight of twenty-eight days were used.
  assert.equal(await balanceOf(kalli.work(), account.owedByProfessional, ahead.proId), 160_000)
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
  // The host's part was never paid out: it is reduced, and none of their other earnings pay for it.
  assert.equal(await balanceOf(kalli.work(), account.owedByHost, ahead.at.owner.id), 0)
  assert.deepEqual(await hostPayout(ahead), { status: 'withheld', left: 152_000 })
  await earned(ahead.proId, 160_000)
  for (let times = 0; times < 3; times += 1) await runJobsOnce(kalli)
  assert.deepEqual(await hostPayout(ahead), { status: 'paid', left: 152_000 })
  await isBalanced()
})

test('when a rent is neither used nor paid no party owes anything, and nothing is paid out', async () => {
  const ahead = await fourWeeks('2026-12-04')
  await leave(ahead)
  assert.equal(await balanceOf(kalli.work(), account.owedByProfessional, ahead.proId), 0)
  assert.equal(await balanceOf(kalli.work(), account.owedByHost, ahead.at.owner.id), 0)
  assert.equal(await balanceOf(kalli.work(), account.owedToHost, ahead.at.owner.id), 0)
  assert.deepEqual(await hostPayout(ahead), { status: 'paid', left: 0 })
  await isBalanced()
})

test('returned days pay no other rent: each charge owes its own remainder, and an older one waits for its money', async () => {
  const ahead = await fourWeeks('2026-11-27', { after: true })
  const { ines, at } = ahead
  await leave(ahead)
  // The week, and one day of the following twenty-eight.
  const owed = async () =>
    (await ines.person.call(rent.rentReceipts)).body.map(({ netCents, owedCents, status }) => [
      netCents,
      owedCents,
      status,
    ])
  assert.deepEqual(await owed(), [
    [-20_000, 20_000, 'due'],
    [-140_000, 140_000, 'due'],
  ])
  const [member] = (await at.owner.person.call(contract.team)).body
  assert.equal(member?.owedCents, 160_000)
  await earned(ahead.proId, 140_000)
  await runJobsOnce(kalli)
  assert.deepEqual(await owed(), [
    [-20_000, 20_000, 'due'],
    [-140_000, 0, 'paid'],
  ])
  assert.deepEqual(await hostPayout(ahead), { status: 'withheld', left: 19_000 })
  await isBalanced()
})

test('a paid remainder is refunded once, and the database keeps the record of it', async () => {
  const ahead = await fourWeeks()
  const { proId, chargeId, ines } = ahead
  await earned(proId, 560_000)
  await runJobsOnce(kalli)
  await leave(ahead)
  const { rows } = await kalli.database.pool.query(
    `select party, amount_cents::int as cents from payouts where booking_id = $1 order by party`,
    [chargeId],
  )
  assert.deepEqual(rows, [
    { party: 'host', cents: 532_000 },
    { party: 'professional', cents: 400_000 },
  ])
  assert.equal(await balanceOf(kalli.work(), account.owedByProfessional, proId), 0)
  assert.deepEqual((await receipts(ahead))[0]?.[1], -160_000)
  await isBalanced()
  const reported = await kalli.database.pool.query(
    `select count(*)::int as times from journals where kind = 'rent_return' and booking_id = $1`,
    [chargeId],
  )
  assert.deepEqual(reported.rows, [{ times: 1 }])
  assert.ok((await ines.person.call(rent.rentReceipts)).body.length === 1)
  const set = (what: string) =>
    kalli.database.pool.query(`update rent_charges set ${what} where id = $1`, [chargeId])
  await assert.rejects(set('returned_cents = 1'), /cannot be changed/)
  await assert.rejects(set("status = 'due', paid_at = null"), /cannot be changed/)
  await assert.rejects(set('returned_cents = 0, returned_at = null'), /cannot be changed/)
})
