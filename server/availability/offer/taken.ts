/** Claims and opening hours, as parts of a larger query: claims, units, shifts, schedules. */
import { sql } from 'kysely'

/** The bounds of the requested time, and the current time, in a query. */
export type Edge = Date | ReturnType<typeof sql>
/** `apart`: the booking whose own time counts as free, as it would move. */
export type Range = { from: Edge; to: Edge; now: Edge; apart?: string | undefined }

export const weeklyOf = (kind: 'professional' | 'space', id: string) => sql`(
  select weekly from schedules where owner_kind = ${sql.lit(kind)} and owner_id = ${sql.ref(id)})`

/** Two days more either side: no zone's date differs more from UTC's, and a service may run past midnight. */
export const exceptionsOf = (kind: 'professional' | 'space', id: string, { from, to }: Range) => sql`(
  select coalesce(json_agg(json_build_object('date', date, 'windows', windows)), '[]') from schedule_exceptions
  where owner_kind = ${sql.lit(kind)} and owner_id = ${sql.ref(id)}
    and date between (${from}::timestamptz at time zone 'UTC')::date - 2 and (${to}::timestamptz at time zone 'UTC')::date + 2)`

/** Firm claims and active holds, in order. A lapsed hold no longer counts. */
export const claimsOf = (resource: ReturnType<typeof sql>, { from, to, now, apart }: Range) => sql`(
  select coalesce(json_agg(json_build_array(
    ${epochMs(sql`lower(during)`)}, ${epochMs(sql`upper(during)`)}
  ) order by lower(during)), '[]') from claims
  where resource_id = ${resource} and during && tstzrange(${from}::timestamptz, ${to}::timestamptz)
    and (expires_at is null or expires_at > ${now}::timestamptz)
    ${apart === undefined ? sql`` : sql`and booking_id is distinct from ${apart}::uuid`})`

/** Of `spaces space`: its units, and when each is taken for this professional (null: for anyone). */
export const unitsFor = (professional: ReturnType<typeof sql>, range: Range) => sql`(
  select coalesce(json_agg(json_build_object('id', unit.id, 'busy', ${takenOf('unit', 'space', professional, range)},
    'own', exists (select from membership_shifts shift join memberships member on member.id = shift.membership_id
      where shift.unit_id = unit.id and member.professional_id = ${professional} and ${hasChair})) order by unit.number), '[]')
  from units unit where unit.space_id = space.id and unit.active)`

/** A chair belongs to a member who has joined the team and is neither paused nor gone. */
export const hasChair = sql`member.status in ('pending_details', 'active')`

/** The claims of a unit, the weekly hours in which it is another team member's chair, and those in which it is closed. */
export const takenOf = (
  unit: string,
  space: string,
  professional: ReturnType<typeof sql>,
  { from, to, now, apart }: Range,
) => {
  const zone = sql.ref(`${space}.zone`)
  const at = (minutes: ReturnType<typeof sql>) =>
    epochMs(sql`(day + ${minutes} * interval '1 minute') at time zone ${zone}`)
  return sql`(
  select coalesce(json_agg(json_build_array(starts, ends) order by starts), '[]') from (
    select ${epochMs(sql`lower(during)`)} as starts, ${epochMs(sql`upper(during)`)} as ends from claims
    where resource_id = ${sql.ref(`${unit}.id`)} and during && tstzrange(${from}::timestamptz, ${to}::timestamptz)
      and (expires_at is null or expires_at > ${now}::timestamptz)
      ${apart === undefined ? sql`` : sql`and booking_id is distinct from ${apart}::uuid`}
    union all
    select ${at(sql`lower(shift.minutes)`)}, ${at(sql`upper(shift.minutes)`)}
    from membership_shifts shift join memberships member on member.id = shift.membership_id,
      generate_series(((${from}::timestamptz at time zone ${zone})::date - 1)::timestamp,
        ((${to}::timestamptz at time zone ${zone})::date + 1)::timestamp, interval '1 day') as day
    where shift.unit_id = ${sql.ref(`${unit}.id`)} and ${hasChair}
      and member.professional_id is distinct from ${professional} and extract(isodow from day) = shift.weekday
    union all
    ${closedOf(unit, zone, { from, to, now })}
  ) taken)`
}

/** A unit with its own hours is taken outside them, for every requester. */
const closedOf = (unit: string, zone: ReturnType<typeof sql>, { from, to }: Range) => {
  const date = (edge: Edge) => sql`(${edge}::timestamptz at time zone ${zone})::date`
  return sql`
    select ${epochMs(sql`lower(closed) at time zone ${zone}`)}, ${epochMs(sql`upper(closed) at time zone ${zone}`)}
    from schedules own, unnest(tsmultirange(tsrange(${date(from)} - 1, ${date(to)} + 2)) - coalesce((
      select range_agg(tsrange(day + open."fromMinute" * interval '1 minute', day + open."toMinute" * interval '1 minute'))
      from generate_series((${date(from)} - 1)::timestamp, (${date(to)} + 1)::timestamp, interval '1 day') as day,
        jsonb_to_recordset(own.weekly) as open (weekday int, "fromMinute" int, "toMinute" int)
      where open.weekday = extract(isodow from day)), '{}')) as closed
    where own.owner_kind = 'unit' and own.owner_id = ${sql.ref(`${unit}.id`)}`
}

/** The place of a professional who gives services with processes, during all of each visit; 0 is their own place. */
export const staysOf = (resource: ReturnType<typeof sql>, { from, to, now }: Range) => sql`(
  select coalesce(json_agg(json_build_array(${epochMs(sql`lower(stay)`)}, ${epochMs(sql`upper(stay)`)}, stay_place, booking_id)), '[]')
  from claims where resource_id = ${resource} and stay && tstzrange(${from}::timestamptz, ${to}::timestamptz)
    and (expires_at is null or expires_at > ${now}::timestamptz))`

/** Of `bookings b`: it took place, is to come, or is held at that moment. */
export const livingBooking = (now: Edge) => sql`b.status in
  ('held', 'awaiting_payment', 'requested', 'confirmed', 'in_progress', 'to_settle', 'completed', 'closed')
  and not (b.status = 'held' and b.hold_expires_at <= ${now}::timestamptz)`

export const epochMs = (instant: ReturnType<typeof sql>) =>
  sql`(extract(epoch from ${instant}) * 1000)::bigint`
