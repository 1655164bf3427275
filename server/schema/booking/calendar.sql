-- A unit's bookings as a feed that the host's own calendar subscribes to, at an unguessable address of which only the digest is
-- stored. A new address replaces the old one; once removed, the address shows nothing.
create table unit_calendars (
  unit_id bigint not null,
  token_hash bytea not null,
  made_at timestamptz not null,
  constraint unit_calendars_pkey primary key (unit_id),
  constraint unit_calendars_of_one unique (token_hash),
  constraint unit_calendars_hashed check (octet_length(token_hash) = 32)
);
comment on table unit_calendars is 'Calendar addresses of units, hashed.';
comment on constraint unit_calendars_pkey on unit_calendars is
  'a second address of a unit''s or a professional''s calendar, an address with an invalid digest';
comment on constraint unit_calendars_of_one on unit_calendars is
  'With unit_calendars_pkey.';
comment on constraint unit_calendars_hashed on unit_calendars is
  'With unit_calendars_pkey.';

-- A professional's agenda as a feed that their own calendar elsewhere subscribes to, at an unguessable address of which only the
-- digest is stored. A new address replaces the old one; once removed, the address shows nothing.
create table own_calendars (
  professional_id bigint not null,
  token_hash bytea not null,
  made_at timestamptz not null,
  constraint own_calendars_pkey primary key (professional_id),
  constraint own_calendars_of_one unique (token_hash),
  constraint own_calendars_hashed check (octet_length(token_hash) = 32)
);
comment on table own_calendars is 'Calendar addresses of professionals, hashed.';
comment on constraint own_calendars_pkey on own_calendars is
  'With unit_calendars_pkey.';
comment on constraint own_calendars_of_one on own_calendars is
  'With unit_calendars_pkey.';
comment on constraint own_calendars_hashed on own_calendars is
  'With unit_calendars_pkey.';

-- Clients and professionals who got the appointment as a calendar file, so that its cancellation is sent to them alone
-- (contract/platform/calendar-file.ts). A rent may have had several professionals.
create table calendar_copies (
  booking_id uuid not null,
  reader text not null,
  sent_at timestamptz not null,
  constraint calendar_copies_pkey primary key (booking_id, reader),
  constraint calendar_copies_reader check ((reader = 'client') or (reader ~ '^professional:[0-9]+$'))
);
comment on table calendar_copies is 'Calendar messages that were sent, so that changes reach the same entry.';

alter table unit_calendars add constraint unit_calendars_unit_id_fkey
  foreign key (unit_id) references units(id) on delete cascade;

alter table own_calendars add constraint own_calendars_professional_id_fkey
  foreign key (professional_id) references professionals(id) on delete cascade;

alter table calendar_copies add constraint calendar_copies_booking_id_fkey
  foreign key (booking_id) references bookings(id) on delete cascade;
