-- A second provider of calendars (docs/connection/outlook.md).
alter table outside_calendars drop constraint outside_calendars_provider_check;
alter table outside_calendars add constraint outside_calendars_provider_check check (provider in ('google', 'microsoft', 'caldav'));
alter table calendar_accounts drop constraint calendar_accounts_provider_check;
alter table calendar_accounts add constraint calendar_accounts_provider_check check (provider in ('google', 'microsoft', 'caldav'));
