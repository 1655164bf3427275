-- A call's answer by its key: same key and body, same reply.
create table idempotency_keys (
  actor text not null,
  key text not null,
  endpoint text not null,
  body_hash bytea not null,
  status smallint,
  reply jsonb,
  started_at timestamptz not null,
  -- A call with a key is in progress while its process holds the lease, by the database's clock.
  run uuid,
  leased_until timestamptz,
  constraint idempotency_keys_pkey primary key (actor, key)
);
comment on table idempotency_keys is 'Replies to requests that carried an idempotency key, so that a retry gets the same reply.';

create index idempotency_keys_age on idempotency_keys (started_at);
