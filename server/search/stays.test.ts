/** Hours of spaces in a search: at the rent of a quote, and free when they are shown. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { holdReservation } from '#contract/booking/rent/reservation.ts'
import { hourMs, minuteMs } from '#contract/platform/duration.ts'
import { quoteSpace } from '#contract/pricing/space-pricing.ts'
import { type FoundStay, searchSpaces } from '#contract/search/search.ts'
import { remake } from '#server/search/documents.ts'
import type { Bookable } from '#server/testing/bookings.ts'
import * as people from '#server/testing/people.ts'
import type { Person } from '#server/testing/person.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'

let kalli: TestServer
let at: Bookable
before(async () => {
  // Not on a full minute, like real searches.
  kalli = await startTestServer({ now: new Date(testNow.getTime() + 12_345) })
  at = await people.bookable(kalli, { units: 1, noticeMinutes: 0 })
  await remake(kalli.work())
})
after(() => kalli.close())

/** Wednesday 25 November 2026, in the capital's zone. */
const hour = (clock: number) => `2026-11-25T${String(clock).padStart(2, '0')}:00:00-06:00`

const found = async (who: Person, query: { startsAt?: string; endsAt?: string; hours?: string } = {}) => {
  const { status, body } = await who.call(searchSpaces, { query })
  assert.equal(status, 200, JSON.stringify(body))
  return body.find(({ id }) => id === at.space.id)
}

const quoted = async (who: Person, { startsAt, endsAt, zone }: FoundStay) => {
  const local = new Date(startsAt).toLocaleString('sv', { timeZone: zone })
  const [hours = 0, minutes = 0] = local.slice(11, 16).split(':').map(Number)
  const { body } = await who.call(quoteSpace, {
    params: { id: at.space.id },
    body: {
      date: local.slice(0, 10),
      startMinute: hours * 60 + minutes,
      minutes: (Date.parse(endsAt) - Date.parse(startsAt)) / minuteMs,
    },
  })
  return body
}

test('without a time window a space shows no hours', async () => {
  const space = await found(kalli.visitor())
  assert.ok(space !== undefined)
  assert.deepEqual([space.window, space.slots], [undefined, undefined])
})

test('the window and its shorter stays cost what their quotes say, for a visitor and by agreement', async () => {
  await kalli.database.kysely
    .updateTable('agreements')
    .set({ rate_per_hour_cents: 12_300 })
    .where('professional_id', '=', at.professional.id)
    .execute()
  for (const who of [kalli.visitor(), at.professional.person]) {
    const space = await found(who, { startsAt: hour(12), endsAt: hour(16) })
    assert.ok(space?.window && space.slots)
    assert.equal(Date.parse(space.window.endsAt) - Date.parse(space.window.startsAt), 4 * hourMs)
    assert.equal(space.slots.length, 3)
    for (const stay of [space.window, ...space.slots]) {
      const quote = await quoted(who, stay)
      assert.equal(quote.problem, null)
      assert.equal(quote.totalCents, stay.totalCents)
      assert.ok(
        Date.parse(stay.startsAt) >= Date.parse(hour(12)) && Date.parse(stay.endsAt) <= Date.parse(hour(16)),
      )
    }
    const starts = space.slots.map(({ startsAt }) => startsAt)
    assert.deepEqual(starts, [...new Set(starts)].toSorted())
  }
})

test('rented hours are no longer shown, and the rest of the window is', async () => {
  const who = at.professional.person
  const space = await found(who, { startsAt: hour(12), endsAt: hour(16) })
  const [first] = space?.slots ?? []
  assert.ok(first !== undefined)
  const { token } = (await quoted(who, first)).rent
  assert.ok(token !== null, 'an agreement may rent')
  const held = await who.call(holdReservation, { body: { token } })
  assert.equal(held.status, 201, JSON.stringify(held.body))

  const after = await found(kalli.visitor(), { startsAt: hour(12), endsAt: hour(16) })
  assert.ok(after?.slots)
  assert.equal(after.window, null, 'the whole window is free no more')
  assert.ok(after.slots.length > 0)
  assert.ok(after.slots.every(({ startsAt }) => Date.parse(startsAt) >= Date.parse(first.endsAt)))
})

test('for a window too long to quote, or hours on several days, only stays are shown', async () => {
  const day = await found(kalli.visitor(), { startsAt: hour(0), endsAt: hour(23) })
  assert.equal(day?.window, null)
  assert.equal(day?.slots?.length, 3)
  const week = await found(kalli.visitor(), {
    startsAt: hour(0),
    endsAt: '2026-11-28T00:00:00-06:00',
    hours: '12:00-14:00',
  })
  assert.equal(week?.window, null)
  for (const { startsAt, zone } of week?.slots ?? []) {
    const clock = new Date(startsAt).toLocaleString('sv', { timeZone: zone }).slice(11, 13)
    assert.ok(clock === '12' || clock === '13', clock)
  }
})
