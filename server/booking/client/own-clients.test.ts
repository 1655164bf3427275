/** A professional's clients: which clients are listed, what is counted, what she notes and who never reads it. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as booking from '#contract/booking/booking.ts'
import * as attendance from '#contract/booking/attendance.ts'
import * as contract from '#contract/booking/client/own-client.ts'
import { forgetNotes } from '#server/booking/client/own-clients.ts'
import { drain } from '#server/platform/jobs.ts'
import { booked, contactOf, type Bookable, hereOf } from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

const stylist = () => people.bookable(kalli, { noticeMinutes: 0 })

/** A visit at the first free hour of a date, given and divided. */
const served = async (at: Bookable, contact: ReturnType<typeof contactOf>, date: string) => {
  kalli.time.set(testNow)
  const one = await booked(kalli, at, { date, place: 2, contact })
  const params = { id: one.id }
  kalli.time.set(new Date(one.startsAt))
  await at.professional.person.call(attendance.checkIn, { params, body: await hereOf(kalli, params.id) })
  kalli.time.set(new Date(one.endsAt))
  await at.professional.person.call(attendance.checkOut, { params, body: {} })
  const done = await one.who.call(attendance.complete, { params, query: { t: one.t } })
  assert.equal(done.status, 200, JSON.stringify(done.body))
  await drain(kalli)
  return one
}

const clientsOf = async (at: Bookable, query: { q?: string; limit?: number; cursor?: string } = {}) => {
  const answer = await at.professional.person.call(contract.ownClients, { query })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}

test('counts visits, spending, last and next visit from the professional’s own visits alone', async () => {
  const at = await stylist()
  const neighbour = await stylist()
  const contact = contactOf({ firstName: 'Itzel', lastName: 'Muñoz' })
  const first = await served(at, contact, '2026-11-20')
  const second = await served(at, contact, '2026-11-21')
  await served(neighbour, contact, '2026-11-23')
  kalli.time.set(new Date(second.endsAt))
  const next = await booked(kalli, at, { date: '2026-11-26', contact })
  const [one, ...others] = await clientsOf(at)
  assert.ok(one)
  assert.equal(others.length, 0)
  assert.deepEqual(
    { ...one, id: 0, clientId: 0 },
    {
      id: 0,
      clientId: 0,
      firstName: 'Itzel',
      lastName: 'Muñoz',
      phone: contact.phone,
      visits: 2,
      spentCents: 200_000,
      noShows: 0,
      last: { startsAt: second.startsAt, zone: one.last?.zone },
      next: { startsAt: next.startsAt, zone: one.next?.zone },
      lastVisitAt: second.startsAt,
      email: null,
      birthday: null,
      tags: [],
    },
  )
  const params = { id: one.id }
  const { body } = await at.professional.person.call(contract.ownClient, { params })
  assert.deepEqual(
    body.visits.map(({ id }) => id),
    [next.id, second.id, first.id],
  )
  assert.deepEqual(body.note, { text: '', version: 0, updatedAt: null })
  assert.equal(
    (await neighbour.professional.person.call(contract.ownClient, { params })).body.visits.length,
    1,
  )
})

test('sorted by last visit, an upcoming visit does not move a client up, and clients without one come last', async () => {
  const at = await stylist()
  const contacts = ['Ana', 'Beto', 'Celia'].map((firstName) => contactOf({ firstName, lastName: 'Orden' }))
  const [ana, beto, celia] = contacts
  assert.ok(ana && beto && celia)
  await served(at, ana, '2026-11-20')
  const last = await served(at, beto, '2026-11-21')
  kalli.time.set(new Date(last.endsAt))
  await booked(kalli, at, { date: '2026-11-26', contact: ana })
  await booked(kalli, at, { date: '2026-11-27', contact: celia })
  const names = (await clientsOf(at)).map(({ firstName }) => firstName)
  assert.deepEqual(names, ['Beto', 'Ana', 'Celia'])
})

test('the list is paginated and searched without accents, and a hold does not create a client', async () => {
  const at = await stylist()
  for (const [place, firstName] of ['Ángela', 'Berta', 'Carla'].entries())
    await booked(kalli, at, { date: '2026-11-26', place: place * 4, contact: contactOf({ firstName }) })
  const names = async (query: Parameters<typeof clientsOf>[1]) =>
    (await clientsOf(at, query)).map(({ firstName }) => firstName)
  assert.deepEqual(await names({}), ['Ángela', 'Berta', 'Carla'])
  assert.deepEqual(await names({ q: 'angela h' }), ['Ángela'])
  assert.deepEqual(await names({ q: '%' }), [])
  const page = await at.professional.person.call(contract.ownClients, { query: { limit: 2 } })
  const next = /cursor=([^&>]+)/.exec(page.headers.get('link') ?? '')?.[1] ?? ''
  assert.deepEqual(await names({ limit: 2, cursor: decodeURIComponent(next) }), ['Carla'])
})

test('a note is its author’s alone, is not overwritten from a stale page, and is deleted with the account', async () => {
  const at = await stylist()
  const neighbour = await stylist()
  const contact = contactOf()
  const mine = await booked(kalli, at, { date: '2026-11-26', contact })
  await booked(kalli, neighbour, { date: '2026-11-27', contact })
  const [one] = await clientsOf(at)
  assert.ok(one)
  const params = { id: one.id }
  const note = (by: Bookable, text: string, version: number) =>
    by.professional.person.call(contract.noteClient, { params, body: { text, version } })
  const read = async (by: Bookable) =>
    (await by.professional.person.call(contract.ownClient, { params })).body.note
  assert.equal((await note(at, 'Alergia al amoniaco.', 0)).body.version, 1)
  assert.equal(refusalOf(await note(at, 'Otra cosa.', 0)).code, 'stale_version')
  assert.equal((await note(at, 'Alergia al amoniaco; sin secadora.', 1)).body.version, 2)
  assert.equal((await read(neighbour)).text, '')
  const both = await Promise.all([note(neighbour, 'Uno', 0), note(neighbour, 'Dos', 0)])
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409])
  const stranger = await stylist()
  assert.equal(refusalOf(await note(stranger, 'Nada', 0)).code, 'not_found')

  const { body } = await mine.who.call(booking.booking, { params: { id: mine.id }, query: { t: mine.t } })
  assert.ok(!JSON.stringify(body).includes('amoniaco'))
  const ofHost = await at.host.person.call(booking.booking, { params: { id: mine.id } })
  assert.ok(!JSON.stringify(ofHost.body).includes('amoniaco'))

  await forgetNotes(kalli.work(), { professionalId: at.professional.id, clientIds: [] })
  assert.deepEqual([(await read(at)).version, (await read(neighbour)).version], [0, 1])
  await forgetNotes(kalli.work(), { professionalId: null, clientIds: [one.id] })
  assert.equal((await read(neighbour)).version, 0)
})
