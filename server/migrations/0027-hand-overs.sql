-- Hours that were rented go to another professional (product.md §4, S2 ceder): offered by one, taken by the other. The
-- price stands and nobody is charged again.
create table hand_overs (
  id uuid primary key,
  booking_id uuid not null references bookings,
  from_professional_id bigint not null references professionals,
  to_professional_id bigint not null references professionals,
  status text not null check (status in ('offered', 'accepted', 'declined', 'withdrawn', 'expired')),
  version integer not null default 1,
  message text not null default '' check (length(message) <= 300),
  offered_at timestamptz not null,
  expires_at timestamptz not null,
  decided_at timestamptz,
  constraint hand_overs_to_another check (from_professional_id <> to_professional_id),
  constraint hand_overs_decided check ((status = 'offered') = (decided_at is null))
);
create unique index hand_overs_one_open on hand_overs (booking_id) where status = 'offered';
create index hand_overs_due on hand_overs (expires_at) where status = 'offered';
create index hand_overs_from on hand_overs (from_professional_id, offered_at);
create index hand_overs_to on hand_overs (to_professional_id, offered_at);

-- What was decided stays so, and versions only rise.
create function hand_over_is_decided_once() returns trigger language plpgsql as $$
begin
  if old.status <> 'offered' or new.version <= old.version or new.booking_id <> old.booking_id
    or new.to_professional_id <> old.to_professional_id then
    raise exception 'hand-over % is decided', old.id using errcode = 'check_violation', constraint = 'hand_overs_steps';
  end if;
  return new;
end $$;
create trigger hand_overs_steps before update on hand_overs for each row execute function hand_over_is_decided_once();

-- What is offered still stands: a rent that ended, or changed hands, is offered no more. Seen when the transaction ends.
create function offered_hours_stand() returns trigger language plpgsql as $$
begin
  if exists (select from hand_overs offer join bookings rent on rent.id = offer.booking_id
    where offer.booking_id = new.id and offer.status = 'offered'
      and (rent.status <> 'confirmed' or rent.professional_id <> offer.from_professional_id)) then
    raise exception 'rent % is still offered', new.id using errcode = 'check_violation', constraint = 'hand_overs_stand';
  end if;
  return null;
end $$;
create constraint trigger hand_overs_stand after update of status, professional_id on bookings
  deferrable initially deferred for each row when (new.kind = 'rent') execute function offered_hours_stand();
