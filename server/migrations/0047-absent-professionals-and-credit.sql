-- A professional who did not come (product.md §4, B16): said by the client or the host, frozen, contested and decided as a
-- client's no-show is.
alter table no_shows
  add column absent text not null default 'client' check (absent in ('client', 'professional')),
  add column said_by text not null default 'professional' check (said_by in ('client', 'professional', 'host')),
  -- Nobody says it of themselves, and a host was not waited for.
  add constraint no_shows_said_by_another check ((absent = 'client') = (said_by = 'professional')),
  add constraint no_shows_taken_back check (state <> 'withdrawn' or absent = 'client'),
  -- There is always something to contest where a professional is to pay.
  drop constraint no_shows_stand_in_time,
  add constraint no_shows_stand_in_time check (state <> 'stands' or contested_at is not null or decided_at >= contest_by
    or (fee_cents = 0 and absent = 'client'));
alter table no_shows alter column absent drop default, alter column said_by drop default;

create or replace function no_show_moves_on() returns trigger language plpgsql as $$
begin
  -- Who leaves Kalli takes their words along, once everything is decided.
  if old.decided_at is not null and new.evidence = '[borrado]'
    and to_jsonb(old) - 'evidence' = to_jsonb(new) - 'evidence' then
    return new;
  end if;
  if (old.state, new.state) not in (('open', 'contested'), ('open', 'stands'), ('open', 'withdrawn'), ('contested', 'stands'),
      ('contested', 'falls'), ('contested', 'withdrawn'))
    or (old.booking_id, old.fee_cents, old.marked_at, old.contest_by, old.absent, old.said_by) is distinct from
      (new.booking_id, new.fee_cents, new.marked_at, new.contest_by, new.absent, new.said_by)
    or (old.contested_at is not null and (old.contested_at, old.evidence) is distinct from (new.contested_at, new.evidence)) then
    raise exception 'the no-show of % cannot go from % to %', new.booking_id, old.state, new.state
      using errcode = 'check_violation', constraint = 'no_shows_move_on';
  end if;
  return new;
end $$;

-- It is said of the one who is missing on the booking, a quarter of an hour after the start.
create function no_show_of_its_booking() returns trigger language plpgsql as $$
begin
  if not exists (select from bookings where id = new.booking_id and status = new.absent || '_no_show') then
    raise exception 'booking % did not end that way', new.booking_id
      using errcode = 'check_violation', constraint = 'no_shows_of_booking';
  end if;
  return new;
end $$;
create trigger no_shows_of_booking before insert on no_shows for each row execute function no_show_of_its_booking();

-- Who proved in time that they were there did come.
alter table bookings add constraint bookings_absence_unproved check (status <> 'professional_no_show'
  or professional_arrival_method is distinct from 'station_code' or professional_arrived_at > starts_at + interval '15 minutes');

-- What a client has for later (2050): earned when a professional fails them, spent at the next checkout, never below zero.
alter table payments
  -- What of the price the client's credit covers, beside `amount_cents` of the card, and what of it went back.
  add column credit_cents bigint not null default 0 check (credit_cents >= 0),
  add column credit_back_cents bigint not null default 0,
  add column credit_client_id bigint,
  add constraint payments_credit_of_client check ((credit_cents > 0) = (credit_client_id is not null)),
  add constraint payments_credit_back check (credit_back_cents between 0 and credit_cents);

create function client_credit_is_there() returns trigger language plpgsql as $$
begin
  raise exception 'client % has less credit than that', new.party_id
    using errcode = 'check_violation', constraint = 'client_credit_is_there';
end $$;
create trigger client_credit_is_there after insert or update on balances for each row
  when (new.account = 2050 and new.amount_cents > 0) execute function client_credit_is_there();
