import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { dayMs } from '#contract/platform/duration.ts'
import { agreements } from '#contract/hiring/agreement.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { community } from '#contract/notification/notification.ts'
import { holdReservation, releaseReservation } from '#contract/booking/rent/reservation.ts'
import * as contract from '#contract/team/team.ts'
import * as invitation from '#contract/team/invitation.ts'
import * as day from '#contract/team/day.ts'
import * as rents from '#contract/team/rent.ts'
import { fixedRentCents } from '#contract/team/rent-terms.ts'
import { mayMoveMember, memberMoves, MemberStatus, Permission } from '#contract/team/member.ts'
import { account as number } from '#server/payment/ledger/journals.ts'
import { balanceOf, trialBalance } from '#server/payment/ledger/ledger.ts'
import { runJobsOnce } from '#server/platform/jobs.ts'
import { booked, contactOf } from '#server/testing/bookings.ts'
import { linkIn } from '#server/testing/guests.ts'
import { quoteHours, rentedHours } from '#server/testing/reservations.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { refusalOf, type Person } from '#server/testing/person.ts'
import { inTransaction } from '#server/platform/work.ts'
import { forgetTeam } from '#server/team/erasure.ts'
import * as team from '#server/testing/team.ts'
import { accept, invite, mine, nothing, weekly } from '#server/testing/team.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

const salon = () => team.salon(kalli)
const newPerson = (roles?: string[]) => team.newPerson(kalli, roles)
const joined = (at: team.Salon, values?: team.Offered, roles?: string[]) =>
  team.joined(kalli, at, values, roles)

test('every refused move of a member has a reason, and only the table’s moves are allowed', () => {
  for (const move of ['revoke', 'edit', 'pause', 'resume', 'give_notice'] as const)
    for (const status of MemberStatus.options) {
      const facts = { status, expiresAt: testNow.toISOString(), endsAt: null, joined: false }
      const answer = mayMoveMember(move, 'host', facts, new Date(testNow.getTime() - 1))
      const from: readonly string[] = memberMoves[move].from
      assert.equal(answer.allowed, from.includes(status), `${move} from ${status}`)
      if (!answer.allowed) assert.match(answer.reason, /\.$/)
    }
})

test('a fixed rent charges whole weeks and months in full, and days in proportion to the month’s length', () => {
  const week = { fixed: { every: 'week', amountCents: 140_000 }, perUse: null } as const
  const month = { fixed: { every: 'month', amountCents: 310_000 }, perUse: null } as const
  for (const [terms, from, to, cents] of [
    [week, '2026-11-16', '2026-11-22', 140_000],
    [week, '2026-11-16', '2026-11-29', 280_000],
    [week, '2026-11-16', '2026-11-16', 20_000],
    [month, '2026-10-01', '2026-10-31', 310_000],
    [month, '2026-11-01', '2026-11-30', 310_000],
    [month, '2028-02-01', '2028-02-29', 310_000],
    [month, '2026-10-31', '2026-11-01', 20_333],
    [month, '2026-10-17', '2026-10-31', 150_000],
    [nothing, '2026-10-01', '2026-10-31', 0],
    [week, '2026-11-22', '2026-11-16', 0],
  ] as const)
    assert.equal(fixedRentCents(terms, from, to), cents, `${from} to ${to}`)
})

