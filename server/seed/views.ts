/** Page views of the demo data in the last three months: more for professionals with more reviews, and none on some days. */
import type pg from 'pg'

export const writeViews = (client: pg.Client, now: Date) =>
  client.query(
    `insert into profile_views (professional_id, on_date, views)
      select id, date::date, looks from (
        select p.id, date, (p.id * 31 + extract(doy from date)::integer * 17) % (8 + least(p.review_count, 150) / 3) as looks
        from professionals p
        cross join generate_series($1::timestamptz - interval '90 days', $1::timestamptz, interval '1 day') date
        where p.status = 'published' and p.id <= 200) seen
      where looks > 0`,
    [now],
  )
