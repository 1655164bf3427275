/** Reviews between the parties of a finished booking (product.md §4). Moderation by staff is in review.ts. */
import * as z from 'zod/mini'
import type { BookingStatus } from '#contract/booking/booking-status.ts'
import { OneBooking } from '#contract/booking/parts.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Done, Id, Instant, LongText, PageQuery, Text } from '#contract/platform/shapes.ts'
import type { Allowed } from '#contract/platform/allowed.ts'
import { dayMs } from '#contract/platform/duration.ts'

/** Open from the end of a booking; sealed until every party has written, or for this long. */
export const reviewDays = { open: 14, sealed: 7 } as const
export const maxReviewSigns = 1000

export const ReviewAuthor = z.enum(['client', 'professional', 'host'])
export type ReviewAuthor = z.output<typeof ReviewAuthor>
export const ReviewSubject = z.enum(['professional', 'service', 'space'])
export type ReviewSubject = z.output<typeof ReviewSubject>
export const ReviewState = z.enum(['hidden', 'published', 'retired'])

/** Which subjects each author scores: a client all three, professional and host each other's part. */
export const reviewParts: Readonly<Record<ReviewAuthor, readonly ReviewSubject[]>> = {
  client: ['professional', 'service', 'space'],
  professional: ['space'],
  host: ['professional'],
}
export const reviewSubjects: Readonly<Record<ReviewSubject, string>> = {
  professional: 'El trato y la puntualidad',
  service: 'El resultado',
  space: 'El lugar',
}

type Reviewable = { status: BookingStatus; completedAt: string | null; reviewed: boolean }

export const reviewUntil = (completedAt: string) =>
  new Date(Date.parse(completedAt) + reviewDays.open * dayMs)

/** Whether this party may write now. The reason is the text of the disabled button. */
export const mayReview = ({ status, completedAt, reviewed }: Reviewable, now: Date): Allowed => {
  const no = (reason: string) => ({ allowed: false, reason }) as const
  if (reviewed) return no('Ya dejaste tu reseña.')
  if (completedAt === null) return no('Podrás dejar tu reseña cuando la cita quede cerrada.')
  if (status !== 'completed' || now >= reviewUntil(completedAt))
    return no(`El plazo de ${reviewDays.open} días para dejar tu reseña terminó.`)
  return { allowed: true }
}

const viewerQuery = z.object({
  t: z.optional(z.string().check(z.maxLength(600))),
  as: z.optional(ReviewAuthor),
})
const Score = z.int().check(z.minimum(1), z.maximum(5))

export const VisitReview = z.object({
  may: z.object({ allowed: z.boolean(), reason: z.nullable(z.string()) }),
  until: z.nullable(Instant),
  parts: z.array(ReviewSubject),
  /** The viewer's reviews; sealed until `publishAt` at the latest. */
  mine: z.array(
    z.object({
      subject: ReviewSubject,
      score: z.int(),
      text: z.string(),
      state: ReviewState,
      reply: z.nullable(z.string()),
      /** The reply was removed by staff. */
      replyRemoved: z.boolean(),
      /** State of the viewer's report of the reply; null if not reported. */
      replyReport: z.nullable(z.enum(['waiting', 'kept'])),
    }),
  ),
  publishAt: z.nullable(Instant),
})
export type VisitReview = z.output<typeof VisitReview>

export const visitReview = endpoint({
  method: 'GET',
  path: '/api/bookings/:id/review',
  summary: "Get the viewer's review of a booking, or what can be rated and until when",
  access: 'anyone',
  params: OneBooking,
  query: viewerQuery,
  reply: VisitReview,
  refusals: ['not_found'],
})

export const writeReview = endpoint({
  method: 'POST',
  path: '/api/bookings/:id/review',
  summary:
    'Review a completed booking, part by part; once, hidden until all have reviewed or seven days passed',
  access: 'anyone',
  params: OneBooking,
  query: viewerQuery,
  body: z.object({
    scores: z.array(z.object({ subject: ReviewSubject, score: Score, text: LongText(maxReviewSigns) })).check(
      z.minLength(1),
      z.maxLength(3),
      z.refine(
        (all) => new Set(all.map(({ subject }) => subject)).size === all.length,
        'Cada parte una vez.',
      ),
    ),
  }),
  reply: VisitReview,
  idempotent: true,
  limit: 'messages',
  refusals: ['not_found', 'move_not_allowed', 'contact_in_review', 'invalid_input'],
})

