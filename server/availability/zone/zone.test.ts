import { dayMs } from '#contract/platform/duration.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  dateOf,
  dayAt,
  dayOf,
  readingAt,
  isoOf,
  startOfDay,
  weekdayOf,
  zoneTable,
} from '#server/availability/zone/zone.ts'

const zones = [
  'America/Mexico_City',
  'America/Tijuana',
  'America/Ojinaga',
  'America/Havana',
  'Australia/Lord_Howe',
  'UTC',
]

test('dates and day numbers convert to each other as in the calendar, through four centuries', () => {
  for (let day = dayOf('1900-01-01'); day < dayOf('2300-01-01'); day++) {
    const date = Temporal.PlainDate.from('1970-01-01').add({ days: day })
    assert.equal(dateOf(day), date.toString())
    assert.equal(dayOf(dateOf(day)), day)
    assert.equal(weekdayOf(day), date.dayOfWeek)
  }
})

test('wall-clock time, date and start of day equal Temporal’s', () => {
  const instants = fc.integer({ min: Date.UTC(2001, 0), max: Date.UTC(2099, 0) })
  fc.assert(
    fc.property(fc.constantFrom(...zones), instants, (zone, instant) => {
      const wall = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone)
      const table = zoneTable(zone)
      assert.equal(readingAt(table, instant), wall.toPlainDateTime().toZonedDateTime('UTC').epochMilliseconds)
      assert.equal(dateOf(dayAt(table, instant)), wall.toPlainDate().toString())
      assert.equal(startOfDay(table, dayAt(table, instant)), wall.startOfDay().epochMilliseconds)
    }),
    { numRuns: 3000 },
  )
})

test('a day that begins in a missing hour begins when that hour ends', () => {
  // Havana jumps from 00:00 to 01:00.
  const table = zoneTable('America/Havana')
  const day = dayOf('2026-03-08')
  assert.equal(readingAt(table, startOfDay(table, day)), day * dayMs + 3_600_000)
})

test('an unknown zone is refused', () => {
  assert.throws(() => zoneTable('America/Kalli'), RangeError)
})

test('an instant is written as JavaScript writes it, on whole minutes or not', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: Date.UTC(2200, 0) }), (instant) => {
      const wholeMinute = instant - (instant % 60_000)
      assert.equal(isoOf(instant), new Date(instant).toISOString())
      assert.equal(isoOf(wholeMinute), new Date(wholeMinute).toISOString())
    }),
    { numRuns: 2000 },
  )
})
