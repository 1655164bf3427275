import { minuteOf } from '#web/parts/booking/calendar/on-date.ts'
import { dateIn } from '#web/parts/time/wall-clock.ts'
import { useMinute } from '#web/ui/minute.ts'

/** The date and minute by the clock of a zone, as they go on; null until the browser's clock is known, and where none of `dates` is today. */
export const useNow = (zone: string, dates: readonly string[]) => {
  const now = useMinute()
  if (now === 0) return null
  const date = dateIn(now, zone)
  return dates.includes(date) ? { date, minute: minuteOf(new Date(now).toISOString(), zone) } : null
}
