/**
 * Our events in Outlook. Graph assigns event ids itself, so ours carry our id and mark as extended properties, by which they are found
 * again; `transactionId` prevents a repeated request from creating a second one. The stored version is Graph's id and its etag.
 */
import type * as graph from '@microsoft/microsoft-graph-types'
import { type GraphEvent, isBusy, spanOf } from '#server/connection/microsoft/reply.ts'
import type { OwnEvent, RemoteEvent } from '#server/connection/provider/provider.ts'

const property = (name: string) => `String {5c1f3a0e-7d1b-4a4e-9b0c-2f6d8e41a7c3} Name ${name}`
const idProperty = property('KalliId')
const markProperty = property('KalliMark')

export const withMarks = `singleValueExtendedProperties($filter=id eq '${idProperty}' or id eq '${markProperty}')`
/** Our ids have no quotes. */
export const hasId = (id: string) =>
  `singleValueExtendedProperties/any(ep: ep/id eq '${idProperty}' and ep/value eq '${id}')`
export const readFields =
  'id,type,showAs,isAllDay,isCancelled,responseStatus,originalStartTimeZone,transactionId,createdDateTime,start,end'

export const bodyOf = ({ id, title, place, link, startsAt, endsAt, mark }: OwnEvent) =>
  ({
    subject: title,
    body: { contentType: 'text', content: link },
    location: { displayName: place },
    start: { dateTime: wallOf(startsAt), timeZone: 'UTC' },
    end: { dateTime: wallOf(endsAt), timeZone: 'UTC' },
    showAs: 'busy',
    singleValueExtendedProperties: [
      { id: idProperty, value: id },
      { id: markProperty, value: JSON.stringify(mark) },
    ],
  }) satisfies graph.Event

const wallOf = (at: Date) => at.toISOString().slice(0, 19)

/** A replacement, after the owner deleted the first, needs another id: Graph may remember the first. */
export const transactionOf = (id: string, attempt: string | null) =>
  attempt === null ? `kalli-${id}` : `kalli-${id}-${attempt}`

/** Our id, from its transaction; null: not created by us. */
export const idIn = (transactionId: string | null | undefined): string | null =>
  /^kalli-([a-v0-9]+)(-|$)/.exec(transactionId ?? '')?.[1] ?? null

const propertyIn = (event: GraphEvent, id: string) =>
  event.singleValueExtendedProperties?.find((one) => one.id.toLowerCase() === id.toLowerCase())?.value ?? null

export const markIn = (event: GraphEvent): RemoteEvent['mark'] => {
  try {
    const mark: unknown = JSON.parse(propertyIn(event, markProperty) ?? 'null')
    return isMark(mark) ? { by: mark.by, ref: mark.ref, hour: mark.hour } : null
  } catch {
    return null
  }
}

const isMark = (value: unknown): value is { by: string; ref: string; hour: string } =>
  typeof value === 'object' &&
  value !== null &&
  ['by', 'ref', 'hour'].every((name) => typeof Reflect.get(value, name) === 'string')

/** Graph's ids have no spaces. */
export const versionOf = (event: GraphEvent): string => `${event.id} ${event['@odata.etag'] ?? ''}`

export const readVersion = (version: string | null): { id: string; etag: string | null } | null => {
  if (version === null) return null
  const [id = '', ...rest] = version.split(' ')
  return { id, etag: rest.join(' ') || null }
}

/** `id`: ours, for an event of ours. */
export const remoteOf = (event: GraphEvent, { id, zone }: { id: string; zone: string }): RemoteEvent => ({
  id,
  etag: versionOf(event),
  isGone: false,
  isBusy: isBusy(event),
  span: spanOf(event, zone),
  mark: markIn(event),
})

export const goneOf = (id: string): RemoteEvent => ({
  id,
  etag: null,
  isGone: true,
  isBusy: false,
  span: null,
  mark: null,
})
