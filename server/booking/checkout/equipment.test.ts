import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { minuteMs } from '#contract/platform/duration.ts'
import { explainSlots, slots } from '#contract/availability/availability.ts'
import * as contract from '#contract/booking/booking.ts'
import * as holds from '#contract/booking/hold.ts'
import * as cancellation from '#contract/booking/cancellation.ts'
import { calendar } from '#contract/booking/agenda/calendar.ts'
import * as changes from '#contract/booking/change/change.ts'
import type { Equipment } from '#contract/space/fittings.ts'
import * as steps from '#contract/space/listing-steps.ts'
import type { Needs } from '#contract/service/service-needs.ts'
import { noNeeds } from '#contract/service/service-needs.ts'
import { addService, changeService, services } from '#contract/service/service.ts'
import { previewSlots } from '#contract/availability/service-preview.ts'
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

const basin = { item: 'washbasin', fromMinute: 30, toMinute: 45 } as const
const basins = (count: number): Equipment[] => [
  { item: 'mirror', shared: false },
  { item: 'washbasin', shared: true, count },
]

/** The equipment of a space, entered by its host as in the wizard. */
const furnish = async (host: Person, spaceId: number, equipment: Equipment[]) => {
  const { rows } = await sql<{ version: number }>`select version from spaces where id = ${spaceId}`.execute(
    kalli.database.kysely,
  )
  const saved = await host.call(steps.saveStep3, {
    params: { id: spaceId },
    body: { version: rows[0]?.version ?? 0, equipment },
  })
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
}
const ask = (serviceId: number, needs: Partial<Needs>) =>
  kalli.database.kysely
    .updateTable('services')
    .set({ needs: JSON.stringify({ ...noNeeds, ...needs }) })
    .where('id', '=', serviceId)
    .execute()

/** Two stylists at four chairs who share a basin; each gives a cut of an hour that needs it from minute 30 to 45. */
const salon = async (count = 1) => {
  const first = await people.bookable(kalli, { durationMinutes: 60, stepMinutes: 15, units: 4 })
  const professional = await people.professional(kalli)
  await people.agreement(kalli, professional.id, first.space.id)
  const serviceId = await people.service(kalli, professional.id, { durationMinutes: 60, stepMinutes: 15 })
  const second = { ...first, professional, serviceId }
  await furnish(first.host.person, first.space.id, basins(count))
  for (const one of [first, second]) await ask(one.serviceId, { equipment: [basin] })
  return { first, second }
}
type Stylist = Awaited<ReturnType<typeof people.bookable>>

const timesOf = async (who: Person, one: Stylist, requested: string | number = one.serviceId, on = date) => {
  const { body, status } = await who.call(slots, {
    query: { professional: one.professional.id, services: String(requested), from: on, to: on },
  })
  assert.equal(status, 200, JSON.stringify(body))
  return body.days.flatMap((day) => day.slots)
}
const startsOf = async (one: Stylist, requested?: string | number) =>
  (await timesOf(kalli.visitor(), one, requested)).map(({ startsAt }) => startsAt)
const hold = (who: Person, token: string | undefined) =>
  who.call(holds.hold, { body: { slotToken: token ?? '' } })
const holdAt = async (who: Person, one: Stylist, startsAt: string, requested?: string | number, on = date) =>
  hold(who, (await timesOf(who, one, requested, on)).find((slot) => slot.startsAt === startsAt)?.token)

const pieces = async (spaceId: number) =>
  kalli.database.kysely
    .selectFrom('equipment_units')
    .select(['id', 'number', 'active'])
    .where('space_id', '=', spaceId)
    .orderBy('number')
    .execute()
/** The minutes after nine in which the visit has each equipment unit. */
const equipmentClaims = async (bookingId: string) => {
  const { rows } = await sql<{ id: number; from: Date; to: Date; state: string }>`
    select claims.resource_id as id, lower(during) as from, upper(during) as to, state from claims
    join equipment_units piece on piece.id = claims.resource_id
    where booking_id = ${bookingId} order by 2, 1`.execute(kalli.database.kysely)
  return rows.map(({ id, from, to, state }) => [
    id,
    ...[from, to].map((edge) => (edge.getTime() - nine) / minuteMs),
    state,
  ])
}

