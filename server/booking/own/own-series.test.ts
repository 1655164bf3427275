/** An own appointment on several dates: all of them or nothing, each with its own payment. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as own from '#contract/booking/series/own-appointment.ts'
import * as series from '#contract/booking/series/series.ts'
import { dayMs } from '#contract/platform/duration.ts'
import { sendLinksDue } from '#server/booking/settlement/balance-link.ts'
import { drain } from '#server/platform/jobs.ts'
import { ownWork } from '#server/platform/work.ts'
import { type Bookable } from '#server/testing/bookings.ts'
import * as people from '#server/testing/people.ts'
import { refusalOf } from '#server/testing/person.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

const firstHour = async (at: Bookable) => {
  const hours = await at.professional.person.call(own.ownHours, {
    query: { services: String(at.serviceId), date: '2026-11-25' },
  })
  return hours.body.hours[0]?.slot ?? assert.fail('no hour')
}
const previewOf = async (at: Bookable, slotToken: string, times = 4) => {
  const answer = await at.professional.person.call(own.ownSeriesPreview, {
    query: { slotToken, every: '1w', times },
  })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}
const tokensOf = ({ dates }: series.SeriesPreview) =>
  dates.flatMap(({ slot }) => (slot === null ? [] : [slot.token]))
const countOf = async (at: Bookable) => {
  const { rows } = await kalli.database.pool.query<{ n: number }>(
    'select count(*)::int as n from bookings where professional_id = $1',
    [at.professional.id],
  )
  return rows[0]?.n
}
const textsTo = async (phone: string) => {
  const { rows } = await kalli.database.pool.query<{ body: string }>(
    'select body from text_messages where to_phone = $1 order by id',
    [phone],
  )
  return rows.map(({ body }) => body)
}

test('an own series of four dates is confirmed together with one message, and a link is sent before each date', async () => {
  const at = await people.bookable(kalli, { noticeMinutes: 0 })
  const { person } = at.professional
  const slot = await firstHour(at)
  const preview = await previewOf(at, slot.token)
  assert.deepEqual(
    preview.dates.map(({ date, state }) => [date, state]),
    [
      ['2026-12-02', 'free'],
      ['2026-12-09', 'free'],
      ['2026-12-16', 'free'],
    ],
  )
  const made = await person.call(own.makeOwnAppointment, {
    body: {
      slotToken: slot.token,
      client: { firstName: 'Nora', phone: '55 7700 3344' },
      how: 'link',
      repeat: { every: '1w', slotTokens: tokensOf(preview) },
    },
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  assert.equal(made.body.further, 3)
  const read = await person.call(series.readSeries, { params: { id: made.body.id }, query: {} })
  assert.deepEqual(
    read.body.visits.map(({ position, status, startsAt }) => [position, status, startsAt.slice(0, 10)]),
    [
      [1, 'confirmed', '2026-11-25'],
      [2, 'confirmed', '2026-12-02'],
      [3, 'confirmed', '2026-12-09'],
      [4, 'confirmed', '2026-12-16'],
    ],
  )
  await drain(kalli)
  const first = await textsTo('+525577003344')
  assert.equal(first.filter((body) => body.includes('Falta pagar')).length, 1, JSON.stringify(first))
  assert.equal(first.filter((body) => body.includes('Repetiste tu cita')).length, 1)
  // Three days before the second, once.
  kalli.time.set(new Date(Date.parse('2026-12-02T15:00:00Z') - 2 * dayMs))
  await sendLinksDue(ownWork(kalli))
  await sendLinksDue(ownWork(kalli))
  await drain(kalli)
  const later = await textsTo('+525577003344')
  assert.equal(later.filter((body) => body.includes('Falta pagar')).length, 2, JSON.stringify(later))
})

test('the preview shows taken dates with the nearest hours, and a date lost since then books nothing of the series', async () => {
  const at = await people.bookable(kalli, { noticeMinutes: 0, units: 1 })
  const { person } = at.professional
  const slot = await firstHour(at)
  const preview = await previewOf(at, slot.token)
  const tokens = tokensOf(preview)
  // Another appointment takes the third date meanwhile.
  const other = await person.call(own.makeOwnAppointment, {
    body: { slotToken: tokens[1] ?? '', client: { firstName: 'Olga' } },
  })
  assert.equal(other.status, 201, JSON.stringify(other.body))
  const before = await countOf(at)
  const answer = await person.call(own.makeOwnAppointment, {
    body: {
      slotToken: slot.token,
      client: { firstName: 'Nora' },
      repeat: { every: '1w', slotTokens: tokens },
    },
  })
  const refusal = refusalOf(answer)
  assert.equal(refusal.code, 'series_taken')
  assert.equal(await countOf(at), before)
  const { rows } = await kalli.database.pool.query(
    "select 1 from clients where first_name = 'Nora' and added_by = $1",
    [at.professional.id],
  )
  assert.equal(rows.length, 0)
  const anew = await previewOf(at, slot.token)
  assert.deepEqual(
    anew.dates.map(({ state, alternatives }) => [state, alternatives.length]),
    [
      ['free', 0],
      ['taken', 3],
      ['free', 0],
    ],
  )
  const [, chosen] = anew.dates
  const taken = [...tokensOf(anew), chosen?.alternatives[0]?.token ?? '']
  const made = await person.call(own.makeOwnAppointment, {
    body: {
      slotToken: slot.token,
      client: { firstName: 'Nora' },
      repeat: { every: '1w', slotTokens: taken },
    },
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
})

test('dates of another professional, of another service, before the first or twice are refused', async () => {
  const at = await people.bookable(kalli, { noticeMinutes: 0 })
  const neighbour = await people.bookable(kalli, { noticeMinutes: 0 })
  const { person } = at.professional
  const slot = await firstHour(at)
  const theirs = await firstHour(neighbour)
  const [second = ''] = tokensOf(await previewOf(at, slot.token))
  const send = (slotToken: string, slotTokens: string[]) =>
    person.call(own.makeOwnAppointment, {
      body: { slotToken, client: { firstName: 'Nora' }, repeat: { every: '1w', slotTokens } },
    })
  assert.equal(refusalOf(await send(slot.token, [theirs.token])).code, 'not_found')
  assert.equal(refusalOf(await send(slot.token, [second, second])).code, 'invalid_input')
  assert.equal(refusalOf(await send(second, [slot.token])).code, 'invalid_input')
  const stranger = neighbour.professional.person
  const answer = await stranger.call(own.ownSeriesPreview, {
    query: { slotToken: slot.token, every: '2w', times: 3 },
  })
  assert.equal(refusalOf(answer).code, 'not_found')
  assert.equal(await countOf(at), 0)
})
