/**
 * When the owner of a calendar file is busy: events and free/busy times within a stretch of time, recurring ones expanded. Each event
 * is read by itself: an unreadable one is reported, and the others count. Pure, and slow on malicious files: it runs in a thread of its
 * own (ics-thread.ts).
 */
import { dayMs } from '#contract/platform/duration.ts'
import {
  type RequestParams,
  type CalendarReading,
  maxUnreadShown,
  type Span,
  Unreadable,
  type UnreadReason,
} from '#server/availability/outside/ics-answer.ts'
import { calendarsIn, type Component, plainText } from '#server/availability/outside/ics-lines.ts'
import { lengthOf, momentOf } from '#server/availability/outside/ics-value.ts'
import { clockOf, clocksIn } from '#server/availability/outside/ics-zone.ts'
import { readingAt, zoneTable } from '#server/availability/zone/zone.ts'
import {
  type Found,
  text,
  type Context,
  isBusy,
  add,
  EventProblem,
  isRepeated,
} from '#server/availability/outside/ics-event.ts'
import { occurrencesOf } from '#server/availability/outside/ics-recurrence.ts'
import { spanOf, wallIn, instantOf, spanAt } from '#server/availability/outside/ics-time.ts'

/** Throws Unreadable. */
export const busyIn = (text: string, request: RequestParams): Span[] => readCalendar(text, request).spans

/** Throws Unreadable. */
export const readCalendar = (text: string, request: RequestParams): CalendarReading => {
  const calendars = calendarsIn(text)
  if (calendars === null) throw new Unreadable('not_a_calendar')
  const found: Found = { spans: [], read: 0, lost: 0, unread: { count: 0, events: [] } }
  for (const calendar of calendars) readOne(calendar, request, found)
  if (found.read === 0 && found.lost > 0) throw new Unreadable('no_event_readable')
  return { spans: found.spans.toSorted((a, b) => a.start - b.start), unread: found.unread }
}

const readOne = (calendar: Component, request: RequestParams, found: Found) => {
  const clockNamed = clocksIn(calendar)
  const place = clockOf(request.zone)
  const usual = text(calendar, 'x-wr-timezone')
  const floating = (usual === '' ? null : clockNamed(usual)) ?? place
  const context = { request, clockNamed, floating, place }
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
      // Some exporters give all of their events one UID: those of the same version are separate events.
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

/** One unreadable event does not affect the others. Events that ended long ago are irrelevant, and are not reported. */
const attempt = (event: Component, context: Context, found: Found, read: () => void) => {
  const before = found.spans.length
  try {
    read()
    found.read += 1
    if (found.spans.length > before && hasUnknownZone(event, context)) report(event, 'zone', context, found)
  } catch (error) {
    // A time outside the range of clocks (RangeError) is the event's problem as well.
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

/** "2026-12-07", "2026-12-07T16:30", or empty: by the clock that the event names, and by the place's where it is in UTC. */
const startText = (event: Component, { request }: Context) => {
  const moment = momentOf(text(event, 'dtstart'))
  if (moment === null) return ''
  const reading = moment.isUtc ? readingAt(zoneTable(request.zone), moment.reading) : moment.reading
  return new Date(reading).toISOString().slice(0, moment.isDate ? 10 : 16)
}

const isOver = (event: Component, { request }: Context) => {
  const first = momentOf(text(event, 'dtstart'))
  if (first === null || isRepeated(event)) return false
  return first.reading < request.from - 60 * dayMs || first.reading > request.to + 2 * dayMs
}

const hasUnknownZone = ({ properties }: Component, { clockNamed }: Context) =>
  ['dtstart', 'dtend'].some((name) => {
    const property = properties.get(name)?.[0]
    const tzid = property?.params.get('tzid') ?? ''
    const moment = momentOf(property?.value ?? '')
    return tzid !== '' && moment?.isDate === false && !moment.isUtc && clockNamed(tzid) === null
  })

/** Times of a VFREEBUSY are in UTC, each with an end or a length. */
const addPeriod = (period: string, context: Context, found: Found) => {
  const [from = '', to = ''] = period.split('/')
  const start = wallIn(from, new Map(), context)
  if (start === null) return
  const end = wallIn(to, new Map(), context)
  const length = end === null ? lengthOf(to) : { wallMs: 0, exactMs: instantOf(end) - instantOf(start) }
  if (length !== null) add(spanAt(start.clock, start.reading, length), context, found)
}
