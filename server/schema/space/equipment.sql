-- A host's photo of each kind of equipment: one photo, the newest (contract/space/fittings.ts has the names).
create table equipment_photos (
  space_id bigint not null,
  item text not null,
  id uuid not null,
  address text not null,
  content_hash bytea,
  created_at timestamptz not null,
  -- Since when a photo shows what its host does not list any more; it is forgotten an hour after that, not after it was sent.
  unlisted_at timestamptz,
  constraint equipment_photos_pkey primary key (space_id, item),
  constraint equipment_photos_id_key unique (id),
  constraint equipment_photos_item_check check (item ~ '^[a-z_]{2,40}$')
);
comment on table equipment_photos is 'Photos of equipment.';

create table equipment_pieces (
  id bigint not null,
  space_id bigint,
  item text not null,
  number smallint not null,
  -- One that is there no more keeps its past.
  active boolean default true not null,
  house_equipment_id bigint,
  constraint equipment_pieces_pkey primary key (id),
  constraint equipment_pieces_of_house unique (house_equipment_id, number),
  constraint equipment_pieces_space_id_item_number_key unique (space_id, item, number),
  constraint equipment_pieces_number_check check (number > 0),
  constraint equipment_pieces_of_one check (num_nonnulls(space_id, house_equipment_id) = 1)
);
comment on table equipment_pieces is 'Single machines that services need.';

-- One autoclave for a salon and two cabins: what several spaces of a business share is counted once, for the business. Its units
-- belong to no space; each space that has it draws on these units (docs/space/equipment.md).
create table house_equipment (
  id bigint generated always as identity not null,
  item text not null,
  constraint house_equipment_pkey primary key (id),
  constraint house_equipment_id_item_key unique (id, item)
);
comment on table house_equipment is 'Equipment that spaces of one business share.';

create table house_equipment_spaces (
  space_id bigint not null,
  item text not null,
  house_equipment_id bigint not null,
  constraint house_equipment_spaces_pkey primary key (space_id, item)
);
comment on table house_equipment_spaces is 'Spaces that share it.';

create index house_equipment_spaces_house on house_equipment_spaces (house_equipment_id);

alter table equipment_photos add constraint equipment_photos_space_id_fkey
  foreign key (space_id) references spaces(id);

alter table equipment_pieces add constraint equipment_pieces_house_equipment_id_fkey
  foreign key (house_equipment_id) references house_equipment(id);

alter table equipment_pieces add constraint equipment_pieces_space_id_fkey
  foreign key (space_id) references spaces(id);

alter table house_equipment_spaces add constraint house_equipment_spaces_house_equipment_id_item_fkey
  foreign key (house_equipment_id, item) references house_equipment(id, item);

alter table house_equipment_spaces add constraint house_equipment_spaces_space_id_fkey
  foreign key (space_id) references spaces(id);

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

create trigger house_equipment_spaces_of_one
  after insert or update on house_equipment_spaces for each row
  execute function equipment_of_one_house();

create trigger spaces_stay_with_equipment
  after update of address, municipality_id, latitude, longitude, host_id on spaces for each row
  execute function spaces_stay_with_equipment();
