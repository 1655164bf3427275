/**
 * Some who teach give a class in groups: twice a week over the coming weeks, at hours at which they have nothing else. Who had such an
 * hour for themselves takes a seat in the first of them instead, so that somebody comes.
 */
import type pg from 'pg'

/** Of these whoever teaches at a place of their own, or online, takes a group. */
const taught = ['Yoga restaurativo', 'Yoga prenatal', 'Pilates posparto']

export const writeClasses = async (client: pg.Client, now: Date) => {
  // The demo's stylist gives a workshop by screen.
  await client.query(
    `insert into services (professional_id, name, description, category, duration_minutes, price_cents, policy_tier, at_place, online,
       online_link, notice_minutes, class_capacity, class_minimum, class_decide_hours, position)
     select professional_id, 'Taller en línea: cuida tu color', 'En grupo y por videollamada: qué lavar con qué, y cuándo volver.',
       category, 60, 45000, 'fair', false, true, 'https://meet.example/taller-de-color', 60, 12, 3, 24, max(position) + 1
     from services where professional_id = 1 and name = 'Balayage' group by professional_id, category`,
  )
  await client.query(
    `update services set class_capacity = 8 + professional_id % 5, class_minimum = 3, class_decide_hours = 12, phases = null, notice_minutes = 60,
       home_radius_km = null, home_fee_cents = 0
     where id in (select min(service.id) from services service join professionals p on p.id = service.professional_id
       where service.name = any($1) and p.status = 'published' and p.has_own_place and service.at_place
         and service.add_ons = '[]' and service.visibility = 'visible'
       group by p.id)`,
    [taught],
  )
  await client.query(
    `with hours as (
       select distinct on (service.id, day) service.id as service_id, p.id as professional_id, p.zone, day, service.class_capacity as capacity,
         service.class_minimum as minimum, service.class_decide_hours as decide_hours, case when not service.at_place then -1 end as visit_place,
         (day + make_interval(hours => hour)) at time zone p.zone as starts_at,
         (day + make_interval(hours => hour, mins => service.duration_minutes)) at time zone p.zone as ends_at
       from services service join professionals p on p.id = service.professional_id
       cross join generate_series(($1::timestamptz at time zone p.zone)::date::timestamp + interval '2 days', ($1::timestamptz at time zone p.zone)::date::timestamp + interval '23 days', interval '1 day') as day
       cross join unnest(array[19, 18, 20, 9, 8]) with ordinality as wanted(hour, turn)
       where service.class_capacity is not null and extract(isodow from day)::integer in (1 + service.id % 3, 4 + service.id % 2)
         -- With the way from wherever they are.
         and not exists (select from claims where claims.resource_id = p.id and claims.during && tstzrange(
           ((day + make_interval(hours => hour)) at time zone p.zone) - interval '2 hours',
           ((day + make_interval(hours => hour, mins => service.duration_minutes)) at time zone p.zone) + interval '2 hours'))
       order by service.id, day, turn
     ), made as (
       insert into class_sessions (id, run_id, professional_id, service_id, visit_place, starts_at, ends_at, zone, capacity, minimum, decide_at, created_at)
       select gen_random_uuid(), md5('clase ' || service_id)::uuid, professional_id, service_id, visit_place, starts_at, ends_at, zone, capacity,
         minimum, starts_at - make_interval(hours => decide_hours), $1::timestamptz - interval '3 days'
       from hours returning id, professional_id, starts_at, ends_at, visit_place
     )
     insert into claims (class_id, resource_id, during, state, place)
     select id, professional_id, tstzrange(starts_at, ends_at), 'firm', coalesce(visit_place, 0) from made`,
    [now],
  )
  const { rows } = await client.query<{ id: string; class_id: string; seat: number }>(
    `select booking.id, first.id as class_id, row_number() over (partition by first.id order by booking.starts_at)::int as seat
     from bookings booking
     join lateral (select own.id, own.starts_at, own.ends_at, own.capacity from class_sessions own where own.service_id = booking.service_id
       order by own.starts_at limit 1) first on true
     where booking.status = 'confirmed' and booking.kind = 'visit' and booking.starts_at > first.starts_at and booking.space_id is null
       and booking.visit_place is null and booking.persons = 1
       and not exists (select from bookings other where other.client_id = booking.client_id and other.id <> booking.id
         and other.starts_at < first.ends_at + interval '1 hour' and other.ends_at > first.starts_at - interval '1 hour')
       and not exists (select from bookings twin where twin.client_id = booking.client_id and twin.service_id = booking.service_id
         and twin.status = 'confirmed' and twin.id < booking.id)`,
  )
  for (const { id, class_id, seat } of rows)
    if (seat <= 6) {
      await client.query('delete from claims where booking_id = $1', [id])
      await client.query(
        `update bookings booking set class_id = own.id, class_seats = array[$3::smallint], starts_at = own.starts_at, ends_at = own.ends_at,
           local_start = to_char(own.starts_at at time zone own.zone, 'YYYY-MM-DD"T"HH24:MI:SS'), buffer_before_minutes = 0,
           buffer_after_minutes = 0, unit_after_minutes = 0, equipment = null, processes = null
         from class_sessions own where booking.id = $1 and own.id = $2`,
        [id, class_id, seat],
      )
      await client.query(
        `insert into claims (booking_id, resource_id, during, state)
         select id, client_id, tstzrange(starts_at, ends_at), 'firm' from bookings where id = $1`,
        [id],
      )
    }
}