export const ReceivedReview = z.object({
  id: Id,
  subject: ReviewSubject,
  author: ReviewAuthor,
  authorFirstName: z.string(),
  score: z.int(),
  text: z.string(),
  serviceName: z.nullable(z.string()),
  spaceName: z.nullable(z.string()),
  createdAt: Instant,
  reply: z.nullable(z.string()),
  /** The viewer's reply was removed by staff; a second one is not allowed. */
  replyRemoved: z.boolean(),
  /** State of the report by the reviewed party; null if not reported. */
  report: z.nullable(z.enum(['waiting', 'kept'])),
})
export type ReceivedReview = z.output<typeof ReceivedReview>

export const receivedReviews = endpoint({
  method: 'GET',
  path: '/api/reviews',
  summary: 'List reviews about the viewer or their spaces, newest first, page by page',
  access: 'account',
  query: z.extend(z.object(PageQuery), { as: z.enum(['professional', 'host']) }),
  reply: z.array(ReceivedReview),
  refusals: ['invalid_input'],
})

const one = z.object({ id: Id })

export const replyToReview = endpoint({
  method: 'POST',
  path: '/api/reviews/:id/reply',
  summary: 'Reply to a review in public; once',
  access: 'account',
  params: one,
  body: z.object({ text: Text(maxReviewSigns) }),
  reply: Done,
  idempotent: true,
  limit: 'messages',
  refusals: ['not_found', 'review_answered', 'contact_in_review'],
})

/** Reasons to report a review. */
export const reviewReportReasons = {
  insult: 'Insulta o discrimina',
  false: 'Habla de algo que no pasó',
  private: 'Trae datos personales',
  off_topic: 'No habla de la cita ni del lugar',
  other: 'Otro motivo',
} as const
export const ReviewReportReason = z.enum(['insult', 'false', 'private', 'off_topic', 'other'])
export type ReviewReportReason = z.output<typeof ReviewReportReason>

export const reportReview = endpoint({
  method: 'POST',
  path: '/api/reviews/:id/report',
  summary: 'Report a review about the viewer; once each',
  access: 'account',
  params: one,
  body: z.object({ reason: ReviewReportReason, note: LongText(500) }),
  reply: Done,
  idempotent: true,
  limit: 'messages',
  refusals: ['not_found', 'review_reported'],
})

export const reportReply = endpoint({
  method: 'POST',
  path: '/api/bookings/:id/review/reply-report',
  summary: 'Report the reply to an own review; once each',
  access: 'anyone',
  params: OneBooking,
  query: viewerQuery,
  body: z.object({ subject: ReviewSubject, reason: ReviewReportReason, note: LongText(500) }),
  reply: Done,
  idempotent: true,
  limit: 'messages',
  refusals: ['not_found', 'review_reported'],
})

export const ReportedReview = z.object({
  id: Id,
  /** The reply is reported; the review stays either way. */
  ofReply: z.boolean(),
  reason: ReviewReportReason,
  note: z.string(),
  at: Instant,
  about: z.string(),
  authorFirstName: z.string(),
  score: z.int(),
  text: z.string(),
  reply: z.nullable(z.string()),
})
export type ReportedReview = z.output<typeof ReportedReview>

export const reportedReviews = endpoint({
  method: 'GET',
  path: '/api/admin/review-reports',
  summary: 'List reported reviews and replies that await a decision, oldest first',
  access: 'admin',
  reply: z.array(ReportedReview),
})

export const decideReviewReport = endpoint({
  method: 'POST',
  path: '/api/admin/review-reports/:id/decide',
  summary: 'Remove a reported review or only its reply, or keep it',
  access: 'admin',
  params: one,
  body: z.object({ remove: z.boolean() }),
  reply: Done,
  idempotent: true,
  refusals: ['not_found', 'report_decided'],
})
