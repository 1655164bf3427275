-- A tip that a client promises when they pay (product.md §7): the card is asked for it once the visit took place and is closed. A row
-- lives as long as the promise does: kept or taken back, it is gone.
create table tip_promises (
  booking_id uuid primary key references bookings,
  amount_cents bigint not null check (amount_cents between 1000 and 500000),
  promised_at timestamptz not null
);

-- By its client, of a visit that is being paid or is to come, not above what a tip may be.
create function tip_promise_of_visit() returns trigger language plpgsql as $$
declare
  visit bookings;
begin
  select * into visit from bookings where id = new.booking_id;
  if visit.kind <> 'visit' or visit.client_id is null
    or visit.status not in ('awaiting_payment', 'requested', 'confirmed', 'in_progress')
    or new.amount_cents > greatest(10000, least(visit.total_cents, 500000)) then
    raise exception 'no tip is promised for booking %', new.booking_id
      using errcode = 'check_violation', constraint = 'tip_promises_of_visit';
  end if;
  return new;
end $$;
create trigger tip_promises_of_visit before insert or update on tip_promises
  for each row execute function tip_promise_of_visit();

-- Whoever is not there when their card is asked hears by a letter that it said no.
alter table tips add column promised boolean not null default false;
