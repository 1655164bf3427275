/** The page of a space shows when each unit is free; exactly that can be rented, to the minute. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { quoteSpace } from '#contract/pricing/space-pricing.ts'
import { unitDay } from '#contract/availability/unit-day.ts'
import { held, slotsOn } from '#server/testing/bookings.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

/** Wednesday in the capital; the places are open from nine to nineteen every day. */
const wednesday = '2026-11-25'

const dayAt = async (id: number, date = wednesday) =>
  (await kalli.visitor().call(unitDay, { params: { id }, query: { date } })).body

const clock = (instant: string) =>
  new Date(instant).toLocaleTimeString('es-MX', {
    timeZone: 'America/Mexico_City',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
const freeOf = (unit: { free: { from: string; to: string }[] } | undefined) =>
  unit?.free.map(({ from, to }) => `${clock(from)}-${clock(to)}`)

test('a visit takes its hours and the cleaning around it from one unit and leaves the other free', async () => {
  const at = await people.bookable(kalli, { units: 2, durationMinutes: 60, stepMinutes: 60 })
  await kalli.database.kysely
    .updateTable('spaces')
    .set({ cleaning_minutes: 15 })
    .where('id', '=', at.space.id)
    .execute()
  const noon = (await slotsOn(kalli.visitor(), at, wednesday)).findIndex(
    ({ startsAt }) => startsAt.slice(11, 16) === '18:00',
  )
  const visit = await held(kalli.visitor(), at, wednesday, noon)
  assert.ok(visit)
  const day = await dayAt(at.space.id)
  assert.equal(clock(day.begins), '00:00')
  assert.deepEqual(
    day.open.map(({ from, to }) => `${clock(from)}-${clock(to)}`),
    ['09:00-19:00'],
  )
  assert.deepEqual(
    day.units.map(freeOf).toSorted((a, b) => (b?.length ?? 0) - (a?.length ?? 0)),
    [['09:00-11:45', '13:15-19:00'], ['09:00-19:00']],
  )
})

test('the time drawn as free is exactly what can be rented, at every start of the day', async () => {
  const at = await people.bookable(kalli, { units: 1, durationMinutes: 60, stepMinutes: 60 })
  await kalli.database.kysely
    .updateTable('spaces')
    .set({ cleaning_minutes: 10 })
    .where('id', '=', at.space.id)
    .execute()
  await held(kalli.visitor(), at, wednesday, 2)
  await held(kalli.visitor(), at, wednesday, 5)
  const [unit] = (await dayAt(at.space.id)).units
  const minutes = 90
  const drawn: string[] = []
  const rentable: string[] = []
  for (let startMinute = 480; startMinute <= 1080; startMinute += 30) {
    const { body } = await kalli
      .visitor()
      .call(quoteSpace, { params: { id: at.space.id }, body: { date: wednesday, startMinute, minutes } })
    const startsAt = Date.parse(`${wednesday}T06:00:00Z`) + startMinute * 60_000
    const name = clock(new Date(startsAt).toISOString())
    if (body.problem === null) rentable.push(name)
    if (
      unit?.free.some(
        ({ from, to }) => Date.parse(from) <= startsAt && startsAt + minutes * 60_000 <= Date.parse(to),
      ) === true
    )
      drawn.push(name)
  }
  assert.deepEqual(drawn, rentable)
  assert.ok(drawn.length > 3 && drawn.length < 15, drawn.join(' '))
})

test('a unit’s day follows hours, exceptions, notice and payability, and an unpublished space is not found', async () => {
  const at = await people.bookable(kalli, { units: 1 })
  const set = (values: object) =>
    kalli.database.kysely.updateTable('spaces').set(values).where('id', '=', at.space.id).execute()
  const free = async (date?: string) => freeOf((await dayAt(at.space.id, date)).units[0])
  assert.deepEqual(await free(), ['09:00-19:00'])
  // It is ten in the morning of that Friday.
  assert.deepEqual(await free('2026-11-20'), ['10:00-19:00'])
  await set({ notice_minutes: 120 })
  assert.deepEqual(await free('2026-11-20'), ['12:00-19:00'])
  assert.deepEqual(await free('2026-11-19'), [])
  await set({ minimum_minutes: 450 })
  assert.deepEqual(await free('2026-11-20'), [], 'seven hours are less than the shortest stay')
  await kalli.database.kysely
    .insertInto('schedules')
    .values({
      owner_kind: 'unit',
      owner_id: at.space.units[0] ?? 0,
      weekly: JSON.stringify([{ weekday: 3, fromMinute: 540, toMinute: 1000 }]),
    })
    .execute()
  assert.deepEqual(await free(), ['09:00-16:40'])
  await kalli.database.kysely
    .updateTable('hosts')
    .set({ clabe: null, clabe_end: null, clabe_holder: null, clabe_at: null, booked_before_clabe: false })
    .where('id', '=', at.host.id)
    .execute()
  assert.deepEqual(await free(), [])
  const far = await kalli
    .visitor()
    .call(unitDay, { params: { id: at.space.id }, query: { date: '2099-01-01' } })
  assert.equal(refusalOf(far).code, 'invalid_input')
  await set({ status: 'paused' })
  const gone = await kalli
    .visitor()
    .call(unitDay, { params: { id: at.space.id }, query: { date: wednesday } })
  assert.equal(refusalOf(gone).code, 'not_found')
})
