import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { explainSlots, slots } from '#contract/availability/availability.ts'
import * as contract from '#contract/booking/booking.ts'
import * as holds from '#contract/booking/hold.ts'
import * as cancellation from '#contract/booking/cancellation.ts'
import type { Equipment } from '#contract/space/fittings.ts'
import * as steps from '#contract/space/listing-steps.ts'
import { answerRescue } from '#contract/booking/cancellation/rescue.ts'
import { publicSpace } from '#contract/search/public-page.ts'
import { changeService, services } from '#contract/service/service.ts'
import { noNeeds } from '#contract/service/service-needs.ts'
import { space as spaceOf } from '#contract/space/space.ts'
import { moveUnit } from '#contract/booking/agenda/timeline.ts'
import { drain } from '#server/platform/jobs.ts'
import { type Bookable, pay } from '#server/testing/bookings.ts'
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
const at = (minutes: number) => new Date(nine + minutes * 60_000).toISOString()
const basin = (count: number, others?: number[]): Equipment => ({
  item: 'washbasin',
  shared: true,
  count,
  ...(others === undefined ? {} : { with: others }),
})

const now = async (host: Person, id: number) => (await host.call(spaceOf, { params: { id } })).body
const furnishing = async (host: Person, id: number, equipment: Equipment[]) =>
  host.call(steps.saveStep3, { params: { id }, body: { version: (await now(host, id)).version, equipment } })
const furnish = async (host: Person, id: number, equipment: Equipment[]) => {
  const saved = await furnishing(host, id, equipment)
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  return saved.body
}
const listed = async (host: Person, id: number) => (await now(host, id)).equipment

/** Another space of the same business, and a stylist who gives a cut of an hour there that needs a basin from minute 30 to 45. */
const stylistAt = async (host: Bookable['host'], spaceId: number) => {
  const professional = await people.professional(kalli)
  await people.agreement(kalli, professional.id, spaceId)
  const serviceId = await people.service(kalli, professional.id, { durationMinutes: 60, stepMinutes: 15 })
  await ask(serviceId)
  return { professional, serviceId, host }
}
const ask = (serviceId: number) =>
  kalli.database.kysely
    .updateTable('services')
    .set({
      needs: JSON.stringify({
        ...noNeeds,
        equipment: [{ item: 'washbasin', fromMinute: 30, toMinute: 45 }],
      }),
    })
    .where('id', '=', serviceId)
    .execute()

/** A salon floor and a cabin of one business, with a professional at each. */
const businessOfTwo = async () => {
  const floor = await people.bookable(kalli, { durationMinutes: 60, stepMinutes: 15, units: 3 })
  const cabin = await people.space(kalli, floor.host, { units: 1 })
  await ask(floor.serviceId)
  const other = await stylistAt(floor.host, cabin.id)
  return { host: floor.host.person, owner: floor.host, floor, cabin, other }
}
type Stylist = { professional: { id: number; person: Person }; serviceId: number }

const timesOf = async (who: Person, one: Stylist) => {
  const { body, status } = await who.call(slots, {
    query: { professional: one.professional.id, services: String(one.serviceId), from: date, to: date },
  })
  assert.equal(status, 200, JSON.stringify(body))
  return body.days.flatMap((day) => day.slots)
}
const startsOf = async (one: Stylist) => (await timesOf(kalli.visitor(), one)).map(({ startsAt }) => startsAt)
const tokenAt = async (one: Stylist, startsAt: string) =>
  (await timesOf(kalli.visitor(), one)).find((slot) => slot.startsAt === startsAt)?.token ?? ''
const hold = (who: Person, slotToken: string) => who.call(holds.hold, { body: { slotToken } })

/** Which equipment units are claimed, and whose they are. */
const equipmentUnitsOf = async (bookingId: string) => {
  const { rows } = await sql<{ id: number; space: number | null; ofBusiness: boolean; active: boolean }>`
    select piece.id, piece.space_id as space, piece.business_equipment_id is not null as "ofBusiness", piece.active
    from claims join equipment_units piece on piece.id = claims.resource_id
    where claims.booking_id = ${bookingId} order by lower(during), piece.id`.execute(kalli.database.kysely)
  return rows
}

