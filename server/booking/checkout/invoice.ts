/**
 * The data for a client's invoice, stored with their contact for the visit: shown to the professional, who issues it, and never to a host,
 * whose customer is the professional. Deleted with the client's name. Kalli issues none itself.
 */
import type * as z from 'zod/mini'
import type { Booking } from '#contract/booking/booking.ts'
import type { setInvoice as setEndpoint } from '#contract/booking/checkout.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { regimeText, purposeText } from '#contract/payment/invoice.ts'
import { mayAskInvoice } from '#contract/payment/invoice-when.ts'
import type { Receipt } from '#contract/payment/payment.ts'
import { statusOf, type BookingRow } from '#server/booking/moves/move.ts'
import { lockFor, type ViewerQuery, type Side } from '#server/booking/moves/party.ts'
import { contactOf } from '#server/booking/columns/client.ts'
import { readAs } from '#server/booking/summary/present.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

/** Sets, changes or removes it after booking. Refuses not_found, move_not_allowed once the visit is closed. */
export const setInvoice = async (
  work: Work,
  id: string,
  { t, invoice }: Pick<ViewerQuery, 't'> & Input<typeof setEndpoint>['body'],
): Promise<z.input<typeof Booking>> => {
  await inTransaction(work, async (work) => {
    const { booking } = await lockFor(work, id, { t, as: 'client' })
    if (!mayAskInvoice({ kind: booking.kind, status: statusOf(booking) }))
      throw new Refusal('move_not_allowed', undefined, 'Esta cita ya no admite cambios en su factura.')
    const { invoice: _before, ...contact } = contactOf(booking) ?? refuse('not_found')
    await work.db
      .updateTable('bookings')
      .set({ contact: JSON.stringify(invoice === null ? contact : { ...contact, invoice }) })
      .where('id', '=', id)
      .execute()
  })
  return readAs(work, id, 'client')
}

/** The professional finds all of it on the receipt; the client reads what to expect. */
export const withInvoice = (receipt: Receipt, booking: BookingRow, side: Side): Receipt => {
  const invoice = side === 'host' || booking.kind !== 'visit' ? undefined : contactOf(booking)?.invoice
  if (invoice === undefined) return receipt
  const { rfc, legalName, regime, use, postalCode, email } = invoice
  const note =
    side === 'client'
      ? `Pediste factura a nombre de ${legalName}, RFC ${rfc}. La emite quien te atiende y te la envía a ${email}; este recibo no es una factura.`
      : `Tu cliente pide factura: ${legalName}, RFC ${rfc}, régimen ${regimeText(regime)}, uso ${purposeText(use)}, C. P. ${postalCode}. Envíala a ${email}.`
  return { ...receipt, notes: [...receipt.notes, note] }
}
