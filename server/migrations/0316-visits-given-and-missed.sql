-- How many bookings of a house were given: who has five of them is paid sooner. Of a professional `bookings_visits` tells it.
create index bookings_of_host_given on bookings (host_id) where status in ('completed', 'closed');

-- A professional who registered the arrival without a code may still be missed until the hour ends (product.md §4, B16); who showed the
-- client's code or the unit's may not: the two met, or the professional was there.
alter table bookings add constraint bookings_absence_not_met check (status <> 'professional_no_show' or check_in_method is null
  or check_in_method not in ('client_code', 'station_code')) not valid;
alter table bookings validate constraint bookings_absence_not_met;
