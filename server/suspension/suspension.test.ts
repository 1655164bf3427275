/** Suspending an account and lifting it: permissions, the preview, what ends, what is retained, races, kill -9, the database. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { login } from '#contract/account/account.ts'
import * as booking from '#contract/booking/booking.ts'
import * as cancellation from '#contract/booking/cancellation.ts'
import * as attendance from '#contract/booking/attendance.ts'
import * as contractOfHold from '#contract/booking/hold.ts'
import { slots } from '#contract/availability/availability.ts'
import { searchProfessionals } from '#contract/search/search.ts'
import { publicProfessional, publicSpace } from '#contract/search/public-page.ts'
import { submitSpace } from '#contract/space/listing-steps.ts'
import * as review from '#contract/review/review.ts'
import * as contract from '#contract/suspension/suspension.ts'
import { hashPassword } from '#server/account/password.ts'
import { drain, runJobsOnce } from '#server/platform/jobs.ts'
import {
  completeAsClient,
  booked,
  claimsOf,
  contactOf,
  held,
  pay,
  requested,
  answersEach,
  slotOn,
} from '#server/testing/bookings.ts'
import { cutOff, cutOffAtWork } from '#server/testing/crash/crashing-server.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import { wholeDraft } from '#server/testing/listings.ts'
import * as people from '#server/testing/people.ts'
import { refusalOf, type Person } from '#server/testing/person.ts'
import { rentedHours } from '#server/testing/reservations.ts'
import { valueIn } from '#server/testing/value.ts'
import { administrator } from '#server/testing/world.ts'

let kalli: TestServer
let admin: Person
let second: Person
before(async () => {
  kalli = await startTestServer({ config: { logLevel: 'silent' } })
  admin = await administrator(kalli)
  second = await administrator(kalli)
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

const reason = 'Dos clientes reportaron lo mismo esta semana.'
const one = valueIn(() => kalli)

const accountOf = (table: 'professionals' | 'hosts' | 'clients', id: number) =>
  one<number>(`select account_id from ${table} where id = $1`, id)

const caseOf = async (id: number, fault: contract.SuspensionFault = 'nobody', who = admin) =>
  (await who.call(contract.accountCase, { params: { id }, query: { fault } })).body

const suspend = async (
  id: number,
  { who = admin, fault = 'nobody' }: { who?: Person; fault?: contract.SuspensionFault } = {},
) => {
  const { means } = await caseOf(id, fault)
  const seen = { bookings: means.visits + means.rents + means.pending, refundCents: means.refundCents }
  return who.call(contract.suspendAccount, { params: { id }, body: { cause: 'safety', fault, reason, seen } })
}
const lift = (id: number, who = admin) =>
  who.call(contract.liftSuspension, { params: { id }, body: { reason } })

const statusOf = (id: string) => one<string>('select status from bookings where id = $1', id)

/** A stylist with a password and a visit on the 25th. */
const stylist = async (values: Parameters<typeof people.bookable>[1] = {}) => {
  const at = await people.bookable(kalli, values)
  const accountId = await accountOf('professionals', at.professional.id)
  const email = await one<string>('select email from accounts where id = $1', accountId)
  await kalli.database.pool.query('update accounts set password_hash = $2 where id = $1', [
    accountId,
    await hashPassword('una clave bien larga'),
  ])
  const signIn = () => kalli.visitor().call(login, { body: { email, password: 'una clave bien larga' } })
  return { at, accountId, email, signIn }
}

test('only an administrator finds, reads, suspends or reinstates an account', async () => {
  const { at, accountId, email } = await stylist()
  const seen = { bookings: 0, refundCents: 0 }
  for (const who of [kalli.visitor(), at.professional.person, at.host.person]) {
    const answers = [
      await who.call(contract.findAccounts, { query: { q: email } }),
      await who.call(contract.accountCase, { params: { id: accountId }, query: {} }),
      await who.call(contract.suspendAccount, {
        params: { id: accountId },
        body: { cause: 'safety', fault: 'nobody', reason, seen },
      }),
      await lift(accountId, who),
    ]
    for (const { status } of answers) assert.ok([401, 403, 404].includes(status), String(status))
  }
  assert.equal((await admin.call(contract.accountCase, { params: { id: 987_654 }, query: {} })).status, 404)
  const short = await admin.call(contract.suspendAccount, {
    params: { id: accountId },
    body: { cause: 'safety', fault: 'nobody', reason: 'porque sí', seen },
  })
  assert.equal(short.status, 400)
  assert.equal(refusalOf(await lift(accountId)).code, 'account_not_suspendable')
})

