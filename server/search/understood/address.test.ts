import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { understoodSearch } from '#contract/search/understood.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'

let kalli: TestServer
before(async () => {
  // Friday evening at the capital, already Saturday in Cancún.
  kalli = await startTestServer({ now: new Date('2026-11-21T05:30:00Z') })
})
after(() => kalli.close())

const understood = (q: string, type: 'professionals' | 'spaces' = 'professionals') =>
  kalli.visitor().call(understoodSearch, { query: { q, type } })

test('a visitor gets the search parameters that the words mean', async () => {
  const { status, body } = await understood('masaje jueves en la tarde en Roma menos de 600')
  assert.equal(status, 200)
  assert.deepEqual(body, {
    search: {
      category: 'massage',
      day: '2026-11-26',
      part: 'afternoon',
      location: 'Roma',
      city: 'Ciudad de México',
      state: 'Ciudad de México',
      maxPesos: '600',
    },
    near: false,
    isSentence: true,
  })
})

test('tomorrow is a date in the time zone of the named place', async () => {
  assert.equal((await understood('corte mañana')).body.search.day, '2026-11-21')
  assert.equal((await understood('corte mañana en Cancún')).body.search.day, '2026-11-22')
})

test('an hour says when the visit begins, and a range contains all of it', async () => {
  const hoursIn = async (q: string) => {
    const { from, to } = (await understood(q)).body.search
    return [from, to]
  }
  assert.deepEqual(await hoursIn('balayage sábado 11'), ['11:00', undefined])
  assert.deepEqual(await hoursIn('balayage sábado entre 11 y 2'), ['11:00', '14:00'])
  assert.deepEqual(await hoursIn('balayage sábado después de las 5'), ['17:00', '23:59'])
})

test('a name or a service alone is no sentence, and "cerca" is left to the browser', async () => {
  assert.equal((await understood('Lucía Hernández')).body.isSentence, false)
  assert.equal((await understood('masaje')).body.isSentence, false)
  assert.equal((await understood('uñas cerca')).body.near, true)
  assert.deepEqual((await understood('cabina con wifi', 'spaces')).body.search, {
    category: 'cabin',
    amenities: 'wifi',
  })
})

test('an empty text, a too long one and an unknown type are refused', async () => {
  for (const query of ['', `q=${'a'.repeat(121)}`, 'q=corte&type=houses'])
    assert.equal((await fetch(`${kalli.url}/api/search/understood?${query}`)).status, 400, query)
})
