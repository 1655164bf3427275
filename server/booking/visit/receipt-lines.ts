/** Lines of a receipt beside the visit: changes, later items, and earlier payments. */
import * as z from 'zod/mini'
import { DepositState } from '#contract/booking/settlement/deposit.ts'
import type { Receipt } from '#contract/payment/payment.ts'
import type { BookingRow } from '#server/booking/moves/move.ts'
import { linesSaved, overtimeLinesOf, overtimeOfBooking } from '#server/booking/settlement/meter.ts'
import type { ViewerQuery } from '#server/booking/moves/party.ts'
import { absentOf } from '#server/booking/cancellation/no-show-rules.ts'
import { endingOf } from '#server/booking/columns/ending.ts'
import { tipOf } from '#server/booking/settlement/tip-row.ts'
import { clockTime, longDate } from '#server/booking/moves/wording.ts'
import { account, type Line } from '#server/payment/ledger/journals.ts'
import { linesOfKinds, sharesOf } from '#server/payment/ledger/ledger.ts'
import type { Work } from '#server/platform/work.ts'
import { withChargeback, withDispute, withFeeBack } from '#server/pricing/dispute-receipt.ts'
import { withTip } from '#server/pricing/tip-receipt.ts'
import type { Guarantee } from '#server/pricing/guarantee-receipt.ts'
import { withOvertime } from '#server/pricing/overtime-receipt.ts'
import { isByLink } from '#server/booking/moves/upfront.ts'
import type { PaidUpfront } from '#server/pricing/receipt-lines.ts'
import { openTerms } from '#server/pricing/terms.ts'

/** A voucher payment was in full, and so was a saved card that its owner chose to charge in full: there is no part to show. */
export const upfrontIn = async (work: Work, booking: BookingRow): Promise<PaidUpfront | null> => {
  const {
    upfront_cents: upfrontCents,
    balance_cents: balanceCents,
    balance_waived_cents: waivedCents,
  } = booking
  if (upfrontCents === null) return null
  const isEnded = endingOf(booking) !== null || absentOf(booking) !== null
  // Paid in cash before the end, nothing is due later.
  const isToCome = booking.completed_at === null && balanceCents > 0
  // With a link there may be several: the difference to a dearer hour is paid apart.
  const rest = await work.db
    .selectFrom('booking_balances as rest')
    .innerJoin('payments', 'payments.booking_id', 'rest.id')
    .select(['rest.amount_cents as cents', 'payments.method'])
    .where('rest.booking_id', '=', booking.id)
    .where('rest.state', '=', 'paid')
    .orderBy('rest.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (balanceCents + waivedCents === 0 && rest === undefined) return null
  const byHandCents = rest?.method === 'cash' ? rest.cents : 0
  const isActive = isEnded ? 'ended' : isToCome ? 'later' : 'over'
  return { byLink: isByLink(booking), upfrontCents, balanceCents, waivedCents, byHandCents, isActive }
}

/** Retained, unless a party other than the client ended it. */
export const moveFeeBilled = (booking: BookingRow) => {
  const { move_fee_cents: paidCents, move_fee_rent_cents: rentCents } = booking
  const by = endingOf(booking)?.by ?? null
  const stays = by === null || by === 'client'
  return { paidCents, retainedCents: stays ? paidCents : 0, retainedRentCents: stays ? rentCents : 0 }
}

/** Each hour it was moved to, with the change of its price and rent. */
export const changesOf = async (work: Work, booking: BookingRow) => {
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
/** Moves made when every hour had the agreed price have nothing to show. */
const Made = z.object({ total_cents: z.int(), rent_cents: z.int(), rentWasCents: z.int() })

/** Overtime, a tip, and the decision of a dispute. */
export const withWhatCameAfter = async (
  work: Work,
  booking: BookingRow,
  drawn: Receipt,
): Promise<Receipt> => {
  const row = await overtimeOfBooking(work, booking.id)
  const tip = await tipOf(work, booking.id)
  const tipped = tip === undefined ? [] : await linesOfKinds(work, tip.id, ['tip', 'dispute'])
  const disputed = await linesOfKinds(work, booking.id, ['dispute'])
  const back = await linesOfKinds(work, booking.id, ['chargeback_lost'])
  // Rented hours show it on their own receipt.
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
    lines: linesSaved(row),
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

/** Excludes the part of another host, who cancelled before. */
export const isOwn = (line: Line, booking: BookingRow) =>
  line.side !== 'host' || line.partyId === undefined || line.partyId === booking.host_id

/** For hours that required one; a former holder is shown only their own. */
export const guaranteeOf = async (
  work: Work,
  booking: BookingRow,
  side: ViewerQuery['as'],
): Promise<Guarantee | null> => {
  if (booking.deposit_cents === null) return null
  const rows = await work.db
    .selectFrom('deposits')
    .selectAll()
    .where('booking_id', '=', booking.id)
    .orderBy('requested_at', 'desc')
    .execute()
  const who = side === 'host' ? booking.professional_id : work.viewer.professionalId
  const row = rows.find(({ professional_id }) => professional_id === who)
  if (row === undefined)
    return who === booking.professional_id && openStatuses.has(booking.status)
      ? { state: 'waiting', amountCents: booking.deposit_cents, retainedCents: 0, reason: null }
      : null
  const posted = (await sharesOf(work, row.id)).filter((line) => line.account === account.owedToHost)
  const postedCents = -posted.reduce((sum, { amountCents }) => sum + amountCents, 0)
  return {
    state: z.parse(DepositState, row.state),
    amountCents: row.amount_cents,
    retainedCents: posted.length > 0 ? postedCents : row.retained_cents,
    reason: row.claim_reason,
  }
}

const openStatuses: ReadonlySet<string> = new Set(['confirmed', 'in_progress'])

/** For a visit within rented hours: which ones, in the words of a receipt. */
export const prepaidText = async (work: Work, { parent_rent_id }: BookingRow): Promise<string | null> => {
  if (parent_rent_id === null) return null
  const rent = await work.db
    .selectFrom('bookings')
    .select(['starts_at', 'ends_at', 'zone'])
    .where('id', '=', parent_rent_id)
    .executeTakeFirst()
  if (rent === undefined) return null
  const { starts_at, ends_at, zone } = rent
  return `${longDate(starts_at, zone)}, ${clockTime(starts_at, zone)} a ${clockTime(ends_at, zone)} h`
}
