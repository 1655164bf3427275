-- Dates of a series that wait for one answer of its client: those that a professional made, or made longer, and sent by a link. Each is
-- held with the first of them, and is confirmed or let go with it; one that was let go keeps its row and is no visit of the series.
alter table booking_series_visits add column with_id uuid references bookings;
create index booking_series_visits_held on booking_series_visits (with_id) where with_id is not null;

-- A series that runs is made longer: how many visits are still to come is counted when it is.
alter table booking_series_visits drop constraint booking_series_visits_position_check;
alter table booking_series_visits
  add constraint booking_series_visits_from_one check (position between 1 and 999) not valid;
alter table booking_series_visits validate constraint booking_series_visits_from_one;
