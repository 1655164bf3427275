-- The third way of arriving: by where who serves is. Of it stands how far from the place that was and how sure the device was, in
-- whole metres, the first to ten of them; never where.
alter table bookings
  add column check_in_distance_m smallint,
  add column check_in_accuracy_m smallint,
  add column professional_arrival_distance_m smallint,
  add column professional_arrival_accuracy_m smallint;

alter table bookings drop constraint bookings_check_in_method_check;
alter table bookings add constraint bookings_check_in_method_check
  check (check_in_method in ('client_code', 'station_code', 'position', 'word')) not valid;
alter table bookings validate constraint bookings_check_in_method_check;
alter table bookings drop constraint bookings_professional_arrival_method_check;
alter table bookings add constraint bookings_professional_arrival_method_check
  check (professional_arrival_method in ('station_code', 'position', 'word')) not valid;
alter table bookings validate constraint bookings_professional_arrival_method_check;

-- Nobody is near by a position that is unclear (200 m), further than the reach and the doubt that counts (150 + 100 m), or near to a
-- visit that is online; and no other way of arriving has a distance.
alter table bookings add constraint bookings_check_in_position check (case when check_in_method = 'position'
  then num_nulls(check_in_distance_m, check_in_accuracy_m) = 0 and check_in_accuracy_m between 0 and 200
    and check_in_distance_m between 0 and 150 + least(check_in_accuracy_m, 100) and visit_place is distinct from -1
  else num_nonnulls(check_in_distance_m, check_in_accuracy_m) = 0 end) not valid;
alter table bookings validate constraint bookings_check_in_position;
alter table bookings add constraint bookings_arrival_position check (case when professional_arrival_method = 'position'
  then num_nulls(professional_arrival_distance_m, professional_arrival_accuracy_m) = 0 and professional_arrival_accuracy_m between 0 and 200
    and professional_arrival_distance_m between 0 and 150 + least(professional_arrival_accuracy_m, 100) and visit_place is distinct from -1
  else num_nonnulls(professional_arrival_distance_m, professional_arrival_accuracy_m) = 0 end) not valid;
alter table bookings validate constraint bookings_arrival_position;
