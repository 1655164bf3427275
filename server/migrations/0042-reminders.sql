-- Whoever is expected somewhere is reminded: a letter a day before, a text message shortly before. Each once for each start, so
-- that a visit that was moved is reminded of anew.
create table booking_reminders (
  booking_id uuid not null references bookings on delete cascade,
  kind text not null check (kind in ('day', 'soon')),
  starts_at timestamptz not null,
  noted_at timestamptz not null,
  -- By which way it left; null while it waits, or when there was nobody to tell any more.
  channel text check (channel in ('email', 'sms')),
  sent_at timestamptz,
  primary key (booking_id, kind, starts_at),
  constraint booking_reminders_sent check ((channel is null) = (sent_at is null))
);
create index bookings_coming on bookings (starts_at) where status = 'confirmed' and kind = 'visit';

-- The appointment as a calendar file, with the letter that tells of it.
alter table mails add column calendar text;