test('a link shows its offer to any holder without a change, and only the invited email joins, once', async () => {
  const at = await salon()
  const ines = await newPerson()
  const { member, token } = await invite(at, ines.email)
  const look = (who: Person) => who.call(invitation.inhouse, { params: { token } })
  const seen = (await look(kalli.visitor())).body
  assert.deepEqual(
    [seen.state, seen.offer?.account, seen.offer?.addressHint],
    ['open', 'none', `e•••@example.test`],
  )
  assert.equal((await look(kalli.visitor())).body.state, 'open')
  assert.equal((await accept(kalli.visitor(), token)).status, 401)
  const stranger = await newPerson()
  assert.equal(refusalOf(await accept(stranger.person, token)).code, 'team_of_another')
  assert.equal((await accept(ines.person, `${token}x`)).status, 404)
  const { rows } = await kalli.database.pool.query('select token_hash from memberships where id = $1', [
    member.id,
  ])
  assert.equal(Buffer.isBuffer(rows[0]?.token_hash) && !String(rows[0].token_hash).includes(token), true)
  const document = (who: Person) => who.fetch('GET', `/api/team/${member.id}/document`)
  assert.equal((await document(at.owner.person)).status, 404, 'nothing is agreed yet')
  const preview = (link: string) => kalli.visitor().fetch('GET', `/api/inhouse/${link}/document`)
  const offered = await preview(token)
  assert.deepEqual([offered.status, offered.headers.get('content-type')], [200, 'application/pdf'])
  for (const wrong of [`${token}x`, 'nada', String(member.id)])
    assert.equal((await preview(wrong)).status, 404, wrong)
  const yes = await Promise.all([accept(ines.person, token), accept(ines.person, token)])
  assert.deepEqual(yes.map(({ status }) => status).toSorted(), [200, 409])
  assert.equal((await preview(token)).status, 404, 'a used link shows nothing')
  for (const party of [at.owner.person, ines.person]) {
    const printed = await document(party)
    assert.equal(printed.headers.get('content-type'), 'application/pdf')
    assert.equal(
      Buffer.from(await printed.arrayBuffer())
        .subarray(0, 5)
        .toString(),
      '%PDF-',
    )
  }
  assert.equal((await document(stranger.person)).status, 404)
  assert.equal((await document(kalli.visitor())).status, 401)
  assert.equal((await look(kalli.visitor())).body.state, 'used')
  const own = await mine(at, member.id)
  assert.deepEqual([own.status, own.email, own.name], ['active', null, 'Inés Barrera'])
  const [agreement] = (await ines.person.call(agreements)).body
  assert.deepEqual(
    [agreement?.spaceId, agreement?.ratePerHourCents, agreement?.status],
    [at.where.id, 0, 'active'],
  )
})

test('an unconfirmed email must be confirmed before joining, and reception joins without an agreement', async () => {
  const at = await salon()
  const email = 'sinconfirmar@example.test'
  const accountId = await people.account(kalli, { email })
  const person = await people.signIn(kalli, accountId)
  const { token } = await invite(at, email, { role: 'reception', permissions: ['see_all'], terms: nothing })
  assert.equal(refusalOf(await accept(person, token)).code, 'email_not_confirmed')
  await people.reachLevel(kalli, accountId, 2)
  const answer = await accept(person, token)
  assert.deepEqual([answer.status, answer.body.status], [200, 'active'])
  assert.equal((await person.call(agreements)).body.length, 0)
})

