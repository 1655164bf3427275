/** A thread that reads some objects and ends, so that a malicious one affects nothing else (objects.ts). */
import { parentPort, workerData } from 'node:worker_threads'
import * as z from 'zod/mini'
import { ObjectRequest, timesIn } from '#server/connection/caldav/object.ts'

const { texts, request } = z.parse(
  z.object({ texts: z.array(z.string()), request: ObjectRequest }),
  workerData,
)

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- between threads there are no origins
parentPort?.postMessage(texts.map((text) => timesIn(text, request)))
