/** Usual prices nearby, as a newcomer sees them before their own first price. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { minimumOthers, usualPrices } from '#contract/service/usual-prices.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { account, host, professional, service, signIn } from '#server/testing/people.ts'
import { refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

const query = { category: 'hair' } as const
const pricesOf = (own: { person: Awaited<ReturnType<typeof signIn>> }) =>
  own.person.call(usualPrices, { query })

/** Other professionals who cut hair at these prices; `move` places them. */
const others = async (name: string, prices: readonly number[]) => {
  const made = []
  for (const priceCents of prices) {
    const other = await professional(kalli)
    await service(kalli, other.id, { name, priceCents })
    made.push(other.id)
  }
  return made
}

test('usual prices nearby are quartiles of at least five others, ignoring accents and own services', async () => {
  const own = await professional(kalli)
  await service(kalli, own.id, { name: 'Corte dama', priceCents: 900_000 })
  await others('Corte dama', [30_000, 35_000, 40_000, 45_000])
  assert.deepEqual((await pricesOf(own)).body, [], 'four others are too few')
  const [last = 0] = await others('CORTE DÁMA', [50_000])
  assert.deepEqual((await pricesOf(own)).body, [
    { name: 'Corte dama', others: minimumOthers, lowCents: 35_000, middleCents: 40_000, highCents: 45_000 },
  ])
  assert.deepEqual((await own.person.call(usualPrices, { query: { category: 'yoga' } })).body, [])

  // A hidden price and one far away do not count.
  const hide = (visibility: 'hidden' | 'visible') =>
    kalli.database.kysely
      .updateTable('services')
      .set({ visibility })
      .where('professional_id', '=', last)
      .execute()
  await hide('hidden')
  assert.deepEqual((await pricesOf(own)).body, [])
  await hide('visible')
  await kalli.database.kysely
    .updateTable('professionals')
    .set({ latitude: 25.6 })
    .where('id', '=', last)
    .execute()
  assert.deepEqual((await pricesOf(own)).body, [])
})

test('a visitor, a host and a professional without a profile get no usual prices', async () => {
  assert.equal((await kalli.visitor().call(usualPrices, { query })).status, 401)
  assert.equal((await (await host(kalli)).person.call(usualPrices, { query })).status, 403)
  const person = await signIn(kalli, await account(kalli, { roles: ['professional'] }))
  assert.equal(refusalOf(await person.call(usualPrices, { query })).code, 'no_profile')
})
