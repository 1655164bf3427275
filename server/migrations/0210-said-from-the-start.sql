-- A visit that began may be spoken of also while nobody has registered an arrival (product.md §4, B20): until its end and a day it
-- stands confirmed, and its money would leave in the minute in which it is divided.
create or replace function dispute_of_its_visit() returns trigger language plpgsql as $$
declare
  visit bookings;
  extra overtimes;
begin
  select * into visit from bookings where id = new.booking_id;
  if new.line = 'overtime' then
    select * into extra from overtimes where booking_id = new.booking_id;
    if extra.id is null or visit.status not in ('to_settle', 'completed') or new.opened_at >= extra.contest_by
      or new.line_cents <> extra.amount_cents then
      raise exception 'nothing can be said of the overtime of % any more', new.booking_id
        using errcode = 'check_violation', constraint = 'disputes_in_time';
    end if;
    return new;
  end if;
  if visit.kind <> 'visit' or visit.status not in ('confirmed', 'in_progress', 'to_settle', 'completed')
    or (visit.status = 'confirmed' and new.opened_at < visit.starts_at)
    or new.opened_at >= visit.ends_at + (case when new.subject = 'damage' then interval '72 hours' else interval '48 hours' end)
    or new.line_cents > (case when new.line = 'service' then visit.total_cents else visit.rent_cents end) then
    raise exception 'nothing can be said of the visit % yet or any more', new.booking_id
      using errcode = 'check_violation', constraint = 'disputes_in_time';
  end if;
  return new;
end $$;

-- A visit that ends otherwise is not divided as one that was given: nobody argues about its lines any more.
create function ended_visit_has_no_dispute() returns trigger language plpgsql as $$
begin
  if exists (select from disputes where booking_id = new.id and state <> 'closed') then
    raise exception 'booking % ended and has a dispute that is not closed', new.id
      using errcode = 'check_violation', constraint = 'bookings_ended_undisputed';
  end if;
  return null;
end $$;
create constraint trigger bookings_ended_undisputed after update of status on bookings
  deferrable initially deferred for each row
  when (old.status = 'confirmed' and new.status in ('cancelled_by_client', 'cancelled_by_professional', 'cancelled_by_host',
    'cancelled_by_platform', 'client_no_show', 'professional_no_show')) execute function ended_visit_has_no_dispute();
