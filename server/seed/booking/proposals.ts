/** The demo's stylist has made an appointment for one client, and proposed another hour to a second; neither has answered yet. */
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { answerBy } from '#server/booking/series/appointment.ts'
import { changeBy } from '#server/booking/moves/proposal-row.ts'
import { quote } from '#server/pricing/split.ts'
import { openTerms } from '#server/pricing/terms.ts'
import { freeHourLike } from '#server/seed/booking/requests.ts'

/** The same in all demo data. */
const id = '019aa000-0000-7000-8000-00000000a003'
const linkId = '019aa000-0000-7000-8000-00000000c003'
const email = 'daniela@correo.test'

const changeId = '019aa000-0000-7000-8000-00000000d003'

/** After the requests: the next free hours. */
export const writeProposals = async (client: pg.Client, now: Date) => {
  await writeAppointment(client, now)
  await writeChange(client, now)
}

/** To the same hour some weeks later; the rest of the visit stays. */
const writeChange = async (client: pg.Client, now: Date) => {
  const like = await freeHourLike(client, now)
  if (like === undefined) return
  const { rows } = await client.query<{ starts_at: Date }>('select starts_at from bookings where id = $1', [
    like.id,
  ])
  const wasAt = rows[0]?.starts_at
  if (wasAt === undefined) return
  const until = changeBy(wasAt, like.starts_at, now)
  if (until <= now) return
  await client.query(
    `insert into claims (booking_id, resource_id, during, state, expires_at)
     select $1::uuid, resource_id, tstzrange(lower(during) + ($2::timestamptz - booking.starts_at), upper(during) + ($2::timestamptz - booking.starts_at)), 'hold', $3::timestamptz
     from claims join bookings booking on booking.id = claims.booking_id where booking.id = $1`,
    [like.id, like.starts_at, until],
  )
  await client.query(
    `insert into change_proposals (id, booking_id, proposed_by, client_acceptance, professional_acceptance, was_at, starts_at, ends_at,
       changes, note, created_at, expires_at)
     select $1::uuid, booking.id, 'professional', 'pending', 'not_needed', booking.starts_at, $3::timestamptz,
       $3::timestamptz + (booking.ends_at - booking.starts_at),
       jsonb_build_object('space_id', booking.space_id, 'unit_id', booking.unit_id, 'host_id', booking.host_id,
         'agreement_id', booking.agreement_id, 'parent_rent_id', booking.parent_rent_id,
         'starts_at', to_char($3::timestamptz at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
         'ends_at', to_char(($3::timestamptz + (booking.ends_at - booking.starts_at)) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
         'buffer_before_minutes', buffer_before_minutes, 'buffer_after_minutes', buffer_after_minutes,
         'unit_after_minutes', unit_after_minutes, 'zone', booking.zone,
         'local_start', to_char($3::timestamptz at time zone booking.zone, 'YYYY-MM-DD"T"HH24:MI:SS'),
         'rent_cents', rent_cents, 'rent_minutes', rent_minutes, 'rent_lines', rent_lines::text, 'cleaning_cents', cleaning_cents,
         'terms', terms::text, 'quote', quote::text, 'quote_hash', quote_hash,
         'place', coalesce((select name from spaces where id = booking.space_id), 'Lugar propio')),
       'Ese día tengo un curso. ¿Te queda la misma hora después?', $4::timestamptz, $5::timestamptz
     from bookings booking where booking.id = $2`,
    [changeId, like.id, like.starts_at, now, until],
  )
  await client.query(
    `with moved as (update bookings set version = version + 1 where id = $1 returning version)
     insert into booking_moves (booking_id, version, move, from_status, to_status, actor, at)
     select $1, version, 'propose_change', 'confirmed', 'confirmed', 'professional', $2 from moved`,
    [like.id, now],
  )
}

const writeAppointment = async (client: pg.Client, now: Date) => {
  const like = await freeHourLike(client, now)
  if (like === undefined) return
  const until = answerBy(like.starts_at, now)
  const price = quote(openTerms(like.terms), {
    serviceName: like.service_name,
    serviceCents: like.total_cents,
    rentCents: like.rent_cents,
    expiresAt: until,
  })
  await client.query(
    `insert into bookings (id, status, holder, booked_by, source, hold_expires_at, professional_id, service_id, space_id, unit_id, host_id,
       agreement_id, starts_at, ends_at, buffer_before_minutes, buffer_after_minutes, unit_after_minutes, zone, local_start,
       service_name, total_cents, rent_cents, rent_minutes, terms, quote, quote_hash, created_at)
     select $1::uuid, 'held', 'professional:' || professional_id || ':' || $8, 'professional', 'own_agenda', $7::timestamptz, professional_id, service_id,
       space_id, unit_id, host_id, agreement_id, $3::timestamptz, $3::timestamptz + (ends_at - starts_at), buffer_before_minutes,
       buffer_after_minutes, unit_after_minutes, zone, $3::timestamptz at time zone zone, service_name, total_cents, rent_cents,
       rent_minutes, terms, $4::jsonb, $5, $6::timestamptz
     from bookings where id = $2`,
    [id, like.id, like.starts_at, JSON.stringify(price), price.hash, now, until, email],
  )
  await client.query(
    `insert into claims (booking_id, resource_id, during, state, expires_at)
     select $1::uuid, resource_id, tstzrange(lower(during) + ($3::timestamptz - booking.starts_at), upper(during) + ($3::timestamptz - booking.starts_at)), 'hold', $4::timestamptz
     from claims join bookings booking on booking.id = claims.booking_id
     where booking.id = $2 and claims.resource_id is distinct from booking.client_id`,
    [id, like.id, like.starts_at, until],
  )
  await client.query(
    `insert into booking_moves (booking_id, version, move, to_status, actor, at) values ($1, 1, 'hold', 'held', 'professional', $2)`,
    [id, now],
  )
  // No one has the secret of this link: its email was never sent.
  await client.query(
    `insert into booking_links (id, token_hash, booking_id, kind, first_name, last_name, email, note, created_at, expires_at)
     values ($1, $2, $3, 'appointment', 'Daniela', 'Cruz', $4, 'Te guardé tu hora de siempre.', $5, $6)`,
    [linkId, createHash('sha256').update(linkId).digest(), id, email, now, until],
  )
}