test('equipment shared by chairs serves one visit at a time, in the minutes that need it', async () => {
  const { first, second } = await salon()
  const [piece] = await pieces(first.space.id)
  const client = await people.signIn(kalli, await people.account(kalli))
  const { body, status } = await holdAt(client, first, at(0))
  assert.equal(status, 201, JSON.stringify(body))
  assert.deepEqual(await equipmentClaims(body.id), [[piece?.id, 30, 45, 'hold']])

  // At the next chair the same hour needs the basin at the same minutes; a quarter of an hour later it is free.
  const starts = await startsOf(second)
  assert.ok(!starts.includes(at(0)))
  assert.ok(starts.includes(at(15)))
  const why = await second.professional.person.call(explainSlots, {
    query: { service: second.serviceId, date },
  })
  const nineOClock = why.body.places[0]?.starts.find(({ startsAt }) => startsAt === at(0))
  assert.deepEqual([nineOClock?.offered, nineOClock?.reason], [false, 'equipment_busy'])

  const paid = await pay(client, body.id)
  assert.equal(paid.status, 201, JSON.stringify(paid.body))
  assert.deepEqual(await equipmentClaims(body.id), [[piece?.id, 30, 45, 'firm']])

  // Professional and host see when it is used; the client does not.
  const seenAs = async (who: Person, as: 'client' | 'professional' | 'host') =>
    (await who.call(contract.booking, { params: { id: body.id }, query: { as } })).body.equipment
  const used = [{ name: 'Lavacabezas 1', startsAt: at(30), endsAt: at(45) }]
  assert.deepEqual(await seenAs(first.professional.person, 'professional'), used)
  assert.deepEqual(await seenAs(first.host.person, 'host'), used)
  assert.equal(await seenAs(client, 'client'), undefined)
  const agenda = await first.professional.person.call(calendar, {
    query: { from: date, to: date, layers: 'visit' },
  })
  const entry = agenda.body.entries.find(({ booking }) => booking?.id === body.id)
  assert.deepEqual(entry?.equipment, used)

  // Once cancelled, it is free again.
  const quoted = await client.call(cancellation.cancelQuote, {
    params: { id: body.id },
    body: { as: 'client' },
  })
  const ended = await client.call(cancellation.cancel, {
    params: { id: body.id },
    body: { quoteToken: quoted.body.token, reason: 'Un imprevisto.' },
  })
  assert.equal(ended.status, 200, JSON.stringify(ended.body))
  assert.deepEqual(await equipmentClaims(body.id), [])
  assert.ok((await startsOf(second)).includes(at(0)))
})

test('eight clients who need one basin at once get at most one visit, and with two basins two', async () => {
  for (const count of [1, 2]) {
    const { first, second } = await salon(count)
    const tokens = await Promise.all(
      [first, second].map(
        async (one) =>
          (await timesOf(kalli.visitor(), one)).find(({ startsAt }) => startsAt === at(0))?.token,
      ),
    )
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, turn) => hold(kalli.visitor(), tokens[turn % 2])),
    )
    const won = answers.filter(({ status }) => status === 201)
    // Concurrent viewers chose the same basin: the slower one is offered the hour again.
    for (const answer of answers)
      if (answer.status !== 201) assert.equal(refusalOf(answer).code, 'slot_taken')
    assert.ok(won.length >= 1 && won.length <= count)
    const left = await Promise.all([first, second].map(async (one) => (await startsOf(one)).includes(at(0))))
    assert.equal(left.filter(Boolean).length, count - won.length)
  }
})

test('in a visit of several services each claims equipment in its own minutes', async () => {
  const { first } = await salon()
  const dry = await people.service(kalli, first.professional.id, { durationMinutes: 30, stepMinutes: 15 })
  const requested = `${dry},${first.serviceId}`
  const { body, status } = await holdAt(kalli.visitor(), first, at(0), requested)
  assert.equal(status, 201, JSON.stringify(body))
  const [piece] = await pieces(first.space.id)
  assert.deepEqual(await equipmentClaims(body.id), [[piece?.id, 60, 75, 'hold']])
})

test('an add-on claims equipment in its own minutes, or for the whole service if it adds no minutes', async () => {
  const { first } = await salon()
  const { id, category, version } = (await first.professional.person.call(services)).body[0] ?? assert.fail()
  const rinse = { id: 0, name: 'Enjuague', priceCents: 5000, minutes: 15, needs: 'washbasin' }
  const saved = await first.professional.person.call(changeService, {
    params: { id },
    body: {
      name: 'Corte',
      category,
      version,
      durationMinutes: 60,
      priceCents: 50_000,
      stepMinutes: 15,
      keep: [],
      needs: {
        ...noNeeds,
        equipment: [basin],
      },
      addOns: [
        rinse,
        {
          ...rinse,
          name: 'Masaje',
          minutes: 0,
        },
      ],
    },
  })
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  const [rinsing, massage] = saved.body.addOns
  assert.deepEqual([rinsing?.needs, massage?.needs], ['washbasin', 'washbasin'])
  const withThese = async (addOns: string) => {
    const { body } = await kalli.visitor().call(slots, {
      query: { professional: first.professional.id, services: String(id), addOns, from: date, to: date },
    })
    const slot = body.days.flatMap((day) => day.slots).find(({ startsAt }) => startsAt === at(0))
    const held = await hold(kalli.visitor(), slot?.token)
    assert.equal(held.status, 201, JSON.stringify(held.body))
    const claims = (await equipmentClaims(held.body.id)).map(([, ...minutes]) => minutes)
    await kalli.database.kysely.deleteFrom('claims').where('booking_id', '=', held.body.id).execute()
    return claims
  }
  assert.deepEqual(await withThese(`${id}-${rinsing?.id}`), [
    [30, 45, 'hold'],
    [60, 75, 'hold'],
  ])
  assert.deepEqual(await withThese(`${id}-${massage?.id}`), [[0, 60, 'hold']])
  const odd = await first.professional.person.call(changeService, {
    params: { id },
    body: {
      name: 'Corte',
      category,
      durationMinutes: 60,
      priceCents: 50_000,
      keep: [],
      version: saved.body.version,
      addOns: [
        {
          ...rinse,
          needs: 'trono',
        },
      ],
    },
  })
  assert.equal(refusalOf(odd).code, 'invalid_input')
})

