-- What an hour of the space cost without a pack when it was bought: at the end of its time the hours that were used are worth
-- that, and what was paid above it goes back. Those that were sold before keep the terms that were told then.
alter table hour_packs add column hourly_cents bigint,
  add constraint hour_packs_hourly check (hourly_cents is null or hourly_cents > 0);

-- Hours out of the middle of a rent may be offered too: it leaves two.
create or replace function offered_part_is_there() returns trigger language plpgsql as $$
begin
  if exists (select from hand_overs offer join bookings rent on rent.id = offer.booking_id
    where offer.status = 'offered' and offer.starts_at is not null
      and case when tg_table_name = 'bookings' then offer.booking_id = new.id else offer.id = new.id end
      and (offer.starts_at < rent.starts_at or offer.ends_at > rent.ends_at
        or (offer.starts_at = rent.starts_at and offer.ends_at = rent.ends_at))) then
    raise exception 'what is offered of % is not a part of it', new.id
      using errcode = 'check_violation', constraint = 'hand_overs_within';
  end if;
  return null;
end $$;
