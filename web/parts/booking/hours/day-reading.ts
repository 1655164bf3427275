import { professionalDay } from '#contract/booking/day.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { reading } from '#web/api.ts'

/** The professional's day; refetched, since clients book while it is open. */
export const dayReading = (date: string) => ({
  ...reading(professionalDay, { query: { date } }),
  refetchInterval: minuteMs,
})
