-- What units of a space share is time of its own: each piece is with one visit at a time, as a chair is.
alter table resources add constraint resources_kinds check (kind in ('professional', 'unit', 'client', 'equipment')) not valid;
alter table resources validate constraint resources_kinds;
alter table resources drop constraint resources_kind_check;
create table equipment_pieces (
  id bigint primary key references resources,
  space_id bigint not null references spaces,
  item text not null,
  number smallint not null check (number > 0),
  -- One that is there no more keeps its past.
  active boolean not null default true,
  unique (space_id, item, number)
);
-- Until its host says how many there are: one.
insert into equipment_pieces (id, space_id, item, number)
select new_resource('equipment'), spaces.id, thing ->> 'item', 1
from spaces, jsonb_array_elements(spaces.equipment) as part(thing) where (thing ->> 'shared')::boolean;

-- What a service cannot be given without, as contract/service/service-needs.ts says; null: nothing.
alter table services add column needs jsonb constraint services_needs check (needs is null or jsonb_typeof(needs) = 'object');
-- Which pieces a visit has, and in which of its minutes; null: none. Each is claimed as its chair is.
alter table bookings add column equipment jsonb
  constraint bookings_equipment check (equipment is null or jsonb_typeof(equipment) = 'array' and kind = 'visit' and space_id is not null);

-- They are pieces of the place where the visit is.
create function bookings_equipment_there() returns trigger language plpgsql as $$
begin
  if exists (
    select from jsonb_to_recordset(new.equipment) as part(id bigint, "fromMinute" integer, "toMinute" integer)
    where part."fromMinute" >= part."toMinute" or part."toMinute" > extract(epoch from new.ends_at - new.starts_at) / 60
      or not exists (select from equipment_pieces piece where piece.id = part.id and piece.space_id = new.space_id))
  then
    raise exception 'visit % has equipment of another place or after its end', new.id
      using errcode = 'check_violation', constraint = 'bookings_equipment_there';
  end if;
  return null;
end $$;
create trigger bookings_equipment_there after insert or update of equipment, space_id, starts_at, ends_at on bookings for each row
  when (new.equipment is not null) execute function bookings_equipment_there();
