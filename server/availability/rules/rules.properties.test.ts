import { minuteMs } from '#contract/platform/duration.ts'
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import fc from 'fast-check'
import type { Hours } from '#server/availability/hours/hours.ts'
import { union, type Intervals } from '#server/availability/zone/intervals.ts'
import { explain, feasible, hasSlot, slots } from '#server/availability/rules/rules.ts'
import type { Snapshot } from '#server/availability/rules/snapshot.ts'
import { cases } from '#server/testing/crash/deep.ts'
import { isOpen, minutesOf, minutesOfDate } from '#server/testing/slots/minutes.ts'
import { gridOf, oracle, equipmentUnitsOf } from '#server/testing/slots/slot-oracle.ts'
import { changing, nightsOf, situation, zones } from '#server/testing/slots/slot-situations.ts'

const flat = (days: ReturnType<typeof slots>) => days.flatMap(({ slots }) => slots)

test('slots equal those of a reference engine that asks Temporal about every minute', () => {
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
    { numRuns: cases(250, 5000) },
  )
  assert.ok(seen > 1000, `only ${seen} slots in 1,000 situations: too few to show anything`)
})

test('feasible accepts exactly the starts that slots offers, at any minute', () => {
  fc.assert(
    fc.property(situation, ({ snapshot, date, next }) => {
      const shown = new Map(
        flat(slots(snapshot, date, next)).map(({ startsAt, unitId }) => [startsAt, unitId]),
      )
      for (const startsAt of [...minutesOfDate(snapshot.zone, date), ...minutesOfDate(snapshot.zone, next)]) {
        if ((startsAt / minuteMs) % 5 !== 0 && !shown.has(startsAt)) continue
        const decision = feasible({ startsAt }, snapshot)
        assert.equal(decision.ok, shown.has(startsAt))
        if (decision.ok) assert.equal(decision.unitId, shown.get(startsAt))
      }
    }),
    { numRuns: cases(75, 1500) },
  )
})

test('explain gives every start of the day the decision that feasible gives', () => {
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
    { numRuns: cases(125, 2500) },
  )
})

test('equipment shared by two spaces of a business serves one visit at a time, in either space', () => {
  let both = 0
  const roomy = situation.filter(({ snapshot }) => (snapshot.place?.shared ?? []).length > 0)
  fc.assert(
    fc.property(roomy, fc.nat(), ({ snapshot, date, next }, nth) => {
      const starts = flat(slots(snapshot, date, next))
      const chosen = starts[nth % Math.max(1, starts.length)]
      const { place } = snapshot
      if (chosen === undefined || place === null || place === undefined) return
      const decision = feasible({ startsAt: chosen.startsAt }, snapshot)
      const mine = equipmentUnitsOf(snapshot, chosen.startsAt)
      assert.deepEqual(
        decision.ok && decision.equipment?.map(({ id }) => id),
        mine.map(({ id }) => id),
      )
      // Another professional in another space of the business, with the equipment that the visit leaves free.
      const left = (id: number, busy: Intervals) =>
        union([
          ...Array.from(
            { length: busy.length / 2 },
            (_, index) => [busy[2 * index] ?? 0, busy[2 * index + 1] ?? 0] as const,
          ),
          ...mine
            .filter((one) => one.id === id)
            .flatMap(({ used }) => used.map((instant) => [instant, instant + minuteMs] as const)),
        ])
      const beside: Snapshot = {
        ...snapshot,
        professional: { ...snapshot.professional, busy: [] },
        place: {
          ...place,
          units: [{ id: 91, busy: [] }],
          shared: (place.shared ?? []).map((one) => ({
            ...one,
            pieces: one.pieces.map((piece) => ({ ...piece, busy: left(piece.id, piece.busy) })),
          })),
        },
      }
      const there = slots(beside, date, next)
      assert.deepEqual(
        there,
        [date, next].map((date) => ({ date, slots: oracle(beside, date) })),
      )
      for (const { startsAt } of flat(there))
        for (const theirs of equipmentUnitsOf(beside, startsAt))
          for (const one of mine)
            if (one.id === theirs.id) assert.ok(!one.used.some((instant) => theirs.used.includes(instant)))
      both += flat(there).length
    }),
    { numRuns: cases(225, 4500) },
  )
  // A few random equipment sets account for nearly all of them: 35 to 680 in the usual run, by its seed.
  assert.ok(both > cases(0, 300), `only ${both} visits beside another: too few to show anything`)
})

