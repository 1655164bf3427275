-- So many visits of a service on one date of the place, and no more; null: as many as there is time for.
alter table services add column daily_cap smallint;
alter table services add constraint services_daily_cap check (daily_cap between 1 and 50) not valid;
alter table services validate constraint services_daily_cap;

-- The row lock makes two visits of one service come one after the other, where it has a limit; created_at is the clock of who books.
-- Asked when all of a visit is written: a service may be its first or a later one, and it counts once.
create function service_has_room(service bigint, booking uuid) returns void language plpgsql as $$
declare
  most smallint;
  visit record;
  taken bigint;
begin
  select daily_cap into most from services where id = service;
  if most is null then
    return;
  end if;
  select daily_cap into most from services where id = service for no key update;
  select b.professional_id, b.zone, b.created_at, date_trunc('day', b.starts_at at time zone b.zone) as day
    into visit from bookings b where b.id = booking;
  select count(*) into taken from bookings b
    where b.professional_id = visit.professional_id
      and b.starts_at >= visit.day at time zone visit.zone
      and b.starts_at < (visit.day + interval '1 day') at time zone visit.zone
      and b.status in ('held', 'awaiting_payment', 'requested', 'confirmed', 'in_progress', 'to_settle', 'completed', 'closed')
      and not (b.status = 'held' and b.hold_expires_at <= visit.created_at)
      and (b.service_id = service or exists (
        select from booking_segments part where part.booking_id = b.id and part.service_id = service));
  if taken > most then
    raise exception 'service % has all its visits of that day', service
      using errcode = 'check_violation', constraint = 'service_daily_cap';
  end if;
end $$;

create function booking_within_day() returns trigger language plpgsql as $$
begin
  perform service_has_room(new.service_id, new.id);
  if tg_op = 'UPDATE' then
    perform service_has_room(part.service_id, new.id) from booking_segments part
      where part.booking_id = new.id and part.service_id <> new.service_id;
  end if;
  return null;
end $$;
create trigger bookings_within_day after insert on bookings for each row
  when (new.service_id is not null and new.status in ('held', 'confirmed')) execute function booking_within_day();
-- Late money brings a visit back whatever came meanwhile: only another date is asked for anew.
create trigger bookings_again_within_day after update of starts_at on bookings for each row
  when (new.service_id is not null and new.status in ('held', 'confirmed')
    and (new.starts_at at time zone new.zone)::date <> (old.starts_at at time zone old.zone)::date)
  execute function booking_within_day();

create function booking_part_within_day() returns trigger language plpgsql as $$
begin
  perform service_has_room(new.service_id, new.booking_id) from bookings b
    where b.id = new.booking_id and b.status in ('held', 'confirmed');
  return null;
end $$;
create trigger booking_segments_within_day after insert on booking_segments for each row
  when (new.position > 1) execute function booking_part_within_day();
