-- What a professional had added to an appointment that she made: her yes is to that. Whatever else its client adds or leaves out is asked of her.
alter table booking_links add column add_ons jsonb not null default '[]';
alter table booking_links add constraint booking_links_add_ons check (jsonb_typeof(add_ons) = 'array') not valid;
alter table booking_links validate constraint booking_links_add_ons;
update booking_links link set add_ons = booking.add_ons from bookings booking
  where booking.id = link.booking_id and link.kind = 'appointment' and booking.add_ons is not null
    and (link.answer is null or link.answer = 'accepted');
