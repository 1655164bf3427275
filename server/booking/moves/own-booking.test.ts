import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as holds from '#contract/booking/hold.ts'
import { deskBook } from '#contract/booking/desk/desk.ts'
import { proposeAppointment } from '#contract/booking/series/appointment.ts'
import { joinWaitlist } from '#contract/booking/waitlist/waitlist.ts'
import { contactOf, held, pay, slotOn } from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

/** A professional with a telephone of her own, who is also a client. */
const professional = async () => {
  kalli.time.set(testNow)
  const at = await people.bookable(kalli)
  const { accountId, person } = at.professional
  const digits = String(5_500_000_000 + accountId)
  const { rows } = await kalli.database.pool.query<{ email: string }>(
    `update accounts set phone = $2, available_roles = '{professional,client}' where id = $1 returning email`,
    [accountId, `+52${digits}`],
  )
  const [account] = rows
  assert.ok(account)
  return { at, person, email: account.email, digits }
}

const paymentsOf = async (holdId: string) => {
  const { rows } = await kalli.database.pool.query<{ n: number }>(
    'select count(*)::int as n from payments where booking_id = $1',
    [holdId],
  )
  return rows[0]?.n
}

test('a professional cannot hold their own hour, and is told what to do instead', async () => {
  const { at, person } = await professional()
  const slot = await slotOn(kalli.visitor(), at)
  const refused = await person.call(holds.hold, { body: { slotToken: slot.token } })
  assert.deepEqual([refused.status, refusalOf(refused).code], [409, 'own_booking'])
  assert.match(refusalOf(refused).message, /no puedes ser tu propio cliente.*«Mis citas»/)
})

test('a guest cannot pay a visit with the e-mail or telephone of its professional, in any spelling', async () => {
  const { at, email, digits } = await professional()
  const contacts = [
    contactOf({ email }),
    contactOf({ email: email.toUpperCase() }),
    contactOf({ phone: `+52${digits}` }),
    contactOf({ phone: `${digits.slice(0, 2)} ${digits.slice(2, 6)}-${digits.slice(6)}` }),
  ]
  const guest = kalli.visitor()
  const hold = await held(guest, at)
  for (const contact of contacts) {
    const refused = await pay(guest, hold.id, 'tok_ok', contact)
    assert.deepEqual([refused.status, refusalOf(refused).code], [409, 'own_booking'], contact.phone)
  }
  assert.equal(await paymentsOf(hold.id), 0)
  assert.equal((await pay(guest, hold.id)).status, 201, 'any other client may')
})

test('a professional cannot pay for a hold that their browser took before they signed in', async () => {
  const { at, person } = await professional()
  const guest = kalli.visitor()
  const hold = await held(guest, at)
  await kalli.database.pool.query(`update bookings set holder = 'account:' || $2 where id = $1`, [
    hold.id,
    at.professional.accountId,
  ])
  const refused = await pay(person, hold.id)
  assert.equal(refusalOf(refused).code, 'own_booking', JSON.stringify(refused.body))
  assert.equal(await paymentsOf(hold.id), 0)
})

test('a professional cannot propose to, wait for, or be booked at a desk with themselves', async () => {
  const { at, person, email, digits } = await professional()
  const slot = await slotOn(kalli.visitor(), at)
  for (const contact of [
    { email, phone: null },
    { email: 'otra@example.test', phone: `+52${digits}` },
  ]) {
    const refused = await person.call(proposeAppointment, {
      body: { slotToken: slot.token, contact: { firstName: 'Ana', lastName: '', ...contact }, note: '' },
    })
    assert.deepEqual([refused.status, refusalOf(refused).code], [409, 'own_booking'])
  }
  const waits = await person.call(joinWaitlist, {
    body: {
      professional: at.professional.id,
      service: at.serviceId,
      more: [],
      addOns: [],
      persons: [],
      space: null,
      from: '2026-11-25',
      to: '2026-11-25',
      parts: ['morning'],
      contact: null,
    },
  })
  assert.equal(refusalOf(waits).code, 'own_booking', JSON.stringify(waits.body))
  const desk = await at.host.person.call(deskBook, {
    body: { slotToken: slot.token, contact: contactOf({ email }) },
  })
  assert.equal(refusalOf(desk).code, 'own_booking')
})
