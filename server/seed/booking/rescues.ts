/** A host of the demo data has cancelled a visit of the demo's stylist: another place is held, and there is no answer yet. */
import type pg from 'pg'
import { rescueBy, rescueRules, rescueShares } from '#contract/booking/cancellation/rescue.ts'
import { quote } from '#server/pricing/split.ts'
import { openTerms } from '#server/pricing/terms.ts'
import { professionalId } from '#server/seed/booking/requests.ts'

/** The same in all demo data. */
const id = '019aa000-0000-7000-8000-00000000e003'

type Choice = {
  bookingId: string
  startsAt: Date
  terms: unknown
  serviceName: string
  totalCents: number
  oldRentCents: number
  cleaningCents: number
  newRentCents: number
  meters: number
  ownBusiness: boolean
  agreementId: string
  unitId: string
}

/** After the proposals. */
export const writeRescue = async (client: pg.Client, now: Date) => {
  const choice = await choiceOf(client, now)
  if (choice === undefined) return
  const { bookingId, startsAt, totalCents, oldRentCents, newRentCents, agreementId, unitId, meters } = choice
  const { cleaningCents } = choice
  const until = rescueBy(startsAt, now)
  const price = quote(openTerms(choice.terms), {
    serviceName: choice.serviceName,
    serviceCents: totalCents,
    rentCents: newRentCents,
    expiresAt: until,
  })
  const { hostPaysCents } = rescueShares({ rentCents: oldRentCents, cleaningCents }, newRentCents)
  await client.query(
    `delete from claims using bookings booking where booking.id = $1 and claims.booking_id = booking.id and claims.resource_id = booking.unit_id`,
    [bookingId],
  )
  await client.query(
    `insert into claims (booking_id, resource_id, during, state, expires_at)
     select booking.id, $2::bigint, tstzrange(starts_at - buffer_before_minutes * interval '1 minute',
       ends_at + space.cleaning_minutes * interval '1 minute'), 'hold', $3::timestamptz
     from bookings booking join units unit on unit.id = $2::bigint join spaces space on space.id = unit.space_id where booking.id = $1`,
    [bookingId, unitId, until],
  )
  await client.query(
    `insert into rescues (id, booking_id, from_host_id, from_space_id, from_unit_id, to_space_id, to_unit_id, same_business, meters, starts_at,
       changes, old_rent_cents, new_rent_cents, host_pays_cents, fails_cents, is_free, reason, created_at, expires_at)
     select $1::uuid, booking.id, booking.host_id, booking.space_id, booking.unit_id, space.id, unit.id, $12::boolean, $5::int, booking.starts_at,
       jsonb_build_object('space_id', space.id, 'unit_id', unit.id, 'host_id', space.host_id, 'agreement_id', $4::bigint,
         'unit_after_minutes', space.cleaning_minutes, 'zone', space.zone,
         'local_start', to_char(booking.starts_at at time zone space.zone, 'YYYY-MM-DD"T"HH24:MI:SS'),
         'rent_cents', $6::bigint, 'rent_minutes', booking.rent_minutes, 'rent_lines', null, 'cleaning_cents', 0,
         'terms', booking.terms::text, 'quote', $7::text, 'quote_hash', $8::text),
       booking.rent_cents, $6::bigint, $9::bigint, 0, true, 'Se descompuso el aire y hay que cerrar ese día.', $10::timestamptz, $11::timestamptz
     from bookings booking join units unit on unit.id = $3::bigint join spaces space on space.id = unit.space_id where booking.id = $2`,
    [
      id,
      bookingId,
      unitId,
      agreementId,
      meters,
      newRentCents,
      JSON.stringify(price),
      price.hash,
      hostPaysCents,
      now,
      until,
      choice.ownBusiness,
    ],
  )
  await client.query(
    `insert into host_cancellations (booking_id, host_id, space_id, at, instant, free_during)
     select id, host_id, space_id, $2::timestamptz, true, tstzrange($2::timestamptz, $2::timestamptz + $3 * interval '1 day')
     from bookings where id = $1`,
    [bookingId, now, rescueRules.freeEveryDays],
  )
  await client.query(
    `with moved as (update bookings set version = version + 1, rescue_by = $2, rescue_waits = '{client,professional}'
       where id = $1 returning version)
     insert into booking_moves (booking_id, version, move, from_status, to_status, actor, at)
     select $1, version, 'begin_rescue', 'confirmed', 'confirmed', 'host', $3::timestamptz from moved`,
    [bookingId, until, now],
  )
}

/** The demo's client first, far ahead; elsewhere rather than in the same business, where the rent stays. */
const choiceOf = async (client: pg.Client, now: Date): Promise<Choice | undefined> => {
  const { rows } = await client.query<Choice>(
    `select booking.id as "bookingId", booking.starts_at as "startsAt", booking.terms, booking.service_name as "serviceName",
       booking.total_cents::int as "totalCents", booking.rent_cents::int as "oldRentCents",
       booking.cleaning_cents::int as "cleaningCents", space.id = own.id as "ownBusiness",
       case when space.id = own.id then booking.rent_cents::int
         else round(agreement.rate_per_hour_cents * booking.rent_minutes / 60.0)::int end as "newRentCents",
       round(search_km(own.latitude, own.longitude, space.latitude, space.longitude) * 1000)::int as meters,
       agreement.id as "agreementId", unit.id as "unitId"
     from bookings booking join spaces own on own.id = booking.space_id
     join clients on clients.id = booking.client_id left join accounts account on account.id = clients.account_id
     join agreements agreement on agreement.professional_id = booking.professional_id and agreement.status = 'active'
     join spaces space on space.id = agreement.space_id and space.status = 'published'
     join units unit on unit.space_id = space.id and unit.active and unit.id <> booking.unit_id
     where booking.professional_id = $1 and booking.status = 'confirmed' and booking.kind = 'visit' and booking.class_id is null and booking.parent_rent_id is null
       and booking.rent_cents > 0 and booking.starts_at > $2::timestamptz + interval '26 hours'
       and not exists (select from change_proposals proposal where proposal.booking_id = booking.id)
       and search_km(own.latitude, own.longitude, space.latitude, space.longitude) <= 3
       and not exists (select from claims where claims.resource_id = unit.id and claims.during && tstzrange(
         booking.starts_at - booking.buffer_before_minutes * interval '1 minute',
         booking.ends_at + space.cleaning_minutes * interval '1 minute'))
     order by account.email is distinct from 'clienta@kalli.test', space.id = own.id, booking.starts_at desc, meters, unit.number limit 1`,
    [professionalId, now],
  )
  return rows[0]
}
