-- A chosen calendar that its account no longer lists stays with its busy times, and its owner is notified.
alter table connected_calendars
  -- The account no longer lists it: deleted there, or no longer shared. Its last known busy times stay taken.
  add column lost_at timestamptz,
  -- When the list is read again to find it.
  add column seek_at timestamptz,
  add constraint connected_calendars_lost check (
    (lost_at is null) = (seek_at is null) and (lost_at is null or (sync_token is null and channel_id is null))
  );
comment on constraint connected_calendars_lost on connected_calendars is
  'a calendar that its account no longer lists being read or watched';

-- Who else connected the same account: its consent is revoked with the last of them.
create index calendar_accounts_identity on calendar_accounts (provider, email_hash);
