-- Some services are for who has never been with this professional.
alter table services add column first_visit_only boolean not null default false;

-- Asked when a client takes what they hold; what a professional or a house books for them is theirs to decide.
create function booking_is_first_visit() returns trigger language plpgsql as $$
begin
  if not exists (select from services where id = new.service_id and first_visit_only)
    and not exists (
      select from booking_segments part join services service on service.id = part.service_id and service.first_visit_only
      where part.booking_id = new.id) then
    return null;
  end if;
  -- Two first visits of one person come one after the other, and the second sees the first.
  perform from clients where id = new.client_id for no key update;
  if exists (
    select from bookings other
    where other.client_id = new.client_id and other.professional_id = new.professional_id and other.id <> new.id
      and other.status in ('awaiting_payment', 'requested', 'confirmed', 'in_progress', 'to_settle', 'completed', 'closed')) then
    raise exception 'client % is no new client', new.client_id
      using errcode = 'check_violation', constraint = 'service_first_visit';
  end if;
  return null;
end $$;
create trigger bookings_first_visit after update of status on bookings for each row
  when (old.status = 'held' and new.status in ('awaiting_payment', 'requested', 'confirmed')
    and new.booked_by = 'client' and new.client_id is not null and new.service_id is not null)
  execute function booking_is_first_visit();
