/**
 * Equipment units that several spaces of a business share: they belong to no space and are counted once for all of them. Units of a single
 * space are counted in equipment-piece.ts; the database decides whether spaces are of one business.
 */
import { sql } from 'kysely'
import type { Equipment, EquipmentItem } from '#contract/space/fittings.ts'
import { publish } from '#server/platform/jobs.ts'
import { refuse, refuseOn } from '#server/platform/refuse.ts'
import { inTransaction, lockName, type Work } from '#server/platform/work.ts'
import { markListed } from '#server/space/equipment-photo.ts'
import { lock, mayBeWritten } from '#server/space/listing.ts'

type Own = { id: number; hostId: number }

/** Two spaces of a business that are saved at once go one after the other. */
export const lockShared = (work: Work, hostId: number) => lockName(work, `equipment:${hostId}`)

/**
 * Sets what is shared, from one of the spaces; answers the equipment that this space has to itself. Refuses `not_one_house`,
 * `listing_not_movable` for another space in review, `not_found` for one of another host.
 */
export const shareInBusiness = async (
  work: Work,
  own: Own,
  things: readonly Equipment[],
): Promise<Equipment[]> => {
  await lockShared(work, own.hostId)
  const before = await sharedOf(work, own.id)
  const wantedOf = (item: EquipmentItem) => {
    const thing = things.find((one) => one.item === item && one.shared)
    const business = before.get(item)
    return {
      count: thing?.count ?? 1,
      others: thing === undefined ? [] : (thing.with ?? business?.others ?? []),
    }
  }
  for (const [item, { id, others }] of before) {
    const isShared = things.some((one) => one.item === item && one.shared)
    const wanted = wantedOf(item).others
    // The remaining spaces keep the units.
    const gone = isShared ? others.filter((other) => !wanted.includes(other)) : [own.id]
    for (const spaceId of gone) await leave(work, { id, item, spaceId })
    for (const spaceId of gone.filter((other) => other !== own.id))
      await fitThing(work, own, { spaceId, item, thing: null })
  }
  for (const { item } of things) {
    const { count, others } = wantedOf(item)
    if (others.length > 0) await share(work, own, { item, count, others })
  }
  return things.filter(({ item }) => wantedOf(item).others.length === 0)
}

/** A space that closes for good has none of it; units claimed by its visits stay with them. */
export const leaveBusiness = (work: Work, spaceId: number): Promise<void> =>
  inTransaction(work, async (work) => {
    const { host_id: hostId } = await work.db
      .selectFrom('spaces')
      .select('host_id')
      .where('id', '=', spaceId)
      .executeTakeFirstOrThrow()
    await lockShared(work, hostId)
    for (const [item, { id }] of await sharedOf(work, spaceId)) await leave(work, { id, item, spaceId })
  })

const sharedOf = async (work: Work, spaceId: number) => {
  const { rows } = await sql<{ item: EquipmentItem; id: number; others: number[] }>`
    select mine.item, mine.business_equipment_id as id, (
      select coalesce(json_agg(theirs.space_id order by theirs.space_id), '[]') from business_equipment_spaces theirs
      where theirs.business_equipment_id = mine.business_equipment_id and theirs.space_id <> mine.space_id) as others
    from business_equipment_spaces mine where mine.space_id = ${spaceId} order by 1`.execute(work.db)
  return new Map(rows.map(({ item, ...business }) => [item, business]))
}

type Place = { id: number; item: EquipmentItem; spaceId: number }

/** The last one has the units to itself again. */
const leave = async (work: Work, { id, item, spaceId }: Place) => {
  await work.db
    .deleteFrom('business_equipment_spaces')
    .where('space_id', '=', spaceId)
    .where('item', '=', item)
    .execute()
  const left = await work.db
    .selectFrom('business_equipment_spaces')
    .select('space_id')
    .where('business_equipment_id', '=', id)
    .execute()
  const [last] = left
  if (last === undefined || left.length > 1) return
  await work.db.deleteFrom('business_equipment_spaces').where('business_equipment_id', '=', id).execute()
  await work.db
    .updateTable('equipment_units')
    .set({ space_id: last.space_id, business_equipment_id: null })
    .where('business_equipment_id', '=', id)
    .execute()
}

