/** The travel times between bookings at different places, so that the viewer of a calendar sees why nothing fits there. */
import { sql } from 'kysely'
import { minuteMs } from '#contract/platform/duration.ts'
import type { Calendar } from '#contract/booking/agenda/calendar.ts'
import { online } from '#contract/service/modality.ts'
import { isoOf } from '#server/availability/zone/zone.ts'
import type { Work } from '#server/platform/work.ts'

type Entry = Calendar['entries'][number]

/** Takes placed entries in order of time: a trip ends where the next entry begins, and starts no earlier than the last one ends. */
export const travels = async (
  work: Work,
  professionalId: number,
  entries: readonly Entry[],
): Promise<Entry[]> => {
  // An online visit needs no travel.
  const placed = entries.filter((entry) => placeOf(entry) !== online)
  const changes = placed.flatMap((next, index) => {
    const before = placed[index - 1]
    return before === undefined || placeOf(before) === placeOf(next) ? [] : [{ before, next }]
  })
  if (changes.length === 0) return []
  const minutes = await minutesOf(
    work,
    professionalId,
    changes.map(({ before, next }) => [placeOf(before), placeOf(next)]),
  )
  return changes.flatMap(({ before, next }, index) => {
    const left = Date.parse(before.busyUntil ?? before.endsAt)
    const there = Date.parse(next.busyFrom ?? next.startsAt)
    const startsAt = Math.max(left, there - (minutes[index] ?? 0) * minuteMs)
    return startsAt >= there ? [] : [wayOf(next, startsAt, there)]
  })
}

const placeOf = ({ place }: Entry) => place?.number ?? 0

const wayOf = ({ place, zone }: Entry, startsAt: number, endsAt: number): Entry => ({
  layer: 'travel',
  startsAt: isoOf(startsAt),
  endsAt: isoOf(endsAt),
  busyFrom: null,
  busyUntil: null,
  zone,
  place: place && { ...place, unitName: null },
  booking: null,
  block: null,
  expiresAt: null,
})

const minutesOf = async (
  work: Work,
  professionalId: number,
  ways: readonly (readonly [number, number])[],
) => {
  const { rows } = await sql<{ minutes: number }>`
    select travel_minutes(${professionalId}::bigint, place_a, place_b) as minutes
    from unnest(${ways.map(([a]) => a)}::bigint[], ${ways.map(([, b]) => b)}::bigint[])
      with ordinality as way(place_a, place_b, place) order by place`.execute(work.db)
  return rows.map(({ minutes }) => minutes)
}
