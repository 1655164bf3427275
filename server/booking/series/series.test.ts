/** A repeated visit: the dates of a rhythm, all or none, each paid separately, ended together. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import fc from 'fast-check'
import { slots } from '#contract/availability/availability.ts'
import * as booking from '#contract/booking/booking.ts'
import * as holds from '#contract/booking/hold.ts'
import * as contract from '#contract/booking/series/series.ts'
import { seriesDates, type Rhythm } from '#contract/booking/series/series.ts'
import { startOn } from '#server/booking/checkout/series-dates.ts'
import { drain, runJobsOnce } from '#server/platform/jobs.ts'
import { answersEach, type Bookable, booked, claimsOf, pay, slotOn } from '#server/testing/bookings.ts'
import { startCrashing } from '#server/testing/crash/crashing-server.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf, visitor } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

/** On the 25th of November at eleven, when everything is free. */
const first = async (at?: Bookable, values: Parameters<typeof booked>[2] = {}) => {
  const salon = at ?? (await people.bookable(kalli))
  const one = await booked(kalli, salon, { place: 4, ...values })
  const query = { t: one.t }
  const params = { id: one.id }
  const preview = async (times = 4, every: Rhythm = '1w') => {
    const answer = await one.who.call(contract.seriesPreview, { params, query: { ...query, every, times } })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.dates
  }
  const repeat = (slotTokens: string[], key?: string) =>
    one.who.call(
      contract.repeat,
      { params, query, body: { every: '1w', slotTokens } },
      key === undefined ? {} : { key },
    )
  return { ...one, at: salon, params, query, preview, repeat }
}
const tokensOf = (dates: readonly contract.SeriesDate[]) =>
  dates.flatMap(({ slot }) => (slot === null ? [] : [slot.token]))

const seriesRows = async (bookingId: string) => {
  const { rows } = await kalli.database.pool.query<{ status: string; payment: string; card: string }>(
    `select b.status, p.status as payment, p.card_last4 as card from booking_series_visits own
     join booking_series_visits other on other.series_id = own.series_id
     join bookings b on b.id = other.booking_id join payments p on p.booking_id = b.id
     where own.booking_id = $1 order by other.position`,
    [bookingId],
  )
  return rows
}

test('a rhythm gives dates some weeks apart, or the same weekday of each month, with a fifth as the last', () => {
  assert.deepEqual(seriesDates('2026-11-25', '1w', 4), ['2026-12-02', '2026-12-09', '2026-12-16'])
  assert.deepEqual(seriesDates('2026-12-24', '4w', 3), ['2027-01-21', '2027-02-18'])
  assert.deepEqual(seriesDates('2026-11-25', 'month', 4), ['2026-12-23', '2027-01-27', '2027-02-24'])
  // The fifth Monday of November; December has four.
  assert.deepEqual(seriesDates('2026-11-30', 'month', 3), ['2026-12-28', '2027-01-25'])
  assert.deepEqual(seriesDates('2027-12-29', 'month', 3), ['2028-01-26', '2028-02-23'])
})

test('dates increase on the same weekday at the same wall-clock time, in any year, zone and clock change', () => {
  const zones = [
    'America/Mexico_City',
    'America/Tijuana',
    'America/Ojinaga',
    'America/Havana',
    'Australia/Lord_Howe',
  ]
  fc.assert(
    fc.property(
      fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2035, 0, 1) }),
      fc.constantFrom<Rhythm>('1w', '2w', '3w', '4w', 'month'),
      fc.integer({ min: 2, max: 12 }),
      fc.constantFrom(...zones),
      fc.integer({ min: 0, max: 1439 }),
      (at, every, times, zone, minute) => {
        const date = new Date(at).toISOString().slice(0, 10)
        const weekday = Temporal.PlainDate.from(date).dayOfWeek
        const dates = seriesDates(date, every, times)
        assert.equal(dates.length, times - 1)
        let before = Temporal.PlainDate.from(date)
        for (const [index, next] of dates.entries()) {
          const day = Temporal.PlainDate.from(next)
          assert.equal(day.dayOfWeek, weekday)
          const days = before.until(day).days
          if (every === 'month') {
            assert.ok(days === 28 || days === 35, `${days} days`)
            const months = (day.year - Number(date.slice(0, 4))) * 12 + day.month - Number(date.slice(5, 7))
            assert.equal(months, index + 1)
          } else assert.equal(days, Number(every[0]) * 7)
          before = day
          const wall = day.toPlainDateTime({ hour: Math.floor(minute / 60), minute: minute % 60 })
          const start = startOn(zone, next, minute)
          const earliest = wall.toZonedDateTime(zone, { disambiguation: 'earlier' })
          // In a skipped hour the wall clock shows something else.
          const exists = earliest.toPlainDateTime().equals(wall)
          assert.equal(start, exists ? earliest.epochMilliseconds : null)
        }
      },
    ),
    { numRuns: 3000 },
  )
})

