-- An arrival or a leaving that was registered while the device had no line: checked_in_at and checked_out_at are then the device's
-- time, and here stands when it reached us. Null: it was registered with us at once.
alter table bookings
  add column check_in_received_at timestamptz,
  add column check_out_received_at timestamptz,
  -- Never ahead of our clock, nor more than a day behind it.
  add constraint bookings_device_time check (
    (check_in_received_at is null or (checked_in_at is not null and checked_in_at <= check_in_received_at
      and checked_in_at >= check_in_received_at - interval '24 hours'))
    and (check_out_received_at is null or (checked_out_at is not null and checked_out_at <= check_out_received_at
      and checked_out_at >= check_out_received_at - interval '24 hours')));
