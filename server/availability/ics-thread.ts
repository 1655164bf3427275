/** A thread that reads one calendar file and ends: whatever the file is made to do, it does it to nobody else (ics-reader.ts). */
import { parentPort, workerData } from 'node:worker_threads'
import * as z from 'zod/mini'
import { Unreadable } from '#server/availability/ics-answer.ts'
import { busyIn } from '#server/availability/ics.ts'

const Asked = z.object({ text: z.string(), zone: z.string(), from: z.number(), to: z.number() })

const { text, ...asked } = z.parse(Asked, workerData)

const answer = () => {
  try {
    return { spans: busyIn(text, asked) }
  } catch (error) {
    // Whatever else a file of somebody else's leads to (years beyond all clocks) is the file's.
    return { reason: error instanceof Unreadable ? error.reason : ('not_a_calendar' as const) }
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- between threads there are no origins
parentPort?.postMessage(answer())
