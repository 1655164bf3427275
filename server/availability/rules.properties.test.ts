import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import fc from 'fast-check'
import type { Hours, Window } from '#server/availability/hours.ts'
import { union, type Intervals } from '#server/availability/intervals.ts'
import {
  explain,
  feasible,
  hasSlot,
  slots,
  type Place,
  type Slot,
  type Snapshot,
} from '#server/availability/rules.ts'

/*
 * A second, slow engine that shares nothing with the first: it asks Temporal what the clock on the wall
 * shows at each single minute. All times below are whole minutes.
 */
const minute = 60_000
const readings = new Map<string, Map<number, { date: string; weekday: number; minuteOfDay: number }>>()
const reading = (zone: string, instant: number) => {
  const known = readings.get(zone) ?? new Map()
  readings.set(zone, known)
  const found = known.get(instant)
  if (found) return found
  const wall = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone)
  const shown = {
    date: wall.toPlainDate().toString(),
    weekday: wall.dayOfWeek,
    minuteOfDay: wall.hour * 60 + wall.minute,
  }
  known.set(instant, shown)
  return shown
}
const windowsAt = (hours: Hours, zone: string, instant: number): readonly Window[] => {
  const { date, weekday } = reading(zone, instant)
  return (
    hours.exceptions.find((exception) => exception.date === date)?.windows ??
    hours.weekly.filter((window) => window.weekday === weekday)
  )
}
const isShown = (window: Window, zone: string, instant: number) => {
  const { minuteOfDay } = reading(zone, instant)
  return window.fromMinute <= minuteOfDay && minuteOfDay < window.toMinute
}
const isOpen = (hours: Hours, zone: string, instant: number) =>
  windowsAt(hours, zone, instant).some((window) => isShown(window, zone, instant))
const isBusy = (busy: Intervals, instant: number) =>
  busy.some((start, index) => index % 2 === 0 && start <= instant && instant < (busy[index + 1] ?? 0))
const minutesOf = (start: number, end: number) =>
  Array.from({ length: Math.max(0, (end - start) / minute) }, (_, index) => start + index * minute)
const minutesOfDate = (zone: string, date: string) => {
  const begins = Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: zone })
  const ends = Temporal.PlainDate.from(date).add({ days: 1 }).toZonedDateTime({ timeZone: zone })
  return minutesOf(begins.epochMilliseconds, ends.epochMilliseconds)
}

/** Every start that each window of a date counts out from the first minute in which it is shown. */
const gridOf = ({ zone, professional, service }: Snapshot, date: string) => {
  const minutes = minutesOfDate(zone, date)
  const windows = minutes[0] === undefined ? [] : windowsAt(professional.hours, zone, minutes[0])
  return windows
    .flatMap((window) => {
      const shown = minutes.filter((instant) => isShown(window, zone, instant))
      return shown.filter((instant) => (instant - (shown[0] ?? 0)) % (service.stepMinutes * minute) === 0)
    })
    .sort((a, b) => a - b)
}

const freeUnits = (snapshot: Snapshot, place: Place, start: number) => {
  const { service } = snapshot
  const end =
    start + (service.durationMinutes + Math.max(service.bufferAfterMinutes, place.cleaningMinutes)) * minute
  const claimed = minutesOf(start - service.bufferBeforeMinutes * minute, end)
  const reach = (busy: Intervals, instant: number, direction: number) => {
    for (let steps = 0; steps < 20_000; steps++)
      if (isBusy(busy, instant + direction * steps * minute)) return steps
    return Infinity
  }
  return place.units
    .filter(({ busy }) => !claimed.some((instant) => isBusy(busy, instant)))
    .map(({ id, busy }) => ({ id, gap: reach(busy, end, 1) + reach(busy, (claimed[0] ?? 0) - minute, -1) }))
}

