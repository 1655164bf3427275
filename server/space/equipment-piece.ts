/** Shared equipment of a space as units: the time of each is claimed with the visits that need it. */
import { sql } from 'kysely'
import type { Equipment } from '#contract/space/fittings.ts'
import type { Work } from '#server/platform/work.ts'

/** Keeps as many open units of each item as the host shares. A removed unit keeps its past, and is reopened first. */
export const fitEquipmentUnits = async (
  work: Work,
  spaceId: number,
  things: readonly Equipment[],
): Promise<void> => {
  const shared = things.filter((thing) => thing.shared)
  const wanted = sql`unnest(${shared.map(({ item }) => item)}::text[], ${shared.map(({ count = 1 }) => count)}::integer[]) as wanted(item, count)`
  await sql`
    update equipment_units piece set active = coalesce(piece.number <= (select count from ${wanted} where wanted.item = piece.item), false)
    where piece.space_id = ${spaceId}`.execute(work.db)
  await sql`
    insert into equipment_units (id, space_id, item, number)
    select new_resource('equipment'), ${spaceId}, wanted.item, nth from ${wanted}, generate_series(1, wanted.count) as nth
    where not exists (select from equipment_units piece
      where piece.space_id = ${spaceId} and piece.item = wanted.item and piece.number = nth)`.execute(work.db)
}
