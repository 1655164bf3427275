/** The portfolio items that show a service. The items themselves are the professional's (server/professional/portfolio.ts). */
import { sql } from 'kysely'
import type { Work } from '#server/platform/work.ts'
import type { ProfessionalId } from '#server/professional/professional.ts'

/** In their order, for `services`; `shown`: only published ones. */
export const photosOf = (which: 'all' | 'shown') =>
  sql<string[]>`coalesce((select json_agg(photo.item_id order by photo.position) from service_photos photo
    join portfolio_items item on item.id = photo.item_id
    where photo.service_id = services.id and (item.published or ${which === 'all'})), '[]')`

/** Replaces them; items that are not the professional's, or no longer exist, are left out. */
export const keepPhotos = async (
  work: Work,
  service: { id: number; professionalId: ProfessionalId },
  photos: readonly string[],
): Promise<void> => {
  await work.db.deleteFrom('service_photos').where('service_id', '=', service.id).execute()
  if (photos.length === 0) return
  // Locked, so that none is deleted meanwhile.
  const pieces = await work.db
    .selectFrom('portfolio_items')
    .select('id')
    .where('id', 'in', photos)
    .where('professional_id', '=', service.professionalId)
    .orderBy('id')
    .forKeyShare()
    .execute()
  const saved = [...new Set(photos)].filter((photo) => pieces.some(({ id }) => id === photo))
  if (saved.length === 0) return
  await work.db
    .insertInto('service_photos')
    .values(
      saved.map((item_id, position) => ({
        professional_id: service.professionalId,
        service_id: service.id,
        item_id,
        position,
      })),
    )
    .execute()
}
