-- A host cancels a confirmed visit (product.md §4, B12): another place at the same hour is held, and client and professional
-- are asked. The visit stays confirmed meanwhile; the unit that its host took back is free at once.
create table rescues (
  id uuid primary key,
  booking_id uuid not null references bookings,
  state text not null default 'open' check (state in ('open', 'accepted', 'declined', 'lapsed', 'overtaken')),
  client_acceptance text not null default 'pending' check (client_acceptance in ('pending', 'accepted')),
  professional_acceptance text not null default 'pending' check (professional_acceptance in ('pending', 'accepted')),
  declined_by text check (declined_by in ('client', 'professional')),
  -- The host who cancelled, and where it was.
  from_host_id bigint not null references hosts,
  from_space_id bigint not null references spaces,
  from_unit_id bigint not null references units,
  -- Where it would be; null: at the professional's own place.
  to_space_id bigint references spaces,
  to_unit_id bigint references units,
  own_house boolean not null,
  meters integer not null check (meters between 0 and 3000),
  starts_at timestamptz not null,
  changes jsonb not null,
  old_rent_cents bigint not null check (old_rent_cents >= 0),
  new_rent_cents bigint not null check (new_rent_cents >= 0),
  -- What of a dearer rent the host who cancelled pays, if the visit takes place.
  host_pays_cents bigint not null,
  -- What they pay the professional if nobody comes to an agreement; nothing once in six months.
  fails_cents bigint not null check (fails_cents >= 0),
  is_free boolean not null,
  reason text not null default '',
  note text not null default '',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  constraint rescues_ended check ((state = 'open') = (ended_at is null)),
  constraint rescues_asked check (state <> 'open' or 'pending' in (client_acceptance, professional_acceptance)),
  constraint rescues_agreed check (state <> 'accepted' or 'pending' not in (client_acceptance, professional_acceptance)),
  constraint rescues_declined check ((state = 'declined') = (declined_by is not null)),
  constraint rescues_elsewhere check (to_unit_id is distinct from from_unit_id and (to_unit_id is null) = (to_space_id is null)),
  -- Up to a quarter of the rent that was agreed, and never more than the difference.
  constraint rescues_host_pays check (host_pays_cents between 0 and greatest(0, new_rent_cents - old_rent_cents)
    and host_pays_cents * 4 <= old_rent_cents),
  constraint rescues_free check (not is_free or fails_cents = 0),
  -- Two hours, half an hour when it begins within a day, and never beyond the start.
  constraint rescues_in_time check (expires_at > created_at and expires_at <= starts_at
    and expires_at <= created_at + case when starts_at < created_at + interval '24 hours' then interval '30 minutes' else interval '2 hours' end)
);
create unique index rescues_one_open on rescues (booking_id) where state = 'open';
create index rescues_due on rescues (expires_at) where state = 'open';
create index rescues_of_booking on rescues (booking_id);
create index rescues_of_host on rescues (from_host_id, created_at desc);

-- On the visit itself: until when it waits, and for whom; every move of it is judged by this.
alter table bookings
  add column rescue_by timestamptz,
  add column rescue_waits text[],
  -- Hosts who cancelled and bear a part of its dearer rent: [{hostId, mostCents, aboveCents}].
  add column rent_borne jsonb,
  add constraint bookings_rescue_waits check ((rescue_by is null) = (rescue_waits is null)
    and (rescue_waits is null or rescue_waits <@ '{client,professional}' and cardinality(rescue_waits) > 0));

create function rescue_ends_once() returns trigger language plpgsql as $$
begin
  if old.state <> 'open' or (old.booking_id, old.from_host_id, old.from_unit_id, old.to_unit_id, old.changes::text, old.host_pays_cents,
      old.fails_cents, old.is_free, old.expires_at) is distinct from (new.booking_id, new.from_host_id, new.from_unit_id, new.to_unit_id,
      new.changes::text, new.host_pays_cents, new.fails_cents, new.is_free, new.expires_at) then
    raise exception 'rescue % is over', new.id using errcode = 'check_violation', constraint = 'rescues_once';
  end if;
  return new;
end $$;
create trigger rescues_once before update on rescues for each row execute function rescue_ends_once();

-- Whoever was about to change its hour is overtaken, and what was held for that is free.
create function rescue_overtakes_a_proposal() returns trigger language plpgsql as $$
begin
  update change_proposals set state = 'overtaken', ended_at = new.created_at where booking_id = new.booking_id and state = 'open';
  return null;
end $$;
create trigger rescues_overtake_proposals after insert on rescues for each row execute function rescue_overtakes_a_proposal();

-- With the rescue its letter's link is over too.
create function rescue_ends_its_link() returns trigger language plpgsql as $$
begin
  update booking_links set answered_at = new.ended_at, last_name = '', note = '',
    answer = case when new.state = 'accepted' then 'accepted' when new.declined_by = 'client' then 'declined'
      when new.state = 'overtaken' then 'withdrawn' else 'expired' end,
    email = case when new.state = 'accepted' then email end, phone = case when new.state = 'accepted' then phone end
  where booking_id = new.booking_id and kind = 'rescue' and created_at = new.created_at and (answer is null or answer = 'accepted');
  return null;
end $$;
create trigger rescues_end_links after update of state on rescues for each row
  when (new.state <> 'open') execute function rescue_ends_its_link();

-- Whatever else becomes of the visit ends the search and frees what was held for it.
create function booking_leaves_its_rescue() returns trigger language plpgsql as $$
begin
  new.rescue_by := null;
  new.rescue_waits := null;
  return new;
end $$;
create trigger bookings_leave_rescue before update on bookings for each row
  when (old.rescue_by is not null and (new.status <> 'confirmed' or new.unit_id is distinct from old.unit_id or new.starts_at <> old.starts_at))
  execute function booking_leaves_its_rescue();
create function booking_overtakes_its_rescue() returns trigger language plpgsql as $$
begin
  update rescues set state = 'overtaken', ended_at = coalesce(new.ended_at, new.checked_in_at, clock_timestamp())
    where booking_id = new.id and state = 'open';
  if found then
    delete from claims where booking_id = new.id and state = 'hold';
  end if;
  return null;
end $$;
create trigger bookings_overtake_rescues after update on bookings for each row
  when (old.rescue_by is not null and new.rescue_by is null) execute function booking_overtakes_its_rescue();

-- Each time a host cancels. One in six months costs nothing when it fails; who cancels too often what was booked at once is no
-- longer booked at once.
create table host_cancellations (
  id bigint generated always as identity primary key,
  booking_id uuid not null references bookings,
  host_id bigint not null references hosts,
  space_id bigint not null references spaces,
  at timestamptz not null,
  -- Nobody had asked the host: it was booked at once.
  instant boolean not null,
  -- The half year that it uses up; null: it was paid, or not needed.
  free_during tstzrange,
  constraint host_cancellations_one_free exclude using gist (host_id with =, free_during with &&) where (free_during is not null)
);
create index host_cancellations_instant on host_cancellations (space_id, at) where instant;
create index host_cancellations_booking on host_cancellations (booking_id);
