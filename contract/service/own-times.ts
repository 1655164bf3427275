/** A service's own hours and dates, as fields (validated in contract/service/own-hours.ts). */
import * as z from 'zod/mini'
import { LocalDate } from '#contract/platform/shapes.ts'
import { WeeklyWindow } from '#contract/platform/weekly-window.ts'

/** Weekly windows of a service. */
const maxOwnWindows = 42

export const ownTimes = {
  /** Only offered within these hours, in local time of the place and within the professional's hours; null: all of their hours. */
  ownHours: z.nullable(z.array(WeeklyWindow)),
  /** First and last local date on which it is offered; null: no limit. */
  offeredFrom: z.nullable(LocalDate),
  offeredTo: z.nullable(LocalDate),
}

export const ownTimesInput = {
  ownHours: z._default(z.nullable(z.array(WeeklyWindow).check(z.maxLength(maxOwnWindows))), null),
  offeredFrom: z._default(z.nullable(LocalDate), null),
  offeredTo: z._default(z.nullable(LocalDate), null),
}
