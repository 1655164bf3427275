import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { suggestions } from '#contract/search/suggestions.ts'
import { understoodSearch } from '#contract/search/understood.ts'
import { remake } from '#server/search/documents.ts'
import { host, professional, service, space } from '#server/testing/people.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'

let kalli: TestServer
const ids = { valentina: 0, paused: 0, space: 0 }

before(async () => {
  kalli = await startTestServer()
  const valentina = await professional(kalli, { firstName: 'Valentina' })
  await service(kalli, valentina.id, { name: 'Depilación láser' })
  await service(kalli, valentina.id, { name: 'Masaje relajante' })
  const secret = await service(kalli, valentina.id, { name: 'Valoración secreta' })
  const other = await professional(kalli, { firstName: 'Bruno' })
  await service(kalli, other.id, { name: 'masaje relajante' })
  await service(kalli, other.id, { name: 'Masaje deportivo' })
  const paused = await professional(kalli, { firstName: 'Valeria' })
  const owner = await host(kalli, { businessName: 'Estudio Quetzal' })
  const chairs = await space(kalli, owner)
  await sql`update professionals set last_name = 'Ibáñez' where id = ${valentina.id}`.execute(
    kalli.database.kysely,
  )
  await sql`update services set visibility = 'by_link' where id = ${secret}`.execute(kalli.database.kysely)
  await sql`update spaces set name = 'Cabina Jade' where id = ${chairs.id}`.execute(kalli.database.kysely)
  await sql`update professionals set status = 'paused' where id = ${paused.id}`.execute(kalli.database.kysely)
  Object.assign(ids, { valentina: valentina.id, paused: paused.id, space: chairs.id })
  await remake(kalli.work())
})
after(() => kalli.close())

const suggested = async (q: string, type: 'professionals' | 'spaces' = 'professionals') => {
  const { status, body } = await kalli.visitor().call(suggestions, { query: { q, type } })
  assert.equal(status, 200)
  return body
}
const labels = async (q: string, type: 'professionals' | 'spaces' = 'professionals') =>
  (await suggested(q, type)).map(({ kind, label }) => `${kind}: ${label}`)

describe('suggestions while typing', () => {
  test('a service is suggested at every character of its name, also where the index knows only its stem', async () => {
    const name = 'depilación láser'
    for (let length = 2; length <= name.length; length++)
      if (name[length - 1] !== ' ')
        assert.ok(
          (await labels(name.slice(0, length))).includes('service: Depilación láser'),
          name.slice(0, length),
        )
    assert.ok((await labels('laser depil')).includes('service: Depilación láser'))
  })

  test('a professional is suggested likewise, by either name and without accents', async () => {
    const name = 'valentina ibanez'
    for (let length = 3; length <= name.length; length++)
      if (name[length - 1] !== ' ')
        assert.ok(
          (await labels(name.slice(0, length))).includes('professional: Valentina Ibáñez'),
          name.slice(0, length),
        )
    const [first] = await suggested('ibáñ')
    assert.ok(first?.kind === 'professional' && first.id === ids.valentina)
  })

  test('a service of several professionals is suggested once, the most common first', async () => {
    const found = (await labels('masaje')).filter((one) => one.startsWith('service'))
    assert.deepEqual(
      found.map((one) => one.toLowerCase()),
      ['service: masaje relajante', 'service: masaje deportivo'],
    )
  })

  test('a paused professional and a link-only service are not suggested', async () => {
    assert.ok(!(await labels('valeria')).some((one) => one.includes('Valeria')))
    assert.deepEqual(await labels('valoracion'), [])
  })

  test('categories are suggested by name and by synonym', async () => {
    assert.ok((await labels('masa')).includes('category: Masajes'))
    assert.ok((await labels('psicolo')).includes('category: Terapia'))
    assert.ok((await labels('uñ')).includes('category: Uñas'))
  })

  test('a chosen suggestion searches the same as its words', async () => {
    for (const q of ['masaje relajante', 'masajes', 'roma norte', 'masaje en roma nor']) {
      const [first] = await suggested(q)
      assert.ok(first !== undefined && 'search' in first, q)
      const read = await kalli.visitor().call(understoodSearch, { query: { q: first.label } })
      assert.deepEqual(read.body.search, first.search, q)
    }
  })

  test('businesses are suggested to all, and their spaces only in a search of spaces', async () => {
    assert.equal((await labels('quetz'))[0], 'business: Estudio Quetzal')
    assert.deepEqual(await labels('cabina ja', 'spaces'), ['space: Cabina Jade'])
    assert.ok(!(await labels('cabina ja')).some((one) => one.startsWith('space')))
    assert.ok((await labels('consul', 'spaces')).includes('category: Consultorio'))
    assert.deepEqual(await labels('valentina', 'spaces'), [])
  })

  test('one character, symbols and names of object properties suggest nothing', async () => {
    for (const q of ['v', '%_', "'':*", 'constructor', '__proto__', 'zzzzqx'])
      assert.deepEqual(await suggested(q), [], q)
    assert.ok(Array.isArray(await suggested("masaje' | 'x")))
  })

  test('an empty text, a too long one and an unknown type are refused', async () => {
    for (const query of ['', `q=${'a'.repeat(121)}`, 'q=corte&type=houses'])
      assert.equal((await fetch(`${kalli.url}/api/search/suggestions?${query}`)).status, 400, query)
  })

  test('suggestions are cached for a minute, and then refreshed', async () => {
    assert.ok((await labels('valenti')).includes('professional: Valentina Ibáñez'))
    const pause = (status: string) =>
      sql`update professionals set status = ${status} where id = ${ids.valentina}`.execute(
        kalli.database.kysely,
      )
    await pause('paused')
    assert.ok((await labels('valenti')).includes('professional: Valentina Ibáñez'))
    kalli.time.advance(2)
    assert.deepEqual(await labels('valenti'), [])
    await pause('published')
  })
})
