-- Reminders before a booking: an e-mail a day before, a text message shortly before. Each is sent once per start, so that a moved
-- visit is reminded of again.
create table booking_reminders (
  booking_id uuid not null,
  kind text not null,
  starts_at timestamptz not null,
  noted_at timestamptz not null,
  constraint booking_reminders_pkey primary key (booking_id, kind, starts_at),
  constraint booking_reminders_kind_check check (kind in ('day', 'soon'))
);
comment on table booking_reminders is 'Reminders of a visit.';

alter table booking_reminders add constraint booking_reminders_booking_id_fkey
  foreign key (booking_id) references bookings(id) on delete cascade;
