/** Evidence for or against a damage; for the two parties and an administrator (proof-photo.ts). */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { maxDepositPhotos, type depositPhoto } from '#contract/booking/settlement/deposit.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { findDeposit, type DepositSide } from '#server/booking/settlement/deposit-row.ts'
import { keepProof, mountProofs, proofFamily, unusedProofMs } from '#server/booking/moves/proof-photo.ts'
import { runIsolated } from '#server/platform/each-apart.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { AppContext, Work } from '#server/platform/work.ts'

const photos = proofFamily('deposits')

const allowedIn: Readonly<Record<DepositSide, readonly string[]>> = {
  host: ['held'],
  professional: ['claimed'],
}

/** Before the claim or the answer that it belongs to. Refuses deposit_not_movable, too_many_photos, and what is no picture. */
export const keepPhoto = async (work: Work, { params, query, file }: Input<typeof depositPhoto>) => {
  const { as: side } = query
  const held = (await findDeposit(work, params.id, side)) ?? refuse('not_found')
  const row = held.row ?? refuse('deposit_not_movable')
  if (!allowedIn[side].includes(row.state)) return refuse('deposit_not_movable')
  const known = await work.db
    .selectFrom('deposit_photos')
    .select(['id', 'deposit_id', 'side'])
    .where((db) => db.or([db('id', '=', params.photo), db('deposit_id', '=', row.id)]))
    .execute()
  const same = known.find(({ id }) => id === params.photo)
  if (same !== undefined)
    return same.deposit_id === row.id && same.side === side ? { id: same.id } : refuse('not_found')
  // Twice as many as a claim may show, so that a user who replaces photos need not wait.
  if (known.filter((one) => one.side === side).length >= 2 * maxDepositPhotos)
    return refuse('too_many_photos')
  const { width, height } = await keepProof(work, photos, params.photo, file)
  await work.db
    .insertInto('deposit_photos')
    .values({ id: params.photo, deposit_id: row.id, side, width, height, created_at: work.now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  return { id: params.photo }
}

/** Attaches the photos to the claim or answer being made. Refuses invalid_input for an unknown photo. */
export const useDepositPhotos = async (
  work: Work,
  depositId: string,
  side: DepositSide,
  ids: readonly string[],
) => {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return
  const used = await work.db
    .updateTable('deposit_photos')
    .set({ used: true })
    .where('id', 'in', wanted)
    .where('deposit_id', '=', depositId)
    .where('side', '=', side)
    .executeTakeFirst()
  if (Number(used.numUpdatedRows) !== wanted.length)
    refuse('invalid_input', { fields: [{ field: 'photos', message: 'Vuelve a subir esa foto.' }] })
}

/** `GET /api/deposits/<rent>/photos/<photo>/<small|large>`, for the two parties of that rent, and for the administrator who decides. */
export const mountDepositPhotos = (app: FastifyInstance, context: AppContext) =>
  mountProofs(app, context, '/api/deposits/:id/photos/:photo/:size', photos, async (work, { id, photo }) => {
    const { professionalId, hostId, activeRole } = work.viewer
    const { rows } = await sql<{ id: string }>`
      select photo.id from deposit_photos photo join deposits d on d.id = photo.deposit_id
      where photo.id = ${photo} and d.booking_id = ${id}
        and (photo.used or (photo.side = 'host') = (d.host_id is not distinct from ${hostId}::bigint))
        and (d.professional_id = ${professionalId}::bigint or d.host_id = ${hostId}::bigint
          or (${activeRole === 'admin'} and d.contested_at is not null))`.execute(work.db)
    if (rows.length === 0) refuse('not_found')
  })

/** Photos that no claim and no answer shows. */
export const sweepDepositPhotos = async (work: Work) => {
  const due = await work.db
    .selectFrom('deposit_photos')
    .select('id')
    .where('used', '=', false)
    .where('created_at', '<', new Date(work.now.getTime() - unusedProofMs))
    .limit(500)
    .execute()
  await runIsolated(work, due, async ({ id }) => {
    await photos.discard(work, id)
    await work.db.deleteFrom('deposit_photos').where('id', '=', id).where('used', '=', false).execute()
  })
}

/** Deletes the texts and pictures of a person who leaves Kalli; nothing of theirs is undecided then. */
export const forgetDeposits = async (
  work: Work,
  { professionalId, hostId }: { professionalId: number | null; hostId: number | null },
) => {
  await sql`
    update deposits set claim_reason = case when host_id = ${hostId}::bigint then '[borrado]' else claim_reason end,
      contest_text = case when professional_id = ${professionalId}::bigint and contest_text is not null then '[borrado]'
        else contest_text end
    where claimed_at is not null and (professional_id = ${professionalId}::bigint or host_id = ${hostId}::bigint)`.execute(
    work.db,
  )
  // The sweep deletes the files.
  await sql`
    update deposit_photos photo set used = false, created_at = 'epoch' from deposits d
    where d.id = photo.deposit_id and (photo.side = 'host' and d.host_id = ${hostId}::bigint
      or photo.side = 'professional' and d.professional_id = ${professionalId}::bigint)`.execute(work.db)
}
