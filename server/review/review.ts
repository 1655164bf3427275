/**
 * Reviews by the parties of a finished booking (product.md §4): a client reviews professional, result and place, professional and host each
 * other. Sealed until all have written or seven days passed. Ratings on cards are the mean of published ones. Published reviews are in
 * answer.ts. docs/review/reviews.md.
 */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Input } from '#contract/platform/endpoint.ts'
import { hideContact } from '#contract/conversation/outside-contact.ts'
import {
  mayReview,
  reviewDays,
  reviewParts,
  ReviewState,
  ReviewSubject,
  reviewUntil,
  type visitReview,
  type VisitReview,
  type writeReview,
} from '#contract/review/visit-review.ts'
import { dayMs } from '#contract/platform/duration.ts'
import { lockById, statusOf, type BookingRow } from '#server/booking/moves/move.ts'
import { findFor, lockFor, type Side } from '#server/booking/moves/party.ts'
import { runIsolated } from '#server/platform/each-apart.ts'
import { publish as publishEvent } from '#server/platform/jobs.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { settleRating as rateProfessional } from '#server/professional/rating.ts'
import { settleRating as rateSpace } from '#server/space/rating.ts'

type View = z.input<typeof VisitReview>

/** Refuses not_found to everybody who is no party. */
export const read = async (work: Work, { params, query }: Input<typeof visitReview>): Promise<View> => {
  const { booking, side } = await findFor(work, params.id, query)
  return viewOf(work, booking, side)
}

/** Refuses not_found, move_not_allowed with the button's reason, contact_in_review, invalid_input for a part that is not theirs to score. */
export const write = (work: Work, { params, query, body }: Input<typeof writeReview>): Promise<View> =>
  inTransaction(work, async (work) => {
    const { booking, side } = await lockFor(work, params.id, query)
    const { may, parts } = await viewOf(work, booking, side)
    if (!may.allowed) throw new Refusal('move_not_allowed', undefined, may.reason ?? undefined)
    if (body.scores.some(({ subject }) => !parts.includes(subject)))
      return refuse('invalid_input', {
        fields: [{ field: 'scores', message: 'Esa parte no te toca calificarla.' }],
      })
    // Texts belong to the person and the place (docs/review/reviews.md); these would never be shown.
    if (body.scores.some(({ subject, text }) => subject === 'service' && text !== ''))
      return refuse('invalid_input', {
        fields: [{ field: 'scores', message: 'El resultado lleva solo estrellas.' }],
      })
    requirePlain(body.scores.map(({ text }) => text))
    const publishAt = sealedUntil(booking)
    await work.db
      .insertInto('reviews')
      .values(
        await Promise.all(
          body.scores.map(async ({ subject, score, text }) => ({
            booking_id: booking.id,
            author: side,
            subject,
            score,
            text,
            professional_id: subject === 'space' ? null : booking.professional_id,
            space_id: subject === 'space' ? booking.space_id : null,
            author_first_name: await nameOf(work, booking, side),
            service_name: booking.kind === 'visit' ? booking.service_name : null,
            created_at: work.now,
            state: 'hidden',
            publish_at: publishAt,
          })),
        ),
      )
      .execute()
    if (work.now >= publishAt || (await allWrote(work, booking))) await publish(work, booking.id)
    return viewOf(work, booking, side)
  })

/** Public text must contain no contact; a number split over two texts is one number. Refuses contact_in_review. */
export const requirePlain = (texts: readonly string[]) => {
  if (texts.some((text, at) => hideContact(text, texts.slice(0, at)) !== null)) refuse('contact_in_review')
}

