/** Which service of a result matched, and that it is given at the place and in the way found. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as holds from '#contract/booking/hold.ts'
import { searchProfessionals } from '#contract/search/search.ts'
import { refresh } from '#server/search/documents.ts'
import * as people from '#server/testing/people.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

type Values = {
  home_fee_cents?: number
  at_place?: boolean
  home_radius_km?: number | null
  online?: boolean
  category?: string
}
type Service = NonNullable<Parameters<typeof people.service>[2]>

const give = async (professional: number, service: Service, values: Values = {}) => {
  const id = await people.service(kalli, professional, service)
  if (Object.keys(values).length > 0)
    await kalli.database.kysely.updateTable('services').set(values).where('id', '=', id).execute()
  return id
}

const search = async (query: Record<string, string | number>) => {
  const { status, body } = await kalli.visitor().call(searchProfessionals, { query })
  assert.equal(status, 200, JSON.stringify(body))
  return body
}
const names = async (query: Record<string, string | number>) =>
  (await search(query)).map(({ user }) => user.firstName)

const monday = { startsAt: '2026-11-23T14:00:00Z', endsAt: '2026-11-24T00:00:00Z' }

test('a result says which service matched: by its name, else by the category, else none', async () => {
  const { id } = await people.professional(kalli, { firstName: 'Mara', ownPlace: true })
  const long = await give(id, { name: 'Trenzas largas', priceCents: 80_000, durationMinutes: 120 })
  const cheap = await give(id, { name: 'Trenzas', priceCents: 50_000, durationMinutes: 150 })
  await give(id, { name: 'Lavado', priceCents: 10_000, durationMinutes: 30 })
  await refresh(kalli.work(), 'professionals', id)
  const matched = async (query: Record<string, string>) => (await search(query))[0]?.matched
  const cheapest = { serviceId: cheap, name: 'Trenzas', priceCents: 50_000, from: false, also: [] }
  assert.deepEqual(await matched({ q: 'trenzas' }), cheapest)
  assert.equal((await matched({ q: 'trenzas largas' }))?.serviceId, long)
  assert.equal((await matched({ q: 'mara trenzas' }))?.serviceId, cheap, 'the name is no service')
  assert.equal((await matched({ q: 'mara', category: 'hair' }))?.name, 'Lavado')
  assert.equal(await matched({ q: 'mara' }), null)
  assert.equal((await matched({ q: 'trenzas', ...monday }))?.serviceId, long, 'the service of the hours')
  assert.deepEqual(
    await matched({ q: 'trenzas', sort: 'price', ...monday }),
    cheapest,
    'its price gives the order',
  )
})

test('a way counts only if the searched service is given in it', async () => {
  const { id } = await people.professional(kalli, { firstName: 'Nora', ownPlace: true })
  await give(id, { name: 'Reflexología' })
  await give(id, { name: 'Exfoliación' }, { at_place: false, home_radius_km: 8 })
  await refresh(kalli.work(), 'professionals', id)
  assert.deepEqual(await names({ q: 'reflexología', modality: 'home' }), [])
  assert.deepEqual(await names({ q: 'exfoliación', modality: 'home' }), ['Nora'])
  const [found] = await search({ q: 'exfoliación' })
  assert.equal(found?.place?.how, 'home', 'not at the own place')
})

test('a home is in reach of the searched service, not of another with a longer way', async () => {
  const { id } = await people.professional(kalli, { firstName: 'Olga' })
  await give(id, { name: 'Pestañas' }, { at_place: false, home_radius_km: 2 })
  await give(id, { name: 'Bigote' }, { at_place: false, home_radius_km: 20 })
  await refresh(kalli.work(), 'professionals', id)
  const { latitude, longitude } = await kalli.database.kysely
    .selectFrom('professionals')
    .select(['latitude', 'longitude'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const around = { lat: latitude + 0.09, lng: longitude, modality: 'home' }
  assert.deepEqual(await names({ q: 'bigote', ...around }), ['Olga'])
  assert.deepEqual(await names({ q: 'pestañas', ...around }), [])
})

test('an agreement places only services of its categories', async () => {
  const { id } = await people.professional(kalli, { firstName: 'Pilar', ownPlace: true })
  const owner = await people.host(kalli)
  const salon = await people.space(kalli, owner)
  await kalli.database.kysely
    .updateTable('spaces')
    .set({ city: 'Puebla', state: 'Puebla', municipality_id: 21114, latitude: 19.04, longitude: -98.2 })
    .where('id', '=', salon.id)
    .execute()
  const agreement = await people.agreement(kalli, id, salon.id)
  await kalli.database.kysely
    .updateTable('agreements')
    .set({ categories: ['hair'] })
    .where('id', '=', agreement)
    .execute()
  await give(id, { name: 'Alaciado' })
  await give(id, { name: 'Piedras calientes' }, { category: 'massage' })
  await refresh(kalli.work(), 'professionals', id)
  const there = { city: 'Puebla', state: 'Puebla' }
  assert.deepEqual(await names({ q: 'alaciado', ...there }), ['Pilar'])
  assert.deepEqual(await names({ q: 'piedras', ...there }), [])
  assert.deepEqual(await names({ q: 'piedras' }), ['Pilar'], 'at the own place')
})

test('hours that need an address or options first are shown without a token', async () => {
  const { id } = await people.professional(kalli, { firstName: 'Rita', ownPlace: true })
  const home = await give(
    id,
    { name: 'Drenaje', priceCents: 60_000 },
    { at_place: false, home_radius_km: 8, home_fee_cents: 9_000 },
  )
  const options = await give(id, { name: 'Keratina', priceCents: 70_000 })
  const addOns = ['Corto', 'Largo'].map((name, at) => ({
    id: at + 1,
    name,
    group: 'Largo del pelo',
    priceCents: at * 10_000,
    minutes: 0,
  }))
  await kalli.database.kysely
    .updateTable('services')
    .set({ add_ons: JSON.stringify(addOns) })
    .where('id', '=', options)
    .execute()
  await refresh(kalli.work(), 'professionals', id)
  for (const [q, serviceId, totalCents] of [
    ['drenaje', home, 69_000],
    ['keratina', options, 70_000],
  ] as const) {
    const slots = (await search({ q, ...monday }))[0]?.slots ?? []
    assert.equal(slots.length, 3, q)
    for (const slot of slots) {
      assert.equal(slot.token, null, q)
      assert.equal(slot.serviceId, serviceId, q)
      assert.equal(slot.totalCents, totalCents, q)
    }
  }
})

test('an hour bounds the start of a visit longer than two hours, a window contains all of it', async () => {
  const { id } = await people.professional(kalli, { firstName: 'Sol', ownPlace: true })
  await give(id, { name: 'Mechas babylights', durationMinutes: 180, stepMinutes: 60 })
  await refresh(kalli.work(), 'professionals', id)
  const day = { startsAt: '2026-11-23T06:00:00Z', endsAt: '2026-11-24T06:00:00Z' }
  const [found] = await search({ q: 'babylights', ...day, hours: '11:00-13:00' })
  assert.deepEqual(
    found?.slots?.map(({ startsAt }) => startsAt.slice(11, 16)),
    ['17:00', '18:00'],
  )
  const window = { startsAt: '2026-11-23T17:00:00Z', endsAt: '2026-11-23T19:00:00Z' }
  assert.deepEqual(await names({ q: 'babylights', ...window }), [])
})

test('of several services the hours are those of one visit, where a professional gives each of them', async () => {
  const { id } = await people.professional(kalli, { firstName: 'Tere', ownPlace: true })
  const cut = await give(id, { name: 'Rapado clásico', priceCents: 30_000, durationMinutes: 60 })
  const beard = await give(id, { name: 'Barba clásica', priceCents: 20_000, durationMinutes: 30 })
  await give(id, { name: 'Vapor', priceCents: 1_000, durationMinutes: 15 })
  await refresh(kalli.work(), 'professionals', id)
  const [found] = await search({ q: 'rapado y barba', ...monday })
  assert.deepEqual(found?.matched, {
    serviceId: cut,
    name: 'Rapado clásico',
    priceCents: 50_000,
    from: false,
    also: [{ serviceId: beard, name: 'Barba clásica' }],
  })
  const [slot] = found?.slots ?? []
  assert.equal(slot?.totalCents, 50_000)
  assert.equal(Date.parse(slot?.endsAt ?? '') - Date.parse(slot?.startsAt ?? ''), 90 * 60_000)
  const hold = await kalli.visitor().call(holds.hold, { body: { slotToken: slot?.token ?? '' } })
  assert.equal(hold.status, 201, JSON.stringify(hold.body))
  assert.equal(hold.body.quote.totalCents, 50_000)
  assert.deepEqual(await names({ q: 'rapado y barba', maxPesos: 400 }), [], 'the price of both')
  assert.equal((await search({ q: 'barba clásica' }))[0]?.matched?.serviceId, beard)
  const both = await give(id, { name: 'Rapado y barba', priceCents: 40_000 })
  await refresh(kalli.work(), 'professionals', id)
  const [one] = await search({ q: 'rapado y barba' })
  assert.equal(one?.matched?.serviceId, both, 'one service of both comes first')
  assert.deepEqual(one?.matched?.also, [])
})
