/** A professional's limits hold for every way in which a visit is made: her own agenda, the waitlist, a rescue or a front desk. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as contract from '#contract/availability/limits.ts'
import * as bookings from '#contract/booking/booking.ts'
import { cancel as cancelEndpoint, cancelQuote } from '#contract/booking/cancellation.ts'
import { answerRescue } from '#contract/booking/cancellation/rescue.ts'
import { deskBook } from '#contract/booking/desk/desk.ts'
import * as own from '#contract/booking/series/own-appointment.ts'
import { ownWaitlist, joinWaitlist } from '#contract/booking/waitlist/waitlist.ts'
import { acceptLink } from '#contract/booking/series/link.ts'
import { drain } from '#server/platform/jobs.ts'
import { booked, contactOf, held, slotOn, slotsOn, type Bookable } from '#server/testing/bookings.ts'
import * as people from '#server/testing/people.ts'
import { refusalOf } from '#server/testing/person.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

/** A Wednesday. */
const date = '2026-11-25'
const none = { visits: null, minutes: null }
type Most = { visits: number | null; minutes: number | null }

const limit = async (at: Bookable, values: Partial<Record<'day' | 'week' | 'month', Most>>) => {
  const who = at.professional.person
  const { version } = (await who.call(contract.limits)).body
  const body = { day: none, week: none, month: none, tightStarts: false, version, ...values }
  assert.equal((await who.call(contract.saveLimits, { body })).status, 200)
}
const limited = async (values: Parameters<typeof limit>[1]) => {
  const at = await people.bookable(kalli, { durationMinutes: 60, noticeMinutes: 0, units: 1 })
  await limit(at, values)
  return at
}
const one: Most = { visits: 1, minutes: null }

const ownHoursOn = async (at: Bookable, on = date) => {
  const { body } = await at.professional.person.call(own.ownHours, {
    query: { services: String(at.serviceId), date: on },
  })
  return body.hours
}
const writeDown = (at: Bookable, slotToken: string, more: object = {}) =>
  at.professional.person.call(own.makeOwnAppointment, {
    body: { slotToken, client: { firstName: 'Paola' }, method: 'cash', ...more },
  })

const cancel = async ({ id, t, who }: Awaited<ReturnType<typeof booked>>) => {
  const [params, query] = [{ id }, { t }]
  const quote = await who.call(cancelQuote, { params, query, body: { as: 'client' } })
  const done = await who.call(cancelEndpoint, {
    params,
    query,
    body: { quoteToken: quote.body.token, reason: 'Un imprevisto.' },
  })
  assert.equal(done.status, 200, JSON.stringify(done.body))
  await drain(kalli)
}

test('the professional’s own appointment may exceed full limits with any payment, and names each limit exceeded', async () => {
  for (const how of ['place', 'link', 'deposit'] as const) {
    const at = await limited({ day: one, week: one, month: { visits: null, minutes: 60 } })
    await booked(kalli, at, { date })
    const [, , hour] = await ownHoursOn(at)
    assert.ok(hour)
    assert.deepEqual(hour.overrides, [
      'Ese día ya llega a tu límite',
      'Esa semana ya llega a tu límite',
      'Ese mes ya llega a tu límite',
    ])
    const made = await writeDown(at, hour.slot.token, {
      how,
      ...(how === 'deposit' ? { depositCents: 20_000 } : {}),
    })
    assert.equal(made.status, 201, `${how}: ${JSON.stringify(made.body)}`)
  }
})

