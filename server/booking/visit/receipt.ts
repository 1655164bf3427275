/** The viewer's own lines: from the ledger once posted, from the terms before. */
import * as z from 'zod/mini'
import type { Receipt } from '#contract/payment/payment.ts'
import { nameOr } from '#contract/platform/persons.ts'
import { RentLine } from '#contract/pricing/space-pricing.ts'
import { feesBackOf } from '#server/booking/columns/fee.ts'
import { readNames } from '#server/booking/contact/companion.ts'
import type { BookingRow } from '#server/booking/moves/move.ts'
import { withInvoice } from '#server/booking/checkout/invoice.ts'
import { findForReading, isPayer, type ViewerQuery } from '#server/booking/moves/party.ts'
import { absentOf, settlementOfNoShow } from '#server/booking/cancellation/no-show-rules.ts'
import { endingOf } from '#server/booking/columns/ending.ts'
import { inPlaceOf } from '#server/booking/columns/price.ts'
import { settlementOf } from '#server/booking/moves/division.ts'
import { isByLink, whole } from '#server/booking/moves/upfront.ts'
import { account, divideLines, type Line } from '#server/payment/ledger/journals.ts'
import { walletText } from '#server/payment/charge/payment-view.ts'
import { chargedFor } from '#server/payment/charge/charged.ts'
import { toHandBack } from '#server/payment/charge/by-hand.ts'
import { linesOfKinds, sharesOf } from '#server/payment/ledger/ledger.ts'
import { read as readPayment } from '#server/payment/charge/payment.ts'
import { settlementOf as decidedOf } from '#server/payment/charge/settlement.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'
import { withGuarantee } from '#server/pricing/guarantee-receipt.ts'
import { receiptOf } from '#server/pricing/receipt.ts'
import { rescueReceiptOf } from '#server/pricing/rescue-receipt.ts'
import { rentReceiptOf } from '#server/pricing/rent-receipt.ts'
import { deltasOf, firstLineOf } from '#server/pricing/split.ts'
import { openTerms } from '#server/pricing/terms.ts'
import {
  withWhatCameAfter,
  guaranteeOf,
  prepaidText,
  moveFeeBilled,
  changesOf,
  upfrontIn,
  isOwn,
} from '#server/booking/visit/receipt-lines.ts'

/** Refuses not_found to strangers, and before anything was agreed. */
export const receipt = async (work: Work, id: string, viewer: ViewerQuery): Promise<Receipt> => {
  const left = await receiptOfLeft(work, id, viewer)
  if (left !== null) return left
  const { booking, side } = await findForReading(work, id, viewer)
  if (booking.confirmed_at === null) return refuse('not_found')
  const posted = await sharesOf(work, id)
  const payment = await readPayment(work, id)
  // Where the card was declined for the retained amount, nothing is posted or expected any more.
  const isSettled = posted.length > 0 || (payment?.settled_at ?? null) !== null
  const books = {
    lines: isSettled ? posted : await expectedLines(work, booking),
    state: isSettled ? ('settled' as const) : ('expected' as const),
    at: isSettled ? (booking.completed_at ?? booking.ended_at ?? work.now) : work.now,
  }
  if (booking.kind === 'rent') {
    const drawn = rentReceiptOf(
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
        // A professional who took over the hours paid nothing for them.
        paid: isPayer(work, booking),
        byHand: payment?.method === 'cash' ? { toHandBackCents: toHandBack(payment) } : null,
      },
      books,
    )
    return withGuarantee(
      await withWhatCameAfter(work, booking, drawn),
      await guaranteeOf(work, booking, side),
    )
  }
  const first = firstLineOf(booking.quote, booking.service_name)
  // With several people each line names its person; names are not shown to a host.
  const names = side === 'host' ? [] : await readNames(work, booking)
  const whose = (person: number | undefined) =>
    person === undefined || names.length === 0 ? null : nameOr(names[person - 1], person)
  const drawn = receiptOf(
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
      creditCents: payment?.credit_cents ?? 0,
      paidInCash: payment?.method === 'oxxo',
      paidWith: payment === null ? null : walletText(payment),
      // A session of a pack was paid with the pack.
      ...(payment === null || booking.session_pack_id !== null
        ? {}
        : { chargedCents: await chargedFor(work, payment) }),
      firstService: first.serviceName,
      firstWhose: whose(first.person),
      deltas: deltasOf(booking.quote).map(({ person, ...line }) => ({ ...line, whose: whose(person) })),
      isRescued: booking.rent_covered_by_host !== null,
      moveFee: moveFeeBilled(booking),
      changes: await changesOf(work, booking),
      upfront: payment?.method === 'card' || isByLink(booking) ? await upfrontIn(work, booking) : null,
      inPlace: inPlaceOf(booking),
    },
    side === 'host' ? { ...books, lines: books.lines.filter((line) => isOwn(line, booking)) } : books,
  )
  return withInvoice(await withWhatCameAfter(work, booking, drawn), booking, side)
}

/** For a host who cancelled and whose visit takes place elsewhere: their part of its rent, and nothing else. */
const receiptOfLeft = async (work: Work, id: string, { as }: ViewerQuery): Promise<Receipt | null> => {
  const { hostId } = work.viewer
  if (hostId === null || (as !== undefined && as !== 'host')) return null
  const booking = await work.db
    .selectFrom('bookings as booking')
    .innerJoin('rescues as rescue', 'rescue.booking_id', 'booking.id')
    .selectAll('booking')
    .select(['rescue.old_rent_cents', 'rescue.new_rent_cents'])
    .where('booking.id', '=', id)
    .where('rescue.state', '=', 'accepted')
    .where('rescue.from_host_id', '=', hostId)
    .where('booking.host_id', 'is distinct from', hostId)
    .orderBy('rescue.created_at', 'desc')
    .executeTakeFirst()
  if (booking === undefined) return null
  const shares = await sharesOf(work, id)
  const isSettled = shares.length > 0
  const lines = isSettled ? shares : await expectedLines(work, booking)
  // The hour was resold: less of it is owed.
  const back = await linesOfKinds(work, id, ['fee_return'])
  const owed = [
    ...lines.filter((line) => line.account === account.owedByHost && line.partyId === hostId),
    ...back.filter((line) => line.account === account.owedToHost && line.partyId === hostId),
  ]
  return rescueReceiptOf({
    bookingId: id,
    oldRentCents: booking.old_rent_cents,
    newRentCents: booking.new_rent_cents,
    owedCents: owed.reduce((sum, { amountCents }) => sum + amountCents, 0),
    state: isSettled ? 'settled' : 'expected',
    at: isSettled ? (booking.completed_at ?? booking.ended_at ?? work.now) : work.now,
  })
}

/** The lines to be posted: as decided, or, while the visit is to come, as if it took place. */
const expectedLines = async (work: Work, booking: BookingRow): Promise<Line[]> => {
  const payment = await readPayment(work, booking.id)
  const decided = payment === null ? null : decidedOf(payment)
  // A no-show is decided after a day.
  const absent = absentOf(booking)
  const settlement =
    decided ?? (absent === null ? settlementOf(whole(booking)) : settlementOfNoShow(booking, absent))
  return [
    ...divideLines(
      // Reductions of a visit are already out of its price; those of rented hours are not.
      booking.kind === 'visit'
        ? booking.total_cents + booking.move_fee_cents
        : booking.total_cents - (payment?.returned_cents ?? 0),
      settlement.keepCents,
      settlement.shares,
    ),
    ...settlement.extras.flatMap(({ lines }) => lines),
  ]
}
