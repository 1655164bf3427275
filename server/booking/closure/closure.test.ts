/** Closing units that have bookings: what it affects, who chooses, and all or nothing. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { after, before, test } from 'node:test'
import * as contract from '#contract/booking/booking.ts'
import * as cancellation from '#contract/booking/cancellation.ts'
import * as holds from '#contract/booking/hold.ts'
import {
  cancelQuoteIn,
  closeUnits,
  ImpactChange,
  previewClosure,
  reopen,
  type ClosureImpact,
} from '#contract/booking/closure/closure.ts'
import { editMember } from '#contract/team/team.ts'
import { moveUnit, readTimeline, timeline } from '#contract/booking/agenda/timeline.ts'
import { drain, runJobsOnce } from '#server/platform/jobs.ts'
import {
  booked,
  claimsOf,
  contactOf,
  held,
  movesOf,
  slotsOn,
  type Bookable,
} from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { bothSay } from '#server/testing/rescues.ts'
import * as team from '#server/testing/team.ts'
import { refusalOf, type Person } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

/** The week of Wednesday 25 November in Mexico City. */
const week = { startsAt: '2026-11-23T06:00:00.000Z', endsAt: '2026-11-30T06:00:00.000Z' }
const requested = (unitIds: number[], more: object = {}) => ({
  ...week,
  unitIds,
  kind: 'closure' as const,
  reason: 'Obra',
  ...more,
})
const preview = (who: Person, id: number, unitIds: number[], more: object = {}) =>
  who.call(previewClosure, { params: { id }, body: requested(unitIds, more) })

/** Professionals of one salon, so that the same hour can be booked several times. */
const salon = async (units: number) => {
  const at = await people.bookable(kalli, { units, durationMinutes: 60, stepMinutes: 60 })
  const others: Bookable[] = []
  for (let n = 1; n < units; n += 1) {
    const professional = await people.professional(kalli)
    await people.agreement(kalli, professional.id, at.space.id)
    const serviceId = await people.service(kalli, professional.id, { durationMinutes: 60, stepMinutes: 60 })
    others.push({ ...at, professional, serviceId })
  }
  return { at, others }
}
const book = (at: Bookable, place: number, date = '2026-11-25') =>
  booked(kalli, at, { date, place, contact: contactOf() })

type Impact = typeof ClosureImpact._zod.output
const choose = (
  impact: Impact,
  pick: (one: Impact['affected'][number], place: number) => 'keep' | 'move' | 'cancel',
) =>
  impact.affected.map((one, place) => {
    const choice = pick(one, place)
    return {
      bookingId: one.bookingId,
      version: one.version,
      choice,
      ...(choice === 'move' ? { unitId: one.units[0]?.unitId ?? 0 } : {}),
      ...(choice === 'cancel' ? { quoteToken: quoteIn(impact, pick, one)?.token ?? '' } : {}),
    }
  })
/** As the screen does. */
const quoteIn = (
  { affected }: Impact,
  pick: (one: Impact['affected'][number], place: number) => string,
  one: Impact['affected'][number],
) => cancelQuoteIn(one, affected, (other) => pick(other, affected.indexOf(other)) === 'cancel')
const unitOf = async (id: string) => {
  const { rows } = await kalli.database.pool.query<{ unit: number }>(
    'select unit_id as unit from bookings where id = $1',
    [id],
  )
  return rows[0]?.unit
}
const close = (
  who: Person,
  id: number,
  unitIds: number[],
  choices: ReturnType<typeof choose>,
  more: object = {},
) => who.call(closeUnits, { params: { id }, body: { ...requested(unitIds, more), choices } })

