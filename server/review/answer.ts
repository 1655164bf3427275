/** A published review, for its subject: read, answered once, reported; and the staff member's decision. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Input } from '#contract/platform/endpoint.ts'
import {
  type decideReviewReport,
  type ReceivedReview,
  type receivedReviews,
  type replyToReview,
  type reportReply,
  type reportReview,
  ReviewAuthor,
  ReviewReportReason,
  ReviewSubject,
} from '#contract/review/visit-review.ts'
import { findFor } from '#server/booking/moves/party.ts'
import { publish } from '#server/platform/jobs.ts'
import { Page } from '#server/platform/http/http.ts'
import { refuse, refuseOn } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { requirePlain, settleRatings } from '#server/review/review.ts'

type Row = Omit<z.input<typeof ReceivedReview>, 'subject' | 'author' | 'createdAt'> & {
  id: number
  subject: string
  author: string
  createdAt: Date
}

/** Newest first, by number; a page begins below the number of its cursor. */
export const received = async (work: Work, { query }: Input<typeof receivedReviews>) => {
  if (query.cursor !== undefined && !/^\d{1,15}$/.test(query.cursor)) return refuse('invalid_input')
  const about = query.as === 'professional' ? ofProfessional(work) : ofHost(work)
  const { rows } = await sql<Row>`
    select r.id, r.subject, r.author, r.author_first_name as "authorFirstName", r.score, r.text, r.service_name as "serviceName",
      r.created_at as "createdAt", r.reply, (select s.name from spaces s where s.id = r.space_id) as "spaceName",
      r.reply_removed as "replyRemoved", (select case when report.decided_at is null then 'waiting' else 'kept' end
        from review_reports report where report.review_id = r.id and not report.of_reply) as report
    from reviews r
    where ${about} and r.state = 'published' and r.subject <> 'service' and r.id < ${Number(query.cursor ?? Number.MAX_SAFE_INTEGER)}
    order by r.id desc limit ${query.limit + 1}`.execute(work.db)
  const shown = rows.slice(0, query.limit)
  return new Page(
    shown.map((row) => ({
      ...row,
      subject: z.parse(ReviewSubject, row.subject),
      author: z.parse(ReviewAuthor, row.author),
      createdAt: row.createdAt.toISOString(),
    })),
    rows.length > query.limit ? String(shown.at(-1)?.id) : null,
  )
}

const ofProfessional = ({ viewer }: Work) => sql`r.professional_id = ${viewer.professionalId}`
const ofHost = ({ viewer }: Work) =>
  sql`r.space_id in (select id from spaces where host_id = ${viewer.hostId})`

/** Through the person whom it is about, locked. Refuses not_found. */
const lockAboutMe = async (work: Work, id: number) => {
  const { rows } = await sql<{ id: number; reply: string | null; removed: boolean }>`
    select r.id, r.reply, r.reply_removed as removed from reviews r
    where r.id = ${id} and r.state = 'published' and (${ofProfessional(work)} or ${ofHost(work)}) for update`.execute(
    work.db,
  )
  return rows[0] ?? refuse('not_found')
}

/** Refuses not_found, review_answered, contact_in_review. */
export const reply = (work: Work, { params, body }: Input<typeof replyToReview>) =>
  inTransaction(work, async (work) => {
    const review = await lockAboutMe(work, params.id)
    if (review.reply !== null || review.removed) refuse('review_answered')
    requirePlain([body.text])
    await work.db
      .updateTable('reviews')
      .set({ reply: body.text, replied_at: work.now })
      .where('id', '=', review.id)
      .execute()
    await publish(work, 'review.answered', { reviewId: review.id })
    return { ok: true } as const
  })

/** Refuses not_found, review_reported. */
export const report = (work: Work, { params, body }: Input<typeof reportReview>) =>
  inTransaction(work, async (work) => {
    const review = await lockAboutMe(work, params.id)
    await work.db
      .insertInto('review_reports')
      .values({ review_id: review.id, account_id: work.viewer.accountId, ...body, created_at: work.now })
      .execute()
      .catch((error: unknown) => refuseOn(error, { review_reports_once: 'review_reported' }))
    return { ok: true } as const
  })

