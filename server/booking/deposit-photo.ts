/**
 * What shows that something broke, or that nothing did: made anew as every picture that people send, without where it was taken.
 * Only the two and an administrator may look, so their addresses ask who does, and no cache between us and them keeps one.
 */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { identify } from '#server/account/session.ts'
import { mostDepositPhotos, type depositPhoto } from '#contract/deposit.ts'
import type { Input } from '#contract/endpoint.ts'
import { findDeposit, type DepositSide } from '#server/booking/deposit-row.ts'
import { fittedOf } from '#server/platform/image.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import { family } from '#server/platform/renditions.ts'
import { type House, type Work, workFor } from '#server/platform/work.ts'

/** Beside others, and by itself. */
const [small, large] = [320, 1600] as const
const photos = family('deposits', [small, large])
const leastPixels = 64
/** A form may stay open for as long as somebody thinks. */
const unusedMs = 24 * 3_600_000

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
  // Twice as many as a claim may show: whoever chooses again need not wait.
  if (known.filter((one) => one.side === side).length >= 2 * mostDepositPhotos)
    return refuse('too_many_photos')
  const { width, height, renditions } = await fittedOf(file, {
    sizes: photos.sizes,
    formats: ['webp'],
    leastPixels,
  })
  await photos.keep(work, params.photo, renditions)
  await work.db
    .insertInto('deposit_photos')
    .values({ id: params.photo, deposit_id: row.id, side, width, height, created_at: work.now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  return { id: params.photo }
}

/** They belong to what is said now. Refuses invalid_input for one that is not there. */
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

type Address = { Params: { id: string; photo: string; size: string } }

/** `GET /api/deposits/<rent>/photos/<photo>/<small|large>` */
export const mountDepositPhotos = (app: FastifyInstance, house: House) => {
  app.get<Address>('/api/deposits/:id/photos/:photo/:size', async (request, reply) => {
    const { id, photo, size } = request.params
    const side = { small, large }[size]
    if (side === undefined || !isUuid(id) || !isUuid(photo)) throw new Refusal('not_found')
    const who = await identify(house.database, request, house.clock())
    if (who.mustSetSecondFactor) refuse('second_factor_missing')
    const bytes = await bytesOf(workFor(house, who), { rentId: id, photo, size: side })
    return reply
      .type('image/webp')
      .header('cache-control', 'private, no-store')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('x-content-type-options', 'nosniff')
      .send(Buffer.from(bytes))
  })
}

const isUuid = (text: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/** For the two of that rent, and for whoever decides. */
const bytesOf = async (work: Work, asked: { rentId: string; photo: string; size: number }) => {
  const { professionalId, hostId, activeRole } = work.who
  const { rows } = await sql<{ id: string }>`
    select photo.id from deposit_photos photo join deposits d on d.id = photo.deposit_id
    where photo.id = ${asked.photo} and d.booking_id = ${asked.rentId}
      and (photo.used or (photo.side = 'host') = (d.host_id is not distinct from ${hostId}::bigint))
      and (d.professional_id = ${professionalId}::bigint or d.host_id = ${hostId}::bigint
        or (${activeRole === 'admin'} and d.contested_at is not null))`.execute(work.db)
  if (rows.length === 0) return refuse('not_found')
  return (await photos.read(work, asked.photo, asked.size, 'webp')) ?? refuse('not_found')
}

/** What no claim and no answer shows. */
export const sweepDepositPhotos = async (work: Work) => {
  const due = await work.db
    .selectFrom('deposit_photos')
    .select('id')
    .where('used', '=', false)
    .where('created_at', '<', new Date(work.now.getTime() - unusedMs))
    .limit(500)
    .execute()
  for (const { id } of due) {
    await photos.discard(work, id)
    await work.db.deleteFrom('deposit_photos').where('id', '=', id).where('used', '=', false).execute()
  }
}

/** Who leaves Kalli takes their words and pictures along; nothing of theirs is undecided then. */
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
  // The sweep takes them.
  await sql`
    update deposit_photos photo set used = false, created_at = 'epoch' from deposits d
    where d.id = photo.deposit_id and (photo.side = 'host' and d.host_id = ${hostId}::bigint
      or photo.side = 'professional' and d.professional_id = ${professionalId}::bigint)`.execute(work.db)
}
