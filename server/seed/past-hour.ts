/** When a seeded visit that is like another one took place: at an hour at which people work and in which nobody was served twice. */
import type pg from 'pg'

/**
 * Of the half hours from `latest` back to `earliest`, the first one between 9 and 21 h where the professional and the unit of the
 * booking `like` were free for as long as it takes. None: `latest` itself, so that what may still be reported or contested stays so.
 */
export const pastHour = async (
  client: pg.Client,
  like: string,
  { latest, earliest }: { latest: Date; earliest: Date },
): Promise<Date> => {
  const { rows } = await client.query<{ starts_at: Date }>(
    `select candidate as starts_at
     from bookings booking
       cross join generate_series(date_trunc('hour', $2::timestamptz), $3::timestamptz, interval '-30 minutes') candidate
       cross join lateral (select candidate + (booking.ends_at - booking.starts_at) as ends_at) as visit
     where booking.id = $1
       and (candidate at time zone booking.zone)::date = (visit.ends_at at time zone booking.zone)::date
       and (candidate at time zone booking.zone)::time >= '09:00' and (visit.ends_at at time zone booking.zone)::time <= '21:00'
       and not exists (
         select from bookings other
         where (other.professional_id = booking.professional_id or other.unit_id = booking.unit_id)
           and other.starts_at > candidate - interval '1 day' and other.starts_at < visit.ends_at and other.ends_at > candidate)
     order by candidate desc limit 1`,
    [like, latest, earliest],
  )
  return rows[0]?.starts_at ?? latest
}
