/** The cities that a search without a place offers. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { searchCities } from '#contract/search/search.ts'
import * as people from '#server/testing/people.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

const citiesOf = async (type: 'professionals' | 'spaces') =>
  (await kalli.visitor().call(searchCities, { query: { type } })).body.map(({ city }) => city)

const move = (id: number, city: string, state: string) =>
  kalli.database.kysely.updateTable('professionals').set({ city, state }).where('id', '=', id).execute()

test('the cities with most published professionals come first, at most six, refreshed each minute', async () => {
  const inCities = [
    'Mérida',
    'Puebla',
    'Puebla',
    'Tijuana',
    'Toluca',
    'León',
    'Oaxaca',
    'Torreón',
    'Torreón',
    'Torreón',
  ]
  for (const city of inCities) await move((await people.professional(kalli)).id, city, city)
  const paused = [
    await people.professional(kalli),
    await people.professional(kalli),
    await people.professional(kalli),
  ]
  for (const { id } of paused) {
    await move(id, 'Colima', 'Colima')
    await kalli.database.kysely
      .updateTable('professionals')
      .set({ status: 'paused' })
      .where('id', '=', id)
      .execute()
  }
  const cities = await citiesOf('professionals')
  assert.deepEqual(cities.slice(0, 2), ['Torreón', 'Puebla'])
  assert.equal(cities.length, 6)
  assert.ok(!cities.includes('Colima'), 'who is not published is in no city')

  for (let n = 0; n < 3; n += 1) await move((await people.professional(kalli)).id, 'Puebla', 'Puebla')
  assert.deepEqual((await citiesOf('professionals')).slice(0, 1), ['Torreón'])
  kalli.time.advance(2)
  assert.deepEqual((await citiesOf('professionals')).slice(0, 1), ['Puebla'])
})

test('spaces have cities of their own', async () => {
  assert.deepEqual(await citiesOf('spaces'), [])
})

test('an unknown kind is refused', async () => {
  assert.equal((await kalli.visitor().fetch('GET', '/api/search/cities?type=hosts')).status, 400)
})
