/** Makes bookings for tests: over HTTP, as people do. */
import assert from 'node:assert/strict'
import type * as z from 'zod/mini'
import { slots } from '#contract/availability/availability.ts'
import type { Companions } from '#contract/account/companion.ts'
import type { Slot } from '#contract/availability/slot.ts'
import * as holds from '#contract/booking/hold.ts'
import * as checkout from '#contract/booking/checkout.ts'
import * as attendance from '#contract/booking/attendance.ts'
import * as changes from '#contract/booking/change/change.ts'
import { noDemandRules, saveDemandRules } from '#contract/pricing/demand.ts'
import { proposeAppointment } from '#contract/booking/series/appointment.ts'
import {
  noServiceRules,
  noSpaceRules,
  saveSpaceRules,
  spaceRules,
} from '#contract/availability/space-rules.ts'
import { testSecret, type TestServer } from '#server/testing/test-server.ts'
import type * as people from '#server/testing/people.ts'
import type { Person } from '#server/testing/person.ts'
import { viewToken } from '#server/booking/moves/party.ts'
import { drain } from '#server/platform/jobs.ts'
import { digitsOf } from '#server/verification/rules.ts'

export type Bookable = Awaited<ReturnType<typeof people.bookable>>

let serial = 0
/** A new client each time, so that no two tests want the same client's time. */
export const contactOf = (values: Partial<Contact> = {}): Contact => ({
  firstName: 'Lucía',
  lastName: 'Hernández',
  email: `lucia${++serial}@example.test`,
  phone: '+525511112222',
  ...values,
})
type Contact = { firstName: string; lastName: string; email: string; phone: string; note?: string }

/** The slots of a wall-clock date; the default is far enough ahead for every change to be free of charge. */
export const slotsOn = async (who: Person, at: Bookable, date = '2026-11-25'): Promise<Slot[]> => {
  const answer = await who.call(slots, {
    query: { professional: at.professional.id, service: at.serviceId, from: date, to: date },
  })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body.days.flatMap(({ slots }) => slots)
}

export const slotOn = async (who: Person, at: Bookable, date?: string, place = 0): Promise<Slot> => {
  const slot = (await slotsOn(who, at, date))[place]
  assert.ok(slot, `no slot ${place} on ${date}`)
  return slot
}

export const held = async (who: Person, at: Bookable, date?: string, place?: number) => {
  const slot = await slotOn(who, at, date, place)
  const answer = await who.call(holds.hold, { body: { slotToken: slot.token } })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body
}

/** As a visitor who reads their mail: enters the requested code. Returns the first refusal, if any. */
export const confirmContact = async (who: Person, holdId: string, email: string) => {
  const response = await who.call(holds.sendContactCode, { params: { id: holdId }, body: { email } })
  const { codeId } = response.body
  if (response.status !== 200 || response.body.confirmed || codeId === null) return response
  const code = digitsOf(testSecret, codeId)
  return who.call(holds.enterContactCode, { params: { id: holdId }, body: { email, code } })
}

type Along = { companions?: z.input<typeof Companions>; adult?: boolean }
export const pay = async (
  who: Person,
  holdId: string,
  token = 'tok_ok',
  contact = contactOf(),
  key?: string,
  /** The companions. */
  along: Along = {},
  tipCents = 0,
) => {
  await confirmContact(who, holdId, contact.email)
  return who.call(
    checkout.book,
    { body: { holdId, contact, payment: { method: 'card', token, tipCents }, ...along } },
    key === undefined ? {} : { key },
  )
}

/** Held, paid and confirmed; `t` is the visitor's link. */
export const booked = async (
  kalli: TestServer,
  at: Bookable,
  values: {
    who?: Person
    date?: string
    place?: number
    contact?: Contact
    token?: string
    tipCents?: number
  } = {},
) => {
  const who = values.who ?? kalli.visitor()
  const hold = await held(who, at, values.date, values.place)
  const { token = 'tok_ok', contact = contactOf(), tipCents } = values
  const answer = await pay(who, hold.id, token, contact, undefined, {}, tipCents)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  assert.equal(answer.body.status, 'confirmed')
  const t = answer.body.viewToken
  assert.ok(t)
  return { ...answer.body, who, t }
}

/** From now on the stylist must accept each request; or slots are bookable at once again. */
export const answersEach = async (at: Bookable, autoReserve: 'ask' | 'yes' = 'ask') => {
  const who = at.professional.person
  const { version } = (await who.call(spaceRules)).body
  const rules = { ...noSpaceRules, usual: { ...noServiceRules, autoReserve } }
  const answer = await who.call(saveSpaceRules, { body: { version, rules } })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
}

/** By their agreement the host must accept each visit from now on. */
export const hostAnswers = (kalli: TestServer, { agreementId }: Bookable) =>
  kalli.database.pool.query(
    'update agreements set auto_accept = false, version = version + 1 where id = $1',
    [agreementId],
  )