test('an invitation by telephone sends the link by text, and only the account with that number joins', async () => {
  const at = await salon()
  const number = '+525541239876'
  const body = {
    spaceId: at.where.id,
    name: 'Inés',
    role: 'resident' as const,
    permissions: [],
    terms: weekly,
    unitId: at.where.units[0] ?? null,
  }
  const requested = (values: object) =>
    at.owner.person.call(contract.inviteMember, { body: { ...body, ...values } })
  assert.equal(refusalOf(await requested({})).code, 'invalid_input')
  assert.equal(refusalOf(await requested({ email: 'a@example.test', phone: number })).code, 'invalid_input')
  assert.equal(refusalOf(await requested({ phone: '12' })).code, 'invalid_phone')
  const both = await Promise.all([requested({ phone: '+52 55 4123 9876' }), requested({ phone: number })])
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [201, 409])
  const made = both.find(({ status }) => status === 201)?.body
  assert.ok(made)
  assert.deepEqual([made.member.email, made.member.phone], [null, number])
  assert.match(made.qr, /^<svg/)
  await runJobsOnce(kalli)
  await runJobsOnce(kalli)
  const { rows } = await kalli.database.pool.query('select body from text_messages where to_phone = $1', [
    number,
  ])
  assert.equal(rows.length, 1, 'once')
  const token = /\/inhouse\/(\S+)/.exec(await linkIn(kalli, String(rows[0]?.body)))?.[1] ?? ''
  assert.equal(made.link.split('/inhouse/')[1], token)
  const look = async (who: Person) => (await who.call(invitation.inhouse, { params: { token } })).body
  assert.deepEqual(
    [(await look(kalli.visitor())).channel, (await look(kalli.visitor())).offer?.addressHint],
    ['sms', '+52 ••• ••• 9876'],
  )
  // Another confirmed number: the invitation is for another person. No number yet: it may still be hers.
  const stranger = await newPerson()
  assert.equal((await look(stranger.person)).offer?.account, 'other')
  assert.equal(refusalOf(await accept(stranger.person, token)).code, 'team_of_another')
  const accountId = await people.account(kalli, {
    firstName: 'Inés',
    lastName: 'Barrera',
    roles: ['professional'],
  })
  await people.professional(kalli, { accountId, firstName: 'Inés' })
  const ines = await people.signIn(kalli, accountId)
  assert.equal((await look(ines)).offer?.account, 'unconfirmed')
  assert.equal(refusalOf(await accept(ines, token)).code, 'phone_not_confirmed')
  await kalli.database.pool.query('update accounts set phone = $1 where id = $2', [number, accountId])
  assert.equal(refusalOf(await accept(ines, token)).code, 'phone_not_confirmed', 'said is not confirmed')
  await people.reachLevel(kalli, accountId, 1)
  assert.equal((await look(ines)).offer?.account, 'right')
  assert.equal((await accept(ines, token)).status, 200)
  const own = await mine(at, made.member.id)
  assert.deepEqual([own.status, own.phone], ['active', null])
})

test('a link expires after seven days, its holder asks for another, and the host sends one', async () => {
  const at = await salon()
  const ines = await newPerson()
  const { member, token } = await invite(at, ines.email)
  kalli.time.set(new Date(testNow.getTime() + 7 * dayMs + 1000))
  assert.equal(refusalOf(await accept(ines.person, token)).code, 'member_not_movable', 'before the job, too')
  await runJobsOnce(kalli)
  const seen = (await kalli.visitor().call(invitation.inhouse, { params: { token } })).body
  assert.deepEqual([seen.state, seen.offer], ['expired', null])
  for (const _ of [1, 2]) await kalli.visitor().call(invitation.askInhouseAgain, { params: { token } })
  await runJobsOnce(kalli)
  const reported = (await at.owner.person.call(community)).body.filter(({ title }) =>
    title.includes('pide otro enlace'),
  )
  assert.equal(reported.length, 1, 'once a day')
  const { version } = await mine(at, member.id)
  const again = await at.owner.person.call(contract.inviteMemberAgain, {
    params: { id: member.id },
    body: { version },
  })
  assert.equal(again.status, 200, JSON.stringify(again.body))
  const fresh = again.body.link.split('/inhouse/')[1] ?? ''
  assert.equal((await accept(ines.person, token)).status, 409)
  assert.equal((await accept(ines.person, fresh)).status, 200)
  kalli.time.set(testNow)
})

test('two team members cannot have one chair in the same hours, by any route', async () => {
  const at = await salon()
  const [unitId] = at.where.units
  const mornings = [{ weekday: 1, fromMinute: 540, toMinute: 840 }]
  const body = {
    spaceId: at.where.id,
    unitId,
    name: 'Ana',
    role: 'resident' as const,
    permissions: [],
    terms: weekly,
  }
  const both = await Promise.all(
    ['uno@example.test', 'dos@example.test'].map((email) =>
      at.owner.person.call(contract.inviteMember, { body: { ...body, email, shift: mornings } }),
    ),
  )
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [201, 409])
  const lost = both.find(({ status }) => status === 409)
  assert.equal(lost === undefined ? '' : refusalOf(lost).code, 'shift_taken')
  await invite(at, 'tres@example.test', { unitId, shift: [{ weekday: 1, fromMinute: 840, toMinute: 1140 }] })
  const twice = await at.owner.person.call(contract.inviteMember, {
    body: { ...body, unitId: null, terms: nothing, email: 'tres@example.test' },
  })
  assert.equal(refusalOf(twice).code, 'member_exists')
})