test('staff cannot be suspended, and an account is found by its email and by a booking', async () => {
  const { at, accountId, email } = await stylist()
  const visit = await booked(kalli, at)
  const team = await one<number>(`select id from accounts where 'admin' = any (available_roles) limit 1`)
  assert.match((await caseOf(team)).suspendBlocked ?? '', /equipo/)
  assert.equal(refusalOf(await suspend(team)).code, 'account_not_suspendable')
  const byMail = (await admin.call(contract.findAccounts, { query: { q: email } })).body.accounts
  assert.deepEqual(
    byMail.map(({ id, roles }) => [id, roles]),
    [[accountId, ['professional']]],
  )
  const byBooking = (await admin.call(contract.findAccounts, { query: { q: visit.id } })).body.accounts
  assert.deepEqual(
    new Set(byBooking.map(({ id }) => id)),
    new Set([accountId, await accountOf('hosts', at.host.id)]),
  )
})

test('the case of an account has what it received, is due, owes, spent and has as credit, and counts what it cancelled', async () => {
  const { at, accountId } = await stylist({ priceCents: 65_000, noticeMinutes: 0 })
  const clientId = await people.account(kalli, { firstName: 'Elena' })
  const client = await people.signIn(kalli, clientId)
  const hostId = await accountOf('hosts', at.host.id)
  const past = await booked(kalli, at, { who: client, date: '2026-11-20', place: 4 })
  const late = await booked(kalli, at, { who: client, date: '2026-11-21' })
  kalli.time.set(new Date(past.startsAt))
  await at.professional.person.call(attendance.checkIn, {
    params: { id: past.id },
    body: { code: past.arrivalCode ?? '' },
  })
  kalli.time.set(new Date(past.endsAt))
  await at.professional.person.call(attendance.checkOut, { params: { id: past.id }, body: {} })
  await completeAsClient(kalli, past.id)
  const requestOf = { params: { id: late.id }, query: {} }
  const quoted = await at.professional.person.call(cancellation.cancelQuote, {
    ...requestOf,
    body: { as: 'professional' },
  })
  const cancelled = await at.professional.person.call(cancellation.cancel, {
    ...requestOf,
    body: { quoteToken: quoted.body.token, reason: 'Un imprevisto.' },
  })
  assert.equal(cancelled.status, 200, JSON.stringify(cancelled.body))
  await drain(kalli)
  const none = { paidCents: 0, dueCents: 0, heldCents: 0, owedCents: 0, creditCents: 0, spentCents: 0 }
  const seen = async (id: number) => {
    const { money, counts } = await caseOf(id)
    return { money, counts }
  }
  // 65,000 less 10 % and a rent of 30,000. The late cancellation costs a rent of 15,000 and a credit of 5,000.
  const counts = { bookings: 2, completed: 1, cancelled: 0, missed: 0, disputes: 0 }
  assert.deepEqual(await seen(accountId), {
    money: { ...none, dueCents: 28_500, owedCents: 20_000 },
    counts: { ...counts, cancelled: 1 },
  })
  assert.deepEqual(await seen(clientId), {
    money: { ...none, creditCents: 5_000, spentCents: 65_000 },
    counts,
  })
  assert.deepEqual(await seen(hostId), { money: { ...none, dueCents: 42_750 }, counts })
  const setHostPayout = (status: string) =>
    kalli.database.pool.query(`update payouts set status = $1 where booking_id = $2 and party = 'host'`, [
      status,
      past.id,
    ])
  await setHostPayout('withheld')
  assert.deepEqual((await seen(hostId)).money, { ...none, dueCents: 14_250, heldCents: 28_500 })
  await setHostPayout('accrued')

  kalli.time.set(new Date(Date.parse(past.endsAt) + 5 * 86_400_000))
  await runJobsOnce(kalli)
  assert.deepEqual((await seen(accountId)).money, { ...none, paidCents: 8_500 })
  assert.deepEqual((await seen(hostId)).money, { ...none, paidCents: 42_750 })
})