test('the preview marks each date as free, taken with nearby times, closed, or beyond the horizon', async () => {
  const at = await people.bookable(kalli)
  const one = await first(at)
  const other = await booked(kalli, at, { date: '2026-12-09', place: 4 })
  assert.equal(other.status, 'confirmed')
  await kalli.database.pool.query(
    `insert into schedule_exceptions (owner_kind, owner_id, date, windows) values ('professional', $1, '2026-12-16', '[]')`,
    [at.professional.id],
  )
  const dates = await one.preview(12)
  assert.deepEqual(
    dates.map(({ state }) => state),
    ['free', 'taken', 'closed', 'free', 'free', 'free', 'free', 'too_far', 'too_far', 'too_far', 'too_far'],
  )
  const hour = (iso: string) => iso.slice(11, 16)
  assert.equal(hour(dates[0]?.slot?.startsAt ?? ''), hour(one.startsAt))
  const near = dates[1]?.alternatives ?? []
  assert.equal(near.length, 3)
  assert.ok(
    near.every(({ startsAt }) => startsAt.startsWith('2026-12-09') && hour(startsAt) !== hour(one.startsAt)),
  )
  assert.deepEqual(dates[2]?.alternatives, [])
  const stranger = await kalli.visitor().call(contract.seriesPreview, {
    params: one.params,
    query: { every: '1w', times: 2 },
  })
  assert.equal(stranger.status, 404)
})

test('each date of a series is its own booking, paid from the saved card when due', async () => {
  const one = await first()
  const dates = await one.preview(4)
  const key = crypto.randomUUID()
  const made = await one.repeat(tokensOf(dates), key)
  assert.equal(made.status, 201, JSON.stringify(made.body))
  assert.deepEqual(
    made.body.visits.map(({ position, status }) => [position, status]),
    [1, 2, 3, 4].map((position) => [position, 'confirmed']),
  )
  // A repeated press is one series, and a visit is in only one.
  assert.deepEqual((await one.repeat(tokensOf(dates), key)).body, made.body)
  assert.equal(refusalOf(await one.repeat(tokensOf(dates))).code, 'move_not_allowed')
  const rows = await seriesRows(one.id)
  assert.deepEqual(
    rows.slice(1).map(({ payment, card }) => [payment, card]),
    [1, 2, 3].map(() => ['card_saved', '4242']),
  )
  const last = made.body.visits[3]
  assert.ok(last)
  assert.equal((await claimsOf(kalli, last.id)).filter(({ state }) => state === 'firm').length, 3)
  const shown = await one.who.call(booking.booking, { params: one.params, query: one.query })
  assert.deepEqual(shown.body.series, { position: 1, of: 4 })
  await drain(kalli)
  const { rows: emails } = await kalli.database.pool.query<{ subject: string }>(
    `select subject from mails where dedupe_key like 'series:%' or dedupe_key like $1`,
    [`booking-confirmed:${last.id}:client%`],
  )
  assert.equal(emails.length, 2, JSON.stringify(emails))
  // A day before, the card is charged like any other; the others wait.
  kalli.time.set(new Date(Date.parse(made.body.visits[1]?.startsAt ?? '') - 5 * 86_400_000))
  await runJobsOnce(kalli)
  kalli.time.set(new Date(Date.parse(made.body.visits[1]?.startsAt ?? '') - 23 * 3_600_000))
  await runJobsOnce(kalli)
  assert.deepEqual(
    (await seriesRows(one.id)).map(({ payment }) => payment),
    ['captured', 'captured', 'card_saved', 'card_saved'],
  )
  assert.equal(await people.trialBalance(kalli), 0)
})

