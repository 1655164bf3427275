-- A key by which a system of its owner calls the API. The secret is 256 random bits, so a fast hash of it suffices.
create table api_keys (
  id text not null,
  account_id bigint not null,
  name text not null,
  secret_hash bytea not null,
  scopes text[] not null,
  -- The role of its calls, chosen when it was created.
  acts_as text not null,
  -- The version of the API that its calls get unless they name another.
  api_version date not null,
  created_at timestamptz not null,
  -- Null: until it is revoked.
  expires_at timestamptz,
  revoked_at timestamptz,
  -- Written at most once a minute.
  last_used_at timestamptz,
  -- The last refused call, by the code of its refusal.
  last_problem_at timestamptz,
  last_problem_code text,
  constraint api_keys_pkey primary key (id),
  constraint api_keys_id_is_short check (id ~ '^[a-z0-9]{12}$'),
  constraint api_keys_name_is_short check (length(name) between 1 and 60),
  constraint api_keys_secret_is_a_hash check (octet_length(secret_hash) = 32),
  constraint api_keys_may_something check (cardinality(scopes) between 1 and 40),
  constraint api_keys_role check (acts_as in ('client', 'professional', 'host')),
  constraint api_keys_end_after_start check (expires_at > created_at and revoked_at >= created_at),
  constraint api_keys_last_problem check ((last_problem_at is null) = (last_problem_code is null))
);
comment on table api_keys is 'Keys of the API; secrets are stored hashed.';
comment on constraint api_keys_secret_is_a_hash on api_keys is 'a secret of a key that can be read in the database';
create index api_keys_account on api_keys (account_id, created_at);

-- A retry whose first reply was lost creates no second key: the name exists already.
create unique index api_keys_one_a_name on api_keys (account_id, lower(name)) where (revoked_at is null);
comment on index api_keys_one_a_name is 'two keys of one account and name that both work';
alter table api_keys add constraint api_keys_account_id_fkey
  foreign key (account_id) references accounts(id) on delete cascade;

-- The lock of the account makes two concurrent inserts wait for each other.
create function api_keys_have_room() returns trigger language plpgsql as $$
begin
  perform 1 from accounts where id = new.account_id for update;
  if (select count(*) >= 20 from api_keys k where k.account_id = new.account_id and k.revoked_at is null) then
    raise exception 'too many keys' using errcode = '23514', constraint = 'api_keys_full';
  end if;
  return new;
end $$;

create trigger api_keys_room
  before insert on api_keys for each row
  execute function api_keys_have_room();
comment on trigger api_keys_room on api_keys is 'more than twenty keys of one account that are not revoked';

-- A key's permissions are those shown when it was created.
create function api_keys_stay() returns trigger language plpgsql as $$
begin
  if (new.id, new.account_id, new.secret_hash, new.scopes, new.acts_as, new.created_at, new.expires_at)
    is distinct from (old.id, old.account_id, old.secret_hash, old.scopes, old.acts_as, old.created_at, old.expires_at)
    or old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at then
    raise exception 'a key cannot be changed' using errcode = '23514', constraint = 'api_keys_stay_as_made';
  end if;
  return new;
end $$;

create trigger api_keys_stay_as_made
  before update on api_keys for each row
  execute function api_keys_stay();
comment on trigger api_keys_stay_as_made on api_keys is 'a key that gains a scope, lives longer, or works again after it was revoked';