test('suspending a professional is previewed, refunds visits and withholds money; lifting restores all but the visits', async () => {
  const { at, accountId, email, signIn } = await stylist({ priceCents: 65_000, noticeMinutes: 0 })
  // A visit that is over and divided: its payout is due soon.
  const past = await booked(kalli, at, { date: '2026-11-20', place: 4, contact: contactOf() })
  kalli.time.set(new Date(past.startsAt))
  await at.professional.person.call(attendance.checkIn, {
    params: { id: past.id },
    body: { code: past.arrivalCode ?? '' },
  })
  kalli.time.set(new Date(past.endsAt))
  await at.professional.person.call(attendance.checkOut, { params: { id: past.id }, body: {} })
  await completeAsClient(kalli, past.id)
  kalli.time.set(testNow)
  const visit = await booked(kalli, at, { contact: contactOf() })
  const other = await held(kalli.visitor(), at, '2026-11-26')
  const token = (await slotOn(kalli.visitor(), at, '2026-11-27')).token

  const { means, bookings, ...facts } = await caseOf(accountId)
  // With whom the account works, its money and its history; from the other side the same.
  assert.deepEqual(
    facts.partners.map(({ id }) => id),
    [await accountOf('hosts', at.host.id)],
  )
  assert.deepEqual(
    [facts.partnerCount, facts.past.map(({ id, status }) => [id, status]), facts.counts],
    [1, [[past.id, 'completed']], { bookings: 2, completed: 1, cancelled: 0, missed: 0, disputes: 0 }],
  )
  assert.deepEqual(facts.money, {
    paidCents: 0,
    dueCents: means.payoutCents,
    heldCents: 0,
    owedCents: 0,
    creditCents: 0,
    spentCents: 0,
  })
  const ofHost = await caseOf(await accountOf('hosts', at.host.id))
  assert.deepEqual(
    ofHost.partners.map(({ id }) => id),
    [accountId],
  )
  assert.ok(ofHost.money.dueCents > 0)
  assert.deepEqual(
    [means.visits, means.pending, means.refundCents, means.people, means.needsTwo, bookings.length],
    [1, 1, 65_000, 2, false, 2],
  )
  assert.equal(means.listings.length, 1)
  assert.ok(means.payoutCents > 0)
  const done = await suspend(accountId)
  assert.equal(done.status, 200, JSON.stringify(done.body))
  assert.equal(done.body.done, true)
  assert.ok(done.body.account.suspendedAt)

  assert.equal(
    (await at.professional.person.call(booking.bookings, { query: { role: 'professional' } })).status,
    401,
  )
  const door = await signIn()
  assert.deepEqual([door.status, refusalOf(door).code], [403, 'account_suspended'])
  assert.match(refusalOf(door).message, /suspendida.*hola@/)
  assert.equal(
    (
      await kalli
        .visitor()
        .call(publicProfessional, { params: { id: String(at.professional.id) }, query: {} })
    ).status,
    404,
  )
  const day = await kalli.visitor().call(slots, {
    query: { professional: at.professional.id, service: at.serviceId, from: '2026-11-25', to: '2026-11-28' },
  })
  assert.deepEqual(day.body.days?.flatMap((each) => each.slots) ?? [], [])
  assert.equal((await kalli.visitor().call(contractOfHold.hold, { body: { slotToken: token } })).status, 409)

  await runJobsOnce(kalli)
  assert.deepEqual([await statusOf(visit.id), await statusOf(other.id)], ['cancelled_by_platform', 'expired'])
  assert.equal((await claimsOf(kalli, visit.id)).length + (await claimsOf(kalli, other.id)).length, 0)
  assert.equal(
    await one(`select (captured_cents - refunded_cents)::int from payments where booking_id = $1`, visit.id),
    0,
  )
  const own = (await visit.who.call(booking.booking, { params: { id: visit.id }, query: { t: visit.t } }))
    .body
  assert.match(own.cancellation?.reason ?? '', /una de las cuentas quedó suspendida/)
  assert.doesNotMatch(JSON.stringify(own), /reportaron/, 'what the log says is the log’s')
  assert.equal(
    await one(
      `select count(*)::int from mails where to_address = $1 and subject = 'Suspendimos tu cuenta de Kalli'`,
      email,
    ),
    1,
  )
  const found = await kalli.visitor().call(searchProfessionals, { query: {} })
  assert.ok(!JSON.stringify(found.body).includes(`"id":${at.professional.id},`))

  kalli.time.set(new Date(Date.parse(past.endsAt) + 5 * 86_400_000))
  await runJobsOnce(kalli)
  assert.deepEqual(
    await one(
      `select array_agg(status) from payouts where party = 'professional' and party_id = $1`,
      at.professional.id,
    ),
    ['accrued'],
  )
  assert.equal((await lift(accountId)).status, 200)
  assert.equal((await signIn()).status, 200)
  assert.equal(
    (
      await kalli
        .visitor()
        .call(publicProfessional, { params: { id: String(at.professional.id) }, query: {} })
    ).status,
    200,
  )
  await runJobsOnce(kalli)
  assert.deepEqual(
    await one(
      `select array_agg(status) from payouts where party = 'professional' and party_id = $1`,
      at.professional.id,
    ),
    ['paid'],
  )
  assert.equal(await statusOf(visit.id), 'cancelled_by_platform')
  await booked(kalli, at, { date: '2026-12-02', contact: contactOf() })
  assert.equal(await people.trialBalance(kalli), 0)
  const acts = (await caseOf(accountId)).acts.map(({ kind, reason: why }) => [kind, why])
  assert.deepEqual(acts, [
    ['suspend', reason],
    ['lift', reason],
  ])
  await assert.rejects(
    kalli.database.pool.query('update account_acts set reason = $2 where account_id = $1', [
      accountId,
      'Otra cosa distinta.',
    ]),
    { constraint: 'support_acts_fixed' },
  )
})

