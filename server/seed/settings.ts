/** Services of the demo data given at homes or online, and professionals who let clients pay in months, where that is plausible. */
import type pg from 'pg'

export const writeSettings = async (client: pg.Client) => {
  // Services at homes: their equipment is portable (a case, a table, a mat).
  await client.query(
    `update services set home_radius_km = 6 + professional_id % 7, home_fee_cents = (professional_id % 3) * 4000
     where category in ('nails', 'massage', 'yoga', 'fitness') and professional_id % 2 = 0`,
  )
  // Talking services: half of the professionals have a room, the others send a link.
  await client.query(
    `update services set online = true,
       online_link = case when professional_id % 2 = 0 then 'https://meet.example/sala-' || professional_id end
     where category in ('therapy', 'coaching', 'nutrition', 'meditation', 'yoga') and professional_id % 3 <> 1`,
  )
  // Months cost the professional a part of the price: only from the price of a colour or a treatment on.
  await client.query(
    `insert into installment_offers (professional_id, max_months, from_cents, changed_at)
     select id, (array[3, 6, 12])[1 + id % 3], 90000, created_at from professionals
     where id % 4 = 3 and status = 'published' and exists
       (select from services where professional_id = professionals.id and visibility = 'visible' and price_cents >= 90000)`,
  )
}
