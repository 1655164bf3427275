/** Wall-clock times and lengths in a calendar file. */
import { dayMs } from '#contract/platform/duration.ts'
import type { Span } from '#server/availability/outside/ics-answer.ts'
import type { Component } from '#server/availability/outside/ics-lines.ts'
import { type Length, lengthOf, type Moment, momentOf } from '#server/availability/outside/ics-value.ts'
import { type Clock, utc } from '#server/availability/outside/ics-zone.ts'
import { type Context, EventProblem, text } from '#server/availability/outside/ics-event.ts'

export type Wall = Moment & { clock: Clock }

/** `usual`: the clock of a time without a zone, which is that of the event's start. Null: there is no such property. */
const wallOf = (event: Component, name: string, context: Context, usual?: Clock): Wall | null => {
  const property = event.properties.get(name)?.[0]
  return property === undefined ? null : wallIn(property.value, property.params, context, usual)
}

export const wallIn = (
  value: string,
  params: ReadonlyMap<string, string>,
  context: Context,
  usual?: Clock,
): Wall | null => {
  const moment = momentOf(value)
  if (moment === null) return null
  // A whole day written as midnight.
  if (params.get('value')?.toUpperCase() === 'DATE' && moment.reading % dayMs === 0 && !moment.isUtc)
    return { ...moment, isDate: true, clock: context.place }
  if (moment.isDate) return { ...moment, clock: context.place }
  if (moment.isUtc) return { ...moment, clock: utc }
  const tzid = params.get('tzid') ?? ''
  if (tzid !== '') return { ...moment, clock: context.clockNamed(tzid) ?? context.floating }
  return { ...moment, clock: usual ?? context.floating }
}

export const instantOf = ({ clock, reading }: Wall) => clock(reading)

export const startOf = (event: Component, context: Context): Wall => {
  const start = wallOf(event, 'dtstart', context)
  if (start === null) throw new EventProblem('start')
  return start
}

const day: Length = { wallMs: dayMs, exactMs: 0 }

export const lengthFrom = (event: Component, start: Wall, context: Context): Length => {
  const written = text(event, 'duration')
  if (text(event, 'dtend') === '') {
    if (written === '') return start.isDate ? day : { wallMs: 0, exactMs: 0 }
    const length = lengthOf(written)
    if (length === null) throw new EventProblem('end')
    return start.isDate ? { wallMs: Math.max(dayMs, length.wallMs), exactMs: length.exactMs } : length
  }
  const end = wallOf(event, 'dtend', context, start.isDate ? undefined : start.clock)
  if (end === null) throw new EventProblem('end')
  // A whole day whose end equals its start still counts.
  if (start.isDate && end.isDate) return { wallMs: Math.max(dayMs, end.reading - start.reading), exactMs: 0 }
  const close = end.isDate ? { ...end, clock: start.clock } : end
  const exactMs = instantOf(close) - instantOf(start)
  if (exactMs < 0) throw new EventProblem('end')
  return close.clock === start.clock
    ? { wallMs: close.reading - start.reading, exactMs: 0 }
    : { wallMs: 0, exactMs }
}

export const spanAt = (clock: Clock, reading: number, { wallMs, exactMs }: Length): Span => ({
  start: clock(reading),
  end: clock(reading + wallMs) + exactMs,
})

export const spanOf = (event: Component, context: Context): Span => {
  const start = startOf(event, context)
  return spanAt(start.clock, start.reading, lengthFrom(event, start, context))
}
