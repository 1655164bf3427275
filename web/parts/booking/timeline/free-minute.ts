/** When a unit could be blocked next: the form opens there. */
import type { TimelineSpace, TimelineUnit } from '#contract/booking/agenda/timeline.ts'
import { busySpan } from '#contract/booking/agenda/timeline-claims.ts'
import { freeHour } from '#web/parts/booking/calendar/free-hour.ts'
import { serverNow } from '#web/server-clock.ts'

/** The dialog that blocks the next free hour of a unit; of the first one in use where none is named. */
export const blockOf = (
  { spaces }: { spaces: readonly (Pick<TimelineSpace, 'id' | 'zone'> & { units: readonly Unit[] })[] },
  { unit: id, date }: { unit: number | undefined; date: string },
) => {
  const rows = spaces.flatMap((space) => space.units.map((unit) => ({ space, unit })))
  const isWanted = ({ unit }: { unit: Unit }) => (id === undefined ? unit.active : unit.id === id)
  // A unit that is no longer there: another one would be blocked unseen.
  const found = rows.find(isWanted) ?? (id === undefined ? rows[0] : undefined)
  if (found === undefined) return undefined
  const { space, unit } = found
  // A chair that is reserved for a professional is free for its host.
  const busy = unit.claims.filter(({ kind }) => kind !== 'team').map(busySpan)
  const start = freeHour(busy, { date, zone: space.zone, now: serverNow() })
  return { what: 'block', spaceId: space.id, start: { unitId: unit.id, ...start } } as const
}

type Unit = Pick<TimelineUnit, 'id' | 'active' | 'claims'>
