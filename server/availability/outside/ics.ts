/**
 * When a calendar file says that its owner is busy: events and free/busy times within a stretch of time, recurring ones expanded.
 * Each event is read by itself: one that cannot be read is reported, and the others count. Pure, and slow on files that are made to
 * be: it runs in a thread of its own (ics-thread.ts).
 */
import {
  type Asked,
  type CalendarReading,
  maxUnreadShown,
  type Span,
  Unreadable,
  type UnreadReason,
} from '#server/availability/outside/ics-answer.ts'
import { calendarsIn, type Component, plainText } from '#server/availability/outside/ics-lines.ts'
import { expand, RuleProblem, ruleOf } from '#server/availability/outside/ics-rule.ts'
import { type Length, lengthOf, type Moment, momentOf } from '#server/availability/outside/ics-value.ts'
import { type Clock, clockOf, clocksIn, utc } from '#server/availability/outside/ics-zone.ts'
import { dayMs, readingAt, zoneTable } from '#server/availability/zone/zone.ts'

/** More than any calendar of a person has in the time that is asked for. */
const maxSpans = 200_000

/** Throws Unreadable. */
export const busyIn = (text: string, asked: Asked): Span[] => readCalendar(text, asked).spans

/** Throws Unreadable. */
export const readCalendar = (text: string, asked: Asked): CalendarReading => {
  const calendars = calendarsIn(text)
  if (calendars === null) throw new Unreadable('not_a_calendar')
  const found: Found = { spans: [], read: 0, lost: 0, unread: { count: 0, events: [] } }
  for (const calendar of calendars) readOne(calendar, asked, found)
  if (found.read === 0 && found.lost > 0) throw new Unreadable('no_event_readable')
  return { spans: found.spans.toSorted((a, b) => a.start - b.start), unread: found.unread }
}

type Found = CalendarReading & {
  read: number
  /** Events of which no time at all was taken. */
  lost: number
}

type Context = {
  asked: Asked
  clockNamed: (tzid: string) => Clock | null
  /** Of times that name no zone, or one that nothing explains: the calendar's own, else the place's. */
  floating: Clock
  /** Of whole days. */
  place: Clock
}

class EventProblem extends Error {
  override name = 'EventProblem'
  readonly reason: UnreadReason
  constructor(reason: UnreadReason) {
    super(reason)
    this.reason = reason
  }
}

const readOne = (calendar: Component, asked: Asked, found: Found) => {
  const clockNamed = clocksIn(calendar)
  const place = clockOf(asked.zone)
  const usual = text(calendar, 'x-wr-timezone')
  const floating = (usual === '' ? null : clockNamed(usual)) ?? place
  const context = { asked, clockNamed, floating, place }
  for (const { properties, name } of calendar.children)
    if (name === 'vfreebusy')
      for (const { params, value } of properties.get('freebusy') ?? [])
        if ((params.get('fbtype') ?? 'BUSY').toUpperCase() !== 'FREE') {
          for (const period of value.split(',')) addPeriod(period, context, found)
          found.read += 1
        }
  if (text(calendar, 'method').toUpperCase() === 'CANCEL') return
  for (const group of groupsOf(calendar.children.filter(({ name }) => name === 'vevent')))
    readGroup(group, context, found)
}

const text = ({ properties }: Component, name: string) => properties.get(name)?.[0]?.value.trim() ?? ''

type Group = { masters: readonly Component[]; overrides: readonly Component[] }

/** The events of one UID. Of several versions of one occurrence, and of the whole, the newest counts. */
const groupsOf = (events: readonly Component[]): Group[] => {
  const groups = Map.groupBy(events, (event) => text(event, 'uid') || event)
  return [...groups.values()].map((group) => {
    const overrides = Map.groupBy(
      group.filter((event) => event.properties.has('recurrence-id')),
      (event) => text(event, 'recurrence-id'),
    )
    const masters = group.filter((event) => !event.properties.has('recurrence-id'))
    const newest = Math.max(...masters.map(sequenceOf))
    return {
      // Some exporters give all of their events one UID: those of the same version are events of their own.
      masters: masters.filter((event) => sequenceOf(event) === newest),
      overrides: [...overrides.values()].flatMap(
        (versions) => versions.toSorted((a, b) => sequenceOf(a) - sequenceOf(b)).at(-1) ?? [],
      ),
    }
  })
}