/** Reports the answer to a review, by the review's author. Refuses not_found, review_reported. */
export const reportAnswer = (work: Work, { params, query, body }: Input<typeof reportReply>) =>
  inTransaction(work, async (work) => {
    const { booking, side } = await findFor(work, params.id, query)
    const { subject, ...said } = body
    const review = await work.db
      .selectFrom('reviews')
      .select('id')
      .where('booking_id', '=', booking.id)
      .where('author', '=', side)
      .where('subject', '=', subject)
      .where('state', '=', 'published')
      .where('reply', 'is not', null)
      .forUpdate()
      .executeTakeFirst()
    if (review === undefined) return refuse('not_found')
    await work.db
      .insertInto('review_reports')
      .values({
        review_id: review.id,
        of_reply: true,
        account_id: work.viewer.accountId,
        ...said,
        created_at: work.now,
      })
      .execute()
      .catch((error: unknown) => refuseOn(error, { review_reports_once: 'review_reported' }))
    return { ok: true } as const
  })

/** As many as one person can read at once. */
const maxShown = 50

export const queue = async (work: Work) => {
  const { rows } = await sql<{
    id: number
    ofReply: boolean
    reason: string
    note: string
    at: Date
    about: string
    authorFirstName: string
    score: number
    text: string
    reply: string | null
  }>`
    select report.id, report.of_reply as "ofReply", report.reason, report.note, report.created_at as at, r.author_first_name as "authorFirstName", r.score, r.text, r.reply,
      coalesce((select s.name from spaces s where s.id = r.space_id),
        (select p.first_name || ' ' || p.last_name from professionals p where p.id = r.professional_id), '') as about
    from review_reports report join reviews r on r.id = report.review_id
    where report.decided_at is null order by report.created_at, report.id limit ${maxShown}`.execute(work.db)
  return rows.map((row) => ({
    ...row,
    reason: z.parse(ReviewReportReason, row.reason),
    at: row.at.toISOString(),
  }))
}

/** A removed review no longer counts; without its answer it counts as before. Refuses not_found, report_decided. */
export const decide = (work: Work, { params, body }: Input<typeof decideReviewReport>) =>
  inTransaction(work, async (work) => {
    const row = await work.db
      .selectFrom('review_reports')
      .select(['review_id', 'of_reply', 'decided_at'])
      .where('id', '=', params.id)
      .forUpdate()
      .executeTakeFirst()
    if (row === undefined) return refuse('not_found')
    if (row.decided_at !== null) refuse('report_decided')
    await work.db
      .updateTable('review_reports')
      .set({ decided_at: work.now, decided_by: work.viewer.accountId, removed: body.remove })
      .where('id', '=', params.id)
      .execute()
    await publish(work, 'review.report_decided', { reportId: params.id })
    if (!body.remove) return { ok: true } as const
    if (row.of_reply)
      await work.db
        .updateTable('reviews')
        .set({ reply: null, replied_at: null, reply_removed: true })
        .where('id', '=', row.review_id)
        .execute()
    else
      await settleRatings(
        work,
        await work.db
          .updateTable('reviews')
          .set({ state: 'retired' })
          .where('id', '=', row.review_id)
          .returning(['professional_id', 'space_id'])
          .execute(),
      )
    return { ok: true } as const
  })

type Leaving = {
  accountId: number
  clientIds: readonly number[]
  professionalId: number | null
  hostId: number | null
}

/** An account is deleted: its reviews of others remain without an author; its own answers and reports are deleted. */
export const forget = async (work: Work, { accountId, clientIds, professionalId, hostId }: Leaving) => {
  await sql`
    update reviews set author_first_name = 'Cuenta borrada' from bookings b
    where b.id = reviews.booking_id and (reviews.author = 'client' and b.client_id = any (${clientIds}::bigint[])
      or reviews.author = 'professional' and b.professional_id = ${professionalId} or reviews.author = 'host' and b.host_id = ${hostId})`.execute(
    work.db,
  )
  await sql`
    update reviews set reply = null, replied_at = null
    where reply is not null and (professional_id = ${professionalId}
      or space_id in (select id from spaces where host_id = ${hostId}))`.execute(work.db)
  await sql`update review_reports set account_id = null, note = '' where account_id = ${accountId}`.execute(
    work.db,
  )
}
