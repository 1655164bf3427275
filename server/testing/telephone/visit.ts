/** A visit of a visitor who confirmed only this telephone. */
import assert from 'node:assert/strict'
import * as checkout from '#contract/booking/checkout.ts'
import * as holds from '#contract/booking/hold.ts'
import { drain } from '#server/platform/jobs.ts'
import { held } from '#server/testing/bookings.ts'
import { codeTo } from '#server/testing/guests.ts'
import * as people from '#server/testing/people.ts'
import type { TestServer } from '#server/testing/test-server.ts'

export const visitByTelephone = async (
  kalli: TestServer,
  phone: string,
  values: { date?: string; place?: number } = {},
) => {
  const at = await people.bookable(kalli)
  const who = kalli.visitor()
  const hold = await held(who, at, values.date, values.place)
  await who.call(holds.sendContactCode, { params: { id: hold.id }, body: { phone } })
  const code = (await codeTo(kalli, phone)) ?? assert.fail('no code')
  await who.call(holds.enterContactCode, { params: { id: hold.id }, body: { phone, code } })
  const payment = {
    method: 'card',
    token: 'tok_ok',
    creditCents: 0,
    tipCents: 0,
    whole: false,
    keep: false,
  } as const
  const contact = { firstName: 'Lucía', lastName: '', email: '', phone }
  const answer = await who.call(checkout.book, {
    body: { holdId: hold.id, contact, companions: [], adult: false, payment },
  })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  await drain(kalli)
  return { ...answer.body, at, who }
}
