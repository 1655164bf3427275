-- The link to an hour that a client chose by message: it ends with the hold, as an appointment's does.
alter table booking_links drop constraint booking_links_kind_check;
alter table booking_links add constraint booking_links_kind_check check (kind in ('appointment', 'waitlist', 'rescue', 'chat'));

create or replace function booking_ends_its_links() returns trigger language plpgsql as $$
begin
  if exists (select from booking_links link join bookings booking on booking.id = link.booking_id
      where link.booking_id = new.id and link.kind in ('appointment', 'waitlist', 'chat') and link.answer is null and booking.status = 'expired') then
    raise exception 'booking % is over and its link is not', new.id
      using errcode = 'check_violation', constraint = 'bookings_end_links';
  end if;
  return null;
end $$;
