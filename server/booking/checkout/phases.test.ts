import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { minuteMs } from '#contract/platform/duration.ts'
import { addOwnBlock } from '#contract/booking/agenda/calendar.ts'
import * as changes from '#contract/booking/change/change.ts'
import { slots } from '#contract/availability/availability.ts'
import * as holds from '#contract/booking/hold.ts'
import { phasesProblem, type Phase } from '#contract/service/phases.ts'
import { changeService, services } from '#contract/service/service.ts'
import { moveUnit } from '#contract/booking/agenda/timeline.ts'
import { pay } from '#server/testing/bookings.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'
import * as people from '#server/testing/people.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

const date = '2026-11-25'
const nine = Date.parse('2026-11-25T15:00:00.000Z')
const at = (minutes: number) => new Date(nine + minutes * minuteMs).toISOString()

/** Half an hour of work, three quarters while the colour takes, half an hour of work: 105 minutes. */
const colourPhases: Phase[] = [
  { kind: 'hands', minutes: 30 },
  { kind: 'process', minutes: 45 },
  { kind: 'finish', minutes: 30 },
]

/** A colour in phases, a fringe of half an hour and a cut of an hour, by one professional in a salon with two chairs. */
const salon = async (units = 2) => {
  const made = await people.bookable(kalli, {
    name: 'Tinte',
    durationMinutes: 105,
    priceCents: 120_000,
    stepMinutes: 15,
    units,
  })
  await kalli.database.kysely
    .updateTable('services')
    .set({ phases: JSON.stringify(colourPhases) })
    .where('id', '=', made.serviceId)
    .execute()
  const short = { stepMinutes: 15, priceCents: 30_000 }
  const fringe = await people.service(kalli, made.professional.id, {
    ...short,
    name: 'Fleco',
    durationMinutes: 30,
  })
  const cut = await people.service(kalli, made.professional.id, {
    ...short,
    name: 'Corte',
    durationMinutes: 60,
  })
  return { ...made, fringe, cut }
}
type Salon = Awaited<ReturnType<typeof salon>>

const timesOf = async (who: Person, made: Salon, requested: string | number, on = date) => {
  const { body, status } = await who.call(slots, {
    query: { professional: made.professional.id, services: String(requested), from: on, to: on },
  })
  assert.equal(status, 200, JSON.stringify(body))
  return body.days.flatMap((day) => day.slots)
}
const startsOf = async (who: Person, made: Salon, requested: string | number) =>
  (await timesOf(who, made, requested)).map(({ startsAt }) => startsAt)
const hold = (who: Person, token: string | undefined) =>
  who.call(holds.hold, { body: { slotToken: token ?? '' } })
const holdAt = async (who: Person, made: Salon, service: string | number, startsAt: string, on = date) =>
  hold(who, (await timesOf(who, made, service, on)).find((slot) => slot.startsAt === startsAt)?.token)

/** Minutes after nine of each claim. */
const claimsOf = async (bookingId: string, resourceId: number) => {
  const { rows } = await sql<{ from: Date; to: Date }>`
    select lower(during) as from, upper(during) as to from claims
    where booking_id = ${bookingId} and resource_id = ${resourceId} order by 1`.execute(kalli.database.kysely)
  return rows.map(({ from, to }) => [from, to].map((edge) => (edge.getTime() - nine) / minuteMs))
}