const oracle = (snapshot: Snapshot, date: string): readonly Slot[] => {
  const { service, professional, place, zone } = snapshot
  if (!snapshot.active) return []
  const lastDate = Temporal.PlainDate.from(reading(zone, snapshot.now).date)
    .add({ days: service.horizonDays })
    .toString()
  return gridOf(snapshot, date).flatMap((startsAt): Slot[] => {
    const endsAt = startsAt + service.durationMinutes * minute
    const served = minutesOf(startsAt, endsAt)
    const claimed = minutesOf(
      startsAt - service.bufferBeforeMinutes * minute,
      endsAt + service.bufferAfterMinutes * minute,
    )
    if (!served.every((instant) => isOpen(professional.hours, zone, instant))) return []
    if (startsAt < snapshot.now + service.noticeMinutes * minute || date > lastDate) return []
    if (claimed.some((instant) => isBusy(professional.busy, instant))) return []
    if (served.some((instant) => isBusy(snapshot.clientBusy ?? [], instant))) return []
    if (!place) return [{ startsAt, endsAt, unitId: null }]
    const agreed: Hours = { weekly: place.agreementWindows ?? [], exceptions: [] }
    if (!served.every((instant) => isOpen(place.hours, zone, instant))) return []
    if (place.agreementWindows && !served.every((instant) => isOpen(agreed, zone, instant))) return []
    if (startsAt < place.agreementValid.from || endsAt > place.agreementValid.to || !place.marginOk) return []
    const [best] = freeUnits(snapshot, place, startsAt).sort((a, b) =>
      a.gap === b.gap ? a.id - b.id : a.gap - b.gap,
    )
    return best ? [{ startsAt, endsAt, unitId: best.id }] : []
  })
}

const zones = [
  'America/Mexico_City',
  'America/Cancun',
  'America/Hermosillo',
  'America/Tijuana',
  'America/Ciudad_Juarez',
  'America/Ojinaga',
]
const changing = ['America/Tijuana', 'America/Ciudad_Juarez', 'America/Ojinaga']

/** Nights of 2024–2035 in which the clock changes; for zones where it never does, their neighbours' nights. */
const nightsOf = (zone: string) => {
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
          ([from, minutes]) => [instant + from * minute, instant + (from + minutes) * minute] as const,
        ),
      ),
    )

const situation = fc
  .constantFrom(...zones)
  .chain((zone) => dates(zone).map((date) => ({ zone, date })))
  .chain(({ zone, date }) => {
    const midnight = Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: zone }).epochMilliseconds
    const place: fc.Arbitrary<Place> = fc.record({
      hours: hoursAround(date),
      agreementWindows: fc.option(weekly, { freq: 2 }),
      agreementValid: fc.record({
        from: fc.constantFrom(-Infinity, midnight + 600 * minute),
        to: fc.constantFrom(Infinity, midnight + 1000 * minute, midnight + 2000 * minute),
      }),
      minimumMinutes: fc.constantFrom(0, 60, 120),
      cleaningMinutes: fc.constantFrom(0, 10, 30),
      units: fc
        .array(busyAround(midnight), { maxLength: 3 })
        .map((list) => list.map((busy, index) => ({ id: 11 + index, busy }))),
      marginOk: fc.constantFrom(true, true, true, false),
    })
    const snapshot: fc.Arbitrary<Snapshot> = fc.record({
      now: fc.integer({ min: -3000, max: 600 }).map((minutes) => midnight + minutes * minute),
      zone: fc.constant(zone),
      active: fc.constantFrom(true, true, true, true, true, true, true, false),
      service: fc.record({
        durationMinutes: fc.constantFrom(15, 30, 45, 60, 90, 240),
        bufferBeforeMinutes: fc.constantFrom(0, 5, 15),
        bufferAfterMinutes: fc.constantFrom(0, 10, 20),
        stepMinutes: fc.constantFrom(5, 10, 15, 20, 30, 45, 60),
        noticeMinutes: fc.constantFrom(0, 60, 720),
        horizonDays: fc.constantFrom(0, 1, 2, 60),
      }),
      professional: fc.record({ hours: hoursAround(date), busy: busyAround(midnight) }),
      place: fc.option(place, { freq: 2 }),
      clientBusy: busyAround(midnight),
    })
    return snapshot.map((snapshot) => ({
      snapshot,
      date,
      next: Temporal.PlainDate.from(date).add({ days: 1 }).toString(),
      midnight,
    }))
  })

