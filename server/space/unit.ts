/** The numbered units of a space: chairs, cabins, rooms that can be claimed one by one. */
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

/**
 * Keeps as many open units as names, in their order. Further ones are added with the next number; those beyond are closed and keep their
 * past. Refuses `units_in_use` when one that would be closed has time claimed from now on.
 */
export const fitUnits = async (work: Work, spaceId: number, names: readonly string[]) => {
  const there = await work.db
    .selectFrom('units')
    .select(['id', 'number'])
    .where('space_id', '=', spaceId)
    .orderBy('number')
    .forUpdate()
    .execute()
  const beyond = there.slice(names.length).map(({ id }) => id)
  if (beyond.length > 0) await close(work, beyond)
  for (const [place, { id }] of there.slice(0, names.length).entries())
    await work.db
      .updateTable('units')
      .set({ name: names[place] ?? '', active: true })
      .where('id', '=', id)
      .execute()
  const more = names.slice(there.length)
  if (more.length > 0) await add(work, spaceId, there.at(-1)?.number ?? 0, more)
}

const close = async (work: Work, ids: readonly number[]) => {
  // A transaction about to claim one of them holds its row lock, or waits for ours.
  await sql`select 1 from resources where id = any(${ids}::bigint[]) order by id for update`.execute(work.db)
  const { rows } = await sql`
    select 1 from claims where resource_id = any(${ids}::bigint[]) and upper(during) > ${work.now}
      and (expires_at is null or expires_at > ${work.now}) limit 1`.execute(work.db)
  if (rows.length > 0) refuse('units_in_use')
  await work.db.updateTable('units').set({ active: false }).where('id', 'in', ids).execute()
}

const add = async (work: Work, spaceId: number, last: number, names: readonly string[]) => {
  const { rows } = await sql<{ id: number }>`
    select new_resource('unit') as id from generate_series(1, ${names.length}::integer)`.execute(work.db)
  await work.db
    .insertInto('units')
    .values(
      rows.map(({ id }, place) => ({
        id,
        space_id: spaceId,
        number: last + place + 1,
        name: names[place] ?? '',
        station_code: stationCode(),
      })),
    )
    .execute()
}

/** Eight characters and digits to print, without look-alikes. */
const stationCode = () => Array.from({ length: 8 }, () => signs[randomInt(signs.length)]).join('')
const signs = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
