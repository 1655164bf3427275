/** Reads a calendar file of unknown origin: in a thread with little memory, for a few seconds at most. */
import { Worker } from 'node:worker_threads'
import * as z from 'zod/mini'
import {
  type RequestParams,
  Unreadable,
  unreadableReasons,
  type UnreadEvent,
  unreadReasons,
} from '#server/availability/outside/ics-answer.ts'
import type { Intervals } from '#server/availability/zone/intervals.ts'

/** Ten megabytes take a second; the rest is for a busy machine. */
const longestMs = 10_000
const memoryMb = 128

const Answer = z.union([
  z.object({
    busy: z.array(z.number()),
    unread: z.object({
      count: z.int(),
      events: z.array(z.object({ title: z.string(), starts: z.string(), reason: z.enum(unreadReasons) })),
    }),
  }),
  z.object({ reason: z.enum(unreadableReasons) }),
])

type Busy = { busy: Intervals; unread: { count: number; events: UnreadEvent[] } }

/** Throws Unreadable: it is no calendar, or reading it takes longer or more memory than any calendar should. */
export const readBusy = async (text: string, request: RequestParams): Promise<Busy> => {
  const thread = new Worker(new URL('ics-thread.ts', import.meta.url), {
    workerData: { text, ...request },
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  })
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const tooLong = setTimeout(() => reject(new Unreadable('too_large')), longestMs)
  thread.once('message', resolve)
  thread.once('error', (error: Error & { code?: string }) =>
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new Unreadable('too_large') : error),
  )
  try {
    const answer = z.parse(Answer, await promise)
    if ('reason' in answer) throw new Unreadable(answer.reason)
    return answer
  } finally {
    clearTimeout(tooLong)
    await thread.terminate()
  }
}
