/** The inputs of slots.bench.ts and slots-endpoint.bench.ts for both engines. */
export type Busy = readonly (readonly [start: number, end: number])[]
export type Scenario = {
  zone: string
  weekly: readonly { weekday: number; fromMinute: number; toMinute: number }[]
  /** Epoch milliseconds, like busy times. */
  from: number
  to: number
  stepMinutes: number
  durationMinutes: number
  professionals: readonly { busy: Busy }[]
}

export const minute = 60_000
const day = 1440 * minute
export const stylistsAtWork = 10

export const everyDay = (fromMinute: number, toMinute: number) =>
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, fromMinute, toMinute }))

/** The same numbers at every run. */
const randomFrom = (seed: number) => (most: number) => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((seed / 2 ** 32) * most)
}

/**
 * Open 9 to 18 every day in Mexico City, which has had one offset since 2022: here both engines must agree. It starts on a future Monday,
 * since cal.com uses the machine's clock.
 */
export const scenario = (
  days: number,
  stepMinutes: number,
  busyTimes: number,
  professionals: number,
): Scenario => {
  const from = nextMonday()
  const random = randomFrom(20_261_120)
  const busy = () =>
    Array.from({ length: busyTimes }, () => {
      const start = from + random(days * 288) * 5 * minute
      return [start, start + (3 + random(10)) * 5 * minute] as const
    })
  return {
    zone: 'America/Mexico_City',
    weekly: everyDay(540, 1080),
    from,
    to: from + days * day - 1,
    stepMinutes,
    durationMinutes: stepMinutes,
    professionals: Array.from({ length: professionals }, () => ({ busy: busy() })),
  }
}

/** Midnight in Mexico City, a week from now or more. */
const nextMonday = () => {
  const today = Math.floor((Date.now() - 6 * 60 * minute) / day)
  return (today + 14 - ((today + 3) % 7)) * day + 6 * 60 * minute
}
