/**
 * When a calendar file says that somebody is busy: its events within a stretch of time, recurring ones expanded. Pure, and slow on
 * files that are made to be: it runs in a thread of its own (ics-thread.ts). ical.js reads the file and its rules; instants are told
 * by the clock of the place, from the zones that this machine knows, since those in a file are often out of date.
 */
import ICAL from 'ical.js'
import { type Asked, type Span, Unreadable } from '#server/availability/ics-answer.ts'

/** So many occurrences are looked at, of all rules together: a daily one of fifty years, or two of any sense. */
const mostSteps = 20_000

export const busyIn = (text: string, asked: Asked): Span[] => {
  const calendars = open(text)
  const budget = { steps: mostSteps }
  const spans = calendars.flatMap((calendar) => {
    const all = calendar.getAllSubcomponents('vevent')
    const moved = Map.groupBy(
      all.filter((event) => event.hasProperty('recurrence-id')),
      uidOf,
    )
    const masters = all.filter((event) => !event.hasProperty('recurrence-id'))
    const known = new Set(masters.map(uidOf))
    const alone = [...moved].flatMap(([uid, events]) => (known.has(uid) ? [] : events))
    return [
      ...masters.flatMap((master) => occurrencesOf(master, moved.get(uidOf(master)) ?? [], asked, budget)),
      ...alone.flatMap((event) => (isBusy(event) ? spanOf(event, asked) : [])),
    ]
  })
  return spans
    .filter(({ start, end }) => end > start && start < asked.to && end > asked.from)
    .map(({ start, end }) => ({ start: Math.max(start, asked.from), end: Math.min(end, asked.to) }))
    .toSorted((a, b) => a.start - b.start)
}

const open = (text: string): ICAL.Component[] => {
  try {
    const parsed: unknown[] = ICAL.parse(text)
    // Several calendars in one file come as a list of them.
    const all = Array.isArray(parsed[0]) ? parsed : [parsed]
    const calendars = all.map((one) => new ICAL.Component(Array.isArray(one) ? one : []))
    if (calendars.some(({ name }) => name !== 'vcalendar')) throw new Unreadable('not_a_calendar')
    return calendars
  } catch (error) {
    if (error instanceof Unreadable) throw error
    throw new Unreadable('not_a_calendar')
  }
}

const uidOf = (event: ICAL.Component) => String(event.getFirstPropertyValue('uid') ?? '')

/** Ours, that came back by way of the other calendar, are here already. */
const isOurs = (event: ICAL.Component) => /^kalli-.+@|@kalli$/.test(uidOf(event))

const isBusy = (event: ICAL.Component) =>
  String(event.getFirstPropertyValue('transp') ?? '').toUpperCase() !== 'TRANSPARENT' &&
  String(event.getFirstPropertyValue('status') ?? '').toUpperCase() !== 'CANCELLED' &&
  !isOurs(event)

type Budget = { steps: number }

const occurrencesOf = (
  master: ICAL.Component,
  moved: readonly ICAL.Component[],
  asked: Asked,
  budget: Budget,
): Span[] => {
  const first = wallOf(master, 'dtstart')
  if (first === null || isOurs(master)) return []
  const length = lengthOf(master, first, asked)
  if (!master.hasProperty('rrule') && !master.hasProperty('rdate'))
    return isBusy(master) ? [spanAt(first, first.reading, length, asked)] : []
  const replaced = new Map(moved.map((event) => [readingOf(wallOf(event, 'recurrence-id')), event]))
  const expansion = new ICAL.RecurExpansion({ component: master, dtstart: first.time })
  const found: Span[] = moved.flatMap((event) => (isBusy(event) ? spanOf(event, asked) : []))
  if (!isBusy(master)) return found
  for (let next = expansion.next(); next; next = expansion.next()) {
    if (--budget.steps < 0) throw new Unreadable('too_large')
    const reading = readingOfTime(next)
    const span = spanAt(first, reading, length, asked)
    if (span.start >= asked.to) break
    if (!replaced.has(reading)) found.push(span)
  }
  return found
}

const spanOf = (event: ICAL.Component, asked: Asked): Span[] => {
  const first = wallOf(event, 'dtstart')
  return first === null ? [] : [spanAt(first, first.reading, lengthOf(event, first, asked), asked)]
}

/** What a clock shows, as epoch milliseconds in UTC would, with whose clock it is. */
type Wall = { time: ICAL.Time; reading: number; tzid: string | null; isDate: boolean }

const wallOf = (event: ICAL.Component, name: string): Wall | null => {
  const property = event.getFirstProperty(name)
  const time = property?.getFirstValue()
  if (property === null || !(time instanceof ICAL.Time)) return null
  const named = property.getFirstParameter('tzid')
  return {
    time,
    reading: readingOfTime(time),
    tzid: time.zone?.tzid === 'UTC' ? 'UTC' : named || null,
    isDate: time.isDate,
  }
}

const readingOfTime = ({ year, month, day, hour, minute, second }: ICAL.Time) =>
  Date.UTC(year, month - 1, day, hour, minute, second)
const readingOf = (wall: Wall | null) => wall?.reading ?? Number.NaN

/** As long as the clock says: an event from ten to twelve ends at twelve on each of its days. */
type Length = { wallMs: number } | { exactMs: number }

const lengthOf = (event: ICAL.Component, first: Wall, asked: Asked): Length => {
  const last = wallOf(event, 'dtend')
  const lasts = event.getFirstPropertyValue('duration')
  if (last !== null)
    return last.tzid === first.tzid
      ? { wallMs: last.reading - first.reading }
      : { exactMs: instantOf(last, last.reading, asked) - instantOf(first, first.reading, asked) }
  if (lasts instanceof ICAL.Duration)
    return first.isDate ? { wallMs: lasts.toSeconds() * 1000 } : { exactMs: lasts.toSeconds() * 1000 }
  return first.isDate ? { wallMs: 86_400_000 } : { exactMs: 0 }
}

const spanAt = (first: Wall, reading: number, length: Length, asked: Asked): Span => {
  const start = instantOf(first, reading, asked)
  return {
    start,
    end: 'exactMs' in length ? start + length.exactMs : instantOf(first, reading + length.wallMs, asked),
  }
}

const instantOf = (wall: Wall, reading: number, { zone }: Asked): number => {
  if (wall.tzid === 'UTC') return reading
  const tzid = wall.isDate ? zone : (wall.tzid ?? zone)
  const known = zoneNamed(tzid)
  if (known !== null) return instantIn(known, reading)
  // A zone that only the file knows, as Outlook's: by its own definition, where it has one.
  const own = wall.time.zone
  if (own === null || own.tzid === 'floating') return instantIn(zone, reading)
  const time = ICAL.Time.fromJSDate(new Date(reading), true)
  time.zone = own
  return time.toUnixTime() * 1000
}

const instantIn = (zone: string, reading: number) =>
  Temporal.Instant.fromEpochMilliseconds(reading)
    .toZonedDateTimeISO('UTC')
    .toPlainDateTime()
    .toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds

/** Null: this machine knows no such zone. */
const zoneNamed = (tzid: string): string | null => {
  const kept = zones.get(tzid)
  if (kept !== undefined) return kept
  const name = exists(tzid) ? tzid : null
  zones.set(tzid, name)
  return name
}
const zones = new Map<string, string | null>()

const exists = (tzid: string) => {
  try {
    return Intl.DateTimeFormat('en', { timeZone: tzid }).resolvedOptions().timeZone !== ''
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}
