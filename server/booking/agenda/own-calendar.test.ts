/** A feed of a professional's agenda: by a secret address, with only what concerns them, and gone once revoked. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addOwnBlock } from '#contract/booking/agenda/calendar.ts'
import { makeOwnCalendar, ownCalendar, removeOwnCalendar } from '#contract/booking/agenda/own-calendar.ts'
import { booked, contactOf, held } from '#server/testing/bookings.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

const read = (address: string) => kalli.visitor().fetch('GET', new URL(address).pathname)

test('an anonymous visitor, a user without a profile and a host have no calendar address of a professional', async () => {
  assert.equal((await kalli.visitor().call(makeOwnCalendar)).status, 401)
  const person = await people.signIn(kalli, await people.account(kalli, { roles: ['professional'] }))
  assert.equal(refusalOf(await person.call(makeOwnCalendar)).code, 'no_profile')
  const { person: host } = await people.host(kalli)
  assert.equal((await host.call(ownCalendar)).status, 403)
})

test('the calendar feed has services and clients’ first names, and a replaced or revoked address stops working', async () => {
  const at = await people.bookable(kalli)
  const { person } = at.professional
  const client = contactOf({ firstName: 'Paola', lastName: 'Nava' })
  const visit = await booked(kalli, at, { contact: client })
  await person.call(addOwnBlock, {
    body: { startsAt: '2026-11-26T18:00:00Z', endsAt: '2026-11-26T19:00:00Z', reason: 'Dentista' },
  })
  // A hold is not yet a visit.
  await held(kalli.visitor(), at, '2026-11-25', 6)
  const other = await people.bookable(kalli)
  await booked(kalli, other, { contact: contactOf({ firstName: 'Ximena', lastName: 'Rey' }) })

  assert.equal((await person.call(ownCalendar)).body.madeAt, null)
  const first = await person.call(makeOwnCalendar)
  assert.equal(first.status, 200, JSON.stringify(first.body))
  const file = await read(first.body.address)
  assert.equal(file.status, 200)
  assert.match(file.headers.get('content-type') ?? '', /^text\/calendar/)
  assert.match(file.headers.get('cache-control') ?? '', /no-store/)
  const text = (await file.text()).replaceAll('\r\n ', '')
  assert.deepEqual(
    [...text.matchAll(/SUMMARY:(.*)\r\n/g)].map(([, title]) => title),
    ['Corte y peinado · Paola', 'Dentista'],
  )
  assert.ok(text.includes(`UID:kalli-${visit.id}@127.0.0.1`))
  for (const said of ['Nava', 'Ximena', client.email, client.phone]) assert.ok(!text.includes(said), said)

  const second = await person.call(makeOwnCalendar)
  assert.equal((await read(first.body.address)).status, 404)
  assert.equal((await read(second.body.address)).status, 200)
  assert.ok((await person.call(ownCalendar)).body.madeAt)
  const { rows } = await kalli.database.pool.query<{ row: string }>(
    'select own_calendars::text as row from own_calendars',
  )
  assert.ok(
    !rows.some(({ row }) => row.includes(second.body.address.slice(-47, -4))),
    'only its digest is kept',
  )
  // Removing another professional's address leaves this one valid.
  assert.equal((await other.professional.person.call(removeOwnCalendar)).status, 200)
  assert.equal((await read(second.body.address)).status, 200)
  assert.equal((await person.call(removeOwnCalendar)).status, 200)
  assert.equal((await person.call(removeOwnCalendar)).status, 200)
  assert.equal((await read(second.body.address)).status, 404)
  assert.equal((await read(`${kalli.work().config.publicUrl}/api/own-calendars/nada.ics`)).status, 404)
})