test('a visit moved to another hour takes its basin along, and its own claim does not block it', async () => {
  const { first, second } = await salon()
  const client = await people.signIn(kalli, await people.account(kalli))
  const { body } = await holdAt(client, first, at(0))
  assert.equal((await pay(client, body.id)).status, 201)
  const free = await client.call(changes.changeSlots, {
    params: { id: body.id },
    query: { as: 'client', from: date, to: date },
  })
  const offered = free.body.days.flatMap((day) => day.slots).find(({ startsAt }) => startsAt === at(15))
  const quoted = await client.call(changes.changeQuote, {
    params: { id: body.id },
    body: { as: 'client', slotToken: offered?.token ?? '' },
  })
  assert.equal(quoted.status, 200, JSON.stringify(quoted.body))
  const moved = await client.call(changes.change, {
    params: { id: body.id },
    body: { quoteToken: quoted.body.token, note: '' },
  })
  assert.equal(moved.status, 200, JSON.stringify(moved.body))
  const [piece] = await pieces(first.space.id)
  assert.deepEqual(await equipmentClaims(body.id), [[piece?.id, 45, 60, 'firm']])
  const starts = await startsOf(second)
  assert.deepEqual([starts.includes(at(0)), starts.includes(at(15))], [true, false])
})

test('a visit moved to another space uses the equipment there, and is refused where that is taken', async () => {
  const { first } = await salon()
  const room = await people.space(kalli, first.host)
  await people.agreement(kalli, first.professional.id, room.id)
  await furnish(first.host.person, room.id, basins(1))
  const client = await people.signIn(kalli, await people.account(kalli))
  const rinse = { id: 1, name: 'Enjuague', priceCents: 5000, minutes: 15, needs: 'washbasin' }
  await kalli.database.kysely
    .updateTable('services')
    .set({ add_ons: JSON.stringify([rinse]) })
    .where('id', '=', first.serviceId)
    .execute()
  const query = {
    professional: first.professional.id,
    services: String(first.serviceId),
    from: date,
    to: date,
  }
  const free = await client.call(slots, { query: { ...query, addOns: `${first.serviceId}-1` } })
  const there = free.body.days
    .flatMap((day) => day.slots)
    .find(({ startsAt, spaceId }) => startsAt === at(0) && spaceId === first.space.id)
  const { body } = await hold(client, there?.token)
  const paid = await pay(client, body.id)
  assert.equal(paid.status, 201, JSON.stringify(paid.body))
  const toRoom = () =>
    first.host.person.call(moveUnit, {
      params: { id: body.id },
      body: { unitId: room.units[0] ?? 0, version: paid.body.version },
    })
  // Another client uses the basin of that room then.
  const [theirs] = await pieces(room.id)
  await sql`insert into claims (resource_id, during, state) values (${theirs?.id},
    tstzrange(${at(40)}::timestamptz, ${at(50)}::timestamptz), 'firm')`.execute(kalli.database.kysely)
  assert.equal(refusalOf(await toRoom()).code, 'unit_taken')
  const [own] = await pieces(first.space.id)
  assert.deepEqual(await equipmentClaims(body.id), [
    [own?.id, 30, 45, 'firm'],
    [own?.id, 60, 75, 'firm'],
  ])
  await sql`delete from claims where resource_id = ${theirs?.id}`.execute(kalli.database.kysely)
  const moved = await toRoom()
  assert.equal(moved.status, 200, JSON.stringify(moved.body))
  // The add-on uses it too.
  assert.deepEqual(await equipmentClaims(body.id), [
    [theirs?.id, 30, 45, 'firm'],
    [theirs?.id, 60, 75, 'firm'],
  ])
})

