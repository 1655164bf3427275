import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as contract from '#contract/availability/availability.ts'
import { claim } from '#server/availability/block/availability.ts'
import { openToken } from '#server/availability/slots/slot-token.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { refusalOf, type Person } from '#server/testing/person.ts'

/** The test's clock: Friday 2026-11-20, 10:00 in Mexico City. The stylist and the salon open 9 to 19. */
let kalli: TestServer
let world: Awaited<ReturnType<typeof people.bookable>>
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(async () => {
  kalli.time.set(testNow)
  world = await people.bookable(kalli, {
    durationMinutes: 60,
    stepMinutes: 60,
    noticeMinutes: 60,
    priceCents: 65_000,
  })
})

const saturday = '2026-11-21'
const ask = (person: Person, from = saturday, to = from, more: { space?: number } = {}) =>
  person.call(contract.slots, {
    query: { professional: world.professional.id, service: world.serviceId, from, to, ...more },
  })
const hoursOf = (slots: readonly { startsAt: string }[] = []) =>
  slots.map(({ startsAt }) => Temporal.Instant.from(startsAt).toZonedDateTimeISO('America/Mexico_City').hour)
const take = (resourceId: number, from: string, to: string, holdUntil: Date | null = null) =>
  claim(kalli.work(), {
    bookingId: null,
    holdUntil,
    claims: [{ resourceId, start: new Date(from), end: new Date(to) }],
  })

test('an anonymous visitor sees a professional’s hours, each with its place, price and token', async () => {
  const { status, body } = await ask(kalli.visitor())
  assert.equal(status, 200)
  assert.equal(body.zone, 'America/Mexico_City')
  assert.deepEqual(
    body.days.map(({ date }) => date),
    [saturday],
  )
  assert.deepEqual(hoursOf(body.days[0]?.slots), [9, 10, 11, 12, 13, 14, 15, 16, 17, 18])
  const [first] = body.days[0]?.slots ?? []
  assert.ok(first)
  const { token, ...shown } = first
  assert.ok(token.length > 20)
  assert.deepEqual(shown, {
    startsAt: '2026-11-21T15:00:00.000Z',
    endsAt: '2026-11-21T16:00:00.000Z',
    spaceId: world.space.id,
    unitId: world.space.units[0],
    totalCents: 65_000,
  })
})

test('a token states what was shown for fifteen minutes, and a forged or altered one is refused', async () => {
  const { body } = await ask(kalli.visitor())
  const slots = body.days[0]?.slots ?? []
  assert.equal(new Set(slots.map(({ token }) => token)).size, slots.length)
  for (const { token, startsAt } of slots)
    assert.deepEqual(openToken(kalli.work(), token), {
      professionalId: world.professional.id,
      serviceId: world.serviceId,
      spaceId: world.space.id,
      place: null,
      startsAt: Date.parse(startsAt),
      totalCents: 65_000,
      channel: 'marketplace',
      shownAt: testNow.getTime(),
    })
  const { token } = slots[3] ?? { token: '' }
  const refused = { code: 'slot_token_invalid' }
  for (let at = 0; at < token.length; at++) {
    const other = token[at] === 'b' ? 'c' : 'b'
    assert.throws(() => openToken(kalli.work(), token.slice(0, at) + other + token.slice(at + 1)), refused)
  }
  const [offer, , mark] = token.split('.')
  const [, elsewhen] = (slots[4] ?? { token: '' }).token.split('.')
  for (const made of ['', offer, `${offer}.${elsewhen}.${mark}`, `${token}.`, `${token}0`])
    assert.throws(() => openToken(kalli.work(), made ?? ''), refused)
  kalli.time.advance(15)
  assert.throws(() => openToken(kalli.work(), token), refused)
})

const days = (person: Person, from: string, to: string, more: { space?: number } = {}) =>
  person.call(contract.slotDays, {
    query: { professional: world.professional.id, service: world.serviceId, from, to, ...more },
  })

