import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { publicSpace, searchSpaces } from '#contract/search.ts'
import { addSpace, changeSpace, spaces } from '#contract/space.ts'
import { drain } from '#server/platform/jobs.ts'
import { startHouse, type TestHouse } from '#server/testing/house.ts'
import { account, host, signIn, space } from '#server/testing/people.ts'
import { refusalOf } from '#server/testing/person.ts'

let house: TestHouse
before(async () => {
  house = await startHouse()
})
after(() => house.close())

const cabins = {
  name: 'Cabinas del patio',
  spaceType: 'cabin' as const,
  description: 'Tres cabinas silenciosas alrededor de un patio.',
  capacity: 3,
  amenities: ['wifi' as const, 'reception' as const],
  municipalityId: 2004,
  neighbourhood: 'Zona Río',
  address: 'Paseo de los Héroes 10',
  latitude: 32.5296,
  longitude: -117.0233,
  pricePerHourCents: 16_000,
  businessName: 'Patio Tijuana',
  unitCount: 3,
}

const newHost = async () => signIn(house, await account(house, { roles: ['host'] }))

test('nobody and a professional publish no space', async () => {
  assert.equal((await house.visitor().call(addSpace, { body: cabins })).status, 401)
  const professional = await signIn(house, await account(house, { roles: ['professional'] }))
  assert.equal((await professional.call(addSpace, { body: cabins })).status, 403)
})

test('the first space makes the host; units are numbered; the zone follows from the municipality', async () => {
  const person = await newHost()
  assert.deepEqual((await person.call(spaces)).body, [])
  const made = await person.call(addSpace, { body: cabins })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  assert.equal(made.body.zone, 'America/Tijuana')
  assert.deepEqual(
    made.body.units.map(({ name }) => name),
    ['Cabina 1', 'Cabina 2', 'Cabina 3'],
  )
  assert.match(made.body.slug, /^cabinas-del-patio-\d+$/)

  // A second one of the same business, by the same host.
  const second = await person.call(addSpace, {
    body: { ...cabins, name: 'Sala grande', spaceType: 'hall', unitCount: 1 },
  })
  assert.equal(second.status, 201, JSON.stringify(second.body))
  assert.deepEqual(
    (await person.call(spaces)).body.map(({ businessName }) => businessName),
    ['Patio Tijuana', 'Patio Tijuana'],
  )
  const businesses = await house.database.kysely
    .selectFrom('businesses')
    .select('id')
    .where('name', '=', 'Patio Tijuana')
    .execute()
  assert.equal(businesses.length, 1)
})

test('two first spaces at once make one host and one business', async () => {
  const person = await newHost()
  const body = { ...cabins, businessName: 'Casa a la vez' }
  const answers = await Promise.all([1, 2].map(() => person.call(addSpace, { body })))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [201, 201],
  )
  assert.equal((await person.call(spaces)).body.length, 2)
})

test('a new space is found and shown without its address', async () => {
  const person = await newHost()
  const { body: made } = await person.call(addSpace, { body: { ...cabins, name: 'Cabina escondida' } })
  await drain(house)
  const { body: cards } = await house
    .visitor()
    .call(searchSpaces, { query: { q: 'escondida', city: 'Tijuana' } })
  assert.deepEqual(
    cards.map(({ id }) => id),
    [made.id],
  )
  const page = await house.visitor().call(publicSpace, { params: { id: made.slug } })
  assert.equal(page.status, 200, JSON.stringify(page.body))
  assert.ok(!JSON.stringify(page.body).includes('Paseo de los Héroes'))
  assert.deepEqual(page.body.area, { latitude: 32.53, longitude: -117.02 })
  assert.equal(page.body.rentPolicy.text, 'Sin costo hasta 24 h antes; 50 % hasta 4 h antes; después, 100 %.')

  const { businessName: _, unitCount: __, ...rest } = cabins
  const paused = { ...rest, status: 'paused' as const, version: made.version }
  assert.equal((await person.call(changeSpace, { params: { id: made.id }, body: paused })).status, 200)
  assert.equal((await house.visitor().call(publicSpace, { params: { id: made.slug } })).status, 404)
})

test("somebody else's space is not found, and a stale change is told", async () => {
  const owner = await host(house)
  const chairs = await space(house, owner)
  const { businessName: _, unitCount: __, ...rest } = cabins
  const body = { ...rest, version: 1 }
  const stranger = await host(house)
  assert.equal((await stranger.person.call(changeSpace, { params: { id: chairs.id }, body })).status, 404)
  assert.equal((await owner.person.call(changeSpace, { params: { id: chairs.id }, body })).status, 200)
  const stale = await owner.person.call(changeSpace, { params: { id: chairs.id }, body })
  assert.equal(refusalOf(stale).code, 'stale_version')
})
