-- An attempt to charge the balance due: its id is the reference of its payment, which is separate from the visit's until it is captured.
create table booking_balances (
  id uuid not null,
  booking_id uuid not null,
  amount_cents bigint not null,
  state text not null,
  requested_by text not null,
  requested_at timestamptz not null,
  paid_at timestamptz,
  constraint booking_balances_pkey primary key (id),
  constraint booking_balances_amount_cents_check check (amount_cents > 0),
  constraint booking_balances_requested_by_check check (requested_by in ('platform', 'client', 'professional')),
  constraint booking_balances_paid check ((state = 'paid') = (paid_at is not null)),
  constraint booking_balances_state_check check (state in ('asked', 'refused', 'paid'))
);
comment on table booking_balances is 'The rest of a price after an upfront part.';

create index booking_balances_requested on booking_balances (requested_at) where (state = 'asked');
create index booking_balances_booking on booking_balances (booking_id, requested_at);
create unique index booking_balances_once on booking_balances (booking_id) where state = 'asked';
comment on index booking_balances_once is 'With bookings_upfront.';

alter table booking_balances add constraint booking_balances_booking_id_fkey
  foreign key (booking_id) references bookings(id);

-- Only for a visit that took place, and for the whole balance due.
create function booking_balance_of_visit() returns trigger language plpgsql as $$
begin
  -- Locked, so that of two attempts the later one sees what the earlier one paid.
  perform from bookings where id = new.booking_id for no key update;
  if not exists (select from bookings where id = new.booking_id and kind = 'visit' and balance_cents = new.amount_cents
    and status in ('confirmed', 'in_progress', 'to_settle', 'completed', 'closed')) then
    raise exception 'booking % owes no such balance', new.booking_id
      using errcode = 'check_violation', constraint = 'booking_balances_of_visit';
  end if;
  return new;
end $$;

create function booking_balance_moves_on()
 returns trigger
 language plpgsql
as $$
begin
  if tg_op = 'UPDATE' and old.state = 'asked' and new.state in ('refused', 'paid')
    and (old.id, old.booking_id, old.amount_cents, old.requested_by, old.requested_at)
      = (new.id, new.booking_id, new.amount_cents, new.requested_by, new.requested_at) then
    return new;
  end if;
  raise exception 'the balance % cannot go from %', old.id, old.state
    using errcode = 'check_violation', constraint = 'booking_balances_move_on';
end $$;

create trigger booking_balances_move_on
  before delete or update on booking_balances for each row
  execute function booking_balance_moves_on();
comment on trigger booking_balances_move_on on booking_balances is
  'With bookings_upfront.';

create trigger booking_balances_of_visit
  before insert on booking_balances for each row
  execute function booking_balance_of_visit();
comment on trigger booking_balances_of_visit on booking_balances is
  'With bookings_upfront.';
