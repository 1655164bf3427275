/**
 * Some teachers give classes: a client who booked such an hour at their place has a seat in it, alone or with company; over the coming
 * weeks there are more, twice a week, at hours at which they are free.
 */
import type pg from 'pg'
import { minGiven, taught, workshop } from '#server/seed/booking/groups.ts'
import { fullProfessionals } from '#server/seed/people/people.ts'

/** The same id in all demo data, valid in an address (version 8). */
const idOf = (text: string) => `overlay(overlay(md5(${text}) placing '8' from 13) placing '8' from 17)::uuid`

/** The demo's stylist gives an online workshop. Written before its bookings. */
export const writeWorkshop = (client: pg.Client, id: number) =>
  client.query(
    `insert into services (id, professional_id, name, description, category, duration_minutes, price_cents, policy_tier, at_place, online,
       online_link, notice_minutes, class_capacity, class_minimum, class_decide_hours, position) overriding system value
     select $1, professional_id, $2, $3, category, $4, $5, 'fair', false, true, 'https://meet.example/taller-de-color', 60, 12, $6, 24,
       (select max(position) + 1 from services where professional_id = 1)
     from services where professional_id = 1 order by id limit 1`,
    [id, workshop.name, workshop.text, workshop.minutes, workshop.priceCents, minGiven],
  )

export const writeClasses = async (client: pg.Client, now: Date) => {
  await client.query(
    `update services set class_capacity = 8 + professional_id % 5, class_minimum = $2, class_decide_hours = 12, phases = null,
       notice_minutes = 60, home_radius_km = null, home_fee_cents = 0, at_place = true, daily_cap = null
     where id in (select min(service.id) from services service join professionals p on p.id = service.professional_id
       where service.name = any($1) and p.id <= ${fullProfessionals} and p.status = 'published' and p.has_own_place and service.add_ons = '[]'
       group by p.id)`,
    [[...taught], minGiven],
  )
  await gather(client, now)
  await plan(client, now)
}

/** Each booked hour is a class; past classes were decided, and had enough participants. */
const gather = async (client: pg.Client, now: Date) => {
  await client.query(
    `with hours as (
       select booking.service_id, booking.professional_id, booking.starts_at, booking.ends_at, booking.zone,
         min(booking.created_at) as since, sum(booking.total_cents / service.price_cents) as taken,
         service.class_capacity as capacity, service.class_minimum as minimum, not service.at_place as online,
         booking.starts_at - make_interval(hours => service.class_decide_hours) as decide_at
       from bookings booking join services service on service.id = booking.service_id
       where service.class_capacity is not null and booking.kind = 'visit' and booking.space_id is null
         and booking.status <> 'cancelled_by_client'
       group by booking.service_id, booking.professional_id, booking.starts_at, booking.ends_at, booking.zone, service.id
     ), ruled as (select *, decide_at > $1::timestamptz or taken >= minimum as has_rule from hours)
     insert into class_sessions (id, run_id, professional_id, service_id, visit_place, starts_at, ends_at, zone, capacity, minimum, decide_at,
       decided_at, created_at)
     select ${idOf("'clase ' || service_id || ' ' || extract(epoch from starts_at)")}, ${idOf("'clase ' || service_id")}, professional_id,
       service_id, case when online then -1 end, starts_at, ends_at, zone, capacity, case when has_rule then minimum end,
       case when has_rule then decide_at end, case when has_rule and decide_at <= $1 then decide_at end, since - interval '2 days'
     from ruled`,
    [now],
  )
  await client.query(
    `with seated as (
       select booking.id, own.id as class_id, own.visit_place, (booking.total_cents / service.price_cents)::integer as persons,
         (sum(booking.total_cents / service.price_cents) over (partition by own.id order by booking.created_at, booking.id))::integer as upto
       from class_sessions own join services service on service.id = own.service_id
       join bookings booking on booking.service_id = own.service_id and booking.starts_at = own.starts_at and booking.kind = 'visit'
         and booking.space_id is null and booking.status <> 'cancelled_by_client'
     )
     update bookings booking set class_id = seated.class_id, persons = seated.persons, visit_place = seated.visit_place,
       class_seats = array(select generate_series(upto - seated.persons + 1, upto)::smallint),
       buffer_before_minutes = 0, buffer_after_minutes = 0, unit_after_minutes = 0, equipment = null, processes = null
     from seated where booking.id = seated.id`,
  )
  await client.query(
    `insert into booking_segments (booking_id, position, service_id, person, name, minutes, price_cents)
     select booking.id, person, service.id, person, service.name, service.duration_minutes, service.price_cents
     from bookings booking join services service on service.id = booking.service_id, generate_series(1, booking.persons) as person
     where booking.class_id is not null and booking.persons > 1`,
  )
  await client.query(
    `insert into booking_companions (booking_id, person, first_name, is_minor)
     select booking.id, person, (array['Julia', 'Ximena', 'Elena', 'Regina', 'Paola', 'Irene'])[1 + (booking.client_id + person) % 6], false
     from bookings booking, generate_series(2, booking.persons) as person where booking.class_id is not null`,
  )
  // The hour is the class's; each client has their own.
  await client.query(
    `delete from claims using bookings booking
     where booking.id = claims.booking_id and booking.class_id is not null and claims.resource_id <> booking.client_id`,
  )
  await client.query(
    `insert into claims (class_id, resource_id, during, state, place)
     select id, professional_id, tstzrange(starts_at, ends_at), 'firm', coalesce(visit_place, 0) from class_sessions
     where ends_at > $1::timestamptz - interval '1 day'`,
    [now],
  )
}