test('a colour claims its professional only during hands-on phases, and the chair and the client throughout', async () => {
  const made = await salon()
  const client = await people.signIn(kalli, await people.account(kalli))
  const { body, status } = await holdAt(client, made, made.serviceId, at(0))
  assert.equal(status, 201, JSON.stringify(body))
  const paid = await pay(client, body.id)
  assert.equal(paid.status, 201, JSON.stringify(paid.body))
  const row = await kalli.database.kysely
    .selectFrom('bookings')
    .select(['professional_id', 'unit_id', 'client_id', 'processes'])
    .where('id', '=', body.id)
    .executeTakeFirstOrThrow()
  assert.deepEqual(row.processes, [30, 75])
  assert.deepEqual(await claimsOf(body.id, row.professional_id), [
    [0, 30],
    [75, 105],
  ])
  assert.deepEqual(await claimsOf(body.id, row.unit_id ?? 0), [[0, 105]])
  assert.deepEqual(await claimsOf(body.id, row.client_id ?? 0), [[0, 105]])

  // Two starts of half an hour fit into the processing phase, none of an hour.
  const other = kalli.visitor()
  const fringes = await startsOf(other, made, made.fringe)
  assert.deepEqual(
    fringes.filter((start) => start < at(105)),
    [at(30), at(45)],
  )
  assert.ok((await startsOf(other, made, made.cut)).every((start) => start >= at(105)))
  // The client of the colour is occupied during it.
  assert.ok((await startsOf(client, made, made.fringe)).every((start) => start >= at(105)))

  // The professional may block that time too, and no other time of the visit.
  const block = (from: number, to: number) =>
    made.professional.person.call(addOwnBlock, { body: { startsAt: at(from), endsAt: at(to), reason: '' } })
  assert.equal(refusalOf(await block(20, 40)).code, 'own_time_taken')
  assert.equal((await block(60, 75)).status, 201)
  assert.deepEqual(
    (await startsOf(other, made, made.fringe)).filter((start) => start < at(105)),
    [at(30)],
  )
})

test('with one chair no other visit fits into a processing phase, since the chair is taken', async () => {
  const made = await salon(1)
  const held = await holdAt(kalli.visitor(), made, made.serviceId, at(0))
  assert.equal(held.status, 201)
  assert.ok((await startsOf(kalli.visitor(), made, made.fringe)).every((start) => start >= at(105)))
})

test('of two clients who request the same processing phase at once one gets it, over real connections', async () => {
  const made = await salon(6)
  assert.equal((await holdAt(kalli.visitor(), made, made.serviceId, at(0))).status, 201)
  const addProfessionals = Array.from({ length: 8 }, () => kalli.visitor())
  const times = await timesOf(kalli.visitor(), made, made.fringe)
  const inside = times.filter(({ startsAt }) => startsAt < at(75))
  const answers = await Promise.all(addProfessionals.map((who, turn) => hold(who, inside[turn % 2]?.token)))
  assert.equal(answers.filter(({ status }) => status === 201).length, 1)
  for (const answer of answers) if (answer.status !== 201) assert.equal(refusalOf(answer).code, 'slot_taken')
})

test('a professional in a processing phase cannot be booked at another place, not even concurrently', async () => {
  const made = await salon()
  await kalli.database.kysely
    .updateTable('professionals')
    .set({ has_own_place: true })
    .where('id', '=', made.professional.id)
    .execute()
  const atPlace = async (requested: number, own: boolean) =>
    (await timesOf(kalli.visitor(), made, requested)).filter(({ spaceId }) => (spaceId === null) === own)
  const colour = (await atPlace(made.serviceId, false)).find(({ startsAt }) => startsAt === at(0))
  const elsewhere = (await atPlace(made.fringe, true)).find(({ startsAt }) => startsAt === at(30))
  const answers = await Promise.all([
    hold(kalli.visitor(), colour?.token),
    hold(kalli.visitor(), elsewhere?.token),
  ])
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409])
  // Without a concurrent booking it is not even offered: only at the place of the colour.
  const again = await salon()
  await kalli.database.kysely
    .updateTable('professionals')
    .set({ has_own_place: true })
    .where('id', '=', again.professional.id)
    .execute()
  const there = (await timesOf(kalli.visitor(), again, again.serviceId)).find(
    ({ spaceId, startsAt }) => spaceId !== null && startsAt === at(0),
  )
  assert.equal((await hold(kalli.visitor(), there?.token)).status, 201)
  const fringes = (await timesOf(kalli.visitor(), again, again.fringe)).filter(
    ({ startsAt }) => startsAt < at(105),
  )
  assert.ok(fringes.length > 0 && fringes.every(({ spaceId }) => spaceId !== null))
})

