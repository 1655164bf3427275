/**
 * Situations of a slot engine, for properties: zones and nights of 2024–2035 (half of them nights on which the clock changes), hours,
 * claims, places, services.
 */
import { minuteMs } from '#contract/platform/duration.ts'
import fc from 'fast-check'
import type { Window } from '#server/availability/hours/hours.ts'
import { dayOf } from '#server/availability/zone/zone.ts'
import { union } from '#server/availability/zone/intervals.ts'
import type { Place, Snapshot } from '#server/availability/rules/snapshot.ts'

export const zones = [
  'America/Mexico_City',
  'America/Cancun',
  'America/Hermosillo',
  'America/Tijuana',
  'America/Ciudad_Juarez',
  'America/Ojinaga',
]
export const changing = ['America/Tijuana', 'America/Ciudad_Juarez', 'America/Ojinaga']

/** Nights of 2024–2035 in which the clock changes; for zones without, their neighbours' nights. */
export const nightsOf = (zone: string) => {
  const nights: string[] = []
  let moment: Temporal.ZonedDateTime | null = Temporal.PlainDate.from('2024-01-01').toZonedDateTime(
    changing.includes(zone) ? zone : 'America/Tijuana',
  )
  while ((moment = moment.getTimeZoneTransition('next')) && moment.year < 2036)
    nights.push(moment.toPlainDate().toString())
  return nights
}
const dates = (zone: string) =>
  fc.oneof(
    fc.constantFrom(...nightsOf(zone)),
    fc
      .integer({ min: 0, max: 12 * 365 })
      .map((days) => Temporal.PlainDate.from('2024-01-01').add({ days }).toString()),
  )

const sets = (unit: number) =>
  fc.uniqueArray(fc.integer({ min: 0, max: 1440 / unit }), { maxLength: 6 }).map((edges) => {
    const sorted = edges.map((edge) => edge * unit).sort((a, b) => a - b)
    const windows: Window[] = []
    for (let index = 0; index + 1 < sorted.length; index += 2)
      windows.push({ fromMinute: sorted[index] ?? 0, toMinute: sorted[index + 1] ?? 0 })
    return windows
  })
const windowsOfDay = fc.oneof(
  sets(15),
  // Around the hours at which clocks change, and windows that touch.
  fc.constantFrom(
    [{ fromMinute: 0, toMinute: 1440 }],
    [
      { fromMinute: 0, toMinute: 90 },
      { fromMinute: 90, toMinute: 300 },
    ],
    [
      { fromMinute: 135, toMinute: 600 },
      { fromMinute: 1200, toMinute: 1440 },
    ],
  ),
)
const weekly = fc
  .array(windowsOfDay, { minLength: 7, maxLength: 7 })
  .map((week) =>
    week.flatMap((windows, index) => windows.map((window) => ({ weekday: index + 1, ...window }))),
  )
const hoursAround = (date: string) =>
  fc.record({
    weekly,
    exceptions: fc.uniqueArray(
      fc.record({
        date: fc
          .integer({ min: -1, max: 2 })
          .map((days) => Temporal.PlainDate.from(date).add({ days }).toString()),
        windows: windowsOfDay,
      }),
      { maxLength: 2, selector: ({ date }) => date },
    ),
  })
const busyAround = (instant: number) =>
  fc
    .array(fc.tuple(fc.integer({ min: -300, max: 3200 }), fc.integer({ min: 1, max: 200 })), { maxLength: 8 })
    .map((claims) =>
      union(
        claims.map(
          ([from, minutes]) => [instant + from * minuteMs, instant + (from + minutes) * minuteMs] as const,
        ),
      ),
    )

/** The duration, and the phases without the professional: mostly none, else one or two. */
const lasting = fc.constantFrom(15, 30, 45, 60, 90, 240).chain((durationMinutes) =>
  fc
    .oneof(
      fc.constantFrom(undefined, []),
      fc
        .uniqueArray(fc.integer({ min: 1, max: durationMinutes - 1 }), { minLength: 2, maxLength: 4 })
        .map((edges) => edges.sort((a, b) => a - b).slice(0, edges.length - (edges.length % 2))),
    )
    .map((processes) => ({ durationMinutes, processes })),
)

const limitsAround = (instant: number) => {
  const most = fc.record({
    visits: fc.constantFrom(null, null, 1, 3),
    minutes: fc.constantFrom(null, null, 90, 480),
  })
  const visit = fc
    .tuple(fc.integer({ min: -45_000, max: 45_000 }), fc.constantFrom(15, 60, 120))
    .map(([from, minutes]) => ({ startsAt: instant + from * minuteMs, minutes }))
  return fc.record({
    zone: fc.constantFrom(...zones),
    day: most,
    week: most,
    month: most,
    visits: fc.array(visit, { maxLength: 4 }),
    leaving: fc.option(visit, { nil: undefined, freq: 1 }),
  })
}