test('only the host of a space can preview and make its closure, and a backwards or past period is refused', async () => {
  const { space, host } = await people.bookable(kalli)
  const neighbour = await people.host(kalli)
  const theirs = await people.space(kalli, neighbour)
  const client = await people.signIn(kalli, await people.account(kalli))
  assert.equal((await preview(kalli.visitor(), space.id, [])).status, 401)
  assert.equal((await preview(client, space.id, [])).status, 403)
  assert.equal(refusalOf(await preview(neighbour.person, space.id, [])).code, 'not_found')
  assert.equal(refusalOf(await preview(host.person, space.id, [theirs.units[0] ?? 0])).code, 'not_found')
  assert.equal(
    refusalOf(await preview(host.person, space.id, [], { endsAt: week.startsAt })).code,
    'invalid_input',
  )
  const past = { startsAt: '2026-11-01T06:00:00Z', endsAt: '2026-11-02T06:00:00Z' }
  assert.equal(refusalOf(await preview(host.person, space.id, [], past)).code, 'time_is_past')
  assert.equal(refusalOf(await close(neighbour.person, space.id, [], [])).code, 'not_found')
})

test('a closure of a week keeps one visit, moves one and cancels one at no cost, in one step', async () => {
  const { at, others } = await salon(3)
  const { person } = at.host
  const [first, ...rest] = [await book(at, 1), await book(others[0] ?? at, 3), await book(others[1] ?? at, 5)]
  assert.ok(first)
  const ids = [first, ...rest].map(({ id }) => id)
  // All three are at the chair with the best fit; that one is closed.
  const [busy = 0] = at.space.units
  for (const { id, version } of [first, ...rest])
    if ((await unitOf(id)) !== busy)
      assert.equal(
        (await person.call(moveUnit, { params: { id }, body: { unitId: busy, version } })).status,
        200,
      )

  const seen = await preview(person, at.space.id, [busy])
  assert.equal(seen.status, 200, JSON.stringify(seen.body))
  assert.deepEqual(
    seen.body.affected.map(({ bookingId }) => bookingId),
    ids,
  )
  const [one] = seen.body.affected
  assert.equal(one?.client, 'Lucía')
  assert.doesNotMatch(JSON.stringify(seen.body), /Hernández|example\.test|5511112222/)
  // A quarter of the rent, at least fifty pesos; whichever is cancelled may use the free one of six months.
  for (const { cancel, freeCancel } of seen.body.affected)
    assert.deepEqual(
      [cancel, freeCancel].map((quote) => quote?.lines.map(({ amountCents }) => amountCents)),
      [[-5000], [0]],
    )

  // All or nothing: a choice for each booking, or no closing.
  const picks = ['keep', 'move', 'cancel'] as const
  const choices = choose(seen.body, (_, place) => picks[place] ?? 'keep')
  const short = await close(person, at.space.id, [busy], choices.slice(1))
  assert.equal(refusalOf(short).code, 'impact_changed')
  assert.equal(ImpactChange.parse(refusalOf(short).details).impact.affected.length, 3)

  const done = await close(person, at.space.id, [busy], choices)
  assert.equal(done.status, 201, JSON.stringify(done.body))
  assert.deepEqual([done.body.reason, done.body.author, done.body.unitIds], ['Obra', 'Marta', [busy]])
  const statuses = await Promise.all(
    ids.map(async (id) => (await person.call(contract.booking, { params: { id }, query: {} })).body),
  )
  assert.deepEqual(
    statuses.map(({ status, rescue }) => [status, rescue?.ownBusiness ?? null]),
    [
      ['confirmed', null],
      ['confirmed', null],
      // A client whose visit is cancelled is offered the chair that stays open and to which no booking was moved.
      ['confirmed', true],
    ],
  )
  assert.equal(
    (await claimsOf(kalli, ids[2] ?? '')).some(({ resource_id }) => resource_id === busy),
    false,
  )
  // The cancelled one uses the free cancellation, though others come before it.
  assert.deepEqual(statuses[2]?.rescue?.costs, {
    rescuedCents: 0,
    failedCents: 0,
    isFree: true,
  })
  assert.equal(await unitOf(ids[0] ?? ''), busy)
  assert.notEqual(await unitOf(ids[1] ?? ''), busy)
  assert.equal((await movesOf(kalli, ids[1] ?? '')).at(-1), 'move_unit by host')
  assert.equal((await claimsOf(kalli, ids[1] ?? '')).length, 3)
  assert.equal(await people.trialBalance(kalli), 0)

  // The whole week is taken, and the time that the remaining booking releases is closed at once.
  const free = async () => {
    const { rows } = await kalli.database.pool.query(
      `select (tstzmultirange(tstzrange($2, $3)) - range_agg(during))::text as free from claims where resource_id = $1`,
      [busy, week.startsAt, week.endsAt],
    )
    return String(rows[0]?.free)
  }
  assert.equal(await free(), '{}')
  const quote = await first.who.call(cancellation.cancelQuote, {
    params: { id: first.id },
    query: { t: first.t },
    body: { as: 'client' },
  })
  const gone = await first.who.call(cancellation.cancel, {
    params: { id: first.id },
    query: { t: first.t },
    body: { quoteToken: quote.body.token, reason: 'Un imprevisto.' },
  })
  assert.equal(gone.status, 200, JSON.stringify(gone.body))
  assert.equal(await free(), '{}')

  assert.equal(refusalOf(await preview(person, at.space.id, [busy])).code, 'already_closed')
  const neighbour = await people.host(kalli)
  const open = (who: Person) => who.call(reopen, { params: { id: done.body.id } })
  assert.equal(refusalOf(await open(neighbour.person)).code, 'not_found')
  assert.equal((await open(person)).status, 200)
  assert.deepEqual(
    (await kalli.database.pool.query('select count(*)::int as n from blocks where unit_id = $1', [busy]))
      .rows,
    [{ n: 0 }],
  )
})

