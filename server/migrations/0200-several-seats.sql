-- Who books a class books for up to six people: each has a seat with its number, and all of them are one booking.
alter table bookings add column class_seats smallint[];
update bookings set class_seats = array[class_seat], version = version + 1 where class_id is not null;

drop trigger bookings_class_seats on bookings;
drop index bookings_class_seat;
alter table bookings drop constraint bookings_seat;
alter table bookings drop column class_seat;

create function seat_ranges(seats smallint[]) returns int4multirange language sql immutable parallel safe as $$
  select range_agg(int4range(seat, seat + 1)) from unnest(seats) as each(seat)
$$;

alter table bookings
  -- What surrounds a class is the class's own: its seats have the hour alone, one for each who comes, and no thing of the place to themselves.
  add constraint bookings_seat check ((class_id is null) = (class_seats is null) and (class_id is null
    or kind = 'visit' and cardinality(class_seats) = persons and 1 <= all (class_seats) and array_position(class_seats, null) is null
      and buffer_before_minutes = 0 and buffer_after_minutes = 0 and unit_after_minutes = 0
      and equipment is null and processes is null and rent_cents = 0)) not valid,
  -- A seat is one client's, from the moment it is held until it is given back.
  add constraint bookings_class_seat exclude using gist (class_id with =, seat_ranges(class_seats) with &&) where (class_id is not null
    and status not in ('expired', 'declined', 'cancelled_by_client', 'cancelled_by_professional', 'cancelled_by_host', 'cancelled_by_platform'));
alter table bookings validate constraint bookings_seat;

create or replace function seat_is_of_its_class() returns trigger language plpgsql as $$
declare
  own record;
begin
  select * into own from class_sessions where id = new.class_id for share;
  if own.status <> 'open' then
    raise exception 'class % is cancelled', own.id using errcode = 'check_violation', constraint = 'class_open';
  end if;
  if own.capacity < any (new.class_seats) or (select count(distinct seat) from unnest(new.class_seats) as each(seat)) <> cardinality(new.class_seats)
    or (new.professional_id, new.service_id, new.starts_at, new.ends_at) is distinct from
      (own.professional_id, own.service_id, own.starts_at, own.ends_at)
    or (new.space_id, new.unit_id, new.inside_id, new.visit_place) is distinct from
      (own.space_id, own.unit_id, own.inside_id, own.visit_place) then
    raise exception 'booking % is no seat of class %', new.id, own.id using errcode = 'check_violation', constraint = 'class_seats';
  end if;
  return new;
end $$;
create trigger bookings_class_seats before insert or update of status, class_id, class_seats, persons, starts_at, ends_at, space_id, unit_id on bookings for each row
  when (new.class_id is not null and new.status in ('held', 'awaiting_payment', 'requested', 'confirmed'))
  execute function seat_is_of_its_class();

create or replace function class_session_stays() returns trigger language plpgsql as $$
begin
  if new.version <= old.version or old.status = 'cancelled'
    or (new.id, new.professional_id, new.service_id, new.starts_at, new.ends_at) is distinct from
      (old.id, old.professional_id, old.service_id, old.starts_at, old.ends_at)
    or (new.space_id, new.unit_id, new.inside_id, new.visit_place) is distinct from
      (old.space_id, old.unit_id, old.inside_id, old.visit_place)
    or (old.decided_at is not null and new.decided_at is distinct from old.decided_at) then
    raise exception 'class % stays what it is', old.id using errcode = 'check_violation', constraint = 'class_sessions_steps';
  end if;
  if new.capacity < old.capacity and exists (select from bookings seat where seat.class_id = new.id and new.capacity < any (seat.class_seats)
      and seat.status in ('held', 'awaiting_payment', 'requested', 'confirmed', 'in_progress', 'to_settle')) then
    raise exception 'class % has more clients', old.id using errcode = 'check_violation', constraint = 'class_sessions_seats';
  end if;
  return new;
end $$;