test('a series is booked whole or not at all, and a lost date is reported with all dates anew', async () => {
  const at = await people.bookable(kalli)
  const one = await first(at)
  const tokens = tokensOf(await one.preview(4))
  await booked(kalli, at, { date: '2026-12-09', place: 4 })
  const refused = await one.repeat(tokens)
  const { code, details } = refusalOf(refused)
  assert.equal(code, 'series_taken')
  assert.ok(JSON.stringify(details).includes('"takenAt":"2026-12-09'))
  assert.ok(JSON.stringify(details).includes('"state":"taken"'))
  assert.deepEqual(await seriesRows(one.id), [])
  const { rows } = await kalli.database.pool.query(
    `select from bookings where holder like 'series:%' and client_id =
    (select client_id from bookings where id = $1)`,
    [one.id],
  )
  assert.equal(rows.length, 0)
  // With another hour of that day it succeeds.
  const [a, b, c] = await one.preview(4)
  const chosen = [a?.slot?.token, b?.alternatives[0]?.token, c?.slot?.token].flatMap((token) => token ?? [])
  assert.equal((await one.repeat(chosen)).status, 201)
})

test('a visit of several services with an add-on is repeated unchanged', async () => {
  const at = await people.bookable(kalli)
  const beard = await people.service(kalli, at.professional.id, {
    name: 'Barba',
    durationMinutes: 30,
    priceCents: 20_000,
  })
  await kalli.database.pool.query('update services set add_ons = $1 where id = $2', [
    JSON.stringify([{ id: 1, name: 'Lavado', priceCents: 8_000, minutes: 0 }]),
    at.serviceId,
  ])
  const who = kalli.visitor()
  const { body } = await who.call(slots, {
    query: {
      professional: at.professional.id,
      services: `${at.serviceId},${beard}`,
      addOns: `${at.serviceId}-1`,
      from: '2026-11-25',
      to: '2026-11-25',
    },
  })
  const hold = await who.call(holds.hold, { body: { slotToken: body.days[0]?.slots[2]?.token ?? '' } })
  assert.equal(hold.status, 201, JSON.stringify(hold.body))
  const paid = await pay(who, hold.body.id)
  assert.equal(paid.body.totalCents, 128_000)
  const params = { id: paid.body.id }
  const query = { t: paid.body.viewToken }
  const requested = await who.call(contract.seriesPreview, {
    params,
    query: { ...query, every: '1w', times: 2 },
  })
  const request = { every: '1w' as const, slotTokens: tokensOf(requested.body.dates) }
  const made = await who.call(contract.repeat, { params, query, body: request })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { rows } = await kalli.database.pool.query<{ name: string; total: number; parts: number }>(
    `select service_name as name, total_cents::int as total,
       (select count(*)::int from booking_segments where booking_id = bookings.id) as parts
     from bookings where id = any ($1::uuid[]) order by starts_at`,
    [made.body.visits.map(({ id }) => id)],
  )
  assert.equal(rows.length, 2)
  assert.deepEqual(rows[0], rows[1])
  assert.deepEqual([rows[0]?.total, rows[0]?.parts], [128_000, 2])
})

test('of two series that cross, or a series and a single booking, exactly one gets all of its hours', async () => {
  for (let round = 0; round < 3; round += 1) {
    const at = await people.bookable(kalli, { units: 1 })
    const [one, two] = [await first(at), await first(at, { place: 8 })]
    // The same hours of the same days, in any order.
    const wished = tokensOf(await one.preview(5))
    const answers = await Promise.all([one.repeat(wished), two.repeat(wished.toReversed())])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409])
    const sizes = [(await seriesRows(one.id)).length, (await seriesRows(two.id)).length].sort()
    assert.deepEqual(sizes, [0, 5])

    const salon = await people.bookable(kalli, { units: 1 })
    const mine = await first(salon)
    const tokens = tokensOf(await mine.preview(4))
    const other = kalli.visitor()
    const { token } = await slotOn(other, salon, '2026-12-09', 4)
    const [series, single] = await Promise.all([
      mine.repeat(tokens),
      other.call(holds.hold, { body: { slotToken: token } }),
    ])
    const count = (await seriesRows(mine.id)).length
    assert.equal(series.status === 201 ? count : count + 4, 4)
    assert.notEqual(series.status === 201, single.status === 201)
  }
})

