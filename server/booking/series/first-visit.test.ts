/**
 * A service for first visits: a client with a past or upcoming visit to this professional books another service; of two at once one is
 * confirmed.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { book } from '#contract/booking/checkout.ts'
import { cancel, cancelQuote } from '#contract/booking/cancellation.ts'
import { slots } from '#contract/availability/availability.ts'
import { changeSlots } from '#contract/booking/change/change.ts'
import { changeService, services } from '#contract/service/service.ts'
import { seriesPreview } from '#contract/booking/series/series.ts'
import { booked, confirmContact, contactOf, held, pay, type Bookable } from '#server/testing/bookings.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

/** A professional with a service for all clients and one for first visits. */
const stylist = async () => {
  const at = await people.bookable(kalli, { durationMinutes: 60, stepMinutes: 60, noticeMinutes: 0 })
  const { person, id } = at.professional
  const serviceId = await people.service(kalli, id, { durationMinutes: 30, noticeMinutes: 0 })
  const own = (await person.call(services)).body.find((one) => one.id === serviceId)
  assert.ok(own)
  const saved = await person.call(changeService, {
    params: { id: serviceId },
    body: { ...own, firstVisitOnly: true },
  })
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  assert.equal(saved.body.firstVisitOnly, true)
  return { at, first: { ...at, serviceId } satisfies Bookable }
}

test('a new client books a first visit once, and cannot repeat it or book a second one while it is upcoming', async () => {
  const { first } = await stylist()
  const contact = contactOf()
  const visit = await booked(kalli, first, { contact })
  const again = await held(kalli.visitor(), first, undefined, 3)
  const refused = await pay(kalli.visitor(), again.id, 'tok_ok', contact)
  assert.equal(refusalOf(refused).code, 'not_found', 'somebody else’s hold')
  const preview = await visit.who.call(seriesPreview, {
    params: { id: visit.id },
    query: { every: '1w', times: 2, t: visit.t },
  })
  assert.equal(refusalOf(preview).code, 'move_not_allowed')
  assert.match(refusalOf(preview).message, /primera visita/)

  const visitor = kalli.visitor()
  const next = await held(visitor, first, undefined, 4)
  assert.equal(refusalOf(await pay(visitor, next.id, 'tok_ok', contact)).code, 'first_visit_only')
  const { rows } = await kalli.database.pool.query('select status from bookings where id = $1', [next.id])
  assert.deepEqual(rows, [{ status: 'held' }])
  const { rows: money } = await kalli.database.pool.query('select 1 from payments where booking_id = $1', [
    next.id,
  ])
  assert.deepEqual(money, [], 'nothing was asked of a bank')
})

test('an upcoming visit for another service counts, one with another professional or cancelled does not', async () => {
  const { at, first } = await stylist()
  const contact = contactOf()
  await booked(kalli, await people.bookable(kalli, { noticeMinutes: 0 }), { contact, date: '2026-11-26' })
  const other = await booked(kalli, at, { contact })
  const visitor = kalli.visitor()
  const hold = await held(visitor, first, undefined, 9)
  assert.equal(refusalOf(await pay(visitor, hold.id, 'tok_ok', contact)).code, 'first_visit_only')
  const requested = { params: { id: other.id }, query: { t: other.t } }
  const { body: quote } = await other.who.call(cancelQuote, { ...requested, body: { as: 'client' } })
  const cancelled = await other.who.call(cancel, { ...requested, body: { quoteToken: quote.token } })
  assert.equal(cancelled.status, 200, JSON.stringify(cancelled.body))
  const paid = await pay(visitor, hold.id, 'tok_ok', contact)
  assert.equal(paid.status, 201, JSON.stringify(paid.body))
})

test('a client’s earlier visits are not revealed before their mailbox is verified', async () => {
  const { first } = await stylist()
  const contact = contactOf()
  await booked(kalli, first, { contact })
  const stranger = kalli.visitor()
  const hold = await held(stranger, first, undefined, 5)
  const requested = await stranger.call(book, {
    body: { holdId: hold.id, contact, payment: { method: 'card', token: 'tok_ok' } },
  })
  assert.equal(refusalOf(requested).code, 'contact_unconfirmed')
})

test('of two first visits of one client at once exactly one is confirmed, ten times', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { first } = await stylist()
    const contact = contactOf()
    const [one, two] = [kalli.visitor(), kalli.visitor()]
    const holds = [await held(one, first, undefined, 0), await held(two, first, undefined, 4)]
    for (const [place, who] of [one, two].entries())
      await confirmContact(who, holds[place]?.id ?? '', contact.email)
    const answers = await Promise.all(
      [one, two].map((who, place) => pay(who, holds[place]?.id ?? '', 'tok_ok', contact)),
    )
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted(),
      [201, 409],
      JSON.stringify(answers.map(({ body }) => body)),
    )
  }
})

test('a signed-in returning client is told before choosing an hour, and their own first visit can still move', async () => {
  const { at, first } = await stylist()
  const email = 'vuelvo@example.test'
  const accountId = await people.account(kalli, { email, roles: ['client'] })
  await people.reachLevel(kalli, accountId, 2)
  const person = await people.signIn(kalli, accountId)
  const look = (serviceId: number, who = person) =>
    who.call(slots, {
      query: { professional: at.professional.id, service: serviceId, from: '2026-11-25', to: '2026-11-25' },
    })
  assert.equal((await look(first.serviceId)).status, 200)
  const visit = await booked(kalli, first, { who: person, contact: contactOf({ email }) })
  assert.equal(refusalOf(await look(first.serviceId)).code, 'first_visit_only')
  assert.equal((await look(at.serviceId)).status, 200, 'another service is for everybody')
  assert.equal((await look(first.serviceId, kalli.visitor())).status, 200, 'of a stranger nothing is known')
  const elsewhere = await person.call(changeSlots, {
    params: { id: visit.id },
    query: { as: 'client', from: '2026-11-26', to: '2026-11-26' },
  })
  assert.equal(elsewhere.status, 200, JSON.stringify(elsewhere.body))
  assert.ok(elsewhere.body.days[0]?.slots.length)
})