/** Mostly nothing, else one of these. */
const rarely = <T>(some: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: some })

/** Hours of a service, or of each of the two in a visit. */
const ownHoursOf = (durationMinutes: number) =>
  fc.tuple(weekly, fc.option(weekly, { freq: 1 })).map(([first, second]) => {
    const half = Math.floor(durationMinutes / 2)
    return second === null
      ? [{ fromMinute: 0, toMinute: durationMinutes, weekly: first }]
      : [
          { fromMinute: 0, toMinute: half, weekly: first },
          { fromMinute: half, toMinute: durationMinutes, weekly: second },
        ]
  })

export const situation = fc
  .constantFrom(...zones)
  .chain((zone) => dates(zone).map((date) => ({ zone, date })))
  .chain(({ zone, date }) => {
    const midnight = Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: zone }).epochMilliseconds
    const place: fc.Arbitrary<Place> = fc.record({
      hours: hoursAround(date),
      agreementWindows: fc.option(weekly, { freq: 2 }),
      agreementValid: fc.record({
        from: fc.constantFrom(-Infinity, midnight + 600 * minuteMs),
        to: fc.constantFrom(Infinity, midnight + 1000 * minuteMs, midnight + 2000 * minuteMs),
      }),
      minimumMinutes: fc.constantFrom(0, 60, 120),
      cleaningMinutes: fc.constantFrom(0, 10, 30),
      units: fc
        .array(busyAround(midnight), { maxLength: 3 })
        .map((list) => list.map((busy, index) => ({ id: 11 + index, busy }))),
      isLacking: fc.constantFrom(false, false, false, false, false, false, true),
      shared: fc.array(
        fc.record({
          item: fc.constantFrom('washbasin' as const, 'shower' as const),
          fromMinute: fc.constantFrom(0, 5, 10),
          toMinute: fc.constantFrom(11, 15),
          pieces: fc
            .array(busyAround(midnight), { minLength: 1, maxLength: 2 })
            .map((list) => list.map((busy, index) => ({ id: 21 + index, number: index + 1, busy }))),
        }),
        { maxLength: 2 },
      ),
      marginOk: fc.constantFrom(true, true, true, false),
      payable: fc.constantFrom(true, true, true, false),
      noticeMinutes: fc.constantFrom(0, 0, 60, 2880),
    })
    const snapshot: fc.Arbitrary<Snapshot> = fc.record({
      now: fc.integer({ min: -3000, max: 600 }).map((minutes) => midnight + minutes * minuteMs),
      zone: fc.constant(zone),
      active: fc.constantFrom(true, true, true, true, true, true, true, false),
      service: lasting.chain((time) =>
        fc.record({
          durationMinutes: fc.constant(time.durationMinutes),
          processes: fc.constant(time.processes),
          bufferBeforeMinutes: fc.constantFrom(0, 5, 15),
          bufferAfterMinutes: fc.constantFrom(0, 10, 20),
          stepMinutes: fc.constantFrom(5, 10, 15, 20, 30, 45, 60),
          noticeMinutes: fc.constantFrom(0, 60, 720),
          horizonDays: fc.constantFrom(0, 1, 2, 60),
          ownHours: rarely(ownHoursOf(time.durationMinutes)),
          offered: rarely(
            fc.record({
              from: fc.constantFrom(null, dayOf(date), dayOf(date) + 1),
              to: fc.constantFrom(null, dayOf(date), dayOf(date) + 1),
            }),
          ),
        }),
      ),
      professional: fc.record({
        hours: hoursAround(date),
        busy: busyAround(midnight),
        limits: rarely(limitsAround(midnight)),
        hasTightStarts: fc.constantFrom(false, false, true),
      }),
      // At homes and online there is no place; some homes are too far, and to most there is a route.
      place: fc.option(place, { freq: 2 }),
      isOutside: fc.constantFrom(false, false, false, false, false, false, false, true),
      elsewhere: fc.option(busyAround(midnight), { nil: undefined, freq: 1 }),
      clientBusy: busyAround(midnight),
    })
    return snapshot.map((snapshot) => ({
      snapshot,
      date,
      next: Temporal.PlainDate.from(date).add({ days: 1 }).toString(),
      midnight,
    }))
  })
