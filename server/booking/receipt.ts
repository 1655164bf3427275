/** The asking party's own lines: drawn from the ledger once posted, from the terms before. */
import type { Receipt } from '#contract/payment.ts'
import type { BookingRow } from '#server/booking/move.ts'
import { findFor, type Asking } from '#server/booking/party.ts'
import { endingOf } from '#server/booking/present.ts'
import { divideLines, type Line } from '#server/payment/journals.ts'
import { sharesOf } from '#server/payment/ledger.ts'
import { read as readPayment } from '#server/payment/payment.ts'
import { settlementOf } from '#server/payment/settlement.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'
import { receiptOf } from '#server/pricing/receipt.ts'
import { splitUnder } from '#server/pricing/split.ts'
import { settlementOfSplit } from '#server/pricing/settlement.ts'
import { openTerms } from '#server/pricing/terms.ts'

/** Refuses not_found to strangers, and while nothing was agreed yet. */
export const receipt = async (work: Work, id: string, asking: Asking): Promise<Receipt> => {
  const { booking, side } = await findFor(work, id, asking)
  if (booking.confirmed_at === null) return refuse('not_found')
  const posted = await sharesOf(work, id)
  const isSettled = posted.length > 0
  return receiptOf(
    side,
    {
      bookingId: id,
      serviceName: booking.service_name,
      totalCents: booking.total_cents,
      rentCents: booking.rent_cents,
      rentMinutes: booking.rent_minutes,
      terms: openTerms(booking.terms),
      cancelledBy: endingOf(booking)?.by ?? null,
    },
    {
      lines: isSettled ? posted : await expectedLines(work, booking),
      state: isSettled ? 'settled' : 'expected',
      at: isSettled ? (booking.completed_at ?? booking.ended_at ?? work.now) : work.now,
    },
  )
}

/** What will be posted: as decided, or, while the visit is to come, as if it took place. */
const expectedLines = async (work: Work, booking: BookingRow): Promise<Line[]> => {
  const payment = await readPayment(work, booking.id)
  const decided = payment === null ? null : settlementOf(payment)
  const amounts = { serviceCents: booking.total_cents, rentCents: booking.rent_cents }
  const settlement =
    decided ??
    settlementOfSplit(splitUnder(openTerms(booking.terms), amounts), {
      clientId: booking.client_id ?? refuse('not_found'),
      professionalId: booking.professional_id,
      hostId: booking.host_id,
    })
  return [
    ...divideLines(booking.total_cents, settlement.keepCents, settlement.shares),
    ...settlement.extras.flatMap(({ lines }) => lines),
  ]
}
