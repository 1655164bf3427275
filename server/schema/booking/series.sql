-- A visit that repeats: the visits that were booked together, and their interval. Each is a booking of its own.
create table booking_series (
  id uuid not null,
  every text not null,
  created_at timestamptz not null,
  constraint booking_series_pkey primary key (id),
  constraint booking_series_every_check check (every in ('1w', '2w', '3w', '4w', 'month'))
);
comment on table booking_series is 'Visits that repeat.';

create table booking_series_visits (
  booking_id uuid not null,
  series_id uuid not null,
  -- The first is the visit that was repeated.
  "position" smallint not null,
  -- Dates of a series that wait for one answer of the client, created or extended by a professional and sent by a link. Each is held with
  -- the first, and is confirmed or released with it; a released one retains its row and is no visit of the series.
  with_id uuid,
  constraint booking_series_visits_pkey primary key (booking_id),
  constraint booking_series_visits_place unique (series_id, "position"),
  -- Extending a series counts its future visits at that time.
  constraint booking_series_visits_from_one check (("position" >= 1) and ("position" <= 999))
);
comment on table booking_series_visits is 'Visits of a series.';

create index booking_series_visits_held on booking_series_visits (with_id) where (with_id is not null);

alter table booking_series_visits add constraint booking_series_visits_series_id_fkey
  foreign key (series_id) references booking_series(id);
