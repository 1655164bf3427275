import type { FastifyInstance } from 'fastify'
import { refuse } from '#server/platform/refuse.ts'

/**
 * Admission to the house: a bounded number of requests work at once, the rest wait in line. Whoever
 * would wait too long is told so at once (503 with `Retry-After`), so that under overload the work
 * done stays useful work instead of late work.
 */
export type Gate = { enter(): Promise<void>; leave(): void; waiting(): number }

export const openGate = (options: { atOnce: number; mostWaitMs: number; clock?: () => number }): Gate => {
  const clock = options.clock ?? (() => performance.now())
  const line: (() => void)[] = []
  let inside = 0
  // Smoothed time between two departures while somebody waits: how fast the line moves.
  let departureMs = 1
  // When the line last moved, or began.
  let moved = clock()

  return {
    async enter() {
      if (inside < options.atOnce) {
        inside += 1
        return
      }
      if (line.length * departureMs > options.mostWaitMs) refuse('busy')
      if (line.length === 0) moved = clock()
      await new Promise<void>((resolve) => line.push(resolve))
    },
    leave() {
      const next = line.shift()
      if (next === undefined) {
        inside -= 1
        return
      }
      const now = clock()
      departureMs = departureMs * 0.95 + Math.min(now - moved, 1000) * 0.05
      moved = now
      next()
    },
    waiting: () => line.length,
  }
}

/** Every call of the API passes the gate; files, pages and health checks do not. */
export const guard = (app: FastifyInstance, gate: Gate) => {
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.endpoint === undefined) return
    let inside = false
    let over = false
    const leave = () => {
      if (inside) gate.leave()
      inside = false
      over = true
    }
    // A reply to a call inside the process never "closes", it finishes; a visitor who hangs up never lets it finish.
    reply.raw.once('finish', leave)
    reply.raw.once('close', leave)
    await gate.enter()
    inside = true
    if (!over) return
    leave()
    // Nobody waits for the answer: the work is saved for those who do.
    refuse('busy')
  })
}
