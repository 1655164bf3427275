/** The demo's stylist has a future visit of two services: a long one of hers, as quoted, with a cut at its end. */
import type pg from 'pg'
import { quote } from '#server/pricing/split.ts'
import { openTerms } from '#server/pricing/terms.ts'

type Row = {
  id: string
  terms: unknown
  first: string
  firstId: number
  minutes: number
  totalCents: number
  rentCents: number
  second: string
  secondId: number
  secondMinutes: number
  secondCents: number
}

export const writeSeveral = async (client: pg.Client, now: Date) => {
  const { rows } = await client.query<Row>(
    `select booking.id, booking.terms, service.name as first, service.id::integer as "firstId",
       (extract(epoch from booking.ends_at - booking.starts_at) / 60)::integer as minutes,
       booking.total_cents::integer as "totalCents", booking.rent_cents::integer as "rentCents",
       short.name as second, short.id::integer as "secondId", short.duration_minutes as "secondMinutes",
       short.price_cents::integer as "secondCents"
     from bookings booking join services service on service.id = booking.service_id
     join services short on short.professional_id = booking.professional_id and short.id <> service.id
       and short.duration_minutes <= 45
     where booking.professional_id = 1 and booking.status = 'confirmed' and booking.class_id is null and booking.starts_at > $1
       and booking.service_name = service.name and booking.total_cents > 2 * short.price_cents
       and booking.ends_at - booking.starts_at >= interval '90 minutes'
     order by booking.starts_at, short.id limit 1`,
    [now],
  )
  const [row] = rows
  if (row === undefined) return
  const firstCents = row.totalCents - row.secondCents
  const quoted = quote(openTerms(row.terms), {
    serviceName: row.first,
    serviceCents: row.totalCents,
    deltas: [{ label: row.second, amountCents: row.secondCents }],
    rentCents: row.rentCents,
    expiresAt: now,
  })
  await client.query(
    'update bookings set service_name = $2, quote = $3::jsonb, quote_hash = $4 where id = $1',
    [row.id, `${row.first} + ${row.second}`, JSON.stringify(quoted), quoted.hash],
  )
  await client.query(
    `insert into booking_segments (booking_id, position, service_id, name, minutes, price_cents)
     values ($1, 1, $2, $3, $4, $5), ($1, 2, $6, $7, $8, $9)`,
    [
      row.id,
      row.firstId,
      row.first,
      row.minutes - row.secondMinutes,
      firstCents,
      row.secondId,
      row.second,
      row.secondMinutes,
      row.secondCents,
    ],
  )
}
