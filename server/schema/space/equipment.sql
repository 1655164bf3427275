-- A host's photo of each kind of equipment: one photo, the newest (contract/space/fittings.ts has the names).
create table equipment_photos (
  space_id bigint not null,
  item text not null,
  id uuid not null,
  address text not null,
  content_hash bytea,
  created_at timestamptz not null,
  -- Since when a photo shows equipment that is no longer listed; it is deleted an hour later.
  unlisted_at timestamptz,
  constraint equipment_photos_pkey primary key (space_id, item),
  constraint equipment_photos_id_key unique (id),
  constraint equipment_photos_item_check check (item ~ '^[a-z_]{2,40}$')
);
comment on table equipment_photos is 'Photos of equipment.';

create table equipment_units (
  id bigint not null,
  space_id bigint,
  item text not null,
  number smallint not null,
  -- An equipment unit that was removed keeps its past bookings.
  active boolean default true not null,
  business_equipment_id bigint,
  constraint equipment_units_pkey primary key (id),
  constraint equipment_units_of_business unique (business_equipment_id, number),
  constraint equipment_units_space_id_item_number_key unique (space_id, item, number),
  constraint equipment_units_number_check check (number > 0),
  constraint equipment_units_of_one check (num_nonnulls(space_id, business_equipment_id) = 1)
);
comment on table equipment_units is 'Single machines that services need.';
comment on constraint equipment_units_of_one on equipment_units is
  'With bookings_equipment_there.';

-- One autoclave for a salon and two cabins: what several spaces of a business share is counted once, for the business. Its units
-- belong to no space; each space that has it draws on these units (docs/space/equipment.md).
create table business_equipment (
  id bigint generated always as identity not null,
  item text not null,
  constraint business_equipment_pkey primary key (id),
  constraint business_equipment_id_item_key unique (id, item)
);
comment on table business_equipment is 'Equipment that spaces of one business share.';

create table business_equipment_spaces (
  space_id bigint not null,
  item text not null,
  business_equipment_id bigint not null,
  constraint business_equipment_spaces_pkey primary key (space_id, item)
);
comment on table business_equipment_spaces is 'Spaces that share it.';
comment on constraint business_equipment_spaces_pkey on business_equipment_spaces is
  'With bookings_equipment_there.';

create index business_equipment_spaces_shared on business_equipment_spaces (business_equipment_id);

alter table equipment_photos add constraint equipment_photos_space_id_fkey
  foreign key (space_id) references spaces(id);

alter table equipment_units add constraint equipment_units_business_equipment_id_fkey
  foreign key (business_equipment_id) references business_equipment(id);

alter table equipment_units add constraint equipment_units_space_id_fkey
  foreign key (space_id) references spaces(id);

alter table business_equipment_spaces add constraint business_equipment_spaces_business_equipment_id_item_fkey
  foreign key (business_equipment_id, item) references business_equipment(id, item);

alter table business_equipment_spaces add constraint business_equipment_spaces_space_id_fkey
  foreign key (space_id) references spaces(id);

create function equipment_of_one_business()
 returns trigger
 language plpgsql
as $$
begin
  -- Locks the spaces, so that a concurrent change of their address is seen.
  perform from spaces where id in (select space_id from business_equipment_spaces where business_equipment_id in
    (select business_equipment_id from business_equipment_spaces where space_id = new.space_id)) order by id for share;
  if exists (
    select from business_equipment_spaces mine
    join business_equipment_spaces theirs using (business_equipment_id)
    join spaces one on one.id = mine.space_id join spaces other on other.id = theirs.space_id
    where mine.space_id = new.space_id and not is_one_business(one, other))
  then
    raise exception 'space % shares equipment with a space of another business', new.space_id
      using errcode = 'check_violation', constraint = 'equipment_of_one_business';
  end if;
  return null;
end $$;

create function spaces_stay_with_equipment()
 returns trigger
 language plpgsql
as $$
begin
  if exists (
    select from business_equipment_spaces mine
    join business_equipment_spaces theirs using (business_equipment_id)
    join spaces other on other.id = theirs.space_id
    where mine.space_id = new.id and not is_one_business(new, other))
  then
    raise exception 'space % shares equipment with the business that it leaves', new.id
      using errcode = 'check_violation', constraint = 'equipment_of_one_business';
  end if;
  return null;
end $$;

create trigger business_equipment_spaces_of_one
  after insert or update on business_equipment_spaces for each row
  execute function equipment_of_one_business();
comment on trigger business_equipment_spaces_of_one on business_equipment_spaces is
  'With bookings_equipment_there.';

create trigger spaces_stay_with_equipment
  after update of address, municipality_id, latitude, longitude, host_id on spaces for each row
  execute function spaces_stay_with_equipment();
comment on trigger spaces_stay_with_equipment on spaces is
  'With bookings_equipment_there.';
