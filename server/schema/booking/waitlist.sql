create function waitlist_persons_fit(persons integer[], services integer) returns boolean language sql immutable as $$
  select case when cardinality(persons) = 0 then services between 1 and 5
    else cardinality(persons) between 2 and 6 and services between 2 and 12
      and services = (select sum(count) from unnest(persons) as each(count))
      and not exists (select from unnest(persons) as each(count) where count is null or count not between 1 and 5) end
$$;

-- Waitlist entries for a time of a service between two dates (product.md §4, Espera): clients are offered free times in the order
-- in which they joined. An offer is a booking held for the client; when it ends, the entry continues automatically.
create table waitlist_entries (
  id uuid not null,
  -- 'client:7', or 'email:a@b.mx' for a visitor: a person is on the waitlist of a service only once.
  person text not null,
  client_id bigint,
  -- Contact details for the offer; deleted once the waitlist entry ends.
  first_name text not null,
  last_name text not null,
  email text,
  professional_id bigint not null,
  service_id bigint not null,
  -- Null: at any place.
  space_id bigint,
  -- Wall-clock dates and parts of the day at the place.
  from_date date not null,
  to_date date not null,
  parts text[] not null,
  zone text not null,
  state text not null,
  passes integer default 0 not null,
  version integer default 1 not null,
  requested_at timestamptz not null,
  looked_at timestamptz not null,
  -- After a pass nothing is offered for a while.
  paused_until timestamptz,
  ended_at timestamptz,
  -- An entry may be for a visit of several services, with add-ons.
  more_services jsonb default '[]'::jsonb not null,
  add_ons jsonb default '[]'::jsonb not null,
  -- An entry may be for a visit at home or online, and for several people.
  modality text default 'place' not null,
  -- As in bookings.visit_place; the home address of an ended entry may be deleted.
  visit_place bigint,
  -- How many services each of several people has, in order; null: one person.
  persons integer[] default '{}'::integer[] not null,
  -- When the client's quiet hours end, for an entry for which a time opened at night: it is considered first then.
  quiet_until timestamptz,
  -- A client with a telephone alone has an entry like one with an email.
  phone text,
  constraint waitlist_entries_pkey primary key (id),
  constraint waitlist_entries_dates check ((to_date >= from_date) and (to_date <= (from_date + 30))),
  constraint waitlist_entries_ended check ((ended_at is not null) = state in ('taken', 'expired', 'withdrawn')),
  constraint waitlist_entries_modality_check check (modality in ('place', 'home', 'online')),
  constraint waitlist_entries_parts_check check ((parts <@ '{morning,afternoon,evening}'::text[]) and ((cardinality(parts) >= 1) and (cardinality(parts) <= 3))),
  constraint waitlist_entries_passes_check check (passes between 0 and 2),
  constraint waitlist_entries_paused check ((state = 'paused') = ((passes = 2) and state not in ('expired', 'withdrawn', 'taken'))),
  constraint waitlist_entries_state_check check (state in ('unconfirmed', 'active', 'offered', 'taken', 'paused', 'expired', 'withdrawn')),
  constraint waitlist_entries_visit check ((jsonb_typeof(more_services) = 'array') and waitlist_persons_fit(persons, (1 + jsonb_array_length(more_services))) and (jsonb_typeof(add_ons) = 'array')),
  constraint waitlist_entries_where check (
case modality
    when 'place' then (visit_place is null)
    when 'online' then ((not (visit_place is distinct from '-1'::integer)) and (space_id is null))
    else ((space_id is null) and
    case
        when (visit_place is null) then state in ('taken', 'expired', 'withdrawn')
        else (visit_place < '-2'::integer)
    end)
end),
  constraint waitlist_entries_reached check (
    num_nonnulls(email, phone) > 0 or state in ('taken', 'expired', 'withdrawn')),
  constraint waitlist_entries_number check (phone ~ '^\+\d{7,15}$')
);
comment on table waitlist_entries is 'Waitlist entries.';
comment on constraint waitlist_entries_dates on waitlist_entries is
  'With waitlist_entries_once.';
comment on constraint waitlist_entries_paused on waitlist_entries is
  'With waitlist_entries_once.';
comment on constraint waitlist_entries_where on waitlist_entries is
  'With waitlist_entries_once.';
comment on constraint waitlist_entries_visit on waitlist_entries is
  'With waitlist_entries_once.';
comment on constraint waitlist_entries_reached on waitlist_entries is 'an entry that no offer can reach';

