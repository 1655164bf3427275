/** Overtime of rented hours, and what it costs. */
import type * as z from 'zod/mini'
import type { Booking } from '#contract/booking/booking.ts'
import { bookingColumns, type Read } from '#server/booking/columns/joins.ts'
import type { Side } from '#server/booking/moves/party.ts'

export const overtimeColumns = bookingColumns([
  'overtime.minutes as overtime_minutes',
  'overtime.charged_minutes as overtime_charged_minutes',
  'overtime.cut_short as overtime_cut_short',
  'overtime.amount_cents as overtime_cents',
  'overtime.contest_by as overtime_contest_by',
])

type View = Pick<z.input<typeof Booking>, 'overtime'>
type Shown = Read<typeof overtimeColumns>

/** Shown only to the professional, who pays it, and the host, who receives it. */
export const overtimePart = (shown: Shown, side: Side): View => ({
  overtime: side === 'client' ? null : overtimeOf(shown),
})

export const overtimeOf = (shown: Shown): View['overtime'] =>
  shown.overtime_cents === null || shown.overtime_contest_by === null
    ? null
    : {
        minutes: shown.overtime_minutes ?? 0,
        chargedMinutes: shown.overtime_charged_minutes ?? 0,
        cutShort: shown.overtime_cut_short ?? false,
        amountCents: shown.overtime_cents,
        contestBy: shown.overtime_contest_by.toISOString(),
      }