test('a visit that its host cancelled, with a chair held for it, can only be kept until it is answered', async () => {
  const { at } = await salon(2)
  const { person } = at.host
  const one = await book(at, 1)
  const quote = await person.call(cancellation.cancelQuote, { params: { id: one.id }, body: { as: 'host' } })
  assert.equal(quote.body.rescue?.ownBusiness, true)
  const gone = await person.call(cancellation.cancel, {
    params: { id: one.id },
    query: {},
    body: { quoteToken: quote.body.token, reason: 'Se rompió la silla' },
  })
  assert.equal(gone.body.status, 'confirmed', JSON.stringify(gone.body))
  const seen = (await preview(person, at.space.id, [])).body
  const [visit, ...more] = seen.affected
  assert.equal(more.length, 0)
  assert.equal(visit?.cancel, null)
  assert.deepEqual(
    visit?.options.map(({ choice, reason }) => [choice, reason]),
    [
      ['keep', null],
      ['move', 'El espacio canceló: falta la respuesta por el lugar nuevo.'],
      ['cancel', 'Ya la cancelaste: falta la respuesta por el lugar nuevo.'],
    ],
  )
  // A host who tries anyway is refused, and shown the same.
  const again = choose(seen, () => 'cancel').map((choice) => ({ ...choice, quoteToken: quote.body.token }))
  assert.equal(refusalOf(await close(person, at.space.id, [], again)).code, 'impact_changed')
  const done = await close(
    person,
    at.space.id,
    [],
    choose(seen, () => 'keep'),
  )
  assert.equal(done.status, 201, JSON.stringify(done.body))
  // Both accept: the visit is given at the chair that was held, though all else is closed.
  const [, other = 0] =
    (await unitOf(one.id)) === at.space.units[0] ? at.space.units : at.space.units.toReversed()
  await bothSay(at, one, 'accept')
  assert.equal(await unitOf(one.id), other)
})

