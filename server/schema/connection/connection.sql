create table calendar_accounts (
  id bigint generated always as identity not null,
  professional_id bigint,
  provider text not null,
  -- The first or the second of its owner.
  place smallint not null,
  -- The address of the account, for its owner to recognise; sealed, since it may be a private one.
  email bytea not null,
  email_hash bytea not null,
  refresh_token bytea not null,
  access_token bytea,
  access_ends_at timestamptz,
  -- Whose secret sealed them.
  key_id text not null,
  scopes text[] not null,
  connected_at timestamptz not null,
  succeeded_at timestamptz,
  failure text,
  failed_at timestamptz,
  -- Failures in a row; the next attempt waits accordingly.
  failures integer default 0 not null,
  -- The consent was revoked: nothing is requested from the provider until the owner connects it again.
  revoked_at timestamptz,
  -- The owner disconnected it: Kalli's events there and the consent are removed, then the row.
  leaving_at timestamptz,
  next_at timestamptz not null,
  -- Increases with each reason to synchronize, so that one during a run is not lost.
  revision integer default 0 not null,
  -- Kalli is to create a calendar of its own there and write into it.
  wants_own boolean default false not null,
  -- The process that synchronizes it, and until when; the holder of an older lease records nothing.
  lease uuid,
  leased_until timestamptz,
  host_id bigint,
  constraint calendar_accounts_pkey primary key (id),
  constraint calendar_accounts_once unique (professional_id, provider, email_hash),
  constraint calendar_accounts_two unique (professional_id, place),
  constraint calendar_accounts_of_one check (num_nonnulls(professional_id, host_id) = 1),
  constraint calendar_accounts_host_once unique (host_id, provider, email_hash),
  constraint calendar_accounts_host_two unique (host_id, place),
  constraint calendar_accounts_place_check check (place in (1, 2)),
  constraint calendar_accounts_provider_check check (provider in ('google', 'microsoft', 'caldav')),
  constraint calendar_accounts_hashed check (octet_length(email_hash) = 32),
  constraint calendar_accounts_access check ((access_token is null) = (access_ends_at is null)),
  constraint calendar_accounts_leased check ((lease is null) = (leased_until is null)),
  constraint calendar_accounts_failure_check check (
    (failure is null) = (failed_at is null)
    and failure in ('revoked', 'limited', 'unreachable', 'refused', 'gone', 'scopes')
  ),
  constraint calendar_accounts_professional_id_fkey foreign key (professional_id) references professionals(id) on delete cascade,
  constraint calendar_accounts_host_id_fkey foreign key (host_id) references hosts(id) on delete cascade
);
comment on table calendar_accounts is 'Accounts at calendar providers that professionals and hosts connected; tokens are sealed.';
comment on constraint calendar_accounts_once on calendar_accounts is 'one account of a provider connected twice by one professional';
comment on constraint calendar_accounts_two on calendar_accounts is 'a third connected account of one professional';
comment on constraint calendar_accounts_of_one on calendar_accounts is 'a calendar account of a professional and a host at once, or of neither';
comment on constraint calendar_accounts_host_once on calendar_accounts is 'one account of a provider connected twice by one host';
comment on constraint calendar_accounts_host_two on calendar_accounts is 'a third connected account of one host';
create index calendar_accounts_due on calendar_accounts (next_at) where revoked_at is null;

