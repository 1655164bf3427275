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
    .select(['score', 'text', 'author_first_name', 'service_name', 'created_at'])
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
  }))
}

const about = (work: Work, of: Reviewed) => {
  const reviews = work.db.selectFrom('reviews')
  if ('spaceIds' in of) return reviews.where('space_id', 'in', of.spaceIds.length === 0 ? [0] : of.spaceIds)
  return 'spaceId' in of
    ? reviews.where('space_id', '=', of.spaceId)
    : reviews.where('professional_id', '=', of.professionalId)
}
