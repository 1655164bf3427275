create table calendar_accounts (
  id bigint generated always as identity not null,
  professional_id bigint not null,
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
  -- In a row; how long the next attempt waits.
  failures integer default 0 not null,
  -- The consent is gone: nothing is requested of the provider until its owner connects it again.
  revoked_at timestamptz,
  -- Its owner took it away: our events there and the consent go, then the row.
  leaving_at timestamptz,
  next_at timestamptz not null,
  -- Grows with each reason to look again, so that one that comes during a run is not lost.
  revision integer default 0 not null,
  -- Kalli shall make a calendar of its own there and write into it.
  wants_own boolean default false not null,
  -- Who works on it now, and until when; the holder of an older lease records nothing.
  lease uuid,
  leased_until timestamptz,
  constraint calendar_accounts_pkey primary key (id),
  constraint calendar_accounts_once unique (professional_id, provider, email_hash),
  constraint calendar_accounts_two unique (professional_id, place),
  constraint calendar_accounts_place_check check (place in (1, 2)),
  constraint calendar_accounts_provider_check check (provider in ('google')),
  constraint calendar_accounts_hashed check (octet_length(email_hash) = 32),
  constraint calendar_accounts_access check ((access_token is null) = (access_ends_at is null)),
  constraint calendar_accounts_leased check ((lease is null) = (leased_until is null)),
  constraint calendar_accounts_failure_check check (
    (failure is null) = (failed_at is null)
    and failure in ('revoked', 'limited', 'unreachable', 'refused', 'gone', 'scopes')
  ),
  constraint calendar_accounts_professional_id_fkey foreign key (professional_id) references professionals(id) on delete cascade
);
comment on table calendar_accounts is 'Accounts at calendar providers that professionals connected; tokens are sealed.';
comment on constraint calendar_accounts_once on calendar_accounts is 'one account of a provider connected twice by one professional';
comment on constraint calendar_accounts_two on calendar_accounts is 'a third connected account of one professional';
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
  -- What is not seen by a full reading of this number is gone.
  reading integer default 0 not null,
  -- Instances of what recurs are notified only so far ahead: then it is read anew.
  full_at timestamptz,
  channel_id uuid,
  channel_token_hash bytea,
  channel_resource text,
  channel_ends_at timestamptz,
  constraint connected_calendars_pkey primary key (id),
  constraint connected_calendars_once unique (account_id, external_id),
  constraint connected_calendars_busy_once unique (outside_id),
  constraint connected_calendars_channel check (
    num_nulls(channel_id, channel_token_hash, channel_resource, channel_ends_at) in (0, 4)
  ),
  constraint connected_calendars_channel_hashed check (octet_length(channel_token_hash) = 32),
  constraint connected_calendars_own_not_busy check (not (own and outside_id is not null)),
  constraint connected_calendars_account_id_fkey foreign key (account_id) references calendar_accounts(id) on delete cascade,
  constraint connected_calendars_outside_id_fkey foreign key (outside_id) references outside_calendars(id) on delete set null
);
comment on table connected_calendars is 'The calendars of a connected account, and what each is used for.';
comment on constraint connected_calendars_own_not_busy on connected_calendars is 'Kalli''s own events taking time a second time';
create unique index connected_calendars_one_target on connected_calendars (account_id) where target;
comment on index connected_calendars_one_target is 'one visit written into two calendars of an account';
create unique index connected_calendars_channel_once on connected_calendars (channel_id) where channel_id is not null;

create table connected_events (
  calendar_id bigint not null,
  external_id text not null,
  during tstzrange not null,
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
  -- What it says there, as a digest; null: it was sent, and whether it arrived is not known.
  digest text,
  -- Of the version that was written or seen last.
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

create table calendar_differences (
  id uuid not null,
  account_id bigint not null,
  ref text not null,
  kind text not null,
  -- Where its owner moved it to; null: deleted.
  starts_at timestamptz,
  ends_at timestamptz,
  -- What Kalli wanted there when it was found: if that changes the difference is over.
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