create table connected_calendars (
  id bigint generated always as identity not null,
  account_id bigint not null,
  external_id text not null,
  -- Its title there, sealed.
  name bytea not null,
  -- Kalli may write into it.
  writable boolean not null,
  is_primary boolean not null,
  -- Made by Kalli, for its own events.
  own boolean default false not null,
  -- Where its busy times are saved; null: it does not count as busy.
  outside_id bigint,
  -- Kalli writes into this one.
  target boolean default false not null,
  sync_token text,
  -- Events that a full reading with this number does not return were deleted.
  reading integer default 0 not null,
  -- Instances of recurring events are reported only for a limited period: after it, all is read again.
  full_at timestamptz,
  channel_id uuid,
  channel_token_hash bytea,
  channel_resource text,
  channel_ends_at timestamptz,
  -- The unit whose calendar it is: what is busy there takes the unit's time, and its bookings are written there.
  unit_id bigint,
  unit_since timestamptz,
  constraint connected_calendars_pkey primary key (id),
  constraint connected_calendars_once unique (account_id, external_id),
  constraint connected_calendars_busy_once unique (outside_id),
  constraint connected_calendars_channel check (
    num_nulls(channel_id, channel_token_hash, channel_resource, channel_ends_at) in (0, 4)
  ),
  constraint connected_calendars_channel_hashed check (octet_length(channel_token_hash) = 32),
  constraint connected_calendars_own_not_busy check (not (own and outside_id is not null)),
  constraint connected_calendars_account_id_fkey foreign key (account_id) references calendar_accounts(id) on delete cascade,
  constraint connected_calendars_outside_id_fkey foreign key (outside_id) references outside_calendars(id) on delete set null,
  constraint connected_calendars_unit_id_fkey foreign key (unit_id) references units(id),
  constraint connected_calendars_unit_since check ((unit_id is null) = (unit_since is null))
);
comment on table connected_calendars is 'The calendars of a connected account, and what each is used for.';
comment on constraint connected_calendars_own_not_busy on connected_calendars is 'Kalli''s own events taking time a second time';
create unique index connected_calendars_one_target on connected_calendars (account_id) where target and unit_id is null;
comment on index connected_calendars_one_target is 'one visit written into two calendars of an account';
create unique index connected_calendars_unit_once on connected_calendars (unit_id) where unit_id is not null;
comment on index connected_calendars_unit_once is 'two connected calendars of one unit, its bookings written twice';
create unique index connected_calendars_channel_once on connected_calendars (channel_id) where channel_id is not null;

create table connected_events (
  calendar_id bigint not null,
  external_id text not null,
  -- What recurs is one event of a CalDAV calendar, with all the times that it takes (docs/connection/caldav.md).
  during tstzmultirange not null,
  reading integer not null,
  constraint connected_events_pkey primary key (calendar_id, external_id),
  constraint connected_events_during check (not isempty(during) and not lower_inf(during) and not upper_inf(during)),
  constraint connected_events_calendar_id_fkey foreign key (calendar_id) references connected_calendars(id) on delete cascade
);
comment on table connected_events is 'When the events of a connected calendar take time; nothing else of them is saved.';

create table written_events (
  account_id bigint not null,
  -- A booking, class or block of ours.
  ref text not null,
  calendar_id bigint not null,
  event_id text not null,
  -- The digest of the written event; null: it was sent without an answer.
  digest text,
  -- The etag of the version written or read last.
  etag text,
  removing boolean default false not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  constraint written_events_pkey primary key (account_id, ref),
  constraint written_events_there_once unique (calendar_id, event_id),
  constraint written_events_account_id_fkey foreign key (account_id) references calendar_accounts(id) on delete cascade,
  constraint written_events_calendar_id_fkey foreign key (calendar_id) references connected_calendars(id) on delete cascade
);
comment on table written_events is 'What Kalli wrote into connected calendars.';
comment on constraint written_events_pkey on written_events is 'one visit written twice into one account';
-- Where a booking of a unit was written, when it changes.
create index written_events_unit on written_events (ref) where ref like 'unit-%';

create table calendar_differences (
  id uuid not null,
  account_id bigint not null,
  ref text not null,
  kind text not null,
  -- The owner's new hour; null: deleted.
  starts_at timestamptz,
  ends_at timestamptz,
  -- The event that Kalli wanted when it was found: another one ends the difference.
  digest text not null,
  state text not null,
  found_at timestamptz not null,
  ended_at timestamptz,
  constraint calendar_differences_pkey primary key (id),
  constraint calendar_differences_kind_check check (kind in ('moved', 'deleted')),
  constraint calendar_differences_state_check check (state in ('open', 'proposed', 'put_back', 'over')),
  constraint calendar_differences_hour check ((kind = 'moved') = (starts_at is not null) and (starts_at is null) = (ends_at is null)),
  constraint calendar_differences_ended check ((ended_at is null) = (state in ('open', 'proposed'))),
  constraint calendar_differences_account_id_fkey foreign key (account_id) references calendar_accounts(id) on delete cascade
);
comment on table calendar_differences is 'Events of ours that their owner moved or deleted in a connected calendar, until it is decided.';
create unique index calendar_differences_one_open on calendar_differences (account_id, ref) where ended_at is null;
comment on index calendar_differences_one_open is 'two open questions about one event of a connected calendar';
create index calendar_differences_age on calendar_differences (ended_at) where ended_at is not null;
