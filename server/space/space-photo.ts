/** The photos of a space: uploaded, re-encoded in fixed sizes, with the order and captions of its host. */
import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Input } from '#contract/platform/endpoint.ts'
import {
  type arrangeSpacePhotos,
  fewestPhotos,
  maxPhotos,
  type SpacePhoto,
  type uploadSpacePhoto,
} from '#contract/space/space-photo.ts'
import { hourMs } from '#contract/platform/duration.ts'
import { filesOf } from '#server/platform/files/files.ts'
import { fittedOf } from '#server/platform/files/image.ts'
import { family } from '#server/platform/files/renditions.ts'
import { publish } from '#server/platform/jobs.ts'
import { refuse, refuseOn } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { lockOwn, mayBeWritten } from '#server/space/listing.ts'

/** For the widths of a card, half a page, a whole one. */
export const spacePhotos = family('space-photos', [480, 960, 1600], ['webp', 'jpeg'])
export const addressOf = (id: string) => spacePhotos.addressOf(id, 960)

/**
 * Appended. The same file again, after a lost answer, is the same photo. Refuses `too_many_photos`, `not_a_picture`, `picture_too_large`,
 * `picture_too_small`.
 */
export const upload = async (
  work: Work,
  { params, body, file }: Input<typeof uploadSpacePhoto>,
): Promise<SpacePhoto[]> => {
  const hash = hashOf(file)
  await requireRoom(work, params.id, hash)
  const id = await store(work, file)
  return inTransaction(work, async (work) => {
    const there = await requireRoom(work, params.id, hash)
    if (there.some((photo) => photo.hash?.equals(hash))) return photosOf(work, params.id)
    await work.db
      .insertInto('space_photos')
      .values({
        id,
        space_id: params.id,
        position: there.length + 1,
        address: addressOf(id),
        caption: body.caption,
        content_hash: hash,
        created_at: work.now,
      })
      .execute()
      .catch((error: unknown) => refuseOn(error, { space_photos_ten: 'too_many_photos' }))
    await showPhotos(work, params.id)
    await notify(work, params.id)
    return photosOf(work, params.id)
  })
}

export const hashOf = (file: Uint8Array) => createHash('sha256').update(file).digest()

/** Its re-encoded files. Refuses `not_a_picture`, `picture_too_large`, `picture_too_small`. */
export const store = async (work: Work, file: Uint8Array): Promise<string> => {
  const { sizes, formats } = spacePhotos
  const { renditions } = await fittedOf(file, { sizes, formats, minPixels: 400 })
  const id = randomUUID()
  // Recorded first, so that the files are found and removed if this process dies.
  await work.db.insertInto('space_files').values({ id, kind: 'photo', created_at: work.now }).execute()
  await spacePhotos.keep(work, id, renditions)
  return id
}

const requireRoom = async (work: Work, spaceId: number, hash: Buffer) => {
  const own = await lockOwn(work, spaceId, null)
  if (!mayBeWritten(own.status)) refuse('listing_not_movable')
  const there = await work.db
    .selectFrom('space_photos')
    .select(['id', 'content_hash as hash'])
    .where('space_id', '=', spaceId)
    .execute()
  if (there.length >= maxPhotos && !there.some((photo) => photo.hash?.equals(hash))) refuse('too_many_photos')
  return there
}

/** Order and captions of all; omitted photos are removed. Refuses `stale_version` for photos that do not all exist, `photos_needed`. */
export const arrange = (
  work: Work,
  { params, body }: Input<typeof arrangeSpacePhotos>,
): Promise<SpacePhoto[]> =>
  inTransaction(work, async (work) => {
    const own = await lockOwn(work, params.id, null)
    if (!mayBeWritten(own.status)) refuse('listing_not_movable')
    const before = await photosOf(work, params.id)
    const known = new Set(before.map(({ id }) => id))
    const wanted = new Set(body.photos.map(({ id }) => id))
    if (wanted.size !== body.photos.length || body.photos.some(({ id }) => !known.has(id)))
      refuse('stale_version')
    const fewer = wanted.size < before.length && wanted.size < fewestPhotos
    if (own.status !== 'draft' && fewer) refuse('photos_needed')
    const gone = before.filter(({ id }) => !wanted.has(id)).map(({ id }) => id)
    if (gone.length > 0) await work.db.deleteFrom('space_photos').where('id', 'in', gone).execute()
    for (const [place, { id, caption }] of body.photos.entries())
      await work.db
        .updateTable('space_photos')
        .set({ position: place + 1, caption })
        .where('id', '=', id)
        .execute()
    await showPhotos(work, params.id)
    await notify(work, params.id)
    return photosOf(work, params.id)
  })

/** The addresses that the listing's row carries, for search and cards. */
export const showPhotos = (work: Pick<Work, 'db'>, spaceId: number) =>
  sql`
    update spaces set photos = array(select address from space_photos where space_id = ${spaceId} order by position)
    where id = ${spaceId}`.execute(work.db)

export const notify = async (work: Work, spaceId: number) => {
  await publish(work, 'space.changed', { spaceId })
  await publish(work, 'listing.edited', { spaceId })
}

const photosOf = (work: Work, spaceId: number): Promise<SpacePhoto[]> =>
  work.db
    .selectFrom('space_photos')
    .select(['id', 'address', 'caption'])
    .where('space_id', '=', spaceId)
    .orderBy('position')
    .execute()

/** Removes files that nothing shows. A fresh one may still be about to be shown. */
export const sweep = async (work: Work) => {
  const unused = await work.db
    .selectFrom('space_files')
    .leftJoin('space_photos', 'space_photos.id', 'space_files.id')
    .leftJoin('equipment_photos', 'equipment_photos.id', 'space_files.id')
    .leftJoin('space_documents', 'space_documents.id', 'space_files.id')
    .select(['space_files.id', 'space_files.kind'])
    .where('space_photos.id', 'is', null)
    .where('equipment_photos.id', 'is', null)
    .where('space_documents.id', 'is', null)
    .where('space_files.created_at', '<', new Date(work.now.getTime() - hourMs))
    .limit(500)
    .execute()
  for (const { id, kind } of unused) {
    if (kind === 'document') await filesOf(work.config).remove(documentKey(id))
    else await spacePhotos.discard(work, id)
    await work.db.deleteFrom('space_files').where('id', '=', id).execute()
  }
}

export const documentKey = (id: string) => `documents/${id}`
