/** What somebody waits for: a visit of one service or several, with what is added to them. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { AddOnRef } from '#contract/add-on.ts'
import { Id } from '#contract/shapes.ts'

type Kept = { service_id: number; more_services: unknown; add_ons: unknown; persons: number }

/** What follows the first service of a `wish`, and what is added to any. */
export const wishedIn = (wish: Pick<Kept, 'more_services' | 'add_ons'>) => ({
  more: z.parse(z.array(Id), wish.more_services),
  addOns: z.parse(z.array(AddOnRef), wish.add_ons),
})

/** As slots are asked for: of several seats of a class the same once more for each. */
export const visitOf = (wish: Kept) => {
  const { more, addOns } = wishedIn(wish)
  const { persons, service_id } = wish
  if (persons === 1) return { more, addOns }
  return {
    more: Array.from({ length: persons - 1 }, () => service_id),
    addOns,
    persons: Array.from({ length: persons }, () => 1),
  }
}

/** The services of a `wish` in their order, the first included. */
const partsOfWish = sql`(select wish.service_id as id, 0 as place union all
  select part.id::bigint, part.place from jsonb_array_elements_text(wish.more_services) with ordinality as part(id, place))`

/** Named as the booking would be: each service, and behind it what is added. */
export const wishName = sql<string>`case when wish.persons > 1 then wish.persons || ' × ' else '' end || (
  select string_agg(named.name || coalesce(added.names, ''), ' + ' order by part.place)
  from ${partsOfWish} part join services named on named.id = part.id
  left join lateral (
    select string_agg(' + ' || coalesce((one ->> 'group') || ': ', '') || (one ->> 'name'), '') as names from jsonb_array_elements(named.add_ons) as offered(one)
    where wish.add_ons @> jsonb_build_array(jsonb_build_object('serviceId', named.id, 'id', (one ->> 'id')::bigint))
  ) added on true)`

/** Is everything that a `wish` waits for done in a `booking`, for as many? */
export const isDoneBy = sql<boolean>`booking.persons >= wish.persons and not exists (select from ${partsOfWish} part where part.id <> booking.service_id
  and not exists (select from booking_segments segment where segment.booking_id = booking.id and segment.service_id = part.id))`
