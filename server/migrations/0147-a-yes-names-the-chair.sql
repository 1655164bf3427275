-- The chair or cabin that the host named when they said yes to a fixed rent; null: that of the vacancy, or they are asked once who it is
-- for has come in.
alter table agreements add column unit_id bigint;
alter table agreements add constraint agreements_unit foreign key (unit_id) references units not valid;
alter table agreements validate constraint agreements_unit;
