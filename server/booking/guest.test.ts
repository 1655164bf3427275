import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as contract from '#contract/booking.ts'
import { enterGuestCode, guestBookings, leaveGuest, sendGuestCode } from '#contract/guest.ts'
import { booked, contactOf } from '#server/testing/bookings.ts'
import { drain } from '#server/platform/jobs.ts'
import { startHouse, testSecret, type TestHouse } from '#server/testing/house.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'
import { digitsOf } from '#server/verification/rules.ts'

let house: TestHouse
before(async () => {
  house = await startHouse()
})
after(() => house.close())

/** The digits of the newest code that went there; null: none did. */
const codeTo = async (address: string) => {
  await drain(house)
  const row = await house.database.kysely
    .selectFrom('verification_codes')
    .select('id')
    .where('address', '=', address)
    .where('over_at', 'is', null)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  if (row === undefined) return null
  const letters = await house.database.kysely
    .selectFrom('mails')
    .select('id')
    .where('dedupe_key', '=', `code:${row.id}`)
    .execute()
  const texts = await house.database.kysely
    .selectFrom('text_messages')
    .select('id')
    .where('dedupe_key', '=', `code:${row.id}`)
    .execute()
  return letters.length + texts.length === 0 ? null : digitsOf(testSecret, row.id)
}
const visitsOf = async (who: Person, tab: 'upcoming' | 'past' = 'upcoming') =>
  (await who.call(guestBookings, { query: { tab } })).body

const prove = async (who: Person, address: string) => {
  assert.equal((await who.call(sendGuestCode, { body: { address } })).status, 200)
  const code = (await codeTo(address)) ?? assert.fail('no code')
  assert.equal((await who.call(enterGuestCode, { body: { address, code } })).status, 200)
}

test('whoever shows the telephone that they gave sees their visits, and each opens with its link', async () => {
  const at = await people.bookable(house)
  const contact = contactOf({ phone: '+525544443333' })
  const visit = await booked(house, at, { contact })
  const who = house.visitor()
  assert.deepEqual(await visitsOf(who), { known: false, visits: [] })
  await prove(who, contact.phone)
  const seen = await visitsOf(who)
  assert.equal(seen.known, true)
  assert.deepEqual(
    seen.visits.map(({ booking }) => booking.id),
    [visit.id],
  )
  const query = { t: seen.visits[0]?.t }
  assert.equal(
    (await house.visitor().call(contract.booking, { params: { id: visit.id }, query })).status,
    200,
  )
  // The mailbox shows the same to another browser, and a second visit by the same mailbox is there as well.
  const other = await booked(house, at, { contact, place: 3 })
  const elsewhere = house.visitor()
  await prove(elsewhere, contact.email)
  assert.deepEqual(
    (await visitsOf(elsewhere)).visits.map(({ booking }) => booking.id),
    [visit.id, other.id],
  )
  assert.deepEqual((await visitsOf(elsewhere, 'past')).visits, [])
  // Who leaves has shown nothing, and a day later neither.
  assert.equal((await elsewhere.call(leaveGuest)).status, 200)
  assert.deepEqual(await visitsOf(elsewhere), { known: false, visits: [] })
  house.time.advance(24 * 60)
  assert.deepEqual(await visitsOf(who), { known: false, visits: [] })
})

test('nobody learns whose an address is: no code goes to a stranger, and every answer is the same', async () => {
  const at = await people.bookable(house)
  const contact = contactOf({ phone: '+525555556666' })
  await booked(house, at, { contact })
  const who = house.visitor()
  const known = await who.call(sendGuestCode, { body: { address: contact.phone } })
  const stranger = house.visitor()
  const unknown = await stranger.call(sendGuestCode, { body: { address: '+525577778888' } })
  assert.deepEqual([known.status, known.body.resendInSeconds], [unknown.status, unknown.body.resendInSeconds])
  assert.notEqual(await codeTo(contact.phone), null)
  assert.equal(await codeTo('+525577778888'), null)
  // Too soon again, alike.
  assert.equal((await who.call(sendGuestCode, { body: { address: contact.phone } })).status, 200)
  const wrong = await Promise.all(
    [
      { asker: who, address: contact.phone },
      { asker: stranger, address: '+525577778888' },
    ].map(({ asker, address }) => asker.call(enterGuestCode, { body: { address, code: '000000' } })),
  )
  assert.deepEqual(
    wrong.map((answer) => [
      answer.status,
      refusalOf(answer).code,
      refusalOf(answer).message,
      refusalOf(answer).details,
    ]),
    [0, 1].map(() => [400, 'code_wrong', 'Ese código no es, o ya venció. Revísalo o pide otro.', undefined]),
  )
  assert.equal(refusalOf(await who.call(sendGuestCode, { body: { address: 'hola' } })).code, 'invalid_phone')
})

test('what was booked with an account is seen with that account alone', async () => {
  const at = await people.bookable(house)
  const contact = contactOf({ phone: '+525512345678' })
  const client = await people.signIn(house, await people.account(house))
  await booked(house, at, { who: client, contact })
  const who = house.visitor()
  await who.call(sendGuestCode, { body: { address: contact.phone } })
  assert.equal(await codeTo(contact.phone), null)
})
