/** Calendar files: which times are busy, in every notation, and across the nights of clock changes. */
import { dayMs } from '#contract/platform/duration.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Unreadable } from '#server/availability/outside/ics-answer.ts'
import { samples } from '#server/availability/outside/ics.cases.ts'
import { busyIn } from '#server/availability/outside/ics.ts'
import { readBusy } from '#server/availability/outside/ics-reader.ts'

const instant = (text: string) => Temporal.Instant.from(text).epochMilliseconds

const file = (...events: string[][]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//otro//ES',
    ...events.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']),
    'END:VCALENDAR',
  ].join('\r\n')

const november = {
  zone: 'America/Mexico_City',
  from: instant('2026-11-01T00:00:00-06:00'),
  to: instant('2026-12-01T00:00:00-06:00'),
}

const shown = (text: string, requested = november) =>
  busyIn(text, requested).map(({ start, end }) =>
    [start, end].map((at) => new Date(at).toISOString().slice(5, 16)).join('–'),
  )

const cases: readonly { name: string; events: string[][]; busy: string[] }[] = [
  {
    name: 'an hour in UTC',
    events: [['UID:1', 'DTSTART:20261110T160000Z', 'DTEND:20261110T170000Z']],
    busy: ['11-10T16:00–11-10T17:00'],
  },
  {
    name: 'an hour by the clock of a zone, that the file does not define',
    events: [
      ['UID:1', 'DTSTART;TZID=America/Cancun:20261110T100000', 'DTEND;TZID=America/Cancun:20261110T113000'],
    ],
    busy: ['11-10T15:00–11-10T16:30'],
  },
  {
    name: 'an hour of no zone is that of the place',
    events: [['UID:1', 'DTSTART:20261110T100000', 'DURATION:PT45M']],
    busy: ['11-10T16:00–11-10T16:45'],
  },
  {
    name: 'whole days are those of the place',
    events: [['UID:1', 'DTSTART;VALUE=DATE:20261110', 'DTEND;VALUE=DATE:20261112']],
    busy: ['11-10T06:00–11-12T06:00'],
  },
  {
    name: 'free, cancelled and our own are not busy',
    events: [
      ['UID:1', 'TRANSP:TRANSPARENT', 'DTSTART:20261110T160000Z', 'DTEND:20261110T170000Z'],
      ['UID:2', 'STATUS:CANCELLED', 'DTSTART:20261110T160000Z', 'DTEND:20261110T170000Z'],
      ['UID:kalli-abc@agenda.mx', 'DTSTART:20261110T130000Z', 'DTEND:20261110T140000Z'],
      ['UID:abc@kalli', 'DTSTART:20261110T160000Z', 'DTEND:20261110T170000Z'],
    ],
    busy: [],
  },
  {
    name: 'every Tuesday but one that is left out and one that is moved',
    events: [
      [
        'UID:1',
        'DTSTART;TZID=America/Mexico_City:20261006T100000',
        'DTEND;TZID=America/Mexico_City:20261006T110000',
        'RRULE:FREQ=WEEKLY;BYDAY=TU',
        'EXDATE;TZID=America/Mexico_City:20261110T100000',
      ],
      [
        'UID:1',
        'RECURRENCE-ID;TZID=America/Mexico_City:20261117T100000',
        'DTSTART;TZID=America/Mexico_City:20261118T120000',
        'DTEND;TZID=America/Mexico_City:20261118T130000',
      ],
    ],
    busy: ['11-03T16:00–11-03T17:00', '11-18T18:00–11-18T19:00', '11-24T16:00–11-24T17:00'],
  },
]

for (const { name, events, busy } of cases) test(name, () => assert.deepEqual(shown(file(...events)), busy))

test('a time zone defined in the file itself is applied', () => {
  const text = file([
    'UID:1',
    'DTSTART;TZID=Hora del taller:20261110T100000',
    'DTEND;TZID=Hora del taller:20261110T110000',
  ]).replace(
    'BEGIN:VEVENT',
    [
      'BEGIN:VTIMEZONE',
      'TZID:Hora del taller',
      'BEGIN:STANDARD',
      'DTSTART:19700101T000000',
      'TZOFFSETFROM:-0300',
      'TZOFFSETTO:-0300',
      'END:STANDARD',
      'END:VTIMEZONE',
      'BEGIN:VEVENT',
    ].join('\r\n'),
  )
  assert.deepEqual(shown(text), ['11-10T13:00–11-10T14:00'])
})

const zones = [
  'America/Tijuana',
  'America/Ciudad_Juarez',
  'America/Mexico_City',
  'Europe/Madrid',
  'Australia/Sydney',
]

