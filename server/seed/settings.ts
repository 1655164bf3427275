/** Some services of the demo data are given at homes or online, too, where that is plausible. */
import type pg from 'pg'

export const writeSettings = async (client: pg.Client) => {
  // Who brings what it takes: a case, a table, a mat.
  await client.query(
    `update services set home_radius_km = 6 + professional_id % 7, home_fee_cents = (professional_id % 3) * 4000
     where category in ('nails', 'massage', 'yoga', 'fitness') and professional_id % 2 = 0`,
  )
  // Who talks: half of them have a room, the others send a link.
  await client.query(
    `update services set online = true,
       online_link = case when professional_id % 2 = 0 then 'https://meet.example/sala-' || professional_id end
     where category in ('therapy', 'coaching', 'nutrition', 'meditation', 'yoga') and professional_id % 3 <> 1`,
  )
}
