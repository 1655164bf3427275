/** The search of a list of bookings, over HTTP: each party finds by what it reads there, and by nothing it may not see. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as contract from '#contract/booking/booking.ts'
import * as cancellation from '#contract/booking/cancellation.ts'
import { booked, type Bookable, contactOf } from '#server/testing/bookings.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'

let kalli: TestServer
let at: Bookable
let client: Person
let visit: { id: string }
before(async () => {
  kalli = await startTestServer()
  at = await people.bookable(kalli, { name: 'Uñas acrílicas', units: 3 })
  client = await people.signIn(kalli, await people.account(kalli))
  const contact = { ...contactOf(), firstName: 'Íñigo', lastName: 'Peñaloza Ruiz', phone: '+525587654321' }
  visit = await booked(kalli, at, {
    who: client,
    place: 0,
    contact: { ...contact, note: 'Alérgico al acetato' },
  })
  // Another visit of the same professional and place, so that a search for the first has to distinguish them.
  await booked(kalli, at, {
    place: 4,
    contact: { ...contactOf(), firstName: 'Rosa', phone: '+525500001111' },
  })
})
after(() => kalli.close())

type Role = 'client' | 'professional' | 'host'
const personOf = (role: Role) =>
  ({ client, professional: at.professional.person, host: at.host.person })[role]
const foundBy = async (q: string, role: Role, tab: 'upcoming' | 'past' = 'upcoming', limit = 20) => {
  const answer = await personOf(role).call(contract.bookings, { query: { role, tab, q, limit } })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body.map(({ id }) => id)
}

test('the professional finds a visit by the client’s name in any order without accents, and by a certain telephone', async () => {
  for (const q of ['inigo', 'PEÑALOZA', 'penal ini', '8765 4321', 'iñigo acrilicas'])
    assert.deepEqual(await foundBy(q, 'professional'), [visit.id], q)
  // Both are of that service; a page is filled with matches.
  assert.equal((await foundBy('unas', 'professional')).length, 2)
  assert.deepEqual(await foundBy('unas', 'professional', 'upcoming', 1), [visit.id])
  // Two digits would match everyone, and pattern characters are literal.
  for (const q of ['87', '%', '_', '\\', 'nadie', 'inigo nadie'])
    assert.deepEqual(await foundBy(q, 'professional'), [], q)
  assert.deepEqual(await foundBy('inigo', 'professional', 'past'), [], 'only in its tab')
})

test('each party finds by what it may see, and never by notes or by others’ telephones, surnames and codes', async () => {
  const seen = await client.call(contract.booking, { params: { id: visit.id } })
  const { arrivalCode, professional, place } = seen.body
  assert.ok(arrivalCode)
  assert.deepEqual(await foundBy(arrivalCode, 'client'), [visit.id])
  assert.deepEqual(await foundBy(professional.firstName, 'client'), [visit.id])
  assert.deepEqual(await foundBy(place.name, 'client'), [visit.id])
  assert.deepEqual(await foundBy(arrivalCode, 'professional'), [])
  assert.deepEqual(await foundBy(arrivalCode, 'host'), [])
  assert.deepEqual(await foundBy('inigo', 'host'), [visit.id])
  for (const q of ['penaloza', '87654321', '5587654321']) assert.deepEqual(await foundBy(q, 'host'), [], q)
  // The note of a visit is shown in it; lists are not searched by it.
  for (const role of ['client', 'professional', 'host'] as const)
    assert.deepEqual(await foundBy('acetato', role), [], role)
})

test('another user’s visits are not found, and too long a search text is refused', async () => {
  const stranger = await people.signIn(kalli, await people.account(kalli))
  const others = { query: { role: 'client', q: 'unas' } } as const
  assert.deepEqual((await stranger.call(contract.bookings, others)).body, [])
  const other = await people.bookable(kalli)
  const theirs = { query: { role: 'professional', q: 'inigo' } } as const
  assert.deepEqual((await other.professional.person.call(contract.bookings, theirs)).body, [])
  const long = await client.call(contract.bookings, { query: { role: 'client', q: 'a'.repeat(81) } })
  assert.equal(refusalOf(long).code, 'invalid_input')
})

test('after a cancellation a visit is no longer found by its telephone', async () => {
  const cancelled = await booked(kalli, at, {
    place: 8,
    contact: { ...contactOf(), firstName: 'Berta', phone: '+525522223333' },
  })
  assert.deepEqual(await foundBy('5522223333', 'professional'), [cancelled.id])
  const { person } = at.professional
  const params = { id: cancelled.id }
  const quoted = await person.call(cancellation.cancelQuote, { params, body: { as: 'professional' } })
  await person.call(cancellation.cancel, {
    params,
    body: { quoteToken: quoted.body.token, reason: 'Un imprevisto.' },
  })
  assert.deepEqual(await foundBy('berta', 'professional', 'past'), [cancelled.id])
  assert.deepEqual(await foundBy('5522223333', 'professional', 'past'), [])
})
