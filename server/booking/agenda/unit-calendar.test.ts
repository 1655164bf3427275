/** A feed of a unit's taken time: its host makes the address, it contains no names, and once revoked it is not found. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addBlock } from '#contract/booking/agenda/block.ts'
import { makeUnitCalendar, removeUnitCalendar, unitCalendars } from '#contract/availability/unit-calendar.ts'
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

test('the unit’s calendar feed has taken time without names, and a replaced or revoked address stops working', async () => {
  const at = await people.bookable(kalli, { units: 1 })
  const { person } = at.host
  const list = async () => (await person.call(unitCalendars)).body
  const [unit] = await list()
  assert.ok(unit)
  assert.equal(unit.madeAt, null)
  const params = { id: unit.unitId }
  const stranger = await people.host(kalli)
  assert.equal(refusalOf(await stranger.person.call(makeUnitCalendar, { params })).code, 'not_found')
  assert.equal(refusalOf(await stranger.person.call(removeUnitCalendar, { params })).code, 'not_found')

  const client = contactOf({ firstName: 'Paola', lastName: 'Nava' })
  const visit = await booked(kalli, at, { contact: client })
  await person.call(addBlock, {
    params,
    body: { startsAt: '2026-11-26T18:00:00Z', endsAt: '2026-11-26T19:00:00Z', reason: 'Pintura' },
  })
  // A hold may be free a minute later.
  await held(kalli.visitor(), at, '2026-11-25', 6)

  const first = await person.call(makeUnitCalendar, { params })
  assert.equal(first.status, 200)
  const file = await read(first.body.address)
  assert.equal(file.status, 200)
  assert.match(file.headers.get('content-type') ?? '', /^text\/calendar/)
  const text = await file.text()
  const begins = [...text.matchAll(/DTSTART:(\S+)/g)].map(([, at]) => at)
  assert.equal(begins.length, 2)
  assert.ok(begins.includes('20261126T180000Z'))
  assert.equal(text.match(/SUMMARY:Ocupado/g)?.length, 2)
  for (const said of ['Paola', 'Nava', 'Ana', 'Rojas', 'Pintura', visit.id])
    assert.ok(!text.includes(said), said)

  const second = await person.call(makeUnitCalendar, { params })
  assert.equal((await read(first.body.address)).status, 404)
  assert.equal((await read(second.body.address)).status, 200)
  assert.ok((await list())[0]?.madeAt)
  const { rows } = await kalli.database.pool.query<{ row: string }>(
    'select unit_calendars::text as row from unit_calendars',
  )
  assert.ok(
    !rows.some(({ row }) => row.includes(second.body.address.slice(-47, -4))),
    'only its digest is kept',
  )
  assert.equal((await person.call(removeUnitCalendar, { params })).status, 200)
  assert.equal((await person.call(removeUnitCalendar, { params })).status, 200)
  assert.equal((await read(second.body.address)).status, 404)
  assert.equal((await read(`${kalli.work().config.publicUrl}/api/unit-calendars/nada.ics`)).status, 404)
})
