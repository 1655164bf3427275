-- The verbs that take in and arrange photos write the addresses that the listing carries (space/space-photo.ts). Here a listing is
-- refused that carries other ones.
drop trigger space_photos_kept on space_photos;
drop function keep_space_photos();

create function space_shows_its_photos() returns trigger language plpgsql as $$
declare
  changed bigint := coalesce(new.space_id, old.space_id);
begin
  if exists (select from spaces where id = changed
      and photos <> array(select address from space_photos where space_id = changed order by position)) then
    raise exception 'listing % shows other photos than it has', changed
      using errcode = 'check_violation', constraint = 'space_photos_kept';
  end if;
  return null;
end $$;
create constraint trigger space_photos_kept after insert or delete or update on space_photos deferrable initially deferred
  for each row execute function space_shows_its_photos();
