/** Reads a calendar file of somebody we do not know: in a thread with little memory, for a few seconds at most. */
import { Worker } from 'node:worker_threads'
import * as z from 'zod/mini'
import { type Asked, type Span, Unreadable } from '#server/availability/ics-answer.ts'

const longestMs = 5_000
const memoryMb = 128

const Answer = z.union([
  z.object({ spans: z.array(z.object({ start: z.number(), end: z.number() })) }),
  z.object({ reason: z.enum(['not_a_calendar', 'too_large']) }),
])

/** Throws Unreadable: it is no calendar, or reading it takes longer or more memory than any calendar should. */
export const readBusy = async (text: string, asked: Asked): Promise<Span[]> => {
  const thread = new Worker(new URL('ics-thread.ts', import.meta.url), {
    workerData: { text, ...asked },
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
    return answer.spans
  } finally {
    clearTimeout(tooLong)
    await thread.terminate()
  }
}
