import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { profile, saveProfile } from '#contract/professional/professional.ts'
import { publicProfessional } from '#contract/search/public-page.ts'
import { drain } from '#server/platform/jobs.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { account, professional, signIn } from '#server/testing/people.ts'
import { refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

const first = {
  bio: 'Corto el cabello a domicilio.',
  experienceYears: 6,
  specialties: ['Rizos'],
  categories: ['hair' as const],
  basePriceCents: 35_000,
  municipalityId: 23005,
  neighbourhood: 'Supermanzana 20',
  address: 'Avenida Tulum 5',
  latitude: 21.1619,
  longitude: -86.8515,
  hasOwnPlace: true,
  status: 'published' as const,
  version: 0,
}

test('an anonymous visitor and a client cannot save a professional profile', async () => {
  assert.equal((await kalli.visitor().call(saveProfile, { body: first })).status, 401)
  const client = await signIn(kalli, await account(kalli))
  assert.equal((await client.call(saveProfile, { body: first })).status, 403)
})

test('the first save creates the profile, in the zone of its municipality, and publishes its page', async () => {
  const accountId = await account(kalli, {
    firstName: 'Itzel',
    lastName: 'Poot Núñez',
    roles: ['professional'],
  })
  const itzel = await signIn(kalli, accountId)
  assert.equal(refusalOf(await itzel.call(profile)).code, 'no_profile')

  const saved = await itzel.call(saveProfile, { body: first })
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  assert.equal(saved.body.zone, 'America/Cancun')
  assert.equal(saved.body.version, 1)
  assert.match(saved.body.slug, /^itzel-poot-nunez-\d+$/)
  assert.deepEqual((await itzel.call(profile)).body, saved.body)

  await drain(kalli)
  const page = await kalli.visitor().call(publicProfessional, { params: { id: saved.body.slug } })
  assert.equal(page.status, 200)
  assert.equal(page.body.city, 'Cancún')
  assert.equal(page.body.acceptsBookings, false, 'nothing is offered yet')
})

test('an unknown municipality and a point outside Mexico are refused', async () => {
  const accountId = await account(kalli, { roles: ['professional'] })
  const person = await signIn(kalli, accountId)
  const nowhere = await person.call(saveProfile, { body: { ...first, municipalityId: 99_999 } })
  assert.equal(refusalOf(nowhere).code, 'unknown_municipality')
  const abroad = await person.call(saveProfile, { body: { ...first, latitude: 48.85, longitude: 2.35 } })
  assert.equal(refusalOf(abroad).code, 'invalid_input')
})

test('of concurrent saves of one version one succeeds, and the others are refused as stale', async () => {
  const ana = await professional(kalli)
  const { body: now } = await ana.person.call(profile)
  const body = { ...first, version: now.version }
  const answers = await Promise.all([
    ana.person.call(saveProfile, { body }),
    ana.person.call(saveProfile, { body }),
    ana.person.call(saveProfile, { body }),
  ])
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409])
  const loser = answers.find(({ status }) => status === 409)
  assert.equal(loser && refusalOf(loser).code, 'stale_version')
})

test('of three concurrent first saves one creates the profile', async () => {
  const person = await signIn(kalli, await account(kalli, { roles: ['professional'] }))
  const answers = await Promise.all([1, 2, 3].map(() => person.call(saveProfile, { body: first })))
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409])
})
