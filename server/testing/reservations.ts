/** Rents hours at a space for tests: over HTTP, as professionals do. */
import assert from 'node:assert/strict'
import { buyPack } from '#contract/booking/rent/hour-pack.ts'
import * as contract from '#contract/booking/rent/reservation.ts'
import { noRules, quoteSpace } from '#contract/pricing/space-pricing.ts'
import type { Bookable } from '#server/testing/bookings.ts'
import type { TestServer } from '#server/testing/test-server.ts'
import type { Person } from '#server/testing/person.ts'

/** Default: ten in the morning at the capital, five days ahead, when everything is free of charge. */
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
  const { rent, problem } = await quoteHours(who, at, hours)
  assert.ok(rent.token, JSON.stringify({ ...rent, problem }))
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

/** Overlapping claims of one resource: never any. */
export const overlapsIn = async (kalli: TestServer) => {
  const { rows } = await kalli.database.pool.query<{ n: number }>(
    `select count(*)::int as n from claims a join claims b
      on a.resource_id = b.resource_id and a.id < b.id and a.during && b.during`,
  )
  return rows[0]?.n
}

/** The balance of each account because of one booking. */
export const accountsOf = async (kalli: TestServer, bookingId: string) => {
  const { rows } = await kalli.database.pool.query<{ account: number; cents: number }>(
    `select account, sum(amount_cents)::int as cents from entries join journals on journals.id = journal_id
     where booking_id = $1 group by account having sum(amount_cents) <> 0 order by account`,
    [bookingId],
  )
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]))
}

/** Ten hours for 1,500.00, for ninety days. */
export const hourPack = { id: 'h10', hours: 10, priceCents: 150_000, validityDays: 90, transferable: true }

const putRules = (kalli: TestServer, spaceId: number, rules: Partial<typeof noRules>) =>
  kalli.database.kysely
    .updateTable('spaces')
    .set({ price_rules: JSON.stringify({ ...noRules, ...rules }) })
    .where('id', '=', spaceId)
    .execute()

export const sellPacks = (kalli: TestServer, spaceId: number, { transferable }: { transferable: boolean }) =>
  putRules(kalli, spaceId, { packs: [{ ...hourPack, transferable }] })

/** Renters there leave a deposit: $500.00 by default. */
export const requireDeposit = (kalli: TestServer, at: Pick<Bookable, 'space'>, depositCents = 50_000) =>
  putRules(kalli, at.space.id, { depositCents })

export const boughtPack = async (who: Person, at: Pick<Bookable, 'space'>) => {
  const answer = await who.call(buyPack, {
    params: { id: at.space.id },
    body: { pack: 'h10', priceCents: 150_000, cardToken: 'tok_ok' },
  })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body
}