test('of several cancelled visits only the first is free, whatever tokens are sent', async () => {
  const { at, others } = await salon(2)
  const { person } = at.host
  const visits = [await book(at, 1), await book(others[0] ?? at, 3), await book(at, 5)]
  const seen = (await preview(person, at.space.id, [])).body
  assert.equal(seen.affected.length, 3)
  const cancelled = choose(seen, () => 'cancel')
  const [first, second, third] = seen.affected
  assert.ok(first && second && third)
  assert.deepEqual(
    cancelled.map(({ quoteToken }) => quoteToken),
    [first.freeCancel?.token, second.cancel?.token, third.cancel?.token],
  )
  const stillThere = async () => {
    const { rows } = await kalli.database.pool.query(
      `select (select count(*)::int from bookings where id = any($1) and status = 'confirmed') as visits,
         (select count(*)::int from host_cancellations where booking_id = any($1)) as cancellations,
         (select count(*)::int from closures where space_id = $2) as closures`,
      [visits.map(({ id }) => id), at.space.id],
    )
    return rows
  }
  // Using the free cancellation twice in one call, in any order, refuses all of it.
  for (const free of [
    [first, second],
    [second, third],
    [first, second, third],
  ]) {
    const twice = seen.affected.map((one) => ({
      bookingId: one.bookingId,
      version: one.version,
      choice: 'cancel' as const,
      quoteToken: (free.includes(one) ? one.freeCancel : one.cancel)?.token ?? '',
    }))
    assert.equal(refusalOf(await close(person, at.space.id, [], twice)).code, 'impact_changed')
    assert.deepEqual(await stillThere(), [{ visits: 3, cancellations: 0, closures: 0 }])
  }
  const done = await close(person, at.space.id, [], cancelled)
  assert.equal(done.status, 201, JSON.stringify(done.body))
  const nets = await Promise.all(
    visits.map(async ({ id }) => {
      const { body } = await person.call(contract.receipt, { params: { id }, query: { as: 'host' } })
      return body.netCents
    }),
  )
  assert.deepEqual(nets, [0, -5000, -5000])
  assert.equal(await people.trialBalance(kalli), 0)

  // It is used up for six months: nothing is quoted as free.
  await book(at, 1, '2026-12-02')
  const later = { startsAt: '2026-12-01T06:00:00.000Z', endsAt: '2026-12-04T06:00:00.000Z' }
  const again = (await preview(person, at.space.id, [], later)).body
  assert.deepEqual(
    again.affected.map(({ cancel, freeCancel }) => [
      cancel?.lines.map(({ amountCents }) => amountCents),
      freeCancel,
    ]),
    [[[-5000], null]],
  )
})

test('two bookings moved to one chair, a stale version or an old quote undo the whole closure', async () => {
  const { at, others } = await salon(3)
  const { person } = at.host
  const [one, two] = [await book(at, 2), await book(others[0] ?? at, 2)]
  const [chair1 = 0, chair2 = 0, chair3 = 0] = at.space.units
  const seen = (await preview(person, at.space.id, [chair1, chair2])).body
  assert.equal(seen.affected.length, 2)
  assert.ok(seen.affected.every(({ units }) => units.length === 1 && units[0]?.unitId === chair3))
  const both = choose(seen, () => 'move')
  assert.equal(refusalOf(await close(person, at.space.id, [chair1, chair2], both)).code, 'impact_changed')
  const stale = both.map((choice) => ({ ...choice, version: choice.version - 1 }))
  assert.equal(refusalOf(await close(person, at.space.id, [chair1, chair2], stale)).code, 'impact_changed')
  const cancelled = choose(seen, () => 'cancel')
  kalli.time.advance(11)
  assert.equal(
    refusalOf(await close(person, at.space.id, [chair1, chair2], cancelled)).code,
    'impact_changed',
  )
  kalli.time.set(testNow)
  const { rows } = await kalli.database.pool.query(
    `select count(*)::int as n from bookings where id = any($1) and status = 'confirmed'`,
    [[one.id, two.id]],
  )
  assert.deepEqual(rows, [{ n: 2 }])
  assert.deepEqual(
    (
      await kalli.database.pool.query('select count(*)::int as n from closures where space_id = $1', [
        at.space.id,
      ])
    ).rows,
    [{ n: 0 }],
  )
})

