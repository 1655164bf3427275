/** A professional's limits and the visits that count towards them, as a part of the query that reads services. */
import { sql } from 'kysely'
import { epochMs, livingBooking, type Range } from '#server/availability/offer/taken.ts'

/** Of `professional`: null without limits. Visits are read for the longest period with a limit, and none where there is none. */
export const limitsOf = ({ from, to, now }: Range) => {
  const around = (column: ReturnType<typeof sql>) => sql`
    ${column} >= ${from}::timestamptz - own.reach and ${column} < ${to}::timestamptz + own.reach`
  return sql`(
  select json_build_object('tightStarts', own.tight_starts,
    'day', json_build_object('visits', own.day_visits, 'minutes', own.day_minutes),
    'week', json_build_object('visits', own.week_visits, 'minutes', own.week_minutes),
    'month', json_build_object('visits', own.month_visits, 'minutes', own.month_minutes),
    'visits', case when own.reach is null then '[]' else (
      select coalesce(json_agg(json_build_array(${epochMs(sql`taken.starts_at`)},
        round(extract(epoch from taken.ends_at - taken.starts_at) / 60), taken.id)), '[]') from (
        select b.id, b.starts_at, b.ends_at from bookings b
        where b.professional_id = own.professional_id and b.kind = 'visit' and b.class_id is null
          and ${around(sql`b.starts_at`)} and ${livingBooking(now)}
        union all
        select session.id, session.starts_at, session.ends_at from class_sessions session
        where session.professional_id = own.professional_id and session.status = 'open' and ${around(sql`session.starts_at`)}
      ) taken) end)
  from (
    select limits.*, case when num_nonnulls(month_visits, month_minutes) > 0 then interval '33 days'
      when num_nonnulls(week_visits, week_minutes) > 0 then interval '9 days'
      when num_nonnulls(day_visits, day_minutes) > 0 then interval '2 days' end as reach
    from professional_limits limits where limits.professional_id = professional.id) own)`
}
