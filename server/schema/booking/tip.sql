-- A client's tip beside the price (product.md §4, B18): all of it is the professional's; by card, once per visit.
create table tips (
  -- The reference of its payment, which is separate from that of the visit.
  id uuid not null,
  booking_id uuid not null,
  client_id bigint not null,
  professional_id bigint not null,
  amount_cents bigint not null,
  state text not null,
  version integer default 1 not null,
  requested_at timestamptz not null,
  paid_at timestamptz,
  returned_at timestamptz,
  -- A client who is absent when their card is charged gets an e-mail if the card is declined.
  promised boolean default false not null,
  constraint tips_pkey primary key (id),
  constraint tips_once unique (booking_id),
  constraint tips_amount_cents_check check (amount_cents between 1000 and 500000),
  constraint tips_paid check (state in ('paid', 'returned') = (paid_at is not null)),
  constraint tips_returned check ((state = 'returned') = (returned_at is not null)),
  constraint tips_state_check check (state in ('asked', 'refused', 'paid', 'returned'))
);
comment on table tips is 'Tips.';
comment on constraint tips_once on tips is
  'two tips of one visit; a tip of a visit that did not take place or is closed, above its price, or by another client; one that is refunded twice';
comment on constraint tips_amount_cents_check on tips is
  'With tips_once.';

-- A tip that a client promises when they pay (product.md §7): the card is charged once the visit took place and is closed. The
-- row is deleted when the promise is fulfilled or withdrawn.
create table tip_promises (
  booking_id uuid not null,
  amount_cents bigint not null,
  promised_at timestamptz not null,
  constraint tip_promises_pkey primary key (booking_id),
  constraint tip_promises_amount_cents_check check (amount_cents between 1000 and 500000)
);
comment on table tip_promises is 'Tips promised when booking.';
comment on constraint tip_promises_pkey on tip_promises is
  'With tip_promises_of_visit.';

create index tips_requested on tips (requested_at) where (state = 'asked');
create index tips_professional on tips (professional_id, paid_at);

alter table tips add constraint tips_booking_id_fkey
  foreign key (booking_id) references bookings(id);

alter table tips add constraint tips_client_id_fkey
  foreign key (client_id) references clients(id);

alter table tips add constraint tips_professional_id_fkey
  foreign key (professional_id) references professionals(id);

alter table tip_promises add constraint tip_promises_booking_id_fkey
  foreign key (booking_id) references bookings(id);

-- For a visit that took place and is not closed; by its client, to its professional, not above its price.
create function tip_of_its_visit() returns trigger language plpgsql as $$
declare
  visit bookings;
begin
  select * into visit from bookings where id = new.booking_id;
  if visit.kind <> 'visit' or visit.status not in ('to_settle', 'completed') or visit.client_id is distinct from new.client_id
    or visit.professional_id <> new.professional_id
    or new.amount_cents > greatest(10000, least(visit.total_cents, 500000)) then
    raise exception 'no tip is given for booking %', new.booking_id
      using errcode = 'check_violation', constraint = 'tips_of_visit';
  end if;
  return new;
end $$;

-- States only move forward; the amount changes only with another card.
create function tip_moves_on() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.version = old.version + 1
    and (old.state, new.state) in (('asked', 'asked'), ('asked', 'paid'), ('asked', 'refused'), ('refused', 'asked'), ('paid', 'returned'))
    and (old.id, old.booking_id, old.client_id, old.professional_id) = (new.id, new.booking_id, new.client_id, new.professional_id)
    and (new.state = 'asked' or old.amount_cents = new.amount_cents) then
    return new;
  end if;
  raise exception 'the tip % cannot go from % to %', old.id, old.state, case when tg_op = 'UPDATE' then new.state else 'nothing' end
    using errcode = 'check_violation', constraint = 'tips_move_on';
end $$;

-- By its client, for a visit that is being paid or is in the future, within the limit of tips.
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

create trigger tip_promises_of_visit
  before insert or update on tip_promises for each row
  execute function tip_promise_of_visit();
comment on trigger tip_promises_of_visit on tip_promises is
  'a tip promised for a booking that is not a coming visit, or beyond its limits; two promises of one visit';

create trigger tips_move_on
  before delete or update on tips for each row
  execute function tip_moves_on();
comment on trigger tips_move_on on tips is
  'With tips_once.';

create trigger tips_of_visit
  before insert on tips for each row
  execute function tip_of_its_visit();
comment on trigger tips_of_visit on tips is
  'With tips_once.';

create trigger tips_of_visit_again
  before update on tips for each row when (((old.state = 'refused') and (new.state = 'asked')))
  execute function tip_of_its_visit();