test('a client’s hold survives a closure until it expires, and its time is then offered to no client', async () => {
  const { at } = await salon(1)
  const hold = await held(kalli.visitor(), at, '2026-11-25', 2)
  const seen = (await preview(at.host.person, at.space.id, [])).body
  assert.deepEqual([seen.held, seen.affected.length], [1, 0])
  const done = await close(at.host.person, at.space.id, [], [])
  assert.equal(done.status, 201, JSON.stringify(done.body))
  kalli.time.advance(11)
  // Expired and not yet swept: offered as free for a moment, and refused when booked.
  const [slot] = await slotsOn(kalli.visitor(), at)
  if (slot !== undefined) {
    const late = await kalli.visitor().call(holds.hold, { body: { slotToken: slot.token } })
    assert.equal(late.status, 409, JSON.stringify(late.body))
  }
  await runJobsOnce(kalli)
  assert.equal((await claimsOf(kalli, hold.id)).length, 0)
  assert.deepEqual(await slotsOn(kalli.visitor(), at), [])
  kalli.time.set(testNow)
})

test('when a closure and a booking race, nothing overlaps and at least one succeeds', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { at } = await salon(1)
    const slots = await slotsOn(kalli.visitor(), at)
    const slot = slots[round]
    assert.ok(slot)
    const [closed, taken] = await Promise.all([
      close(at.host.person, at.space.id, [], []),
      kalli.visitor().call(holds.hold, { body: { slotToken: slot.token } }),
    ])
    assert.ok(
      [201, 409].includes(closed.status) && [201, 409].includes(taken.status),
      `${closed.status} ${taken.status}`,
    )
    if (closed.status === 409) assert.equal(refusalOf(closed).code, 'impact_changed')
    assert.ok(closed.status === 201 || taken.status === 201)
    const { rows } = await kalli.database.pool.query(
      `select count(*)::int as n from claims a join claims b on a.resource_id = b.resource_id and a.id < b.id and a.during && b.during`,
    )
    assert.deepEqual(rows, [{ n: 0 }])
  }
})

test('a closure never offers a team member’s chair, even if they joined after the preview', async () => {
  const { at } = await salon(2)
  const one = await book(at, 2)
  await people.reachLevel(kalli, at.host.accountId, 1)
  const [chair1 = 0, chair2 = 0] = at.space.units
  const [closed, other] = (await unitOf(one.id)) === chair1 ? [chair1, chair2] : [chair2, chair1]
  const home = { owner: at.host, where: at.space }
  // Her chair from the afternoon on: the visit is over by then.
  const wednesdays = (fromMinute: number) => [{ weekday: 3, fromMinute, toMinute: 1200 }]
  const later = await team.joined(kalli, home, { unitId: other, shift: wednesdays(1080) })
  const seen = (await preview(at.host.person, at.space.id, [closed])).body
  assert.deepEqual(
    seen.affected.map(({ units }) => units.map(({ unitId }) => unitId)),
    [[other]],
  )
  const choices = choose(seen, () => 'move')
  const mine = await team.mine(home, later.membership.id)
  const edited = await at.host.person.call(editMember, {
    params: { id: mine.id },
    body: { version: mine.version, permissions: [], unitId: other, shift: wednesdays(0) },
  })
  assert.equal(edited.status, 200, JSON.stringify(edited.body))
  const refused = refusalOf(await close(at.host.person, at.space.id, [closed], choices))
  assert.equal(refused.code, 'impact_changed')
  const { impact } = ImpactChange.parse(refused.details)
  assert.deepEqual(
    impact.affected.map(({ units, options }) => [
      units.length,
      options.find(({ choice }) => choice === 'move')?.allowed,
    ]),
    [[0, false]],
  )
  assert.equal(await unitOf(one.id), closed)

  // By hand a host may still do it.
  const moved = await at.host.person.call(moveUnit, {
    params: { id: one.id },
    body: { unitId: other, version: one.version },
  })
  assert.equal(moved.status, 200, JSON.stringify(moved.body))
})

