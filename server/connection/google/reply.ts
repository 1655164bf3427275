/** The parts of Google's responses that are read, checked against its own package. */
import type { calendar_v3 } from '@googleapis/calendar'
import * as z from 'zod/mini'
import { dayMs } from '#contract/platform/duration.ts'
import { startOfDay, zoneTable } from '#server/availability/zone/zone.ts'
import { type CalendarInfo, ProviderProblem, type RemoteEvent } from '#server/connection/provider/provider.ts'

type NamesOf<T> = { readonly [Name in keyof T]?: z.ZodMiniType }

const text = z.optional(z.nullable(z.string()))
const Moment = z.object({ date: text, dateTime: text } satisfies NamesOf<calendar_v3.Schema$EventDateTime>)

const EventShape = z.object({
  id: z.string(),
  etag: text,
  status: text,
  transparency: text,
  eventType: text,
  start: z.optional(Moment),
  end: z.optional(Moment),
  extendedProperties: z.optional(z.object({ private: z.optional(z.record(z.string(), z.string())) })),
  attendees: z.optional(
    z.array(
      z.object({
        self: z.optional(z.nullable(z.boolean())),
        responseStatus: text,
      } satisfies NamesOf<calendar_v3.Schema$EventAttendee>),
    ),
  ),
} satisfies NamesOf<calendar_v3.Schema$Event>)
type EventShape = z.output<typeof EventShape>

const next = z.optional(z.string())
const EventListShape = z.object({
  items: z._default(z.array(EventShape), []),
  timeZone: z.optional(z.string()),
  nextPageToken: next,
  nextSyncToken: next,
} satisfies NamesOf<calendar_v3.Schema$Events>)

const ListEntry = z.object({
  id: z.string(),
  summary: text,
  summaryOverride: text,
  accessRole: text,
  primary: z.optional(z.nullable(z.boolean())),
  deleted: z.optional(z.nullable(z.boolean())),
} satisfies NamesOf<calendar_v3.Schema$CalendarListEntry>)

const CalendarListShape = z.object({
  items: z._default(z.array(ListEntry), []),
  nextPageToken: next,
} satisfies NamesOf<calendar_v3.Schema$CalendarList>)

const ChannelShape = z.object({
  resourceId: z.string(),
  expiration: z.string(),
} satisfies NamesOf<calendar_v3.Schema$Channel>)

/** A response of another shape means that the provider is out of order, not our bug. */
const reader =
  <Output>(schema: z.ZodMiniType<Output>) =>
  (answer: unknown): Output => {
    const parsed = z.safeParse(schema, answer)
    if (!parsed.success) throw new ProviderProblem('unreachable', { cause: parsed.error })
    return parsed.data
  }

export const Event = reader(EventShape)
export const EventList = reader(EventListShape)
export const CalendarList = reader(CalendarListShape)
export const Etag = reader(z.object({ etag: text } satisfies NamesOf<calendar_v3.Schema$Event>))
export const CalendarMade = reader(z.object({ id: z.string() }))
export const Channel = reader(ChannelShape)

const writers: ReadonlySet<string> = new Set(['owner', 'writer'])

/** Null: it was removed from the list. */
export const infoOf = (entry: z.output<typeof ListEntry>): CalendarInfo | null =>
  entry.deleted === true
    ? null
    : {
        // Google's own name for it, instead of its owner's address.
        id: entry.primary === true ? 'primary' : entry.id,
        name: (entry.summaryOverride ?? entry.summary ?? '').slice(0, 200) || entry.id,
        writable: writers.has(entry.accessRole ?? ''),
        isPrimary: entry.primary === true,
        email: entry.primary === true ? entry.id : null,
      }

/** These state a workplace or a birthday and take no time. */
const neverBusy: ReadonlySet<string> = new Set(['workingLocation', 'birthday'])

/** `zone`: of the calendar, for whole days. */
export const remoteOf = (event: EventShape, zone: string): RemoteEvent => {
  const isGone = event.status === 'cancelled'
  const declined = event.attendees?.some(({ self, responseStatus }) => self && responseStatus === 'declined')
  const { kalliBy: by, kalliRef: ref, kalliHour: hour } = event.extendedProperties?.private ?? {}
  return {
    id: event.id,
    etag: event.etag ?? null,
    isGone,
    isBusy:
      !isGone &&
      event.transparency !== 'transparent' &&
      declined !== true &&
      !neverBusy.has(event.eventType ?? ''),
    span: isGone ? null : spanOf(event, zone),
    mark: by === undefined || ref === undefined || hour === undefined ? null : { by, ref, hour },
  }
}

/** Null: without a length or a time. */
const spanOf = ({ start, end }: EventShape, zone: string) => {
  const [from, to] = [instantOf(start, zone), instantOf(end, zone)]
  return from === null || to === null || to <= from ? null : { start: from, end: to }
}

/** A whole day begins at midnight in its calendar's zone, or the first moment after it where that hour does not exist. */
const instantOf = (moment: EventShape['start'], zone: string): number | null => {
  const { date, dateTime } = moment ?? {}
  if (dateTime) return finite(Date.parse(dateTime))
  const day = date ? finite(Date.parse(`${date}T00:00:00Z`)) : null
  return day === null ? null : startOfDay(zoneTable(knownZone(zone)), Math.floor(day / dayMs))
}

const finite = (instant: number) => (Number.isFinite(instant) ? instant : null)

const knownZone = (zone: string): string => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return 'America/Mexico_City'
  }
}
