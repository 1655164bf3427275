import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { searchProfessionals, searchSpaces, suggestPlaces } from '#contract/search/search.ts'
import { recount, refresh, remake } from '#server/search/documents.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { agreement, host, professional, service, space } from '#server/testing/people.ts'
import { refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
const people: Record<'ana' | 'bruno' | 'carla' | 'dora', number> = { ana: 0, bruno: 0, carla: 0, dora: 0 }
let chairs = 0

/**
 * Ana cuts hair in Roma Norte, Bruno massages in Guadalajara, Carla does nails in Cancún and has no hours, Dora lives in Coyoacán and
 * massages in Condesa, a kilometre from Ana, at the host's chairs.
 */
before(async () => {
  kalli = await startTestServer()
  const ana = await professional(kalli, { firstName: 'Ana', ownPlace: true })
  await service(kalli, ana.id, { name: 'Corte y peinado', priceCents: 45_000 })
  const bruno = await professional(kalli, { firstName: 'Bruno', ownPlace: true })
  await service(kalli, bruno.id, { name: 'Masaje descontracturante', priceCents: 80_000 })
  await set(bruno.id, {
    city: 'Guadalajara',
    state: 'Jalisco',
    neighbourhood: 'Americana',
    municipality_id: 14039,
    latitude: 20.674,
    longitude: -103.364,
    categories: ['massage'],
    specialties: ['Deportivo'],
    rating: '4.90',
    review_count: 40,
  })
  const carla = await professional(kalli, { firstName: 'Carla', ownPlace: true })
  await service(kalli, carla.id, { name: 'Uñas acrílicas', priceCents: 250_000 })
  await set(carla.id, {
    city: 'Cancún',
    state: 'Quintana Roo',
    municipality_id: 23005,
    latitude: 21.16,
    longitude: -86.85,
    categories: ['nails'],
    specialties: [],
    verified: false,
    zone: 'America/Cancun',
  })
  await kalli.database.kysely.deleteFrom('schedules').where('owner_id', '=', carla.id).execute()
  const dora = await professional(kalli, { firstName: 'Dora' })
  await service(kalli, dora.id, { name: 'Masaje relajante', priceCents: 120_000, durationMinutes: 60 })
  await set(dora.id, {
    neighbourhood: 'Del Carmen',
    municipality_id: 9003,
    city: 'Coyoacán',
    latitude: 19.349,
    longitude: -99.162,
    categories: ['massage'],
    specialties: ['Piedras calientes'],
    rating: '4.60',
    review_count: 12,
  })
  const owner = await host(kalli)
  const where = await space(kalli, owner)
  chairs = where.id
  await sql`update spaces set neighbourhood = 'Condesa', latitude = 19.411, longitude = -99.174 where id = ${chairs}`.execute(
    kalli.database.kysely,
  )
  await agreement(kalli, dora.id, where.id)
  Object.assign(people, { ana: ana.id, bruno: bruno.id, carla: carla.id, dora: dora.id })
  await remake(kalli.work())
})
after(() => kalli.close())

type Change = { [field: string]: string | number | boolean | string[] }
const set = (id: number, values: Change) =>
  sql`update professionals set ${sql.join(Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`))}
    where id = ${id}`.execute(kalli.database.kysely)

type Query = { [name: string]: string | number }
const found = async (query: Query) => {
  const reply = await kalli.visitor().call(searchProfessionals, { query })
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return reply.body.map(({ user }) => user.firstName).toSorted()
}

test('any visitor finds by service, name, trade and specialty, with or without accents', async () => {
  assert.deepEqual(await found({ q: 'masaje' }), ['Bruno', 'Dora'])
  assert.deepEqual(await found({ q: 'MASAJES relajantes' }), ['Dora'])
  assert.deepEqual(await found({ q: 'ana rojas' }), ['Ana'])
  assert.deepEqual(await found({ q: 'estilista' }), ['Ana'])
  assert.deepEqual(await found({ q: 'piedras' }), ['Dora'])
  for (const q of ['uñas', 'unas', 'Uña', 'uñas acrilicas'])
    assert.deepEqual(await found({ q }), ['Carla'], q)
})

test('a misspelt word finds what was meant, and nonsense finds nothing', async () => {
  assert.deepEqual(await found({ q: 'mazaje' }), ['Bruno', 'Dora'])
  assert.deepEqual(await found({ q: 'descontracturnte' }), ['Bruno'])
  assert.deepEqual(await found({ q: 'ctore' }), [])
  assert.deepEqual(await found({ q: 'xqzw' }), [])
})

test('a place filters: city, state, free text, circle or box', async () => {
  assert.deepEqual(await found({ city: 'Guadalajara' }), ['Bruno'])
  assert.deepEqual(await found({ city: 'guadalajara', state: 'Jalisco' }), ['Bruno'])
  assert.deepEqual(await found({ state: 'CDMX' }), ['Ana', 'Dora'])
  assert.deepEqual(await found({ city: 'Cuauhtémoc', state: 'Ciudad de México' }), ['Ana', 'Dora'])
  assert.deepEqual(await found({ location: 'Guadalajara, Jalisco' }), ['Bruno'])
  assert.deepEqual(await found({ location: 'Roma Norte, Ciudad de México' }), ['Ana'])
  assert.deepEqual(await found({ location: 'Condesa', city: 'Ciudad de México' }), ['Dora'])
  assert.deepEqual(await found({ lat: 19.4194, lng: -99.1617, radiusKm: 1 }), ['Ana'])
  assert.deepEqual(await found({ lat: 19.4194, lng: -99.1617, radiusKm: 3, q: 'masaje' }), ['Dora'])
  assert.deepEqual(await found({ bbox: '-104,20,-103,21' }), ['Bruno'])
  assert.deepEqual(await found({ bbox: '-118,14,-86,33' }), ['Ana', 'Bruno', 'Carla', 'Dora'])
})

test('a neighbourhood without results shows those around it, marked as such, and one with results does not', async () => {
  const widened = async (query: Query) => {
    const { body } = await kalli.visitor().call(searchProfessionals, { query })
    return body.map(({ user, widened }) => [user.firstName, widened]).toSorted()
  }
  assert.deepEqual(await widened({ location: 'Roma Sur, Ciudad de México' }), [
    ['Ana', true],
    ['Dora', true],
  ])
  assert.deepEqual(await widened({ location: 'Roma Norte, Ciudad de México' }), [['Ana', undefined]])
  const spaces = await kalli
    .visitor()
    .call(searchSpaces, { query: { location: 'Doctores, Ciudad de México' } })
  assert.ok(spaces.body.length > 0 && spaces.body.every((one) => one.widened === true))
})

test('values of one filter combine with OR, and filters with AND', async () => {
  assert.deepEqual(await found({ priceRange: 'budget,luxury' }), ['Ana', 'Carla'])
  assert.deepEqual(await found({ priceRange: 'budget,luxury', verified: 'verified' }), ['Ana'])
  assert.deepEqual(await found({ verified: 'top_rated' }), ['Bruno'])
  assert.deepEqual(await found({ rating: '4.5' }), ['Bruno', 'Dora'])
  assert.deepEqual(await found({ rating: '4.8' }), ['Bruno'])
  assert.deepEqual(await found({ category: 'nails' }), ['Carla'])
  assert.deepEqual(await found({ service: 'masaje relajante' }), ['Dora'])
  assert.deepEqual(await found({ verified: 'new' }), ['Ana', 'Bruno', 'Carla', 'Dora'])
})

test('a professional is found where they work and not where they live, and the card shows that place', async () => {
  const one = async (query: Query) => {
    const { body } = await kalli.visitor().call(searchProfessionals, { query })
    return body.find(({ user }) => user.firstName === 'Dora')
  }
  assert.equal(await one({ location: 'Coyoacán, Ciudad de México' }), undefined)
  const { place = null, slots } = (await one({ lat: 19.4194, lng: -99.1617, radiusKm: 3 })) ?? {}
  assert.deepEqual(place && [place.how, place.spaceId, place.name, place.neighbourhood, place.distanceKm], [
    'place',
    chairs,
    'Casa Salas',
    'Condesa',
    1.6,
  ])
  assert.equal(slots, undefined)
  const free = await one({ availability: 'today', category: 'massage' })
  assert.equal(free?.slots?.length, 3)
  for (const slot of free?.slots ?? []) assert.equal(slot.spaceId, chairs)
})

test('a place is understood as typed, and an unknown one finds no one from elsewhere', async () => {
  for (const location of ['gdl', 'Guadalajra', 'la americana gdl', 'guadalajara jal'])
    assert.deepEqual(await found({ location }), ['Bruno'], location)
  assert.deepEqual(await found({ city: 'GDL' }), ['Bruno'])
  assert.deepEqual(await found({ location: 'Springfield' }), [])
  assert.deepEqual(await found({ location: 'mty' }), [])
})

test('modality filters by homes within reach or online from anywhere, and another value is refused', async () => {
  const db = kalli.database.kysely
  await sql`update services set home_radius_km = 5 where professional_id = ${people.ana}`.execute(db)
  await sql`update services set online = true where professional_id = ${people.bruno}`.execute(db)
  for (const id of [people.ana, people.bruno]) await refresh(kalli.work(), 'professionals', id)
  assert.deepEqual(await found({ modality: 'home' }), ['Ana'])
  assert.deepEqual(await found({ modality: 'online' }), ['Bruno'])
  assert.deepEqual(await found({ modality: 'home,online' }), ['Ana', 'Bruno'])
  // Within a kilometre there is no one, but Ana travels two kilometres; not twenty.
  assert.deepEqual(await found({ modality: 'home', lat: 19.43, lng: -99.145, radiusKm: 1 }), ['Ana'])
  assert.deepEqual(await found({ modality: 'home', lat: 19.6, lng: -99.16, radiusKm: 50 }), [])
  assert.deepEqual(await found({ modality: 'online', city: 'Cancún' }), ['Bruno'])
  const reply = await kalli.visitor().call(searchProfessionals, { query: { modality: 'home,van' } })
  assert.equal(reply.status, 400)
  assert.equal(refusalOf(reply).code, 'unknown_filter')
  await sql`update services set home_radius_km = null, online = false`.execute(db)
  for (const id of [people.ana, people.bruno]) await refresh(kalli.work(), 'professionals', id)
})

test('results can be ordered by distance, price or rating', async () => {
  const order = async (query: Query) => {
    const reply = await kalli.visitor().call(searchProfessionals, { query })
    return reply.body.map(({ user }) => user.firstName)
  }
  assert.deepEqual(await order({ sort: 'distance', lat: 19.41, lng: -99.175, radiusKm: 200 }), [
    'Dora',
    'Ana',
  ])
  assert.deepEqual(await order({ sort: 'distance', location: 'Condesa' }), ['Dora'])
  assert.deepEqual(await order({ sort: 'distance', city: 'Ciudad de México' }), ['Ana', 'Dora'])
  assert.deepEqual(await order({ sort: 'price' }), ['Ana', 'Bruno', 'Dora', 'Carla'])
  assert.deepEqual((await order({ sort: 'rating' })).slice(0, 2), ['Bruno', 'Dora'])
})

test('free time comes from real hours: a professional without hours is never free', async () => {
  assert.deepEqual(await found({ availability: 'today' }), ['Ana', 'Bruno', 'Dora'])
  assert.deepEqual(await found({ availability: 'next_week' }), ['Ana', 'Bruno', 'Dora'])
  assert.deepEqual(await found({ availability: 'flexible' }), ['Ana', 'Bruno', 'Carla', 'Dora'])
  assert.deepEqual(await found({ availability: 'today', category: 'massage' }), ['Bruno', 'Dora'])
  // Hours end at 19:00; a service of 60 minutes cannot end by 19:30 if it begins after 18:00.
  const evening = { startsAt: '2026-11-21T00:30:00Z', endsAt: '2026-11-21T01:30:00Z' }
  assert.deepEqual(await found({ ...evening }), [])
  assert.deepEqual(await found({ startsAt: '2026-11-21T00:00:00Z', endsAt: '2026-11-21T01:00:00Z' }), [
    'Dora',
  ])
})

test('a part of the day applies to each day, in the time zone of each place', async () => {
  const free = ['Ana', 'Bruno', 'Dora']
  assert.deepEqual(await found({ hours: '12:00-19:00' }), free)
  // No visit begins after 19:00, on any day.
  assert.deepEqual(await found({ hours: '19:00-24:00' }), [])
  // Tomorrow and the day after, in the mornings.
  const days = { startsAt: '2026-11-21T06:00:00Z', endsAt: '2026-11-25T06:00:00Z' }
  assert.deepEqual(await found({ ...days, hours: '00:00-12:00' }), free)
  assert.deepEqual(await found({ ...days, hours: '19:00-24:00' }), [])
  for (const hours of ['19:00', '20:00-18:00', '12:00-24:30'])
    assert.equal((await kalli.visitor().call(searchProfessionals, { query: { hours } })).status, 400, hours)
})

test('a past or reversed time finds no free professional', async () => {
  const past = { startsAt: '2019-11-21T00:00:00Z', endsAt: '2019-11-21T01:00:00Z' }
  const reversed = { startsAt: '2026-11-21T01:00:00Z', endsAt: '2026-11-21T00:00:00Z' }
  for (const query of [past, reversed, { ...past, availability: 'today' }]) {
    assert.deepEqual(await found(query), [])
    const spaces = await kalli.visitor().call(searchSpaces, { query })
    assert.deepEqual([spaces.status, spaces.body], [200, []])
  }
})

test('an unknown filter value is named in the refusal', async () => {
  const reply = await kalli.visitor().call(searchProfessionals, { query: { priceRange: 'budget,cheap' } })
  assert.equal(reply.status, 400)
  assert.equal(refusalOf(reply).code, 'unknown_filter')
  assert.match(refusalOf(reply).message, /cheap/)
})

test('spaces are found by the same filters', async () => {
  const ids = async (query: Query) => {
    const reply = await kalli.visitor().call(searchSpaces, { query })
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
    return reply.body.map(({ id }) => id)
  }
  assert.deepEqual(await ids({ q: 'silla' }), [chairs])
  assert.deepEqual(await ids({ q: 'casa salas', spaceType: 'chair' }), [chairs])
  assert.deepEqual(await ids({ spaceType: 'cabin' }), [])
  assert.deepEqual(await ids({ availability: 'today', city: 'Ciudad de México' }), [chairs])
  assert.deepEqual(await ids({ startsAt: '2026-11-21T03:00:00Z', endsAt: '2026-11-21T05:00:00Z' }), [])
})

test('places are suggested from our own list', async () => {
  const reply = await kalli.visitor().call(suggestPlaces, { query: { input: 'guadal' } })
  assert.equal(reply.body[0]?.main, 'Guadalajara')
})

test('two concurrent word counts beside profiles with new words all succeed, and every word is counted', async () => {
  const words = async () =>
    (await kalli.database.pool.query('select word, documents from search_words order by word')).rows
  await recount(kalli.work())
  const before = await words()
  assert.ok(before.length > 0)
  for (let round = 0; round < 8; round += 1) {
    await kalli.database.pool.query('delete from search_words')
    await Promise.all([
      recount(kalli.work()),
      refresh(kalli.work(), 'professionals', people.ana),
      recount(kalli.work()),
      refresh(kalli.work(), 'professionals', people.bruno),
    ])
    assert.deepEqual(
      (await words()).map(({ word }) => word),
      before.map(({ word }) => word),
    )
  }
  await recount(kalli.work())
  assert.deepEqual(await words(), before)
})
