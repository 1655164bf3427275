-- A class goes to another hour or place with everybody who has a seat: at once, and in one transaction.
alter table class_sessions
  add column moved_at timestamptz,
  add column moves smallint not null default 0,
  add constraint class_sessions_moved check ((moved_at is null) = (moves = 0)) not valid;
alter table class_sessions validate constraint class_sessions_moved;

alter table bookings
  -- Of a seat whose class went elsewhere: what its client had agreed to. Null: where it is now is agreed.
  add column moved_from jsonb,
  add constraint bookings_moved_from check (moved_from is null or class_id is not null and jsonb_typeof(moved_from) = 'object') not valid;
alter table bookings validate constraint bookings_moved_from;

-- Cancelled it stays cancelled; what it is never changes, and where and when only before it begins, by a move that is written down.
create or replace function class_session_stays() returns trigger language plpgsql as $$
begin
  if new.version <= old.version or old.status = 'cancelled'
    or (new.id, new.professional_id, new.service_id, new.ends_at - new.starts_at) is distinct from
      (old.id, old.professional_id, old.service_id, old.ends_at - old.starts_at)
    or ((new.starts_at, new.space_id, new.unit_id, new.inside_id, new.visit_place, new.zone) is distinct from
        (old.starts_at, old.space_id, old.unit_id, old.inside_id, old.visit_place, old.zone)
      and (new.status <> 'open' or new.moves <> old.moves + 1
        or new.moved_at >= old.starts_at or new.moved_at >= new.starts_at))
    or (old.decided_at is not null and new.decided_at is distinct from old.decided_at) then
    raise exception 'class % stays what it is', old.id using errcode = 'check_violation', constraint = 'class_sessions_steps';
  end if;
  if new.capacity < old.capacity and exists (select from bookings seat where seat.class_id = new.id and new.capacity < any (seat.class_seats)
      and seat.status in ('held', 'awaiting_payment', 'requested', 'confirmed', 'in_progress', 'to_settle')) then
    raise exception 'class % has more clients', old.id using errcode = 'check_violation', constraint = 'class_sessions_seats';
  end if;
  return new;
end $$;

-- By the end of the transaction whoever is certain to come is where the class is; who still pays for the old hour pays for nothing.
create function class_takes_its_seats() returns trigger language plpgsql as $$
begin
  if exists (select from bookings seat join class_sessions own on own.id = seat.class_id
    where own.id = new.id and seat.status in ('requested', 'confirmed', 'in_progress', 'to_settle')
      and (seat.starts_at, seat.ends_at, seat.space_id, seat.unit_id, seat.inside_id, seat.visit_place, seat.zone) is distinct from
        (own.starts_at, own.ends_at, own.space_id, own.unit_id, own.inside_id, own.visit_place, own.zone)) then
    raise exception 'class % leaves seats behind', new.id using errcode = 'check_violation', constraint = 'class_sessions_together';
  end if;
  return null;
end $$;
create constraint trigger class_sessions_together after update of starts_at, space_id, unit_id, inside_id, visit_place on class_sessions
  deferrable initially deferred for each row execute function class_takes_its_seats();
