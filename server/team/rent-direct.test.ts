/** Rents paid to the business itself: who recorded it, what it settles, its postings, and how it is undone. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { dayMs } from '#contract/platform/duration.ts'
import { statement } from '#contract/figures/statement.ts'
import * as contract from '#contract/team/team.ts'
import * as rent from '#contract/team/rent.ts'
import { notifications } from '#contract/notification/notification.ts'
import { account } from '#server/payment/ledger/journals.ts'
import { balanceOf } from '#server/payment/ledger/ledger.ts'
import { drain, runJobsOnce } from '#server/platform/jobs.ts'
import { ownWork } from '#server/platform/work.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'
import * as team from '#server/testing/team.ts'
import { remindOfRent } from '#server/team/rent-direct.ts'
import { followRent } from '#server/team/rent-settle.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

/** Inés owes this many weeks of $1,400.00; the host's part of each is $1,330.00. */
const owing = async (weeks = 1) => {
  const at = await team.salon(kalli)
  const ines = await team.joined(kalli, at)
  const charges: string[] = []
  for (let week = 0; week < weeks; week += 1) {
    const from = new Date(testNow.getTime() + week * 7 * dayMs).toISOString().slice(0, 10)
    const to = new Date(testNow.getTime() + (week * 7 + 6) * dayMs).toISOString().slice(0, 10)
    const run = await at.owner.person.call(rent.collectRent, {
      body: { from, to, memberIds: [ines.membership.id], totalCents: 140_000 },
    })
    assert.equal(run.status, 201, JSON.stringify(run.body))
    charges.push(run.body.charges[0]?.id ?? assert.fail())
  }
  const professionalId = ines.professional?.id ?? assert.fail()
  const balances = async () => ({
    owed: await balanceOf(kalli.work(), account.owedByProfessional, professionalId),
    hostDue: 0 - (await balanceOf(kalli.work(), account.owedToHost, at.owner.id)),
    hostOwes: await balanceOf(kalli.work(), account.owedByHost, at.owner.id),
  })
  return { at, ines, charges, first: charges[0] ?? assert.fail(), balances }
}

const pay = (who: Person, id: string, amountCents: number, method: rent.DirectMethod = 'cash') =>
  who.call(rent.payRentDirectly, { params: { id }, body: { amountCents, method } })

test('a member reports a direct payment, the business confirms it, and both see who said what', async () => {
  const { at, ines, first, balances } = await owing()
  const reported = await pay(ines.person, first, 140_000, 'transfer')
  assert.deepEqual([reported.body.status, reported.body.owedCents], ['due', 140_000])
  const [run] = (await at.owner.person.call(rent.rentRuns)).body
  assert.deepEqual([run?.charges[0]?.owedCents, run?.charges[0]?.reportedCents], [140_000, 140_000])
  const received = await pay(at.owner.person, first, 140_000, 'transfer')
  assert.deepEqual(
    [received.body.status, received.body.owedCents, received.body.paidBy],
    ['paid', 0, 'direct'],
  )
  // The host keeps their part instead of a payout, and owes Kalli its commission.
  assert.deepEqual(await balances(), { owed: 0, hostDue: 0, hostOwes: 7000 })
  for (const [who, mayUndo] of [
    [ines.person, false],
    [at.owner.person, true],
  ] as const) {
    const { body } = await who.call(rent.rentReceipt, { params: { id: first }, query: {} })
    assert.deepEqual(
      body.directs.map((one) => [one.kind, one.amountCents, one.method, one.mayUndo]),
      [
        ['reported', 140_000, 'transfer', false],
        ['received', 140_000, 'transfer', mayUndo],
      ],
    )
    assert.ok(body.directs.every(({ saidBy }) => saidBy !== ''))
  }
  await drain(kalli)
  const bell = async (who: Person) =>
    (await who.call(notifications, { query: {} })).body.map(({ title }) => title)
  assert.ok(
    (await bell(at.owner.person)).some((title) => title.startsWith('Inés dice que ya te pagó $1,400')),
  )
  assert.ok((await bell(ines.person)).some((title) => title.includes('recibió $1,400 de tu renta')))
  assert.equal((await team.mine(at, ines.membership.id)).owedCents, 0)
  assert.equal(refusalOf(await pay(at.owner.person, first, 100)).code, 'rent_paid')
  // No money of a client was posted, and the ledger balances.
  const { rows } = await sql<{ funds: number; all: number }>`
    select count(*) filter (where e.account = 2010)::int as funds, sum(e.amount_cents)::int as all
    from journals j join entries e on e.journal_id = j.id where j.booking_id = ${first}`.execute(
    kalli.database.kysely,
  )
  assert.deepEqual(rows[0], { funds: 0, all: 0 })
})

