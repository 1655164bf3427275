-- What of an outside calendar could not be read: how many events, and the first of them, sealed as the address is, since their titles
-- are nobody's but their owner's.
alter table outside_calendars
  add column unread_count integer not null default 0,
  add column unread bytea,
  add constraint outside_calendars_unread check (unread_count >= 0 and (unread is null) = (unread_count = 0)),
  drop constraint outside_calendars_failure_check,
  add constraint outside_calendars_failure_check
    check (failure in ('unreachable', 'gone', 'not_a_calendar', 'too_large', 'not_outside', 'no_event_readable'));
