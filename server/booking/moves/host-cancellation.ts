/** The consequences for hosts who cancel: one cancellation per half year is free, and frequent ones end instant booking. */
import { sql } from 'kysely'
import { dayMs } from '#contract/platform/duration.ts'
import { rescueRules } from '#contract/booking/cancellation/rescue.ts'
import type { BookingRow } from '#server/booking/moves/move.ts'
import { publish } from '#server/platform/jobs.ts'
import { constraintOf, refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { asksForAgreement } from '#server/space/space.ts'

/** Would a cancellation by the host cost nothing now? Rented hours have rules of their own. */
export const hasFree = async (work: Work, { kind, host_id }: BookingRow): Promise<boolean> => {
  if (kind !== 'visit') return false
  const { rows } = await sql`
    select from host_cancellations where host_id = ${host_id} and free_during @> ${work.now}::timestamptz`.execute(
    work.db,
  )
  return rows.length === 0
}

/** In the caller's transaction. Refuses quote_expired when a concurrent cancellation used the free one. */
export const remember = async (work: Work, booking: BookingRow, { isFree }: { isFree: boolean }) => {
  const until = new Date(work.now.getTime() + rescueRules.freeEveryDays * dayMs)
  try {
    await sql`
      insert into host_cancellations (booking_id, host_id, space_id, at, instant, free_during)
      values (${booking.id}, ${booking.host_id}, ${booking.space_id}, ${work.now}, ${booking.host_acceptance === 'not_needed'},
        ${isFree ? sql`tstzrange(${work.now}::timestamptz, ${until}::timestamptz)` : null})`.execute(work.db)
  } catch (error) {
    if (constraintOf(error) === 'host_cancellations_one_free') return refuse('quote_expired')
    throw error
  }
  if (booking.space_id !== null) await publish(work, 'host.cancelled', { spaceId: booking.space_id })
}

/** Another place was found, so the free cancellation is not used up. */
export const keepFree = async (work: Work, bookingId: string) => {
  await sql`update host_cancellations set free_during = null where booking_id = ${bookingId} and free_during is not null`.execute(
    work.db,
  )
}

/** After each cancellation: with more than three of instant bookings, the space requires an agreement. */
export const followCancellations = (work: Work, spaceId: number) =>
  inTransaction(work, async (work) => {
    const since = new Date(work.now.getTime() - rescueRules.freeEveryDays * dayMs)
    const { rows } = await sql<{ times: number }>`
      select count(*)::int as times from host_cancellations where space_id = ${spaceId} and instant and at > ${since}`.execute(
      work.db,
    )
    if ((rows[0]?.times ?? 0) <= rescueRules.maxInstant) return
    if (await asksForAgreement(work, spaceId)) await publish(work, 'space.no_longer_instant', { spaceId })
  })