/** Every quarter of an hour: publishes reviews that were sealed for seven days. */
export const publishDue = async (work: Work): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    select distinct booking_id as id from (
      select booking_id from reviews where state = 'hidden' and publish_at <= ${work.now} order by publish_at limit 500) due`.execute(
    work.db,
  )
  await runIsolated(work, rows, ({ id }) =>
    inTransaction(work, async (work) => {
      // After any concurrent writer on the same booking.
      await lockById(work, id)
      await publish(work, id)
    }),
  )
}

const viewOf = async (work: Work, booking: BookingRow, side: Side): Promise<View> => {
  const mine = await work.db
    .selectFrom('reviews')
    .leftJoin('review_reports as report', (join) =>
      join.onRef('report.review_id', '=', 'reviews.id').on('report.of_reply', '=', true),
    )
    .select(['subject', 'score', 'text', 'state', 'reply', 'reply_removed', 'publish_at'])
    .select(['report.id as report_id', 'report.decided_at as report_decided_at'])
    .where('booking_id', '=', booking.id)
    .where('author', '=', side)
    .orderBy('reviews.id')
    .execute()
  const parts = await partsOf(work, booking, side)
  const completedAt = booking.completed_at?.toISOString() ?? null
  const may =
    parts.length === 0
      ? ({ allowed: false, reason: 'Aquí no hay nada que te toque calificar.' } as const)
      : mayReview({ status: statusOf(booking), completedAt, reviewed: mine.length > 0 }, work.now)
  return {
    may: { allowed: may.allowed, reason: may.allowed ? null : may.reason },
    until: completedAt === null ? null : reviewUntil(completedAt).toISOString(),
    parts,
    mine: mine.map(({ subject, score, text, state, reply, ...row }) => ({
      subject: z.parse(ReviewSubject, subject),
      score,
      text: state === 'retired' ? '' : text,
      state: z.parse(ReviewState, state),
      reply,
      replyRemoved: row.reply_removed,
      replyReport: row.report_id === null ? null : row.report_decided_at === null ? 'waiting' : 'kept',
    })),
    publishAt: mine.find(({ state }) => state === 'hidden')?.publish_at?.toISOString() ?? null,
  }
}

/** For rented hours and visits; no one scores their own place or themselves. */
const partsOf = async (work: Work, booking: BookingRow, side: Side): Promise<ReviewSubject[]> =>
  partsApart(booking, side, await accountsOf(work, booking))

type Accounts = Record<Side, number | null>

const partsApart = ({ space_id, host_id }: BookingRow, side: Side, accounts: Accounts): ReviewSubject[] => {
  if (side === 'host' && host_id === null) return []
  const scored = { professional: accounts.professional, service: accounts.professional, space: accounts.host }
  return reviewParts[side].filter(
    (part) =>
      (part !== 'space' || space_id !== null) && (accounts[side] === null || accounts[side] !== scored[part]),
  )
}

/** The account of that party; null: there is none, or a visitor without an account. */
const accountsOf = async (
  work: Work,
  { client_id, professional_id, host_id }: BookingRow,
): Promise<Accounts> => {
  const { rows } = await sql<Accounts>`
    select (select account_id from clients where id = ${client_id}) as client,
      (select account_id from professionals where id = ${professional_id}) as professional,
      (select account_id from hosts where id = ${host_id}) as host`.execute(work.db)
  return rows[0] ?? refuse('not_found')
}

const allWrote = async (work: Work, booking: BookingRow): Promise<boolean> => {
  const accounts = await accountsOf(work, booking)
  const sides: readonly Side[] =
    booking.client_id === null ? ['professional', 'host'] : ['client', 'professional', 'host']
  const request = sides.filter((side) => partsApart(booking, side, accounts).length > 0)
  const wrote = await work.db
    .selectFrom('reviews')
    .select('author')
    .distinct()
    .where('booking_id', '=', booking.id)
    .execute()
  return request.every((side) => wrote.some(({ author }) => author === side))
}

const sealedUntil = ({ completed_at }: BookingRow) =>
  new Date((completed_at ?? refuse('move_not_allowed')).getTime() + reviewDays.sealed * dayMs)

const publish = async (work: Work, bookingId: string) => {
  const rows = await work.db
    .updateTable('reviews')
    .set({ state: 'published', published_at: work.now })
    .where('booking_id', '=', bookingId)
    .where('state', '=', 'hidden')
    .returning(['professional_id', 'space_id'])
    .execute()
  if (rows.length === 0) return
  await settleRatings(work, rows)
  await publishEvent(work, 'review.published', { bookingId })
}

type About = { professional_id: number | null; space_id: number | null }

/** In the caller's transaction; professionals before spaces, in the usual lock order. */
export const settleRatings = async (work: Work, about: readonly About[]) => {
  for (const id of new Set(about.map(({ professional_id }) => professional_id)))
    if (id !== null) await rateProfessional(work, id)
  for (const id of new Set(about.map(({ space_id }) => space_id))) if (id !== null) await rateSpace(work, id)
}

const nameOf = async (work: Work, booking: BookingRow, side: Side): Promise<string> => {
  const { rows } = await sql<{ name: string | null }>`
    select case ${side}::text
      when 'client' then b.contact ->> 'firstName'
      when 'professional' then (select first_name from professionals where id = b.professional_id)
      else (select business.name from spaces s join businesses business on business.id = s.business_id where s.id = b.space_id) end as name
    from bookings b where b.id = ${booking.id}`.execute(work.db)
  return rows[0]?.name ?? 'Cliente'
}
