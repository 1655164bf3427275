/** Weekly wall-clock hours, in minutes of the local day. */
import * as z from 'zod/mini'

const MinuteOfDay = z.int().check(z.minimum(0), z.maximum(1440))

/** Wall-clock hours of one weekday, Monday = 1, in the zone of the place. */
export const WeeklyWindow = z.object({
  weekday: z.int().check(z.minimum(1), z.maximum(7)),
  fromMinute: MinuteOfDay,
  toMinute: MinuteOfDay,
})
export const Window = z.object({ fromMinute: MinuteOfDay, toMinute: MinuteOfDay })

/** The whole week: for a place without hours, or a unit without a shift. */
export const everyHour: readonly z.infer<typeof WeeklyWindow>[] = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
  weekday,
  fromMinute: 0,
  toMinute: 1440,
}))
