-- A visit may begin before the hours that its professional rented, or end after them: it has their time as far as it goes,
-- takes the rest from nobody, and owes rent for the rest alone.
alter table bookings drop constraint bookings_inside_owe_no_rent,
  add constraint bookings_inside_at_a_unit check (inside_id is null or unit_id is not null);

create function visit_owes_what_lies_outside() returns trigger language plpgsql as $$
declare
  hours tstzrange;
begin
  select tstzrange(starts_at, ends_at) into hours from bookings
    where id = new.inside_id and kind = 'rent' and professional_id = new.professional_id;
  if hours is null or (hours @> tstzrange(new.starts_at, new.ends_at) and (new.rent_cents <> 0 or new.rent_minutes <> 0))
    or not hours && tstzrange(new.starts_at, new.ends_at) then
    raise exception 'visit % within % owes rent for what it paid (bookings_inside_owe_no_rent)', new.id, new.inside_id
      using errcode = 'check_violation', constraint = 'bookings_inside_owe_no_rent';
  end if;
  return new;
end $$;
create trigger bookings_inside_owe_no_rent before insert or update of inside_id, starts_at, ends_at, rent_cents, rent_minutes on bookings
  for each row when (new.inside_id is not null) execute function visit_owes_what_lies_outside();

-- The time of a rent, with the cleaning of its unit after the last: a visit over the edge brings its own.
create function rented_time(rent bookings, resource bigint) returns tstzrange language sql immutable as $$
  select tstzrange(rent.starts_at - rent.buffer_before_minutes * interval '1 minute', rent.ends_at
    + case resource when rent.unit_id then rent.unit_after_minutes else rent.buffer_after_minutes end * interval '1 minute')
$$;

create or replace function claim_is_within_its_rent() returns trigger language plpgsql as $$
begin
  if not exists (
    select from bookings rent join bookings visit on visit.id = new.booking_id
    where rent.id = new.inside_id and rent.kind = 'rent' and rent.status in ('confirmed', 'in_progress')
      and visit.inside_id = rent.id and visit.professional_id = rent.professional_id
      and new.resource_id in (rent.unit_id, rent.professional_id)
      and rented_time(rent, new.resource_id) @> new.during) then
    raise exception 'claim of % is not within rent %', new.booking_id, new.inside_id
      using errcode = 'check_violation', constraint = 'claims_within_rent';
  end if;
  return null;
end $$;

create or replace function rent_has_its_time_again() returns trigger language plpgsql as $$
declare
  piece tstzrange;
  made bigint;
  neighbour record;
begin
  insert into claims (booking_id, resource_id, during, state)
  select rent.id, old.resource_id, old.during * rented_time(rent, old.resource_id), 'firm' from bookings rent
  where rent.id = old.inside_id and rent.status in ('confirmed', 'in_progress', 'to_settle')
    and old.during && rented_time(rent, old.resource_id)
    and old.resource_id in (rent.unit_id, rent.professional_id)
  on conflict do nothing
  returning id, during into made, piece;
  if made is null then
    return null;
  end if;
  for neighbour in
    select id, during from claims where booking_id = old.inside_id and resource_id = old.resource_id
      and inside_id is null and id <> made and during -|- piece order by id for update
  loop
    delete from claims where id = neighbour.id;
    piece := range_merge(piece, neighbour.during);
  end loop;
  update claims set during = piece where id = made;
  return null;
end $$;

create or replace function rent_keeps_its_visits() returns trigger language plpgsql as $$
begin
  if exists (select from claims join bookings visit on visit.id = claims.booking_id
    where claims.inside_id = new.id
      and visit.status in ('held', 'awaiting_payment', 'requested', 'confirmed', 'in_progress')
      and (new.status not in ('confirmed', 'in_progress', 'to_settle', 'completed', 'closed')
        or new.professional_id <> visit.professional_id
        or not rented_time(new, claims.resource_id) @> claims.during)) then
    raise exception 'rent % has visits within', new.id using errcode = 'check_violation', constraint = 'rents_keep_visits';
  end if;
  return null;
end $$;
