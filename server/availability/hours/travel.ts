/**
 * Keeps a professional from a place when they are expected at another one too soon before or after. The travel time comes from
 * `travel_minutes` in the database, which refuses by it too. Read only for professionals with something at another place than the one
 * in question. docs/availability/travel.md.
 */
import { minuteMs } from '#contract/platform/duration.ts'
import { sql } from 'kysely'
import { append, type Intervals } from '#server/availability/zone/intervals.ts'
import { statement } from '#server/platform/files/statement.ts'
import type { Work } from '#server/platform/work.ts'

/** A claim at another place, of a booking or a class, and the travel time to it. */
export type Away = { place: number; start: number; end: number; minutes: number; bookingId: string }

/** As far as `claims_leave_time_to_travel` looks: no travel time is longer. */
const farthestHours = 4

type RequestParams = {
  professionalIds: readonly number[]
  places: readonly number[]
  from: Date
  to: Date
  now: Date
}

/** For each of those places (0: their own) what its professional has elsewhere, in order of time. */
export const readAway = (work: Work, request: RequestParams) => read(work.db, request)

const bookingOfClaim = sql`left join bookings booking on booking.id = claim.booking_id and booking.professional_id = claim.resource_id`
/** A claim without a booking or a class has no place. */
const isSomewhere = sql`(booking.id is not null or claim.class_id is not null)`

/** The places at which a professional is taken, within the longest travel time around a period. */
export const takenAtOf = (professional: Part, { from, to, now }: Record<'from' | 'to' | 'now', Part>) => sql`(
  select coalesce(json_agg(distinct coalesce(claim.place, booking.visit_place, booking.space_id, 0)), '[]')
  from claims claim ${bookingOfClaim}
  where ${isSomewhere} and num_nonnulls(claim.booking_id, claim.class_id) > 0
    and claim.resource_id = ${professional} and claim.during && ${around(from, to)}
    and (claim.expires_at is null or claim.expires_at > ${now}::timestamptz))`

type Part = ReturnType<typeof sql>
const around = (from: Part, to: Part) => {
  const most = sql.lit(`${farthestHours} hours`)
  return sql`tstzrange(${from}::timestamptz - ${most}::interval, ${to}::timestamptz + ${most}::interval)`
}

type Row = { professionalId: number; place: number; away: readonly Away[] }

const read = statement<Row, keyof RequestParams>(
  (value) => sql<Row>`
  with asked as materialized (
    select * from unnest(${value('professionalIds')}::bigint[], ${value('places')}::bigint[]) as asked(professional_id, place)
  ), taken as materialized (
    select claim.resource_id as professional_id, coalesce(claim.place, booking.visit_place, booking.space_id, 0) as place,
      coalesce(claim.booking_id, claim.class_id) as booking_id,
      lower(claim.during) as starts_at, upper(claim.during) as ends_at
    from claims claim ${bookingOfClaim}
    where ${isSomewhere} and claim.resource_id in (select professional_id from asked)
      and claim.during && ${around(value('from'), value('to'))}
      and (claim.expires_at is null or claim.expires_at > ${value('now')}::timestamptz)
  ), ways as materialized (
    select professional_id, here, there, travel_minutes(professional_id, here, there) as minutes from (
      select distinct asked.professional_id, asked.place as here, taken.place as there
      from asked join taken using (professional_id) where taken.place <> asked.place) pairs
  )
  select ways.professional_id as "professionalId", here as place, json_agg(json_build_object('place', there,
    'start', (extract(epoch from starts_at) * 1000)::bigint, 'end', (extract(epoch from ends_at) * 1000)::bigint,
    'minutes', minutes, 'bookingId', booking_id) order by starts_at) as away
  from ways join taken on taken.professional_id = ways.professional_id and taken.place = ways.there
  where minutes > 0 group by 1, 2`,
)

/** When the professional cannot begin or be here at all. */
export const outOfReach = (away: readonly Away[]): Intervals => {
  const joined: number[] = []
  const spans = away.map(({ start, end, minutes }) => [start - minutes * minuteMs, end + minutes * minuteMs])
  for (const [from = 0, to = 0] of spans.toSorted(([a = 0], [b = 0]) => a - b)) append(joined, from, to)
  return joined
}
