/** Objects of a calendar as events: recurring ones are read in a thread with little memory, for a few seconds at most. */
import { createHash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import * as z from 'zod/mini'
import { lastPart } from '#server/connection/caldav/access.ts'
import { markIn } from '#server/connection/caldav/event-text.ts'
import { isCalledOff, isSlow, type ObjectRequest, Times, timesIn } from '#server/connection/caldav/object.ts'
import { ProviderProblem, type RemoteEvent } from '#server/connection/provider/provider.ts'

export type CalendarObject = { id: string; etag: string | null; text: string }

const longestMs = 10_000
const memoryMb = 128

/** Our own objects by name; of any other only a digest: the name may reveal its subject. */
export const idOf = (href: string): string => {
  const name = lastPart(href).replace(/\.ics$/i, '')
  return /^[0-9a-v]{26}$/.test(name)
    ? name
    : createHash('sha256').update(name).digest('base64url').slice(0, 22)
}

export const gone = (id: string): RemoteEvent => ({
  id,
  etag: null,
  isGone: true,
  isBusy: false,
  span: null,
  mark: null,
})

/** Throws ProviderProblem. */
export const eventsOf = async (
  objects: readonly CalendarObject[],
  request: ObjectRequest,
): Promise<RemoteEvent[]> => {
  const slow = objects.filter(({ text }) => isSlow(text))
  const times = new Map<CalendarObject, readonly number[]>()
  const found =
    slow.length === 0
      ? []
      : await inThread(
          slow.map(({ text }) => text),
          request,
        )
  slow.forEach((object, place) => times.set(object, found[place] ?? []))
  return objects.map((object) =>
    eventOf(object, times.get(object) ?? timesIn(object.text, rangeOf(object, request))),
  )
}

/** Kalli's own events count wherever their owner moved them. */
const rangeOf = ({ text }: CalendarObject, request: ObjectRequest) =>
  markIn(text) === null ? request : { ...request, from: 0, to: Date.UTC(2200, 0) }

const eventOf = ({ id, etag, text }: CalendarObject, flat: readonly number[]): RemoteEvent => {
  if (isCalledOff(text)) return { ...gone(id), mark: markIn(text), etag }
  const times = pairs(flat)
  const [span = null] = times
  return { id, etag, isGone: false, isBusy: span !== null, span, times, mark: markIn(text) }
}

const pairs = (flat: readonly number[]) =>
  Array.from({ length: flat.length / 2 }, (_, place) => ({
    start: flat[place * 2] ?? 0,
    end: flat[place * 2 + 1] ?? 0,
  }))

const inThread = async (texts: readonly string[], request: ObjectRequest): Promise<number[][]> => {
  const thread = new Worker(new URL('object-thread.ts', import.meta.url), {
    workerData: { texts, request },
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  })
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const refuse = (cause: unknown) => reject(new ProviderProblem('refused', { cause }))
  const tooLong = setTimeout(() => refuse(new Error('reading it takes too long')), longestMs)
  thread.once('message', resolve)
  thread.once('error', refuse)
  try {
    return z.parse(z.array(Times), await promise)
  } finally {
    clearTimeout(tooLong)
    await thread.terminate()
  }
}