const plan = (client: pg.Client, now: Date) =>
  client.query(
    `with hours as (
       select distinct on (service.id, day) service.id as service_id, p.id as professional_id, p.zone, day, service.class_capacity as capacity,
         service.class_minimum as minimum, service.class_decide_hours as decide_hours, case when not service.at_place then -1 end as visit_place,
         (day + make_interval(hours => hour)) at time zone p.zone as starts_at,
         (day + make_interval(hours => hour, mins => service.duration_minutes)) at time zone p.zone as ends_at
       from services service join professionals p on p.id = service.professional_id
       cross join generate_series(($1::timestamptz at time zone p.zone)::date::timestamp + interval '2 days', ($1::timestamptz at time zone p.zone)::date::timestamp + interval '23 days', interval '1 day') as day
       cross join unnest(array[19, 18, 20, 9, 8]) with ordinality as wanted(hour, turn)
       where service.class_capacity is not null and not exists (select from class_sessions own where own.service_id = service.id
           and (own.starts_at at time zone own.zone)::date = day::date)
         and extract(isodow from day)::integer in (1 + service.id % 3, 4 + service.id % 2)
         -- With the way from wherever they are.
         and not exists (select from claims where claims.resource_id = p.id and claims.during && tstzrange(
           ((day + make_interval(hours => hour)) at time zone p.zone) - interval '2 hours',
           ((day + make_interval(hours => hour, mins => service.duration_minutes)) at time zone p.zone) + interval '2 hours'))
       order by service.id, day, turn
     ), made as (
       insert into class_sessions (id, run_id, professional_id, service_id, visit_place, starts_at, ends_at, zone, capacity, minimum, decide_at, created_at)
       select ${idOf("'clase ' || service_id || ' ' || extract(epoch from starts_at)")}, ${idOf("'clase ' || service_id")}, professional_id,
         service_id, visit_place, starts_at, ends_at, zone, capacity, minimum, starts_at - make_interval(hours => decide_hours),
         $1::timestamptz - interval '3 days'
       from hours returning id, professional_id, starts_at, ends_at, visit_place
     )
     insert into claims (class_id, resource_id, during, state, place)
     select id, professional_id, tstzrange(starts_at, ends_at), 'firm', coalesce(visit_place, 0) from made`,
    [now],
  )
