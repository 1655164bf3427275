/**
 * Units closed for a while. Their free time becomes blocks; time held by bookings stays theirs, and the database closes it when they
 * release it. The booking module settles those bookings beforehand.
 */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { Closure } from '#contract/booking/agenda/timeline.ts'
import { publish } from '#server/platform/jobs.ts'
import { constraintOf, refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

export type Closing = {
  spaceId: number
  unitIds: readonly number[]
  kind: 'closure' | 'maintenance'
  start: Date
  end: Date
  reason: string
}

/**
 * Takes everything that is free. Returns the id and how many stretches were taken by others at this moment: if any, the caller must
 * roll back. Refuses already_closed.
 */
export const closeFree = async (work: Work, closing: Closing): Promise<{ id: number; lost: number }> => {
  const { start, end } = closing
  try {
    const { rows } = await sql<{ id: number }>`
      with made as (
        insert into closures (space_id, kind, during, reason, author_account_id, created_at)
        values (${closing.spaceId}, ${closing.kind}, tstzrange(${start}, ${end}), ${closing.reason},
          ${work.viewer.accountId}::bigint, ${work.now}::timestamptz)
        returning id, during
      ), named as (
        insert into closure_units (closure_id, unit_id, during)
        select made.id, unit.id, made.during from made, unnest(${closing.unitIds}::bigint[]) as unit(id)
        order by unit.id
        returning closure_id
      )
      select id from made where (select count(*) from named) > 0`.execute(work.db)
    const id = rows[0]?.id ?? refuse('invalid_input')
    const { rows: filled } = await sql<{ lost: number }>`
      select coalesce(sum(lost), 0)::integer as lost from (
        select fill_closure(closure_id, unit_id, during) as lost from closure_units where closure_id = ${id} order by unit_id
      ) filled`.execute(work.db)
    return { id, lost: filled[0]?.lost ?? 0 }
  } catch (error) {
    if (constraintOf(error) === 'closures_never_overlap') return refuse('already_closed')
    throw error
  }
}

/** Deletes the reasons that a host typed for closures; the hours stay closed. */
export const forgetReasons = async (work: Work, hostId: number): Promise<void> => {
  await sql`
    update closures set reason = '' from spaces space
    where space.id = closures.space_id and space.host_id = ${hostId} and reason <> ''`.execute(work.db)
}

/** Reopens; removes its blocks and their claims. Refuses not_found for another host's closure. */
export const reopen = (work: Work, id: number): Promise<{ ok: true }> =>
  inTransaction(work, async (work) => {
    const { rows } = await sql<{ unitIds: number[] }>`
      with closed as (select coalesce(array_agg(unit_id), '{}') as units from closure_units where closure_id = ${id})
      delete from closures using spaces space, closed
      where closures.id = ${id} and space.id = closures.space_id and space.host_id = ${work.viewer.hostId}::bigint
      returning closed.units as "unitIds"`.execute(work.db)
    const [{ unitIds } = refuse('not_found')] = rows
    await publish(work, 'unit.blocks_changed', { unitIds })
    return { ok: true }
  })

/** All closures that overlap the stretch, by space; the caller has checked their owner. */
export const closuresIn = async (
  work: Work,
  spaceIds: readonly number[],
  { from, to }: { from: Date; to: Date },
): Promise<ReadonlyMap<number, Closure[]>> => {
  if (spaceIds.length === 0) return new Map()
  const { rows } = await sql<Row>`
    select closure.id, closure.space_id as "spaceId", closure.kind, closure.reason, author.first_name as author,
      lower(closure.during) as "startsAt", upper(closure.during) as "endsAt",
      (select coalesce(json_agg(unit_id order by unit_id), '[]') from closure_units where closure_id = closure.id) as "unitIds"
    from closures closure join accounts author on author.id = closure.author_account_id
    where closure.space_id = any(${spaceIds}::bigint[]) and closure.during && tstzrange(${from}, ${to})
    order by lower(closure.during), closure.id`.execute(work.db)
  const bySpace = Map.groupBy(rows, ({ spaceId }) => spaceId)
  return new Map([...bySpace].map(([id, own]) => [id, own.map(present)]))
}

export const closureById = async (work: Work, id: number): Promise<Closure> => {
  const { rows } = await sql<Row>`
    select closure.id, closure.space_id as "spaceId", closure.kind, closure.reason, author.first_name as author,
      lower(closure.during) as "startsAt", upper(closure.during) as "endsAt",
      (select coalesce(json_agg(unit_id order by unit_id), '[]') from closure_units where closure_id = closure.id) as "unitIds"
    from closures closure join accounts author on author.id = closure.author_account_id
    where closure.id = ${id}`.execute(work.db)
  return present(rows[0] ?? refuse('not_found'))
}

type Row = {
  id: number
  spaceId: number
  kind: string
  reason: string
  author: string
  startsAt: Date
  endsAt: Date
  unitIds: number[]
}

const present = (row: Omit<Row, 'spaceId'>): Closure =>
  z.parse(Closure, { ...row, startsAt: row.startsAt.toISOString(), endsAt: row.endsAt.toISOString() })
