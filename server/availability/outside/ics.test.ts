/** Calendar files of common exporters, each with its busy times, and a second reader that agrees where it can. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expandRecurringEvent, sync, type VEvent } from 'node-ical'
import { type Sample, samples } from '#server/availability/outside/ics.cases.ts'
import { readCalendar } from '#server/availability/outside/ics.ts'
import { union } from '#server/availability/zone/intervals.ts'

// The second reader uses the process's zone for whole days and times without a zone.
const zone = 'America/Mexico_City'
process.env['TZ'] = zone
const at = (date: string, time = '00:00') => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return Temporal.PlainDate.from(date).toZonedDateTime(zone).add({ hours, minutes }).epochMilliseconds
}
const requested = { zone, from: at('2026-12-01'), to: at('2027-01-10') }

const dateOf = (text: string) => {
  const [day = '', month = '12'] = text.split('/').toReversed()
  return `${month === '12' ? 2026 : 2027}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}
const spanOf = (text: string): readonly [number, number] => {
  const [, day, last] = /^d(\d+)(?:-(\d+))?$/.exec(text) ?? []
  if (day !== undefined) return [at(dateOf(day)), at(dateOf(last ?? day), '24:00')]
  const [from = '', to = ''] = text.split('-')
  const [date = '', time = ''] = from.split(' ')
  const [end = '', until] = to.split(' ')
  return until === undefined
    ? [at(dateOf(date), time), at(dateOf(date), end)]
    : [at(dateOf(date), time), at(dateOf(end), until)]
}

const fileOf = ({ lines }: Sample) => ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const shown = (intervals: readonly number[]) => intervals.map((instant) => new Date(instant).toISOString())

const judged = (text: string): readonly (readonly [number, number])[] =>
  Object.values(sync.parseICS(text))
    .filter((one): one is VEvent => one !== undefined && one.type === 'VEVENT')
    .flatMap((event) =>
      expandRecurringEvent(event, {
        from: new Date(requested.from - 40 * 86_400_000),
        to: new Date(requested.to + 86_400_000),
        expandOngoing: true,
      }),
    )
    .filter(({ event }) => event.transparency !== 'TRANSPARENT' && event.status !== 'CANCELLED')
    .map(({ start, end }) => [start.getTime(), end.getTime()] as const)
    .filter(([start, end]) => start < requested.to && end > requested.from)
    .map(([start, end]) => [Math.max(start, requested.from), Math.min(end, requested.to)] as const)

/** Null: it throws. */
const judgement = (text: string) => {
  try {
    return shown(union(judged(text)))
  } catch {
    return null
  }
}

test('there are at least a hundred sample files, and sixty of them are checked by a second library', () => {
  assert.ok(samples.length >= 100, `${samples.length}`)
  assert.ok(samples.filter(({ unjudged }) => unjudged === undefined).length >= 60)
})

for (const sample of samples)
  test(sample.name, () => {
    const expected = shown(union(sample.busy.map(spanOf)))
    const { spans, unread } = readCalendar(fileOf(sample), requested)
    assert.deepEqual(shown(union(spans.map(({ start, end }) => [start, end] as const))), expected)
    assert.equal(unread.count, sample.unread ?? 0)
    const second = judgement(fileOf(sample))
    if (sample.unjudged === undefined) assert.deepEqual(second, expected, 'as the second reader sees it')
    // An exemption that is no longer needed must go.
    else assert.notDeepEqual(second, expected, 'the second reader agrees by now')
  })