const sequenceOf = (event: Component) => Number(text(event, 'sequence')) || 0

const readGroup = ({ masters, overrides }: Group, context: Context, found: Found) => {
  for (const master of masters)
    attempt(master, context, found, () => occurrencesOf(master, overrides, context, found))
  for (const override of overrides)
    attempt(override, context, found, () => {
      if (isBusy(override)) add(spanOf(override, context), context, found)
    })
}

const isRepeated = ({ properties }: Component) => properties.has('rrule') || properties.has('rdate')

/** One event that cannot be read costs no other. Those that are long over are nobody's loss, and are not reported. */
const attempt = (event: Component, context: Context, found: Found, read: () => void) => {
  const before = found.spans.length
  try {
    read()
    found.read += 1
    if (found.spans.length > before && hasUnknownZone(event, context)) report(event, 'zone', context, found)
  } catch (error) {
    // What no clock can show (RangeError) is the event's problem as well.
    const reason =
      error instanceof EventProblem ? error.reason : error instanceof RangeError ? ('start' as const) : null
    if (reason === null) throw error
    if (!isBusy(event) || isOver(event, context)) {
      found.read += 1
      return
    }
    if (found.spans.length === before) found.lost += 1
    else found.read += 1
    report(event, reason, context, found)
  }
}

const report = (event: Component, reason: UnreadReason, context: Context, { unread }: Found) => {
  unread.count += 1
  if (unread.events.length < maxUnreadShown)
    unread.events.push({
      title: plainText(text(event, 'summary'))
        .replaceAll(/[\p{C}\s]+/gu, ' ')
        .trim()
        .slice(0, 80)
        .toWellFormed(),
      starts: startText(event, context),
      reason,
    })
}

/** "2026-12-07", "2026-12-07T16:30", or empty: by the clock that the event names, and by the place's where it says UTC. */
const startText = (event: Component, { asked }: Context) => {
  const moment = momentOf(text(event, 'dtstart'))
  if (moment === null) return ''
  const reading = moment.isUtc ? readingAt(zoneTable(asked.zone), moment.reading) : moment.reading
  return new Date(reading).toISOString().slice(0, moment.isDate ? 10 : 16)
}

const isOver = (event: Component, { asked }: Context) => {
  const first = momentOf(text(event, 'dtstart'))
  if (first === null || isRepeated(event)) return false
  return first.reading < asked.from - 60 * dayMs || first.reading > asked.to + 2 * dayMs
}

const hasUnknownZone = ({ properties }: Component, { clockNamed }: Context) =>
  ['dtstart', 'dtend'].some((name) => {
    const property = properties.get(name)?.[0]
    const tzid = property?.params.get('tzid') ?? ''
    const moment = momentOf(property?.value ?? '')
    return tzid !== '' && moment?.isDate === false && !moment.isUtc && clockNamed(tzid) === null
  })

/** Ours, that came back by way of the other calendar, are here already. */
const isOurs = (event: Component) => /^kalli-.+@|@kalli$/.test(text(event, 'uid'))

/** Outlook's own mark stands above TRANSP where it says that the time is free. */
const isBusy = (event: Component) =>
  text(event, 'transp').toUpperCase() !== 'TRANSPARENT' &&
  text(event, 'x-microsoft-cdo-busystatus').toUpperCase() !== 'FREE' &&
  text(event, 'status').toUpperCase() !== 'CANCELLED' &&
  !isOurs(event)

type Wall = Moment & { clock: Clock }

/** `usual`: the clock of a time that names none, which is that of the event's beginning. Null: there is no such property. */
const wallOf = (event: Component, name: string, context: Context, usual?: Clock): Wall | null => {
  const property = event.properties.get(name)?.[0]
  return property === undefined ? null : wallIn(property.value, property.params, context, usual)
}

const wallIn = (
  value: string,
  params: ReadonlyMap<string, string>,
  context: Context,
  usual?: Clock,
): Wall | null => {
  const moment = momentOf(value)
  if (moment === null) return null
  // A whole day that is written as a midnight.
  if (params.get('value')?.toUpperCase() === 'DATE' && moment.reading % dayMs === 0 && !moment.isUtc)
    return { ...moment, isDate: true, clock: context.place }
  if (moment.isDate) return { ...moment, clock: context.place }
  if (moment.isUtc) return { ...moment, clock: utc }
  const tzid = params.get('tzid') ?? ''
  if (tzid !== '') return { ...moment, clock: context.clockNamed(tzid) ?? context.floating }
  return { ...moment, clock: usual ?? context.floating }
}

