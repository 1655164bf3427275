/** A teacher who gives classes, and how a test schedules and books them. */
import assert from 'node:assert/strict'
import { slots } from '#contract/availability/availability.ts'
import * as holds from '#contract/booking/hold.ts'
import { setClasses } from '#contract/booking/class/class.ts'
import { type Bookable, contactOf, pay } from '#server/testing/bookings.ts'
import type { TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import type { Person } from '#server/testing/person.ts'

export const date = '2026-11-25'
type Rule = { capacity?: number; minimum?: number | null; decideHours?: number | null }

/** Yoga for $200.00, an hour, at the teacher's own place and at a room of $200.00 an hour. */
export const studio = async (kalli: TestServer, rule: Rule = {}): Promise<Bookable> => {
  const at = await people.bookable(kalli, {
    noticeMinutes: 0,
    durationMinutes: 60,
    priceCents: 20_000,
    units: 12,
  })
  const { pool } = kalli.database
  await pool.query('update professionals set has_own_place = true where id = $1', [at.professional.id])
  await pool.query(
    'update services set name = $2, class_capacity = $3, class_minimum = $4, class_decide_hours = $5 where id = $1',
    [at.serviceId, 'Yoga', rule.capacity ?? 3, rule.minimum ?? null, rule.decideHours ?? null],
  )
  return at
}

export const plan = (at: Bookable, values: { dates?: string[]; time?: string; place?: number } = {}) => ({
  serviceId: at.serviceId,
  place: values.place ?? 0,
  time: values.time ?? '10:00',
  dates: values.dates ?? [date],
})

export const set = async (at: Bookable, values?: Parameters<typeof plan>[1]) => {
  const answer = await at.professional.person.call(setClasses, { body: plan(at, values) })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  const [first] = answer.body
  assert.ok(first)
  return first
}

/** The classes with room for this many. */
export const slotsFor = async (
  who: Person,
  at: Bookable,
  persons: number,
  on = date,
  modality?: 'online',
) => {
  const answer = await who.call(slots, {
    query: {
      professional: at.professional.id,
      services: Array.from({ length: persons }, () => at.serviceId).join(),
      ...(persons === 1 ? {} : { persons: Array.from({ length: persons }, () => 1).join() }),
      ...(modality === undefined ? {} : { modality }),
      from: on,
      to: on,
    },
  })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body.days.flatMap((day) => day.slots)
}

export const heldFor = async (who: Person, at: Bookable, persons: number, on?: string) => {
  const [slot] = await slotsFor(who, at, persons, on)
  assert.ok(slot, `no class for ${persons}`)
  const answer = await who.call(holds.hold, { body: { slotToken: slot.token } })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body
}

const names = ['Leo', 'Mía', 'Iker', 'Zoe', 'Ana']
/** The companions of a client: a minor first. */
export const along = (persons: number) => ({
  companions: Array.from({ length: persons - 1 }, (_, index) => ({
    person: index + 2,
    firstName: names[index] ?? 'Nadie',
    isMinor: index === 0,
    save: false,
  })),
  adult: persons > 1,
})

/** This many seats held and paid. */
export const seated = async (
  kalli: TestServer,
  at: Bookable,
  values: { who?: Person; persons?: number; date?: string } = {},
) => {
  const { who = kalli.visitor(), persons = 1 } = values
  const hold = await heldFor(who, at, persons, values.date)
  const answer = await pay(who, hold.id, 'tok_ok', contactOf(), undefined, along(persons))
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  assert.equal(answer.body.status, 'confirmed')
  const t = answer.body.viewToken
  assert.ok(t)
  return { ...answer.body, who, t }
}