test('an own series names the limit that each date exceeds, including its earlier dates, and counts for clients', async () => {
  const at = await limited({ day: one, month: { visits: 2, minutes: null } })
  await booked(kalli, at, { date: '2026-12-02', place: 5 })
  const [first] = await ownHoursOn(at)
  assert.ok(first)
  assert.deepEqual(first.overrides, [])
  // 2, 9, 16 and 23 December: the day limit is reached on the first; with it and the next date the month is full.
  const preview = await at.professional.person.call(own.ownSeriesPreview, {
    query: { slotToken: first.slot.token, every: '1w', times: 5 },
  })
  assert.deepEqual(
    preview.body.dates.map(({ state, overrides }) => [state, overrides]),
    [
      ['free', ['Ese día ya llega a tu límite']],
      ['free', ['Ese mes ya llega a tu límite']],
      ['free', ['Ese mes ya llega a tu límite']],
      ['free', ['Ese mes ya llega a tu límite']],
    ],
  )
  const slotTokens = preview.body.dates.flatMap(({ slot }) => (slot === null ? [] : [slot.token]))
  const made = await writeDown(at, first.slot.token, { how: 'link', repeat: { every: '1w', slotTokens } })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  assert.equal(made.body.further, 4)
  assert.deepEqual(await slotsOn(kalli.visitor(), at, '2026-12-10'), [], 'the month is full for clients')
})

test('a waitlist entry is offered nothing while the day is full, and the hour once it is not', async () => {
  const at = await limited({ day: one })
  const visit = await booked(kalli, at, { date })
  const who = await people.signIn(kalli, await people.account(kalli))
  const entry = await who.call(joinWaitlist, {
    body: {
      professional: at.professional.id,
      service: at.serviceId,
      from: date,
      to: date,
      parts: ['morning'],
    },
  })
  assert.equal(entry.status, 201, JSON.stringify(entry.body))
  const entryNow = async () => (await who.call(ownWaitlist)).body[0]
  const [, , hour] = await ownHoursOn(at)
  const hers = await writeDown(at, hour?.slot.token ?? '')
  assert.equal(hers.status, 201, JSON.stringify(hers.body))
  await cancel(visit)
  assert.equal((await entryNow())?.state, 'active', 'her own appointment fills the day')
  await limit(at, { day: { visits: 2, minutes: null } })
  await drain(kalli)
  const offer = (await entryNow())?.offer
  assert.ok(offer)
  // Lowered while the offer is open: the held time was promised.
  await limit(at, { day: one })
  const taken = await who.call(acceptLink, { params: { token: offer.token }, body: { code: '' } })
  assert.equal(taken.status, 200, JSON.stringify(taken.body))
})

test('a rescue after a host’s cancellation ignores the professional’s full day, week and month', async () => {
  const at = await limited({ day: one, week: one, month: { visits: null, minutes: 60 } })
  const host = await people.host(kalli)
  const space = await people.space(kalli, host, { units: 1, pricePerHourCents: 20_000 })
  await people.agreement(kalli, at.professional.id, space.id, { ratePerHourCents: 20_000 })
  const visit = await booked(kalli, at, { date, contact: contactOf() })
  const params = { id: visit.id }
  const quote = await at.host.person.call(cancelQuote, { params, query: {}, body: { as: 'host' } })
  const cancelled = await at.host.person.call(cancelEndpoint, {
    params,
    query: {},
    body: { quoteToken: quote.body.token, reason: 'Se rompió la silla' },
  })
  assert.equal(cancelled.status, 200, JSON.stringify(cancelled.body))
  for (const as of ['client', 'professional'] as const) {
    const asks = as === 'client' ? visit.who : at.professional.person
    const query = as === 'client' ? { t: visit.t } : {}
    const { version } = (await asks.call(bookings.booking, { params, query })).body
    const said = await asks.call(answerRescue, {
      params: { ...params, answer: 'accept' },
      query,
      body: { as, version },
    })
    assert.equal(said.status, 200, JSON.stringify(said.body))
  }
  const moved = await visit.who.call(bookings.booking, { params, query: { t: visit.t } })
  assert.deepEqual([moved.body.status, moved.body.place.spaceId], ['confirmed', space.id])
})

test('a desk is offered no hour of a full day, and a slot shown before is refused', async () => {
  const at = await limited({ day: one })
  const desk = at.host.person
  const slot = await slotOn(desk, at, date, 4)
  await held(kalli.visitor(), at, date)
  assert.deepEqual(await slotsOn(desk, at, date), [])
  const late = await desk.call(deskBook, { body: { slotToken: slot.token, contact: contactOf() } })
  const refusal = refusalOf(late)
  assert.deepEqual([late.status, refusal.code], [409, 'slot_not_available'])
})