create table waitlist_offers (
  id uuid not null,
  entry_id uuid not null,
  booking_id uuid not null,
  during tstzrange not null,
  state text default 'open' not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- Offered during the client's quiet hours, because the hour is too soon to wait: not answering it does not count as a pass.
  at_night boolean default false not null,
  constraint waitlist_offers_pkey primary key (id),
  constraint waitlist_offers_booking_id_key unique (booking_id),
  -- A time that the client let pass is not offered to them again, nor one that overlaps it.
  constraint waitlist_offers_other exclude using gist (entry_id with =, during with &&),
  constraint waitlist_offers_ended check ((state = 'open') = (ended_at is null)),
  constraint waitlist_offers_state_check check (state in ('open', 'taken', 'passed', 'lapsed', 'countered', 'refused'))
);
comment on table waitlist_offers is 'Held times offered to an entry.';
comment on constraint waitlist_offers_other on waitlist_offers is
  'With waitlist_offers_one_open.';

create unique index waitlist_offers_one_open on waitlist_offers (entry_id) where (state = 'open');
comment on index waitlist_offers_one_open is
  'two open offers of one waitlist entry, a time offered again to a client who passed it, an open offer whose hold has ended';
create unique index waitlist_entries_once on waitlist_entries (person, service_id) where state in ('active', 'offered', 'paused');
comment on index waitlist_entries_once is
  'two open waitlist entries of one client for one service, one with more than 31 dates, one paused without two passed offers, an ended one that reopens; an open entry at a home without the address, or for several people with one of them without a service';
create index waitlist_entries_person on waitlist_entries (person, requested_at);
create index waitlist_entries_visit_place on waitlist_entries (visit_place) where (visit_place < '-1'::integer);
create index waitlist_entries_waiting on waitlist_entries (professional_id, requested_at) where (state = 'active');
-- Demand by date, for reports.
create index waitlist_entries_wanted on waitlist_entries (professional_id, from_date, to_date) where (state <> 'unconfirmed');

alter table waitlist_entries add constraint waitlist_entries_client_id_fkey
  foreign key (client_id) references clients(id);

alter table waitlist_entries add constraint waitlist_entries_professional_id_fkey
  foreign key (professional_id) references professionals(id);

alter table waitlist_entries add constraint waitlist_entries_service_id_fkey
  foreign key (service_id) references services(id);

alter table waitlist_entries add constraint waitlist_entries_space_id_fkey
  foreign key (space_id) references spaces(id);

alter table waitlist_entries add constraint waitlist_entries_visit_place_fkey
  foreign key (visit_place) references visit_places(place) on delete set null;

alter table waitlist_offers add constraint waitlist_offers_booking_id_fkey
  foreign key (booking_id) references bookings(id);

alter table waitlist_offers add constraint waitlist_offers_entry_id_fkey
  foreign key (entry_id) references waitlist_entries(id);

-- An ended entry stays ended.
create function waitlist_entry_ends_once()
 returns trigger
 language plpgsql
as $$
begin
  if old.state in ('expired', 'withdrawn') and new.state <> old.state then
    raise exception 'waitlist entry % is over', new.id using errcode = 'check_violation', constraint = 'waitlist_entries_once_over';
  end if;
  return new;
end $$;

-- A client who accepted an offer and waits for the professional's acceptance may join the waitlist for the same service again,
-- for other days. If the professional declines, the first entry cannot become active again, and the decline itself failed: the
-- entry ends instead, since the client is already waiting. An entry that was paused before a late payment continues with one
-- pass, as no active entry has two.
create function booking_settles_its_offer() returns trigger language plpgsql as $$
begin
  if exists (select from waitlist_offers offer join bookings booking on booking.id = offer.booking_id
      where offer.booking_id = new.id and offer.state = 'open' and booking.status not in ('held', 'awaiting_payment')) then
    raise exception 'booking % is held no more and its offer is open', new.id
      using errcode = 'check_violation', constraint = 'bookings_settle_offers';
  end if;
  return null;
end $$;

create constraint trigger bookings_settle_offers
  after update of status on bookings deferrable initially deferred for each row when (((old.status = any (array['held', 'awaiting_payment'])) and (new.status <> ALL (array['held', 'awaiting_payment']))))
  execute function booking_settles_its_offer();
comment on trigger bookings_settle_offers on bookings is
  'With waitlist_offers_one_open.';

create trigger waitlist_entries_over
  before update on waitlist_entries for each row
  execute function waitlist_entry_ends_once();
comment on trigger waitlist_entries_over on waitlist_entries is
  'With waitlist_entries_once.';
