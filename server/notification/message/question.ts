/** Questions that a client must answer soon: a free hour, another place, another hour. Sent by email in server/booking. */
import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import type { Work } from '#server/platform/work.ts'

export const RequestParams = z.enum(['waitlist', 'rescue', 'change'])
export type RequestParams = z.output<typeof RequestParams>

/** `startsAt` is the hour in question. */
export type Question = { bookingId: string; startsAt: Date; until: Date }

/** Null once it was answered, or has expired. */
export const openQuestion = async (
  work: Work,
  request: RequestParams,
  id: string,
): Promise<Question | null> => {
  const { rows } = await sql<Question>`
    select question.* from (${questions[request](id)}) question where question.until > ${work.now}`.execute(
    work.db,
  )
  return rows[0] ?? null
}

const questions: Readonly<Record<RequestParams, (id: string) => RawBuilder<unknown>>> = {
  waitlist: (id) => sql`
    select offer.booking_id as "bookingId", lower(offer.during) as "startsAt", offer.expires_at as until
    from waitlist_offers offer join booking_links link on link.id = offer.id
    where offer.id = ${id}::uuid and offer.state = 'open' and link.answer is null`,
  rescue: (id) => sql`
    select booking_id as "bookingId", starts_at as "startsAt", expires_at as until from rescues
    where id = ${id}::uuid and state = 'open' and client_acceptance = 'pending'`,
  change: (id) => sql`
    select booking_id as "bookingId", starts_at as "startsAt", expires_at as until from change_proposals
    where id = ${id}::uuid and state = 'open' and client_acceptance = 'pending'`,
}
