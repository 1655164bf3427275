-- A stay longer than booked (product.md §4, B17): measured at check-out, in started steps, never into time that another booking
-- has claimed; posted when the visit is divided; disputed as a line of its own.
create table overtimes (
  -- The reference of the host's share of the overtime, separate from that of the visit.
  id uuid not null,
  booking_id uuid not null,
  -- The end of the paid time, after which the free minutes begin.
  paid_until timestamptz not null,
  left_at timestamptz not null,
  charged_until timestamptz not null,
  minutes integer not null,
  charged_minutes integer not null,
  -- The next booking of the unit ended it.
  cut_short boolean not null,
  amount_cents bigint not null,
  -- RentLine[] of contract/pricing/space-pricing.ts; together the amount.
  lines jsonb not null,
  contest_by timestamptz not null,
  posted_at timestamptz,
  constraint overtimes_pkey primary key (id),
  constraint overtimes_booking_id_key unique (booking_id),
  constraint overtimes_amount_cents_check check (amount_cents > 0),
  constraint overtimes_charged_minutes_check check (charged_minutes > 0),
  constraint overtimes_minutes_check check (minutes > 0),
  constraint overtimes_two_days check (contest_by = (left_at + '48:00:00'::interval)),
  constraint overtimes_within check ((paid_until < left_at) and (charged_until > paid_until) and ((charged_minutes)::numeric <= (EXTRACT(epoch from (charged_until - paid_until)) / (60)::numeric)))
);
comment on table overtimes is 'Use beyond what was booked.';
comment on constraint overtimes_booking_id_key on overtimes is
  'With overtimes_of_booking.';

alter table overtimes add constraint overtimes_booking_id_fkey
  foreign key (booking_id) references bookings(id);

-- For a visit or rent at a unit that took place and is not divided yet; time claimed by another booking is excluded.
create function overtime_of_its_booking() returns trigger language plpgsql as $$
declare
  stay bookings;
begin
  select * into stay from bookings where id = new.booking_id;
  if stay.status <> 'to_settle' or stay.unit_id is null or stay.host_id is null or new.paid_until < stay.ends_at
    or new.left_at > stay.ends_at + interval '2 hours'
    or not exists (select from attendances where booking_id = stay.id and checked_in_at is not null) then
    raise exception 'booking % has no overtime', new.booking_id
      using errcode = 'check_violation', constraint = 'overtimes_of_booking';
  end if;
  if exists (select from claims where resource_id = stay.unit_id and booking_id is distinct from stay.id
      and during && tstzrange(new.paid_until, new.charged_until) and (state = 'firm' or expires_at > new.left_at)) then
    raise exception 'the overtime of booking % lies in time that is taken', new.booking_id
      using errcode = 'check_violation', constraint = 'overtimes_before_next';
  end if;
  return new;
end $$;

-- The measured overtime cannot be changed; it is posted once.
create function overtime_fixed() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.posted_at is null and new.posted_at is not null
    and to_jsonb(old) - 'posted_at' = to_jsonb(new) - 'posted_at' then
    return new;
  end if;
  raise exception 'the overtime of booking % cannot be changed', old.booking_id
    using errcode = 'check_violation', constraint = 'overtimes_fixed';
end $$;

-- A booking is divided only once its overtime is posted.
create function overtime_is_posted() returns trigger language plpgsql as $$
begin
  if exists (select from overtimes where booking_id = new.id and posted_at is null) then
    raise exception 'the overtime of booking % is not charged', new.id
      using errcode = 'check_violation', constraint = 'bookings_overtime';
  end if;
  return new;
end $$;

create trigger bookings_overtime
  before update of status on bookings for each row when (((new.status = 'completed') and (old.status = 'to_settle')))
  execute function overtime_is_posted();
comment on trigger bookings_overtime on bookings is
  'With overtimes_of_booking.';

create trigger overtimes_of_booking
  before insert on overtimes for each row
  execute function overtime_of_its_booking();
comment on trigger overtimes_of_booking on overtimes is
  'overtime that overlaps the next booking, of a stay that is not over, measured twice or changed; a stay that is settled without its overtime';

create trigger overtimes_fixed
  before delete or update on overtimes for each row
  execute function overtime_fixed();
comment on trigger overtimes_fixed on overtimes is
  'With overtimes_of_booking.';