test('a basin shared by a salon and a cabin serves one visit at a time, in either of them', async () => {
  const { host, floor, cabin, other } = await businessOfTwo()
  const saved = await furnish(host, floor.space.id, [basin(1, [cabin.id])])
  assert.deepEqual(saved.equipment, [basin(1, [cabin.id])])
  assert.deepEqual(await listed(host, cabin.id), [basin(1, [floor.space.id])])
  const seen = await kalli.visitor().call(publicSpace, { params: { id: String(cabin.id) } })
  assert.deepEqual(seen.body.facts.equipment, [basin(1, [floor.space.id])])

  const client = await people.signIn(kalli, await people.account(kalli))
  const { body, status } = await hold(client, await tokenAt(floor, at(0)))
  assert.equal(status, 201, JSON.stringify(body))
  assert.deepEqual(
    (await equipmentUnitsOf(body.id)).map(({ space, ofBusiness }) => [space, ofBusiness]),
    [[null, true]],
  )
  const starts = await startsOf(other)
  assert.deepEqual([starts.includes(at(0)), starts.includes(at(15))], [false, true])
  const why = await other.professional.person.call(explainSlots, {
    query: { service: other.serviceId, date },
  })
  const first = why.body.places[0]?.starts.find(({ startsAt }) => startsAt === at(0))
  assert.deepEqual([first?.offered, first?.reason], [false, 'equipment_busy'])

  // The same visit in the cabin uses the same basin.
  const paid = await pay(client, body.id)
  assert.equal(paid.status, 201, JSON.stringify(paid.body))
  await people.agreement(kalli, floor.professional.id, cabin.id)
  const held = await equipmentUnitsOf(body.id)
  const moved = await host.call(moveUnit, {
    params: { id: body.id },
    body: { unitId: cabin.units[0] ?? 0, version: paid.body.version },
  })
  assert.equal(moved.status, 200, JSON.stringify(moved.body))
  assert.deepEqual(await equipmentUnitsOf(body.id), held)
})

test('of eight clients who need the business’s one basin in two spaces one gets it, and others see the nearest times', async () => {
  const { host, floor, cabin, other } = await businessOfTwo()
  await furnish(host, cabin.id, [basin(1, [floor.space.id])])
  const tokens = await Promise.all([tokenAt(floor, at(0)), tokenAt(other, at(0))])
  // Each has their own professional and unit: only the basin is the same.
  const more = await Promise.all(Array.from({ length: 2 }, () => stylistAt(floor.host, floor.space.id)))
  tokens.push(...(await Promise.all(more.map((one) => tokenAt(one, at(0))))))
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, turn) => hold(kalli.visitor(), tokens[turn % tokens.length] ?? '')),
  )
  assert.equal(answers.filter(({ status }) => status === 201).length, 1)
  for (const answer of answers.filter(({ status }) => status !== 201)) {
    const { code, details } = refusalOf(answer)
    assert.equal(code, 'slot_taken')
    assert.match(JSON.stringify(details), /"alternatives":\[\{/)
  }
  for (const one of [floor, other, ...more]) assert.ok(!(await startsOf(one)).includes(at(0)))
})

test('shared counts become one: visits move to the shared unit where it is free, and a clashing one keeps its old unit', async () => {
  const { host, floor, cabin, other } = await businessOfTwo()
  await furnish(host, floor.space.id, [basin(1)])
  await furnish(host, cabin.id, [basin(1)])
  const [early, late, clash] = await Promise.all([
    hold(kalli.visitor(), await tokenAt(floor, at(0))),
    hold(kalli.visitor(), await tokenAt(other, at(90))),
    hold(kalli.visitor(), await tokenAt(other, at(0))),
  ]).then((all) => all.map(({ body }) => body))
  const before = await equipmentUnitsOf(clash?.id ?? '')
  await furnish(host, floor.space.id, [basin(1, [cabin.id])])
  await drain(kalli)
  const [one] = await equipmentUnitsOf(early?.id ?? '')
  assert.equal(one?.active, true)
  assert.deepEqual(await equipmentUnitsOf(late?.id ?? ''), [one])
  // No visit is left without a basin: both were promised one at the same minutes.
  assert.deepEqual(
    (await equipmentUnitsOf(clash?.id ?? '')).map(({ id, active }) => [id, active]),
    before.map(({ id }) => [id, false]),
  )
  const stored = await sql<{ id: number }>`
    select (part ->> 'id')::bigint as id from bookings, jsonb_array_elements(equipment) part where bookings.id = ${late?.id ?? ''}`.execute(
    kalli.database.kysely,
  )
  assert.deepEqual(stored.rows, [{ id: one.id }])
})

