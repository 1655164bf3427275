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
  const { rows } = await client.query<{ starts_at: Date }>(
    `select candidate as starts_at
     from bookings booking
       cross join generate_series(date_trunc('hour', $2::timestamptz), $3::timestamptz, interval '-15 minutes') candidate
       cross join lateral (select candidate - booking.buffer_before_minutes * interval '1 minute' as from_at,
         candidate + (booking.ends_at - booking.starts_at)
           + greatest(booking.buffer_after_minutes, booking.unit_after_minutes) * interval '1 minute' as to_at,
         candidate at time zone booking.zone as local_start,
         (candidate + (booking.ends_at - booking.starts_at)) at time zone booking.zone as local_end) as visit
     where booking.id = $1
       and (select count(*) from schedules, jsonb_to_recordset(weekly) as open(weekday int, "fromMinute" int, "toMinute" int)
         where (owner_kind = 'professional' and owner_id = booking.professional_id or owner_kind = 'space' and owner_id = booking.space_id)
           and open.weekday = extract(isodow from visit.local_start)
           and visit.local_start >= date_trunc('day', visit.local_start) + open."fromMinute" * interval '1 minute'
           and visit.local_end <= date_trunc('day', visit.local_start) + open."toMinute" * interval '1 minute') = 2
       and not exists (
         select from bookings other
           cross join lateral (select case when other.space_id is distinct from booking.space_id then interval '30 minutes'
             else interval '0' end as there) way
         where (other.professional_id = booking.professional_id or other.client_id = $4
             or other.host_id = booking.host_id and other.unit_id = booking.unit_id)
           and other.starts_at > candidate - interval '1 day' and other.starts_at < candidate + interval '2 days'
           and other.starts_at - other.buffer_before_minutes * interval '1 minute' - way.there < visit.to_at
           and other.ends_at + greatest(other.buffer_after_minutes, other.unit_after_minutes) * interval '1 minute' + way.there > visit.from_at)
     order by candidate desc limit 1`,
    [like, latest, earliest, clientId],
  )
  return rows[0]?.starts_at
}
