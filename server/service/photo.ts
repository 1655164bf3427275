/** Which pieces of a portfolio show a service. The pieces themselves are the professional's (server/professional/portfolio.ts). */
import { sql } from 'kysely'
import type { Work } from '#server/platform/work.ts'
import type { ProfessionalId } from '#server/professional/professional.ts'

/** In their order, of `services`; `shown`: those alone that anybody may see. */
export const photosOf = (which: 'all' | 'shown') =>
  sql<string[]>`coalesce((select json_agg(photo.item_id order by photo.position) from service_photos photo
    join portfolio_items item on item.id = photo.item_id
    where photo.service_id = services.id and (item.published or ${which === 'all'})), '[]')`

/** These instead of those before; what is no piece of the professional's, or is not any more, is left out. */
export const keepPhotos = async (
  work: Work,
  service: { id: number; professionalId: ProfessionalId },
  photos: readonly string[],
): Promise<void> => {
  await work.db.deleteFrom('service_photos').where('service_id', '=', service.id).execute()
  if (photos.length === 0) return
  // Held, so that none goes away meanwhile.
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
