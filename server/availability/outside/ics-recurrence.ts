/** The occurrences of a repeated event. */
import { dayMs } from '#contract/platform/duration.ts'
import type { Component } from '#server/availability/outside/ics-lines.ts'
import { expand, RuleProblem, ruleOf } from '#server/availability/outside/ics-rule.ts'
import { type Length, lengthOf, momentOf } from '#server/availability/outside/ics-value.ts'
import type { Clock } from '#server/availability/outside/ics-zone.ts'
import {
  type Context,
  type Found,
  isBusy,
  isRepeated,
  add,
  EventProblem,
} from '#server/availability/outside/ics-event.ts'
import {
  startOf,
  lengthFrom,
  spanAt,
  type Wall,
  wallIn,
  instantOf,
} from '#server/availability/outside/ics-time.ts'

export const occurrencesOf = (
  master: Component,
  overrides: readonly Component[],
  context: Context,
  found: Found,
): void => {
  if (!isBusy(master)) return
  const start = startOf(master, context)
  const length = lengthFrom(master, start, context)
  if (!isRepeated(master) && overrides.length === 0)
    return add(spanAt(start.clock, start.reading, length), context, found)
  const { request } = context
  const replaced = exclusion(start, context)
  for (const override of overrides) replaced.leaveOut(override, 'recurrence-id')
  replaced.leaveOut(master, 'exdate')
  const later = followingOf(overrides, start, context)
  const longest = Math.max(
    ...[length, ...later.map((one) => one.length)].map(({ wallMs, exactMs }) => wallMs + exactMs),
  )
  const farthest = Math.max(0, ...later.map(({ shiftMs }) => Math.abs(shiftMs)))
  const window = {
    from: request.from - longest - farthest - 2 * dayMs,
    to: request.to + farthest + 2 * dayMs,
  }
  let problem: RuleProblem | null = null
  const take = (reading: number, own: Length | null) => {
    const instant = start.clock(reading)
    if (replaced.has(reading, instant)) return
    const moved = later.findLast((one) => one.from < instant)
    if (moved === undefined) add(spanAt(start.clock, reading, own ?? length), context, found)
    else if (moved.isBusy) add(spanAt(start.clock, reading + moved.shiftMs, moved.length), context, found)
  }
  const each = (name: string, use: (reading: number) => void) => {
    for (const { value } of master.properties.get(name) ?? [])
      try {
        const rule = ruleOf(value)
        for (const reading of expand(rule, start.reading, {
          ...window,
          isOver: endOf(rule.until, start, context),
        }))
          use(reading)
      } catch (error) {
        if (!(error instanceof RuleProblem)) throw error
        problem = error
      }
  }
  each('exrule', (reading) => replaced.add(reading))
  if (!master.properties.has('rrule')) take(start.reading, null)
  each('rrule', (reading) => take(reading, null))
  for (const { reading, own } of extraOf(master, start, context)) take(reading, own)
  if (problem === null) return
  // For an unreadable rule only the first occurrence is certain.
  take(start.reading, null)
  throw new EventProblem('rule')
}

/** UNTIL is the last possible start: an instant, a reading of the event's own clock, or a whole day. */
const endOf = (until: string | null, start: Wall, context: Context): ((reading: number) => boolean) => {
  if (until === null) return () => false
  const last = momentOf(until)
  if (last === null) throw new RuleProblem(until)
  if (last.isDate || (start.isDate && last.reading % dayMs === 0))
    return (reading) => reading >= last.reading + dayMs
  if (!last.isUtc) return (reading) => reading > last.reading
  return (reading) => (start.isDate ? context.place : start.clock)(reading) > last.reading
}

/** Excluded occurrences, named by instants, whichever zone they are written in, or by whole days. */
const exclusion = (start: Wall, context: Context) => {
  const [readings, instants, days] = [new Set<number>(), new Set<number>(), new Set<number>()]
  const dayOf = (reading: number) => Math.floor(reading / dayMs)
  return {
    add: (reading: number) => readings.add(reading),
    leaveOut: ({ properties }: Component, name: string) => {
      for (const { value, params } of properties.get(name) ?? [])
        for (const one of value.split(',')) {
          const wall = wallIn(one, params, context, start.isDate ? undefined : start.clock)
          if (wall === null) continue
          if (wall.isDate || start.isDate) days.add(dayOf(wall.reading))
          else instants.add(instantOf(wall))
        }
    },
    has: (reading: number, instant: number) =>
      readings.has(reading) || instants.has(instant) || days.has(dayOf(reading)),
  }
}

/** Changes of an occurrence and of all that follow it (RANGE=THISANDFUTURE), in order. */
const followingOf = (overrides: readonly Component[], start: Wall, context: Context) =>
  overrides
    .flatMap((override) => {
      const property = override.properties.get('recurrence-id')?.[0]
      if (property?.params.get('range')?.toUpperCase() !== 'THISANDFUTURE') return []
      const named = wallIn(property.value, property.params, context, start.clock)
      if (named === null) return []
      const begins = startOf(override, context)
      const shiftMs =
        begins.clock === named.clock || begins.isDate
          ? begins.reading - named.reading
          : instantOf(begins) - instantOf(named)
      return [
        {
          from: instantOf(named),
          shiftMs,
          length: lengthFrom(override, begins, context),
          isBusy: isBusy(override),
        },
      ]
    })
    .toSorted((a, b) => a.from - b.from)

/** RDATE: as readings of the event's clock, with a length of their own where they are periods. */
const extraOf = (
  master: Component,
  start: Wall,
  context: Context,
): { reading: number; own: Length | null }[] =>
  (master.properties.get('rdate') ?? []).flatMap(({ value, params }) =>
    value.split(',').flatMap((one) => {
      const [from = '', to] = one.split('/')
      const wall = wallIn(from, params, context, start.isDate ? undefined : start.clock)
      if (wall === null) return []
      const instant = instantOf(wall)
      const reading = wall.clock === start.clock ? wall.reading : readingAtInstant(start.clock, instant)
      if (to === undefined) return reading === start.reading ? [] : [{ reading, own: null }]
      const until = wallIn(to, params, context, wall.clock)
      const own = until === null ? lengthOf(to) : { wallMs: 0, exactMs: instantOf(until) - instant }
      return [{ reading, own }]
    }),
  )

/** The inverse of a clock, by the offset that it has around that time. */
const readingAtInstant = (clock: Clock, instant: number) => {
  const offset = clock(instant) - instant
  return instant - (clock(instant - offset) - (instant - offset))
}
