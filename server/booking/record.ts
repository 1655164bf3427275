/** The steps that a booking took, as they were recorded; reasons are notes of the machine and stay here. */
import * as z from 'zod/mini'
import { RecordedMove } from '#contract/booking-record.ts'
import { findFor } from '#server/booking/party.ts'
import type { Work } from '#server/platform/work.ts'

/** Oldest first. Refuses not_found for a booking of another professional, and while it is its client's alone. */
export const record = async (work: Work, id: string): Promise<z.input<typeof RecordedMove>[]> => {
  const { booking } = await findFor(work, id, { as: 'professional' })
  const rows = await work.db
    .selectFrom('booking_moves')
    .select(['at', 'move', 'actor as by'])
    .where('booking_id', '=', booking.id)
    .orderBy('version')
    .execute()
  return rows.map(({ at, ...row }) => z.parse(RecordedMove, { ...row, at: at.toISOString() }))
}