test('a weekly event keeps its wall-clock time through every clock change', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: 0, max: 400 }),
      fc.integer({ min: 0, max: 95 }),
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 3 }),
      (zone, day, quarter, quarters, interval) => {
        const first = Temporal.PlainDateTime.from('2026-01-01').add({ days: day, minutes: quarter * 15 })
        const written = (at: Temporal.PlainDateTime) => at.toString().replaceAll(/[-:]/g, '').slice(0, 15)
        const last = first.add({ minutes: quarters * 15 })
        const text = file([
          'UID:1',
          `DTSTART;TZID=${zone}:${written(first)}`,
          `DTEND;TZID=${zone}:${written(last)}`,
          `RRULE:FREQ=WEEKLY;INTERVAL=${interval}`,
        ])
        const from = first.toZonedDateTime('UTC').epochMilliseconds - 2 * dayMs
        const to = from + 370 * dayMs
        const expected = Array.from({ length: 60 }, (_, week) => {
          const at = (wall: Temporal.PlainDateTime) =>
            wall.add({ weeks: week * interval }).toZonedDateTime(zone).epochMilliseconds
          return { start: at(first), end: at(last) }
        })
          .filter(({ start, end }) => end > start && start < to && end > from)
          .map(({ start, end }) => ({ start: Math.max(start, from), end: Math.min(end, to) }))
        assert.deepEqual(busyIn(text, { zone: 'America/Cancun', from, to }), expected)
      },
    ),
    { numRuns: 300 },
  )
})

test('distinguishes what is not a calendar from one without readable events, and neither blocks other imports', async () => {
  assert.throws(() => busyIn('<html>', november), new Unreadable('not_a_calendar'))
  assert.throws(() => busyIn('BEGIN:VCARD\r\nEND:VCARD', november), new Unreadable('not_a_calendar'))
  const forEver = file(['UID:1', 'DTSTART:20260101T000000Z', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY'])
  await assert.rejects(readBusy(forEver, november), new Unreadable('no_event_readable'))
  const ages = file(['UID:1', 'DTSTART:20261110T160000Z', 'DURATION:P99999999W'])
  assert.deepEqual(shown(ages), ['11-10T16:00–12-01T06:00'], 'no longer than was asked')
  const days = file(['UID:1', 'DTSTART;VALUE=DATE:20261110', 'DURATION:P99999999W'])
  assert.deepEqual(shown(days), ['11-10T06:00–12-01T06:00'], 'nor by days')
  const hour = file(['UID:1', 'DTSTART:20261110T160000Z', 'DTEND:20261110T170000Z'])
  assert.deepEqual(
    (await readBusy(hour, november)).busy,
    busyIn(hour, november).flatMap(({ start, end }) => [start, end]),
  )
})

test('an unreadable rule in a time zone of the file hides no event of another zone', () => {
  const text = [
    'BEGIN:VCALENDAR',
    'BEGIN:VTIMEZONE',
    'TZID:Custom',
    'BEGIN:STANDARD',
    'TZOFFSETFROM:-0400',
    'TZOFFSETTO:-0500',
    'DTSTART:16010101T020000',
    'RRULE:REQ=YEARLY;BYDAY=1SU;BYMONTH=11',
    'END:STANDARD',
    'END:VTIMEZONE',
    'BEGIN:VEVENT',
    'UID:1',
    'DTSTART;TZID=Custom:20261111T110000',
    'DTEND;TZID=Custom:20261111T120000',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'UID:2',
    'DTSTART:20261110T160000Z',
    'DTEND:20261110T170000Z',
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n')
  assert.ok(shown(text).includes('11-10T16:00–11-10T17:00'), shown(text).join(' '))
})

/** A line as a careless exporter might write it; lines that begin and end components stay. */
const mangled = (line: string, how: number, place: number): string[] => {
  if (/^(BEGIN|END|METHOD)\b/i.test(line)) return [line]
  const at = place % (line.length + 1)
  if (how === 0) return []
  if (how === 1) return [line.slice(0, at) + line.slice(at + 1)]
  if (how === 2) return [`${line.slice(0, at)}9${line.slice(at)}`]
  if (how === 3) return [line.replace(':', ' ')]
  if (how === 4) return [line.replaceAll(/\d/g, '9')]
  return how === 5 ? [line, line] : [`${line};;,=":`]
}

test('one valid event counts, whatever is wrong with the other events of the file', () => {
  const good = [
    'BEGIN:VEVENT',
    'UID:good',
    'DTSTART:20261220T120000Z',
    'DTEND:20261220T123000Z',
    'END:VEVENT',
  ]
  const expected = { start: instant('2026-12-20T12:00:00Z'), end: instant('2026-12-20T12:30:00Z') }
  const requested = { zone: november.zone, from: november.from, to: november.from + 90 * dayMs }
  fc.assert(
    fc.property(
      fc.constantFrom(...samples.filter(({ lines }) => !lines.includes('METHOD:CANCEL'))),
      fc.array(fc.tuple(fc.nat(60), fc.nat(6), fc.nat(80)), { minLength: 1, maxLength: 5 }),
      ({ lines }, changes) => {
        const broken = changes.reduce<string[]>(
          (all, [place, how, at]) =>
            all.flatMap((line, index) => (index === place ? mangled(line, how, at) : [line])),
          [...lines],
        )
        const text = ['BEGIN:VCALENDAR', ...good, ...broken, 'END:VCALENDAR'].join('\r\n')
        const spans = busyIn(text, requested)
        assert.ok(
          spans.some(({ start, end }) => start === expected.start && end === expected.end),
          text,
        )
        for (const { start, end } of spans)
          assert.ok(start < end && start >= requested.from && end <= requested.to, text)
      },
    ),
    { numRuns: 3000 },
  )
})
