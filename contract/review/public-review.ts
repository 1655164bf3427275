/**
 * Reviews on the public pages of professionals, spaces and businesses. Writing and answering them is in
 * visit-review.ts, which public pages do not need.
 */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Id, Instant, LongText, PageQuery } from '#contract/platform/shapes.ts'

export const PublicReview = z.object({
  id: Id,
  score: z.int(),
  text: z.string(),
  /** A place is reviewed by clients and by professionals. */
  author: z.enum(['client', 'professional', 'host']),
  authorFirstName: z.string(),
  serviceName: z.nullable(z.string()),
  createdAt: Instant,
  /** Public reply of the reviewed party. */
  reply: z.nullable(z.string()),
})
export type PublicReview = z.output<typeof PublicReview>

/** Number included in the page; `publicReviews` returns the others. */
export const reviewsAtOnce = 20

/** Fields of a page with reviews. */
export const reviewed = {
  scores: z.array(z.object({ score: z.int(), count: z.int() })),
  /** Newest first. */
  reviews: z.array(PublicReview),
  /** Names of the services mentioned in reviews, in order of appearance. */
  reviewedServices: z.array(z.string()),
}

export const publicReviews = endpoint({
  method: 'GET',
  path: '/api/public/reviews',
  summary: 'List reviews of a professional, space or business, newest first, page by page',
  access: 'anyone',
  query: z.object({
    ...PageQuery,
    of: z.enum(['professional', 'space', 'business']),
    id: Id,
    score: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(5))),
    service: z.optional(LongText(200)),
    only: z.optional(z.enum(['text', 'reply'])),
    by: z.optional(z.enum(['client', 'professional'])),
    /** The number of a review: those before it are returned. */
    cursor: z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
  }),
  reply: z.array(PublicReview),
  limit: 'search',
  refusals: ['not_found'],
})
