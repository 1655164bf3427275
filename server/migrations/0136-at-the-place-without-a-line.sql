-- A professional's "I am at the place" that was registered while the device had no line: professional_arrived_at is then the device's
-- time, and here stands when it reached us. Null: it was registered with us at once.
alter table bookings add column professional_arrival_received_at timestamptz;
-- Never ahead of our clock, nor more than a day behind it.
alter table bookings add constraint bookings_arrival_device_time check (professional_arrival_received_at is null
  or (professional_arrived_at is not null and professional_arrived_at <= professional_arrival_received_at
    and professional_arrived_at >= professional_arrival_received_at - interval '24 hours')) not valid;
alter table bookings validate constraint bookings_arrival_device_time;
