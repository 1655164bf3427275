import { sql } from 'kysely'
import type { AdminWaiting } from '#contract/workday/admin-waiting.ts'
import { reviewCounts } from '#server/space/review.ts'
import type { Work } from '#server/platform/work.ts'

/** The number of pending decisions in each administration list, from the indexes of open rows. No content is read. */
export const adminWaiting = async (work: Work): Promise<AdminWaiting> => {
  const { rows } = await sql<Omit<AdminWaiting, 'listings'>>`
    select (select count(*)::int from documents where owner_kind = 'professional' and status in ('uploaded', 'in_review')) as papers,
      (select count(*)::int from conversation_reports where decided_at is null) as messages,
      (select count(*)::int from review_reports where decided_at is null) as reviews,
      (select count(*)::int from no_shows where state = 'contested') as "noShows",
      (select count(*)::int from deposits where state = 'contested') as deposits,
      (select count(*)::int from disputes where state in ('mediation', 'appealed')) as disputes,
      (select count(*)::int from chargebacks where state = 'open')
        + (select count(*)::int from failed_refunds where state = 'waiting') as chargebacks`.execute(work.db)
  const [counts] = rows
  if (counts === undefined) throw new Error('A select without from has one row')
  const { waiting: listings } = await reviewCounts(work)
  return { ...counts, listings }
}
