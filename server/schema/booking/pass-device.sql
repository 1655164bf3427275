-- Apple's web service for passes: which device has the pass of which visit.
create table pass_devices (
  booking_id uuid not null,
  -- An identifier that Apple assigns to this device and kind of pass.
  device text not null,
  push_token text not null,
  registered_at timestamptz not null,
  constraint pass_devices_pkey primary key (booking_id, device),
  constraint pass_devices_name check (device ~ '^[A-Za-z0-9_-]{8,128}$'),
  constraint pass_devices_token check (push_token ~ '^[A-Za-z0-9]+$'),
  constraint pass_devices_token_length check (length(push_token) between 16 and 400)
);
comment on table pass_devices is 'Devices that have the pass of a visit, to be pushed when it changes.';
comment on constraint pass_devices_pkey on pass_devices is 'a device notified twice of one change';
create index pass_devices_device on pass_devices (device);
alter table pass_devices add constraint pass_devices_booking_id_fkey
  foreign key (booking_id) references bookings(id) on delete cascade;
