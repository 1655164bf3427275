-- Whoever books themselves, or works at a place of their own, scores neither: whichever part they had, whom they score is somebody else.
create or replace function review_of_its_booking() returns trigger language plpgsql as $$
declare
  booking bookings;
begin
  select * into booking from bookings where id = new.booking_id;
  if booking.status <> 'completed' or new.created_at >= booking.completed_at + interval '14 days'
    or new.author = 'client' and booking.client_id is null or new.author = 'host' and booking.host_id is null
    or coalesce(new.professional_id, booking.professional_id) <> booking.professional_id
    or new.space_id is distinct from (case when new.subject = 'space' then booking.space_id end)
    or (case new.author
          when 'client' then (select account_id from clients where id = booking.client_id)
          when 'host' then (select account_id from hosts where id = booking.host_id)
          else (select account_id from professionals where id = booking.professional_id) end)
      = (case new.subject
          when 'space' then (select account_id from hosts where id = booking.host_id)
          else (select account_id from professionals where id = booking.professional_id) end) then
    raise exception 'booking % is not reviewed like this', new.booking_id
      using errcode = 'check_violation', constraint = 'reviews_of_booking';
  end if;
  return new;
end $$;
