-- Hours at a space without a client (product.md §4, renta directa): a booking between a professional and a host. What
-- clients book within those hours is carved out of them and owes no rent.
alter table bookings
  alter column service_id drop not null,
  add column kind text not null default 'visit' check (kind in ('visit', 'rent')),
  -- Of a visit: the rent within whose hours it takes place.
  add column inside_id uuid references bookings,
  -- Of a rent: what each stretch of it cost, so that hours that are handed back are worth what they cost.
  add column rent_stretches jsonb,
  -- Of a rent: what stays with the host whatever comes, for hours that were handed back late.
  add column kept_cents bigint not null default 0 check (kept_cents >= 0),
  -- Of a rent: who paid; they keep their receipt when the hours go to somebody else.
  add column paid_by bigint references professionals;

do $$
declare
  name text;
begin
  select conname into strict name from pg_constraint
    where conrelid = 'bookings'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%client_id IS NOT NULL%';
  execute format('alter table bookings drop constraint %I', name);
end $$;
alter table bookings
  add constraint bookings_of_client check (kind = 'rent' or status in ('held', 'expired') or client_id is not null),
  add constraint bookings_of_kind check (case kind
    when 'rent' then service_id is null and client_id is null and inside_id is null and unit_id is not null
      and paid_by is not null and rent_stretches is not null and rent_cents <= total_cents and kept_cents <= rent_cents
    else service_id is not null and paid_by is null and kept_cents = 0 end),
  add constraint bookings_inside_owe_no_rent check (
    inside_id is null or (rent_cents = 0 and rent_minutes = 0 and unit_id is not null));
alter table bookings drop constraint bookings_booked_by_check;
alter table bookings add constraint bookings_booked_by_check check (booked_by in ('client', 'host', 'professional'));
create index bookings_inside on bookings (inside_id) where inside_id is not null;
create index bookings_rents on bookings (professional_id, starts_at) where kind = 'rent';
create index bookings_rents_paid on bookings (paid_by, starts_at) where kind = 'rent';

-- A claim carved out of a rent's own. When it goes, the rent has its time again.
alter table claims add column inside_id uuid references bookings;
alter table claims add constraint claims_inside_of_booking check (inside_id is null or booking_id is not null);
create index claims_inside on claims (inside_id) where inside_id is not null;

-- Only by the one who rents, of the rent's own unit, within its hours, while it stands. Seen when the transaction ends.
create function claim_is_within_its_rent() returns trigger language plpgsql as $$
begin
  if not exists (
    select from bookings rent join bookings visit on visit.id = new.booking_id
    where rent.id = new.inside_id and rent.kind = 'rent' and rent.status in ('confirmed', 'in_progress')
      and visit.inside_id = rent.id and visit.professional_id = rent.professional_id
      and new.resource_id in (rent.unit_id, rent.professional_id)
      and tstzrange(rent.starts_at, rent.ends_at) @> new.during) then
    raise exception 'claim of % is not within rent %', new.booking_id, new.inside_id
      using errcode = 'check_violation', constraint = 'claims_within_rent';
  end if;
  return null;
end $$;
create constraint trigger claims_within_rent after insert on claims
  deferrable initially deferred for each row when (new.inside_id is not null)
  execute function claim_is_within_its_rent();

-- At the end of the transaction: who gives time back to take it again has it by then. Pieces that touch become one again; a
-- neighbour is locked first, so that whoever carves out of it at this moment is waited for.
create function rent_has_its_time_again() returns trigger language plpgsql as $$
declare
  piece tstzrange;
  made bigint;
  neighbour record;
begin
  insert into claims (booking_id, resource_id, during, state)
  select rent.id, old.resource_id, old.during * tstzrange(rent.starts_at, rent.ends_at), 'firm' from bookings rent
  where rent.id = old.inside_id and rent.status in ('confirmed', 'in_progress', 'to_settle')
    and old.during && tstzrange(rent.starts_at, rent.ends_at)
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
create constraint trigger claims_back_to_rent after delete on claims
  deferrable initially deferred for each row when (old.inside_id is not null)
  execute function rent_has_its_time_again();

-- Hours in which a client is expected can neither be given back, nor over, nor cancelled.
create function rent_keeps_its_visits() returns trigger language plpgsql as $$
begin
  if exists (select from claims join bookings visit on visit.id = claims.booking_id
    where claims.inside_id = new.id
      and visit.status in ('held', 'awaiting_payment', 'requested', 'confirmed', 'in_progress')
      and (new.status not in ('confirmed', 'in_progress', 'to_settle', 'completed', 'closed')
        or new.professional_id <> visit.professional_id
        or not tstzrange(new.starts_at, new.ends_at) @> claims.during)) then
    raise exception 'rent % has visits within', new.id using errcode = 'check_violation', constraint = 'rents_keep_visits';
  end if;
  return null;
end $$;
create constraint trigger rents_keep_visits after update of status, starts_at, ends_at, professional_id on bookings
  deferrable initially deferred for each row when (new.kind = 'rent') execute function rent_keeps_its_visits();

-- Part of a payment given back before the rest is divided, for hours that were handed back.
alter table payments
  add column returned_cents bigint not null default 0 check (returned_cents >= 0),
  add constraint returned_within_captured check (returned_cents <= captured_cents);
