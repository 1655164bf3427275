import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { searchProfessionals } from '#contract/search/search.ts'
import { refresh } from '#server/search/documents.ts'
import { professional, service } from '#server/testing/people.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

const found = async (query: { [name: string]: string | number }) => {
  const reply = await kalli.visitor().call(searchProfessionals, { query })
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return reply.body.map(({ user }) => user.firstName)
}

test('a word whose stem looks like a stop word is still searched: "láser" is "las", "poros" is "por"', async () => {
  const carla = await professional(kalli, { firstName: 'Carla', ownPlace: true })
  await service(kalli, carla.id, { name: 'Depilación láser de poros', priceCents: 250_000 })
  await refresh(kalli.work(), 'professionals', carla.id)
  for (const q of ['depilación láser', 'LASER', 'poros']) assert.deepEqual(await found({ q }), ['Carla'], q)
})

test('the price filter applies to the searched service', async () => {
  const eva = await professional(kalli, { firstName: 'Eva', ownPlace: true })
  await service(kalli, eva.id, { name: 'Maquillaje de novia', priceCents: 90_000, durationMinutes: 60 })
  await service(kalli, eva.id, { name: 'Diseño de ceja', priceCents: 30_000 })
  await refresh(kalli.work(), 'professionals', eva.id)
  assert.deepEqual(await found({ q: 'maquillaje', maxPesos: 600 }), [])
  assert.deepEqual(await found({ q: 'maquillaje', maxPesos: 900 }), ['Eva'])
  assert.deepEqual(await found({ q: 'maquillaje', minPesos: 800 }), ['Eva'], 'though she starts at 300')
  assert.deepEqual(await found({ q: 'ceja', minPesos: 400 }), [])
  assert.deepEqual(await found({ q: 'ceja', minPesos: 300, maxPesos: 300 }), ['Eva'], 'both limits included')
  // Her name means any of her services.
  assert.deepEqual(await found({ q: 'eva', maxPesos: 400 }), ['Eva'])
  assert.deepEqual(await found({ q: 'eva', minPesos: 400, maxPesos: 800 }), [])
  // With an hour, only the services within the limits count.
  const day = { startsAt: '2026-11-23T16:00:00Z', endsAt: '2026-11-23T23:00:00Z' }
  assert.deepEqual(await found({ q: 'maquillaje', maxPesos: 600, ...day }), [])
  const { body } = await kalli
    .visitor()
    .call(searchProfessionals, { query: { q: 'eva', maxPesos: 400, ...day } })
  assert.deepEqual([...new Set(body[0]?.slots?.map(({ totalCents }) => totalCents))], [30_000])
})
