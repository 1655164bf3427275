-- What the house stands on; knows no word of the domain.

create extension if not exists btree_gist;
create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists btree_gin;

-- A call's answer by its key: same key and body, same reply.
create table idempotency_keys (
  actor text not null,
  key text not null,
  endpoint text not null,
  body_hash bytea not null,
  status smallint,
  reply jsonb,
  started_at timestamptz not null,
  primary key (actor, key)
);
create index idempotency_keys_age on idempotency_keys (started_at);

-- Rate limits count here, so that any number of processes share them.
create unlogged table limits (
  bucket text not null,
  window_start timestamptz not null,
  count integer not null,
  primary key (bucket, window_start)
);
create index limits_age on limits (window_start);

-- Every mail once, by its key. Without an SMTP server this is the outbox itself, shown at /dev/mail;
-- with one, only the fact of sending stays, since bodies carry links that let people in.
create table mails (
  id bigint generated always as identity primary key,
  to_address text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  -- Set by the announcer: a mail retried after a crash is still one mail.
  dedupe_key text unique,
  created_at timestamptz not null,
  -- Null: handed to nobody yet.
  sent_at timestamptz
);

-- Switches of the operator, such as tax withholding.
create table settings (
  name text primary key,
  value jsonb not null
);
insert into settings values ('withholding', 'false');
