/** Visitors with only a first name and a telephone. */
import assert from 'node:assert/strict'
import { enterVisitorCode, sendVisitorCode } from '#contract/booking/contact-code.ts'
import * as checkout from '#contract/booking/checkout.ts'
import * as holds from '#contract/booking/hold.ts'
import { drain } from '#server/platform/jobs.ts'
import { type Bookable, held } from '#server/testing/bookings.ts'
import { codeTo } from '#server/testing/guests.ts'
import type { Person } from '#server/testing/person.ts'
import type { TestServer } from '#server/testing/test-server.ts'

/** Confirms the telephone on this browser: the code of a hold is entered. */
const confirmPhone = async (kalli: TestServer, who: Person, holdId: string, phone: string) => {
  const params = { id: holdId }
  const sent = await who.call(holds.sendContactCode, { params, body: { phone } })
  assert.equal(sent.status, 200, JSON.stringify(sent.body))
  const code = (await codeTo(kalli, phone)) ?? assert.fail('no code')
  const entered = await who.call(holds.enterContactCode, { params, body: { phone, code } })
  assert.equal(entered.status, 200, JSON.stringify(entered.body))
}

/** A visit that they booked and paid by card. */
export const bookedByPhone = async (
  kalli: TestServer,
  who: Person,
  at: Bookable,
  {
    phone,
    firstName = 'Lucía',
    place,
    date,
  }: { phone: string; firstName?: string; place?: number; date?: string },
) => {
  const hold = await held(who, at, date, place)
  await confirmPhone(kalli, who, hold.id, phone)
  const answer = await who.call(checkout.book, {
    body: {
      holdId: hold.id,
      contact: { firstName, lastName: '', email: '', phone },
      companions: [],
      adult: false,
      payment: { method: 'card', token: 'tok_ok', creditCents: 0, tipCents: 0, whole: false, keep: false },
    },
  })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body
}

/** The same without a hold: for waitlist entries and gift cards. */
export const confirmedPhone = async (kalli: TestServer, who: Person, phone: string) => {
  const sent = await who.call(sendVisitorCode, { body: { phone } })
  assert.equal(sent.status, 200, JSON.stringify(sent.body))
  const code = (await codeTo(kalli, phone)) ?? assert.fail('no code')
  const entered = await who.call(enterVisitorCode, { body: { phone, code } })
  assert.equal(entered.status, 200, JSON.stringify(entered.body))
}

/** The texts sent to it, the oldest first. */
export const textsTo = async (kalli: TestServer, phone: string): Promise<string[]> => {
  await drain(kalli)
  const { rows } = await kalli.database.pool.query<{ body: string }>(
    'select body from text_messages where to_phone = $1 order by id',
    [phone],
  )
  return rows.map(({ body }) => body)
}