test('a fixed rent needs a chair from the invitation on, which may be changed and not removed', async () => {
  const at = await salon()
  const [first = 0, second = 0] = at.where.units
  const mornings = [{ weekday: 2, fromMinute: 540, toMinute: 840 }]
  const body = {
    spaceId: at.where.id,
    name: 'Ana',
    role: 'resident' as const,
    permissions: [],
    shift: mornings,
  }
  const without = await at.owner.person.call(contract.inviteMember, {
    body: { ...body, email: 'sin.silla@example.test', unitId: null, terms: weekly },
  })
  assert.deepEqual(
    [refusalOf(without).code, refusalOf(without).details],
    ['invalid_input', { fields: [{ field: 'unitId', problem: 'con renta fija, elige cuál es la suya' }] }],
  )
  await assert.rejects(
    kalli.database.pool.query(
      `insert into memberships (host_id, space_id, name, email, role, terms, status, token_hash, invited_at, expires_at)
       values ($1, $2, 'Ana', 'directo@example.test', 'resident', $3, 'invited', 'x', now(), now())`,
      [at.owner.id, at.where.id, JSON.stringify(weekly)],
    ),
    /fixed rent names its chair/,
  )
  const ines = await joined(at, { unitId: first, shift: mornings })
  const { id } = ines.membership
  const change = async (unitId: number | null) =>
    at.owner.person.call(contract.editMember, {
      params: { id },
      body: { version: (await mine(at, id)).version, permissions: [], unitId, shift: mornings },
    })
  assert.equal(refusalOf(await change(null)).code, 'invalid_input')
  assert.equal((await mine(at, id)).unitId, first)
  assert.equal((await change(second)).status, 200)
  // A member who pays per use takes a free chair.
  const share = { fixed: null, perUse: { kind: 'share', shareBp: 2000 } } as const
  const free = await joined(at, { unitId: null, terms: share })
  assert.equal((await mine(at, free.membership.id)).unitId, null)
})

test('a chair is reserved in its member’s hours: others are not offered it, and the member gets it first', async () => {
  const place = await people.bookable(kalli, { units: 2 })
  await people.reachLevel(kalli, place.host.accountId, 1)
  const at = { owner: place.host, where: place.space }
  const [chair = 0, other = 0] = place.space.units
  const neighbour = await people.professional(kalli)
  await people.agreement(kalli, neighbour.id, place.space.id)
  /** The unit of a slot; nothing when there is none. */
  const seat = async (who: Person, startMinute: number) => {
    const { token } = (await quoteHours(who, place, { startMinute, minutes: 120 })).rent
    if (!token) return null
    const held = await who.call(holdReservation, { body: { token } })
    if (held.status !== 201) return null
    const { rows } = await kalli.database.pool.query<{ unit: number }>(
      'select unit_id as unit from bookings where id = $1',
      [held.body.id],
    )
    await who.call(releaseReservation, { params: { id: held.body.id } })
    return rows[0]?.unit ?? null
  }
  // Wednesday, ten to two. An invited person has no rights yet.
  const byHour = { fixed: null, perUse: { kind: 'per_hour', ratePerHourCents: 9000 } } as const
  const values = { unitId: chair, shift: [{ weekday: 3, fromMinute: 600, toMinute: 840 }], terms: byHour }
  const invited = await newPerson()
  const { token, member } = await invite(at, invited.email, values)
  assert.equal(await seat(neighbour.person, 660), chair)
  assert.equal((await accept(invited.person, token)).status, 200)

  assert.equal(await seat(neighbour.person, 660), other, 'the chair is taken')
  assert.equal(await seat(neighbour.person, 780), other, 'also for who would stay beyond')
  assert.equal(await seat(neighbour.person, 840), chair, 'from two on it is anybody’s')
  assert.equal(await seat(invited.person, 660), chair)
  await rentedHours(place.professional.person, place, { startMinute: 660, minutes: 120 })
  assert.equal(await seat(neighbour.person, 660), null)
  assert.equal(await seat(invited.person, 660), chair)

  // A fixed rent pays for the hours, which are not rented on top of it.
  const fixed = await joined(at, { unitId: chair, shift: [{ weekday: 3, fromMinute: 900, toMinute: 1080 }] })
  const included = await quoteHours(fixed.person, place, { startMinute: 900, minutes: 120 })
  assert.deepEqual([included.rent.token, included.rent.may], [null, 'no'])
  assert.match(included.rent.reason ?? '', /ya incluye estas horas/)

  const paused = await place.host.person.call(contract.pauseMember, {
    params: { id: member.id },
    body: { version: (await mine(at, member.id)).version },
  })
  assert.equal(paused.status, 200, JSON.stringify(paused.body))
  assert.equal(await seat(neighbour.person, 660), chair)
})