test('a third space joins with its equipment under one count, and a space that leaves keeps its visits’ equipment', async () => {
  const { host, owner, floor, cabin, other } = await businessOfTwo()
  const third = await people.space(kalli, owner, { units: 1 })
  await furnish(host, floor.space.id, [basin(1, [cabin.id])])
  // Entered at the third space with one of the two: it is the same basin.
  await furnish(host, third.id, [basin(2, [cabin.id])])
  for (const id of [floor.space.id, cabin.id, third.id])
    assert.deepEqual(
      (await listed(host, id)).map(({ count, with: others = [] }) => [count, others.length]),
      [[2, 2]],
    )
  // What is not entered stays.
  await furnish(host, floor.space.id, [{ item: 'washbasin', shared: true, count: 2 }])
  assert.deepEqual(await listed(host, floor.space.id), [basin(2, [cabin.id, third.id])])
  const beside = (await now(host, third.id)).sameBusiness
  assert.deepEqual(
    beside.map(({ id, writable, shares }) => [id, writable, shares.map(({ item }) => item)]),
    [floor.space.id, cabin.id].map((id) => [id, true, ['washbasin']]),
  )

  const { body } = await hold(kalli.visitor(), await tokenAt(other, at(0)))
  const had = await equipmentUnitsOf(body.id)
  await furnish(host, floor.space.id, [basin(2, [third.id])])
  assert.deepEqual(await listed(host, cabin.id), [])
  assert.deepEqual(await equipmentUnitsOf(body.id), had)
  assert.deepEqual(await startsOf(other), [])
  // A visit that keeps its basin may still be changed.
  await kalli.database.kysely
    .updateTable('bookings')
    .set({ ends_at: sql`ends_at + interval '5 minutes'` })
    .where('id', '=', body.id)
    .execute()
  // The last space counts its own again, with its bookings.
  await furnish(host, floor.space.id, [])
  assert.deepEqual(await listed(host, third.id), [basin(2)])
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from equipment_units
    where space_id = ${third.id} and active`.execute(kalli.database.kysely)
  assert.deepEqual(rows, [{ count: 2 }])
})

test('only spaces of one host at one address share equipment, and a sharing space keeps its address', async () => {
  const { host, owner, floor, cabin } = await businessOfTwo()
  const stranger = await people.bookable(kalli)
  const foreign = await furnishing(host, floor.space.id, [basin(1, [stranger.space.id])])
  assert.equal(refusalOf(foreign).code, 'not_found')
  const far = await people.space(kalli, owner)
  await kalli.database.kysely
    .updateTable('spaces')
    .set({ address: 'Durango 12' })
    .where('id', '=', far.id)
    .execute()
  assert.equal(refusalOf(await furnishing(host, floor.space.id, [basin(1, [far.id])])).code, 'not_one_house')
  assert.deepEqual(
    (await now(host, floor.space.id)).sameBusiness.map(({ id }) => id),
    [cabin.id],
  )
  // Floor and door of the address may differ.
  await kalli.database.kysely
    .updateTable('spaces')
    .set({ address: 'COLIMA  200, segundo piso' })
    .where('id', '=', cabin.id)
    .execute()
  await furnish(host, floor.space.id, [basin(1, [cabin.id])])
  const { version } = await now(host, cabin.id)
  const left = await host.call(steps.saveStep2, {
    params: { id: cabin.id },
    body: { version, address: 'Durango 12' },
  })
  assert.equal(refusalOf(left).code, 'equipment_of_house')
  // A space in review is not changed.
  await kalli.database.kysely
    .updateTable('spaces')
    .set({ status: 'suspended' })
    .where('id', '=', cabin.id)
    .execute()
  assert.equal(
    refusalOf(await furnishing(host, floor.space.id, [basin(3, [cabin.id])])).code,
    'listing_not_movable',
  )
})

test('archiving a space ends its sharing of equipment', async () => {
  const { host, floor, cabin } = await businessOfTwo()
  await furnish(host, floor.space.id, [basin(1, [cabin.id])])
  const pause = await host.call(steps.pauseSpace, {
    params: { id: cabin.id },
    body: { version: (await now(host, cabin.id)).version },
  })
  const archived = await host.call(steps.archiveSpace, {
    params: { id: cabin.id },
    body: { version: pause.body.version },
  })
  assert.equal(archived.status, 200, JSON.stringify(archived.body))
  await drain(kalli)
  assert.deepEqual(await listed(host, floor.space.id), [basin(1)])
  const { rows } =
    await sql`select from business_equipment_spaces where space_id in (${floor.space.id}, ${cabin.id})`.execute(
      kalli.database.kysely,
    )
  assert.equal(rows.length, 0)
})

test('two spaces saved at once both end up shared, and the database refuses equipment with another business', async () => {
  const { host, floor, cabin } = await businessOfTwo()
  const [one, two] = await Promise.all([now(host, floor.space.id), now(host, cabin.id)])
  const answers = await Promise.all(
    [
      { id: floor.space.id, version: one.version, others: [cabin.id] },
      { id: cabin.id, version: two.version, others: [floor.space.id] },
    ].map(({ id, version, others }) =>
      host.call(steps.saveStep3, { params: { id }, body: { version, equipment: [basin(1, others)] } }),
    ),
  )
  const codes = answers.map((answer) => (answer.status === 200 ? 'saved' : refusalOf(answer).code))
  assert.ok(codes.includes('saved'), String(codes))
  assert.ok(
    codes.every((code) => code === 'saved' || code === 'stale_version'),
    String(codes),
  )
  const { rows } = await sql<{
    id: number
  }>`select distinct business_equipment_id as id from business_equipment_spaces
    where space_id in (${floor.space.id}, ${cabin.id})`.execute(kalli.database.kysely)
  assert.equal(rows.length, 1)
  await assert.rejects(
    sql`update equipment_units set space_id = ${cabin.id} where business_equipment_id = ${rows[0]?.id}`.execute(
      kalli.database.kysely,
    ),
    /equipment_units_of_one/,
  )
  const away = await people.bookable(kalli)
  await assert.rejects(
    sql`insert into business_equipment_spaces (space_id, item, business_equipment_id)
      values (${away.space.id}, 'washbasin', ${rows[0]?.id})`.execute(kalli.database.kysely),
    /equipment with a space of another business/,
  )
})

/** When its equipment is claimed, in minutes from nine, and in which state. */
const basinMinutes = async (bookingId: string) => {
  const { rows } = await sql<{ id: number; from: number; to: number; state: string }>`
    select resource_id as id, (extract(epoch from lower(during)) - ${nine / 1000})::int / 60 as from,
      (extract(epoch from upper(during)) - ${nine / 1000})::int / 60 as to, claims.state
    from claims join equipment_units piece on piece.id = claims.resource_id
    where claims.booking_id = ${bookingId} order by lower(during)`.execute(kalli.database.kysely)
  return rows
}

test('in a visit of several services each claims the business’s basin for its own minutes, and others may use it between', async () => {
  const { host, floor, cabin, other } = await businessOfTwo()
  await furnish(host, floor.space.id, [basin(1, [cabin.id])])
  // A blow-dry of half an hour without equipment, then the cut; with an add-on, a rinse of a quarter of an hour at the end.
  const dry = await people.service(kalli, floor.professional.id, { durationMinutes: 30, stepMinutes: 15 })
  const own = (await floor.professional.person.call(services)).body.find(({ id }) => id === floor.serviceId)
  const rinse = { id: 0, name: 'Enjuague', priceCents: 5000, minutes: 15, needs: 'washbasin' }
  const saved = await floor.professional.person.call(changeService, {
    params: { id: floor.serviceId },
    body: { ...(own ?? assert.fail()), addOns: [rinse], keep: [] },
  })
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  const found = await kalli.visitor().call(slots, {
    query: {
      professional: floor.professional.id,
      services: `${dry},${floor.serviceId}`,
      addOns: `${floor.serviceId}-${saved.body.addOns[0]?.id}`,
      from: date,
      to: date,
    },
  })
  const slot = found.body.days.flatMap((day) => day.slots).find(({ startsAt }) => startsAt === at(0))
  const held = await hold(kalli.visitor(), slot?.token ?? '')
  assert.equal(held.status, 201, JSON.stringify(held.body))
  const claims = await basinMinutes(held.body.id)
  assert.deepEqual(
    claims.map(({ from, to }) => [from, to]),
    [
      [60, 75],
      [90, 105],
    ],
  )
  assert.equal(new Set(claims.map(({ id }) => id)).size, 1, 'the one of the house')
  // A visit in the cabin that needs the basin from minute 30 of an hour uses it before, between or after: at :15, at :45, and at :15 of
  // the next.
  const starts = await startsOf(other)
  const washing = [15, 30, 45, 60, 75].map((minute) => [minute + 30, starts.includes(at(minute))])
  assert.deepEqual(washing, [
    [45, true],
    [60, false],
    [75, true],
    [90, false],
    [105, true],
  ])
})

test('a rescue within the business keeps the basin for the visit, claimed once and never by another client', async () => {
  const owner = await people.host(kalli)
  const [floor, cabin] = [
    await people.space(kalli, owner, { units: 1 }),
    await people.space(kalli, owner, { units: 2 }),
  ]
  await furnish(owner.person, floor.id, [basin(1, [cabin.id])])
  const first = await stylistAt(owner, floor.id)
  await people.agreement(kalli, first.professional.id, cabin.id)
  const other = await stylistAt(owner, cabin.id)
  const client = await people.signIn(kalli, await people.account(kalli))
  const slot = (await timesOf(client, first)).find(
    ({ startsAt, spaceId }) => startsAt === at(0) && spaceId === floor.id,
  )
  const held = await hold(client, slot?.token ?? '')
  assert.equal(held.status, 201, JSON.stringify(held.body))
  const { id } = held.body
  assert.equal((await pay(client, id)).body.status, 'confirmed')
  const before = await basinMinutes(id)
  assert.deepEqual(
    before.map(({ from, to, state }) => [from, to, state]),
    [[30, 45, 'firm']],
  )
  const params = { id }
  const quoted = await owner.person.call(cancellation.cancelQuote, {
    params,
    query: {},
    body: { as: 'host' },
  })
  assert.deepEqual([quoted.body.rescue?.search, quoted.body.rescue?.ownBusiness], ['found', true])
  const body = { quoteToken: quoted.body.token, reason: 'Se rompió la silla' }
  assert.equal((await owner.person.call(cancellation.cancel, { params, query: {}, body })).status, 200)
  assert.ok(!(await startsOf(other)).includes(at(0)), 'while it waits for a yes it is nobody else’s')
  const yes = async (who: Person, as: 'client' | 'professional') => {
    const { version } = (await who.call(contract.booking, { params, query: {} })).body
    return who.call(answerRescue, { params: { id, answer: 'accept' }, query: {}, body: { as, version } })
  }
  assert.equal((await yes(client, 'client')).status, 200)
  const last = await yes(first.professional.person, 'professional')
  assert.equal(last.status, 200, JSON.stringify(last.body))
  assert.ok(cabin.units.includes(Number(await unitOf(id))))
  assert.deepEqual(await basinMinutes(id), before)
  assert.ok(!(await startsOf(other)).includes(at(0)))
  assert.ok((await startsOf(other)).includes(at(15)))
})
const unitOf = async (id: string) =>
  (
    await kalli.database.pool.query<{ unit: number }>('select unit_id as unit from bookings where id = $1', [
      id,
    ])
  ).rows[0]?.unit