test('at a professional’s fault the host gets the policy’s rent, a client $50 more when near, and it counts against them', async () => {
  const { at, accountId } = await stylist({ priceCents: 65_000, noticeMinutes: 0 })
  const visit = await booked(kalli, at, { date: '2026-11-20', place: 4, contact: contactOf() })
  kalli.time.set(new Date(Date.parse(visit.startsAt) - 5 * 3_600_000))
  const { means } = await caseOf(accountId, 'own')
  // Half of $300.00 of rent less the platform's twentieth for the host; the rent and $50 are the professional's.
  assert.deepEqual([means.refundCents, means.othersCents, means.owedCents], [65_000, 14_250, 20_000])
  assert.equal((await suspend(accountId, { fault: 'own' })).status, 200)
  await runJobsOnce(kalli)
  assert.equal(await statusOf(visit.id), 'cancelled_by_platform')
  assert.deepEqual(
    await one(
      `select array[(select -sum(amount_cents)::int from entries where account = 2030 and party_id = $2),
         (select sum(amount_cents)::int from entries where account in (1120, 2020) and party_id = $1)]`,
      at.professional.id,
      at.host.id,
    ),
    [14_250, 20_000],
  )
  assert.equal(await one('select what from support_acts where booking_id = $1', visit.id), 'professional')
  assert.equal(await people.trialBalance(kalli), 0)
})

test('suspending a host hides the spaces and ends rents and visits there, and keeps what others published', async () => {
  const at = await people.bookable(kalli, { noticeMinutes: 0 })
  const accountId = await accountOf('hosts', at.host.id)
  await kalli.database.pool.query(`update spaces set welcome = 'instant' where id = $1`, [at.space.id])
  const rent = await rentedHours(at.professional.person, at)
  const visit = await booked(kalli, at, { date: '2026-11-26', contact: contactOf() })
  assert.equal((await kalli.visitor().call(publicSpace, { params: { id: String(at.space.id) } })).status, 200)
  assert.equal((await suspend(accountId, { fault: 'own' })).status, 200)
  await runJobsOnce(kalli)
  assert.deepEqual(
    [await statusOf(rent.id), await statusOf(visit.id)],
    ['cancelled_by_platform', 'cancelled_by_platform'],
  )
  assert.equal((await kalli.visitor().call(publicSpace, { params: { id: String(at.space.id) } })).status, 404)
  assert.equal(await one('select status from professionals where id = $1', at.professional.id), 'published')
  await assert.rejects(
    kalli.database.pool.query(`update spaces set status = 'published', suspended_from = null where id = $1`, [
      at.space.id,
    ]),
    { constraint: 'suspended_publish_nothing' },
  )
  assert.equal((await lift(accountId)).status, 200)
  assert.equal(await one('select status from spaces where id = $1', at.space.id), 'published')
  assert.equal(await people.trialBalance(kalli), 0)
})

