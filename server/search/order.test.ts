/** Orders that the index knows only roughly: the price of the searched service, and the distance from a named city. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { professionalMatches, searchProfessionals } from '#contract/search/search.ts'
import { remake } from '#server/search/documents.ts'
import * as people from '#server/testing/people.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'

let kalli: TestServer

const monterrey = {
  city: 'Monterrey',
  state: 'Nuevo León',
  municipality_id: 19039,
  latitude: 25.67,
  longitude: -100.31,
}

/** Monterrey, away from the middle of the city by so many degrees. */
const add = async (
  firstName: string,
  away: number,
  services: readonly { name: string; priceCents: number; homeKm?: number }[],
) => {
  const { id } = await people.professional(kalli, { firstName, ownPlace: true })
  const db = kalli.database.kysely
  await db
    .updateTable('professionals')
    .set({ ...monterrey, latitude: monterrey.latitude + away })
    .where('id', '=', id)
    .execute()
  for (const { homeKm, ...service } of services) {
    const serviceId = await people.service(kalli, id, service)
    if (homeKm !== undefined)
      await db
        .updateTable('services')
        .set({ at_place: false, home_radius_km: homeKm })
        .where('id', '=', serviceId)
        .execute()
  }
  const from_price_cents = Math.min(...services.map(({ priceCents }) => priceCents))
  await db.updateTable('professionals').set({ from_price_cents }).where('id', '=', id).execute()
  return id
}

/** Instead of a place of their own, a space this far from the middle of the city, where only massage is allowed. */
const addVenue = async (professionalId: number, away: number) => {
  const db = kalli.database.kysely
  const space = await people.space(kalli, await people.host(kalli))
  await db
    .updateTable('spaces')
    .set({ ...monterrey, latitude: monterrey.latitude + away })
    .where('id', '=', space.id)
    .execute()
  await db
    .updateTable('professionals')
    .set({ has_own_place: false })
    .where('id', '=', professionalId)
    .execute()
  const agreement = await people.agreement(kalli, professionalId, space.id)
  await db
    .updateTable('agreements')
    .set({ categories: ['massage'] })
    .where('id', '=', agreement)
    .execute()
}

before(async () => {
  kalli = await startTestServer()
  await add('Alma', 0.02, [
    { name: 'Tinte', priceCents: 90_000 },
    { name: 'Fleco', priceCents: 5_000 },
  ])
  await add('Berta', 0.3, [{ name: 'Tinte', priceCents: 60_000 }])
  await add('Celia', 0.1, [
    { name: 'Tinte', priceCents: 70_000, homeKm: 3 },
    { name: 'Fleco', priceCents: 20_000 },
  ])
  await add('Dora', 0.01, [
    { name: 'Tinte', priceCents: 80_000 },
    { name: 'Fleco', priceCents: 10_000 },
  ])
  for (let n = 10; n < 60; n += 1) await add(`Nora ${n}`, n / 1000, [{ name: 'Rizado', priceCents: 10_000 }])
  const elsa = await add('Elsa', 0.005, [
    { name: 'Rizado', priceCents: 10_000, homeKm: 3 },
    { name: 'Masaje', priceCents: 10_000 },
  ])
  await addVenue(elsa, 0.2)
  await remake(kalli.work())
})
after(() => kalli.close())

const pagesOf = async (query: Record<string, string>, limit: number) => {
  const names: string[] = []
  let cursor: string | undefined
  do {
    const { status, body, headers } = await kalli
      .visitor()
      .call(searchProfessionals, { query: { ...query, limit, ...(cursor === undefined ? {} : { cursor }) } })
    assert.equal(status, 200, JSON.stringify(body))
    names.push(...body.map(({ user }) => user.firstName))
    const [, next] = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '') ?? []
    cursor =
      next === undefined ? undefined : (new URL(next, kalli.url).searchParams.get('cursor') ?? undefined)
  } while (cursor !== undefined)
  return names
}

test('the lowest price is that of the searched service, on one page or on several', async () => {
  for (const limit of [10, 1, 3]) {
    assert.deepEqual(await pagesOf({ q: 'tinte', sort: 'price' }, limit), ['Berta', 'Celia', 'Dora', 'Alma'])
    assert.deepEqual(await pagesOf({ q: 'fleco', sort: 'price' }, limit), ['Alma', 'Dora', 'Celia'])
  }
  const day = { startsAt: '2026-11-23T14:00:00Z', endsAt: '2026-11-24T00:00:00Z' }
  assert.deepEqual(await pagesOf({ q: 'tinte', sort: 'price', ...day }, 2), [
    'Berta',
    'Celia',
    'Dora',
    'Alma',
  ])
})

test('the nearest in a named city are all that the city has, also those whose homes are not at its middle', async () => {
  const city = { city: 'Monterrey', state: 'Nuevo León' }
  const queries: Record<string, string>[] = [
    { q: 'tinte', ...city },
    { q: 'tinte', location: 'Monterrey' },
    { q: 'tinte', state: 'Nuevo León' },
    { q: 'tinte', modality: 'home', ...city },
  ]
  for (const query of queries) {
    const { body } = await kalli.visitor().call(professionalMatches, { query })
    for (const limit of [10, 1]) {
      const nearest = await pagesOf({ ...query, sort: 'distance' }, limit)
      assert.equal(nearest.length, body.ids.length, JSON.stringify(query))
      assert.deepEqual(
        nearest,
        ['Dora', 'Alma', 'Celia', 'Berta'].filter((name) => nearest.includes(name)),
      )
    }
  }
  assert.deepEqual(await pagesOf({ q: 'tinte', modality: 'home', ...city, sort: 'distance' }, 10), ['Celia'])
})

test('who visits homes from near the middle is not lost between pages because of a workplace far from it', async () => {
  const names = await pagesOf({ q: 'rizado', city: 'Monterrey', state: 'Nuevo León', sort: 'distance' }, 10)
  assert.equal(names.filter((name) => name === 'Elsa').length, 1)
  assert.equal(names.length, 51)
})
