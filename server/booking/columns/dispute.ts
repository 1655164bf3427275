/** Disputes about a booking, for the parties involved. */
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Booking } from '#contract/booking/booking.ts'
import { bookingColumns, type Read } from '#server/booking/columns/joins.ts'
import type { Side } from '#server/booking/moves/party.ts'

type Disputed = { sides: Side[]; isOpen: boolean; line: string }

export const disputeColumns = bookingColumns([
  // Cheap by an index, since most visits have none.
  sql<
    Disputed[]
  >`coalesce((select json_agg(json_build_object('sides', array[dispute.opened_by, dispute.respondent],
        'isOpen', dispute.state <> 'closed', 'line', dispute.line)) from disputes dispute where dispute.booking_id = booking.id), '[]')`.as(
    'disputes',
  ),
])

export const disputePart = (
  { disputes }: Read<typeof disputeColumns>,
  side: Side,
): Pick<z.input<typeof Booking>, 'dispute'> => {
  const own = disputes.filter(({ sides }) => sides.includes(side))
  return { dispute: own.length === 0 ? null : { isOpen: own.some(({ isOpen }) => isOpen) } }
}

/** An open dispute that involves this side; one about overtime does not keep a visit from ending well. */
export const isDisputedFor = (disputes: readonly Disputed[], side: Side) =>
  disputes.some(({ sides, isOpen, line }) => isOpen && line !== 'overtime' && sides.includes(side))
