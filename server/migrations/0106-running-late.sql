-- Who comes late to a visit says so (docs/booking/no-shows.md). What was said stays, the newest counts; it moves nothing else.
create table delays (
  booking_id uuid not null references bookings,
  party text not null constraint delays_party check (party in ('client', 'professional')),
  number integer not null constraint delays_six check (number between 1 and 6),
  minutes integer not null constraint delays_minutes check (minutes in (5, 10, 15, 20, 30)),
  said_at timestamptz not null,
  primary key (booking_id, party, number)
);

-- From two hours before until the tolerance is over, of a visit that stands and has not begun.
create function delay_in_time() returns trigger language plpgsql as $$
begin
  if not exists (select from bookings where id = new.booking_id and kind = 'visit' and status = 'confirmed'
    and new.said_at >= starts_at - interval '2 hours' and new.said_at < starts_at + interval '15 minutes') then
    raise exception 'nobody comes late to booking % now', new.booking_id
      using errcode = 'check_violation', constraint = 'delays_in_time';
  end if;
  return new;
end $$;
create trigger delays_in_time before insert on delays for each row execute function delay_in_time();
create trigger delays_append_only before update or delete on delays for each row execute function refuse_change();
create trigger delays_no_truncate before truncate on delays for each statement execute function refuse_change();
