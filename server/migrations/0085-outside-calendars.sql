-- Calendars outside that take a unit's or a professional's time (docs/availability/outside-calendars.md): read by a job, mirrored into
-- claims without a name or a title.
create table outside_calendars (
  id bigint generated always as identity primary key,
  unit_id bigint references units on delete cascade,
  professional_id bigint references professionals on delete cascade,
  -- Whoever has the address reads the calendar: sealed. What is shown is whose it is.
  address bytea not null,
  host_name text not null check (length(host_name) between 1 and 253),
  added_at timestamptz not null,
  next_at timestamptz not null,
  read_at timestamptz,
  failure text check (failure in ('unreachable', 'gone', 'not_a_calendar', 'too_large', 'not_outside')),
  -- It will not heal by itself: the address shows no calendar any more.
  lost boolean not null default false,
  -- What its owner was told since it was last read.
  told text check (told in ('stale', 'lost')),
  etag text,
  modified text,
  busy tstzmultirange not null default '{}',
  constraint outside_calendars_of_one check (num_nonnulls(unit_id, professional_id) = 1),
  constraint outside_calendars_lost check (not lost or failure is not null)
);
create index outside_calendars_due on outside_calendars (next_at);
create index outside_calendars_unit on outside_calendars (unit_id) where unit_id is not null;
create index outside_calendars_professional on outside_calendars (professional_id) where professional_id is not null;

alter table claims add column outside_id bigint references outside_calendars on delete cascade;
alter table claims add constraint claims_outside_alone
  check (outside_id is null or (booking_id is null and block_id is null and state = 'firm')) not valid;
alter table claims validate constraint claims_outside_alone;
create index claims_outside on claims (outside_id) where outside_id is not null;