const instantOf = ({ clock, reading }: Wall) => clock(reading)

const startOf = (event: Component, context: Context): Wall => {
  const start = wallOf(event, 'dtstart', context)
  if (start === null) throw new EventProblem('start')
  return start
}

const day: Length = { wallMs: dayMs, exactMs: 0 }

const lengthFrom = (event: Component, start: Wall, context: Context): Length => {
  const written = text(event, 'duration')
  if (text(event, 'dtend') === '') {
    if (written === '') return start.isDate ? day : { wallMs: 0, exactMs: 0 }
    const length = lengthOf(written)
    if (length === null) throw new EventProblem('end')
    return start.isDate ? { wallMs: Math.max(dayMs, length.wallMs), exactMs: length.exactMs } : length
  }
  const end = wallOf(event, 'dtend', context, start.isDate ? undefined : start.clock)
  if (end === null) throw new EventProblem('end')
  // A whole day that ends on itself is a day nevertheless.
  if (start.isDate && end.isDate) return { wallMs: Math.max(dayMs, end.reading - start.reading), exactMs: 0 }
  const close = end.isDate ? { ...end, clock: start.clock } : end
  const exactMs = instantOf(close) - instantOf(start)
  if (exactMs < 0) throw new EventProblem('end')
  return close.clock === start.clock
    ? { wallMs: close.reading - start.reading, exactMs: 0 }
    : { wallMs: 0, exactMs }
}

const spanAt = (clock: Clock, reading: number, { wallMs, exactMs }: Length): Span => ({
  start: clock(reading),
  end: clock(reading + wallMs) + exactMs,
})

const spanOf = (event: Component, context: Context): Span => {
  const start = startOf(event, context)
  return spanAt(start.clock, start.reading, lengthFrom(event, start, context))
}

const add = ({ start, end }: Span, { asked }: Context, { spans }: Found) => {
  if (!(end > start && start < asked.to && end > asked.from)) return
  if (spans.length >= maxSpans) throw new Unreadable('too_large')
  spans.push({ start: Math.max(start, asked.from), end: Math.min(end, asked.to) })
}

const occurrencesOf = (
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
  const { asked } = context
  const replaced = exclusion(start, context)
  for (const override of overrides) replaced.leaveOut(override, 'recurrence-id')
  replaced.leaveOut(master, 'exdate')
  const later = followingOf(overrides, start, context)
  const longest = Math.max(
    ...[length, ...later.map((one) => one.length)].map(({ wallMs, exactMs }) => wallMs + exactMs),
  )
  const farthest = Math.max(0, ...later.map(({ shiftMs }) => Math.abs(shiftMs)))
  const window = {
    from: asked.from - longest - farthest - 2 * dayMs,
    to: asked.to + farthest + 2 * dayMs,
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
  // Of a rule that cannot be read the first occurrence is sure.
  take(start.reading, null)
  throw new EventProblem('rule')
}

/** UNTIL is the last that may begin: an instant, a reading of the event's own clock, or a whole day. */
const endOf = (until: string | null, start: Wall, context: Context): ((reading: number) => boolean) => {
  if (until === null) return () => false
  const last = momentOf(until)
  if (last === null) throw new RuleProblem(until)
  if (last.isDate || (start.isDate && last.reading % dayMs === 0))
    return (reading) => reading >= last.reading + dayMs
  if (!last.isUtc) return (reading) => reading > last.reading
  return (reading) => (start.isDate ? context.place : start.clock)(reading) > last.reading
}

/** Occurrences that are left out: they are named by instants, whichever zone they are written in, or by whole days. */
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

/** Times of a VFREEBUSY are in UTC, each with an end or a length. */
const addPeriod = (period: string, context: Context, found: Found) => {
  const [from = '', to = ''] = period.split('/')
  const start = wallIn(from, new Map(), context)
  if (start === null) return
  const end = wallIn(to, new Map(), context)
  const length = end === null ? lengthOf(to) : { wallMs: 0, exactMs: instantOf(end) - instantOf(start) }
  if (length !== null) add(spanAt(start.clock, start.reading, length), context, found)
}
