-- After a new secret of an app the former one is accepted until it ends, so that the app's servers change one after the other.
alter table oauth_apps
  add column former_secret_hash bytea,
  add column former_until timestamptz,
  add constraint oauth_apps_former_is_a_hash check (octet_length(former_secret_hash) = 32),
  add constraint oauth_apps_former check (num_nonnulls(former_secret_hash, former_until) <> 1);

-- The daily email before a key ends.
create index api_keys_expiry on api_keys (expires_at) where (revoked_at is null and expires_at is not null);

-- A key's permissions are those shown when it was created. Its end may only come nearer: a renewed key ends a day later.
create or replace function api_keys_stay() returns trigger language plpgsql as $$
begin
  if (new.id, new.account_id, new.secret_hash, new.scopes, new.acts_as, new.created_at)
    is distinct from (old.id, old.account_id, old.secret_hash, old.scopes, old.acts_as, old.created_at)
    or new.expires_at is distinct from old.expires_at and coalesce(new.expires_at >= old.expires_at, new.expires_at is null)
    or old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at then
    raise exception 'a key cannot be changed' using errcode = '23514', constraint = 'api_keys_stay_as_made';
  end if;
  return new;
end $$;
