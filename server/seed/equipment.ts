/** The pieces of what units share, the colours that are rinsed at a basin wherever their professional works at one. */
import type pg from 'pg'

/** Where a place of theirs has no basin their colours ask for none. */
export const writeEquipment = async (client: pg.Client) => {
  await client.query(`
    insert into equipment_pieces (id, space_id, item, number)
    select new_resource('equipment'), space.id, thing ->> 'item', nth
    from spaces space, jsonb_array_elements(space.equipment) as part(thing),
      generate_series(1, coalesce((thing ->> 'count')::integer, 1)) as nth
    where (thing ->> 'shared')::boolean`)
  await client.query(`
    update services set needs = jsonb_build_object('equipment', jsonb_build_array(jsonb_build_object('item', 'washbasin',
        'fromMinute', duration_minutes - (phases -> -1 ->> 'minutes')::integer, 'toMinute', null)),
      'areaM2', null, 'isPrivate', false, 'groundFloor', false)
    where category = 'hair' and phases is not null and not exists (
      select from agreements join spaces on spaces.id = agreements.space_id
      where agreements.professional_id = services.professional_id
        and not spaces.equipment @> '[{"item": "washbasin"}]')`)
}