test('a month lists on which days and at which places there is an hour, without the hours', async () => {
  const visitor = kalli.visitor()
  const { status, body } = await days(visitor, '2026-11-20', '2026-11-30')
  assert.equal(status, 200)
  assert.deepEqual(body.days[1], { date: saturday, spaces: [world.space.id], closed: false })
  // The same days as those with hours.
  const hours = await ask(visitor, '2026-11-20', '2026-11-30')
  assert.deepEqual(
    body.days.filter(({ spaces }) => spaces.length > 0).map(({ date }) => date),
    hours.body.days.filter(({ slots }) => slots.length > 0).map(({ date }) => date),
  )
  assert.equal((await days(visitor, saturday, '2026-12-21')).status, 200)
  assert.equal((await days(visitor, saturday, '2026-12-22')).status, 400)
  assert.equal((await days(visitor, saturday, '2026-11-20')).status, 400)
  assert.equal((await days(visitor, saturday, saturday, { space: 999_999 })).status, 404)
})

test('a fully booked day is shown as full, a day without hours as closed, and neither has an hour', async () => {
  await take(world.professional.id, '2026-11-21T06:00:00Z', '2026-11-22T06:00:00Z')
  const closing = await world.professional.person.call(contract.saveException, {
    body: { date: '2026-11-22', windows: [] },
  })
  assert.equal(closing.status, 200)
  const { body } = await days(kalli.visitor(), saturday, '2026-11-23')
  assert.deepEqual(body.days, [
    { date: saturday, spaces: [], closed: false },
    { date: '2026-11-22', spaces: [], closed: true },
    { date: '2026-11-23', spaces: [world.space.id], closed: false },
  ])
})

test('a month states the last bookable day, after which no hour is offered', async () => {
  const { body } = await days(kalli.visitor(), saturday, '2026-11-22')
  const { last } = body
  const after = Temporal.PlainDate.from(last).add({ days: 1 }).toString()
  const edge = await days(kalli.visitor(), last, after)
  assert.deepEqual(
    edge.body.days.map(({ date, spaces }) => [date, spaces.length]),
    [
      [last, 1],
      [after, 0],
    ],
  )
})

test('today offers only hours after the notice', async () => {
  const { body } = await ask(kalli.visitor(), '2026-11-20')
  assert.deepEqual(hoursOf(body.days[0]?.slots), [11, 12, 13, 14, 15, 16, 17, 18])
})

test('answers a request for something that does not exist with not found', async () => {
  const person = kalli.visitor()
  const query = {
    professional: world.professional.id,
    service: world.serviceId,
    from: saturday,
    to: saturday,
  }
  const requested = async (change: Partial<typeof query> & { space?: number }) =>
    (await person.call(contract.slots, { query: { ...query, ...change } })).status
  assert.equal(await requested({ service: 999_999 }), 404)
  assert.equal(await requested({ professional: 999_999 }), 404)
  assert.equal(await requested({ space: 999_999 }), 404)
  assert.equal(await requested({ from: '2026-13-01' }), 400)
  assert.equal(await requested({ from: '2026-11-22' }), 400)
  assert.equal(await requested({ to: '2026-12-22' }), 400)
  assert.equal(await requested({ to: '2026-12-21' }), 200)
})

test('a claim of the professional takes the time, and an expired hold releases it', async () => {
  await take(world.professional.id, '2026-11-21T16:30:00Z', '2026-11-21T17:30:00Z')
  await take(
    world.professional.id,
    '2026-11-21T20:00:00Z',
    '2026-11-21T21:00:00Z',
    new Date('2026-11-20T16:10:00Z'),
  )
  assert.deepEqual(hoursOf((await ask(kalli.visitor())).body.days[0]?.slots), [9, 12, 13, 15, 16, 17, 18])
  kalli.time.advance(10)
  assert.deepEqual(hoursOf((await ask(kalli.visitor())).body.days[0]?.slots), [9, 12, 13, 14, 15, 16, 17, 18])
})

test('a taken chair leaves the other one free, and two taken chairs leave none', async () => {
  const [one = 0, two = 0] = world.space.units
  await take(one, '2026-11-21T15:00:00Z', '2026-11-21T17:00:00Z')
  await take(two, '2026-11-21T16:00:00Z', '2026-11-21T17:00:00Z')
  const { body } = await ask(kalli.visitor())
  assert.deepEqual(hoursOf(body.days[0]?.slots).slice(0, 3), [9, 11, 12])
  assert.equal(body.days[0]?.slots[0]?.unitId, two)
})

