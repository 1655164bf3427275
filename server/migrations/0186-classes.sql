-- Classes (product.md §5, tab "Clases"): a service that several people book at the same hour. Its professional sets each class at an
-- hour and a place; each client books a seat of it, which is a visit like any other that claims nothing but its client's time.
alter table services
  -- So many seats; null: one client at a time.
  add column class_capacity smallint,
  -- Fewer than this so many hours before it begins: it cancels itself. Null: it is given whoever comes.
  add column class_minimum smallint,
  add column class_decide_hours smallint,
  add constraint services_classes check (class_capacity is null and class_minimum is null
    or class_capacity between 2 and 50 and (class_minimum is null or class_minimum between 2 and class_capacity)) not valid,
  add constraint services_classes_decided check ((class_minimum is null) = (class_decide_hours is null)
    and (class_decide_hours is null or class_decide_hours between 1 and 168)) not valid,
  add constraint services_classes_alone check (class_capacity is null or home_radius_km is null and phases is null) not valid;
alter table services validate constraint services_classes;
alter table services validate constraint services_classes_decided;
alter table services validate constraint services_classes_alone;

create table class_sessions (
  id uuid primary key,
  version integer not null default 1,
  professional_id bigint not null references professionals,
  service_id bigint not null references services,
  -- Those of the same hour in following weeks that were set together.
  run_id uuid not null,
  -- Neither at a space nor online: at its professional's own place.
  space_id bigint references spaces,
  unit_id bigint references units,
  host_id bigint references hosts,
  agreement_id bigint references agreements,
  -- Within hours that were rented before.
  inside_id uuid references bookings,
  visit_place bigint references visit_places,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  zone text not null,
  capacity smallint not null check (capacity between 2 and 50),
  minimum smallint,
  -- When it is seen whether enough will come; seen once.
  decide_at timestamptz,
  decided_at timestamptz,
  status text not null default 'open' check (status in ('open', 'cancelled')),
  cancelled_by text,
  cancelled_at timestamptz,
  cancel_reason text,
  created_at timestamptz not null,
  constraint class_sessions_span check (ends_at > starts_at),
  constraint class_sessions_minimum check ((minimum is null) = (decide_at is null)
    and (minimum is null or minimum between 2 and capacity and decide_at <= starts_at)),
  constraint class_sessions_decided check (decided_at is null or decide_at is not null),
  constraint class_sessions_cancelled check ((status = 'cancelled') = (cancelled_at is not null)
    and (status = 'cancelled') = (cancelled_by is not null) and (status = 'cancelled') = (cancel_reason is not null)
    and (cancelled_by is null or cancelled_by in ('professional', 'platform', 'few'))),
  constraint class_sessions_somewhere check ((space_id is null) = (unit_id is null) and (space_id is null) = (host_id is null)
    and (inside_id is null or space_id is not null) and (agreement_id is null or space_id is not null)
    and (visit_place is null or visit_place = -1 and space_id is null))
);
comment on table class_sessions is 'A class at an hour and a place. The time of professional and unit is its own (claims.class_id); that of each client is their seat''s.';
create index class_sessions_of_professional on class_sessions (professional_id, starts_at);
create index class_sessions_of_service on class_sessions (service_id, starts_at) where status = 'open';
create index class_sessions_inside on class_sessions (inside_id) where inside_id is not null and status = 'open';
create index class_sessions_to_decide on class_sessions (decide_at) where status = 'open' and decide_at is not null and decided_at is null;

-- Cancelled it stays cancelled; what it is, and where and when, never changes: clients booked that.
create function class_session_stays() returns trigger language plpgsql as $$
begin
  if new.version <= old.version or old.status = 'cancelled'
    or (new.id, new.professional_id, new.service_id, new.starts_at, new.ends_at) is distinct from
      (old.id, old.professional_id, old.service_id, old.starts_at, old.ends_at)
    or (new.space_id, new.unit_id, new.inside_id, new.visit_place) is distinct from
      (old.space_id, old.unit_id, old.inside_id, old.visit_place)
    or (old.decided_at is not null and new.decided_at is distinct from old.decided_at) then
    raise exception 'class % stays what it is', old.id using errcode = 'check_violation', constraint = 'class_sessions_steps';
  end if;
  if new.capacity < old.capacity and exists (select from bookings seat where seat.class_id = new.id and seat.class_seat > new.capacity
      and seat.status in ('held', 'awaiting_payment', 'requested', 'confirmed', 'in_progress', 'to_settle')) then
    raise exception 'class % has more clients', old.id using errcode = 'check_violation', constraint = 'class_sessions_seats';
  end if;
  return new;
end $$;

alter table bookings
  add column class_id uuid references class_sessions,
  add column class_seat smallint,
  -- What surrounds a class is the class's own: a seat has the hour alone, one person and no thing of the place to itself.
  add constraint bookings_seat check ((class_id is null) = (class_seat is null) and (class_id is null
    or kind = 'visit' and class_seat >= 1 and buffer_before_minutes = 0 and buffer_after_minutes = 0 and unit_after_minutes = 0
      and persons = 1 and equipment is null and processes is null and rent_cents = 0)) not valid;
alter table bookings validate constraint bookings_seat;
-- A seat is one client's, from the moment it is held until it is given back.
create unique index bookings_class_seat on bookings (class_id, class_seat) where class_id is not null
  and status not in ('expired', 'declined', 'cancelled_by_client', 'cancelled_by_professional', 'cancelled_by_host', 'cancelled_by_platform');
create index bookings_classes on bookings (class_id) where class_id is not null;

create trigger class_sessions_steps before update on class_sessions for each row execute function class_session_stays();