test('a suspended host’s listing is not published, and one that staff approves is paused and stays paused', async () => {
  const at = await people.bookable(kalli)
  const accountId = await accountOf('hosts', at.host.id)
  await people.reachLevel(kalli, accountId, 2)
  const draft = await wholeDraft(kalli, at.host.person)
  const sent = await at.host.person.call(submitSpace, {
    params: { id: draft.id },
    body: { version: draft.version },
  })
  assert.equal(sent.body.status, 'in_review', JSON.stringify(sent.body))
  assert.equal((await suspend(accountId)).status, 200)
  const spaceIs = async (id: number) =>
    (await kalli.database.pool.query('select version, status from spaces where id = $1', [id])).rows[0]
  const decide = async (what: typeof review.approveListing | typeof review.reinstateListing, id: number) => {
    const { version } = await spaceIs(id)
    return admin.call(what, { params: { id }, body: { version } })
  }
  // The automatic check leaves it to staff.
  await runJobsOnce(kalli)
  assert.equal((await spaceIs(draft.id)).status, 'in_review')
  const no = await decide(review.approveListing, draft.id)
  assert.deepEqual([no.status, refusalOf(no).code], [409, 'listing_not_movable'])
  assert.match(JSON.stringify(refusalOf(no).details), /cuenta.*suspendida/)
  const paused = await decide(review.reinstateListing, at.space.id)
  assert.equal(paused.status, 200, JSON.stringify(paused.body))
  assert.equal((await spaceIs(at.space.id)).status, 'paused')
  assert.equal((await lift(accountId)).status, 200)
  assert.equal((await spaceIs(at.space.id)).status, 'paused')
  const { version } = await spaceIs(draft.id)
  const approved = await admin.call(review.approveListing, {
    params: { id: draft.id },
    body: { version, withoutDocuments: true },
  })
  assert.equal(approved.status, 200, JSON.stringify(approved.body))
  assert.equal((await spaceIs(draft.id)).status, 'published')
})

test('a suspended client’s visits end at no cost, and a visitor with the same email cannot book', async () => {
  const at = await people.bookable(kalli)
  const email = 'suspendida@example.test'
  const accountId = await people.account(kalli, { email })
  const who = await people.signIn(kalli, accountId)
  const visit = await booked(kalli, at, { who, contact: contactOf({ email }) })
  assert.equal((await suspend(accountId, { fault: 'own' })).status, 200)
  await runJobsOnce(kalli)
  assert.equal(await statusOf(visit.id), 'cancelled_by_platform')
  assert.equal(await one('select what from support_acts where booking_id = $1', visit.id), 'nobody')
  const visitor = kalli.visitor()
  const hold = await held(visitor, at, '2026-11-26')
  const answer = await pay(visitor, hold.id, 'tok_ok', contactOf({ email }))
  assert.equal(refusalOf(answer).code, 'account_suspended')
})

test('a pending request of a suspended professional is cancelled, and no party pays', async () => {
  const { at, accountId } = await stylist()
  await answersEach(at)
  const response = await requested(kalli, at)
  assert.equal((await caseOf(accountId, 'own')).means.pending, 1)
  await suspend(accountId, { fault: 'own' })
  await runJobsOnce(kalli)
  assert.equal(await statusOf(response.id), 'cancelled_by_platform')
  assert.equal(
    await one(
      'select count(*)::int from entries where party_id = $1 and account in (1120, 2020)',
      at.professional.id,
    ),
    0,
  )
})

test('refunds above $5,000 need a second administrator, who must see the current bookings', async () => {
  const { at, accountId } = await stylist({ priceCents: 600_000 })
  const visit = await booked(kalli, at)
  const proposed = await suspend(accountId)
  assert.deepEqual([proposed.body.done, proposed.body.account.suspendedAt], [false, null])
  assert.equal(refusalOf(await suspend(accountId)).code, 'second_person_needed')
  const stale = await second.call(contract.suspendAccount, {
    params: { id: accountId },
    body: { cause: 'safety', fault: 'nobody', reason, seen: { bookings: 0, refundCents: 0 } },
  })
  assert.equal(refusalOf(stale).code, 'suspension_changed')
  const done = await suspend(accountId, { who: second })
  assert.equal(done.body.done, true, JSON.stringify(done.body))
  await runJobsOnce(kalli)
  assert.equal(await statusOf(visit.id), 'cancelled_by_platform')
})

