/** A client who retries while a bank is still being called, or after a lost reply: their last input counts (docs/booking/visits.md). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as contract from '#contract/booking/booking.ts'
import * as checkout from '#contract/booking/checkout.ts'
import * as holds from '#contract/booking/hold.ts'
import type { Call } from '#contract/platform/endpoint.ts'
import { BookedHold } from '#contract/booking/checkout/lost-hold.ts'
import { approve } from '#server/testing/processor/bank.ts'
import { booked, claimsOf, confirmContact, contactOf, held, pay } from '#server/testing/bookings.ts'
import { heldFor } from '#server/testing/classes.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

const invoice = {
  rfc: 'HEGL900101AB1',
  legalName: 'Lucía Hernández García',
  regime: '612',
  use: 'G03',
  postalCode: '06700',
  email: 'facturas@example.test',
}
type Order = Call<typeof checkout.book>['body']
const sendOrder = (who: Person, body: Order) => who.call(checkout.book, { body })

/** What is stored of a booking: contact, companions, and the promised tip. */
const savedOf = async (id: string) => {
  const { rows } = await kalli.database.pool.query<{
    contact: { firstName: string; phone: string; email: string; note?: string; invoice?: unknown }
    along: string[]
    tip: number | null
    email: string
  }>(
    `select contact, clients.email,
      array(select first_name from booking_companions where booking_id = bookings.id order by person) as along,
      (select amount_cents::int from tip_promises where booking_id = bookings.id) as tip
     from bookings join clients on clients.id = client_id where bookings.id = $1`,
    [id],
  )
  const [row] = rows
  assert.ok(row)
  return row
}

const chargesOf = async (id: string) => {
  const { rows } = await kalli.database.pool.query<{ status: string }>(
    `select status from standin.charges where reference in (select id::text from payments where booking_id = $1)
     order by status`,
    [id],
  )
  return rows.map(({ status }) => status)
}

test('paying again with another card saves the telephone, note, invoice and tip that were sent last', async () => {
  const at = await people.bookable(kalli)
  const who = kalli.visitor()
  const hold = await held(who, at)
  const contact = contactOf({ phone: '+525500000000', note: 'Llego en bici.' })
  const requested = await pay(who, hold.id, 'tok_3ds', contact, undefined, {}, 10_000)
  assert.equal(requested.body.status, 'awaiting_payment')
  const corrected = { ...contact, phone: '+525511112222', note: 'Llego a pie.', invoice }
  const paid = await sendOrder(who, {
    holdId: hold.id,
    contact: corrected,
    payment: { method: 'card', token: 'tok_ok', tipCents: 15_000 },
  })
  assert.equal(paid.body.status, 'confirmed', JSON.stringify(paid.body))
  assert.deepEqual([paid.body.note, paid.body.invoice], ['Llego a pie.', invoice])
  const saved = await savedOf(hold.id)
  assert.deepEqual([saved.contact, saved.tip], [{ ...corrected, proved: 'email' }, 15_000])
  const seen = await at.professional.person.call(contract.booking, {
    params: { id: hold.id },
    query: { as: 'professional' },
  })
  assert.deepEqual([seen.body.note, seen.body.invoice], ['Llego a pie.', invoice])
  assert.equal((await claimsOf(kalli, hold.id)).length, 3)
  // The authorization of the first card is released.
  assert.deepEqual(await chargesOf(hold.id), ['authorized', 'voided'])
  assert.equal(await people.trialBalance(kalli), 0)
})

test('if the bank approved meanwhile the client is charged once, and the corrected details are saved', async () => {
  const at = await people.bookable(kalli)
  const who = kalli.visitor()
  const hold = await held(who, at)
  const contact = contactOf({ phone: '+525500000000' })
  const requested = await pay(who, hold.id, 'tok_3ds', contact)
  await approve(kalli, who, requested.body.payment?.actionUrl)
  const corrected = { ...contact, phone: '+525511112222' }
  const paid = await sendOrder(who, {
    holdId: hold.id,
    contact: corrected,
    payment: { method: 'card', token: 'tok_ok' },
  })
  assert.equal(paid.body.status, 'confirmed')
  assert.deepEqual((await savedOf(hold.id)).contact, { ...corrected, proved: 'email' })
  assert.equal((await chargesOf(hold.id)).length, 1)
})

