/** When a seeded visit copied from another one took place: within working and opening hours, without double bookings. */
import type pg from 'pg'

/**
 * The latest quarter of an hour between `earliest` and `latest` at which the professional, the unit and the client were free for a visit
 * like the booking `like`, inside the hours of the professional and of the place. Undefined when there is none: choose another booking.
 */
export const pastHour = async (
  client: pg.Client,
  { like, clientId, latest, earliest }: { like: string; clientId: number; latest: Date; earliest: Date },
): Promise<Date | undefined> => {
  // Prepared once: some hundred visits are tried, and planning takes longer than one of them.
  const { rows } = await client.query<{ starts_at: Date }>({
    name: 'past-hour',
    text: `with booking as materialized (
       select *, ends_at - starts_at as lasts, buffer_before_minutes * interval '1 minute' as before,
         greatest(buffer_after_minutes, unit_after_minutes) * interval '1 minute' as after
       from bookings where id = $1
     ), open as materialized (
       select weekday, "fromMinute" * interval '1 minute' as from_hour, "toMinute" * interval '1 minute' as to_hour
       from booking, schedules, jsonb_to_recordset(weekly) as one(weekday int, "fromMinute" int, "toMinute" int)
       where owner_kind = 'professional' and owner_id = booking.professional_id or owner_kind = 'space' and owner_id = booking.space_id
     ), busy as materialized (
       select other.starts_at - other.buffer_before_minutes * interval '1 minute' - way.there as from_at,
         other.ends_at + greatest(other.buffer_after_minutes, other.unit_after_minutes) * interval '1 minute' + way.there as to_at
       from booking join bookings other on other.professional_id = booking.professional_id or other.client_id = $4
           or other.host_id = booking.host_id and other.unit_id = booking.unit_id
         cross join lateral (select case when other.space_id is distinct from booking.space_id then interval '30 minutes'
           else interval '0' end as there) way
       where other.starts_at > $3::timestamptz - interval '1 day' and other.starts_at < $2::timestamptz + interval '2 days'
     )
     select candidate as starts_at
     from booking
       cross join generate_series(date_trunc('hour', $2::timestamptz), $3::timestamptz, interval '-15 minutes') candidate
       cross join lateral (select candidate at time zone booking.zone as local_start,
         (candidate + booking.lasts) at time zone booking.zone as local_end) as visit
     where (select count(*) from open where open.weekday = extract(isodow from visit.local_start)
           and visit.local_start >= date_trunc('day', visit.local_start) + open.from_hour
           and visit.local_end <= date_trunc('day', visit.local_start) + open.to_hour) = 2
       and not exists (select from busy where busy.from_at < candidate + booking.lasts + booking.after
         and busy.to_at > candidate - booking.before)
     order by candidate desc limit 1`,
    values: [like, latest, earliest, clientId],
  })
  return rows[0]?.starts_at
}

/** Of a booking: for bookings with the same text, and the same client, `pastHour` has the same answer. */
export const sameHours = `concat_ws(' ', booking.professional_id, booking.space_id, booking.unit_id, booking.ends_at - booking.starts_at,
  booking.buffer_before_minutes, booking.buffer_after_minutes, booking.unit_after_minutes)`

/** Without those visits that have the same answer as an earlier one. */
export const unlike = <Like extends { same_hours: string; client_id: number }>(likes: readonly Like[]) => {
  const known = new Set<string>()
  return likes.filter((like) => {
    const before = known.size
    return known.add(`${like.same_hours} ${like.client_id}`).size > before
  })
}