const calls: readonly { endpoint: Endpoint; needs: readonly Permission[] }[] = [
  { endpoint: day.businessDay, needs: ['see_own', 'see_all'] },
  { endpoint: day.businessReport, needs: ['reports'] },
  { endpoint: day.businessCancelQuote, needs: ['cancel'] },
  { endpoint: day.businessCancel, needs: ['cancel'] },
  { endpoint: rents.previewRentRun, needs: ['charge'] },
  { endpoint: rents.collectRent, needs: ['charge'] },
]

test('each permission allows its own endpoints only while the membership is active, and a stranger finds none', async () => {
  const at = await people.bookable(kalli)
  await people.reachLevel(kalli, at.host.accountId, 1)
  const home = { owner: at.host, where: at.space }
  const booking = await booked(kalli, at)
  const period = { from: '2026-11-16', to: '2026-11-22' }
  const ask = (who: Person, { endpoint }: (typeof calls)[number], id: number) =>
    who.call(endpoint, {
      params: { id, booking: booking.id },
      query: { date: '2026-11-20', ...period },
      ...(endpoint.body === undefined
        ? {}
        : {
            body: {
              quoteToken: 'x',
              reason: 'Se fue la luz',
              ...period,
              membership: id,
              memberIds: [1],
              totalCents: 1,
            },
          }),
    })
  const stranger = await newPerson(['client'])
  for (const permission of Permission.options) {
    const granted: Permission[] = permission === 'cancel' ? ['see_own', 'cancel'] : [permission]
    const member = await joined(home, { role: 'reception', permissions: granted, terms: nothing }, ['client'])
    for (const call of calls) {
      const answer = await ask(member.person, call, member.membership.id)
      const reported = `${permission}: ${call.endpoint.path} ${answer.status} ${JSON.stringify(answer.body)}`
      const may = call.needs.some((one) => granted.includes(one))
      assert.equal(answer.status === 403, !may, reported)
      if (!may) assert.equal(refusalOf(answer).code, 'member_may_not', reported)
      assert.equal((await ask(stranger.person, call, member.membership.id)).status, 404)
      assert.equal((await ask(kalli.visitor(), call, member.membership.id)).status, 401)
    }
    const { version } = await mine(home, member.membership.id)
    const paused = await at.host.person.call(contract.pauseMember, {
      params: { id: member.membership.id },
      body: { version },
    })
    assert.equal(paused.status, 200, JSON.stringify(paused.body))
    for (const call of calls) assert.equal((await ask(member.person, call, member.membership.id)).status, 404)
  }
})

