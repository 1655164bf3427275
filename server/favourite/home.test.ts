/** The hours of a client's home: for the whole repeated visit, held as shown; none where an address must be entered first. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { slots } from '#contract/availability/availability.ts'
import * as attendance from '#contract/booking/attendance.ts'
import { clientHome } from '#contract/booking/client/home.ts'
import * as holds from '#contract/booking/hold.ts'
import { keep } from '#contract/favourite/favourite.ts'
import type { AddOn } from '#contract/service/add-on.ts'
import { changeService, services } from '#contract/service/service.ts'
import { everywhere, home, type Where } from '#server/testing/away.ts'
import { type Bookable, completeAsClient, hereOf, pay } from '#server/testing/bookings.ts'
import { account, bookable, service, signIn } from '#server/testing/people.ts'
import type { Person } from '#server/testing/person.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

const client = async () => signIn(kalli, await account(kalli, {}))

const withAddOns = async ({ professional, serviceId }: Bookable, addOns: readonly AddOn[]) => {
  const { person } = professional
  const own = (await person.call(services, {})).body.find(({ id }) => id === serviceId)
  assert.ok(own)
  const saved = await person.call(changeService, {
    params: { id: serviceId },
    body: { ...own, addOns: [...addOns], keep: [] },
  })
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  return saved.body.addOns
}

type Visit = { services?: string; addOns?: string; persons?: string } & Where

/** The first free hour of the test's day, given and paid; afterwards it is the next morning. */
const visited = async (who: Person, at: Bookable, visit: Visit = {}) => {
  kalli.time.set(testNow)
  const date = '2026-11-20'
  const free = await who.call(slots, {
    query: {
      professional: at.professional.id,
      ...(visit.services === undefined ? { service: at.serviceId } : {}),
      ...visit,
      from: date,
      to: date,
    },
  })
  assert.equal(free.status, 200, JSON.stringify(free.body))
  const slot = free.body.days.flatMap((day) => day.slots)[0]
  const hold = await who.call(holds.hold, { body: { slotToken: slot?.token ?? '' } })
  assert.equal(hold.status, 201, JSON.stringify(hold.body))
  const paid = await pay(who, hold.body.id)
  assert.equal(paid.status, 201, JSON.stringify(paid.body))
  const params = { id: hold.body.id }
  kalli.time.set(new Date(hold.body.startsAt))
  const here = visit.modality === undefined ? await hereOf(kalli, params.id) : {}
  const came = await at.professional.person.call(attendance.checkIn, { params, body: here })
  assert.equal(came.status, 200, JSON.stringify(came.body))
  kalli.time.set(new Date(hold.body.endsAt))
  await at.professional.person.call(attendance.checkOut, { params, body: {} })
  assert.equal((await completeAsClient(kalli, params.id)).status, 200)
  kalli.time.set(new Date('2026-11-21T14:00:00Z'))
  return hold.body
}

const again = async (who: Person) => {
  const { body, status } = await who.call(clientHome)
  assert.equal(status, 200, JSON.stringify(body))
  return body.again
}

test('a repeat booking offers the whole visit: services, add-ons, duration and price, held by one token', async () => {
  const at = await bookable(kalli, { name: 'Corte', durationMinutes: 45, priceCents: 43_000 })
  const beard = await service(kalli, at.professional.id, {
    name: 'Barba',
    durationMinutes: 30,
    priceCents: 20_000,
  })
  const [wash] = await withAddOns(at, [{ id: 0, name: 'Lavado', priceCents: 8_000, minutes: 15 }])
  assert.ok(wash)
  const who = await client()
  const visit = { services: `${at.serviceId},${beard}`, addOns: `${at.serviceId}-${wash.id}` }
  const former = await visited(who, at, visit)
  const [one, ...others] = await again(who)
  assert.equal(others.length, 0)
  assert.equal(one?.visit.id, former.id)
  assert.equal(one?.hours.length, 3)
  // One of each day, and all as long and as expensive as it was.
  const days = one.hours.map(({ startsAt }) => startsAt.slice(0, 10))
  assert.equal(new Set(days).size, 3)
  for (const { startsAt, endsAt, totalCents } of one.hours)
    assert.deepEqual([(Date.parse(endsAt) - Date.parse(startsAt)) / 60_000, totalCents], [90, 71_000])
  const [hour] = one.hours
  const held = await who.call(holds.hold, { body: { slotToken: hour?.token ?? '' } })
  assert.equal(held.status, 201, JSON.stringify(held.body))
  assert.deepEqual(
    held.body.quote.lines.map(({ label, amountCents }) => [label, amountCents]),
    [
      ['Corte', 43_000],
      ['Lavado', 8_000],
      ['Barba', 20_000],
    ],
  )
  assert.equal(held.body.startsAt, hour?.startsAt)
  // The hour they hold is not offered to them a second time.
  const [after] = await again(who)
  assert.ok(after?.hours.every(({ startsAt }) => startsAt !== hour?.startsAt))
})

test('a repeated home visit asks for its address first, an online one has hours, and a discontinued one has none', async () => {
  const at = await everywhere(kalli)
  const [athome, online, gone] = [await client(), await client(), await client()]
  await visited(athome, at, { modality: 'home', home: await home(athome) })
  assert.deepEqual(
    (await again(athome)).map(({ hours }) => hours),
    [[]],
  )

  const other = await everywhere(kalli)
  await visited(online, other, { modality: 'online' })
  const [one] = await again(online)
  assert.deepEqual(
    one?.hours.map(({ modality, spaceId }) => [modality, spaceId]),
    Array.from({ length: 3 }, () => ['online', null]),
  )
  const held = await online.call(holds.hold, { body: { slotToken: one?.hours[0]?.token ?? '' } })
  assert.equal(held.body.place.modality, 'online')

  const third = await bookable(kalli, { name: 'Corte', noticeMinutes: 0 })
  const [wash] = await withAddOns(third, [{ id: 0, name: 'Lavado', priceCents: 8_000, minutes: 15 }])
  await visited(gone, third, { addOns: `${third.serviceId}-${wash?.id}` })
  await withAddOns(third, [])
  const [last] = await again(gone)
  assert.deepEqual(last?.hours, [])
})

test('a saved professional’s hours have no token while an option must be chosen first', async () => {
  const at = await bookable(kalli, { name: 'Tinte' })
  await withAddOns(at, [
    { id: 0, name: 'Corto', priceCents: 0, minutes: 0, group: 'Largo' },
    { id: 0, name: 'Largo', priceCents: 20_000, minutes: 0, group: 'Largo' },
  ])
  const who = await client()
  await who.call(keep, { params: { kind: 'professional', id: at.professional.id } })
  const { body } = await who.call(clientHome)
  const [one] = body.saved
  assert.ok(one !== undefined && one.hours.length > 0)
  assert.ok(one.hours.every(({ token, service }) => token === null && service === 'Tinte'))
  await withAddOns(at, [])
  const { body: now } = await who.call(clientHome)
  const held = await who.call(holds.hold, { body: { slotToken: now.saved[0]?.hours[0]?.token ?? '' } })
  assert.equal(held.status, 201, JSON.stringify(held.body))
})
