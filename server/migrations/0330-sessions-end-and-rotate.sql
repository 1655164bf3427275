-- A session ends 30 days after its sign-in. Until now each use prolonged it.
update sessions set expires_at = created_at + interval '30 days' where expires_at > created_at + interval '30 days';

-- The secret of a session changes with what the session may do; the push subscription of its browser follows.
alter table push_devices
  drop constraint push_devices_session_hash_fkey,
  add constraint push_devices_session_hash_fkey
    foreign key (session_hash) references sessions on update cascade on delete cascade;

-- An account has one link for a forgotten password; a new link replaces it.
delete from password_resets old using password_resets newer
  where old.account_id = newer.account_id and old.used_at is null and newer.used_at is null
    and (old.expires_at, old.token_hash) < (newer.expires_at, newer.token_hash);
create unique index password_resets_open on password_resets (account_id) where used_at is null;
