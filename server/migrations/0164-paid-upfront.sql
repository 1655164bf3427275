-- What of a price is paid when one books (anticipo), of each service: a share in basis points or an amount; neither: all of it.
alter table services
  add column upfront_bp integer,
  add column upfront_cents bigint,
  add constraint services_upfront check (num_nonnulls(upfront_bp, upfront_cents) < 2
    and upfront_bp between 0 and 9999 and upfront_cents between 2000 and 10000000) not valid;
alter table services validate constraint services_upfront;

-- Of each visit as it was booked (null: nothing was to be paid later), and what of its price is still to be paid, or never will be
-- because a problem was decided.
alter table bookings
  add column upfront_cents bigint,
  add column balance_cents bigint not null default 0,
  add column balance_waived_cents bigint not null default 0,
  add constraint bookings_upfront check (case when upfront_cents is null then balance_cents = 0 and balance_waived_cents = 0
    else kind = 'visit' and upfront_cents >= 0 and balance_cents >= 0 and balance_waived_cents >= 0
      and upfront_cents + balance_cents + balance_waived_cents <= total_cents end) not valid;
alter table bookings validate constraint bookings_upfront;

-- With nothing to be paid upfront a card is only kept.
alter table payments drop constraint payments_amount_cents_check,
  add constraint payments_amount_cents_check check (amount_cents >= 0) not valid;
alter table payments validate constraint payments_amount_cents_check;

-- A try to charge what is still to be paid: the reference of its payment, which is apart from that of the visit until it is in.
create table booking_balances (
  id uuid primary key,
  booking_id uuid not null references bookings,
  amount_cents bigint not null check (amount_cents > 0),
  state text not null check (state in ('asked', 'refused', 'paid')),
  asked_by text not null check (asked_by in ('platform', 'client', 'professional')),
  asked_at timestamptz not null,
  paid_at timestamptz,
  constraint booking_balances_paid check ((state = 'paid') = (paid_at is not null))
);
-- One at a time, and one that is paid is the last.
create unique index booking_balances_once on booking_balances (booking_id) where state in ('asked', 'paid');
create index booking_balances_booking on booking_balances (booking_id, asked_at);
create index booking_balances_asked on booking_balances (asked_at) where state = 'asked';

-- Of a visit that took place, for all that is still to be paid of it.
create function booking_balance_of_visit() returns trigger language plpgsql as $$
begin
  if not exists (select from bookings where id = new.booking_id and kind = 'visit' and balance_cents = new.amount_cents
    and status in ('confirmed', 'in_progress', 'to_settle', 'completed', 'closed')) then
    raise exception 'booking % owes no such balance', new.booking_id
      using errcode = 'check_violation', constraint = 'booking_balances_of_visit';
  end if;
  return new;
end $$;
create trigger booking_balances_of_visit before insert on booking_balances
  for each row execute function booking_balance_of_visit();

create function booking_balance_moves_on() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.state = 'asked' and new.state in ('refused', 'paid')
    and (old.id, old.booking_id, old.amount_cents, old.asked_by, old.asked_at)
      = (new.id, new.booking_id, new.amount_cents, new.asked_by, new.asked_at) then
    return new;
  end if;
  raise exception 'the balance % cannot go from %', old.id, old.state
    using errcode = 'check_violation', constraint = 'booking_balances_move_on';
end $$;
create trigger booking_balances_move_on before update or delete on booking_balances
  for each row execute function booking_balance_moves_on();
