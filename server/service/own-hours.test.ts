/** Hours and dates of one service alone. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { explainSlots, slots } from '#contract/availability/availability.ts'
import { previewSlots } from '#contract/availability/service-preview.ts'
import * as holds from '#contract/booking/hold.ts'
import * as own from '#contract/booking/series/own-appointment.ts'
import * as contract from '#contract/service/service.ts'
import { searchProfessionals } from '#contract/search/search.ts'
import { held, slotsOn, type Bookable } from '#server/testing/bookings.ts'
import * as people from '#server/testing/people.ts'
import { refusalOf } from '#server/testing/person.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

/** A Wednesday. */
const date = '2026-11-25'
const mornings = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, fromMinute: 540, toMinute: 780 }))

type Times = Partial<Pick<contract.Service, 'ownHours' | 'offeredFrom' | 'offeredTo'>>
const saving = async (at: Bookable, times: Times & { classRule?: contract.Service['classRule'] }) => {
  const [mine] = (await at.professional.person.call(contract.services)).body
  assert.ok(mine)
  return at.professional.person.call(contract.changeService, {
    params: { id: mine.id },
    body: { ...mine, ...times },
  })
}
const given = async (times: Times) => {
  const at = await people.bookable(kalli, { durationMinutes: 60, noticeMinutes: 0 })
  const saved = await saving(at, times)
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  return at
}
const localTimes = (found: readonly { startsAt: string }[]) =>
  found.map(({ startsAt }) =>
    Temporal.Instant.from(startsAt)
      .toZonedDateTimeISO('America/Mexico_City')
      .toPlainTime()
      .toString({ smallestUnit: 'minute' }),
  )
const reasonsOn = async (at: Bookable, on = date) => {
  const { body } = await at.professional.person.call(explainSlots, {
    query: { service: at.serviceId, date: on },
  })
  return new Map(
    body.places.flatMap(({ starts }) =>
      starts.map((start) => [localTimes([start])[0], start.reason] as const),
    ),
  )
}

test('overlapping, reversed or empty hours, reversed dates, and hours of a class are refused', async () => {
  const at = await people.bookable(kalli)
  const window = { weekday: 1, fromMinute: 540, toMinute: 600 }
  const wrong = [
    { ownHours: [] },
    { ownHours: [window, { ...window, fromMinute: 570 }] },
    { ownHours: [{ ...window, toMinute: 540 }] },
    { offeredFrom: '2026-12-02', offeredTo: '2026-12-01' },
    { ownHours: [window], classRule: { capacity: 5, minimum: null, decideHours: null } },
    { offeredTo: '2026-12-01', classRule: { capacity: 5, minimum: null, decideHours: null } },
  ]
  for (const times of wrong) assert.equal(refusalOf(await saving(at, times)).code, 'invalid_input')
})

test('a service limited to mornings starts and ends within them, and other hours say why not', async () => {
  const at = await given({ ownHours: mornings })
  const times = localTimes(await slotsOn(kalli.visitor(), at))
  assert.deepEqual(times, ['09:00', '09:30', '10:00', '10:30', '11:00', '11:30', '12:00'])
  const reasons = await reasonsOn(at)
  assert.equal(reasons.get('12:30'), 'outside_service_hours')
  assert.equal(reasons.get('12:00'), null)
  assert.deepEqual(await slotsOn(kalli.visitor(), at, '2026-11-28'), [], 'a Saturday')
})

test('hours that begin off the grid have a start of their own', async () => {
  const at = await given({ ownHours: [{ weekday: 3, fromMinute: 615, toMinute: 675 }] })
  assert.deepEqual(localTimes(await slotsOn(kalli.visitor(), at)), ['10:15'])
  await held(kalli.visitor(), at)
  assert.deepEqual(await slotsOn(kalli.visitor(), at), [])
})

test('a service is offered from its first date to its last', async () => {
  const at = await given({ offeredFrom: date, offeredTo: '2026-11-26' })
  for (const [on, count] of [
    ['2026-11-24', 0],
    [date, 1],
    ['2026-11-26', 1],
    ['2026-11-27', 0],
  ] as const)
    assert.equal(Math.min(1, (await slotsOn(kalli.visitor(), at, on)).length), count, on)
  assert.deepEqual(new Set((await reasonsOn(at, '2026-11-27')).values()), new Set(['outside_service_dates']))
})

test('in a visit of several services each follows its own hours', async () => {
  const at = await given({ ownHours: mornings })
  const other = await people.service(kalli, at.professional.id, { name: 'Peinado', durationMinutes: 60 })
  const times = async (services: string) => {
    const query = { professional: at.professional.id, services, from: date, to: date }
    return localTimes((await kalli.visitor().call(slots, { query })).body.days.flatMap((day) => day.slots))
  }
  assert.equal((await times(`${at.serviceId},${other}`)).at(-1), '12:00')
  const second = await times(`${other},${at.serviceId}`)
  assert.deepEqual([second[0], second.at(-1)], ['09:00', '11:00'])
})

test('a slot shown before the service’s hours changed is refused', async () => {
  const at = await given({})
  const late = (await slotsOn(kalli.visitor(), at)).at(-1)
  await saving(at, { ownHours: mornings })
  const answer = await kalli.visitor().call(holds.hold, { body: { slotToken: late?.token ?? '' } })
  assert.equal(refusalOf(answer).code, 'slot_not_available')
})

test('unsaved hours are previewed, and the professional may book outside them, with the overridden rules listed', async () => {
  const at = await given({ offeredTo: '2026-11-24' })
  const tried = await at.professional.person.call(previewSlots, {
    params: { id: at.serviceId },
    query: { date },
    body: { durationMinutes: 60, priceCents: 60_000, noticeMinutes: 0, ownHours: mornings },
  })
  assert.equal(tried.status, 200, JSON.stringify(tried.body))
  const offered = tried.body.places.flatMap(({ starts }) => starts.filter((start) => start.offered))
  assert.equal(offered.length, 7)
  await saving(at, { ownHours: mornings, offeredTo: '2026-11-24' })
  const { body } = await at.professional.person.call(own.ownHours, {
    query: { services: String(at.serviceId), date, time: '16:00' },
  })
  assert.deepEqual(body.named?.hour?.overrides, [
    'Fuera de las fechas en que das este servicio',
    'Fuera del horario de este servicio',
  ])
  const made = await at.professional.person.call(own.makeOwnAppointment, {
    body: { slotToken: body.named?.hour?.slot.token ?? '', client: { firstName: 'Paola' }, method: 'cash' },
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
})

test('a search for an hour finds the professional only within the hours of the service', async () => {
  const at = await given({ ownHours: mornings })
  await kalli.database.pool.query('call search_remake()')
  const found = async (from: string, to: string) => {
    const query = { q: 'Corte y peinado', startsAt: from, endsAt: to }
    const { body } = await kalli.visitor().call(searchProfessionals, { query })
    return JSON.stringify(body).includes(`"id":${at.professional.id}`)
  }
  assert.ok(await found('2026-11-25T15:00:00Z', '2026-11-25T19:00:00Z'))
  assert.ok(!(await found('2026-11-25T20:00:00Z', '2026-11-26T00:00:00Z')))
})
