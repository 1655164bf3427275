import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { common, lengthOf, spareTime, without } from '#server/availability/slots/spare.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'

test('intersects, subtracts and measures sets of time', () => {
  assert.deepEqual(common([0, 10, 20, 30], [5, 25]), [5, 10, 20, 25])
  assert.deepEqual(common([0, 10], []), [])
  assert.deepEqual(without([0, 10, 20, 30], [5, 25]), [0, 5, 25, 30])
  assert.deepEqual(without([0, 10], []), [0, 10])
  assert.deepEqual(without([0, 10], [0, 10]), [])
  assert.equal(lengthOf([0, 5, 25, 30]), 10)
})

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

test('a free professional fits the whole week of an empty salon, and not the hours in which all chairs are taken', async () => {
  const stylist = await people.professional(kalli)
  const owner = await people.host(kalli)
  const space = await people.space(kalli, owner, { units: 2 })
  const spare = async () => (await spareTime(kalli.work(), [stylist.id], space.id))[0]
  const whole = await spare()
  assert.deepEqual(whole?.freeDays, [1, 2, 3, 4, 5, 6, 7])
  // Seventy hours a week; one hour of today has passed.
  assert.ok(whole.hoursAWeek > 69 && whole.hoursAWeek <= 70, String(whole.hoursAWeek))
  const claim = (resource: number) =>
    kalli.database.kysely
      .insertInto('claims')
      .values({ resource_id: resource, during: '[2026-11-23T15:00:00Z,2026-11-24T01:00:00Z)', state: 'firm' })
      .execute()
  const [one = 0, two = 0] = space.units
  await claim(one)
  assert.equal((await spare())?.hoursAWeek, whole.hoursAWeek)
  await claim(two)
  assert.equal((await spare())?.hoursAWeek, whole.hoursAWeek - 5)
  await claim(stylist.id)
  assert.equal((await spare())?.hoursAWeek, whole.hoursAWeek - 5)
})
