/** When a unit could be blocked next: the form opens there. */
import { minuteMs } from '#contract/platform/duration.ts'
import type { Timeline, TimelineSpace, TimelineUnit } from '#contract/booking/agenda/timeline.ts'
import { busySpan, type TimelineClaim } from '#contract/booking/agenda/timeline-claims.ts'
import { clockText } from '#contract/platform/clock-text.ts'
import { dateIn, instantOf, timeOf } from '#web/parts/time/wall-clock.ts'
import { serverNow } from '#web/server-clock.ts'

type Claim = Parameters<typeof busySpan>[0] & Pick<TimelineClaim, 'kind'>

const hour = 60
const step = 30

/** The first free hour of a unit on a date, from now on by the half hour; without one, the next half hour. */
export const freeMinute = (
  unit: { claims: readonly Claim[] },
  { date, zone, now }: { date: string; zone: string; now: number },
): number => {
  const [hours = 0, minutes = 0] = timeOf(new Date(now).toISOString(), zone).split(':').map(Number)
  const first =
    dateIn(now, zone) === date
      ? Math.min(23 * hour, Math.ceil((hours * hour + minutes) / step) * step)
      : 10 * hour
  const isFree = (minute: number) => {
    const from = Date.parse(instantOf(date, clockText(minute), zone))
    const until = from + hour * minuteMs
    return unit.claims.every((claim) => {
      const busy = busySpan(claim)
      return claim.kind === 'team' || busy.until <= from || busy.from >= until
    })
  }
  for (let minute = first; minute <= 23 * hour; minute += step) if (isFree(minute)) return minute
  return first
}

/** The dialog that blocks the next free hour of a unit; of the first one in use where none is named. */
export const blockOf = (
  { spaces }: Pick<Timeline, 'spaces'>,
  { unit: id, date }: { unit: number | undefined; date: string },
) => {
  const rows = spaces.flatMap((space) => space.units.map((unit) => ({ space, unit })))
  const isWanted = ({ unit }: { space: TimelineSpace; unit: TimelineUnit }) =>
    id === undefined ? unit.active : unit.id === id
  // A unit that is no longer there: another one would be blocked unseen.
  const found = rows.find(isWanted) ?? (id === undefined ? rows[0] : undefined)
  if (found === undefined) return undefined
  const { space, unit } = found
  const minute = freeMinute(unit, { date, zone: space.zone, now: serverNow() })
  return { what: 'block', spaceId: space.id, start: { unitId: unit.id, date, minute } } as const
}
