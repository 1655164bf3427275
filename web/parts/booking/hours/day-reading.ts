import { professionalDay } from '#contract/booking/day.ts'
import { reading } from '#web/api.ts'

/** The professional's day; clients book while one looks at it. */
export const dayReading = (date: string) => ({
  ...reading(professionalDay, { query: { date } }),
  refetchInterval: 60_000,
})
