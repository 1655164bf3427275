/** A client answers a reminder that they come. Money, time and version do not change; the professional sees it. */
import { sql } from 'kysely'
import { lockFor, type ViewerQuery } from '#server/booking/moves/party.ts'
import { Refusal } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

/** Once per hour; another hour needs another confirmation. Refuses move_not_allowed where no one expects them. */
export const confirmComing = (work: Work, id: string, viewer: ViewerQuery): Promise<void> =>
  inTransaction(work, async (work) => {
    const { booking } = await lockFor(work, id, { ...viewer, as: 'client' })
    if (booking.kind !== 'visit' || booking.status !== 'confirmed' || booking.starts_at <= work.now)
      throw new Refusal('move_not_allowed', undefined, 'Esa cita ya no espera confirmación.')
    await work.db
      .insertInto('coming_confirmations')
      .values({ booking_id: id, starts_at: booking.starts_at, confirmed_at: work.now })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })

/** The client was reminded of this hour of a visit, after `since` if given, and has not said since that they come. */
export const awaitsConfirmation = async (
  work: Work,
  { id, startsAt, status }: { id: string; startsAt: string; status: string },
  since: Date | null = null,
): Promise<boolean> => {
  if (status !== 'confirmed' || Date.parse(startsAt) <= work.now.getTime()) return false
  const { rows } = await sql`
    select from booking_reminders reminder where reminder.booking_id = ${id}::uuid and reminder.starts_at = ${startsAt}::timestamptz
      and (${since}::timestamptz is null or reminder.noted_at > ${since}::timestamptz)
      and not exists (select from coming_confirmations said
        where said.booking_id = reminder.booking_id and said.starts_at = reminder.starts_at)
    limit 1`.execute(work.db)
  return rows.length > 0
}
