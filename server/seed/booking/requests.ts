/** A client requests an hour of the demo's stylist, and waits for her answer: one of her services is by request. */
import type pg from 'pg'
import { quote } from '#server/pricing/split.ts'
import { openTerms } from '#server/pricing/terms.ts'
import { respondBy } from '#server/booking/moves/rules.ts'

export const professionalId = 1
/** The same in all demo data. */
const id = '019aa000-0000-7000-8000-00000000a002'
const paymentId = '019aa000-0000-7000-8000-00000000b002'

type Like = {
  id: string
  starts_at: Date
  terms: unknown
  service_name: string
  total_cents: number
  rent_cents: number
}

/** A free hour like that of an existing booking, some weeks later. */
export const freeHourLike = async (client: pg.Client, now: Date): Promise<Like | undefined> => {
  const { rows } = await client.query<Like>(
    `select booking.id, booking.starts_at + weeks * interval '7 days' as starts_at, booking.terms, booking.service_name,
       booking.total_cents::int as total_cents, booking.rent_cents::int as rent_cents
     from bookings booking cross join generate_series(1, 6) as weeks
     where booking.professional_id = $1 and booking.status = 'confirmed' and booking.kind = 'visit' and booking.class_id is null and booking.parent_rent_id is null
       and booking.starts_at > $2::timestamptz and booking.client_id is not null and booking.rescue_by is null
       and booking.starts_at + weeks * interval '7 days' between $2::timestamptz + interval '8 days' and $2::timestamptz + interval '40 days'
       and not exists (select from claims taken join claims own on own.booking_id = booking.id and own.resource_id = taken.resource_id
         where taken.during && tstzrange(lower(own.during) + weeks * interval '7 days', upper(own.during) + weeks * interval '7 days'))
     order by 2, 1 limit 1`,
    [professionalId, now],
  )
  return rows[0]
}

/** After the appointments. */
export const writeRequests = async (client: pg.Client, now: Date) => {
  const like = await freeHourLike(client, now)
  if (like === undefined) return
  const until = respondBy(like.starts_at, now)
  const price = quote(openTerms(like.terms), {
    serviceName: like.service_name,
    serviceCents: like.total_cents,
    rentCents: like.rent_cents,
    expiresAt: now,
  })
  await client.query(
    `insert into bookings (id, version, status, holder, professional_id, service_id, client_id, space_id, unit_id, host_id,
       agreement_id, starts_at, ends_at, buffer_before_minutes, buffer_after_minutes, unit_after_minutes, zone, local_start,
       service_name, total_cents, rent_cents, rent_minutes, terms, quote, quote_hash, contact, created_at,
       client_acceptance, professional_acceptance, requested_at, respond_by)
     select $1::uuid, 3, 'requested', holder, professional_id, service_id, client_id, space_id, unit_id, host_id,
       agreement_id, $3::timestamptz, $3::timestamptz + (ends_at - starts_at), buffer_before_minutes, buffer_after_minutes, unit_after_minutes, zone,
       $3::timestamptz at time zone zone, service_name, total_cents, rent_cents, rent_minutes, terms, $4::jsonb, $5, contact, $6::timestamptz,
       'accepted', 'pending', $6::timestamptz, $7::timestamptz
     from bookings where id = $2`,
    [id, like.id, like.starts_at, JSON.stringify(price), price.hash, now, until],
  )
  await client.query(
    `insert into claims (booking_id, resource_id, during, state, expires_at)
     select $1::uuid, resource_id, tstzrange(lower(during) + ($3::timestamptz - booking.starts_at), upper(during) + ($3::timestamptz - booking.starts_at)), 'hold', $4::timestamptz
     from claims join bookings booking on booking.id = claims.booking_id where booking.id = $2`,
    [id, like.id, like.starts_at, until],
  )
  await client.query(
    `insert into booking_moves (booking_id, version, move, from_status, to_status, actor, reason, at) values
       ($1, 1, 'hold', null, 'held', 'client', '', $2), ($1, 2, 'pay', 'held', 'awaiting_payment', 'client', '', $2),
       ($1, 3, 'request', 'awaiting_payment', 'requested', 'platform', 'paid', $2)`,
    [id, now],
  )
  const card = 'card_ok_visa_4242_request'
  await client.query(
    `insert into payments (id, booking_id, payer, provider, method, status, amount_cents, card_ref, charge_ref, card_brand,
       card_last4, authorize_at, capture_at, created_at)
     select $2::uuid, id, holder, 'standin', 'card', 'card_saved', total_cents, $3, 'ch_town_request', 'visa', '4242',
       starts_at - interval '6 days', null, $4::timestamptz from bookings where id = $1`,
    [id, paymentId, card, now],
  )
  await client.query(
    `insert into standin.charges (id, idem_key, request, kind, behaviour, status, amount_cents, card_ref, card_brand, card_last4,
       reference, return_url, created_at)
     values ('ch_town_request', 'town:request', '{}', 'setup', 'ok', 'saved', 0, $2, 'visa', '4242', $1, '', $3)`,
    [paymentId, card, now],
  )
  await client.query(
    `insert into notifications (account_id, type, title, message, about_kind, about_id, created_at, dedupe_key)
     select professional.account_id, 'other', 'Solicitud por responder: ' || booking.service_name,
       coalesce(booking.contact ->> 'firstName', 'Alguien') || ' quiere su cita. Respóndela antes de que venza.',
       'request', booking.id::text, $2::timestamptz, 'booking_requested:' || booking.id
     from bookings booking join professionals professional on professional.id = booking.professional_id where booking.id = $1`,
    [id, now],
  )
}
