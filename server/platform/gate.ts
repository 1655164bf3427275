import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '#server/platform/refuse.ts'

/**
 * A bounded number of requests run at once, the rest queue. A request that would wait too long is refused at once (503 with
 * `Retry-After`), so that under overload the server finishes requests that clients still wait for.
 */
export type Gate = {
  enter(): Promise<void>
  leave(): void
  waiting(): number
  /** All places have been taken for at least this long and none was released: the gate is stuck. */
  isStuck(forMs: number): boolean
}

export const openGate = (options: { atOnce: number; maxWaitMs: number; clock?: () => number }): Gate => {
  const clock = options.clock ?? (() => performance.now())
  const line: (() => void)[] = []
  let inside = 0
  // Smoothed time between two departures while the queue is not empty: how fast it moves.
  let departureMs = 1
  // When the queue last moved, or began.
  let moved = clock()
  // When a place was last released, or the last free one was taken.
  let changed = clock()

  return {
    async enter() {
      if (inside < options.atOnce) {
        inside += 1
        if (inside === options.atOnce) changed = clock()
        return
      }
      if (line.length * departureMs > options.maxWaitMs) refuse('busy')
      if (line.length === 0) moved = clock()
      await new Promise<void>((resolve) => line.push(resolve))
    },
    leave() {
      const now = clock()
      changed = now
      const next = line.shift()
      if (next === undefined) {
        inside -= 1
        return
      }
      departureMs = departureMs * 0.95 + Math.min(now - moved, 1000) * 0.05
      moved = now
      next()
    },
    waiting: () => line.length,
    isStuck: (forMs) => inside >= options.atOnce && clock() - changed > forMs,
  }
}

type Place = { take(): Promise<void>; release(): void }
const places = new WeakMap<FastifyRequest, Place>()

/**
 * Every call of the API passes the gate; files, pages and health checks do not. A call takes its place when it has been read completely
 * and releases it when its answer is ready to be sent: a slow connection on either side holds no place.
 */
export const guard = (app: FastifyInstance, gate: Gate) => {
  app.addHook('preValidation', async (request, reply) => {
    if (request.routeOptions.config.endpoint === undefined) return
    let inside = false
    let over = reply.raw.destroyed || reply.raw.writableEnded
    const release = () => {
      if (inside) gate.leave()
      inside = false
    }
    const take = async () => {
      if (!over) {
        await gate.enter()
        inside = true
      }
      if (!over) return
      release()
      // The client hung up: skip the work in favour of the others.
      refuse('busy')
    }
    const end = () => {
      over = true
      release()
    }
    // A reply to a call inside the process never "closes", it finishes; a client that hangs up prevents the finish.
    reply.raw.once('finish', end)
    reply.raw.once('close', end)
    places.set(request, { take, release })
    await take()
  })
  app.addHook('onSend', (request, _reply, _payload, done) => {
    places.get(request)?.release()
    done()
  })
}

/** For waits that are not our work, such as receiving the uploaded file: the call's place is free meanwhile. */
export const outsideGate = async <T>(request: FastifyRequest, wait: () => Promise<T>): Promise<T> => {
  const place = places.get(request)
  place?.release()
  const result = await wait()
  await place?.take()
  return result
}
