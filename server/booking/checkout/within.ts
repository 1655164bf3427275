/** Visits within hours that their professional rented beforehand. */
import { classesWithin } from '#server/booking/columns/class-row.ts'
import { expire } from '#server/booking/checkout/hold-end.ts'
import type { BookingRow } from '#server/booking/moves/move.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

const expected = ['held', 'awaiting_payment', 'requested', 'confirmed', 'in_progress'] as const

type Span = { from?: Date; to?: Date }

/** Visits expected within a rent, by their start: all of them, or those that overlap a span. */
export const visitsWithin = async (work: Work, rent: { id: string }, span: Span = {}) => {
  let query = work.db
    .selectFrom('bookings')
    .select(['id', 'status', 'starts_at', 'ends_at', 'hold_expires_at'])
    .where('parent_rent_id', '=', rent.id)
    .where('status', 'in', expected)
    .orderBy('starts_at')
  if (span.from !== undefined) query = query.where('ends_at', '>', span.from)
  if (span.to !== undefined) query = query.where('starts_at', '<', span.to)
  return query.execute()
}

/** Expired holds give way; any other expected visit or class refuses visits_within. */
export const requireNoVisits = async (work: Work, rent: BookingRow, span: Span = {}): Promise<void> => {
  for (const { id, status, hold_expires_at } of await visitsWithin(work, rent, span)) {
    const lapsed = status === 'held' && hold_expires_at !== null && hold_expires_at <= work.now
    if (!lapsed) refuse('visits_within')
    await expire(work, id)
  }
  if ((await classesWithin(work, rent.id, span)).length > 0) refuse('visits_within')
}
