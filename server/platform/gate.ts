import { refuse } from '#server/platform/refuse.ts'

/**
 * Admission to the house: a bounded number of requests work at once, the rest wait in line. Whoever
 * would wait too long is told so at once (503 with `Retry-After`), so that under overload the work
 * done stays useful work instead of late work.
 */
export type Gate = { enter(): Promise<void>; leave(): void; waiting(): number }

export const openGate = (options: { atOnce: number; mostWaitMs: number; clock?: () => number }): Gate => {
  const clock = options.clock ?? (() => performance.now())
  const line: { admit(): void; since: number }[] = []
  let inside = 0
  // Smoothed time between two departures while the house is full: how fast the line moves.
  let departureMs = 1
  let lastDeparture = clock()

  return {
    async enter() {
      if (inside < options.atOnce) {
        inside += 1
        return
      }
      if (line.length * departureMs > options.mostWaitMs) refuse('busy')
      await new Promise<void>((resolve) => line.push({ admit: resolve, since: clock() }))
    },
    leave() {
      const now = clock()
      if (line.length > 0) departureMs = departureMs * 0.95 + Math.min(now - lastDeparture, 1000) * 0.05
      lastDeparture = now
      const next = line.shift()
      if (next === undefined) inside -= 1
      else next.admit()
    },
    waiting: () => line.length,
  }
}
