import { minuteOf } from '#web/parts/booking/calendar/on-date.ts'
import { dateIn } from '#web/parts/time/wall-clock.ts'
import { useMinute } from '#web/ui/minute.ts'

/** The current date and minute by the clock of a zone; null until the browser clock is known, and where none of `dates` is today. */
export const useNow = (zone: string, dates: readonly string[]) => {
  const now = useMinute()
  if (now === 0) return null
  const date = dateIn(now, zone)
  return dates.includes(date) ? { date, minute: minuteOf(new Date(now).toISOString(), zone) } : null
}
