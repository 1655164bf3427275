-- A party reports that they are late (docs/booking/no-shows.md). Reports are append-only; the newest counts, and the visit's time does not
-- change.
create table delays (
  booking_id uuid not null,
  party text not null,
  number integer not null,
  minutes integer not null,
  reported_at timestamptz not null,
  constraint delays_pkey primary key (booking_id, party, number),
  constraint delays_minutes check (minutes in (5, 10, 15, 20, 30)),
  constraint delays_party check (party in ('client', 'professional')),
  constraint delays_six check (number between 1 and 6)
);
comment on table delays is 'Reports that a party is late.';
comment on constraint delays_six on delays is
  'With delays_in_time.';

alter table delays add constraint delays_booking_id_fkey
  foreign key (booking_id) references bookings(id);

-- A delay can be reported from two hours before the start until the tolerance ends, for a confirmed visit that has not begun.
create function delay_in_time() returns trigger language plpgsql as $$
begin
  if not exists (select from bookings where id = new.booking_id and kind = 'visit' and status = 'confirmed'
    and new.reported_at >= starts_at - interval '2 hours'
    and new.reported_at < starts_at + tolerance_minutes * interval '1 minute') then
    raise exception 'booking % takes no delay now', new.booking_id
      using errcode = 'check_violation', constraint = 'delays_in_time';
  end if;
  return new;
end $$;

create trigger delays_append_only
  before delete or update on delays for each row
  execute function refuse_change();
comment on trigger delays_append_only on delays is
  'With delays_in_time.';

create trigger delays_in_time
  before insert on delays for each row
  execute function delay_in_time();
comment on trigger delays_in_time on delays is
  'a delay notice outside its hours, a seventh of one booking, or one that is withdrawn';

create trigger delays_no_truncate
  before truncate on delays for each statement
  execute function refuse_change();
