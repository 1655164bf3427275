-- Notifications of professionals and hosts in the bell, one row per account and reason.
create table notifications (
  id bigint generated always as identity not null,
  account_id bigint not null,
  type text not null,
  title text not null,
  message text not null,
  matching_categories text[] default '{}'::text[] not null,
  -- The target of the notification; the id is an id, or a date for a day of a host's calendar.
  about_kind text not null,
  about_id text default '' not null,
  -- The key of the event: a repeated job finds it already notified.
  dedupe_key text not null,
  created_at timestamptz not null,
  read_at timestamptz,
  constraint notifications_pkey primary key (id),
  -- The kinds are listed in contract/notification/notification.ts; a second list here would have to be kept equal.
  constraint notifications_about_kind_named check (about_kind ~ '^[a-z_]{1,40}$'),
  constraint notifications_type_check check (type in ('new_space_match', 'new_professional_match', 'direct_invitation', 'other'))
);
comment on table notifications is 'Entries in the bell.';

-- A space or a professional is announced to those nearby once, when it is first published.
create table notification_matchings (
  kind text not null,
  id bigint not null,
  at timestamptz not null,
  constraint notification_matchings_pkey primary key (kind, id),
  constraint notification_matchings_kind_check check (kind in ('space', 'professional'))
);
comment on table notification_matchings is 'Which new places were shown to whom.';

-- On which channel a user wants to be notified of what; only what differs from
-- the defaults in server/notification/message/rules.ts.
create table notification_settings (
  account_id bigint not null,
  -- {"space_match": {"app": false, "email": true}}
  choices jsonb default '{}'::jsonb not null,
  -- Minutes of the day between which emails wait; both null: they never wait.
  quiet_from smallint,
  quiet_to smallint,
  version integer default 1 not null,
  constraint notification_settings_pkey primary key (account_id),
  constraint notification_settings_check check ((quiet_from is null) = (quiet_to is null)),
  constraint notification_settings_quiet_from_check check (quiet_from between 0 and 1439),
  constraint notification_settings_quiet_to_check check (quiet_to between 0 and 1439)
);
comment on table notification_settings is 'Channels that a person chose.';

create index notifications_account on notifications (account_id, created_at desc, id desc);
create index notifications_age on notifications (created_at);
create unique index notifications_once on notifications (account_id, dedupe_key);
-- The unread count, which every open page requests every half minute, reads only this index.
create index notifications_unread on notifications (account_id, created_at desc, id desc) where (read_at is null);

alter table notifications add constraint notifications_account_id_fkey
  foreign key (account_id) references accounts(id) on delete cascade;

alter table notification_settings add constraint notification_settings_account_id_fkey
  foreign key (account_id) references accounts(id) on delete cascade;