/** A salon with one more room of the same host at the same address, and a paid colour at nine in the salon. */
const businessOfTwo = async () => {
  const made = await salon()
  const room = await people.space(kalli, made.host)
  await people.agreement(kalli, made.professional.id, room.id)
  const slot = (await timesOf(kalli.visitor(), made, made.serviceId)).find(
    ({ startsAt, spaceId }) => startsAt === at(0) && spaceId === made.space.id,
  )
  const client = await people.signIn(kalli, await people.account(kalli))
  const { body } = await hold(client, slot?.token)
  const paid = await pay(client, body.id)
  assert.equal(paid.status, 201, JSON.stringify(paid.body))
  const toRoom = () =>
    made.host.person.call(moveUnit, {
      params: { id: body.id },
      body: { unitId: room.units[0] ?? 0, version: paid.body.version },
    })
  /** During the processing phase. */
  const fringesAt = async (spaceId: number) =>
    (await timesOf(kalli.visitor(), made, made.fringe)).filter(
      (slot) => slot.spaceId === spaceId && slot.startsAt < at(75),
    )
  return { made, room, toRoom, fringesAt }
}

test('a visit moved to another room lets the professional serve another client there during processing', async () => {
  const { made, room, toRoom, fringesAt } = await businessOfTwo()
  assert.equal((await fringesAt(room.id)).length, 0)
  const moved = await toRoom()
  assert.equal(moved.status, 200, JSON.stringify(moved.body))
  assert.deepEqual(await fringesAt(made.space.id), [])
  const [fringe] = await fringesAt(room.id)
  assert.equal(fringe?.startsAt, at(30))
  assert.equal((await hold(kalli.visitor(), fringe?.token)).status, 201)
})

test('a visit moves to another room although another client is in the old one during its processing', async () => {
  const { made, room, toRoom, fringesAt } = await businessOfTwo()
  const [first] = await fringesAt(made.space.id)
  assert.equal((await hold(kalli.visitor(), first?.token)).status, 201)
  assert.equal((await toRoom()).status, 200)
  assert.deepEqual(await fringesAt(room.id), [])
})

test('a visit of several services has the phases of each, and keeps them when it moves', async () => {
  const made = await salon()
  const client = await people.signIn(kalli, await people.account(kalli))
  const requested = `${made.cut},${made.serviceId}`
  const { body, status } = await holdAt(client, made, requested, at(0))
  assert.equal(status, 201, JSON.stringify(body))
  assert.deepEqual(await claimsOf(body.id, made.professional.id), [
    [0, 90],
    [135, 165],
  ])
  assert.equal((await pay(client, body.id)).status, 201)

  // The service no longer has a processing phase. What was booked stays as it was.
  const own = (await made.professional.person.call(services, {})).body.find(({ id }) => id === made.serviceId)
  assert.ok(own)
  const { id, position, archived, upcoming, ...values } = own
  assert.deepEqual([upcoming, archived, typeof position], [1, false, 'number'])
  const saving = (keep: string[]) =>
    made.professional.person.call(changeService, {
      params: { id },
      body: { ...values, phases: null, keep },
    })
  assert.equal(refusalOf(await saving([])).code, 'service_has_bookings')
  assert.equal((await saving([body.id])).status, 200)

  const next = '2026-11-26'
  const free = await client.call(changes.changeSlots, {
    params: { id: body.id },
    query: { as: 'client', from: next, to: next },
  })
  const slot = free.body.days.flatMap((day) => day.slots)[0]
  const quoted = await client.call(changes.changeQuote, {
    params: { id: body.id },
    body: { as: 'client', slotToken: slot?.token ?? '' },
  })
  assert.equal(quoted.status, 200, JSON.stringify(quoted.body))
  const moved = await client.call(changes.change, {
    params: { id: body.id },
    body: { quoteToken: quoted.body.token, note: '' },
  })
  assert.equal(moved.status, 200, JSON.stringify(moved.body))
  const day = 1440
  assert.deepEqual(await claimsOf(body.id, made.professional.id), [
    [day, day + 90],
    [day + 135, day + 165],
  ])
})