test('after kill -9 midway nothing is booked, and retrying the request books the whole series', async () => {
  const one = await first()
  const tokens = tokensOf(await one.preview(4))
  const { url, died } = await startCrashing(kalli, 'inside-series', testNow)
  const there: Person = visitor(url)
  for (const [name, value] of one.who.jar) there.jar.set(name, value)
  const body = { every: '1w' as const, slotTokens: tokens }
  const cut = there.call(contract.repeat, { params: one.params, query: one.query, body })
  assert.equal(await cut.catch(() => null), null)
  assert.equal(await died, true)
  assert.deepEqual(await seriesRows(one.id), [])
  assert.equal((await one.repeat(tokens)).status, 201)
  assert.equal((await seriesRows(one.id)).length, 4)
})

test('a professional who answers each request can accept the whole series at once', async () => {
  const at = await people.bookable(kalli)
  const one = await first(at)
  await answersEach(at)
  const made = await one.repeat(tokensOf(await one.preview(4)))
  assert.equal(made.status, 201, JSON.stringify(made.body))
  assert.deepEqual(
    made.body.visits.map(({ status }) => status),
    ['confirmed', 'requested', 'requested', 'requested'],
  )
  const pro = at.professional.person
  assert.equal((await one.who.call(contract.acceptSeries, { params: one.params })).status, 401)
  const yes = await pro.call(contract.acceptSeries, { params: one.params })
  assert.deepEqual(
    yes.body.visits.map(({ status }) => status),
    ['confirmed', 'confirmed', 'confirmed', 'confirmed'],
  )
  const { rows } = await kalli.database.pool.query<{ n: number }>(
    `select count(*)::int as n from payments p join booking_series_visits v using (booking_id)
     where p.capture_at is null and v.series_id = $1`,
    [made.body.id],
  )
  assert.equal(rows[0]?.n, 0)
})

test('this date and the following ones are cancelled together as quoted, and earlier ones remain', async () => {
  const one = await first()
  const made = await one.repeat(tokensOf(await one.preview(4)))
  const [, second] = made.body.visits
  assert.ok(second)
  const from = { params: one.params, query: one.query }
  const quoted = await one.who.call(contract.seriesCancelQuote, from)
  assert.equal(quoted.status, 200, JSON.stringify(quoted.body))
  assert.equal(quoted.body.visits.length, 4)
  assert.deepEqual([quoted.body.refundCents, quoted.body.feeCents], [400_000, 0])
  const visits = quoted.body.visits.map(({ id, token }) => ({ id, token }))
  const forged = await one.who.call(contract.cancelSeries, {
    ...from,
    body: { visits: visits.map(({ id }) => ({ id, token: visits[0]?.token ?? '' })), reason: 'x' },
  })
  assert.equal(refusalOf(forged).code, 'quote_expired')
  assert.deepEqual(
    (await seriesRows(one.id)).map(({ status }) => status),
    ['confirmed', 'confirmed', 'confirmed', 'confirmed'],
  )
  const some = await one.who.call(contract.cancelSeries, {
    ...from,
    body: { visits: visits.slice(1), reason: 'Me mudo' },
  })
  assert.equal(some.status, 200, JSON.stringify(some.body))
  assert.deepEqual(
    some.body.visits.map(({ status }) => status),
    ['confirmed', 'cancelled_by_client', 'cancelled_by_client', 'cancelled_by_client'],
  )
  assert.equal((await claimsOf(kalli, second.id)).length, 0)
  await runJobsOnce(kalli)
  assert.equal(await people.trialBalance(kalli), 0)
  const stranger = await kalli.visitor().call(contract.seriesCancelQuote, { params: one.params, query: {} })
  assert.equal(stranger.status, 404)
})