/** Held and paid where a request must be accepted: it is pending. */
export const requested = async (
  kalli: TestServer,
  at: Bookable,
  values: { who?: Person; date?: string; place?: number; contact?: Contact; token?: string } = {},
) => {
  const who = values.who ?? kalli.visitor()
  const hold = await held(who, at, values.date, values.place)
  assert.equal(hold.asksFirst, true)
  const answer = await pay(who, hold.id, values.token ?? 'tok_ok', values.contact ?? contactOf())
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  assert.equal(answer.body.status, 'requested')
  const t = answer.body.viewToken
  assert.ok(t)
  return { ...answer.body, who, t }
}

/** The stylist proposes another hour for a visit or a request; returns the server's response, or that to the quote if it was refused. */
export const proposeHour = async (
  at: Bookable,
  id: string,
  { date = '2026-11-26', place = 0, note = '' }: { date?: string; place?: number; note?: string } = {},
) => {
  const who = at.professional.person
  const params = { id }
  const query = { as: 'professional' as const, from: date, to: date }
  const offered = await who.call(changes.changeSlots, { params, query })
  if (offered.status !== 200) return offered
  const slotToken = offered.body.days.flatMap(({ slots }) => slots)[place]?.token ?? assert.fail('no hour')
  const quoted = await who.call(changes.changeQuote, {
    params,
    query: {},
    body: { as: 'professional', slotToken },
  })
  if (quoted.status !== 200) return quoted
  return who.call(changes.change, { params, query: {}, body: { quoteToken: quoted.body.token, note } })
}

/** The same, requiring success. */
export const proposedHour = async (...response: Parameters<typeof proposeHour>) => {
  const answer = await proposeHour(...response)
  assert.ok(answer.status === 200 && 'change' in answer.body, JSON.stringify(answer.body))
  const { change, ...rest } = answer.body
  return { ...rest, change: change ?? assert.fail('nothing was proposed') }
}

/** Made by the stylist for a client, who has the link in their mailbox. */
export const proposedTo = async (
  at: Bookable,
  { firstName, lastName, email }: Contact,
  values: { date?: string; place?: number; note?: string } = {},
) => {
  const who = at.professional.person
  const slot = await slotOn(who, at, values.date, values.place)
  const answer = await who.call(proposeAppointment, {
    body: { slotToken: slot.token, contact: { firstName, lastName, email }, note: values.note ?? '' },
  })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body
}

export const claimsOf = async (kalli: TestServer, bookingId: string) =>
  kalli.database.kysely
    .selectFrom('claims')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .orderBy('resource_id')
    .execute()

export const movesOf = async (kalli: TestServer, bookingId: string) => {
  const rows = await kalli.database.kysely
    .selectFrom('booking_moves')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .orderBy('version')
    .execute()
  return rows.map(({ move, actor }) => `${move} by ${actor}`)
}

/** The link of an appointment's email, as its reader finds it. */
export const linkTo = async (kalli: TestServer, email: string) => {
  await drain(kalli)
  const { rows } = await kalli.database.pool.query<{ text: string }>(
    'select body_text as text from mails where to_address = $1 order by id desc limit 1',
    [email],
  )
  const token = /\/bookings\/([\w.-]+)\/accept/.exec(rows[0]?.text ?? '')?.[1]
  assert.ok(token, rows[0]?.text ?? 'no letter')
  return token
}

/** For the calling professional, who has no hourly prices yet: every Thursday costs a tenth more. */
export const dearerThursdays = async (who: Person) => {
  const thursday = {
    id: 'jueves',
    name: 'Jueves',
    days: [4],
    windows: [{ fromMinute: 0, toMinute: 1440 }],
    serviceIds: [],
    change: { kind: 'percent' as const, bp: 1000 },
    minCents: null,
    maxCents: null,
    channel: null,
  }
  const rules = { ...noDemandRules, surgeCapBp: 3000, rules: [thursday] }
  const saved = await who.call(saveDemandRules, { body: { rules, version: 1 } })
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
}

/** The proof of an arriving client: the code at the unit; without one, their statement. */
export const hereOf = async (kalli: Pick<TestServer, 'database'>, id: string): Promise<{ code?: string }> => {
  const { rows } = await kalli.database.pool.query<{ code: string }>(
    'select station_code as code from units join bookings on bookings.unit_id = units.id where bookings.id = $1',
    [id],
  )
  return rows[0] ?? {}
}

/** "Todo bien", by the link of its client or, for rented hours, by the renter; `person` may be at another server of the database. */
export const completeAsClient = async (
  kalli: TestServer,
  id: string,
  options: Parameters<Person['call']>[2] = {},
  person = kalli.visitor(),
) => {
  const { rows } = await kalli.database.pool.query<{ id: string; ends_at: Date }>(
    'select id, ends_at from bookings where id = $1',
    [id],
  )
  const [booking] = rows
  assert.ok(booking)
  const query = { t: viewToken(kalli.work(), booking) }
  return person.call(attendance.complete, { params: { id }, query }, options)
}
