/** The recorded steps of a booking; reasons are internal notes and are not shown, except how a party arrived. */
import * as z from 'zod/mini'
import { CheckInMethod } from '#contract/booking/booking.ts'
import { RecordedMove } from '#contract/booking/record.ts'
import { findFor } from '#server/booking/moves/party.ts'
import type { Work } from '#server/platform/work.ts'

/** Oldest first. Refuses not_found for a booking of another professional, and while only its client sees it. */
export const record = async (work: Work, id: string): Promise<z.input<typeof RecordedMove>[]> => {
  const { booking } = await findFor(work, id, { as: 'professional' })
  const rows = await work.db
    .selectFrom('booking_moves')
    .select(['at', 'move', 'actor as by', 'reason'])
    .where('booking_id', '=', booking.id)
    .orderBy('version')
    .execute()
  return rows.map(({ at, reason, ...row }) =>
    z.parse(RecordedMove, { ...row, at: at.toISOString(), ...howOf(row.move, reason) }),
  )
}

/** For an arrival the reason is its method; other notes of older versions are left out. */
const howOf = (move: string, reason: string) =>
  (move === 'check_in' || move === 'arrive') && CheckInMethod.safeParse(reason).success
    ? { how: reason }
    : null
