/** Every move of a party, allowed or with its reason; the buttons are drawn from it. */
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Booking } from '#contract/booking/booking.ts'
import type { Move } from '#contract/booking/moves.ts'
import { changeOf } from '#server/booking/columns/change.ts'
import { type disputeColumns, isDisputedFor } from '#server/booking/columns/dispute.ts'
import { bookingColumns, type Read } from '#server/booking/columns/joins.ts'
import type { noShowColumns } from '#server/booking/columns/no-show.ts'
import type { Attendance } from '#server/booking/moves/attendance.ts'
import { type BookingRow, mayMake } from '#server/booking/moves/move.ts'
import type { Side } from '#server/booking/moves/party.ts'

export const actionColumns = bookingColumns([
  // For rented hours only: the clients expected within them.
  sql<number>`case when booking.kind = 'rent' then (select count(*) from bookings within
        where within.parent_rent_id = booking.id and within.status in ('confirmed', 'in_progress')) else 0 end`.as(
    'visits_within',
  ),
])

type Shown = BookingRow &
  Attendance &
  Parameters<typeof changeOf>[0] &
  Read<typeof disputeColumns> &
  Read<typeof noShowColumns> &
  Read<typeof actionColumns>

export const actionPart = (shown: Shown, side: Side, now: Date): Pick<z.input<typeof Booking>, 'moves'> => {
  const booking = {
    ...shown,
    change: changeOf(shown, side),
    isDisputed: isDisputedFor(shown.disputes, side),
  }
  const moves = movesBy[side]
    .filter((move) => isTheirs(shown, side, move))
    .map((move) => {
      const answer = mayMake(booking, move, side, now, shown.visits_within)
      return { move, allowed: answer.allowed, reason: answer.allowed ? null : answer.reason }
    })
  return { moves }
}

/** The host does not decide about visits, which their agreement covers. Only seats of a class can accept its move. */
const isTheirs = ({ kind, class_id }: Shown, side: Side, move: Move) =>
  move === 'accept_class_move'
    ? class_id !== null
    : side === 'professional' && (move === 'complete' || move === 'confirm_attendance')
      ? (kind === 'rent') === (move === 'complete')
      : kind === 'rent' || side !== 'host' || (move !== 'accept_change' && move !== 'decline_change')

const movesBy: Readonly<Record<Side, readonly Move[]>> = {
  client: [
    'pay',
    'release',
    'complete',
    'cancel_as_client',
    'contest_no_show',
    'professional_no_show',
    'propose_change',
    'accept_change',
    'decline_change',
    'withdraw_change',
    'accept_rescue',
    'decline_rescue',
    'accept_class_move',
  ],
  professional: [
    'accept',
    'decline',
    'arrive',
    'check_in',
    'client_no_show',
    'withdraw_no_show',
    'contest_absence',
    'check_out',
    'confirm_attendance',
    'complete',
    'cancel_as_professional',
    'propose_change',
    'accept_change',
    'decline_change',
    'withdraw_change',
    'accept_rescue',
    'decline_rescue',
  ],
  host: [
    'accept',
    'decline',
    'professional_no_show',
    'cancel_as_host',
    'propose_change',
    'accept_change',
    'decline_change',
    'withdraw_change',
  ],
}