/** Shares it with the spaces that join, and the units that those had. */
const share = async (
  work: Work,
  own: Own,
  { item, count, others }: { item: EquipmentItem; count: number; others: readonly number[] },
) => {
  const request = [own.id, ...others]
  const there = await work.db
    .selectFrom('business_equipment_spaces')
    .select(['business_equipment_id as id', 'space_id as spaceId'])
    .where('item', '=', item)
    .where('business_equipment_id', 'in', (from) =>
      from
        .selectFrom('business_equipment_spaces')
        .select('business_equipment_id')
        .where('item', '=', item)
        .where('space_id', 'in', request),
    )
    .execute()
  const members = [...new Set([...request, ...there.map(({ spaceId }) => spaceId)])]
  const id = there[0]?.id ?? (await newBusiness(work, item))
  for (const spaceId of members)
    await fitThing(work, own, { spaceId, item, thing: { item, shared: true, count } })
  const isNew = members.some((spaceId) => !there.some((one) => one.id === id && one.spaceId === spaceId))
  if (isNew) {
    const former = [...new Set(there.map((one) => one.id))].filter((one) => one !== id)
    await bringIn(work, { id, item }, members, former)
  }
  await fitCount(work, { id, item }, count)
  if (isNew) await publish(work, 'equipment.shared', { businessEquipmentId: id })
}

const newBusiness = async (work: Work, item: string) => {
  const made = await work.db
    .insertInto('business_equipment')
    .values({ item })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

/** The units that each counted for itself become the business's, numbered on. */
const bringIn = async (
  work: Work,
  { id, item }: { id: number; item: string },
  members: readonly number[],
  former: readonly number[],
) => {
  await sql`
    insert into business_equipment_spaces (space_id, item, business_equipment_id)
    select space_id, ${item}, ${id} from unnest(${members}::bigint[]) as space_id
    on conflict (space_id, item) do update set business_equipment_id = excluded.business_equipment_id`
    .execute(work.db)
    .catch((error: unknown) => refuseOn(error, { equipment_of_one_business: 'not_one_house' }))
  await sql`
    update equipment_units piece set space_id = null, business_equipment_id = ${id}, number = mine.number
    from (select id, row_number() over (order by active desc, space_id, number)
        + coalesce((select max(number) from equipment_units where business_equipment_id = ${id}), 0) as number
      from equipment_units where item = ${item}
        and (space_id = any(${members}::bigint[]) or business_equipment_id = any(${former}::bigint[]))) mine
    where piece.id = mine.id`.execute(work.db)
}

const fitCount = async (work: Work, { id, item }: { id: number; item: string }, count: number) => {
  await sql`update equipment_units set active = number <= ${count} where business_equipment_id = ${id}`.execute(
    work.db,
  )
  await sql`
    insert into equipment_units (id, business_equipment_id, item, number)
    select new_resource('equipment'), ${id}, ${item}, nth from generate_series(1, ${count}::integer) as nth
    where not exists (select from equipment_units where business_equipment_id = ${id} and number = nth)`.execute(
    work.db,
  )
}

/** Updates the item in the list of another space, for its page and search; null: it has none any more. */
const fitThing = async (
  work: Work,
  own: Own,
  { spaceId, item, thing }: { spaceId: number; item: string; thing: Equipment | null },
) => {
  // Its own list is being saved.
  if (spaceId === own.id) return
  const other = await lock(work, spaceId, own.hostId)
  const said = await sql<{ id: number }>`
    update spaces set version = version + 1, equipment = (
      select coalesce(jsonb_agg(one order by place), '[]') from jsonb_array_elements(equipment) with ordinality as part(one, place)
      where one ->> 'item' <> ${item}) || ${JSON.stringify(thing === null ? [] : [thing])}::jsonb
    where id = ${spaceId} and not (case when ${thing === null}::boolean then not equipment @> ${JSON.stringify([{ item }])}::jsonb
      else equipment @> ${JSON.stringify([thing])}::jsonb end)
    returning id`.execute(work.db)
  if (said.rows.length === 0) return
  if (!mayBeWritten(other.status)) refuse('listing_not_movable')
  await markListed(work, spaceId, item, thing !== null)
  if (other.status === 'draft') return
  await publish(work, 'space.changed', { spaceId })
  await publish(work, 'listing.edited', { spaceId })
}
