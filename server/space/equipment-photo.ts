/** Proof that an equipment unit exists: one photo of each, beside the photos of the space (space-photo.ts). */
import { sql } from 'kysely'
import type { Input } from '#contract/platform/endpoint.ts'
import type {
  EquipmentPhoto,
  removeEquipmentPhoto,
  uploadEquipmentPhoto,
} from '#contract/space/space-photo.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { lockOwn, mayBeWritten } from '#server/space/listing.ts'
import { addressOf, hashOf, store, notify } from '#server/space/space-photo.ts'

/** Replaces the previous one; the same file again is the same photo. Refuses as `uploadSpacePhoto`, except for their number. */
export const upload = async (
  work: Work,
  { params, file }: Input<typeof uploadEquipmentPhoto>,
): Promise<EquipmentPhoto[]> => {
  const { id: spaceId, item } = params
  const hash = hashOf(file)
  if (await isShown(work, spaceId, item, hash)) return photosOf(work, spaceId)
  const id = await store(work, file)
  return inTransaction(work, async (work) => {
    if (await isShown(work, spaceId, item, hash)) return photosOf(work, spaceId)
    const shown = { id, address: addressOf(id), content_hash: hash, created_at: work.now }
    await work.db
      .insertInto('equipment_photos')
      .values({ space_id: spaceId, item, ...shown })
      .onConflict((conflict) => conflict.columns(['space_id', 'item']).doUpdateSet(shown))
      .execute()
    await notify(work, spaceId)
    return photosOf(work, spaceId)
  })
}

export const remove = (
  work: Work,
  { params }: Input<typeof removeEquipmentPhoto>,
): Promise<EquipmentPhoto[]> =>
  inTransaction(work, async (work) => {
    await lockWritable(work, params.id)
    await work.db
      .deleteFrom('equipment_photos')
      .where('space_id', '=', params.id)
      .where('item', '=', params.item)
      .execute()
    await notify(work, params.id)
    return photosOf(work, params.id)
  })

const isShown = async (work: Work, spaceId: number, item: string, hash: Buffer) => {
  await lockWritable(work, spaceId)
  const there = await work.db
    .selectFrom('equipment_photos')
    .select('content_hash as hash')
    .where('space_id', '=', spaceId)
    .where('item', '=', item)
    .executeTakeFirst()
  return there?.hash?.equals(hash) ?? false
}

const lockWritable = async (work: Work, spaceId: number) => {
  const own = await lockOwn(work, spaceId, null)
  if (!mayBeWritten(own.status)) refuse('listing_not_movable')
}

const photosOf = async (work: Work, spaceId: number): Promise<EquipmentPhoto[]> => {
  const { rows } = await sql<EquipmentPhoto>`
    select id, item, address from equipment_photos where space_id = ${spaceId} order by item`.execute(work.db)
  return rows
}

/** While the equipment of a space is saved: marks the photos of items that are no longer listed. */
export const markUnlisted = (work: Work, spaceId: number, listed: readonly string[]) =>
  sql`update equipment_photos
    set unlisted_at = case when not item = any(${listed}::text[]) then coalesce(unlisted_at, ${work.now}) end
    where space_id = ${spaceId}`.execute(work.db)

/** The same for one item, listed at another space of the business. */
export const markListed = (work: Work, spaceId: number, item: string, isListed: boolean) =>
  sql`update equipment_photos
    set unlisted_at = case when not ${isListed}::boolean then coalesce(unlisted_at, ${work.now}) end
    where space_id = ${spaceId} and item = ${item}`.execute(work.db)

/** An unlisted photo is restored if the host lists the item again within the hour. */
export const forgetUnlisted = (work: Work) =>
  sql`delete from equipment_photos where unlisted_at <= ${work.now}::timestamptz - interval '1 hour'`.execute(
    work.db,
  )
