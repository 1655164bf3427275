/**
 * Time of a unit that its host takes out of sale, with kind, reason and author. A block and its claim are written together or not at
 * all: the constraint on claims decides which came first.
 */
import { sql } from 'kysely'
import { dayMs } from '#contract/platform/duration.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import type * as z from 'zod/mini'
import type { addBlock, Block, ChangedBlock, changeBlock } from '#contract/booking/agenda/block.ts'
import { claim, releaseBlock } from '#server/availability/block/availability.ts'
import { publish } from '#server/platform/jobs.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

type View = Block
type Span = { start: Date; end: Date }

/** Refuses not_found, unit_taken, invalid_input, time_is_past. */
export const add = (work: Work, unitId: number, body: Input<typeof addBlock>['body']): Promise<View> =>
  inTransaction(work, async (work) => {
    await requireOwnUnit(work, unitId)
    const span = { start: new Date(body.startsAt), end: new Date(body.endsAt) }
    requireSpan(span)
    if (span.end <= work.now) refuse('time_is_past')
    const id = await write(work, { unit_id: unitId, kind: body.kind, reason: body.reason })
    await take(work, id, unitId, span)
    await publish(work, 'unit.blocks_changed', { unitIds: [unitId] })
    return read(work, id)
  })

/** Refuses not_found, stale_version with its current state, part_of_closure, unit_taken, invalid_input. */
export const change = (work: Work, id: number, body: Input<typeof changeBlock>['body']): Promise<View> =>
  inTransaction(work, async (work) => {
    const before = await lock(work, id, body.version)
    const unitId = body.unitId ?? before.unitId
    if (unitId !== before.unitId) await requireOwnUnit(work, unitId)
    const span = {
      start: new Date(body.startsAt ?? before.startsAt),
      end: new Date(body.endsAt ?? before.endsAt),
    }
    requireSpan(span)
    await rewrite(work, id, {
      unit_id: unitId,
      kind: body.kind ?? before.kind,
      reason: body.reason ?? before.reason,
      version: before.version + 1,
    })
    await releaseBlock(work, id)
    await take(work, id, unitId, span)
    await publish(work, 'unit.blocks_changed', { unitIds: [...new Set([before.unitId, unitId])] })
    return read(work, id)
  })

/** Removes its claim too. Refuses not_found, stale_version as a change does, part_of_closure. */
export const remove = (work: Work, id: number, version: number): Promise<{ ok: true }> =>
  inTransaction(work, async (work) => {
    const { unitId } = await lock(work, id, version)
    await erase(work, id)
    await publish(work, 'unit.blocks_changed', { unitIds: [unitId] })
    return { ok: true }
  })

type Written = { kind: string; reason: string } & ({ unit_id: number } | { professional_id: number })

/** Only the row, of a unit or of a professional (own-block.ts); its claim must follow in the same transaction. */
export const write = async (work: Work, block: Written): Promise<number> => {
  const { id } = await work.db
    .insertInto('blocks')
    .values({
      ...block,
      author_account_id: work.viewer.accountId ?? refuse('not_signed_in'),
      created_at: work.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const rewrite = async (
  work: Work,
  id: number,
  block: { unit_id?: number; kind?: string; reason: string; version: number },
): Promise<void> => {
  await work.db.updateTable('blocks').set(block).where('id', '=', id).execute()
}

export const erase = async (work: Work, id: number): Promise<void> => {
  await work.db.deleteFrom('blocks').where('id', '=', id).execute()
}

/** Deletes the blocks of a professional who leaves. */
export const eraseOwn = async (work: Work, professionalId: number): Promise<void> => {
  await work.db.deleteFrom('blocks').where('professional_id', '=', professionalId).execute()
}

const take = async (work: Work, blockId: number, unitId: number, { start, end }: Span) => {
  try {
    const claims = [{ resourceId: unitId, start, end }]
    await claim(work, { bookingId: null, blockId, claims, holdUntil: null })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'slot_taken') return refuse('unit_taken')
    throw error
  }
}

/** A year is longer than any plan, and shorter than the result of a mistyped digit. */
const maxMs = 366 * dayMs

const requireSpan = ({ start, end }: Span) => {
  if (end <= start || end.getTime() - start.getTime() > maxMs) refuse('invalid_input')
}

/** Scoped to the actor: another host's unit is not found. */
const requireOwnUnit = async (work: Work, unitId: number) => {
  const unit = await work.db
    .selectFrom('units as unit')
    .innerJoin('spaces as space', 'space.id', 'unit.space_id')
    .select('unit.id')
    .where('unit.id', '=', unitId)
    .where('space.host_id', '=', work.viewer.hostId ?? 0)
    .executeTakeFirst()
  if (unit === undefined) refuse('not_found')
}

const lock = async (work: Work, id: number, version: number): Promise<View> => {
  await requireOwn(work, id)
  await sql`select from blocks where id = ${id} for update`.execute(work.db)
  const block = await read(work, id)
  if (block.version !== version)
    return refuse('stale_version', { block } satisfies z.input<typeof ChangedBlock>)
  if (block.closureId !== null) refuse('part_of_closure')
  return block
}

const requireOwn = async (work: Work, id: number) => void (await read(work, id))

const read = async (work: Work, id: number): Promise<View> => {
  const { rows } = await sql<Omit<View, 'startsAt' | 'endsAt'> & { startsAt: Date; endsAt: Date }>`
    select block.id, block.unit_id as "unitId", block.kind, block.reason, block.version, block.closure_id as "closureId",
      author.first_name as author, lower(claim.during) as "startsAt", upper(claim.during) as "endsAt"
    from blocks block
    join claims claim on claim.block_id = block.id
    join units unit on unit.id = block.unit_id
    join spaces space on space.id = unit.space_id
    join accounts author on author.id = block.author_account_id
    where block.id = ${id} and space.host_id = ${work.viewer.hostId}::bigint`.execute(work.db)
  const row = rows[0] ?? refuse('not_found')
  return { ...row, startsAt: row.startsAt.toISOString(), endsAt: row.endsAt.toISOString() }
}