test('the business sees a client’s first name and time, and the host no address of a member', async () => {
  const at = await people.bookable(kalli)
  await people.reachLevel(kalli, at.host.accountId, 1)
  const home = { owner: at.host, where: at.space }
  const contact = { ...contactOf(), firstName: 'Rebeca', lastName: 'Quiroga' }
  const booking = await booked(kalli, at, { contact })
  const desk = await joined(home, { role: 'reception', permissions: ['see_all'], terms: nothing }, ['client'])
  const date = booking.startsAt.slice(0, 10)
  const seen = await desk.person.call(day.businessDay, {
    params: { id: desk.membership.id },
    query: { date },
  })
  assert.equal(seen.status, 200, JSON.stringify(seen.body))
  assert.equal(seen.body.bookings.length, 1)
  const [one] = seen.body.bookings
  assert.deepEqual(
    [one?.clientFirstName, one?.serviceName, one?.isMine],
    ['Rebeca', 'Corte y peinado', false],
  )
  assert.equal(one?.clientContact, null)
  const host = await at.host.person.call(day.teamDay, { query: { space: at.space.id, date } })
  assert.equal(host.body.bookings[0]?.clientContact, null)
  const text = JSON.stringify([seen.body, host.body, (await at.host.person.call(contract.team)).body])
  for (const secret of ['Quiroga', contact.email, contact.phone, desk.email])
    assert.ok(!text.includes(secret), secret)
  const own = await joined(home, { role: 'resident', permissions: ['see_own'] })
  const alone = await own.person.call(day.businessDay, {
    params: { id: own.membership.id },
    query: { date },
  })
  assert.equal(alone.body.bookings.length, 0)
})

test('a permitted member cancels in the business’s name at the quoted cost, and another business’s booking is not found', async () => {
  // One chair: with another free one the visit would be offered there first.
  const at = await people.bookable(kalli, { units: 1 })
  await people.reachLevel(kalli, at.host.accountId, 1)
  const elsewhere = await people.bookable(kalli)
  const booking = await booked(kalli, at)
  const other = await booked(kalli, elsewhere)
  const desk = await joined(
    { owner: at.host, where: at.space },
    { role: 'reception', permissions: ['see_all', 'cancel'], terms: nothing },
    ['client'],
  )
  const { id } = desk.membership
  const blind = await at.host.person.call(contract.editMember, {
    params: { id },
    body: { version: 2, permissions: ['cancel'], unitId: null, shift: null },
  })
  assert.equal(refusalOf(blind).code, 'invalid_input', 'who cancels sees what')
  await assert.rejects(
    kalli.database.pool.query(`update memberships set permissions = '{cancel}' where id = $1`, [id]),
    /memberships_sight/,
  )
  // A member who sees only their own appointments cannot act on others'.
  const resident = await joined(
    { owner: at.host, where: at.space },
    { permissions: ['see_own', 'cancel'], terms: nothing },
  )
  const theirs = await resident.person.call(day.businessCancelQuote, {
    params: { id: resident.membership.id, booking: booking.id },
  })
  assert.equal(theirs.status, 404)
  const seen = await desk.person.call(day.businessDay, {
    params: { id },
    query: { date: booking.startsAt.slice(0, 10) },
  })
  assert.deepEqual(seen.body.bookings[0]?.cancel, { allowed: true, reason: null })
  assert.equal(
    (await desk.person.call(day.businessCancelQuote, { params: { id, booking: other.id } })).status,
    404,
  )
  const quote = await desk.person.call(day.businessCancelQuote, { params: { id, booking: booking.id } })
  assert.equal(quote.status, 200, JSON.stringify(quote.body))
  const done = await desk.person.call(day.businessCancel, {
    params: { id, booking: booking.id },
    body: { quoteToken: quote.body.token, reason: 'Se fue la luz' },
  })
  assert.equal(done.status, 200, JSON.stringify(done.body))
  await runJobsOnce(kalli)
  const reported = (await at.host.person.call(community)).body.map(({ title }) => title)
  assert.ok(reported.includes('Inés canceló en tu nombre'), JSON.stringify(reported))
})

