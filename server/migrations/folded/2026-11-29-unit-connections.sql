-- Calendars of a host's units at connected accounts (docs/connection/units.md): an account is a professional's, or a host's.
alter table calendar_accounts alter column professional_id drop not null;
alter table calendar_accounts add column host_id bigint;
alter table calendar_accounts add constraint calendar_accounts_host_id_fkey foreign key (host_id) references hosts(id) on delete cascade;
alter table calendar_accounts add constraint calendar_accounts_of_one check (num_nonnulls(professional_id, host_id) = 1);
alter table calendar_accounts add constraint calendar_accounts_host_once unique (host_id, provider, email_hash);
alter table calendar_accounts add constraint calendar_accounts_host_two unique (host_id, place);
comment on table calendar_accounts is 'Accounts at calendar providers that professionals and hosts connected; tokens are sealed.';
comment on constraint calendar_accounts_of_one on calendar_accounts is 'a calendar account of a professional and a host at once, or of nobody';
comment on constraint calendar_accounts_host_once on calendar_accounts is 'one account of a provider connected twice by one host';
comment on constraint calendar_accounts_host_two on calendar_accounts is 'a third connected account of one host';

-- The calendar of a unit: what is busy there takes the unit's time, and its bookings are written there.
alter table connected_calendars add column unit_id bigint;
alter table connected_calendars add column unit_since timestamptz;
alter table connected_calendars add constraint connected_calendars_unit_id_fkey foreign key (unit_id) references units(id);
alter table connected_calendars add constraint connected_calendars_unit_since check ((unit_id is null) = (unit_since is null));
create unique index connected_calendars_unit_once on connected_calendars (unit_id) where unit_id is not null;
comment on index connected_calendars_unit_once is 'two connected calendars of one unit, its bookings written twice';
drop index connected_calendars_one_target;
create unique index connected_calendars_one_target on connected_calendars (account_id) where target and unit_id is null;
comment on index connected_calendars_one_target is 'one visit written into two calendars of an account';
-- Where a booking of a unit was written, when it changes.
create index written_events_unit on written_events (ref) where ref like 'unit-%';

create index class_sessions_host on class_sessions (host_id, starts_at) where host_id is not null;

-- A member of the team may connect calendars of the units, and decide what was changed in them.
alter table memberships drop constraint memberships_permissions;
alter table memberships add constraint memberships_permissions check (permissions <@ array['see_own', 'see_all', 'charge', 'cancel', 'reports', 'calendars']);
