/** When an hour could be blocked next: the form opens there. */
import { clockText } from '#contract/platform/clock-text.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { addDays, dateIn, instantOf, timeOf } from '#web/parts/time/wall-clock.ts'

const hour = 60
const step = 30
const lastStart = 23 * hour
/** On another day than today. */
const usualStart = 10 * hour

/**
 * The first free hour of a date, from now on by the half hour; without one, the next half hour. After the last start of today it is
 * tomorrow, since what is over can no longer be blocked.
 */
export const freeHour = (
  busy: readonly { from: number; until: number }[],
  { date, zone, now }: { date: string; zone: string; now: number },
): { date: string; minute: number } => {
  const [hours = 0, minutes = 0] = timeOf(new Date(now).toISOString(), zone).split(':').map(Number)
  const soonest = dateIn(now, zone) === date ? Math.ceil((hours * hour + minutes) / step) * step : usualStart
  const day = soonest > lastStart ? addDays(date, 1) : date
  const first = soonest > lastStart ? usualStart : soonest
  const isFree = (minute: number) => {
    const from = Date.parse(instantOf(day, clockText(minute), zone))
    return busy.every((one) => one.until <= from || one.from >= from + hour * minuteMs)
  }
  for (let minute = first; minute <= lastStart; minute += step)
    if (isFree(minute)) return { date: day, minute }
  return { date: day, minute: first }
}
