/** The equipment of a space as a viewer reads it: with which other spaces of the business it is shared (business-equipment.ts). */
import { sql } from 'kysely'

/** For `spaces s`: its equipment, with whom it is shared. `seen`: the spaces that the viewer may know of. */
export const equipmentOf = (seen = sql`other.status <> 'archived'`) => sql`(
  select coalesce(jsonb_agg(case when house.others is null then thing
    else thing || jsonb_build_object('with', house.others) end order by place), '[]')
  from jsonb_array_elements(s.equipment) with ordinality as part(thing, place)
  left join lateral (
    select json_agg(other.id order by other.id) as others
    from business_equipment_spaces mine join business_equipment_spaces theirs using (business_equipment_id)
    join spaces other on other.id = theirs.space_id
    where mine.space_id = s.id and mine.item = thing ->> 'item' and theirs.space_id <> s.id and ${seen}) house on true)`

/** For `spaces s`: the other spaces of its business, and what each of them shares. */
export const sameBusiness = sql`(
  select coalesce(json_agg(json_build_object('id', other.id, 'name', other.name,
    'writable', other.status in ('draft', 'published', 'paused'),
    'shares', (select coalesce(json_agg(json_build_object('item', mine.item, 'with', array(
        select theirs.space_id from business_equipment_spaces theirs
        where theirs.business_equipment_id = mine.business_equipment_id and theirs.space_id <> other.id order by 1)) order by mine.item), '[]')
      from business_equipment_spaces mine where mine.space_id = other.id)) order by other.id), '[]')
  from spaces other where other.host_id = s.host_id and other.id <> s.id and other.status <> 'archived' and is_one_business(s, other))`
