/** A second clock beside the user's own, and one that is changed in between: for users who look at their own time at several places. */
import { dateIn, instantOf, timeOf, zoneName } from '#web/parts/time/wall-clock.ts'

/** How the clock of a place is called beside one's own; null while both show the same. */
export const zoneBeside = (instant: string, zone: string, own: string) =>
  dateIn(instant, zone) === dateIn(instant, own) && timeOf(instant, zone) === timeOf(instant, own)
    ? null
    : zoneName(zone)

/** So many days and minutes later by the clock of a zone: what begins at ten begins at ten, also the day after it was changed. */
export const laterByClock = (
  instant: string,
  { days, minutes }: { days: number; minutes: number },
  zone: string,
) => {
  const wall = Date.parse(`${dateIn(instant, zone)}T${timeOf(instant, zone)}:00Z`)
  const [date = '', time = ''] = new Date(wall + (days * 1440 + minutes) * 60_000)
    .toISOString()
    .split(/T|:00\./)
  return instantOf(date, time, zone)
}
