-- What a professional or a host is told in the bell, one row per person and reason.
create table notifications (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  type text not null check (type in ('new_space_match', 'new_professional_match', 'direct_invitation', 'other')),
  title text not null,
  message text not null,
  matching_categories text[] not null default '{}',
  -- What it leads to; the id is an id, or a date for a day of a host's calendar.
  about_kind text not null check (about_kind in
    ('space', 'professional', 'invitation', 'appointments', 'occupancy', 'earnings', 'rent')),
  about_id text not null default '',
  -- What it is told for: a job that repeats finds it told.
  dedupe_key text not null,
  created_at timestamptz not null,
  read_at timestamptz
);
create unique index notifications_once on notifications (account_id, dedupe_key);
-- The count of the bell, asked every half minute by every open page, reads nothing else.
create index notifications_unread on notifications (account_id, created_at desc, id desc) where read_at is null;
create index notifications_account on notifications (account_id, created_at desc, id desc);
create index notifications_age on notifications (created_at);

-- A space or a professional is announced to those nearby once, when it is first published.
create table notification_matchings (
  kind text not null check (kind in ('space', 'professional')),
  id bigint not null,
  at timestamptz not null,
  primary key (kind, id)
);
-- Whoever was there before is no news.
insert into notification_matchings
  select 'space', id, now() from spaces where status = 'published'
  union all
  select 'professional', id, now() from professionals where status = 'published';

-- Where somebody wants to hear of what; only what differs from the defaults in server/notification/message/rules.ts.
create table notification_settings (
  account_id bigint primary key references accounts on delete cascade,
  -- {"space_match": {"app": false, "email": true}}
  choices jsonb not null default '{}',
  -- Minutes of the day between which letters wait; both null: they never do.
  quiet_from smallint check (quiet_from between 0 and 1439),
  quiet_to smallint check (quiet_to between 0 and 1439),
  version integer not null default 1,
  check ((quiet_from is null) = (quiet_to is null))
);

-- Letters that wait for the morning, or for the next round of the sender; gone once sent.
create table notification_letters (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  letter jsonb not null,
  dedupe_key text not null unique,
  due_at timestamptz not null
);
create index notification_letters_due on notification_letters (due_at);
create index notification_letters_account on notification_letters (account_id);
