-- As in 0392: the verb that moves a booking ends its rescue, and who ends a rescue ends its link.

drop trigger bookings_leave_rescue on bookings;
drop trigger bookings_overtake_rescues on bookings;
drop trigger rescues_end_links on rescues;
drop function booking_leaves_its_rescue();
drop function booking_overtakes_its_rescue();
drop function rescue_ends_its_link();

create function booking_waits_there() returns trigger language plpgsql as $$
begin
  raise exception 'booking % moved and still waits for a rescue', new.id
    using errcode = 'check_violation', constraint = 'bookings_leave_rescue';
end $$;
create trigger bookings_leave_rescue before update on bookings
  for each row when (old.rescue_by is not null and new.rescue_by is not null
    and (new.status <> 'confirmed' or new.unit_id is distinct from old.unit_id or new.starts_at <> old.starts_at))
  execute function booking_waits_there();

create function booking_ends_its_rescue() returns trigger language plpgsql as $$
begin
  if exists (select from rescues rescue join bookings booking on booking.id = rescue.booking_id
      where rescue.booking_id = new.id and rescue.state = 'open' and booking.rescue_by is null) then
    raise exception 'booking % waits for no rescue and one is open', new.id
      using errcode = 'check_violation', constraint = 'bookings_overtake_rescues';
  end if;
  return null;
end $$;
create constraint trigger bookings_overtake_rescues after update on bookings deferrable initially deferred
  for each row when (old.rescue_by is not null and new.rescue_by is null) execute function booking_ends_its_rescue();

create function rescue_leaves_no_link() returns trigger language plpgsql as $$
begin
  if exists (select from booking_links link where link.booking_id = new.booking_id and link.kind = 'rescue'
      and link.created_at = new.created_at and link.answer is null) then
    raise exception 'rescue % is over and its link is not', new.id
      using errcode = 'check_violation', constraint = 'rescues_end_links';
  end if;
  return null;
end $$;
create constraint trigger rescues_end_links after update of state on rescues deferrable initially deferred
  for each row when (new.state <> 'open') execute function rescue_leaves_no_link();
