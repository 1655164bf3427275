/** The rating that cards, filters and the order of the search show: published reviews by clients and by professionals who work there. */
import { sql } from 'kysely'
import { publish } from '#server/platform/jobs.ts'
import type { Work } from '#server/platform/work.ts'

/** In the caller's transaction. Locked first, so that of two reviews published at once the second counts both. */
export const settleRating = async (work: Work, id: number): Promise<void> => {
  await sql`select 1 from spaces where id = ${id} for update`.execute(work.db)
  await sql`
    update spaces set rating = said.rating, review_count = said.count
    from (select coalesce(round(avg(score), 2), 0) as rating, count(*)::int as count from reviews
      where space_id = ${id} and subject = 'space' and state = 'published') said
    where id = ${id}`.execute(work.db)
  await publish(work, 'space.rated', { spaceId: id })
}
