import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { searchSpaces } from '#contract/search/search.ts'
import { publicSpace } from '#contract/search/public-page.ts'
import * as steps from '#contract/space/listing-steps.ts'
import { spaces } from '#contract/space/space.ts'
import { drain } from '#server/platform/jobs.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { publishedSpace, wholeDraft } from '#server/testing/listings.ts'
import { account, signIn } from '#server/testing/people.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

const tijuana = {
  businessName: 'Patio Tijuana',
  name: 'Cabinas del patio',
  spaceType: 'cabin' as const,
  description: 'Tres cabinas silenciosas alrededor de un patio.',
  municipalityId: 2004,
  neighbourhood: 'Zona Río',
  address: 'Paseo de los Héroes 10',
  latitude: 32.5296,
  longitude: -117.0233,
  pricePerHourCents: 16_000,
  unitNames: ['Cabina 1', 'Cabina 2', 'Cabina 3'],
}
const newHost = async () => signIn(kalli, await account(kalli, { roles: ['host'] }))

test('an anonymous visitor and a professional cannot start a listing', async () => {
  const body = { businessName: 'Patio Tijuana' }
  assert.equal((await kalli.visitor().call(steps.draftSpace, { body })).status, 401)
  const professional = await signIn(kalli, await account(kalli, { roles: ['professional'] }))
  assert.equal((await professional.call(steps.draftSpace, { body })).status, 403)
})

test('the first draft creates the host, units are numbered, and the zone follows from the municipality', async () => {
  const person = await newHost()
  assert.deepEqual((await person.call(spaces)).body, [])
  const made = await wholeDraft(kalli, person, tijuana)
  assert.equal(made.zone, 'America/Tijuana')
  assert.deepEqual(
    made.units.map(({ number, name }) => [number, name]),
    [
      [1, 'Cabina 1'],
      [2, 'Cabina 2'],
      [3, 'Cabina 3'],
    ],
  )
  assert.match(made.slug, /^cabinas-del-patio-\d+$/)
  await wholeDraft(kalli, person, { ...tijuana, name: 'Sala grande', spaceType: 'hall' })
  const mine = (await person.call(spaces)).body
  assert.deepEqual(new Set(mine.map(({ businessId }) => businessId)).size, 1)
})

test('two concurrent first drafts create one host and one business', async () => {
  const person = await newHost()
  const body = { businessName: 'Casa a la vez' }
  const answers = await Promise.all([1, 2].map(() => person.call(steps.draftSpace, { body })))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [201, 201],
  )
  const mine = (await person.call(spaces)).body
  assert.deepEqual([mine.length, new Set(mine.map(({ businessId }) => businessId)).size], [2, 1])
})

test('a new space is found and shown without its address, and not found while paused', async () => {
  const person = await newHost()
  const made = await publishedSpace(kalli, person, {
    ...tijuana,
    name: 'Cabina escondida',
    address: 'Paseo 77',
  })
  assert.equal(made.status, 'published', JSON.stringify(made))
  const { body: cards } = await kalli
    .visitor()
    .call(searchSpaces, { query: { q: 'escondida', city: 'Tijuana' } })
  assert.deepEqual(
    cards.map(({ id }) => id),
    [made.id],
  )
  const page = await kalli.visitor().call(publicSpace, { params: { id: made.slug } })
  assert.equal(page.status, 200, JSON.stringify(page.body))
  assert.ok(!JSON.stringify(page.body).includes('Paseo 77'))
  assert.deepEqual(page.body.area, { latitude: 32.53, longitude: -117.02 })
  assert.equal(page.body.rentPolicy.text, 'Sin costo hasta 24 h antes; 50 % hasta 4 h antes; después, 100 %.')

  const pause = { params: { id: made.id }, body: { version: made.version } }
  assert.equal((await person.call(steps.pauseSpace, pause)).status, 200)
  await drain(kalli)
  assert.equal((await kalli.visitor().call(publicSpace, { params: { id: made.slug } })).status, 404)
})
