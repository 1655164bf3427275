-- One autoclave for a salon and two cabins: what several spaces of a house share is counted once, for the house. Its pieces belong to
-- no space; each space that has it gets them from there (docs/space/equipment.md).
create table house_equipment (
  id bigint generated always as identity primary key,
  item text not null,
  unique (id, item)
);
create table house_equipment_spaces (
  space_id bigint not null references spaces,
  item text not null,
  house_equipment_id bigint not null,
  -- A space has each thing from one place: its own, or one house.
  primary key (space_id, item),
  foreign key (house_equipment_id, item) references house_equipment (id, item)
);
create index house_equipment_spaces_house on house_equipment_spaces (house_equipment_id);

alter table equipment_pieces
  alter column space_id drop not null,
  add column house_equipment_id bigint references house_equipment,
  add constraint equipment_pieces_of_one check (num_nonnulls(space_id, house_equipment_id) = 1) not valid,
  add constraint equipment_pieces_of_house unique (house_equipment_id, number);
alter table equipment_pieces validate constraint equipment_pieces_of_one;

-- Street and number; the floor and the door may be others: "Orizaba 101, segundo piso".
create function street_and_number(address text) returns text language sql immutable as
  $$ select lower(regexp_replace(btrim(split_part(address, ',', 1)), '\s+', ' ', 'g')) $$;
-- Spaces of one host under one roof; a pin is set by hand, so 200 metres are one.
create function is_one_house(one spaces, other spaces) returns boolean language sql immutable as $$
  select one.id = other.id or one.host_id = other.host_id and one.municipality_id = other.municipality_id
    and street_and_number(one.address) <> '' and street_and_number(one.address) = street_and_number(other.address)
    and search_km(one.latitude, one.longitude, other.latitude, other.longitude) < 0.2
$$;

create function equipment_of_one_house() returns trigger language plpgsql as $$
begin
  -- Who moves one of them waits, or is waited for.
  perform from spaces where id in (select space_id from house_equipment_spaces where house_equipment_id in
    (select house_equipment_id from house_equipment_spaces where space_id = new.space_id)) order by id for share;
  if exists (
    select from house_equipment_spaces mine
    join house_equipment_spaces theirs using (house_equipment_id)
    join spaces one on one.id = mine.space_id join spaces other on other.id = theirs.space_id
    where mine.space_id = new.space_id and not is_one_house(one, other))
  then
    raise exception 'space % shares equipment with a space of another house', new.space_id
      using errcode = 'check_violation', constraint = 'equipment_of_one_house';
  end if;
  return null;
end $$;
create trigger house_equipment_spaces_of_one after insert or update on house_equipment_spaces
  for each row execute function equipment_of_one_house();

create function spaces_stay_with_equipment() returns trigger language plpgsql as $$
begin
  if exists (
    select from house_equipment_spaces mine
    join house_equipment_spaces theirs using (house_equipment_id)
    join spaces other on other.id = theirs.space_id
    where mine.space_id = new.id and not is_one_house(new, other))
  then
    raise exception 'space % shares equipment with the house that it leaves', new.id
      using errcode = 'check_violation', constraint = 'equipment_of_one_house';
  end if;
  return null;
end $$;
create trigger spaces_stay_with_equipment after update of address, municipality_id, latitude, longitude, host_id on spaces
  for each row execute function spaces_stay_with_equipment();

-- Pieces of the place where the visit is, or of its house. What it has already it keeps.
create or replace function bookings_equipment_there() returns trigger language plpgsql as $$
begin
  if exists (
    select from jsonb_to_recordset(new.equipment) as part(id bigint, "fromMinute" integer, "toMinute" integer)
    where part."fromMinute" >= part."toMinute" or part."toMinute" > extract(epoch from new.ends_at - new.starts_at) / 60
      or not (
        exists (
          select from equipment_pieces piece where piece.id = part.id and piece.space_id = new.space_id)
        or exists (
          select from equipment_pieces piece
          left join house_equipment_spaces has on has.house_equipment_id = piece.house_equipment_id
          join spaces owner on owner.id = coalesce(piece.space_id, has.space_id) join spaces here on here.id = new.space_id
          where piece.id = part.id and is_one_house(owner, here))
        or tg_op = 'UPDATE' and old.space_id = new.space_id
          and old.equipment @> jsonb_build_array(jsonb_build_object('id', part.id))))
  then
    raise exception 'visit % has equipment of another place or after its end', new.id
      using errcode = 'check_violation', constraint = 'bookings_equipment_there';
  end if;
  return null;
end $$;
