/** Portfolios of drawn pictures, named after their owners' services; and the saved items of the demo's client. */
import type pg from 'pg'
import { fullProfessionals } from '#server/seed/people/people.ts'

export const writeSaved = async (client: pg.Client, now: Date) => {
  // Three of four have a portfolio of three to seven items; every fifth item is a pair.
  await client.query(
    `create temporary table drawn on commit drop as
      select p.id as professional_id, s.id as service_id, n as place, s.name as caption, (p.id + n) % 5 = 1 as pair,
        '/pictures/category/' || s.category || '/' || 1 + (p.id * 7 + n * 3) % 40 as address,
        ${uuidOf('work')} as id, ${uuidOf('after')} as after_id,
        ${uuidOf('before')} as before_id
      from professionals p
      cross join lateral generate_series(0, 2 + (p.id % 5)::integer) n
      join lateral (
        select id, name, category from services where professional_id = p.id order by position, id
        offset n % (select count(*) from services where professional_id = p.id) limit 1
      ) s on true
      where p.id <= ${fullProfessionals} and (p.id = 1 or p.id % 4 <> 0)`,
  )
  await client.query(
    `insert into portfolio_pictures (id, professional_id, drawn, width, height, created_at)
      select after_id, professional_id, address || '.svg', 1200, 800, $1::timestamptz from drawn
      union all
      select before_id, professional_id, address || '/before.svg', 1200, 800, $1::timestamptz from drawn where pair`,
    [now],
  )
  await client.query(
    `insert into portfolio_items (id, professional_id, position, caption, before_picture, after_picture, consent,
        consent_at, published, created_at)
      select id, professional_id, place, caption, case when pair then before_id end, after_id, 'nobody_shown', $1, true, $1
      from drawn`,
    [now],
  )
  await client.query(
    `insert into service_photos (professional_id, service_id, item_id, position)
      select professional_id, service_id, id, nth - 1
      from (select *, row_number() over (partition by service_id order by place) as nth from drawn) piece
      where nth <= 6`,
  )
  await client.query(
    `insert into favourites (account_id, professional_id, space_id, created_at)
      select 1, id, null, $1::timestamptz - id * interval '1 day' from professionals where id in (1, 7, 12)
      union all select 1, null, id, $1::timestamptz - interval '3 days' from spaces where id = 1`,
    [now],
  )
  await client.query(
    `insert into saved_searches (id, account_id, label, search, queries, created_at, expires_at)
      values ('019aa000-0000-7000-8000-0000000af001', 1, 'masaje · Roma Norte', 'q=masaje&location=Roma+Norte',
        array['q=masaje&location=Roma+Norte'], $1::timestamptz, $1::timestamptz + interval '60 days')`,
    [now],
  )
}

/** Always the same for the same item, and a UUID of version 8, as those derived from other data are. */
const uuidOf = (what: string) =>
  `overlay(overlay(md5('${what}' || p.id || '-' || n) placing '8' from 13) placing '8' from 17)::uuid`
