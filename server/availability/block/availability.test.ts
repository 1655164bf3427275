import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { claim, makeFirm, prolong, release, sweep } from '#server/availability/block/availability.ts'
import type { Claim } from '#server/availability/block/claim-statement.ts'
import { Refusal } from '#server/platform/refuse.ts'
import { inTransaction } from '#server/platform/work.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
  // These tests are about claims alone: no bookings exist for their ids.
  await sql`alter table claims drop constraint claims_of_booking`.execute(kalli.database.kysely)
})
after(() => kalli.close())
beforeEach(async () => {
  kalli.time.set(testNow)
  await kalli.database.kysely.deleteFrom('claims').execute()
})

const resources = async (kind: 'professional' | 'unit' | 'client', count: number) => {
  const rows = await kalli.database.kysely
    .insertInto('resources')
    .values(Array.from({ length: count }, () => ({ kind })))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
const hour = (from: number, to: number) => ({
  start: new Date(Date.UTC(2026, 10, 21, 15 + from)),
  end: new Date(Date.UTC(2026, 10, 21, 15 + to)),
})
/** In a separate transaction, as bookings do; 'taken' when it is refused. */
const attempt = async (claims: readonly Claim[], holdUntil: Date | null = null, bookingId = randomUUID()) => {
  try {
    await inTransaction(kalli.work(), (work) => claim(work, { bookingId, claims, holdUntil }))
    return bookingId
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}
const saved = () => kalli.database.kysely.selectFrom('claims').selectAll().orderBy('resource_id').execute()
const inTenMinutes = () => new Date(kalli.clock().getTime() + 600_000)

test('adjacent claims do not overlap', async () => {
  const [stylist = 0] = await resources('professional', 1)
  await attempt([{ resourceId: stylist, ...hour(0, 1) }])
  await attempt([{ resourceId: stylist, ...hour(1, 2) }])
  assert.equal((await saved()).length, 2)
  assert.equal(await attempt([{ resourceId: stylist, ...hour(0, 2) }]), 'slot_taken')
})

test('claims all of the requested resources or none', async () => {
  const [stylist = 0] = await resources('professional', 1)
  const [chair = 0] = await resources('unit', 1)
  await attempt([{ resourceId: chair, ...hour(0, 2) }])
  assert.equal(
    await attempt([
      { resourceId: stylist, ...hour(1, 2) },
      { resourceId: chair, ...hour(1, 2) },
    ]),
    'slot_taken',
  )
  assert.deepEqual(
    (await saved()).map(({ resource_id }) => resource_id),
    [chair],
  )
})

test('a client who is busy elsewhere is shown that the conflict is their own', async () => {
  const [stylist = 0] = await resources('professional', 1)
  const [client = 0] = await resources('client', 1)
  await attempt([{ resourceId: client, ...hour(0, 1) }])
  assert.equal(
    await attempt([
      { resourceId: stylist, ...hour(0, 1) },
      { resourceId: client, ...hour(0, 1) },
    ]),
    'client_busy',
  )
  await attempt([{ resourceId: stylist, ...hour(0, 1) }])
  assert.equal(
    await attempt([
      { resourceId: stylist, ...hour(0, 1) },
      { resourceId: client, ...hour(0, 1) },
    ]),
    'slot_taken',
  )
})

test('an expired hold is replaced in the same statement, and an active one is not', async () => {
  const [stylist = 0, other = 0] = await resources('professional', 2)
  const [chair = 0] = await resources('unit', 1)
  await attempt(
    [
      { resourceId: stylist, ...hour(0, 1) },
      { resourceId: chair, ...hour(0, 1) },
    ],
    inTenMinutes(),
  )
  await attempt([{ resourceId: other, ...hour(0, 1) }], inTenMinutes())
  assert.equal(await attempt([{ resourceId: stylist, ...hour(0, 1) }]), 'slot_taken')
  kalli.time.advance(10)
  const second = await attempt([
    { resourceId: stylist, ...hour(0, 1) },
    { resourceId: chair, ...hour(0, 1) },
  ])
  assert.deepEqual(
    (await saved()).map(({ resource_id, booking_id, state }) => [resource_id, booking_id === second, state]),
    [
      [stylist, true, 'firm'],
      [other, false, 'hold'],
      [chair, true, 'firm'],
    ],
  )
})

test('a hold can be made firm, prolonged and released, and is swept once it has expired', async () => {
  const [stylist = 0] = await resources('professional', 1)
  const claims = [{ resourceId: stylist, ...hour(0, 1) }]
  const first = await attempt(claims, inTenMinutes())
  assert.equal(await prolong(kalli.work(), first, new Date('2026-11-20T16:15:00Z')), 3_600_000)
  kalli.time.advance(12)
  await sweep(kalli.work())
  assert.equal((await saved()).length, 1)
  kalli.time.advance(3)
  await sweep(kalli.work())
  assert.deepEqual(await saved(), [])
  assert.equal(await makeFirm(kalli.work(), first), 0)

  const second = await attempt(claims, inTenMinutes())
  assert.equal(await makeFirm(kalli.work(), second), 3_600_000)
  kalli.time.advance(60)
  await sweep(kalli.work())
  assert.equal(await attempt(claims), 'slot_taken')
  await release(kalli.work(), second)
  assert.notEqual(await attempt(claims), 'slot_taken')
})

test('of two hundred clients who request the same hour, one gets it', async () => {
  const [stylist = 0] = await resources('professional', 1)
  const [chair = 0] = await resources('unit', 1)
  const claims = [
    { resourceId: chair, ...hour(0, 1) },
    { resourceId: stylist, ...hour(0, 1) },
  ]
  const answers = await Promise.all(Array.from({ length: 200 }, () => attempt(claims, inTenMinutes())))
  assert.equal(answers.filter((answer) => answer === 'slot_taken').length, 199)
  assert.equal(new Set((await saved()).map(({ booking_id }) => booking_id)).size, 1)
})

test('a thousand random races over five professionals and seven units leave no overlap, partial booking or deadlock', async () => {
  const stylists = await resources('professional', 5)
  const chairs = await resources('unit', 7)
  // A small seeded generator, so that a failure can be reproduced.
  let seed = 20_261_120
  const random = (most: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * most)
  }
  const won: string[] = []
  for (let round = 0; round < 20; round++) {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => {
        const from = random(24)
        const span = hour(from, from + 1 + random(4))
        const claims = [
          { resourceId: stylists[random(5)] ?? 0, ...span },
          { resourceId: chairs[random(7)] ?? 0, ...span },
        ]
        return attempt(
          random(2) === 0 ? claims : claims.toReversed(),
          random(3) === 0 ? inTenMinutes() : null,
        )
      }),
    )
    won.push(...answers.filter((answer) => answer !== 'slot_taken'))
    kalli.time.advance(5)
  }
  assert.ok(won.length > 50, `${won.length} of 1,000 won`)
  const { rows } = await sql<{ overlaps: number; halves: number }>`
    select
      (select count(*) from claims a join claims b on a.id < b.id and a.resource_id = b.resource_id and a.during && b.during) as overlaps,
      (select count(*) from (select from claims where state = 'firm' group by booking_id having count(*) <> 2) as half) as halves
  `.execute(kalli.database.kysely)
  assert.deepEqual(rows, [{ overlaps: 0, halves: 0 }])
})
