/** The parts of Graph's responses that are read, checked against its own types. */
import type * as graph from '@microsoft/microsoft-graph-types'
import * as z from 'zod/mini'
import { dayMs } from '#contract/platform/duration.ts'
import { windowsZones } from '#server/availability/zone/windows-zones.ts'
import { instantAt, startOfDay, zoneTable } from '#server/availability/zone/zone.ts'
import { type CalendarInfo, ProviderProblem } from '#server/connection/provider/provider.ts'

type NamesOf<T> = { readonly [Name in keyof T]?: z.ZodMiniType }

const text = z.optional(z.nullable(z.string()))
const flag = z.optional(z.nullable(z.boolean()))
const Moment = z.object({ dateTime: z.string(), timeZone: text } satisfies NamesOf<graph.DateTimeTimeZone>)

const eventFields = {
  id: z.string(),
  type: text,
  seriesMasterId: text,
  showAs: text,
  isAllDay: flag,
  isCancelled: flag,
  responseStatus: z.optional(
    z.nullable(z.object({ response: text } satisfies NamesOf<graph.ResponseStatus>)),
  ),
  originalStartTimeZone: text,
  transactionId: text,
  createdDateTime: text,
  start: z.optional(z.nullable(Moment)),
  end: z.optional(z.nullable(Moment)),
  singleValueExtendedProperties: z.optional(
    z.array(
      z.object({ id: z.string(), value: text } satisfies NamesOf<graph.SingleValueLegacyExtendedProperty>),
    ),
  ),
} satisfies NamesOf<graph.Event>

const EventShape = z.object({ ...eventFields, '@odata.etag': text })
export type GraphEvent = z.output<typeof EventShape>

/** For a removed event Graph sends only its id. */
const Changed = z.object({ ...eventFields, '@odata.etag': text, '@removed': z.optional(z.object({})) })
export type GraphChange = z.output<typeof Changed>

const link = z.optional(z.string())
const listOf = <Shape extends z.ZodMiniType>(item: Shape) =>
  z.object({ value: z.array(item), '@odata.nextLink': link, '@odata.deltaLink': link })

const CalendarShape = z.object({
  id: z.string(),
  name: text,
  canEdit: flag,
  isDefaultCalendar: flag,
  owner: z.optional(z.nullable(z.object({ address: text } satisfies NamesOf<graph.EmailAddress>))),
} satisfies NamesOf<graph.Calendar>)
export type GraphCalendar = z.output<typeof CalendarShape>

/** A response of another shape means that the provider is out of order, not our bug. */
const reader =
  <Output>(schema: z.ZodMiniType<Output>) =>
  (answer: unknown): Output => {
    const parsed = z.safeParse(schema, answer)
    if (!parsed.success) throw new ProviderProblem('unreachable', { cause: parsed.error })
    return parsed.data
  }

export const Event = reader(EventShape)
export const EventList = reader(listOf(EventShape))
export const Changes = reader(listOf(Changed))
export const Calendar = reader(CalendarShape)
export const CalendarList = reader(listOf(CalendarShape))
export const Subscription = reader(
  z.object({ id: z.string(), expirationDateTime: z.string() } satisfies NamesOf<graph.Subscription>),
)

export const infoOf = (calendar: GraphCalendar, defaultId: string | undefined): CalendarInfo => {
  const isPrimary = calendar.id === defaultId
  return {
    id: calendar.id,
    name: (calendar.name ?? '').slice(0, 200) || 'Calendario',
    writable: calendar.canEdit === true,
    isPrimary,
    email: isPrimary ? (calendar.owner?.address ?? null) : null,
  }
}

/** A person who works elsewhere can be booked: this only states a location. */
const neverBusy: ReadonlySet<string> = new Set(['free', 'workingElsewhere'])

export const isBusy = ({ showAs, isCancelled, responseStatus }: GraphEvent): boolean =>
  isCancelled !== true && responseStatus?.response !== 'declined' && !neverBusy.has(showAs ?? '')

/** Null: without a length or a time. `zone`: for whole days where the event names none. */
export const spanOf = ({ start, end, isAllDay, originalStartTimeZone }: GraphEvent, zone: string) => {
  if (!start || !end) return null
  const days = isAllDay === true ? zoneOf(originalStartTimeZone ?? '', zone) : null
  const [from, to] = [start, end].map((moment) =>
    days === null ? instantOf(moment, zone) : midnightOf(moment.dateTime, days),
  )
  return from === undefined || to === undefined || !(to > from) ? null : { start: from, end: to }
}

/** Whole days are midnights without a zone, whatever zone was preferred. */
const midnightOf = (dateTime: string, zone: string): number => {
  const day = Date.parse(`${dateTime.slice(0, 10)}T00:00:00Z`)
  return startOfDay(zoneTable(zone), Math.floor(day / dayMs))
}

/** UTC was preferred; another zone is converted, should Graph ignore the preference. */
const instantOf = ({ dateTime, timeZone }: z.output<typeof Moment>, zone: string): number => {
  const wall = Date.parse(`${dateTime.replace(/Z$/, '').slice(0, 23)}Z`)
  const name = timeZone ?? 'UTC'
  if (name === 'UTC' || name === 'Etc/GMT') return wall
  return instantAt(zoneTable(zoneOf(name, zone)), wall)
}

/** "Central Standard Time (Mexico)" or "America/Mexico_City"; an event written by a program has UTC, which is not its owner's zone. */
const zoneOf = (name: string, otherwise: string): string => {
  if (name === '' || name === 'UTC' || name.startsWith('tzone:')) return otherwise
  const zone = windowsZones.get(name.toLowerCase()) ?? name
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return otherwise
  }
}
