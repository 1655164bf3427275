/** Services at homes and online: their professional, clients' addresses, and how to book them. */
import assert from 'node:assert/strict'
import { slots } from '#contract/availability/availability.ts'
import * as holds from '#contract/booking/hold.ts'
import { addHome } from '#contract/account/home.ts'
import type { Modality } from '#contract/service/modality.ts'
import { contactOf, pay } from '#server/testing/bookings.ts'
import type { TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import type { Person } from '#server/testing/person.ts'

/** 0.1 degrees of latitude are 11.12 km as the crow flies; the stylist starts from 19.4194, -99.1617. */
export const homeAt = (north: number) => ({
  line: 'Ámsterdam 12, interior 3',
  details: 'Timbre de Lucía',
  neighbourhood: 'Hipódromo',
  latitude: 19.4194 + north,
  longitude: -99.1617,
})

/** A stylist with a chair by agreement, whose service of $1,000.00 is given there, at homes within 8 km for $80.00 more, and online. */
export const everywhere = async (
  kalli: TestServer,
  values: Parameters<typeof people.bookable>[1] & { feeCents?: number; radiusKm?: number } = {},
) => {
  const { feeCents = 8000, radiusKm = 8, ...service } = values
  const at = await people.bookable(kalli, { noticeMinutes: 0, ...service })
  await kalli.database.pool.query(
    `update services set home_radius_km = $2, home_fee_cents = $3, online = true, online_link = 'https://meet.example/ana' where id = $1`,
    [at.serviceId, radiusKm, feeCents],
  )
  return at
}
export type Everywhere = Awaited<ReturnType<typeof everywhere>>

/** The token of a home so far to the north. */
export const home = async (who: Person, north = 0.03) => {
  const answer = await who.call(addHome, { body: homeAt(north) })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.token
}

export type Where = { modality?: Modality; home?: string; space?: number }

export const hoursAt = (who: Person, at: Everywhere, where: Where, date = '2026-11-25') =>
  who.call(slots, {
    query: { professional: at.professional.id, service: at.serviceId, from: date, to: date, ...where },
  })

/** Mexico City, six hours behind. */
export const instant = (clock: string, date = '2026-11-25') =>
  new Date(new Date(`${date}T${clock}:00Z`).getTime() + 6 * 3_600_000).toISOString()

export const slotAt = async (who: Person, at: Everywhere, where: Where, clock: string, date?: string) => {
  const answer = await hoursAt(who, at, where, date)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  const slot = answer.body.days
    .flatMap((day) => day.slots)
    .find(({ startsAt }) => startsAt === instant(clock, date))
  assert.ok(slot, `${clock} is offered`)
  return slot
}

export const holdAt = async (who: Person, at: Everywhere, where: Where, clock: string, date?: string) => {
  const { token } = await slotAt(who, at, where, clock, date)
  return who.call(holds.hold, { body: { slotToken: token } })
}

/** Held, paid and confirmed; `t` is the visitor's link. */
export const bookedAt = async (
  kalli: TestServer,
  at: Everywhere,
  where: Where,
  clock: string,
  values: { who?: Person; date?: string } = {},
) => {
  const who = values.who ?? kalli.visitor()
  const hold = await holdAt(who, at, where, clock, values.date)
  assert.equal(hold.status, 201, JSON.stringify(hold.body))
  const answer = await pay(who, hold.body.id, 'tok_ok', contactOf())
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  const t = answer.body.viewToken
  assert.ok(t)
  return { ...answer.body, who, t, quote: hold.body.quote }
}
