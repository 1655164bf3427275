/** A thread that reads one calendar file and ends, so that a malicious file affects no other reading (ics-reader.ts). */
import { parentPort, workerData } from 'node:worker_threads'
import * as z from 'zod/mini'
import { Unreadable } from '#server/availability/outside/ics-answer.ts'
import { readCalendar } from '#server/availability/outside/ics.ts'
import { union } from '#server/availability/zone/intervals.ts'

const RequestParams = z.object({ text: z.string(), zone: z.string(), from: z.number(), to: z.number() })

const { text, ...request } = z.parse(RequestParams, workerData)

const answer = () => {
  try {
    const { spans, unread } = readCalendar(text, request)
    return { busy: union(spans.map(({ start, end }) => [start, end] as const)), unread }
  } catch (error) {
    // Any other error that a foreign file causes is the file's problem, not ours.
    return { reason: error instanceof Unreadable ? error.reason : ('not_a_calendar' as const) }
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- between threads there are no origins
parentPort?.postMessage(answer())
