/** Whether the client has answered the forms of a visit's services. */
import type * as z from 'zod/mini'
import type { Booking } from '#contract/booking/booking.ts'
import { columns, type Read } from '#server/booking/columns/joins.ts'
import { formsState } from '#server/booking/contact/intake.ts'
import type { Side } from '#server/booking/moves/party.ts'

export const formsColumns = columns([formsState.as('forms')])

/** A form is no longer pending once the visit is over; the host does not learn that there are forms. */
export const formsPart = (
  { forms, status }: Read<typeof formsColumns> & { status: string },
  side: Side,
): Pick<z.input<typeof Booking>, 'forms'> => ({
  forms: side === 'host' || (forms === 'pending' && !openForms.has(status)) ? null : forms,
})

const openForms: ReadonlySet<string> = new Set([
  'held',
  'awaiting_payment',
  'requested',
  'confirmed',
  'in_progress',
])
