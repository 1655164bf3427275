/** Waitlist entries of the demo's client: a time with her stylist that opened and is held for her, and one elsewhere. Others wait too. */
import { hourMs } from '#contract/platform/duration.ts'
import type pg from 'pg'
import { tokenOf } from '#server/booking/columns/link-row.ts'
import type { Config } from '#server/platform/config.ts'
import { hashToken, signer } from '#server/platform/tokens.ts'
import { quote } from '#server/pricing/split.ts'
import { openTerms } from '#server/pricing/terms.ts'
import { freeHourLike } from '#server/seed/booking/requests.ts'

/** The same in all demo data. */
const bookingId = '019aa000-0000-7000-8000-00000000a004'
const linkId = '019aa000-0000-7000-8000-00000000c004'
const entryId = '019aa000-0000-7000-8000-00000000e001'
/** Longer than a real one, so that a visitor of the demo finds it. */
const demoHours = 12

export const writeWaitlist = async (client: pg.Client, config: Config, now: Date) => {
  await writeOthers(client, now)
  await writeWaiting(client, now)
  await writeOffer(client, config, now)
}

const request = `insert into waitlist_entries (id, person, client_id, first_name, last_name, email, professional_id, service_id,
  from_date, to_date, parts, zone, state, passes, requested_at, looked_at)`

/** Two who ignored two offers: they get no more before they ask for it. The second would come with a friend. */
const writeOthers = async (client: pg.Client, now: Date) => {
  await client.query(
    `${request}
     select ('019aa000-0000-7000-8000-00000000e0' || (10 + client.place))::uuid, 'email:' || client.email, null, client.first_name,
       client.last_name, client.email, service.professional_id, service.id, ($1::timestamptz + interval '3 days')::date,
       ($1::timestamptz + interval '12 days')::date, case client.place when 1 then '{morning}' else '{afternoon,evening}' end::text[],
       'America/Mexico_City', 'paused', 2, $1::timestamptz - client.place * interval '7 hours', $1::timestamptz
     from (select first_name, last_name, email, row_number() over (order by id) as place from clients
       where account_id is null order by id limit 2) as client
     cross join (select id, professional_id from services where professional_id = 1 and visibility = 'visible' order by id limit 1) as service`,
    [now],
  )
  await client.query(
    `update waitlist_entries set more_services = jsonb_build_array(service_id), persons = '{1,1}'
     where id = '019aa000-0000-7000-8000-00000000e012'`,
  )
}

/** On a day on which her therapist does not work: no slot opens. */
const writeWaiting = (client: pg.Client, now: Date) =>
  client.query(
    `${request}
     select '019aa000-0000-7000-8000-00000000e002'::uuid, 'client:' || client.id, client.id, client.first_name, client.last_name,
       client.email, found.professional_id, found.service_id, found.day, found.day, '{morning,afternoon,evening}', 'America/Mexico_City',
       'active', 0, $1::timestamptz - interval '1 day', $1::timestamptz
     from clients client join accounts account on account.id = client.account_id and account.email = 'clienta@kalli.test'
     cross join lateral (
       select professional.id as professional_id, service.id as service_id, day::date as day
       from professionals professional join services service on service.professional_id = professional.id and service.visibility = 'visible'
       cross join generate_series(($1::timestamptz + interval '4 days')::date, ($1::timestamptz + interval '10 days')::date, '1 day') as day
       where professional.id > 20 and exists (select from schedules plan where plan.owner_kind = 'professional' and plan.owner_id = professional.id
           and not exists (select from jsonb_array_elements(plan.weekly) as open
             where (open ->> 'weekday')::int = extract(isodow from day)::int))
       order by professional.id, service.id, day limit 1) as found`,
    [now],
  )

const writeOffer = async (client: pg.Client, config: Config, now: Date) => {
  const like = await freeHourLike(client, now)
  if (like === undefined) return
  const until = new Date(now.getTime() + demoHours * hourMs)
  const price = quote(openTerms(like.terms), {
    serviceName: like.service_name,
    serviceCents: like.total_cents,
    rentCents: like.rent_cents,
    expiresAt: until,
  })
  const held = await client.query(
    `insert into bookings (id, status, holder, booked_by, hold_expires_at, professional_id, service_id, client_id, space_id, unit_id,
       host_id, agreement_id, starts_at, ends_at, buffer_before_minutes, buffer_after_minutes, unit_after_minutes, zone, local_start,
       service_name, total_cents, rent_cents, rent_minutes, terms, quote, quote_hash, created_at)
     select $1::uuid, 'held', 'wish:' || $8, 'client', $7::timestamptz, booking.professional_id, service_id, own.id, space_id, unit_id,
       host_id, agreement_id, $3::timestamptz, $3::timestamptz + (ends_at - starts_at), buffer_before_minutes, buffer_after_minutes,
       unit_after_minutes, booking.zone, $3::timestamptz at time zone booking.zone, service_name, total_cents, rent_cents, rent_minutes,
       terms, $4::jsonb, $5, $6::timestamptz
     from bookings booking
     cross join (select clients.id from clients join accounts on accounts.id = clients.account_id and accounts.email = 'clienta@kalli.test') as own
     where booking.id = $2 and not exists (select from claims where resource_id = own.id
       and during && tstzrange($3::timestamptz, $3::timestamptz + (ends_at - starts_at)))`,
    [bookingId, like.id, like.starts_at, JSON.stringify(price), price.hash, now, until, entryId],
  )
  if (held.rowCount !== 1) return
  await client.query(
    `insert into claims (booking_id, resource_id, during, state, expires_at)
     select $1::uuid, case when resource_id = booking.client_id then offer.client_id else resource_id end,
       tstzrange(lower(during) + (offer.starts_at - booking.starts_at), upper(during) + (offer.starts_at - booking.starts_at)), 'hold', $3::timestamptz
     from claims join bookings booking on booking.id = claims.booking_id cross join (select * from bookings where id = $1) as offer
     where booking.id = $2`,
    [bookingId, like.id, until],
  )
  await client.query(
    `insert into booking_moves (booking_id, version, move, to_status, actor, at) values ($1, 1, 'hold', 'held', 'client', $2)`,
    [bookingId, now],
  )
  const tokens = signer(config.secret)
  await client.query(
    `insert into booking_links (id, token_hash, booking_id, kind, first_name, last_name, email, created_at, expires_at)
     select $1::uuid, $2, booking.id, 'waitlist', first_name, last_name, email, $4::timestamptz, $5::timestamptz
     from bookings booking join clients on clients.id = booking.client_id where booking.id = $3`,
    [linkId, hashToken(tokenOf({ tokens }, linkId)), bookingId, now, until],
  )
  await client.query(
    `${request}
     select $1::uuid, 'client:' || clients.id, clients.id, first_name, last_name, email, booking.professional_id, booking.service_id,
       booking.local_start::date - 2, booking.local_start::date + 3, '{morning,afternoon,evening}', booking.zone, 'offered', 0,
       $3::timestamptz - interval '2 days', $3::timestamptz
     from bookings booking join clients on clients.id = booking.client_id where booking.id = $2`,
    [entryId, bookingId, now],
  )
  await client.query(
    `insert into waitlist_offers (id, entry_id, booking_id, during, created_at, expires_at)
     select $1::uuid, $2::uuid, id, tstzrange(starts_at, ends_at), $4::timestamptz, $5::timestamptz from bookings where id = $3`,
    [linkId, entryId, bookingId, now, until],
  )
}
