/** Reviews as on the public pages: how many of each score, and the newest, or those before one of them. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { type PublicReview, reviewsAtOnce } from '#contract/review/public-review.ts'
import { ReviewAuthor } from '#contract/review/visit-review.ts'
import type { Work } from '#server/platform/work.ts'

export type Reviewed = { professionalId: number } | { spaceId: number } | { spaceIds: readonly number[] }

export const scores = async (work: Work, of: Reviewed): Promise<{ score: number; count: number }[]> => {
  const rows = await about(work, of)
    .select(({ fn }) => ['score', fn.countAll<number>().as('count')])
    .groupBy('score')
    .execute()
  const counts = new Map(rows.map(({ score, count }) => [score, count]))
  return [5, 4, 3, 2, 1].map((score) => ({ score, count: counts.get(score) ?? 0 }))
}

/** Filters of the reviews; `before`: the number of a review. */
type RequestParams = Readonly<{
  score?: number | undefined
  service?: string | undefined
  only?: 'text' | 'reply' | undefined
  by?: ReviewAuthor | undefined
  before?: number | undefined
  limit?: number
}>

export const latestReviews = async (
  work: Work,
  of: Reviewed,
  { score, service, only, by, before, limit = reviewsAtOnce }: RequestParams = {},
): Promise<z.input<typeof PublicReview>[]> => {
  const rows = await about(work, of)
    .select(['id', 'score', 'text', 'author', 'author_first_name', 'created_at', 'reply'])
    .select(nameForAll.as('service_name'))
    .$if(score !== undefined, (all) => all.where('score', '=', score ?? 0))
    .$if(service !== undefined, (all) => all.where(nameForAll, '=', service ?? ''))
    .$if(only === 'text', (all) => all.where('text', '<>', ''))
    .$if(only === 'reply', (all) => all.where('reply', 'is not', null))
    .$if(by !== undefined, (all) => all.where('author', '=', by ?? ''))
    // The moment as the database stores it: more precise than a page shows.
    .$if(before !== undefined, (all) =>
      all.where(
        sql<boolean>`(created_at, id) < (select known.created_at, known.id from reviews known where known.id = ${before})`,
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    score: row.score,
    text: row.text,
    author: z.parse(ReviewAuthor, row.author),
    authorFirstName: row.author_first_name,
    serviceName: row.service_name,
    createdAt: row.created_at.toISOString(),
    reply: row.reply,
  }))
}

/** The services that the reviews are about. */
export const reviewedServices = async (work: Work, of: Reviewed): Promise<string[]> => {
  const rows = await about(work, of)
    .select(nameForAll.as('name'))
    .distinct()
    .where('service_name', 'is not', null)
    .execute()
  return rows.flatMap(({ name }) => name ?? []).toSorted((one, other) => one.localeCompare(other, 'es-MX'))
}

/** A service reachable only by its link is not named. */
const nameForAll = sql<string | null>`case when not exists (
  select from bookings b join services s on s.id = b.service_id
    or s.id in (select part.service_id from booking_segments part where part.booking_id = b.id)
  where b.id = reviews.booking_id and s.professional_id = b.professional_id and s.visibility = 'by_link') then reviews.service_name end`

/** The mean of clients' ratings of the results. */
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
    : // Reviews of a professional by hosts are for hosts; results are separate.
      reviews
        .where('professional_id', '=', of.professionalId)
        .where('subject', '=', 'professional')
        .where('author', '=', 'client')
}
