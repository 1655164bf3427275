-- Arrivals, check-in and check-out of a booking. Most holds and cancelled bookings have none, so it is a table of its own
-- (docs/decisions/schema.md).
create table attendances (
  booking_id uuid not null,
  -- When the professional registered being at the place before any client arrived (product.md §4, B15): with the code posted at
  -- the unit, by position, or by declaring it where there is no unit.
  professional_arrived_at timestamptz,
  professional_arrival_method text,
  -- If it was registered while the device was offline: the time is the device's, and this is when the server received it. Null: online.
  professional_arrival_received_at timestamptz,
  -- Only the distance to the place and the device's accuracy are stored, in whole metres, the distance rounded to ten; never the
  -- position.
  professional_arrival_distance_m smallint,
  professional_arrival_accuracy_m smallint,
  -- The client's arrival, with which the use begins.
  checked_in_at timestamptz,
  check_in_method text,
  check_in_received_at timestamptz,
  check_in_distance_m smallint,
  check_in_accuracy_m smallint,
  checked_out_at timestamptz,
  check_out_received_at timestamptz,
  constraint attendances_pkey primary key (booking_id),
  -- Never later than the server's clock, nor more than a day before it.
  constraint attendances_arrival_device_time check ((professional_arrival_received_at is null) or ((professional_arrived_at is not null) and (professional_arrived_at <= professional_arrival_received_at) and (professional_arrived_at >= (professional_arrival_received_at - '24:00:00'::interval)))),
  constraint attendances_device_time check (((check_in_received_at is null) or ((checked_in_at is not null) and (checked_in_at <= check_in_received_at) and (checked_in_at >= (check_in_received_at - '24:00:00'::interval)))) and ((check_out_received_at is null) or ((checked_out_at is not null) and (checked_out_at <= check_out_received_at) and (checked_out_at >= (check_out_received_at - '24:00:00'::interval))))),
  constraint attendances_arrival_proved check ((professional_arrived_at is null) = (professional_arrival_method is null)),
  constraint attendances_arrival_method check (professional_arrival_method in ('station_code', 'position', 'word')),
  constraint attendances_check_in_method check (check_in_method in ('client_code', 'station_code', 'position', 'word')),
  -- By position within the radius plus the accepted inaccuracy (150 + 100 m), and no worse than 200 m; other methods have no distance.
  constraint attendances_arrival_position check (
    case when professional_arrival_method = 'position' then
      num_nulls(professional_arrival_distance_m, professional_arrival_accuracy_m) = 0
      and professional_arrival_accuracy_m between 0 and 200
      and professional_arrival_distance_m between 0 and 150 + least(professional_arrival_accuracy_m::integer, 100)
    else num_nonnulls(professional_arrival_distance_m, professional_arrival_accuracy_m) = 0 end),
  constraint attendances_check_in_position check (
    case when check_in_method = 'position' then
      num_nulls(check_in_distance_m, check_in_accuracy_m) = 0
      and check_in_accuracy_m between 0 and 200
      and check_in_distance_m between 0 and 150 + least(check_in_accuracy_m::integer, 100)
    else num_nonnulls(check_in_distance_m, check_in_accuracy_m) = 0 end)
);
comment on table attendances is 'Of a booking: the professional''s arrival, the client''s, the end of the use, and by what they were shown.';
comment on constraint attendances_device_time on attendances is
  'an arrival or departure whose device time is ahead of the server''s clock or more than a day behind';
comment on constraint attendances_check_in_position on attendances is
  'an arrival by position that is too far away or too inaccurate, or without its distance; a distance of any other arrival';
comment on constraint attendances_arrival_position on attendances is
  'With attendances_check_in_position.';

alter table attendances add constraint attendances_booking_id_fkey
  foreign key (booking_id) references bookings(id);

-- What a booking and its attendance must not state together. Checked from both sides when the transaction ends: `came` may be null.
create function attendance_agrees(stay bookings, came attendances) returns void language plpgsql as $$
declare
  broken text := case
    -- Only a professional who registered being at the place can mark a client as a no-show.
    when stay.status = 'client_no_show' and came.professional_arrived_at is null then 'bookings_no_show_seen'
    -- A professional who proved the arrival in time was not absent.
    when stay.status = 'professional_no_show' and came.professional_arrival_method = 'station_code'
      and came.professional_arrived_at <= stay.starts_at + stay.tolerance_minutes * interval '1 minute' then 'bookings_absence_unproved'
    -- A professional who registered the arrival without a code may still be marked as absent until the hour ends (product.md §4,
    -- B16); one who showed the client's code or the unit's may not: the two met, or the professional was there.
    when stay.status = 'professional_no_show' and came.check_in_method in ('client_code', 'station_code') then 'bookings_absence_not_met'
    when stay.status = 'to_settle' and came.checked_out_at < stay.starts_at then 'bookings_left_in_time'
    when came.professional_arrival_method = 'word' and stay.unit_id is not null then 'attendances_word_without_unit'
    when stay.visit_place = -1 and 'position' in (came.professional_arrival_method, came.check_in_method) then 'attendances_not_online'
  end;
begin
  if broken is not null then
    raise exception 'the attendance of booking % does not fit it', stay.id
      using errcode = 'check_violation', constraint = broken;
  end if;
end $$;

-- The booking is locked, so that of a concurrent state and attendance that exclude each other the later one is refused.
create function attendance_fits_booking() returns trigger language plpgsql as $$
declare
  stay bookings;
  came attendances;
begin
  if tg_op = 'DELETE' then
    select * into stay from bookings where id = old.booking_id for share;
  else
    select * into stay from bookings where id = new.booking_id for share;
  end if;
  select * into came from attendances where booking_id = stay.id;
  perform attendance_agrees(stay, came);
  return null;
end $$;

create constraint trigger attendances_fit
  after insert or update or delete on attendances deferrable initially deferred for each row
  execute function attendance_fits_booking();
comment on trigger attendances_fit on attendances is
  'With bookings_absences_fit.';

create trigger attendances_stay
  before update of booking_id on attendances for each row when (old.booking_id <> new.booking_id)
  execute function refuse_change();

create trigger attendances_no_truncate
  before truncate on attendances for each statement
  execute function refuse_change();

create function booking_fits_attendance() returns trigger language plpgsql as $$
declare
  stay bookings;
  came attendances;
begin
  select * into stay from bookings where id = new.id;
  select * into came from attendances where booking_id = new.id;
  perform attendance_agrees(stay, came);
  return null;
end $$;

create constraint trigger bookings_absences_fit
  after insert or update on bookings deferrable initially deferred for each row
  when (new.status in ('client_no_show', 'professional_no_show'))
  execute function booking_fits_attendance();
comment on trigger bookings_absences_fit on bookings is
  'a client marked as absent by a party who was not there, or who has a unit''s code and gives only their word; a professional marked as absent who proved their arrival in time, or began the visit by the client''s code or the unit''s; an arrival by position at an online visit';

create constraint trigger bookings_attended_there
  after update of unit_id, visit_place on bookings deferrable initially deferred for each row
  when (old.unit_id is distinct from new.unit_id or old.visit_place is distinct from new.visit_place)
  execute function booking_fits_attendance();
comment on trigger bookings_attended_there on bookings is
  'With bookings_absences_fit.';
