/** Shared equipment units, and colour services that need a basin where their professional works at one. */
import type pg from 'pg'
import { fullProfessionals } from '#server/seed/people/people.ts'

/** If any place of a professional has no basin, their colour services need none. */
export const writeEquipment = async (client: pg.Client) => {
  // The demo's business has one sterilizer for the chairs below, the cabin and the tables upstairs.
  await client.query(`
    with house as (
      insert into business_equipment (item) values ('sterilizer') returning id, item
    ), shared as (
      update spaces space set equipment = (
        select coalesce(jsonb_agg(thing), '[]') from jsonb_array_elements(space.equipment) as part(thing)
        where thing ->> 'item' <> 'sterilizer') || '[{"item": "sterilizer", "shared": true, "count": 1}]'
      from spaces first where first.id = 1 and is_one_business(first, space) returning space.id
    ), spread as (
      insert into business_equipment_spaces (space_id, item, business_equipment_id) select shared.id, house.item, house.id from shared, house
    )
    insert into equipment_units (id, business_equipment_id, item, number) select new_resource('equipment'), id, item, 1 from house`)
  await client.query(`
    insert into equipment_units (id, space_id, item, number)
    select new_resource('equipment'), space.id, thing ->> 'item', nth
    from spaces space, jsonb_array_elements(space.equipment) as part(thing),
      generate_series(1, coalesce((thing ->> 'count')::integer, 1)) as nth
    where (thing ->> 'shared')::boolean and not exists (select from business_equipment_spaces house
      where house.space_id = space.id and house.item = thing ->> 'item')`)
  await client.query(`
    update services set needs = jsonb_build_object('equipment', jsonb_build_array(jsonb_build_object('item', 'washbasin',
        'fromMinute', duration_minutes - (phases -> -1 ->> 'minutes')::integer, 'toMinute', null)),
      'areaM2', null, 'isPrivate', false, 'groundFloor', false)
    where category = 'hair' and phases is not null and professional_id <= ${fullProfessionals} and not exists (
      select from agreements join spaces on spaces.id = agreements.space_id
      where agreements.professional_id = services.professional_id
        and not spaces.equipment @> '[{"item": "washbasin"}]')`)
}
