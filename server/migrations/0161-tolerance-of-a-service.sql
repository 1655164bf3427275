-- How long one waits for the other, of each service, and of each visit as it was when it was booked (product.md §3).
alter table services add column tolerance_minutes smallint not null default 15
  constraint services_tolerance check (tolerance_minutes between 10 and 20);
alter table bookings add column tolerance_minutes smallint not null default 15;
-- Who proved in time that they were there did come.
alter table bookings add constraint bookings_absence_after_tolerance check (status <> 'professional_no_show'
  or professional_arrival_method is distinct from 'station_code'
  or professional_arrived_at > starts_at + tolerance_minutes * interval '1 minute') not valid;
alter table bookings validate constraint bookings_absence_after_tolerance;
alter table bookings drop constraint bookings_absence_unproved;
alter table bookings rename constraint bookings_absence_after_tolerance to bookings_absence_unproved;
-- From two hours before until the tolerance is over, of a visit that stands and has not begun.
create or replace function delay_in_time() returns trigger language plpgsql as $$
begin
  if not exists (select from bookings where id = new.booking_id and kind = 'visit' and status = 'confirmed'
    and new.said_at >= starts_at - interval '2 hours'
    and new.said_at < starts_at + tolerance_minutes * interval '1 minute') then
    raise exception 'nobody comes late to booking % now', new.booking_id
      using errcode = 'check_violation', constraint = 'delays_in_time';
  end if;
  return new;
end $$;
