/** Services with an upfront part of the price, due when a visit is booked. */
import type pg from 'pg'

export const writeUpfronts = async (client: pg.Client) => {
  // Long colour services ask for a part; a facial asks for the price of the products opened for it.
  await client.query(
    `update services set upfront_bp = 3000 where phases is not null and duration_minutes >= 150`,
  )
  await client.query(
    `update services set upfront_cents = 20000 where category = 'beauty' and price_cents >= 80000 and professional_id % 3 = 0`,
  )
}