test('a member who may charge runs rents and reads receipts, and the host is notified once', async () => {
  const at = await salon()
  const ines = await joined(at)
  const desk = await joined(at, { role: 'reception', permissions: ['charge'], terms: nothing }, ['client'])
  const membership = desk.membership.id
  const made = await desk.person.call(rents.collectRent, {
    body: { ...period, membership, memberIds: [ines.membership.id], totalCents: 140_000 },
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const runs = await desk.person.call(rents.rentRuns, { query: { membership } })
  assert.deepEqual(
    runs.body.map(({ charges }) => charges.map(({ name, status }) => [name, status])),
    [[['Inés Rojas', 'due']]],
  )
  const chargeId = runs.body[0]?.charges[0]?.id ?? ''
  const read = await desk.person.call(rents.rentReceipt, {
    params: { id: chargeId },
    query: { membership },
  })
  assert.deepEqual([read.body.party, read.body.netCents], ['host', 133_000])
  assert.equal((await desk.person.call(rents.rentRuns)).status, 404, 'only in the name of the house')
  assert.equal((await desk.person.call(rents.rentReceipt, { params: { id: chargeId } })).status, 404)
  await runJobsOnce(kalli)
  const reported = (await at.owner.person.call(community)).body.map(({ title }) => title)
  assert.equal(reported.filter((title) => title === 'Inés cobró rentas en tu nombre').length, 1)
})

const period = { from: '2026-11-20', to: '2026-11-26' }

test('a rent run is previewed and charged once, with receipts that add up and that no one else reads', async () => {
  const at = await salon()
  const ines = await joined(at, { terms: { fixed: weekly.fixed, perUse: { kind: 'share', shareBp: 2000 } } })
  const shareOnly = await joined(at, { terms: { fixed: null, perUse: { kind: 'share', shareBp: 3000 } } })
  const shown = (await at.owner.person.call(rents.previewRentRun, { body: period })).body
  assert.equal(shown.totalCents, 140_000)
  assert.equal(shown.commissionCents, 7000)
  const rows = new Map(shown.rows.map((row) => [row.memberId, row]))
  assert.deepEqual(
    [rows.get(ines.membership.id)?.chargeable, rows.get(shareOnly.membership.id)?.chargeable],
    [true, false],
  )
  const run = (values: object = {}) =>
    at.owner.person.call(rents.collectRent, {
      body: { ...period, memberIds: [ines.membership.id], totalCents: 140_000, ...values },
    })
  assert.equal(refusalOf(await run({ totalCents: 1 })).code, 'rent_changed')
  const both = await Promise.all([run(), run()])
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [201, 409])
  assert.equal(refusalOf(await run({ from: '2026-11-26', to: '2026-11-30' })).code, 'rent_charged')
  const [made] = (await at.owner.person.call(rents.rentRuns)).body
  const charge = made?.charges[0]
  assert.ok(charge)
  const receiptFor = (who: Person) => who.call(rents.rentReceipt, { params: { id: charge.id } })
  const [pays, receives] = [(await receiptFor(ines.person)).body, (await receiptFor(at.owner.person)).body]
  assert.deepEqual([pays.party, pays.netCents], ['professional', -140_000])
  assert.deepEqual([receives.party, receives.netCents], ['host', 133_000])
  assert.equal((await ines.person.call(rents.rentReceipts)).body.length, 1)
  for (const who of [(await newPerson()).person, (await salon()).owner.person, shareOnly.person])
    assert.equal((await receiptFor(who)).status, 404)
  const sums = await trialBalance(kalli.work())
  assert.equal(
    [...sums.values()].reduce((sum, cents) => sum + cents, 0),
    0,
  )
  assert.equal(await balanceOf(kalli.work(), number.owedByProfessional, ines.professional?.id ?? 0), 140_000)
})

const payoutOf = async (reference: string) => {
  const { rows } = await kalli.database.pool.query('select status from payouts where booking_id = $1', [
    reference,
  ])
  return String(rows[0]?.status)
}

test('three days unpaid pauses new appointments, and once earnings have paid it they resume and the host is paid', async () => {
  const at = await salon()
  const ines = await joined(at)
  const proId = ines.professional?.id ?? 0
  const collected = await at.owner.person.call(rents.collectRent, {
    body: { ...period, memberIds: [ines.membership.id], totalCents: 140_000 },
  })
  const chargeId = collected.body.charges[0]?.id ?? ''
  await runJobsOnce(kalli)
  assert.equal(await payoutOf(chargeId), 'withheld')
  const current = async () => (await ines.person.call(agreements)).body[0]?.status
  kalli.time.set(new Date(testNow.getTime() + 3 * dayMs + 60_000))
  await runJobsOnce(kalli)
  await runJobsOnce(kalli)
  assert.equal(await current(), 'paused')
  assert.equal((await mine(at, ines.membership.id)).blocked, true)
  const reported = (await ines.person.call(community)).body.map(({ title }) => title)
  assert.equal(reported.filter((title) => title === 'Tus citas nuevas están en pausa').length, 1)
  // Earnings from elsewhere come in, and are paid out less the debt.
  await kalli.database.pool.query(
    `with j as (insert into journals (kind, idem_key, at) values ('clawback', 'test-earned:${proId}', $1) returning id)
     insert into entries (journal_id, line, account, party_id, amount_cents)
     select j.id, 1, 2020, $2::bigint, 140000 from j union all select j.id, 2, 1120, $2::bigint, -140000 from j`,
    [kalli.clock(), proId],
  )
  await runJobsOnce(kalli)
  await runJobsOnce(kalli)
  assert.equal(await current(), 'active')
  const own = await mine(at, ines.membership.id)
  assert.deepEqual([own.owedCents, own.blocked], [0, false])
  assert.notEqual(await payoutOf(chargeId), 'withheld')
  const paid = (await ines.person.call(rents.rentReceipt, { params: { id: chargeId } })).body
  assert.equal(paid.status, 'paid')
  kalli.time.set(testNow)
})

test('a member’s notice lasts seven days, and then the chair is free and the agreement has ended', async () => {
  const at = await salon()
  const [unitId] = at.where.units
  const ines = await joined(at, { unitId })
  const { id, version } = ines.membership
  const left = await ines.person.call(contract.leaveTeam, { params: { id }, body: { version } })
  assert.equal(left.status, 200, JSON.stringify(left.body))
  const again = await ines.person.call(contract.leaveTeam, {
    params: { id },
    body: { version: left.body.version },
  })
  assert.equal(refusalOf(again).code, 'member_not_movable')
  kalli.time.set(new Date(testNow.getTime() + 7 * dayMs + 60_000))
  await runJobsOnce(kalli)
  await runJobsOnce(kalli)
  assert.equal((await mine(at, id)).status, 'ended')
  assert.equal((await ines.person.call(agreements)).body[0]?.status, 'ended')
  await invite(at, 'siguiente@example.test', { unitId })
  kalli.time.set(testNow)
})

test('a user who deletes the account leaves every team, and their name and email are removed from it', async () => {
  const at = await salon()
  const ines = await joined(at, { unitId: at.where.units[0] })
  await inTransaction(kalli.work(), (work) =>
    forgetTeam(work, { accountId: ines.accountId, email: '', hostId: null }),
  )
  const { rows } = await kalli.database.pool.query(
    `select m.name, m.email, m.status, (select count(*)::int from membership_shifts s where s.membership_id = m.id) as shifts
     from memberships m where id = $1`,
    [ines.membership.id],
  )
  assert.deepEqual(rows, [
    {
      name: 'Cuenta borrada',
      email: `borrada-${ines.membership.id}@kalli.invalid`,
      status: 'ended',
      shifts: 0,
    },
  ])
})
