-- What a client gives beside the price (product.md §4, B18): whole to the professional, by a card, once per visit.
create table tips (
  -- The reference of its payment, which is apart from that of the visit.
  id uuid primary key,
  booking_id uuid not null references bookings,
  client_id bigint not null references clients,
  professional_id bigint not null references professionals,
  amount_cents bigint not null check (amount_cents between 1000 and 500000),
  state text not null check (state in ('asked', 'refused', 'paid', 'returned')),
  version integer not null default 1,
  asked_at timestamptz not null,
  paid_at timestamptz,
  returned_at timestamptz,
  constraint tips_once unique (booking_id),
  constraint tips_paid check ((state in ('paid', 'returned')) = (paid_at is not null)),
  constraint tips_returned check ((state = 'returned') = (returned_at is not null))
);
create index tips_asked on tips (asked_at) where state = 'asked';
create index tips_professional on tips (professional_id, paid_at);

-- For a visit that took place and is not closed for good; by its client, for its professional, not above its price.
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
create trigger tips_of_visit before insert on tips for each row execute function tip_of_its_visit();
create trigger tips_of_visit_again before update on tips
  for each row when (old.state = 'refused' and new.state = 'asked') execute function tip_of_its_visit();

-- Forward only; another amount only with another card.
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
create trigger tips_move_on before update or delete on tips for each row execute function tip_moves_on();
