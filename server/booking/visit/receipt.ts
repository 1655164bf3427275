/** The asking party's own lines: drawn from the ledger once posted, from the terms before. */
import * as z from 'zod/mini'
import { DepositState } from '#contract/booking/settlement/deposit.ts'
import type { Receipt } from '#contract/payment/payment.ts'
import { nameOr } from '#contract/platform/persons.ts'
import { RentLine } from '#contract/pricing/space-pricing.ts'
import { feesBackOf } from '#server/booking/columns/fee.ts'
import { readNames } from '#server/booking/contact/companion.ts'
import type { BookingRow } from '#server/booking/moves/move.ts'
import { withInvoice } from '#server/booking/checkout/invoice.ts'
import { linesKept, overtimeLinesOf, overtimeOfBooking } from '#server/booking/settlement/meter.ts'
import { findForReading, isPayer, type Asking } from '#server/booking/moves/party.ts'
import { absentOf, settlementOfNoShow } from '#server/booking/cancellation/no-show-rules.ts'
import { endingOf } from '#server/booking/columns/ending.ts'
import { tipOf } from '#server/booking/settlement/tip-row.ts'
import { settlementOf } from '#server/booking/moves/division.ts'
import { whole } from '#server/booking/moves/upfront.ts'
import { clockTime, longDate } from '#server/booking/moves/wording.ts'
import { account, divideLines, type Line } from '#server/payment/ledger/journals.ts'
import { chargedFor } from '#server/payment/charge/charged.ts'
import { toHandBack } from '#server/payment/charge/by-hand.ts'
import { linesOfKinds, sharesOf } from '#server/payment/ledger/ledger.ts'
import { read as readPayment } from '#server/payment/charge/payment.ts'
import { settlementOf as decidedOf } from '#server/payment/charge/settlement.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'
import { withChargeback, withDispute, withFeeBack } from '#server/pricing/dispute-receipt.ts'
import { withTip } from '#server/pricing/tip-receipt.ts'
import { withGuarantee, type Guarantee } from '#server/pricing/guarantee-receipt.ts'
import { withOvertime } from '#server/pricing/overtime-receipt.ts'
import { receiptOf } from '#server/pricing/receipt.ts'
import type { PaidUpfront } from '#server/pricing/receipt-lines.ts'
import { rescueReceiptOf } from '#server/pricing/rescue-receipt.ts'
import { rentReceiptOf } from '#server/pricing/rent-receipt.ts'
import { deltasOf, firstLineOf } from '#server/pricing/split.ts'
import { openTerms } from '#server/pricing/terms.ts'

/** Refuses not_found to strangers, and while nothing was agreed yet. */
export const receipt = async (work: Work, id: string, asking: Asking): Promise<Receipt> => {
  const left = await receiptOfLeft(work, id, asking)
  if (left !== null) return left
  const { booking, side } = await findForReading(work, id, asking)
  if (booking.confirmed_at === null) return refuse('not_found')
  const posted = await sharesOf(work, id)
  const payment = await readPayment(work, id)
  // Where a card refused what was to stay nothing is posted, and nothing awaited any more.
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
        // Who took the hours over paid nothing for them.
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
  // Of several people each line says whose it is; nobody's name is a host's matter.
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
      // A session of a pack was paid with the pack.
      ...(payment === null || booking.session_pack_id !== null
        ? {}
        : { chargedCents: await chargedFor(work, payment) }),
      firstService: first.serviceName,
      firstWhose: whose(first.person),
      deltas: deltasOf(booking.quote).map(({ person, ...line }) => ({ ...line, whose: whose(person) })),
      isRescued: booking.rent_borne !== null,
      moveFee: moveFeeBilled(booking),
      changes: await changesOf(work, booking),
      upfront: payment?.method === 'card' ? await upfrontIn(work, booking) : null,
    },
    side === 'host' ? { ...books, lines: books.lines.filter((line) => isOwn(line, booking)) } : books,
  )
  return withInvoice(await withWhatCameAfter(work, booking, drawn), booking, side)
}

/** What was paid without a card was paid whole, and what its owner would rather be done with: of that there is no part to tell. */
const upfrontIn = async (work: Work, booking: BookingRow): Promise<PaidUpfront | null> => {
  const {
    upfront_cents: upfrontCents,
    balance_cents: balanceCents,
    balance_waived_cents: waivedCents,
  } = booking
  if (upfrontCents === null) return null
  const isEnded = endingOf(booking) !== null || absentOf(booking) !== null
  // Given by hand before the end, nothing of it is to come.
  const isToCome = booking.completed_at === null && balanceCents > 0
  const rest = await work.db
    .selectFrom('booking_balances as rest')
    .innerJoin('payments', 'payments.booking_id', 'rest.id')
    .select(['rest.amount_cents as cents', 'payments.method'])
    .where('rest.booking_id', '=', booking.id)
    .where('rest.state', '=', 'paid')
    .executeTakeFirst()
  if (balanceCents + waivedCents === 0 && rest === undefined) return null
  const byHandCents = rest?.method === 'cash' ? rest.cents : 0
  const stands = isEnded ? 'ended' : isToCome ? 'later' : 'over'
  return { upfrontCents, balanceCents, waivedCents, byHandCents, stands }
}

