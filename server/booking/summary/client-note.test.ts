/** The client's note to the professional at booking (docs/booking/visits.md). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as contract from '#contract/booking/booking.ts'
import * as checkout from '#contract/booking/checkout.ts'
import { acceptRequest } from '#contract/booking/request/request.ts'
import { answersEach, contactOf, held, pay, requested } from '#server/testing/bookings.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

test('a client’s note is visible to client and professional alone, and its telephone only once confirmed', async () => {
  const at = await people.bookable(kalli)
  await answersEach(at)
  const note = 'Tengo el cuero cabelludo sensible. Mi otro número: 55 1234 5678'
  const one = await requested(kalli, at, { contact: contactOf({ note: `  ${note} ` }) })
  const seenBy = async (who: Person, query: { t?: string; as?: 'professional' | 'host' }) => {
    const seen = await who.call(contract.booking, { params: { id: one.id }, query })
    assert.equal(seen.status, 200, JSON.stringify(seen.body))
    return seen.body
  }
  const { professional, host } = at
  assert.equal((await seenBy(one.who, { t: one.t })).note, note)
  const response = await seenBy(professional.person, { as: 'professional' })
  assert.equal(response.note, 'Tengo el cuero cabelludo sensible. Mi otro número: [teléfono oculto]')
  const said = await professional.person.call(acceptRequest, {
    params: { id: one.id },
    body: { as: 'professional', version: response.version },
  })
  assert.equal(said.status, 200, JSON.stringify(said.body))
  assert.equal((await seenBy(professional.person, { as: 'professional' })).note, note)
  const atTheBusiness = await seenBy(host.person, { as: 'host' })
  assert.equal(atTheBusiness.note, null)
  assert.doesNotMatch(JSON.stringify(atTheBusiness), /sensible/)
})

test('a note has at most three hundred characters, and an empty one is not stored', async () => {
  const at = await people.bookable(kalli)
  const who = kalli.visitor()
  const hold = await held(who, at)
  const long = await pay(who, hold.id, 'tok_ok', contactOf({ note: 'x'.repeat(checkout.maxOfNote + 1) }))
  assert.equal(refusalOf(long).code, 'invalid_input')
  const booked = await pay(who, hold.id, 'tok_ok', contactOf({ note: '   ' }))
  assert.equal(booked.status, 201, JSON.stringify(booked.body))
  assert.equal(booked.body.note, null)
})
