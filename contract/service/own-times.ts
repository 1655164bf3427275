/** Hours and dates in which a service is given, as fields of it (contract/service/own-hours.ts says which can be). */
import * as z from 'zod/mini'
import { LocalDate } from '#contract/platform/shapes.ts'
import { WeeklyWindow } from '#contract/platform/weekly-window.ts'

/** Windows of a week in which a service is given. */
const maxOwnWindows = 42

export const ownTimes = {
  /** Given inside these hours of the place alone, beside its professional's; null: in all of theirs. */
  ownHours: z.nullable(z.array(WeeklyWindow)),
  /** The first and the last date of the place on which it is given; null: any. */
  offeredFrom: z.nullable(LocalDate),
  offeredTo: z.nullable(LocalDate),
}

export const ownTimesInput = {
  ownHours: z._default(z.nullable(z.array(WeeklyWindow).check(z.maxLength(maxOwnWindows))), null),
  offeredFrom: z._default(z.nullable(LocalDate), null),
  offeredTo: z._default(z.nullable(LocalDate), null),
}
