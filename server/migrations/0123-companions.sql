-- Several people in one visit: how many come, which part of it is whose, and what those are called who come along.
alter table bookings add column persons smallint not null default 1;
alter table bookings add constraint bookings_persons
  check (persons between 1 and 6 and (persons = 1 or kind = 'visit')) not valid;
alter table bookings validate constraint bookings_persons;

-- Parts stand in the order of the people; one person has a service once, two may have the same.
alter table booking_segments add column person smallint not null default 1;
alter table booking_segments add constraint booking_segments_person check (person between 1 and 6) not valid;
alter table booking_segments validate constraint booking_segments_person;
alter table booking_segments drop constraint booking_segments_position_check;
alter table booking_segments add constraint booking_segments_position check (position between 1 and 12) not valid;
alter table booking_segments validate constraint booking_segments_position;
alter table booking_segments drop constraint booking_segments_once;
alter table booking_segments add constraint booking_segments_once unique (booking_id, person, service_id);

-- No gap, at least two, beginning with the booking's own service, together its price; everybody has a part, in their order.
create or replace function booking_segments_whole() returns trigger language plpgsql as $$
declare
  found record;
  visit record;
  booking uuid := case when tg_table_name = 'bookings' then to_jsonb(new) ->> 'id' else to_jsonb(new) ->> 'booking_id' end;
begin
  select service_id, total_cents, persons into visit from bookings where id = booking;
  select count(*) as parts, max(position) as last, sum(price_cents) as price, max(service_id) filter (where position = 1) as first,
    count(distinct person) as persons, max(person) as last_person, max(mine) as most,
    array_agg(person order by position) is not distinct from array_agg(person order by person, position) as in_order
    into found from (select *, count(*) over (partition by person) as mine from booking_segments where booking_id = booking) segment;
  if found.parts = 0 and visit.persons > 1
    or found.parts > 0 and (found.parts < 2 or found.last <> found.parts or found.price <> visit.total_cents
      or found.first is distinct from visit.service_id or found.persons <> visit.persons
      or found.last_person <> visit.persons or found.most > 5 or not found.in_order) then
    raise exception 'the services of visit % are not its whole', booking
      using errcode = 'check_violation', constraint = 'booking_segments_whole';
  end if;
  return null;
end $$;
create constraint trigger booking_segments_persons after insert on bookings
  deferrable initially deferred for each row when (new.persons > 1) execute function booking_segments_whole();
create constraint trigger booking_segments_persons_stand after update of persons on bookings
  deferrable initially deferred for each row when (old.persons is distinct from new.persons) execute function booking_segments_whole();

-- First names only; whoever books declares to be the adult who comes along with a minor, and when they did.
create table booking_companions (
  booking_id uuid not null references bookings,
  person smallint not null constraint booking_companions_person check (person between 1 and 6),
  first_name text not null constraint booking_companions_name check (length(first_name) between 1 and 40),
  is_minor boolean not null,
  declared_at timestamptz,
  primary key (booking_id, person),
  constraint booking_companions_adult check (is_minor = (declared_at is not null))
);
create function booking_companions_counted() returns trigger language plpgsql as $$
begin
  if new.person > (select persons from bookings where id = new.booking_id) then
    raise exception 'nobody is the % in visit %', new.person, new.booking_id
      using errcode = 'check_violation', constraint = 'booking_companions_counted';
  end if;
  return new;
end $$;
create trigger booking_companions_counted before insert or update on booking_companions
  for each row execute function booking_companions_counted();

-- Kept in an account for the next time: twelve places, a name once.
create table companions (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  place smallint not null constraint companions_few check (place between 1 and 12),
  first_name text not null constraint companions_name check (length(first_name) between 1 and 40),
  is_minor boolean not null,
  created_at timestamptz not null,
  constraint companions_one_a_place unique (account_id, place)
);
create unique index companions_known on companions (account_id, lower(first_name));

-- What is asked before a visit is asked of each who has the service done.
alter table intake_answers add column person smallint not null default 1;
alter table intake_answers add constraint intake_answers_person check (person between 1 and 6) not valid;
alter table intake_answers validate constraint intake_answers_person;
alter table intake_answers drop constraint intake_answers_once;
alter table intake_answers add constraint intake_answers_once unique (booking_id, form_id, person);
alter table intake_readings add column person smallint not null default 1;