test('the timeline shows its host units, occupancy and first names, and other users nothing', async () => {
  const { at } = await salon(2)
  const one = await book(at, 1)
  await held(kalli.visitor(), at, '2026-11-25', 6)
  const ask = (who: Person, query = { from: '2026-11-23', to: '2026-11-29' }) => who.call(timeline, { query })
  const neighbour = await people.host(kalli)
  assert.equal((await ask(kalli.visitor())).status, 401)
  assert.equal((await ask(at.professional.person)).status, 403)
  assert.deepEqual((await ask(neighbour.person)).body.spaces, [])
  assert.equal(
    refusalOf(await ask(at.host.person, { from: '2026-11-01', to: '2026-12-02' })).code,
    'invalid_input',
  )
  await sql`update professionals set first_name = 'Ana "La \\ güera"' where id = ${at.professional.id}`.execute(
    kalli.database.kysely,
  )
  const { body } = await ask(at.host.person)
  const [space] = readTimeline(body).spaces
  assert.equal(space?.open.length, 7)
  const claims = space?.units.flatMap((unit) => unit.claims) ?? []
  assert.deepEqual(
    claims.map(({ kind }) => kind),
    ['booking', 'hold'],
  )
  // Built by the database, with exactly the fields of the contract, whatever characters the names contain.
  assert.deepEqual(claims[0], {
    kind: 'booking',
    startsAt: one.startsAt,
    endsAt: one.endsAt,
    booking: {
      id: one.id,
      version: one.version,
      status: 'confirmed',
      professionalId: at.professional.id,
      professional: 'Ana "La \\ güera" Rojas',
      service: claims[0]?.booking?.service,
      client: 'Lucía',
      rentCents: claims[0]?.booking?.rentCents,
      desk: false,
    },
  })
  assert.equal(claims[1]?.booking, undefined, 'who is paying is the client’s own matter')
  assert.doesNotMatch(JSON.stringify(body), /Hernández|example\.test|5511112222/)
})

test('only its host moves a booking to another chair, at the same price, and both parties are notified', async () => {
  const { at } = await salon(2)
  const one = await book(at, 1)
  const [, other = 0] = at.space.units
  const move = (who: Person, body: { unitId: number; version: number }) =>
    who.call(moveUnit, { params: { id: one.id }, body })
  const request = { unitId: other, version: one.version }
  const neighbour = await people.host(kalli)
  const theirs = await people.space(kalli, neighbour)
  assert.equal((await move(kalli.visitor(), request)).status, 401)
  assert.equal(refusalOf(await move(neighbour.person, request)).code, 'not_found')
  assert.equal(
    refusalOf(await move(at.host.person, { ...request, unitId: theirs.units[0] ?? 0 })).code,
    'not_found',
  )
  assert.equal(refusalOf(await move(at.host.person, { ...request, version: 1 })).code, 'stale_version')
  const moved = await move(at.host.person, request)
  assert.equal(moved.status, 200, JSON.stringify(moved.body))
  assert.deepEqual([moved.body.version, moved.body.place.unitName], [one.version + 1, 'Silla 2'])
  assert.deepEqual([moved.body.startsAt, moved.body.rentCents], [one.startsAt, 20_000])
  await drain(kalli)
  const { rows } = await kalli.database.pool.query(
    `select title from notifications where account_id = $1 and title like 'Cambio%'`,
    [at.professional.accountId],
  )
  assert.equal(rows.length, 1)
})