-- Whoever books, pays or comes back late with their money finds the class open, and their seat among its seats. Its row is locked, so that
-- who cancels it at this moment waits, or is waited for.
create function seat_is_of_its_class() returns trigger language plpgsql as $$
declare
  own record;
begin
  select * into own from class_sessions where id = new.class_id for share;
  if own.status <> 'open' then
    raise exception 'class % is cancelled', own.id using errcode = 'check_violation', constraint = 'class_open';
  end if;
  if new.class_seat > own.capacity or (new.professional_id, new.service_id, new.starts_at, new.ends_at) is distinct from
      (own.professional_id, own.service_id, own.starts_at, own.ends_at)
    or (new.space_id, new.unit_id, new.inside_id, new.visit_place) is distinct from
      (own.space_id, own.unit_id, own.inside_id, own.visit_place) then
    raise exception 'booking % is no seat of class %', new.id, own.id using errcode = 'check_violation', constraint = 'class_seats';
  end if;
  return new;
end $$;
create trigger bookings_class_seats before insert or update of status, class_id, class_seat, starts_at, ends_at, space_id, unit_id on bookings for each row
  when (new.class_id is not null and new.status in ('held', 'awaiting_payment', 'requested', 'confirmed'))
  execute function seat_is_of_its_class();

alter table claims add column class_id uuid references class_sessions;
alter table claims drop constraint claims_inside_of_booking;
alter table claims
  add constraint claims_inside_of_booking check (inside_id is null or booking_id is not null or class_id is not null) not valid,
  add constraint claims_of_class check (class_id is null
    or booking_id is null and block_id is null and outside_id is null and state = 'firm' and place is not null) not valid;
alter table claims validate constraint claims_inside_of_booking;
alter table claims validate constraint claims_of_class;
create index claims_class on claims (class_id) where class_id is not null;

-- A class is within rented hours as a visit is, and rented hours keep their classes as they keep their visits.
create or replace function claim_is_within_its_rent() returns trigger language plpgsql as $$
begin
  if not exists (
    select from bookings rent
    where rent.id = new.inside_id and rent.kind = 'rent' and rent.status in ('confirmed', 'in_progress')
      and (exists (select from bookings visit where visit.id = new.booking_id and visit.inside_id = rent.id
          and visit.professional_id = rent.professional_id)
        or exists (select from class_sessions own where own.id = new.class_id and own.inside_id = rent.id
          and own.professional_id = rent.professional_id))
      and new.resource_id in (rent.unit_id, rent.professional_id)
      and rented_time(rent, new.resource_id) @> new.during) then
    raise exception 'claim of % is not within rent %', coalesce(new.booking_id, new.class_id), new.inside_id
      using errcode = 'check_violation', constraint = 'claims_within_rent';
  end if;
  return null;
end $$;

create or replace function rent_keeps_its_visits() returns trigger language plpgsql as $$
begin
  if exists (select from claims join bookings visit on visit.id = claims.booking_id
    where claims.inside_id = new.id
      and visit.status in ('held', 'awaiting_payment', 'requested', 'confirmed', 'in_progress')
      and (new.status not in ('confirmed', 'in_progress', 'to_settle', 'completed', 'closed')
        or new.professional_id <> visit.professional_id
        or not rented_time(new, claims.resource_id) @> claims.during))
    or exists (select from claims join class_sessions own on own.id = claims.class_id
    where claims.inside_id = new.id and own.status = 'open'
      and (new.status not in ('confirmed', 'in_progress', 'to_settle', 'completed', 'closed')
        or new.professional_id <> own.professional_id
        or not rented_time(new, claims.resource_id) @> claims.during)) then
    raise exception 'rent % has visits within', new.id using errcode = 'check_violation', constraint = 'rents_keep_visits';
  end if;
  return null;
end $$;

-- The way to a class, and from it, is as long as that to a visit.
create or replace function claim_leaves_time_to_travel() returns trigger language plpgsql as $$
declare
  own record;
begin
  if new.class_id is not null then
    select new.place as place, 'class' as kind, null::timestamptz as confirmed_at into own from class_sessions
      where id = new.class_id and professional_id = new.resource_id;
  else
    select coalesce(new.place, booking.visit_place, space_id, 0) as place, kind, confirmed_at into own from bookings booking
      where id = new.booking_id and professional_id = new.resource_id;
  end if;
  -- Rented hours that come back, or are left over, were theirs before.
  if not found or (own.kind = 'rent' and own.confirmed_at is not null and new.state = 'firm') then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('travel', new.resource_id));
  if exists (
    select from claims mine
    join claims other on other.resource_id = mine.resource_id
      and (other.booking_id, other.class_id) is distinct from (mine.booking_id, mine.class_id)
      and other.during && tstzrange(lower(mine.during) - interval '4 hours', upper(mine.during) + interval '4 hours')
    left join bookings there on there.id = other.booking_id and there.professional_id = other.resource_id
    cross join lateral (select coalesce(other.place, there.visit_place, there.space_id, 0) as place) at
    cross join lateral (select travel_minutes(mine.resource_id, own.place, at.place) * interval '1 minute' as length) way
    -- It may be gone again by now.
    where mine.id = new.id and (there.id is not null or other.class_id is not null) and at.place <> own.place
      and other.during && tstzrange(lower(mine.during) - way.length, upper(mine.during) + way.length)) then
    raise exception 'professional % cannot get there in time', new.resource_id
      using errcode = 'check_violation', constraint = 'claims_leave_time_to_travel';
  end if;
  return null;
end $$;
drop trigger claims_leave_time_to_travel on claims;
create constraint trigger claims_leave_time_to_travel after insert on claims deferrable initially deferred for each row
  when ((new.booking_id is not null or new.class_id is not null) and new.inside_id is null)
  execute function claim_leaves_time_to_travel();
