/** The tip of a visit, paid or promised. */
import * as z from 'zod/mini'
import type { Booking } from '#contract/booking/booking.ts'
import { TipState } from '#contract/booking/settlement/tip.ts'
import { bookingColumns, type Read } from '#server/booking/columns/joins.ts'
import type { BookingRow } from '#server/booking/moves/move.ts'
import type { Side } from '#server/booking/moves/party.ts'

export const tipColumns = bookingColumns([
  'tip.id as tip_id',
  'tip.amount_cents as tip_cents',
  'tip.state as tip_state',
  'tip_promise.amount_cents as promised_cents',
])

type View = Pick<z.input<typeof Booking>, 'tip'>
type Shown = Read<typeof tipColumns> & Pick<BookingRow, 'ended_at'>

export const tipPart = (shown: Shown, side: Side): View => ({
  tip: side === 'host' ? null : tipFor(shown, side),
})

/** The professional sees a tip once it is theirs; a lapsed promise is shown to neither. */
const tipFor = ({ tip_cents, tip_state, promised_cents, ended_at }: Shown, side: Side): View['tip'] => {
  if (tip_cents === null || tip_state === null)
    return promised_cents === null || side !== 'client' || ended_at !== null
      ? null
      : { amountCents: promised_cents, state: 'promised' }
  const state = z.parse(TipState, tip_state)
  const isTheirs = state === 'paid' || state === 'returned'
  return side === 'professional' && !isTheirs ? null : { amountCents: tip_cents, state }
}
