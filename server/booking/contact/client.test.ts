/** Visits booked without an account move to the account that confirms the same mailbox or telephone; those of others do not. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import * as booking from '#contract/booking/booking.ts'
import * as talk from '#contract/conversation/conversation.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { enterCode, sendCode } from '#contract/verification/verification.ts'
import { drain } from '#server/platform/jobs.ts'
import { booked, contactOf, held, pay } from '#server/testing/bookings.ts'
import { startTestServer, testSecret, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import type { Person } from '#server/testing/person.ts'
import { bookedByPhone } from '#server/testing/telephones.ts'
import { digitsOf } from '#server/verification/rules.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer({ config: { logLevel: 'silent' } })
})
after(() => kalli.close())

const opened = async (email: string) => {
  const id = await people.account(kalli, { firstName: 'Rosa', email })
  return { id, email, person: await people.signIn(kalli, id) }
}

/** Enters the code that was sent there, as the settings do. */
const show = async (
  { id, person }: Awaited<ReturnType<typeof opened>>,
  at: Input<typeof sendCode>['body'] = { channel: 'email' },
) => {
  // The code of the booking was another one.
  kalli.time.advance(2)
  await kalli.database.kysely
    .updateTable('sessions')
    .set({ proven_at: kalli.clock() })
    .where('account_id', '=', id)
    .execute()
  const requested = await person.call(sendCode, { body: at })
  assert.equal(requested.status, 200, JSON.stringify(requested.body))
  const { rows } = await kalli.database.pool.query<{ id: string }>(
    'select id from verification_codes where account_id = $1 order by created_at desc, id limit 1',
    [id],
  )
  return person.call(enterCode, {
    body: { channel: at.channel, code: digitsOf(testSecret, rows[0]?.id ?? '') },
  })
}

const listOf = async (who: Person) =>
  (await who.call(booking.bookings, { query: { role: 'client' } })).body.map(({ id }) => id)
const clientsOf = async (email: string) =>
  (
    await kalli.database.kysely
      .selectFrom('clients')
      .select(['id', 'account_id'])
      .where('email', '=', email)
      .execute()
  ).length

test('a new account shows earlier visits once its mailbox is verified, and not before', async () => {
  const at = await people.bookable(kalli)
  const contact = contactOf()
  const one = await booked(kalli, at, { contact, place: 2 })
  const other = await booked(kalli, at, { place: 4 })
  const where = { kind: 'booking' as const, id: one.id }
  const question = { id: randomUUID(), text: '¿Hay estacionamiento?' }
  await kalli.visitor().call(talk.sendMessage, { params: where, query: { t: one.t }, body: question })
  const answer = { id: randomUUID(), text: 'Sí, enfrente' }
  await at.professional.person.call(talk.sendMessage, { params: where, query: {}, body: answer })
  const account = await opened(contact.email)
  assert.deepEqual(await listOf(account.person), [])
  assert.equal((await account.person.call(booking.booking, { params: { id: one.id } })).status, 404)
  assert.equal((await show(account)).status, 200)
  await drain(kalli)
  assert.deepEqual(await listOf(account.person), [one.id])
  assert.equal((await account.person.call(booking.booking, { params: { id: other.id } })).status, 404)
  // Messages written as a visitor move too, and count as unread.
  const talks = (await account.person.call(talk.conversations, { query: {} })).body
  assert.deepEqual(
    talks.map(({ about, as, unread, last }) => [about, as, unread, last.text]),
    [[one.id, 'client', 1, 'Sí, enfrente']],
  )
  assert.equal((await account.person.call(talk.conversationCount)).body.count, 1)
  // The link in the email still opens it, and the professional sees the client.
  const byLink = await kalli
    .visitor()
    .call(booking.booking, { params: { id: one.id }, query: { t: one.t, as: 'client' } })
  assert.equal(byLink.status, 200)
  assert.equal(await clientsOf(contact.email), 1)
})

test('a visit booked by telephone alone joins the account that verifies the number, and stays there', async () => {
  const at = await people.bookable(kalli)
  const phone = '+525510203040'
  const visit = await bookedByPhone(kalli, kalli.visitor(), at, { phone, place: 2 })
  const other = await opened(contactOf().email)
  assert.equal((await show(other, { channel: 'sms', address: '+525510203041' })).status, 200)
  const account = await opened(contactOf().email)
  await show(account)
  await drain(kalli)
  assert.deepEqual(await listOf(account.person), [])
  assert.equal((await show(account, { channel: 'sms', address: phone })).status, 200)
  await drain(kalli)
  assert.deepEqual(await listOf(account.person), [visit.id])
  assert.deepEqual(await listOf(other.person), [])
  // The number changes hands: what belongs to an account stays there.
  assert.equal((await show(other, { channel: 'sms', address: phone })).status, 200)
  await drain(kalli)
  assert.deepEqual(await listOf(other.person), [])
  assert.deepEqual(await listOf(account.person), [visit.id])
})

test('a signed-out client who verifies the account’s mailbox books for that account', async () => {
  const at = await people.bookable(kalli, { units: 3 })
  const contact = contactOf()
  const account = await opened(contact.email)
  await show(account)
  const first = await booked(kalli, at, { contact, place: 0 })
  assert.deepEqual(await listOf(account.person), [first.id])
  const second = await booked(kalli, at, { who: account.person, contact, place: 3 })
  const third = await booked(kalli, at, { contact, place: 6 })
  assert.deepEqual(await listOf(account.person), [first.id, second.id, third.id])
  assert.equal(await clientsOf(contact.email), 1)
  // One person, one time: a client who books signed out is busy when their account is.
  const again = kalli.visitor()
  const hold = await held(again, await people.bookable(kalli), undefined, 0)
  assert.equal((await pay(again, hold.id, 'tok_ok', contact)).status, 409)
})

test('an account with its own visits stays apart from the mailbox’s, and verifying while booking makes one client', async () => {
  const at = await people.bookable(kalli, { units: 3 })
  const contact = contactOf()
  const before = await booked(kalli, at, { contact, place: 0 })
  const account = await opened(contact.email)
  const own = await booked(kalli, at, { who: account.person, contact, place: 3 })
  await show(account)
  await drain(kalli)
  assert.deepEqual(await listOf(account.person), [own.id])
  const link = await kalli
    .visitor()
    .call(booking.booking, { params: { id: before.id }, query: { t: before.t } })
  assert.equal(link.status, 200)

  for (let round = 0; round < 3; round += 1) {
    const contact = contactOf()
    const visit = await booked(kalli, at, { contact, date: '2026-11-26', place: round * 3 })
    const account = await opened(contact.email)
    const hold = await held(account.person, at, '2026-11-27', round * 3)
    const [paid] = await Promise.all([
      pay(account.person, hold.id, 'tok_ok', contact),
      show(account).then(() => drain(kalli)),
    ])
    assert.equal(paid.status, 201, JSON.stringify(paid.body))
    await drain(kalli)
    const list = await listOf(account.person)
    assert.ok(list.includes(hold.id))
    const { rows } = await kalli.database.pool.query<{ n: number }>(
      'select count(*)::int as n from clients where account_id = $1',
      [account.id],
    )
    assert.equal(rows[0]?.n, 1)
    assert.ok(list.length === 1 || list.includes(visit.id))
  }
})