test('payment makes the same claims firm that the hold took', async () => {
  const made = await salon()
  const client = await people.signIn(kalli, await people.account(kalli))
  const { body } = await holdAt(client, made, made.serviceId, at(0))
  const equipmentUnitsOf = async () => {
    const { rows } = await sql<{ id: number; state: string }>`
      select id, state from claims where booking_id = ${body.id} and resource_id <> all(
        select client_id from bookings where id = ${body.id} and client_id is not null) order by id`.execute(
      kalli.database.kysely,
    )
    return rows
  }
  const held = await equipmentUnitsOf()
  assert.equal(held.length, 3)
  assert.equal((await pay(client, body.id)).status, 201)
  assert.deepEqual(
    await equipmentUnitsOf(),
    held.map(({ id }) => ({ id, state: 'firm' })),
  )
})

test('impossible phases are refused by the form, the server and the database alike', async () => {
  const made = await salon()
  const cases: [Phase[], number][] = [
    [[{ kind: 'hands', minutes: 60 }], 60],
    [[], 60],
    [
      [
        { kind: 'process', minutes: 30 },
        { kind: 'hands', minutes: 30 },
      ],
      60,
    ],
    [
      [
        { kind: 'hands', minutes: 30 },
        { kind: 'process', minutes: 30 },
      ],
      60,
    ],
    [
      [
        { kind: 'hands', minutes: 30 },
        { kind: 'process', minutes: 4 },
        { kind: 'hands', minutes: 26 },
      ],
      60,
    ],
    [
      [
        { kind: 'hands', minutes: 30 },
        { kind: 'process', minutes: 10 },
        { kind: 'hands', minutes: 30 },
      ],
      60,
    ],
    [
      [
        { kind: 'hands', minutes: 10 },
        { kind: 'process', minutes: 20 },
        { kind: 'prep', minutes: 30 },
      ],
      60,
    ],
    [
      ['hands', 'process', 'hands', 'process', 'hands', 'process', 'finish'].map((kind) => ({
        kind: kind === 'process' ? 'process' : kind === 'finish' ? 'finish' : 'hands',
        minutes: 10,
      })),
      70,
    ],
  ]
  const own = (await made.professional.person.call(services, {})).body.find(({ id }) => id === made.cut)
  assert.ok(own)
  for (const [phases, durationMinutes] of cases) {
    assert.notEqual(phasesProblem(phases, durationMinutes), null, JSON.stringify(phases))
    const body = { ...own, durationMinutes, phases, keep: [] }
    const params = { id: made.cut }
    const said = refusalOf(await made.professional.person.call(changeService, { params, body }))
    assert.equal(said.code, 'invalid_input', JSON.stringify(phases))
    await assert.rejects(
      kalli.database.kysely
        .updateTable('services')
        .set({ phases: JSON.stringify(phases), duration_minutes: durationMinutes })
        .where('id', '=', made.cut)
        .execute(),
      /services_phases/,
    )
  }
  assert.equal(phasesProblem(colourPhases, 105), null)
  const { body } = await holdAt(kalli.visitor(), made, made.serviceId, at(0))
  for (const processes of [[10, 5], [10], [0, 30], [30, 105]])
    await assert.rejects(
      kalli.database.kysely.updateTable('bookings').set({ processes }).where('id', '=', body.id).execute(),
      /bookings_processes/,
    )
})