test('there is a slot between two instants exactly when the slots of the days have one', () => {
  const edges = fc.tuple(fc.integer({ min: 0, max: 2800 }), fc.integer({ min: 1, max: 1500 }))
  fc.assert(
    fc.property(situation, edges, ({ snapshot, date, midnight }, [from, minutes]) => {
      const begins = midnight + from * minuteMs
      const ends = begins + minutes * minuteMs
      const later = Temporal.PlainDate.from(date).add({ days: 4 }).toString()
      const expected = flat(slots(snapshot, date, later)).some(
        ({ startsAt }) => begins <= startsAt && startsAt < ends,
      )
      assert.equal(hasSlot(snapshot, begins, ends), expected)
    }),
    { numRuns: cases(250, 5000) },
  )
})

test('each new claim only takes slots away', () => {
  const claim = fc.tuple(fc.integer({ min: -100, max: 3000 }), fc.integer({ min: 1, max: 300 }))
  fc.assert(
    fc.property(situation, claim, ({ snapshot: given, date, next, midnight }, [from, minutes]) => {
      // Where starts follow claims, a claim adds its own.
      const snapshot = { ...given, professional: { ...given.professional, hasTightStarts: false } }
      const added = [midnight + from * minuteMs, midnight + (from + minutes) * minuteMs] as const
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
    { numRuns: cases(125, 2500) },
  )
})

test('a visit fits into a processing phase exactly if the professional is free throughout, and hands never overlap', () => {
  const between = (min: number, max: number) => fc.integer({ min, max })
  const phases = fc.tuple(between(1, 60), between(5, 90), between(1, 60), between(5, 90), between(1, 60))
  const visit = fc.record({
    duration: between(5, 90),
    before: fc.constantFrom(0, 5, 15),
    after: fc.constantFrom(0, 10),
  })
  const date = '2026-03-10'
  const hours: Hours = { weekly: [], exceptions: [{ date, windows: [{ fromMinute: 540, toMinute: 1140 }] }] }
  const zone = 'America/Mexico_City'
  const open = Temporal.PlainDateTime.from(`${date}T09:00`).toZonedDateTime(zone).epochMilliseconds
  let inside = 0
  fc.assert(
    fc.property(phases, between(0, 20), visit, ([a, p, b, q, c], steps, { duration, before, after }) => {
      const processes = [a, a + p, a + p + b, a + p + b + q]
      const starts = open + steps * 5 * minuteMs
      const ends = starts + (a + p + b + q + c) * minuteMs
      const edges = [starts, ...processes.map((edge) => starts + edge * minuteMs), ends]
      const service = { stepMinutes: 5, noticeMinutes: 0, horizonDays: 9999 }
      const other: Snapshot = {
        now: Date.UTC(2026, 0),
        zone,
        active: true,
        service: {
          ...service,
          durationMinutes: duration,
          bufferBeforeMinutes: before,
          bufferAfterMinutes: after,
        },
        professional: { hours, busy: edges },
        place: null,
      }
      const free = edges.flatMap((from, at) =>
        at % 2 === 1 && at + 1 < edges.length ? [{ from, to: edges[at + 1] ?? 0 }] : [],
      )
      for (const { startsAt, decision } of explain(other, date).starts) {
        const [from, to] = [startsAt - before * minuteMs, startsAt + (duration + after) * minuteMs]
        const fits = free.some((gap) => gap.from <= from && to <= gap.to)
        if (from < ends && starts < to && startsAt + duration * minuteMs <= open + 600 * minuteMs) {
          assert.equal(decision.ok, fits)
          inside += fits ? 1 : 0
        }
      }
      // The reverse: the long one around existing bookings.
      const phased: Snapshot = {
        ...other,
        service: {
          ...service,
          durationMinutes: a + p + b + q + c,
          bufferBeforeMinutes: 0,
          bufferAfterMinutes: 0,
          processes,
        },
        professional: { hours, busy: [starts + a * minuteMs, starts + (a + p) * minuteMs] },
      }
      assert.equal(feasible({ startsAt: starts }, phased).ok, ends <= open + 600 * minuteMs)
    }),
    { numRuns: cases(125, 2500) },
  )
  assert.ok(inside > 200, `only ${inside} fitted`)
})

test('around a clock change, no slot contains a minute outside the stated hours', () => {
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
    { numRuns: cases(2000, 50000) },
  )
  assert.equal(windows, cases(2000, 50000))
  assert.ok(offered > cases(10_000, 250_000), `only ${offered} slots were looked at`)
})

test('the time zone of the process does not change the result', async () => {
  const digest = `
    import { createHash } from 'node:crypto'
    import { explain, slots } from '#server/availability/rules/rules.ts'
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
