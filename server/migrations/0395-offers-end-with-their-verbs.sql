-- As in 0392: the verb that moves a booking settles the offer of the waitlist that it was held for.

drop trigger bookings_settle_offers on bookings;
drop function booking_settles_its_offer();

create function booking_settles_its_offer() returns trigger language plpgsql as $$
begin
  if exists (select from waitlist_offers offer join bookings booking on booking.id = offer.booking_id
      where offer.booking_id = new.id and offer.state = 'open' and booking.status not in ('held', 'awaiting_payment')) then
    raise exception 'booking % is held no more and its offer is open', new.id
      using errcode = 'check_violation', constraint = 'bookings_settle_offers';
  end if;
  return null;
end $$;
create constraint trigger bookings_settle_offers after update of status on bookings deferrable initially deferred
  for each row when (old.status in ('held', 'awaiting_payment') and new.status not in ('held', 'awaiting_payment'))
  execute function booking_settles_its_offer();
