-- Apps of others that work in the name of a person who allowed it (OAuth 2.1). All secrets are 256 random bits, so a fast hash suffices.
create table oauth_apps (
  id text not null,
  -- Null: the app registered itself (RFC 7591).
  account_id bigint,
  name text not null,
  website text,
  redirect_uris text[] not null,
  -- Null: a public app, which cannot keep a secret.
  secret_hash bytea,
  -- The scopes that it may request at most.
  scopes text[] not null,
  created_at timestamptz not null,
  constraint oauth_apps_pkey primary key (id),
  constraint oauth_apps_id_is_short check (id ~ '^app_[a-z0-9]{16}$'),
  constraint oauth_apps_texts_are_short check (length(name) between 1 and 60 and length(website) <= 300),
  constraint oauth_apps_secret_is_a_hash check (octet_length(secret_hash) = 32),
  constraint oauth_apps_go_back_somewhere check (cardinality(redirect_uris) between 1 and 10),
  constraint oauth_apps_may_something check (cardinality(scopes) between 1 and 40)
);
comment on table oauth_apps is 'Apps that may ask people for access; secrets are stored hashed.';
create index oauth_apps_account on oauth_apps (account_id) where (account_id is not null);
create index oauth_apps_registered on oauth_apps (created_at) where (account_id is null);

-- A retry whose first reply was lost creates no second app.
create unique index oauth_apps_one_a_name on oauth_apps (account_id, lower(name));
alter table oauth_apps add constraint oauth_apps_account_id_fkey
  foreign key (account_id) references accounts(id) on delete cascade;

-- The lock of the account makes two concurrent inserts wait for each other.
create function oauth_apps_have_room() returns trigger language plpgsql as $$
begin
  if new.account_id is null then return new; end if;
  perform 1 from accounts where id = new.account_id for update;
  if (select count(*) >= 10 from oauth_apps a where a.account_id = new.account_id) then
    raise exception 'too many apps' using errcode = '23514', constraint = 'oauth_apps_full';
  end if;
  return new;
end $$;

create trigger oauth_apps_room
  before insert on oauth_apps for each row
  execute function oauth_apps_have_room();
comment on trigger oauth_apps_room on oauth_apps is 'more than ten apps of one account';

-- A person's consent to an app: all its tokens end with it.
create table oauth_grants (
  id uuid not null,
  app_id text not null,
  account_id bigint not null,
  scopes text[] not null,
  acts_as text not null,
  api_version date not null,
  created_at timestamptz not null,
  -- Null: its code was not exchanged yet.
  exchanged_at timestamptz,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz,
  last_problem_at timestamptz,
  last_problem_code text,
  -- What its tokens open: the API, or /mcp (RFC 8707).
  resource text default 'api' not null,
  constraint oauth_grants_pkey primary key (id),
  constraint oauth_grants_may_something check (cardinality(scopes) between 1 and 40),
  constraint oauth_grants_role check (acts_as in ('client', 'professional', 'host')),
  constraint oauth_grants_end_after_start check (expires_at > created_at),
  constraint oauth_grants_last_problem check ((last_problem_at is null) = (last_problem_code is null)),
  constraint oauth_grants_resource check (resource in ('api', 'mcp'))
);
comment on table oauth_grants is 'What people allowed apps to do in their name.';
create index oauth_grants_account on oauth_grants (account_id);
create index oauth_grants_app on oauth_grants (app_id);
create index oauth_grants_expiry on oauth_grants (expires_at);
alter table oauth_grants add constraint oauth_grants_app_id_fkey
  foreign key (app_id) references oauth_apps(id) on delete cascade;
alter table oauth_grants add constraint oauth_grants_account_id_fkey
  foreign key (account_id) references accounts(id) on delete cascade;

create function oauth_grants_stay() returns trigger language plpgsql as $$
begin
  if (new.id, new.app_id, new.account_id, new.scopes, new.acts_as, new.resource, new.created_at, new.expires_at)
    is distinct from (old.id, old.app_id, old.account_id, old.scopes, old.acts_as, old.resource, old.created_at, old.expires_at)
    or old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at then
    raise exception 'a grant cannot be changed' using errcode = '23514', constraint = 'oauth_grants_stay_as_allowed';
  end if;
  return new;
end $$;

create trigger oauth_grants_stay_as_allowed
  before update on oauth_grants for each row
  execute function oauth_grants_stay();
comment on trigger oauth_grants_stay_as_allowed on oauth_grants is 'an app that may do more, or longer, than a person allowed, or works again after it was revoked';

-- The authorization code that the browser carries from the consent to the app, once.
create table oauth_codes (
  code_hash bytea not null,
  grant_id uuid not null,
  redirect_uri text not null,
  -- SHA-256 of the app's verifier (PKCE).
  challenge text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint oauth_codes_pkey primary key (code_hash),
  constraint oauth_codes_one_a_grant unique (grant_id),
  constraint oauth_codes_challenge_is_a_hash check (challenge ~ '^[A-Za-z0-9_-]{43}$')
);
comment on table oauth_codes is 'Authorization codes; stored hashed.';
comment on constraint oauth_codes_one_a_grant on oauth_codes is 'two codes for one consent';
alter table oauth_codes add constraint oauth_codes_grant_id_fkey
  foreign key (grant_id) references oauth_grants(id) on delete cascade;

create table oauth_tokens (
  token_hash bytea not null,
  grant_id uuid not null,
  kind text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Of a refresh token: exchanged for the next one.
  used_at timestamptz,
  constraint oauth_tokens_pkey primary key (token_hash),
  constraint oauth_tokens_kind check (kind in ('access', 'refresh')),
  constraint oauth_tokens_only_refresh_is_used check (used_at is null or kind = 'refresh')
);
comment on table oauth_tokens is 'Access and refresh tokens; stored hashed.';
create index oauth_tokens_grant on oauth_tokens (grant_id);
create index oauth_tokens_expiry on oauth_tokens (expires_at);
create unique index oauth_tokens_one_refresh on oauth_tokens (grant_id) where (kind = 'refresh' and used_at is null);
comment on index oauth_tokens_one_refresh is 'two refresh tokens of one consent that both work';
alter table oauth_tokens add constraint oauth_tokens_grant_id_fkey
  foreign key (grant_id) references oauth_grants(id) on delete cascade;