test('a direct payment may be partial and never exceeds the debt, also at once, and earnings pay only the rest', async () => {
  const { at, ines, first, charges, balances } = await owing(2)
  const [, second = ''] = charges
  assert.equal(refusalOf(await pay(at.owner.person, first, 140_001)).code, 'rent_direct_not_owed')
  const both = await Promise.all([pay(at.owner.person, first, 100_000), pay(at.owner.person, first, 100_000)])
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409])
  assert.deepEqual(await balances(), { owed: 180_000, hostDue: 166_000, hostOwes: 0 })
  // The second is paid in full while the first is still owed: it pays its own.
  assert.equal((await pay(at.owner.person, second, 140_000)).body.status, 'paid')
  await followRent(kalli.work())
  const receipts = (await ines.person.call(rent.rentReceipts)).body
  assert.deepEqual(
    receipts.map(({ id, status, owedCents }) => [id, status, owedCents]),
    [
      [second, 'paid', 0],
      [first, 'due', 40_000],
    ],
  )
  assert.equal((await team.mine(at, ines.membership.id)).owedCents, 40_000)
  // Each of two concurrent payments is for another rent of the same member.
  const other = await owing(2)
  const crossed = await Promise.all(other.charges.map((id) => pay(other.at.owner.person, id, 140_000)))
  assert.deepEqual(
    crossed.map(({ status, body }) => [status, body.status]),
    [
      [200, 'paid'],
      [200, 'paid'],
    ],
  )
})

test('a wrong direct payment is undone once by an opposite record, and all balances are as before', async () => {
  const { at, ines, first, balances } = await owing()
  const before = await balances()
  const { body } = await pay(at.owner.person, first, 140_000)
  const payment = body.directs[0]?.id ?? assert.fail()
  const undo = (who: Person) => who.call(rent.undoDirectPayment, { params: { id: first, payment }, body: {} })
  assert.equal((await undo(ines.person)).status, 404)
  const undone = await undo(at.owner.person)
  assert.deepEqual([undone.body.status, undone.body.owedCents], ['due', 140_000])
  assert.deepEqual(
    undone.body.directs.map(({ kind, mayUndo }) => [kind, mayUndo]),
    [
      ['received', false],
      ['undone', false],
    ],
  )
  assert.deepEqual(await balances(), before)
  const { rows } = await sql<{ payout: string }>`
    select amount_cents || ' ' || clawed_back_cents || ' ' || status as payout from payouts where booking_id = ${first}`.execute(
    kalli.database.kysely,
  )
  assert.deepEqual(rows, [{ payout: '133000 0 withheld' }])
  assert.equal(refusalOf(await undo(at.owner.person)).code, 'rent_direct_final')
  await assert.rejects(
    sql`update rent_direct_payments set amount_cents = 1 where charge_id = ${first}`.execute(
      kalli.database.kysely,
    ),
    /append-only/,
  )
  // Paid again, it is as if there had been no mistake.
  assert.equal((await pay(at.owner.person, first, 140_000)).body.status, 'paid')
  assert.deepEqual(await balances(), { owed: 0, hostDue: 0, hostOwes: 7000 })
})

