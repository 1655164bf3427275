-- Of dates that make a series longer its client may leave out the first too, which has the link: it was answered all the same, in the
-- transaction in which the other dates stand. Before, an hour that came to nothing always took its link along.
create or replace function booking_link_lapses() returns trigger language plpgsql as $$
begin
  update booking_links set answer = 'expired', answered_at = coalesce(new.ended_at, expires_at), email = null, phone = null,
    last_name = '', note = ''
  where booking_id = new.id and kind in ('appointment', 'waitlist') and (answer is null or answer = 'accepted' and not exists (
    select from booking_series_visits own where own.booking_id = new.id and own.position > 1));
  return null;
end $$;
