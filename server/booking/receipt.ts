/** The asking party's own lines: drawn from the ledger once posted, from the terms before. */
import * as z from 'zod/mini'
import type { Receipt } from '#contract/payment.ts'
import { RentLine } from '#contract/space-pricing.ts'
import { feesBackOf } from '#server/booking/fee.ts'
import type { BookingRow } from '#server/booking/move.ts'
import { findForReading, isPayer, type Asking } from '#server/booking/party.ts'
import { absentOf, settlementOfNoShow } from '#server/booking/no-show-rules.ts'
import { endingOf } from '#server/booking/present.ts'
import { settlementOf } from '#server/booking/visit.ts'
import { clockTime, longDate } from '#server/booking/wording.ts'
import { divideLines, type Line } from '#server/payment/journals.ts'
import { sharesOf } from '#server/payment/ledger.ts'
import { read as readPayment } from '#server/payment/payment.ts'
import { settlementOf as decidedOf } from '#server/payment/settlement.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'
import { receiptOf } from '#server/pricing/receipt.ts'
import { rentReceiptOf } from '#server/pricing/rent-receipt.ts'
import { openTerms } from '#server/pricing/terms.ts'

/** Refuses not_found to strangers, and while nothing was agreed yet. */
export const receipt = async (work: Work, id: string, asking: Asking): Promise<Receipt> => {
  const { booking, side } = await findForReading(work, id, asking)
  if (booking.confirmed_at === null) return refuse('not_found')
  const posted = await sharesOf(work, id)
  const isSettled = posted.length > 0
  const books = {
    lines: isSettled ? posted : await expectedLines(work, booking),
    state: isSettled ? ('settled' as const) : ('expected' as const),
    at: isSettled ? (booking.completed_at ?? booking.ended_at ?? work.now) : work.now,
  }
  if (booking.kind === 'rent')
    return rentReceiptOf(
      side === 'host' ? 'host' : 'professional',
      {
        bookingId: id,
        spaceName: booking.service_name,
        paidCents: booking.total_cents,
        rentCents: booking.rent_cents,
        lines: z.array(RentLine).parse(booking.rent_lines ?? []),
        terms: openTerms(booking.terms),
        cancelledBy: endingOf(booking)?.by ?? null,
        feeBack: (await feesBackOf(work, [id])).get(id) ?? { cents: 0, hostCents: 0 },
        // Who took the hours over paid nothing for them.
        paid: isPayer(work, booking),
      },
      books,
    )
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
      isNoShow: absentOf(booking) !== null,
      prepaid: await prepaidText(work, booking),
      creditCents: (await readPayment(work, id))?.credit_cents ?? 0,
    },
    books,
  )
}

/** Of a visit within rented hours: which ones, in the words of a receipt. */
const prepaidText = async (work: Work, { inside_id }: BookingRow): Promise<string | null> => {
  if (inside_id === null) return null
  const rent = await work.db
    .selectFrom('bookings')
    .select(['starts_at', 'ends_at', 'zone'])
    .where('id', '=', inside_id)
    .executeTakeFirst()
  if (rent === undefined) return null
  const { starts_at, ends_at, zone } = rent
  return `${longDate(starts_at, zone)}, ${clockTime(starts_at, zone)} a ${clockTime(ends_at, zone)} h`
}

/** What will be posted: as decided, or, while the visit is to come, as if it took place. */
const expectedLines = async (work: Work, booking: BookingRow): Promise<Line[]> => {
  const payment = await readPayment(work, booking.id)
  const decided = payment === null ? null : decidedOf(payment)
  // Of somebody who did not come it is decided after a day.
  const absent = absentOf(booking)
  const settlement =
    decided ?? (absent === null ? settlementOf(booking) : settlementOfNoShow(booking, absent))
  return [
    ...divideLines(
      booking.total_cents - (payment?.returned_cents ?? 0),
      settlement.keepCents,
      settlement.shares,
    ),
    ...settlement.extras.flatMap(({ lines }) => lines),
  ]
}
