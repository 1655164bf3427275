-- A visit that is repeated: which others were booked with it, at once, and in which rhythm. Each is a booking of its own.
create table booking_series (
  id uuid primary key,
  every text not null check (every in ('1w', '2w', '3w', '4w', 'month')),
  created_at timestamptz not null
);

create table booking_series_visits (
  booking_id uuid primary key references bookings,
  series_id uuid not null references booking_series,
  -- The first is the visit that was repeated.
  position smallint not null check (position between 1 and 12),
  constraint booking_series_visits_place unique (series_id, position)
);
