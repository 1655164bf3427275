/**
 * What changed in an Outlook calendar, by a delta query over its view. Graph reports little about recurring events, and not that one
 * occurrence was deleted: when a series changes, or an event is gone that may have been an occurrence, everything is read anew.
 * https://learn.microsoft.com/graph/delta-query-events
 */
import { type GraphChange, type GraphEvent } from '#server/connection/microsoft/reply.ts'
import { goneOf, idIn, readVersion, remoteOf, versionOf } from '#server/connection/microsoft/own-event.ts'
import { type KnownEvent, ProviderProblem, type RemoteEvent } from '#server/connection/provider/provider.ts'

type Context = {
  zone: string
  known: readonly KnownEvent[]
  isFull: boolean
  /** The current state of an event of ours in this calendar; gone if it is not there. */
  find(id: string): Promise<RemoteEvent>
  /** The master of a series; null: it does not exist any more. */
  master(id: string): Promise<GraphEvent | null>
}

export const remoteChanges = async (
  changes: readonly GraphChange[],
  context: Context,
): Promise<RemoteEvent[]> => {
  if (!context.isFull && changes.some((change) => mustReadAll(change, context)))
    throw new ProviderProblem('token_over')
  const masters = new Map<string, GraphEvent | null>(
    changes.filter(({ type }) => type === 'seriesMaster').map((change) => [change.id, change]),
  )
  const found: RemoteEvent[] = []
  for (const change of changes) {
    // The series itself takes no time: each of its occurrences does.
    if (change.type === 'seriesMaster') continue
    found.push(await remoteChange(change, context, masters))
  }
  return found
}

const isOfSeries = ({ type, seriesMasterId }: GraphChange) =>
  type === 'seriesMaster' || type === 'occurrence' || type === 'exception' || Boolean(seriesMasterId)

const mustReadAll = (change: GraphChange, { known }: Context) =>
  change['@removed'] === undefined ? isOfSeries(change) : ownIdOf(change, known) === null

/** Our id of an event, by its stored id there. */
const ownIdOf = ({ id }: GraphChange, known: readonly KnownEvent[]): string | null =>
  known.find(({ etag }) => readVersion(etag)?.id === id)?.id ?? null

const remoteChange = async (
  change: GraphChange,
  context: Context,
  masters: Map<string, GraphEvent | null>,
): Promise<RemoteEvent> => {
  const { zone, known } = context
  const ownId = ownIdOf(change, known)
  // An event outside the period that is read counts as gone too.
  if (change['@removed'] !== undefined) return ownId === null ? goneOf(change.id) : context.find(ownId)
  if (ownId !== null) {
    const isSame = known.some(({ id, etag }) => id === ownId && etag === versionOf(change))
    return isSame ? remoteOf(change, { id: ownId, zone }) : context.find(ownId)
  }
  const claimed = idIn(change.transactionId)
  if (claimed !== null) {
    const ours = await context.find(claimed)
    // Otherwise it is a copy that its owner made: it takes their time like any event.
    if (readVersion(ours.etag)?.id === change.id) return ours
  }
  return { ...remoteOf(await whole(change, context, masters), { id: change.id, zone }), mark: null }
}

/** Occurrences have only their hours; the rest comes from their series. */
const whole = async (
  change: GraphChange,
  { master }: Context,
  masters: Map<string, GraphEvent | null>,
): Promise<GraphEvent> => {
  const { seriesMasterId } = change
  if (!seriesMasterId || change.showAs) return change
  if (!masters.has(seriesMasterId)) masters.set(seriesMasterId, await master(seriesMasterId))
  const series = masters.get(seriesMasterId)
  return series
    ? {
        ...change,
        showAs: series.showAs,
        isAllDay: series.isAllDay,
        isCancelled: series.isCancelled,
        responseStatus: series.responseStatus,
        originalStartTimeZone: series.originalStartTimeZone,
      }
    : change
}
