/** A thread that reads some objects and ends: whatever one is made to do, it does it to nothing else (objects.ts). */
import { parentPort, workerData } from 'node:worker_threads'
import * as z from 'zod/mini'
import { ObjectRequest, timesIn } from '#server/connection/caldav/object.ts'

const { texts, request } = z.parse(
  z.object({ texts: z.array(z.string()), request: ObjectRequest }),
  workerData,
)

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- between threads there are no origins
parentPort?.postMessage(texts.map((text) => timesIn(text, request)))
