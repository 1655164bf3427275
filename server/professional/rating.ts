/**
 * The rating that cards, filters and the order of the search show: the published reviews by clients. Reviews by hosts are separate: other
 * hosts see their mean, no public page does.
 */
import { sql } from 'kysely'
import { publish } from '#server/platform/jobs.ts'
import type { Work } from '#server/platform/work.ts'

/** In the caller's transaction. Locked first, so that of two reviews published at once the second counts both. */
export const settleRating = async (work: Work, id: number): Promise<void> => {
  await sql`select 1 from professionals where id = ${id} for update`.execute(work.db)
  await sql`
    update professionals set rating = said.rating, review_count = said.count
    from (select coalesce(round(avg(score), 2), 0) as rating, count(*)::int as count from reviews
      where professional_id = ${id} and subject = 'professional' and author = 'client' and state = 'published') said
    where id = ${id}`.execute(work.db)
  await publish(work, 'professional.rated', { professionalId: id })
}

/** The mean of hosts' reviews of the professional with this number: `{rating, count}`, null while there are none. */
export const hostsSay = (professionalId: ReturnType<typeof sql>) => sql<{
  rating: string
  count: number
} | null>`(
  select json_build_object('rating', round(avg(r.score), 1)::text, 'count', count(*)) from reviews r
  where r.professional_id = ${professionalId} and r.author = 'host' and r.state = 'published' having count(*) > 0)`
