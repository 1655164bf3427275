-- What recurs is one event of a CalDAV calendar, with all the times that it takes (docs/connection/caldav.md).
alter table connected_events drop constraint connected_events_during;
alter table connected_events alter column during type tstzmultirange using tstzmultirange(during);
alter table connected_events add constraint connected_events_during check (not isempty(during) and not lower_inf(during) and not upper_inf(during));
