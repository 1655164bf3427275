/** The picture of an account's owner: uploaded, re-encoded in fixed sizes, served at an address that never changes. */
import { randomUUID } from 'node:crypto'
import type { AccountProfile } from '#contract/account/settings.ts'
import { hourMs } from '#contract/platform/duration.ts'
import { ownId, profile } from '#server/account/profile.ts'
import { type Crop, squaresOf } from '#server/platform/files/image.ts'
import { publish } from '#server/platform/jobs.ts'
import { family } from '#server/platform/files/renditions.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

/** For a menu, a card and a page, each at the double density of phones. */
export const photos = family('photos', [96, 320, 640])

/** Replaces the previous one. Refuses `not_a_picture`, `picture_too_large`, `picture_too_small`. */
export const upload = async (work: Work, file: Uint8Array, crop: Crop): Promise<AccountProfile> => {
  const accountId = ownId(work)
  const renditions = await squaresOf(file, crop, { ...photos, minPixels: 64 })
  const id = randomUUID()
  // Recorded first, so that the files are found and removed if this process dies.
  await work.db.insertInto('photos').values({ id, account_id: accountId, created_at: work.now }).execute()
  await photos.keep(work, id, renditions)
  return use(work, accountId, id)
}

/** Back to initials. */
export const remove = (work: Work): Promise<AccountProfile> => use(work, ownId(work), null)

const use = (work: Work, accountId: number, id: string | null) =>
  inTransaction(work, async (work) => {
    const before = await work.db
      .selectFrom('accounts')
      .select('photo_id')
      .where('id', '=', accountId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    await work.db
      .updateTable('accounts')
      .set({ photo_id: id, profile_image_url: id === null ? null : photos.addressOf(id, 320) })
      .where('id', '=', accountId)
      .execute()
    await publish(work, 'account.changed', { accountId })
    if (before.photo_id !== null) await publish(work, 'account.photo_replaced', { photoId: before.photo_id })
    return profile(work)
  })

/** The files of a photo that no account shows. */
export const discard = async (work: Work, { photoId }: { photoId: string }) => {
  const shown = await work.db
    .selectFrom('accounts')
    .select('id')
    .where('photo_id', '=', photoId)
    .executeTakeFirst()
  if (shown !== undefined) return
  await photos.discard(work, photoId)
  await work.db.deleteFrom('photos').where('id', '=', photoId).execute()
}

/** Cleans up after a process that died midway. A fresh file may still be about to be shown. */
export const sweep = async (work: Work) => {
  const unused = await work.db
    .selectFrom('photos')
    .leftJoin('accounts', 'accounts.photo_id', 'photos.id')
    .select('photos.id')
    .where('accounts.id', 'is', null)
    .where('photos.created_at', '<', new Date(work.now.getTime() - hourMs))
    .limit(500)
    .execute()
  for (const { id } of unused) await discard(work, { photoId: id })
}