test('where a need is not met the service is not offered, and explain names the reason', async () => {
  const { first } = await salon()
  const cases: [Partial<Needs>, boolean][] = [
    [{ equipment: [{ item: 'shower', fromMinute: 0, toMinute: null }] }, false],
    [{ equipment: [{ item: 'mirror', fromMinute: 0, toMinute: null }] }, true],
    [{ areaM2: 12 }, false],
    [{ isPrivate: true }, false],
    [{ groundFloor: true }, false],
  ]
  for (const [needs, isOffered] of cases) {
    await ask(first.serviceId, needs)
    assert.equal((await startsOf(first)).length > 0, isOffered, JSON.stringify(needs))
  }
  const why = await first.professional.person.call(explainSlots, {
    query: { service: first.serviceId, date },
  })
  assert.ok(why.body.places[0]?.starts.every(({ reason }) => reason === 'needs_unmet'))
  await kalli.database.kysely
    .updateTable('spaces')
    .set({ area_m2: 12, space_type: 'cabin', accessibility: ['elevator'] })
    .where('id', '=', first.space.id)
    .execute()
  await ask(first.serviceId, { areaM2: 12, isPrivate: true, groundFloor: true })
  assert.ok((await startsOf(first)).length > 0)
})

test('the host’s count decides how many units exist, and a removed unit stays with its visits', async () => {
  const { first, second } = await salon(2)
  const open = async () => (await pieces(first.space.id)).map(({ active }) => active)
  assert.deepEqual(await open(), [true, true])
  assert.equal((await holdAt(kalli.visitor(), first, at(0))).status, 201)
  assert.equal((await holdAt(kalli.visitor(), second, at(0))).status, 201)
  await furnish(first.host.person, first.space.id, basins(1))
  assert.deepEqual(await open(), [true, false])
  // One at every chair: nothing to share, nothing to claim.
  await furnish(first.host.person, first.space.id, [{ item: 'washbasin', shared: false }])
  assert.deepEqual(await open(), [false, false])
  const { body } = await holdAt(kalli.visitor(), first, at(60))
  assert.deepEqual(await equipmentClaims(body.id), [])
  await furnish(first.host.person, first.space.id, basins(3))
  assert.deepEqual(await open(), [true, true, true])
})

test('needs are saved as given, can be previewed before saving, and are refused where impossible', async () => {
  const { first } = await salon()
  const who = first.professional.person
  const [own] = (await who.call(services)).body
  assert.deepEqual(own?.needs, { ...noNeeds, equipment: [basin] })
  const { id, category, version } = own ?? assert.fail('no service')
  const values = {
    name: 'Corte',
    category,
    version,
    durationMinutes: 60,
    priceCents: 50_000,
    stepMinutes: 15,
  }
  const saving = (needs: Needs | null) =>
    who.call(changeService, { params: { id }, body: { ...values, needs, keep: [] } })
  for (const equipment of [[basin, basin], [{ ...basin, toMinute: 30 }], [{ ...basin, toMinute: 61 }]])
    assert.equal(refusalOf(await saving({ ...noNeeds, equipment })).code, 'invalid_input')
  const tried = await who.call(previewSlots, {
    params: { id },
    query: { date },
    body: { ...values, needs: { ...noNeeds, equipment: [{ ...basin, item: 'shower' }] } },
  })
  assert.ok(tried.body.places[0]?.starts.every(({ reason }) => reason === 'needs_unmet'))
  assert.equal((await saving(noNeeds)).body.needs, null)
  const added = await who.call(addService, {
    body: { ...values, name: 'Otra', needs: { ...noNeeds, isPrivate: true } },
  })
  assert.deepEqual(added.body.needs, { ...noNeeds, isPrivate: true })
})

test('the database refuses equipment claimed twice at a time, of another place, or outside the visit', async () => {
  const { first, second } = await salon()
  const { body } = await holdAt(kalli.visitor(), first, at(0))
  const [piece] = await pieces(first.space.id)
  const other = await salon()
  const [foreign] = await pieces(other.first.space.id)
  await assert.rejects(
    sql`insert into claims (resource_id, during, state) values (${piece?.id},
      tstzrange(${at(44)}::timestamptz, ${at(60)}::timestamptz), 'firm')`.execute(kalli.database.kysely),
    /claims_never_overlap/,
  )
  const keep = (id: number | undefined, fromMinute: number, toMinute: number) =>
    kalli.database.kysely
      .updateTable('bookings')
      .set({ equipment: JSON.stringify([{ id, item: 'washbasin', fromMinute, toMinute }]) })
      .where('id', '=', body.id)
      .execute()
  await assert.rejects(keep(foreign?.id, 30, 45), /equipment of another place/)
  await assert.rejects(keep(piece?.id, 30, 61), /equipment of another place/)
  await keep(piece?.id, 30, 45)
  assert.equal(second.space.id, first.space.id)
})
