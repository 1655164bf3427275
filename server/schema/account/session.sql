create table sessions (
  token_hash bytea not null,
  account_id bigint not null,
  user_agent text default '' not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  -- The id by which the account holder sees and ends a session; the token's hash never leaves the server.
  handle uuid default gen_random_uuid() not null,
  -- When the account holder last confirmed their identity in this session; sensitive changes require it again after a while.
  proven_at timestamptz,
  constraint sessions_pkey primary key (token_hash)
);
comment on table sessions is 'Signed-in browsers; tokens are stored hashed.';

create table password_resets (
  token_hash bytea not null,
  account_id bigint not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint password_resets_pkey primary key (token_hash)
);
comment on table password_resets is 'Links to set a new password; tokens are stored hashed.';

create index password_resets_account on password_resets (account_id);
create unique index password_resets_open on password_resets (account_id) where (used_at is null);
create index sessions_account on sessions (account_id);
create index sessions_expiry on sessions (expires_at);
create unique index sessions_handle on sessions (handle);

alter table sessions add constraint sessions_account_id_fkey
  foreign key (account_id) references accounts(id) on delete cascade;

alter table password_resets add constraint password_resets_account_id_fkey
  foreign key (account_id) references accounts(id) on delete cascade;
