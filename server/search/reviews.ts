/** Reviews as the public pages show them: how many of each score, and the newest. */
import { sql } from 'kysely'
import type { Work } from '#server/platform/work.ts'

export type Reviewed = { professionalId: number } | { spaceId: number } | { spaceIds: readonly number[] }
const shown = 20

export const scores = async (work: Work, of: Reviewed): Promise<{ score: number; count: number }[]> => {
  const rows = await about(work, of)
    .select(({ fn }) => ['score', fn.countAll<number>().as('count')])
    .groupBy('score')
    .execute()
  const counts = new Map(rows.map(({ score, count }) => [score, count]))
  return [5, 4, 3, 2, 1].map((score) => ({ score, count: counts.get(score) ?? 0 }))
}

export const latestReviews = async (work: Work, of: Reviewed) => {
  const rows = await about(work, of)
    .select(['score', 'text', 'author_first_name', 'created_at', 'reply'])
    .select(nameForAll.as('service_name'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(shown)
    .execute()
  return rows.map((row) => ({
    score: row.score,
    text: row.text,
    authorFirstName: row.author_first_name,
    serviceName: row.service_name,
    createdAt: row.created_at.toISOString(),
    reply: row.reply,
  }))
}

/** What only its link leads to is not named. */
const nameForAll = sql<string | null>`case when not exists (
  select from bookings b join services s on s.id = b.service_id
    or s.id in (select part.service_id from booking_segments part where part.booking_id = b.id)
  where b.id = reviews.booking_id and s.professional_id = b.professional_id and s.visibility = 'by_link') then reviews.service_name end`

/** The mean of what clients say of the results. */
export const results = async (work: Work, professionalId: number) => {
  const row = await work.db
    .selectFrom('reviews')
    .select(({ fn }) => [fn.avg<string | null>('score').as('mean'), fn.countAll<number>().as('count')])
    .where('professional_id', '=', professionalId)
    .where('subject', '=', 'service')
    .where('state', '=', 'published')
    .executeTakeFirstOrThrow()
  return row.mean === null ? null : { rating: Number(row.mean).toFixed(1), count: row.count }
}

const about = (work: Work, of: Reviewed) => {
  const reviews = work.db.selectFrom('reviews').where('state', '=', 'published')
  if ('spaceIds' in of) return reviews.where('space_id', 'in', of.spaceIds.length === 0 ? [0] : of.spaceIds)
  return 'spaceId' in of
    ? reviews.where('space_id', '=', of.spaceId)
    : // What hosts say of who works at their place is theirs; results are told apart.
      reviews
        .where('professional_id', '=', of.professionalId)
        .where('subject', '=', 'professional')
        .where('author', '=', 'client')
}
