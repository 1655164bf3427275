-- A unit may be open in fewer hours than its place is; without a row, whenever the place is.
alter table schedules drop constraint schedules_owner_kind_check;
alter table schedules add constraint schedules_owner_kind_check
  check (owner_kind in ('professional', 'space', 'unit')) not valid;
alter table schedules validate constraint schedules_owner_kind_check;
