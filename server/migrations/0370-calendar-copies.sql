-- Whose own calendar was sent an appointment: only what was sent is taken out again when the visit ends (contract/platform/calendar-file.ts).
-- A reader is the booking's client, or one professional of those who held it (rented hours change hands).
create table calendar_copies (
  booking_id uuid not null references bookings on delete cascade,
  reader text not null constraint calendar_copies_reader check (reader = 'client' or reader ~ '^professional:[0-9]+$'),
  sent_at timestamptz not null,
  primary key (booking_id, reader)
);

-- Every confirmed visit of before was sent to both.
insert into calendar_copies (booking_id, reader, sent_at)
  select b.id, r.reader, b.confirmed_at from bookings b
  cross join lateral (values ('client'), ('professional:' || b.professional_id)) r (reader)
  where b.confirmed_at is not null and (b.kind = 'visit' or r.reader <> 'client');
