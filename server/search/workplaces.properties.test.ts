/**
 * Random searches: every result works where its card says, no one is from elsewhere, and every hour on a card can be held at that
 * moment. The expected values are read from the tables, without the search.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import * as holds from '#contract/booking/hold.ts'
import { type FoundProfessional, searchProfessionals } from '#contract/search/search.ts'
import { dayMs, minuteMs } from '#contract/platform/duration.ts'
import { remake } from '#server/search/documents.ts'
import { cases, testSeed } from '#server/testing/crash/deep.ts'
import * as people from '#server/testing/people.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'

let kalli: TestServer

const cities = [
  {
    city: 'Ciudad de México',
    state: 'Ciudad de México',
    municipality_id: 9015,
    latitude: 19.42,
    longitude: -99.16,
  },
  { city: 'Guadalajara', state: 'Jalisco', municipality_id: 14039, latitude: 20.67, longitude: -103.35 },
  { city: 'Monterrey', state: 'Nuevo León', municipality_id: 19039, latitude: 25.67, longitude: -100.31 },
] as const

/** Twelve professionals in three cities: own places, agreements in their city and in another, homes, online, and without a workplace. */
before(async () => {
  kalli = await startTestServer({ config: { logLevel: 'silent' } })
  const db = kalli.database.kysely
  const owner = await people.host(kalli)
  const spaces: number[] = []
  for (const [at, place] of cities.entries())
    for (const away of [0, 0.03]) {
      const { id } = await people.space(kalli, owner, { units: 3 })
      const point = {
        ...place,
        latitude: place.latitude + away,
        neighbourhood: away === 0 ? 'Centro' : 'Americana',
      }
      await db.updateTable('spaces').set(point).where('id', '=', id).execute()
      spaces[at * 2 + (away === 0 ? 0 : 1)] = id
    }
  for (let n = 0; n < 12; n += 1) {
    const { id } = await people.professional(kalli, { firstName: `P${n}`, ownPlace: n % 3 === 0 })
    const place = cities[n % 3] ?? cities[0]
    const point = {
      ...place,
      latitude: place.latitude + (n % 5) * 0.02,
      longitude: place.longitude - (n % 4) * 0.02,
    }
    await db.updateTable('professionals').set(point).where('id', '=', id).execute()
    const cut = await people.service(kalli, id, { name: 'Corte', durationMinutes: 60 })
    const massage = await people.service(kalli, id, { name: 'Masaje', durationMinutes: 90 })
    const ways = {
      at_place: n % 4 !== 3,
      home_radius_km: n % 2 === 1 ? 6 : null,
      online: n % 4 === 3,
      category: 'massage',
    }
    await db.updateTable('services').set(ways).where('id', '=', massage).execute()
    if (n % 4 === 3)
      await db.updateTable('services').set({ at_place: false, online: true }).where('id', '=', cut).execute()
    // Some work in another city than the one where they live.
    for (const space of [spaces[(n * 5) % 6], spaces[(n + 3) % 6]].slice(0, n % 3))
      if (space !== undefined) {
        const agreement = await people.agreement(kalli, id, space)
        // Some agreements allow one of the two services only.
        const categories = n % 5 === 1 ? ['hair'] : n % 5 === 2 ? ['massage'] : []
        await db.updateTable('agreements').set({ categories }).where('id', '=', agreement).execute()
      }
  }
  await remake(kalli.work())
})
after(() => kalli.close())

const search = fc.record({
  q: fc.constantFrom(undefined, 'corte', 'masaje'),
  city: fc.constantFrom(undefined, ...cities),
  /** Around a point of the city instead of its name. */
  point: fc.option(
    fc.record({
      north: fc.integer({ min: -5, max: 5 }),
      east: fc.integer({ min: -5, max: 5 }),
      radiusKm: fc.constantFrom(2, 5, 10, 30),
    }),
  ),
  modality: fc.constantFrom(undefined, undefined, 'home', 'online', 'home,online'),
  sort: fc.constantFrom('relevance', 'price', 'rating', 'distance'),
  /** Hours from now. */
  window: fc.option(
    fc.record({ from: fc.integer({ min: 0, max: 240 }), hours: fc.integer({ min: 1, max: 60 }) }),
  ),
})
type Search = typeof search extends fc.Arbitrary<infer T> ? T : never

const pointOf = ({ city, point }: Search) =>
  city === undefined || point === null
    ? null
    : {
        lat: city.latitude + point.north / 100,
        lng: city.longitude + point.east / 100,
        radiusKm: point.radiusKm,
      }

const queryOf = (given: Search) => {
  const point = pointOf(given)
  const from = kalli.clock().getTime()
  return {
    ...(given.q === undefined ? {} : { q: given.q }),
    ...(point ?? (given.city === undefined ? {} : { city: given.city.city, state: given.city.state })),
    ...(given.modality === undefined ? {} : { modality: given.modality }),
    ...(given.sort === 'distance' && given.city === undefined ? {} : { sort: given.sort }),
    ...(given.window === null
      ? {}
      : {
          startsAt: new Date(from + given.window.from * 60 * minuteMs).toISOString(),
          endsAt: new Date(from + (given.window.from + given.window.hours) * 60 * minuteMs).toISOString(),
        }),
  }
}

