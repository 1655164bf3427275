/** All reviews of a professional or a place, beyond the newest that come with the page; only if it has a public page. */
import { sql } from 'kysely'
import type { Input } from '#contract/platform/endpoint.ts'
import type { publicReviews } from '#contract/review/public-review.ts'
import { Page } from '#server/platform/http/http.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'
import { latestReviews, type Reviewed } from '#server/search/reviews.ts'
import { spacesOf } from '#server/storefront/business.ts'

type RequestParams = Input<typeof publicReviews>

/** Refuses not_found without a public page. */
export const reviewsOf = async (work: Work, { query }: Pick<RequestParams, 'query'>) => {
  const { score, service, only, by, limit, cursor } = query
  const before = cursor === undefined ? undefined : Number(cursor)
  const found = await latestReviews(work, await shownOf(work, query), {
    score,
    service,
    only,
    by,
    before,
    limit: limit + 1,
  })
  const page = found.slice(0, limit)
  return new Page(page, found.length > limit ? String(page.at(-1)?.id) : null)
}

const shownOf = async (work: Work, { of, id }: RequestParams['query']): Promise<Reviewed> => {
  if (of === 'business') {
    const spaceIds = (await spacesOf(work, id)).map((space) => space.id)
    return spaceIds.length === 0 ? refuse('not_found') : { spaceIds }
  }
  const { rows } =
    of === 'professional'
      ? await sql`select from professionals where id = ${id} and status not in ('draft', 'suspended')`.execute(
          work.db,
        )
      : await sql`select from spaces where id = ${id} and status = 'published'`.execute(work.db)
  if (rows.length === 0) return refuse('not_found')
  return of === 'professional' ? { professionalId: id } : { spaceId: id }
}
