/** Hours in a second timezone beside the user's own, for users who work in several. */
import { minuteMs } from '#contract/platform/duration.ts'
import { dateIn, instantOf, timeOf, zoneName } from '#web/parts/time/wall-clock.ts'

/** The name of a place's timezone beside the user's own; null while both show the same time. */
export const zoneBeside = (instant: string, zone: string, own: string) =>
  dateIn(instant, zone) === dateIn(instant, own) && timeOf(instant, zone) === timeOf(instant, own)
    ? null
    : zoneName(zone)

/** Adds days and minutes in wall-clock time: ten o'clock stays ten o'clock across a clock change. */
export const laterByClock = (
  instant: string,
  { days, minutes }: { days: number; minutes: number },
  zone: string,
) => {
  const wall = Date.parse(`${dateIn(instant, zone)}T${timeOf(instant, zone)}:00Z`)
  const [date = '', time = ''] = new Date(wall + (days * 1440 + minutes) * minuteMs)
    .toISOString()
    .split(/T|:00\./)
  return instantOf(date, time, zone)
}
