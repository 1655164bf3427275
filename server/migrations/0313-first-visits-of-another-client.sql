-- Whoever comes back while the money is awaited may turn out to be another client: asked of them too (docs/booking/visits.md).
create trigger bookings_first_visit_of_another after update of client_id on bookings for each row
  when (old.client_id is distinct from new.client_id and old.status = 'awaiting_payment' and new.status = 'awaiting_payment'
    and new.booked_by = 'client' and new.client_id is not null and new.service_id is not null)
  execute function booking_is_first_visit();
