/**
 * Time that a professional takes out of sale: a block and its claim on their own resource, written together or not at all, so that the
 * constraint decides between a block and a client who books at the same moment.
 */
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type {
  addOwnBlock,
  ChangedBlock,
  changeOwnBlock,
  OwnBlock,
} from '#contract/booking/agenda/calendar.ts'
import { dayMs } from '#contract/platform/duration.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { erase, rewrite, write } from '#server/availability/block/block.ts'
import { claim, releaseBlock } from '#server/availability/block/availability.ts'
import { publish } from '#server/platform/jobs.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

type Span = { start: Date; end: Date }

/** Refuses no_profile, own_time_taken, invalid_input, time_is_past. */
export const addOwn = (work: Work, { body }: Pick<Input<typeof addOwnBlock>, 'body'>): Promise<OwnBlock> =>
  inTransaction(work, async (work) => {
    const span = { start: new Date(body.startsAt), end: new Date(body.endsAt) }
    requireSpan(span)
    if (span.end <= work.now) refuse('time_is_past')
    return put(work, span, body.reason)
  })

/** In the caller's transaction. Refuses no_profile, own_time_taken. */
export const put = async (work: Work, span: Span, reason: string): Promise<OwnBlock> => {
  const professionalId = work.viewer.professionalId ?? refuse('no_profile')
  const id = await write(work, { professional_id: professionalId, kind: 'block', reason })
  await take(work, id, professionalId, span)
  await publish(work, 'professional.blocks_changed', { professionalId })
  return read(work, id)
}

/** Refuses not_found, stale_version with its current state, own_time_taken, invalid_input. */
export const changeOwn = (
  work: Work,
  { params: { id }, body }: Pick<Input<typeof changeOwnBlock>, 'params' | 'body'>,
): Promise<OwnBlock> =>
  inTransaction(work, async (work) => {
    const before = await lock(work, id, body.version)
    const span = {
      start: new Date(body.startsAt ?? before.startsAt),
      end: new Date(body.endsAt ?? before.endsAt),
    }
    requireSpan(span)
    await rewrite(work, id, { reason: body.reason ?? before.reason, version: before.version + 1 })
    const professionalId = work.viewer.professionalId ?? refuse('not_found')
    await releaseBlock(work, id)
    await take(work, id, professionalId, span)
    await publish(work, 'professional.blocks_changed', { professionalId })
    return read(work, id)
  })

/** Removes its claim too. Refuses not_found, stale_version. */
export const removeOwn = (work: Work, id: number, version: number): Promise<{ ok: true }> =>
  inTransaction(work, async (work) => {
    await lock(work, id, version)
    await erase(work, id)
    const professionalId = work.viewer.professionalId ?? refuse('not_found')
    await publish(work, 'professional.blocks_changed', { professionalId })
    return { ok: true }
  })

const take = async (work: Work, blockId: number, professionalId: number, { start, end }: Span) => {
  try {
    const claims = [{ resourceId: professionalId, start, end }]
    await claim(work, { bookingId: null, blockId, claims, holdUntil: null })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'slot_taken') return refuse('own_time_taken')
    throw error
  }
}

/** Anything longer is an absence, which closes dates. */
const maxMs = 31 * dayMs

const requireSpan = ({ start, end }: Span) => {
  if (end <= start || end.getTime() - start.getTime() > maxMs) refuse('invalid_input')
}

const lock = async (work: Work, id: number, version: number): Promise<OwnBlock> => {
  await read(work, id)
  await sql`select from blocks where id = ${id} for update`.execute(work.db)
  const block = await read(work, id)
  if (block.version !== version)
    return refuse('stale_version', { block } satisfies z.input<typeof ChangedBlock>)
  return block
}

/** Scoped to the actor: another professional's block is not found. */
const read = async (work: Work, id: number): Promise<OwnBlock> => {
  const { rows } = await sql<Omit<OwnBlock, 'startsAt' | 'endsAt'> & { startsAt: Date; endsAt: Date }>`
    select block.id, block.reason, block.version, lower(claim.during) as "startsAt", upper(claim.during) as "endsAt"
    from blocks block join claims claim on claim.block_id = block.id
    where block.id = ${id} and block.professional_id = ${work.viewer.professionalId}::bigint`.execute(work.db)
  const row = rows[0] ?? refuse('not_found')
  return { ...row, startsAt: row.startsAt.toISOString(), endsAt: row.endsAt.toISOString() }
}
