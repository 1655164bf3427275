-- Wishes for a time of a service between two dates (product.md §4, Espera): who asks is offered what opens, in the order in
-- which they asked. An offer is a booking that is held for them; by its end the wish goes on by itself.
create table waitlist_wishes (
  id uuid primary key,
  -- 'client:7', or 'email:a@b.mx' of a visitor: nobody waits twice for one service.
  person text not null,
  client_id bigint references clients,
  -- How the offer reaches them; gone once the wish is over.
  first_name text not null,
  last_name text not null,
  email text,
  professional_id bigint not null references professionals,
  service_id bigint not null references services,
  -- Null: at any place.
  space_id bigint references spaces,
  -- Wall-clock dates and parts of the day at the place.
  from_date date not null,
  to_date date not null,
  parts text[] not null check (parts <@ '{morning,afternoon,evening}' and cardinality(parts) between 1 and 3),
  zone text not null,
  state text not null check (state in ('unconfirmed', 'active', 'offered', 'taken', 'paused', 'expired', 'withdrawn')),
  passes int not null default 0 check (passes between 0 and 2),
  version int not null default 1,
  asked_at timestamptz not null,
  looked_at timestamptz not null,
  -- After a pass nothing is offered for a while.
  rests_until timestamptz,
  ended_at timestamptz,
  constraint waitlist_wishes_dates check (to_date between from_date and from_date + 30),
  constraint waitlist_wishes_paused check ((state = 'paused') = (passes = 2 and state not in ('expired', 'withdrawn', 'taken'))),
  constraint waitlist_wishes_ended check ((ended_at is not null) = (state in ('taken', 'expired', 'withdrawn'))),
  constraint waitlist_wishes_reached check (email is not null or state in ('taken', 'expired', 'withdrawn'))
);
create unique index waitlist_wishes_once on waitlist_wishes (person, service_id)
  where state in ('active', 'offered', 'paused');
create index waitlist_wishes_waiting on waitlist_wishes (professional_id, asked_at) where state = 'active';
create index waitlist_wishes_person on waitlist_wishes (person, asked_at);
-- What people wished for, by day: for who looks at demand.
create index waitlist_wishes_wanted on waitlist_wishes (professional_id, from_date, to_date) where state <> 'unconfirmed';

create table waitlist_offers (
  id uuid primary key,
  wish_id uuid not null references waitlist_wishes,
  booking_id uuid not null unique references bookings,
  during tstzrange not null,
  state text not null default 'open' check (state in ('open', 'taken', 'passed', 'lapsed', 'countered', 'refused')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  constraint waitlist_offers_ended check ((state = 'open') = (ended_at is null)),
  -- A time that somebody let pass is not offered to them again, nor one that touches it.
  constraint waitlist_offers_other exclude using gist (wish_id with =, during with &&)
);
create unique index waitlist_offers_one_open on waitlist_offers (wish_id) where state = 'open';

alter table booking_links drop constraint booking_links_kind_check;
alter table booking_links add constraint booking_links_kind_check check (kind in ('appointment', 'waitlist', 'rescue'));

create or replace function booking_link_lapses() returns trigger language plpgsql as $$
begin
  update booking_links set answer = 'expired', answered_at = coalesce(new.ended_at, expires_at), email = null, phone = null,
    last_name = '', note = ''
  where booking_id = new.id and kind in ('appointment', 'waitlist') and (answer is null or answer = 'accepted');
  return null;
end $$;

-- However the held time ends, the offer and its wish go along, once. After `bookings_end_links`, whose answer it reads.
create function booking_settles_its_offer() returns trigger language plpgsql as $$
declare
  wish uuid;
  outcome text;
  moment timestamptz := coalesce(new.ended_at, new.confirmed_at, new.requested_at, clock_timestamp());
begin
  if new.status in ('requested', 'confirmed') then
    outcome := 'taken';
  elsif old.status = 'requested' then
    outcome := 'refused';
  else
    select case link.answer when 'declined' then 'passed' when 'countered' then 'countered' else 'lapsed' end into outcome
      from booking_links link where link.booking_id = new.id and link.kind = 'waitlist';
  end if;
  update waitlist_offers set state = outcome, ended_at = moment
    where booking_id = new.id and state <> outcome
      and (state = 'open' or state = 'taken' and outcome = 'refused' or state = 'lapsed' and outcome = 'taken')
    returning wish_id into wish;
  if wish is null then return null; end if;
  if outcome = 'taken' then
    update waitlist_wishes set state = 'taken', ended_at = moment, version = version + 1
      where id = wish and state in ('active', 'offered', 'paused');
  elsif outcome in ('countered', 'refused') then
    update waitlist_wishes set state = 'active', ended_at = null, version = version + 1
      where id = wish and (state = 'offered' or state = 'taken' and email is not null);
  else
    update waitlist_wishes set passes = passes + 1, state = case when passes = 1 then 'paused' else 'active' end,
      rests_until = moment + interval '1 hour', version = version + 1
    where id = wish and state = 'offered';
  end if;
  return null;
end $$;
create trigger bookings_settle_offers after update of status on bookings for each row
  when (old.status is distinct from new.status and (
    old.status in ('held', 'awaiting_payment', 'expired') and new.status in ('expired', 'requested', 'confirmed')
    or old.status = 'requested' and new.status in ('declined', 'expired')))
  execute function booking_settles_its_offer();

-- What is over stays over.
create function waitlist_wish_ends_once() returns trigger language plpgsql as $$
begin
  if old.state in ('expired', 'withdrawn') and new.state <> old.state then
    raise exception 'wish % is over', new.id using errcode = 'check_violation', constraint = 'waitlist_wishes_once_over';
  end if;
  return new;
end $$;
create trigger waitlist_wishes_over before update on waitlist_wishes for each row execute function waitlist_wish_ends_once();
