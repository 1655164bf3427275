/** Professionals of the demo data who let clients pay in months, where that is plausible. */
import type pg from 'pg'

export const writeSettings = async (client: pg.Client) => {
  // Months cost the professional a part of the price: only from the price of a colour or a treatment on.
  await client.query(
    `insert into installment_offers (professional_id, max_months, from_cents, changed_at)
     select id, (array[3, 6, 12])[1 + id % 3], 90000, created_at from professionals
     where id % 4 = 3 and status = 'published' and exists
       (select from services where professional_id = professionals.id and visibility = 'visible' and price_cents >= 90000)`,
  )
}
