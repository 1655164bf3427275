-- Calendars outside that take a unit's or a professional's time (docs/availability/outside-calendars.md): read by a job, mirrored into
-- claims without a name or a title.
create table outside_calendars (
  id bigint generated always as identity not null,
  unit_id bigint,
  professional_id bigint,
  -- Encrypted, because anyone who has the address can read the calendar. Only the owner is shown.
  address bytea,
  host_name text not null,
  added_at timestamptz not null,
  next_at timestamptz not null,
  read_at timestamptz,
  failure text,
  -- The address shows no calendar any more; reading it again does not help.
  lost boolean default false not null,
  -- What the owner has been notified of since the calendar was last read.
  notified text,
  etag text,
  modified text,
  busy tstzmultirange default '{}'::tstzmultirange not null,
  -- What could not be read of an outside calendar: the number of events, and the first of them, encrypted like the address, since
  -- event titles are private to the owner.
  unread_count integer default 0 not null,
  unread bytea,
  provider text,
  constraint outside_calendars_pkey primary key (id),
  constraint outside_calendars_failure_check check (failure in ('unreachable', 'gone', 'not_a_calendar', 'too_large', 'not_outside', 'no_event_readable')),
  constraint outside_calendars_host_name_check check ((length(host_name) >= 1) and (length(host_name) <= 253)),
  constraint outside_calendars_lost check ((not lost) or (failure is not null)),
  constraint outside_calendars_of_one check (num_nonnulls(unit_id, professional_id) = 1),
  constraint outside_calendars_notified_check check (notified in ('stale', 'lost')),
  constraint outside_calendars_unread check ((unread_count >= 0) and ((unread is null) = (unread_count = 0))),
  constraint outside_calendars_provider_check check (provider in ('google', 'microsoft', 'caldav')),
  constraint outside_calendars_by_one_way check ((address is null) = (provider is not null))
);
comment on table outside_calendars is 'Calendar addresses that are read as busy time.';
comment on constraint outside_calendars_by_one_way on outside_calendars is
  'an outside calendar that is both read at an address and notified by a provider, or neither';
comment on constraint outside_calendars_of_one on outside_calendars is
  'With claims_outside_alone.';

create index outside_calendars_due on outside_calendars (next_at);
create index outside_calendars_professional on outside_calendars (professional_id) where (professional_id is not null);
create index outside_calendars_unit on outside_calendars (unit_id) where (unit_id is not null);

alter table outside_calendars add constraint outside_calendars_professional_id_fkey
  foreign key (professional_id) references professionals(id) on delete cascade;

alter table outside_calendars add constraint outside_calendars_unit_id_fkey
  foreign key (unit_id) references units(id) on delete cascade;
