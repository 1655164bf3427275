/** How a test comes to hours at a space: over HTTP, as professionals do. */
import assert from 'node:assert/strict'
import * as contract from '#contract/reservation.ts'
import { quoteSpace } from '#contract/space-pricing.ts'
import type { Bookable } from '#server/testing/bookings.ts'
import type { Person } from '#server/testing/person.ts'

/** Ten in the morning at the capital, five days on: everything is free of charge, unless said. */
export type Hours = { date?: string; startMinute?: number; minutes?: number }

export const quoteHours = async (
  who: Person,
  at: Pick<Bookable, 'space'>,
  { date = '2026-11-25', startMinute = 600, minutes = 240 }: Hours = {},
) => {
  const answer = await who.call(quoteSpace, {
    params: { id: at.space.id },
    body: { date, startMinute, minutes },
  })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}

export const tokenFor = async (who: Person, at: Pick<Bookable, 'space'>, hours?: Hours) => {
  const { rent, trouble } = await quoteHours(who, at, hours)
  assert.ok(rent.token, JSON.stringify({ ...rent, trouble }))
  return rent.token
}

export const heldHours = async (who: Person, at: Pick<Bookable, 'space'>, hours?: Hours) => {
  const answer = await who.call(contract.holdReservation, { body: { token: await tokenFor(who, at, hours) } })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body
}

export const payHours = (who: Person, id: string, cardToken = 'tok_ok', key?: string) =>
  who.call(contract.payReservation, { params: { id }, body: { cardToken } }, key === undefined ? {} : { key })

/** Held, paid, confirmed. */
export const rentedHours = async (who: Person, at: Pick<Bookable, 'space'>, hours?: Hours) => {
  const { id } = await heldHours(who, at, hours)
  const answer = await payHours(who, id)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  assert.equal(answer.body.status, 'confirmed')
  return answer.body
}
