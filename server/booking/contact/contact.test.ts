/** A client who books without an account proves that the email is theirs, and until then learns nothing of its owner. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as holds from '#contract/booking/hold.ts'
import * as checkout from '#contract/booking/checkout.ts'
import { booked, confirmContact, contactOf, held, pay, slotOn } from '#server/testing/bookings.ts'
import { drain } from '#server/platform/jobs.ts'
import { startTestServer, testSecret, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'
import { digitsOf } from '#server/verification/rules.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer({ config: { logLevel: 'silent', rateLimits: true } })
})
after(() => kalli.close())

const send = (who: Person, id: string, email: string) =>
  who.call(holds.sendContactCode, { params: { id }, body: { email } })
const enter = (who: Person, id: string, email: string, code: string) =>
  who.call(holds.enterContactCode, { params: { id }, body: { email, code } })
const order = (who: Person, holdId: string, contact = contactOf()) =>
  who.call(checkout.book, { body: { holdId, contact, payment: { method: 'card', token: 'tok_ok' } } })

test('without the code nothing is booked or charged, and with it the booking is confirmed', async () => {
  const at = await people.bookable(kalli)
  const visitor = kalli.visitor()
  const hold = await held(visitor, at)
  const contact = contactOf()
  const refused = await order(visitor, hold.id, contact)
  assert.deepEqual([refused.status, refusalOf(refused).code], [409, 'contact_unconfirmed'])
  const sent = await send(visitor, hold.id, contact.email)
  assert.equal(sent.body.confirmed, false)
  assert.equal(refusalOf(await order(visitor, hold.id, contact)).code, 'contact_unconfirmed')
  await drain(kalli)
  const emailMessage = await kalli.database.kysely
    .selectFrom('mails')
    .select('subject')
    .where('to_address', '=', contact.email)
    .executeTakeFirstOrThrow()
  const code = /^\d{6}/.exec(emailMessage.subject)?.[0] ?? ''
  const answer = await enter(visitor, hold.id, contact.email, code)
  assert.deepEqual([answer.status, answer.body], [200, { known: null }])
  assert.equal((await order(visitor, hold.id, contact)).body.status, 'confirmed')
  const { rows } = await kalli.database.pool.query('select count(*)::integer as n from payments')
  assert.deepEqual(rows, [{ n: 1 }])
})

test('a visitor with another person’s e-mail learns neither that they are busy nor their name, and cannot book', async () => {
  const at = await people.bookable(kalli)
  const other = await people.bookable(kalli)
  const victim = contactOf({ firstName: 'Xóchitl' })
  const theirs = await booked(kalli, at, { contact: victim })
  const stranger = kalli.visitor()
  // At the same hour the victim has another appointment.
  const hold = await held(stranger, other, '2026-11-25', 0)
  assert.equal(hold.startsAt, theirs.startsAt)
  const answer = await order(stranger, hold.id, victim)
  assert.equal(refusalOf(answer).code, 'contact_unconfirmed', 'not client_busy')
  const unknown = await order(stranger, hold.id, contactOf())
  assert.deepEqual(refusalOf(answer), refusalOf(unknown))
  kalli.time.advance(1)
  assert.equal((await send(stranger, hold.id, victim.email)).status, 200)
  const guess = await enter(stranger, hold.id, victim.email, '000000')
  assert.equal(guess.status, 400)
  assert.ok(!JSON.stringify(guess.body).includes('Xóchitl'))
  assert.equal((await order(stranger, hold.id, victim)).status, 409)
})

test('a client returning on another browser gets their details only after the code', async () => {
  const at = await people.bookable(kalli)
  const contact = contactOf({ firstName: 'Inés', lastName: 'Soto', phone: '+525533334444' })
  await booked(kalli, at, { contact: { ...contact, phone: '+525533330000' } })
  kalli.time.advance(2)
  // The number has changed since: the last one is returned.
  await booked(kalli, at, { contact, place: 4 })
  kalli.time.advance(2)
  const visitor = kalli.visitor()
  const hold = await held(visitor, at, '2026-11-26')
  const sent = await send(visitor, hold.id, contact.email)
  assert.ok(!JSON.stringify(sent.body).includes('Inés'))
  const answer = await enter(visitor, hold.id, contact.email, digitsOf(testSecret, sent.body.codeId ?? ''))
  assert.deepEqual(answer.body.known, { firstName: 'Inés', lastName: 'Soto', phone: '+525533334444' })
})

test('a code is valid for one browser and one address', async () => {
  const at = await people.bookable(kalli)
  const mine = kalli.visitor()
  const hold = await held(mine, at)
  const email = contactOf().email
  const { codeId } = (await send(mine, hold.id, email)).body
  const code = digitsOf(testSecret, codeId ?? '')
  const stranger = kalli.visitor()
  const theirs = await held(stranger, at, undefined, 4)
  assert.equal((await enter(stranger, hold.id, email, code)).status, 404)
  assert.equal(refusalOf(await enter(stranger, theirs.id, email, code)).code, 'code_expired')
  const another = contactOf().email
  assert.equal(refusalOf(await enter(mine, hold.id, another, code)).code, 'code_expired')
  assert.equal((await enter(mine, hold.id, email, code)).status, 200)
  assert.equal(
    refusalOf(await order(mine, hold.id, contactOf({ email: another }))).code,
    'contact_unconfirmed',
  )
})

test('a code needs a hold of the same browser, and a minute between two codes', async () => {
  const at = await people.bookable(kalli)
  const visitor = kalli.visitor()
  assert.equal((await send(visitor, crypto.randomUUID(), 'x@ejemplo.mx')).status, 404)
  const hold = await held(visitor, at)
  const email = contactOf().email
  assert.equal((await send(kalli.visitor(), hold.id, email)).status, 404)
  assert.equal((await send(visitor, hold.id, email)).status, 200)
  assert.equal(refusalOf(await send(visitor, hold.id, email)).code, 'code_too_soon')
  assert.equal(refusalOf(await send(visitor, hold.id, contactOf().email)).code, 'code_too_soon')
})

test('thirty concurrent guesses count as five tries, and then even the right code is refused', async () => {
  const at = await people.bookable(kalli)
  const visitor = kalli.visitor()
  const hold = await held(visitor, at)
  const email = contactOf().email
  const { codeId } = (await send(visitor, hold.id, email)).body
  const code = digitsOf(testSecret, codeId ?? '')
  const wrong = code === '000000' ? '111111' : '000000'
  const answers = await Promise.all(Array.from({ length: 30 }, () => enter(visitor, hold.id, email, wrong)))
  const counted = answers.filter((one) => JSON.stringify(refusalOf(one).details ?? {}).includes('triesLeft'))
  assert.equal(counted.length, 5)
  assert.equal(refusalOf(await enter(visitor, hold.id, email, code)).code, 'code_used_up')
})

test('an e-mail stays verified for a day on the same browser, and a signed-in user needs no code', async () => {
  const at = await people.bookable(kalli)
  const visitor = kalli.visitor()
  const contact = contactOf()
  await booked(kalli, at, { who: visitor, contact })
  const second = await held(visitor, at, '2026-11-26')
  assert.equal((await send(visitor, second.id, contact.email)).body.confirmed, true)
  assert.equal((await order(visitor, second.id, contact)).body.status, 'confirmed')
  kalli.time.advance(24 * 60 + 1)
  const third = await held(visitor, at, '2026-11-27')
  assert.equal(refusalOf(await order(visitor, third.id, contact)).code, 'contact_unconfirmed')

  const member = await people.signIn(kalli, await people.account(kalli))
  const slot = await slotOn(member, at, '2026-11-28')
  const own = await member.call(holds.hold, { body: { slotToken: slot.token } })
  const needed = await confirmContact(member, own.body.id, contact.email)
  assert.deepEqual(needed.body, {
    confirmed: true,
    codeId: null,
    sentBy: null,
    resendInSeconds: 0,
    outbox: null,
  })
  assert.equal((await pay(member, own.body.id)).body.status, 'confirmed')
})