const flat = (days: ReturnType<typeof slots>) => days.flatMap(({ slots }) => slots)

test('slots are what an engine finds that asks Temporal about every minute', () => {
  let seen = 0
  fc.assert(
    fc.property(situation, ({ snapshot, date, next }) => {
      const days = slots(snapshot, date, next)
      assert.deepEqual(
        days,
        [date, next].map((date) => ({ date, slots: oracle(snapshot, date) })),
      )
      seen += flat(days).length
    }),
    { numRuns: 1000 },
  )
  assert.ok(seen > 1000, `only ${seen} slots in 1,000 situations: too few to show anything`)
})

test('feasible says yes exactly to what slots show, whatever minute it is asked about', () => {
  fc.assert(
    fc.property(situation, ({ snapshot, date, next }) => {
      const shown = new Map(
        flat(slots(snapshot, date, next)).map(({ startsAt, unitId }) => [startsAt, unitId]),
      )
      for (const startsAt of [...minutesOfDate(snapshot.zone, date), ...minutesOfDate(snapshot.zone, next)]) {
        if ((startsAt / minute) % 5 !== 0 && !shown.has(startsAt)) continue
        const decision = feasible({ startsAt }, snapshot)
        assert.equal(decision.ok, shown.has(startsAt))
        if (decision.ok) assert.equal(decision.unitId, shown.get(startsAt))
      }
    }),
    { numRuns: 300 },
  )
})

test('explain has a word for every start of the day, the same that feasible says', () => {
  fc.assert(
    fc.property(situation, ({ snapshot, date }) => {
      const { wholeDay, starts } = explain(snapshot, date)
      assert.equal(wholeDay !== null, starts.length === 0)
      if (snapshot.active)
        assert.deepEqual(
          starts.map(({ startsAt }) => startsAt),
          gridOf(snapshot, date),
        )
      for (const { startsAt, decision } of starts)
        assert.deepEqual(decision, feasible({ startsAt }, snapshot))
    }),
    { numRuns: 500 },
  )
})

test('there is a slot between two instants exactly when the slots of the days have one', () => {
  const edges = fc.tuple(fc.integer({ min: 0, max: 2800 }), fc.integer({ min: 1, max: 1500 }))
  fc.assert(
    fc.property(situation, edges, ({ snapshot, date, midnight }, [from, minutes]) => {
      const begins = midnight + from * minute
      const ends = begins + minutes * minute
      const later = Temporal.PlainDate.from(date).add({ days: 4 }).toString()
      const expected = flat(slots(snapshot, date, later)).some(
        ({ startsAt }) => begins <= startsAt && startsAt < ends,
      )
      assert.equal(hasSlot(snapshot, begins, ends), expected)
    }),
    { numRuns: 1000 },
  )
})

test('each new claim only takes slots away', () => {
  const claim = fc.tuple(fc.integer({ min: -100, max: 3000 }), fc.integer({ min: 1, max: 300 }))
  fc.assert(
    fc.property(situation, claim, ({ snapshot, date, next, midnight }, [from, minutes]) => {
      const added = [midnight + from * minute, midnight + (from + minutes) * minute] as const
      const also = (busy: Intervals) =>
        union([
          ...Array.from(
            { length: busy.length / 2 },
            (_, index) => [busy[2 * index] ?? 0, busy[2 * index + 1] ?? 0] as const,
          ),
          added,
        ])
      const { professional, place } = snapshot
      const before = new Set(flat(slots(snapshot, date, next)).map(({ startsAt }) => startsAt))
      const fuller: Snapshot[] = [
        { ...snapshot, professional: { ...professional, busy: also(professional.busy) } },
        { ...snapshot, clientBusy: also(snapshot.clientBusy ?? []) },
        {
          ...snapshot,
          place: place && { ...place, units: place.units.map(({ id, busy }) => ({ id, busy: also(busy) })) },
        },
      ]
      for (const after of fuller)
        for (const { startsAt } of flat(slots(after, date, next))) assert.ok(before.has(startsAt))
    }),
    { numRuns: 500 },
  )
})