test('does not offer a signed-in client the time of their own appointments', async () => {
  const accountId = await people.account(kalli)
  const { id } = await kalli.database.kysely
    .insertInto('resources')
    .values({ kind: 'client' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await kalli.database.kysely
    .insertInto('clients')
    .values({
      id,
      account_id: accountId,
      email: `c${id}@example.test`,
      first_name: 'Eva',
      last_name: 'Luna',
      created_at: kalli.clock(),
    })
    .execute()
  await take(id, '2026-11-21T15:00:00Z', '2026-11-21T16:00:00Z')
  const client = await people.signIn(kalli, accountId)
  assert.equal(hoursOf((await ask(client)).body.days[0]?.slots)[0], 10)
  assert.equal(hoursOf((await ask(kalli.visitor())).body.days[0]?.slots)[0], 9)
})

test('offers nothing where commission and rent consume the price', async () => {
  const poor = await people.service(kalli, world.professional.id, { priceCents: 20_000, durationMinutes: 60 })
  const { body } = await kalli.visitor().call(contract.slots, {
    query: { professional: world.professional.id, service: poor, from: saturday, to: saturday },
  })
  assert.deepEqual(body.days, [{ date: saturday, slots: [] }])
})

test('a paused agreement or profile offers nothing, and a draft is not found', async () => {
  const count = async () => (await ask(kalli.visitor())).body.days[0]?.slots.length
  await kalli.database.kysely
    .updateTable('agreements')
    .set(({ eb }) => ({ status: 'paused', version: eb('version', '+', 1) }))
    .where('id', '=', world.agreementId)
    .execute()
  assert.equal(await count(), 0)
  await kalli.database.kysely
    .updateTable('agreements')
    .set(({ eb }) => ({ status: 'active', version: eb('version', '+', 1) }))
    .where('id', '=', world.agreementId)
    .execute()
  await setStatus('paused')
  assert.equal(await count(), 0)
  await setStatus('draft')
  assert.equal((await ask(kalli.visitor())).status, 404)
})
const setStatus = (status: string) =>
  kalli.database.kysely
    .updateTable('professionals')
    .set({ status })
    .where('id', '=', world.professional.id)
    .execute()

test('the professional’s own place and a space are offered side by side, and each can be requested alone', async () => {
  await kalli.database.kysely
    .updateTable('professionals')
    .set({ has_own_place: true })
    .where('id', '=', world.professional.id)
    .execute()
  const places = (slots: readonly { spaceId: number | null }[] = []) =>
    slots.slice(0, 2).map(({ spaceId }) => spaceId)
  assert.deepEqual(places((await ask(kalli.visitor())).body.days[0]?.slots), [null, world.space.id])
  const only = await ask(kalli.visitor(), saturday, saturday, { space: world.space.id })
  assert.deepEqual(places(only.body.days[0]?.slots), [world.space.id, world.space.id])
})

test('hours: an anonymous visitor may not read or change them', async () => {
  const anonymous = kalli.visitor()
  assert.equal((await anonymous.call(contract.hours)).status, 401)
  assert.equal((await anonymous.call(contract.saveHours, { body: { weekly: [] } })).status, 401)
})

test('hours: another host’s space is not found', async () => {
  const stranger = await people.host(kalli)
  const query = { space: world.space.id }
  assert.equal((await stranger.person.call(contract.hours, { query })).status, 404)
  assert.equal((await stranger.person.call(contract.saveHours, { query, body: { weekly: [] } })).status, 404)
  assert.equal((await world.professional.person.call(contract.hours, { query })).status, 404)
})

test('hours: windows that run backwards or overlap are refused', async () => {
  const { person } = world.professional
  const save = (...windows: [number, number][]) =>
    person.call(contract.saveHours, {
      body: { weekly: windows.map(([fromMinute, toMinute]) => ({ weekday: 6, fromMinute, toMinute })) },
    })
  assert.equal(refusalOf(await save([600, 540])).code, 'invalid_input')
  assert.equal(refusalOf(await save([540, 1500])).code, 'invalid_input')
  assert.equal(refusalOf(await save([540, 720], [700, 800])).code, 'hours_overlap')
  assert.equal((await save([540, 720], [720, 800])).status, 200)
})

test('hours: what a professional saves can be booked, until an exception changes it', async () => {
  const { person } = world.professional
  const weekly = [{ weekday: 6, fromMinute: 600, toMinute: 720 }]
  const saved = await person.call(contract.saveHours, { body: { weekly } })
  assert.deepEqual(saved.body, { zone: 'America/Mexico_City', weekly, exceptions: [] })
  assert.deepEqual(hoursOf((await ask(kalli.visitor())).body.days[0]?.slots), [10, 11])

  const exception = { date: saturday, windows: [{ fromMinute: 960, toMinute: 1020 }] }
  const changed = await person.call(contract.saveException, { body: exception })
  assert.deepEqual(changed.body.exceptions, [exception])
  assert.deepEqual(hoursOf((await ask(kalli.visitor())).body.days[0]?.slots), [16])

  const address = { params: { date: saturday } }
  assert.equal((await person.call(contract.removeException, address)).status, 200)
  assert.equal((await person.call(contract.removeException, address)).status, 404)
  assert.deepEqual(hoursOf((await ask(kalli.visitor())).body.days[0]?.slots), [10, 11])
})

test('hours: a host closes the space for a day', async () => {
  const { person } = world.host
  await person.call(contract.saveException, {
    query: { space: world.space.id },
    body: { date: saturday, windows: [] },
  })
  assert.deepEqual((await ask(kalli.visitor())).body.days[0]?.slots, [])
})

test('explain is for professionals, about their own services', async () => {
  const query = { service: world.serviceId, date: saturday }
  assert.equal((await kalli.visitor().call(contract.explainSlots, { query })).status, 401)
  assert.equal((await world.host.person.call(contract.explainSlots, { query })).status, 403)
  const other = await people.professional(kalli)
  assert.equal((await other.person.call(contract.explainSlots, { query })).status, 404)
})

test('explain names the rule that removed each start', async () => {
  await take(world.professional.id, '2026-11-21T16:30:00Z', '2026-11-21T17:30:00Z')
  await world.host.person.call(contract.saveException, {
    query: { space: world.space.id },
    body: { date: saturday, windows: [{ fromMinute: 540, toMinute: 780 }] },
  })
  const { body } = await world.professional.person.call(contract.explainSlots, {
    query: { service: world.serviceId, date: saturday },
  })
  const [place] = body.places
  assert.equal(place?.spaceId, world.space.id)
  assert.equal(place.wholeDay, null)
  assert.deepEqual(
    place.starts.map(({ startsAt, reason }) => [...hoursOf([{ startsAt }]), reason]),
    [
      [9, null],
      [10, 'professional_busy'],
      [11, 'professional_busy'],
      [12, null],
      ...[13, 14, 15, 16, 17, 18].map((hour) => [hour, 'outside_space_hours']),
    ],
  )
  assert.equal(place.starts[1]?.text, 'Ya tienes una cita o un descanso ahí')
})

test('explain gives one reason for a closed day', async () => {
  await world.professional.person.call(contract.saveException, { body: { date: saturday, windows: [] } })
  const { body } = await world.professional.person.call(contract.explainSlots, {
    query: { service: world.serviceId, date: saturday },
  })
  assert.deepEqual(body.places[0]?.starts, [])
  assert.deepEqual(body.places[0]?.wholeDay, {
    reason: 'outside_professional_hours',
    text: 'Fuera de tu horario',
  })
})

test('hours at a place in another zone than the professional’s are given in the zone of that place', async () => {
  await kalli.database.pool.query(`update spaces set zone = 'America/Tijuana' where id = $1`, [
    world.space.id,
  ])
  const visitor = kalli.visitor()
  const { body } = await ask(visitor, '2026-11-24')
  const query = {
    professional: world.professional.id,
    service: world.serviceId,
    from: '2026-11-24',
    to: '2026-11-24',
  }
  const days = await visitor.call(contract.slotDays, { query })
  assert.deepEqual([body.zone, days.body.zone], ['America/Tijuana', 'America/Tijuana'])
  const [day] = body.days
  assert.ok(day !== undefined && day.slots.length > 0)
  for (const { startsAt } of day.slots)
    assert.equal(
      Temporal.Instant.from(startsAt).toZonedDateTimeISO(body.zone).toPlainDate().toString(),
      day.date,
    )
})
