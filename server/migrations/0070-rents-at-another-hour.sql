-- A host may propose another hour for rented hours too (product.md §4, B9). While the professional thinks, the rent holds the new time
-- beside its own; what of its own comes back from a visit within must not grow into what is only held.
create or replace function rent_has_its_time_again() returns trigger language plpgsql as $$
declare
  piece tstzrange;
  made bigint;
  neighbour record;
begin
  insert into claims (booking_id, resource_id, during, state)
  select rent.id, old.resource_id, old.during * rented_time(rent, old.resource_id), 'firm' from bookings rent
  where rent.id = old.inside_id and rent.status in ('confirmed', 'in_progress', 'to_settle')
    and old.during && rented_time(rent, old.resource_id)
    and old.resource_id in (rent.unit_id, rent.professional_id)
  on conflict do nothing
  returning id, during into made, piece;
  if made is null then
    return null;
  end if;
  for neighbour in
    select id, during from claims where booking_id = old.inside_id and resource_id = old.resource_id
      and inside_id is null and state = 'firm' and id <> made and during -|- piece order by id for update
  loop
    delete from claims where id = neighbour.id;
    piece := range_merge(piece, neighbour.during);
  end loop;
  update claims set during = piece where id = made;
  return null;
end $$;

-- Hours that came back, or that somebody else has now, are not those for which another hour was proposed.
create trigger rents_overtake_proposals after update on bookings for each row
  when (new.kind = 'rent' and old.status = 'confirmed' and new.status = 'confirmed' and new.starts_at = old.starts_at
    and new.unit_id is not distinct from old.unit_id
    and (new.ends_at <> old.ends_at or new.professional_id <> old.professional_id))
  execute function booking_overtakes_its_proposal();
