/** A party reports being late for a visit; the other is notified. Money, time and version do not change. */
import type { Input } from '#contract/platform/endpoint.ts'
import {
  delaysLeft,
  mayReportDelay,
  maxDelays,
  type reportDelay as endpoint,
} from '#contract/booking/visit/delay.ts'
import { newestDelay } from '#server/booking/columns/delay-row.ts'
import { statusOf } from '#server/booking/moves/move.ts'
import { lockFor, type ViewerQuery } from '#server/booking/moves/party.ts'
import { readAs } from '#server/booking/summary/present.ts'
import { publish } from '#server/platform/jobs.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

/** Refuses move_not_allowed outside its hours or when reported too often, invalid_input for an arrival in the past. */
export const reportDelay = (
  work: Work,
  id: string,
  { t, as, minutes }: Input<typeof endpoint>['body'] & Pick<ViewerQuery, 't'>,
) =>
  inTransaction(work, async (work) => {
    // Serialized, so that the reports are numbered in order.
    const { booking } = await lockFor(work, id, { t, as })
    const startsAt = booking.starts_at.toISOString()
    const kind = booking.kind === 'rent' ? 'rent' : 'visit'
    const may = mayReportDelay(
      { kind, status: statusOf(booking), startsAt, toleranceMinutes: booking.tolerance_minutes },
      work.now,
    )
    if (!may.allowed) throw new Refusal('move_not_allowed', undefined, may.reason)
    if (!delaysLeft(startsAt, work.now).includes(minutes))
      return refuse('invalid_input', {
        fields: [{ field: 'minutes', message: 'Esa hora ya pasó: elige más minutos.' }],
      })
    const last = await newestDelay(work, id, as)
    if (last?.minutes === minutes) return readAs(work, id, as)
    const number = (last?.number ?? 0) + 1
    if (number > maxDelays)
      throw new Refusal('move_not_allowed', undefined, 'Ya avisaste varias veces: mejor escribe o llama.')
    await work.db
      .insertInto('delays')
      .values({ booking_id: id, party: as, number, minutes, reported_at: work.now })
      .execute()
    await publish(work, 'booking.delayed', { bookingId: id, party: as, number })
    return readAs(work, id, as)
  })
