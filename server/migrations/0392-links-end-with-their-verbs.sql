-- Links, proposals, rescues and offers of the waitlist that a move makes pointless are ended by the verb that moves the booking
-- (server/booking/moves/open-question.ts). Here the database only refuses a transaction that leaves one of them open.

drop trigger bookings_end_links on bookings;
drop function booking_link_lapses();

create function booking_ends_its_links() returns trigger language plpgsql as $$
begin
  if exists (select from booking_links link join bookings booking on booking.id = link.booking_id
      where link.booking_id = new.id and link.kind in ('appointment', 'waitlist') and link.answer is null and booking.status = 'expired') then
    raise exception 'booking % is over and its link is not', new.id
      using errcode = 'check_violation', constraint = 'bookings_end_links';
  end if;
  return null;
end $$;
create constraint trigger bookings_end_links after update of status on bookings deferrable initially deferred
  for each row when (new.status = 'expired' and old.status in ('held', 'awaiting_payment'))
  execute function booking_ends_its_links();
