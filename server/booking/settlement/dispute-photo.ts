/** Evidence that a visit did or did not go as agreed; for the two parties and an administrator (proof-photo.ts). */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { BookingStatus } from '#contract/booking/booking-status.ts'
import { maxDisputePhotos, type disputePhoto } from '#contract/booking/settlement/dispute.ts'
import type { DisputeSide } from '#contract/booking/settlement/dispute-subject.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { overtimeOfBooking } from '#server/booking/settlement/meter.ts'
import { findFor, sideOf, type ViewerQuery } from '#server/booking/moves/party.ts'
import { keepProof, mountProofs, proofFamily, unusedProofMs } from '#server/booking/moves/proof-photo.ts'
import { runIsolated } from '#server/platform/each-apart.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { AppContext, Work } from '#server/platform/work.ts'

const photos = proofFamily('disputes')

/** Before the report or the answer that it belongs to. Refuses dispute_not_movable, too_many_photos, and what is no picture. */
export const keepPhoto = async (work: Work, { params, query, file }: Input<typeof disputePhoto>) => {
  const { booking, side } = await findFor(work, params.id, query)
  // For rented hours only overtime can be disputed.
  const isSayable = booking.kind === 'visit' || (await overtimeOfBooking(work, booking.id)) !== undefined
  if (!isSayable || !hasPhotos(booking, work.now)) return refuse('dispute_not_movable')
  const known = await work.db
    .selectFrom('dispute_photos')
    .select(['id', 'booking_id', 'side'])
    .where((db) => db.or([db('id', '=', params.photo), db('booking_id', '=', booking.id)]))
    .execute()
  const same = known.find(({ id }) => id === params.photo)
  if (same !== undefined)
    return same.booking_id === booking.id && same.side === side ? { id: same.id } : refuse('not_found')
  // The report and its proof, and as many again, so that a user who replaces photos need not wait.
  if (known.filter((one) => one.side === side).length >= 4 * maxDisputePhotos)
    return refuse('too_many_photos')
  const { width, height } = await keepProof(work, photos, params.photo, file)
  await work.db
    .insertInto('dispute_photos')
    .values({ id: params.photo, booking_id: booking.id, side, width, height, created_at: work.now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  return { id: params.photo }
}

/** From its start on, even without a registered arrival. */
const hasPhotos = (booking: { status: string; starts_at: Date }, now: Date) =>
  started.has(booking.status) || (booking.status === 'confirmed' && now >= booking.starts_at)
const started: ReadonlySet<string> = new Set([
  'in_progress',
  'to_settle',
  'completed',
] satisfies BookingStatus[])

/** Attaches the photos to the report or answer being made. Refuses invalid_input for an unknown photo. */
export const useDisputePhotos = async (
  work: Work,
  dispute: { id: string; booking_id: string },
  side: DisputeSide,
  ids: readonly string[],
  { isProof = false }: { isProof?: boolean } = {},
) => {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return
  const used = await work.db
    .updateTable('dispute_photos')
    .set({ dispute_id: dispute.id, is_proof: isProof })
    .where('id', 'in', wanted)
    .where('booking_id', '=', dispute.booking_id)
    .where('side', '=', side)
    .where('dispute_id', 'is', null)
    .executeTakeFirst()
  if (Number(used.numUpdatedRows) !== wanted.length)
    refuse('invalid_input', { fields: [{ field: 'photos', message: 'Vuelve a subir esa foto.' }] })
}

/** `GET /api/bookings/<visit>/dispute/photos/<photo>/<small|large>`: one's own, the other's once submitted, and all for staff. */
export const mountDisputePhotos = (app: FastifyInstance, context: AppContext) =>
  mountProofs(
    app,
    context,
    '/api/bookings/:id/dispute/photos/:photo/:size',
    photos,
    async (work, request) => {
      const { id, photo, t } = request
      const found = await work.db
        .selectFrom('dispute_photos as photo')
        .leftJoin('disputes as dispute', 'dispute.id', 'photo.dispute_id')
        .select(['photo.side', 'dispute.opened_by', 'dispute.respondent'])
        .where('photo.id', '=', photo)
        .where('photo.booking_id', '=', id)
        .executeTakeFirst()
      if (found === undefined) return refuse('not_found')
      if (work.viewer.activeRole === 'admin' && found.opened_by !== null) return
      for (const as of ['client', 'professional', 'host'] as const) {
        if (as !== found.side && as !== found.opened_by && as !== found.respondent) continue
        if (await isActive(work, id, { t, as })) return
      }
      refuse('not_found')
    },
  )

const isActive = async (work: Work, id: string, viewer: ViewerQuery): Promise<boolean> => {
  const booking = await work.db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirst()
  return booking !== undefined && sideOf(work, booking, viewer) !== undefined
}

/** Photos that no report and no answer shows. */
export const sweepDisputePhotos = async (work: Work) => {
  const due = await work.db
    .selectFrom('dispute_photos')
    .select('id')
    .where('dispute_id', 'is', null)
    .where('created_at', '<', new Date(work.now.getTime() - unusedProofMs))
    .limit(500)
    .execute()
  await runIsolated(work, due, async ({ id }) => {
    await photos.discard(work, id)
    await work.db.deleteFrom('dispute_photos').where('id', '=', id).where('dispute_id', 'is', null).execute()
  })
}

/** Deletes the texts and pictures of a person who leaves Kalli; nothing of theirs is undecided then. */
export const forgetDisputes = async (
  work: Work,
  who: { professionalId: number | null; hostId: number | null; clientIds: readonly number[] },
) => {
  const sides = sql`(select b.id, side.name from bookings b, unnest(array['client', 'professional', 'host']) as side(name)
    where side.name = 'client' and b.client_id = any (${[...who.clientIds]}::bigint[])
      or side.name = 'professional' and b.professional_id = ${who.professionalId}::bigint
      or side.name = 'host' and b.host_id = ${who.hostId}::bigint)`
  await sql`
    update disputes d set statement = case when d.opened_by = mine.name then '[borrado]' else d.statement end,
      answer = case when d.respondent = mine.name and d.answer is not null then '[borrado]' else d.answer end,
      appeal_text = case when d.appealed_by = mine.name then '[borrado]' else d.appeal_text end
    from ${sides} as mine where mine.id = d.booking_id and mine.name in (d.opened_by, d.respondent)
      and d.closed_at is not null`.execute(work.db)
  // The sweep deletes the files.
  await sql`
    update dispute_photos photo set dispute_id = null, created_at = 'epoch' from ${sides} as mine
    where mine.id = photo.booking_id and mine.name = photo.side`.execute(work.db)
}
