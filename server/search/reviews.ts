/** Reviews as the public pages show them: how many of each score, and the newest. */
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
    .select(['score', 'text', 'author_first_name', 'service_name', 'created_at', 'reply'])
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