test('against a concurrent suspension a later booking is refused, and an earlier one is found and cancelled', async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < 6; round += 1) {
    const { at, accountId } = await stylist({ units: 2 })
    const visitors = [kalli.visitor(), kalli.visitor(), kalli.visitor()]
    const tokens = await Promise.all(
      visitors.map(async (who, place) => (await slotOn(who, at, '2026-11-25', place * 4)).token),
    )
    const [done, ...holds] = await Promise.all([
      admin.call(contract.suspendAccount, {
        params: { id: accountId },
        body: { cause: 'safety', fault: 'nobody', reason, seen: { bookings: 0, refundCents: 0 } },
      }),
      ...visitors.map((who, place) =>
        who.call(contractOfHold.hold, { body: { slotToken: tokens[place] ?? '' } }),
      ),
    ])
    // Seen without bookings: a concurrent hold makes it ask again, and then it is suspended with the current ones.
    if (done.status === 409) assert.equal(refusalOf(done).code, 'suspension_changed')
    if (done.status !== 200) assert.equal((await suspend(accountId)).status, 200)
    for (const { status } of holds) outcomes.add(String(status))
    await runJobsOnce(kalli)
    const left = await one<number>(
      `select count(*)::int from bookings where professional_id = $1 and status in ('held', 'awaiting_payment', 'requested', 'confirmed')`,
      at.professional.id,
    )
    assert.equal(left, 0)
  }
  assert.ok(outcomes.size > 0)
})

test('a hold waits while a suspension is in an open transaction, and is refused once it commits', async () => {
  const { at, accountId } = await stylist()
  const visitor = kalli.visitor()
  const { token } = await slotOn(visitor, at)
  const connection = await kalli.database.pool.connect()
  try {
    await connection.query('begin')
    await connection.query('select from professionals where id = $1 for update', [at.professional.id])
    await connection.query('update accounts set suspended_at = now() where id = $1', [accountId])
    const hold = visitor.call(contractOfHold.hold, { body: { slotToken: token } })
    await new Promise((resolve) => setTimeout(resolve, 200))
    await connection.query('commit')
    const answer = await hold
    assert.deepEqual([answer.status, refusalOf(answer).code], [409, 'slot_not_available'])
  } finally {
    connection.release()
  }
  assert.equal(
    await one('select count(*)::int from bookings where professional_id = $1', at.professional.id),
    0,
  )
})

for (const place of ['inside-suspend', 'committed-suspend'] as const)
  test(`killed at ${place}: the account is suspended once, and each visit ends and is refunded once`, async () => {
    const { at, accountId } = await stylist({ priceCents: 65_000 })
    const visits = [await booked(kalli, at), await booked(kalli, at, { date: '2026-11-26' })]
    const seen = { bookings: 2, refundCents: 130_000 }
    await cutOff(kalli, place, {
      who: admin,
      ask: (who, key) =>
        who.call(
          contract.suspendAccount,
          { params: { id: accountId }, body: { cause: 'fraud', fault: 'nobody', reason, seen } },
          { key },
        ),
    })
    await endedOnce(accountId, visits)
  })

test('killed while ending the visits: the jobs end the rest, each once', async () => {
  const { at, accountId } = await stylist({ priceCents: 65_000 })
  const visits = [await booked(kalli, at), await booked(kalli, at, { date: '2026-11-26' })]
  assert.equal((await suspend(accountId)).status, 200)
  await cutOffAtWork(kalli, 'inside-cancel')
  await endedOnce(accountId, visits)
})

const endedOnce = async (accountId: number, visits: readonly { id: string }[]) => {
  await drain(kalli, { retries: true })
  await runJobsOnce(kalli)
  assert.equal(await one('select count(*)::int from account_acts where account_id = $1', accountId), 1)
  for (const { id } of visits)
    assert.deepEqual(
      await one(
        `select array[b.status, (select count(*)::text from booking_moves where booking_id = b.id and move = 'cancel_as_platform'),
           (select count(*)::text from support_acts where booking_id = b.id),
           (select coalesce(sum(captured_cents - refunded_cents), 0)::text from standin.charges where reference = p.id::text)]
         from bookings b join payments p on p.booking_id = b.id where b.id = $1`,
        id,
      ),
      ['cancelled_by_platform', '1', '1', '0'],
    )
  assert.equal(await people.trialBalance(kalli), 0)
}