/** Kept by whoever served, unless it was they who ended it. */
const moveFeeBilled = (booking: BookingRow) => {
  const { move_fee_cents: paidCents, move_fee_rent_cents: rentCents } = booking
  const by = endingOf(booking)?.by ?? null
  const stays = by === null || by === 'client'
  return { paidCents, keptCents: stays ? paidCents : 0, keptRentCents: stays ? rentCents : 0 }
}

/** Each hour to which it went, with what that made of its price and rent. */
const changesOf = async (work: Work, booking: BookingRow) => {
  const rows = await work.db
    .selectFrom('change_proposals')
    .select(['starts_at', 'changes', 'difference_cents'])
    .where('booking_id', '=', booking.id)
    .where('state', '=', 'accepted')
    .orderBy('ended_at')
    .execute()
  return rows.flatMap(({ starts_at: startsAt, changes, difference_cents: differenceCents }) => {
    const made = z.safeParse(Made, changes)
    if (!made.success) return []
    const { total_cents: isCents, rent_cents: rentIsCents, rentWasCents } = made.data
    return [
      {
        toText: `${longDate(startsAt, booking.zone)}, ${clockTime(startsAt, booking.zone)} h`,
        wasCents: isCents - differenceCents,
        isCents,
        rentWasCents,
        rentIsCents,
      },
    ]
  })
}
/** Of those from when every hour kept the agreed price nothing is to be said. */
const Made = z.object({ total_cents: z.int(), rent_cents: z.int(), rentWasCents: z.int() })

/** What was stayed longer, a tip, and what was decided of a problem. */
const withWhatCameAfter = async (work: Work, booking: BookingRow, drawn: Receipt): Promise<Receipt> => {
  const row = await overtimeOfBooking(work, booking.id)
  const tip = await tipOf(work, booking.id)
  const tipped = tip === undefined ? [] : await linesOfKinds(work, tip.id, ['tip', 'dispute'])
  const disputed = await linesOfKinds(work, booking.id, ['dispute'])
  const back = await linesOfKinds(work, booking.id, ['chargeback_lost'])
  // Rented hours tell it on their own receipt.
  const resold =
    booking.kind === 'rent'
      ? []
      : (await linesOfKinds(work, booking.id, ['fee_return'])).filter((line) => isOwn(line, booking))
  const tipBack = tip === undefined ? [] : await linesOfKinds(work, tip.id, ['chargeback_lost'])
  const withRest = (receipt: Receipt) =>
    withChargeback(withDispute(withTip(withFeeBack(receipt, resold), tipped), disputed), [
      ...back,
      ...tipBack,
    ])
  if (row === undefined) return withRest(drawn)
  const { contest_by: contestBy } = row
  const overtime = {
    lines: linesKept(row),
    minutes: row.minutes,
    chargedMinutes: row.charged_minutes,
    cutShort: row.cut_short,
    contestBy: `${longDate(contestBy, booking.zone)}, ${clockTime(contestBy, booking.zone)} h`,
    isOpen: contestBy > work.now,
    isRent: booking.kind === 'rent',
    terms: openTerms(booking.terms),
  }
  const lines =
    row.posted_at === null
      ? overtimeLinesOf(booking, row.amount_cents)
      : await linesOfKinds(work, booking.id, ['overtime'])
  return withRest(withOvertime(drawn, overtime, lines))
}

/** Not what another host bears, who cancelled before. */
const isOwn = (line: Line, booking: BookingRow) =>
  line.side !== 'host' || line.partyId === undefined || line.partyId === booking.host_id

/** For a host who cancelled and whose visit is given elsewhere: their part of its rent, and nothing else of it. */
const receiptOfLeft = async (work: Work, id: string, { as }: Asking): Promise<Receipt | null> => {
  const { hostId } = work.who
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
  // The hour was sold again: less of it is owed.
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

/** Of hours that asked for one; who does not have them any more is told of their own only. */
const guaranteeOf = async (
  work: Work,
  booking: BookingRow,
  side: Asking['as'],
): Promise<Guarantee | null> => {
  if (booking.deposit_cents === null) return null
  const rows = await work.db
    .selectFrom('deposits')
    .selectAll()
    .where('booking_id', '=', booking.id)
    .orderBy('asked_at', 'desc')
    .execute()
  const who = side === 'host' ? booking.professional_id : work.who.professionalId
  const row = rows.find(({ professional_id }) => professional_id === who)
  if (row === undefined)
    return who === booking.professional_id && openStatuses.has(booking.status)
      ? { state: 'waiting', amountCents: booking.deposit_cents, keptCents: 0, reason: null }
      : null
  const posted = (await sharesOf(work, row.id)).filter((line) => line.account === account.owedToHost)
  const postedCents = -posted.reduce((sum, { amountCents }) => sum + amountCents, 0)
  return {
    state: z.parse(DepositState, row.state),
    amountCents: row.amount_cents,
    keptCents: posted.length > 0 ? postedCents : row.kept_cents,
    reason: row.claim_reason,
  }
}

const openStatuses: ReadonlySet<string> = new Set(['confirmed', 'in_progress'])

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
    decided ?? (absent === null ? settlementOf(whole(booking)) : settlementOfNoShow(booking, absent))
  return [
    ...divideLines(
      // What a visit costs less than it did is not in its price any more; of rented hours it is.
      booking.kind === 'visit'
        ? booking.total_cents + booking.move_fee_cents
        : booking.total_cents - (payment?.returned_cents ?? 0),
      settlement.keepCents,
      settlement.shares,
    ),
    ...settlement.extras.flatMap(({ lines }) => lines),
  ]
}
