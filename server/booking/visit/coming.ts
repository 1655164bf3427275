/** A client answers a reminder that they come. Money, time and version do not change; the professional sees it. */
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