test('a direct payment cannot be undone once a card paid the rest and the business’s part is payable', async () => {
  const { at, ines, first, balances } = await owing()
  const { body } = await pay(at.owner.person, first, 40_000)
  const paid = await ines.person.call(rent.payRentCharge, {
    params: { id: first },
    body: { cardToken: 'tok_ok' },
  })
  assert.deepEqual([paid.status, paid.body.status, paid.body.owedCents], [200, 'paid', 0])
  assert.deepEqual(await balances(), { owed: 0, hostDue: 93_000, hostOwes: 0 })
  const undo = await at.owner.person.call(rent.undoDirectPayment, {
    params: { id: first, payment: body.directs[0]?.id ?? assert.fail() },
    body: {},
  })
  assert.equal(refusalOf(undo).code, 'rent_direct_final')
  assert.deepEqual(await balances(), { owed: 0, hostDue: 93_000, hostOwes: 0 })
})

test('the database refuses an excess payment, an opposite of another amount, and reopening a paid rent', async () => {
  const { at, first } = await owing()
  const accountId = at.owner.accountId
  const say = (kind: string, cents: number, undoes: string | null = null) =>
    sql`insert into rent_direct_payments (id, charge_id, kind, amount_cents, method, recorded_by, recorded_at, undoes_id)
      values (gen_random_uuid(), ${first}, ${kind}, ${cents}, 'cash', ${accountId}, now(), ${undoes}::uuid)`.execute(
      kalli.database.kysely,
    )
  await assert.rejects(say('received', 140_001), /rent_direct_not_owed|does not owe/)
  const { body } = await pay(at.owner.person, first, 140_000)
  await assert.rejects(say('undone', 1, body.directs[0]?.id ?? null), /not the opposite/)
  await assert.rejects(
    sql`update rent_charges set status = 'due', paid_at = null where id = ${first}`.execute(
      kalli.database.kysely,
    ),
    /cannot be changed/,
  )
})

test('a stranger or unpermitted member cannot report a payment, nor a collecting member their own rent', async () => {
  const { at, ines, first } = await owing()
  assert.equal((await pay(kalli.visitor(), first, 100)).status, 401)
  assert.equal((await pay((await people.host(kalli)).person, first, 100)).status, 404)
  const other = await team.joined(kalli, at, {
    permissions: ['see_own'],
    terms: team.nothing,
    role: 'employee',
  })
  assert.equal((await pay(other.person, first, 100)).status, 404)
  const inName = (who: Person, membership: number) =>
    who.call(rent.payRentDirectly, {
      params: { id: first },
      body: { amountCents: 100, method: 'cash', membership },
    })
  assert.equal((await inName(other.person, other.membership.id)).status, 403)
  await at.owner.person.call(contract.editMember, {
    params: { id: ines.membership.id },
    body: {
      version: (await team.mine(at, ines.membership.id)).version,
      permissions: ['see_own', 'charge'],
      unitId: at.where.units[0],
      shift: null,
    },
  })
  assert.equal(refusalOf(await inName(ines.person, ines.membership.id)).code, 'member_may_not')
})

test('both parties are reminded once, the day before new appointments stop, and the statements show direct payments', async () => {
  const { at, ines, first } = await owing()
  const reminders = async () => {
    await remindOfRent(ownWork(kalli))
    await drain(kalli)
    const of = async (who: Person, text: string) =>
      (await who.call(notifications, { query: {} })).body.filter(({ title }) => title.startsWith(text)).length
    return [await of(ines.person, 'Te falta pagar $1,400'), await of(at.owner.person, 'Inés no ha pagado')]
  }
  assert.deepEqual(await reminders(), [0, 0])
  kalli.time.set(new Date(testNow.getTime() + 2 * dayMs + 1000))
  assert.deepEqual(await reminders(), [1, 1])
  assert.deepEqual(await reminders(), [1, 1])
  await pay(at.owner.person, first, 140_000)
  await runJobsOnce(kalli)
  for (const [who, party, cents, closing] of [
    [ines.person, 'professional', 140_000, 0],
    [at.owner.person, 'host', -140_000, -7000],
  ] as const) {
    const { body } = await who.call(statement, { params: { party }, query: { month: '2026-11' } })
    assert.equal(body.lines.find(({ code }) => code === 'direct')?.amountCents, cents)
    assert.equal(
      body.lines.find(({ code }) => code === 'other'),
      undefined,
    )
    assert.equal(body.closingCents, closing)
  }
})