test('a retry replaces the companions, and a minor without an adult is refused and changes nothing', async () => {
  const at = await people.bookable(kalli, { name: 'Corte', durationMinutes: 45, units: 1 })
  const who = kalli.visitor()
  await kalli.database.kysely
    .updateTable('spaces')
    .set({ capacity: 4 })
    .where('id', '=', at.space.id)
    .execute()
  const { id } = await heldFor(who, at, 2)
  const contact = contactOf()
  const along = (firstName: string, isMinor = false) => ({ companions: [{ person: 2, firstName, isMinor }] })
  const requested = await pay(who, id, 'tok_3ds', contact, undefined, along('Leo'))
  assert.equal(requested.body.status, 'awaiting_payment', JSON.stringify(requested.body))
  const minor = await pay(who, id, 'tok_ok', contact, undefined, along('Mía', true))
  assert.equal(refusalOf(minor).code, 'adult_needed')
  assert.deepEqual((await savedOf(id)).along, ['Leo'])
  const paid = await pay(who, id, 'tok_ok', contact, undefined, { ...along('Mía', true), adult: true })
  assert.equal(paid.body.status, 'confirmed', JSON.stringify(paid.body))
  assert.deepEqual((await savedOf(id)).along, ['Mía'])
})

test('a retry with another e-mail must verify it first, and the visit then belongs to that client', async () => {
  const at = await people.bookable(kalli)
  const who = kalli.visitor()
  const hold = await held(who, at)
  const first = contactOf()
  await pay(who, hold.id, 'tok_3ds', first)
  const other = contactOf()
  const order: Order = {
    holdId: hold.id,
    contact: other,
    payment: { method: 'card', token: 'tok_ok' },
  }
  assert.equal(refusalOf(await sendOrder(who, order)).code, 'contact_unconfirmed')
  assert.equal((await savedOf(hold.id)).email, first.email)
  await confirmContact(who, hold.id, other.email)
  const paid = await sendOrder(who, order)
  assert.equal(paid.body.status, 'confirmed', JSON.stringify(paid.body))
  const saved = await savedOf(hold.id)
  assert.deepEqual([saved.email, saved.contact.email], [other.email, other.email])
  assert.equal((await claimsOf(kalli, hold.id)).length, 3, 'one client’s time, the last one’s')
  // The first client is free at that hour.
  const again = kalli.visitor()
  const same = await people.bookable(kalli)
  const theirs = await held(again, same)
  assert.equal((await pay(again, theirs.id, 'tok_ok', first)).body.status, 'confirmed')
})

test('a returning client cannot book a first visit with another e-mail while the bank’s approval is pending', async () => {
  const at = await people.bookable(kalli)
  const contact = contactOf()
  await booked(kalli, at, { contact })
  await kalli.database.kysely
    .updateTable('services')
    .set({ first_visit_only: true })
    .where('id', '=', at.serviceId)
    .execute()
  const who = kalli.visitor()
  const hold = await held(who, at, '2026-11-26')
  const fresh = contactOf()
  await pay(who, hold.id, 'tok_3ds', fresh)
  assert.equal(refusalOf(await pay(who, hold.id, 'tok_ok', contact)).code, 'first_visit_only')
  assert.equal((await savedOf(hold.id)).email, fresh.email)
  assert.deepEqual(await chargesOf(hold.id), ['requires_action'])
})

test('a stranger who sends another client’s contact details finds nothing and changes nothing', async () => {
  const at = await people.bookable(kalli)
  const who = kalli.visitor()
  const hold = await held(who, at)
  const contact = contactOf()
  await pay(who, hold.id, 'tok_3ds', contact)
  const stranger = await sendOrder(kalli.visitor(), {
    holdId: hold.id,
    contact: { ...contact, phone: '+525599999999' },
    payment: { method: 'card', token: 'tok_ok' },
  })
  assert.equal(refusalOf(stranger).code, 'not_found')
  assert.equal((await savedOf(hold.id)).contact.phone, contact.phone)
})

test('after a lost reply, a new key returns the confirmed booking, and the old key with other details is refused', async () => {
  const at = await people.bookable(kalli)
  const who = kalli.visitor()
  const hold = await held(who, at)
  const contact = contactOf()
  const key = crypto.randomUUID()
  const first = await pay(who, hold.id, 'tok_ok', contact, key)
  assert.equal(first.body.status, 'confirmed')
  const corrected = { ...contact, phone: '+525599999999' }
  assert.equal(refusalOf(await pay(who, hold.id, 'tok_ok', corrected, key)).code, 'idempotency_mismatch')
  const again = await pay(who, hold.id, 'tok_ok', corrected, crypto.randomUUID())
  assert.deepEqual([again.status, again.body.id, again.body.status], [201, hold.id, 'confirmed'])
  assert.equal((await savedOf(hold.id)).contact.phone, contact.phone, 'what stands is changed elsewhere')
  assert.equal((await chargesOf(hold.id)).length, 1)
  // A client who only views it is led to it.
  const read = await who.call(holds.readHold, { params: { id: hold.id } })
  assert.deepEqual(BookedHold.parse(refusalOf(read).details), { bookedId: hold.id })
})