test('in 10,000 random windows across a change of the clock, no slot shows a minute outside the stated hours', () => {
  const nights = changing.flatMap((zone) => nightsOf(zone).map((date) => ({ zone, date })))
  const window = fc
    .tuple(fc.integer({ min: 0, max: 287 }), fc.integer({ min: 1, max: 288 }))
    .map(([from, length]) => ({ fromMinute: from * 5, toMinute: Math.min(1440, (from + length) * 5) }))
  let windows = 0
  let offered = 0
  fc.assert(
    fc.property(
      fc.constantFrom(...nights),
      window,
      fc.constantFrom(15, 30, 60, 90),
      fc.constantFrom(15, 30, 60),
      ({ zone, date }, window, durationMinutes, stepMinutes) => {
        const hours: Hours = { weekly: [], exceptions: [{ date, windows: [window] }] }
        const now = Date.UTC(2023, 0)
        const snapshot: Snapshot = {
          now,
          zone,
          active: true,
          service: {
            durationMinutes,
            stepMinutes,
            bufferBeforeMinutes: 0,
            bufferAfterMinutes: 0,
            noticeMinutes: 0,
            horizonDays: 9999,
          },
          professional: { hours, busy: [] },
          place: null,
        }
        windows += 1
        for (const { startsAt, endsAt } of flat(slots(snapshot, date, date))) {
          offered += 1
          for (const instant of minutesOf(startsAt, endsAt)) assert.ok(isOpen(hours, zone, instant))
        }
      },
    ),
    { numRuns: 10_000 },
  )
  assert.equal(windows, 10_000)
  assert.ok(offered > 50_000, `only ${offered} slots were looked at`)
})

test('the time zone of the process changes nothing', async () => {
  const digest = `
    import { createHash } from 'node:crypto'
    import { explain, slots } from '#server/availability/rules.ts'
    const hash = createHash('sha256')
    for (const zone of ${JSON.stringify(zones)})
      for (let year = 2024; year < 2036; year += 1) {
        const weekly = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, fromMinute: 15 * weekday, toMinute: 1440 - 15 * weekday }))
        const service = { durationMinutes: 45, stepMinutes: 15, bufferBeforeMinutes: 5, bufferAfterMinutes: 5, noticeMinutes: 60, horizonDays: 400 }
        const snapshot = { now: Date.UTC(year, 0, 1, 6), zone, active: true, service, professional: { hours: { weekly, exceptions: [] }, busy: [] }, place: null }
        hash.update(JSON.stringify([slots(snapshot, year + '-01-01', year + '-12-31'), explain(snapshot, year + '-03-10')]))
      }
    console.log(hash.digest('hex'), new Date(0).getTimezoneOffset())`
  const run = promisify(execFile)
  const answers = await Promise.all(
    ['UTC', 'Asia/Kolkata', 'America/New_York', 'Pacific/Apia'].map(async (TZ) => {
      const { stdout } = await run(process.execPath, ['--input-type=module', '-e', digest], {
        env: { ...process.env, TZ },
      })
      return stdout.trim().split(' ')
    }),
  )
  assert.equal(new Set(answers.map(([, offset]) => offset)).size, 4, 'the processes did run in four zones')
  assert.equal(new Set(answers.map(([hash]) => hash)).size, 1)
})
