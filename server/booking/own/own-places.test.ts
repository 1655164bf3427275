/** Where and what an own appointment can be: at homes, at a chosen place, with options, for a profile that clients cannot book yet. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as bookings from '#contract/booking/booking.ts'
import * as changes from '#contract/booking/change/change.ts'
import { slots } from '#contract/availability/availability.ts'
import { hold } from '#contract/booking/hold.ts'
import * as own from '#contract/booking/series/own-appointment.ts'
import { everywhere, home } from '#server/testing/away.ts'
import type { Bookable } from '#server/testing/bookings.ts'
import * as people from '#server/testing/people.ts'
import { refusalOf } from '#server/testing/person.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

const date = '2026-11-25'
type Query = {
  services?: string
  persons?: string
  addOns?: string
  client?: number
  at?: number
  home?: string
  time?: string
}
const hoursOf = async (at: Bookable, query: Query = {}) => {
  const answer = await at.professional.person.call(own.ownHours, {
    query: { services: String(at.serviceId), date, ...query },
  })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}
const make = (
  at: Bookable,
  slotToken: string,
  client: { id: number } | { firstName: string } = { firstName: 'Paola' },
) => at.professional.person.call(own.makeOwnAppointment, { body: { slotToken, client, method: 'cash' } })

const setService = (id: number, set: string) =>
  kalli.database.pool.query(`update services set ${set} where id = $1`, [id])
const setStatus = (id: number, status: string) =>
  kalli.database.pool.query('update professionals set status = $2 where id = $1', [id, status])

const lengths = [
  { id: 1, name: 'Corto', priceCents: 0, minutes: 0, group: 'Largo de cabello' },
  { id: 2, name: 'Largo', priceCents: 30_000, minutes: 30, group: 'Largo de cabello' },
  { id: 3, name: 'Tratamiento', priceCents: 20_000, minutes: 0 },
]

test('a service given at homes alone has hours only at an address, and is booked there', async () => {
  const at = await everywhere(kalli)
  await setService(at.serviceId, 'at_place = false, online = false, online_link = null')
  const before = await hoursOf(at)
  assert.deepEqual(
    [before.needsHome, before.hours, before.places],
    [true, [], [{ at: -2, name: 'A domicilio' }]],
  )
  const token = await home(at.professional.person)
  const hours = await hoursOf(at, { home: token })
  assert.equal(hours.needsHome, false)
  const hour = hours.hours[0]
  assert.equal(hour?.slot.totalCents, 108_000)
  const made = await make(at, hour?.slot.token ?? '')
  assert.equal(made.status, 201, JSON.stringify(made.body))
  assert.equal(made.body.place, 'A domicilio')
  const visit = await at.professional.person.call(bookings.booking, {
    params: { id: made.body.id },
    query: {},
  })
  assert.equal(visit.body.place.modality, 'home')
  assert.match(JSON.stringify(visit.body.place), /Ámsterdam 12/)
})

test('an address that the professional entered for a client is offered to her again, and one that the client entered is not', async () => {
  const at = await everywhere(kalli)
  const token = await home(at.professional.person)
  const first = await make(at, (await hoursOf(at, { at: -2, home: token })).hours[0]?.slot.token ?? '')
  assert.equal(first.status, 201, JSON.stringify(first.body))
  const start = await at.professional.person.call(own.ownStart, { query: { q: 'paola' } })
  const client = start.body.clients[0]?.id ?? 0
  const again = await hoursOf(at, { at: -2, client })
  assert.deepEqual(
    again.homes.map(({ line }) => line),
    ['Ámsterdam 12, interior 3'],
  )
  await kalli.database.pool.query('update visit_places set account_id = null')
  assert.deepEqual((await hoursOf(at, { at: -2, client })).homes, [])
})

test('she may go beyond her own radius for her own appointment, which says so', async () => {
  const at = await everywhere(kalli, { radiusKm: 1 })
  const hours = await hoursOf(at, { at: -2, home: await home(at.professional.person) })
  assert.match(hours.hours[0]?.overrides.join() ?? '', /fuera de/)
  assert.equal((await make(at, hours.hours[0]?.slot.token ?? '')).status, 201)
})

test('a service with a required option is booked with the chosen one, whose length and price apply', async () => {
  const at = await people.bookable(kalli)
  await setService(at.serviceId, `add_ons = '${JSON.stringify(lengths)}'`)
  const start = await at.professional.person.call(own.ownStart, { query: {} })
  assert.deepEqual(
    start.body.services[0]?.addOns.map(({ name }) => name),
    ['Corto', 'Largo', 'Tratamiento'],
  )
  const open = (await hoursOf(at)).hours[0]?.slot.token ?? ''
  assert.equal(refusalOf(await make(at, open)).code, 'option_needed')
  const addOns = `${at.serviceId}-2,${at.serviceId}-3`
  const hour = (await hoursOf(at, { addOns })).hours[0]
  const minutes = (Date.parse(hour?.slot.endsAt ?? '') - Date.parse(hour?.slot.startsAt ?? '')) / 60_000
  assert.deepEqual([hour?.slot.totalCents, minutes], [150_000, 120])
  const made = await make(at, hour?.slot.token ?? '')
  assert.equal(made.status, 201, JSON.stringify(made.body))
  assert.deepEqual(
    [made.body.totalCents, made.body.service],
    [150_000, 'Corte y peinado + Largo de cabello: Largo + Tratamiento'],
  )
})

test('two people in one appointment pay for both, one after the other', async () => {
  const at = await people.bookable(kalli)
  const hours = await hoursOf(at, { services: `${at.serviceId},${at.serviceId}`, persons: '1,1' })
  const made = await make(at, hours.hours[0]?.slot.token ?? '')
  assert.equal(made.status, 201, JSON.stringify(made.body))
  assert.equal(made.body.totalCents, 200_000)
  assert.equal(Date.parse(made.body.endsAt) - Date.parse(made.body.startsAt), 180 * 60_000)
})

test('with several places each is named, and the chosen one alone gives the hours', async () => {
  const at = await people.bookable(kalli)
  const second = await people.space(kalli, at.host, { units: 1 })
  await people.agreement(kalli, at.professional.id, second.id)
  const all = await hoursOf(at)
  assert.deepEqual(
    all.places.map((one) => one.at),
    [at.space.id, second.id],
  )
  for (const space of [at.space.id, second.id]) {
    const { hours } = await hoursOf(at, { at: space })
    assert.ok(hours.length > 3)
    assert.ok(hours.every(({ slot }) => slot.spaceId === space))
  }
})

for (const status of ['draft', 'paused'])
  test(`a ${status} profile writes own appointments, while clients still cannot book it`, async () => {
    const at = await people.bookable(kalli)
    const clientHour = async () =>
      kalli.visitor().call(slots, {
        query: { professional: at.professional.id, service: at.serviceId, from: date, to: date },
      })
    const token = (await clientHour()).body.days[0]?.slots[0]?.token ?? ''
    await setStatus(at.professional.id, status)
    const hours = await hoursOf(at)
    assert.ok(hours.hours.length > 3)
    const made = await make(at, hours.hours[0]?.slot.token ?? '')
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const after = await clientHour()
    assert.ok(after.status !== 200 || after.body.days.every((day) => day.slots.length === 0))
    const held = await kalli.visitor().call(hold, { body: { slotToken: token } })
    assert.ok(held.status >= 400, JSON.stringify(held.body))
  })

for (const [what, hide] of [
  ['draft', (at: Bookable) => setStatus(at.professional.id, 'draft')],
  ['paused', (at: Bookable) => setStatus(at.professional.id, 'paused')],
  ['published, with a hidden service', (at: Bookable) => setService(at.serviceId, "visibility = 'hidden'")],
] as const)
  test(`she moves an own appointment of a profile that is ${what}`, async () => {
    const at = await people.bookable(kalli)
    await hide(at)
    const made = await make(at, (await hoursOf(at)).hours[0]?.slot.token ?? '')
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const { person } = at.professional
    const params = { id: made.body.id }
    const as = 'professional'
    const open = await person.call(changes.changeSlots, { params, query: { as, from: date, to: date } })
    assert.equal(open.status, 200, JSON.stringify(open.body))
    const slot = open.body.days[0]?.slots.at(-1) ?? assert.fail('no other hour')
    const quoted = await person.call(changes.changeQuote, {
      params,
      query: {},
      body: { as, slotToken: slot.token },
    })
    assert.equal(quoted.status, 200, JSON.stringify(quoted.body))
    const moved = await person.call(changes.change, {
      params,
      query: {},
      body: { quoteToken: quoted.body.token, note: 'Se me juntó todo.' },
    })
    assert.equal(moved.status, 200, JSON.stringify(moved.body))
    assert.equal(moved.body.change?.startsAt, slot.startsAt)
  })

test('an hour that was taken is refused with others, also for a profile that clients cannot book', async () => {
  const at = await people.bookable(kalli)
  await setStatus(at.professional.id, 'draft')
  const token = (await hoursOf(at)).hours[0]?.slot.token ?? ''
  assert.equal((await make(at, token)).status, 201)
  const lost = refusalOf(await make(at, token, { firstName: 'Berta' }))
  assert.equal(lost.code, 'slot_taken')
  assert.match(JSON.stringify(lost), /startsAt/)
})

test('a suspended profile writes no own appointment', async () => {
  const at = await people.bookable(kalli)
  const token = (await hoursOf(at)).hours[0]?.slot.token ?? ''
  await kalli.database.pool.query(
    "update professionals set status = 'suspended', suspended_from = 'published' where id = $1",
    [at.professional.id],
  )
  assert.ok((await make(at, token)).status >= 400)
})

test('a service that clients do not see is hers to book, an archived one is not', async () => {
  const at = await people.bookable(kalli)
  await setService(at.serviceId, "visibility = 'hidden'")
  const listed = async () =>
    (await at.professional.person.call(own.ownStart, { query: {} })).body.services.map(({ id }) => id)
  assert.deepEqual(await listed(), [at.serviceId])
  assert.equal((await make(at, (await hoursOf(at)).hours[0]?.slot.token ?? '')).status, 201)
  await setService(at.serviceId, 'archived_at = now()')
  assert.deepEqual(await listed(), [])
  assert.deepEqual((await hoursOf(at)).hours, [])
})

test('after forty messages to typed telephones in a day the reply says that no message was sent, though a telephone is known', async () => {
  const professional = await people.professional(kalli, { ownPlace: true })
  const serviceId = await people.service(kalli, professional.id, { durationMinutes: 30 })
  const { person } = professional
  const sent: { isNotified: boolean; hasPhone: boolean }[] = []
  for (const day of ['2026-11-25', '2026-11-26', '2026-11-27']) {
    const { hours } = (await person.call(own.ownHours, { query: { services: String(serviceId), date: day } }))
      .body
    for (const { slot } of hours.slice(0, 41 - sent.length)) {
      const phone = `55 4444 ${String(2000 + sent.length)}`
      const made = await person.call(own.makeOwnAppointment, {
        body: { slotToken: slot.token, client: { firstName: 'Paola', phone } },
      })
      assert.equal(made.status, 201, JSON.stringify(made.body))
      sent.push(made.body)
    }
  }
  assert.equal(sent.length, 41)
  assert.ok(sent.slice(0, 40).every(({ isNotified }) => isNotified))
  assert.deepEqual([sent[40]?.isNotified, sent[40]?.hasPhone], [false, true])
})