/** The expected facts about one place of one professional, for the service that was searched, by plain queries. */
const worksThere = async (id: number, place: NonNullable<FoundProfessional['place']>, given: Search) => {
  const isMeant = sql`professional_id = p.id and name ilike ${given.q ?? '%'}`
  const point = pointOf(given)
  const { rows } = await sql<{ city: string; km: number | null; works: boolean; homeKm: number | null }>`
    select coalesce(s.city, p.city) as city,
      ${point === null ? sql`null::float8` : sql`search_km(coalesce(s.latitude, p.latitude), coalesce(s.longitude, p.longitude), ${point.lat}::float8, ${point.lng}::float8)`} as km,
      (select max(home_radius_km) from services where ${isMeant}) as "homeKm",
      case ${place.how}::text
        when 'home' then exists (select from services where ${isMeant} and home_radius_km is not null)
        when 'online' then exists (select from services where ${isMeant} and online)
        else exists (select from services where ${isMeant} and at_place and case when s.id is null then p.has_own_place
          else exists (select from agreements a where a.professional_id = p.id and a.space_id = s.id and a.status = 'active'
            and (a.categories = '{}' or services.category = any(a.categories))) end)
      end as works
    from professionals p left join spaces s on s.id = ${place.spaceId}::bigint where p.id = ${id}`.execute(
    kalli.database.kysely,
  )
  const [row] = rows
  assert.ok(row?.works, `${id} works ${place.how} at ${place.spaceId}`)
  const modality = given.modality?.split(',')
  assert.ok(modality === undefined || modality.includes(place.how), 'is of a modality that was requested')
  if (given.modality === 'online' || given.city === undefined) return
  if (point === null) assert.equal(row.city, given.city.city, 'is in the city that was chosen')
  else
    assert.ok(
      (row.km ?? Infinity) <= (place.how === 'home' ? (row.homeKm ?? 0) : point.radiusKm),
      `is ${row.km} km away`,
    )
}

const counts = { results: 0, hours: 0 }

test('every result works where its card says, and each of its hours can be held', async () => {
  const visitor = kalli.visitor()
  await fc.assert(
    fc.asyncProperty(search, async (given) => {
      const query = queryOf(given)
      const { status, body } = await visitor.call(searchProfessionals, { query })
      assert.equal(status, 200, JSON.stringify(body))
      assert.equal(new Set(body.map(({ id }) => id)).size, body.length)
      let last = 0
      for (const { id, place, slots, distanceKm } of body) {
        counts.results += 1
        if (place === null) {
          assert.equal(slots, undefined, 'who works nowhere has no hours')
          continue
        }
        await worksThere(id, place, given)
        if (
          given.sort === 'distance' &&
          place.how === 'place' &&
          place.distanceKm !== null &&
          given.modality === undefined
        ) {
          assert.equal(distanceKm, place.distanceKm)
          if (given.window === null) {
            assert.ok(place.distanceKm >= last, 'the nearest first')
            last = place.distanceKm
          }
        }
        assert.equal(slots !== undefined, given.window !== null)
        for (const slot of slots ?? []) {
          counts.hours += 1
          assert.equal(slot.spaceId, place.spaceId)
          assert.ok(
            query.startsAt === undefined ||
              slot.startsAt >= query.startsAt.replace(/\.\d+Z/, 'Z') ||
              Date.parse(slot.startsAt) >= Date.parse(query.startsAt),
          )
          assert.ok(query.endsAt === undefined || Date.parse(slot.endsAt) <= Date.parse(query.endsAt))
          if (place.how === 'home') {
            assert.equal(slot.token, null, 'the address comes first')
            continue
          }
          assert.ok(slot.token !== null)
          const hold = await kalli.visitor().call(holds.hold, { body: { slotToken: slot.token } })
          assert.equal(hold.status, 201, JSON.stringify(hold.body))
          assert.equal(hold.body.quote.totalCents, slot.totalCents)
          await freeAgain(hold.body.id)
        }
      }
    }),
    { numRuns: cases(60, 10_000), seed: testSeed, includeErrorInReport: true },
  )
  assert.ok(counts.results > 0 && counts.hours > 0)
})

/** Ends that one hold: its cost must not grow with earlier holds. */
const freeAgain = async (id: string) => {
  const { kysely } = kalli.database
  const ended = { hold_expires_at: new Date(kalli.clock().getTime() - dayMs) }
  await kysely.updateTable('bookings').set(ended).where('id', '=', id).execute()
  await kysely.deleteFrom('claims').where('booking_id', '=', id).execute()
}
