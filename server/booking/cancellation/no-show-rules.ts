/** The result of a no-show: which moves it has, which amounts, and how they are divided. Pure. */
import type { Move } from '#contract/booking/moves.ts'
import type { Absent } from '#contract/booking/visit/no-show.ts'
import { coveredByHostCents, rentOwedIn, withCoveredByHost } from '#server/booking/moves/covered-by-host.ts'
import { movedBy, visitCancellation } from '#server/booking/cancellation/ending.ts'
import { keepMoveFee } from '#server/booking/moves/move-fee.ts'
import type { Attendance } from '#server/booking/moves/attendance.ts'
import type { BookingRow } from '#server/booking/moves/move.ts'
import type { Ending } from '#server/booking/columns/ending.ts'
import type { Settlement } from '#server/payment/charge/settlement.ts'
import { refuse } from '#server/platform/refuse.ts'
import { settlementOfCancellation } from '#server/pricing/settlement.ts'

export type End = 'withdraw' | 'uphold' | 'drop'

/** The moves of each kind; a client or host cannot withdraw a report about a professional, who may contest it. */
export const movesOf = {
  client: {
    mark: 'client_no_show',
    contest: 'contest_no_show',
    withdraw: 'withdraw_no_show',
    uphold: 'uphold_no_show',
    drop: 'drop_no_show',
  },
  professional: {
    mark: 'professional_no_show',
    contest: 'contest_absence',
    withdraw: 'drop_absence',
    uphold: 'uphold_absence',
    drop: 'drop_absence',
  },
} as const satisfies Record<Absent, Record<End | 'mark' | 'contest', Move>>

/** The absent party of a booking that ended by a no-show. */
export const absentOf = ({ status }: { status: string }): Absent | null =>
  status === 'client_no_show' ? 'client' : status === 'professional_no_show' ? 'professional' : null

/** The absent professional had started the visit: the whole payment is in doubt, since it may have been given in full. */
export const hadStarted = ({ checked_in_at }: Pick<Attendance, 'checked_in_at'>): boolean =>
  checked_in_at !== null

/** What the no-show costs. */
export const outcomeOf = (booking: BookingRow, absent: Absent) =>
  visitCancellation(booking, `${absent}_no_show`, booking.starts_at)

const settlementFor = (booking: BookingRow, absent: Absent): Settlement => {
  const outcome = outcomeOf(booking, absent)
  const settlement = settlementOfCancellation(outcome, {
    clientId: booking.client_id ?? refuse('move_not_allowed'),
    professionalId: booking.professional_id,
    hostId: booking.host_id,
  })
  const coveredByHost = withCoveredByHost(settlement, booking, rentOwedIn(outcome))
  return absent === 'client' ? keepMoveFee(coveredByHost, booking) : coveredByHost
}

const nothingSaved: Settlement = { kind: 'cancellation', keepCents: 0, shares: [], extras: [] }

/**
 * How the money is settled. If upheld: a client's fee is divided as any fee (B10); a professional refunds everything, and owes the credit
 * and the rent as well. If dismissed or withdrawn: a client gets a full refund; a professional who was there waited for the client.
 */
export const settlementOfNoShow = (booking: BookingRow, absent: Absent, how: End = 'uphold'): Settlement => {
  if (how === 'uphold') return settlementFor(booking, absent)
  return absent === 'client' ? nothingSaved : settlementFor(booking, 'client')
}

/** What is stored on the booking for lists and emails. */
export const endingOfNoShow = (booking: BookingRow, absent: Absent, at: Date): Ending => {
  const outcome = outcomeOf(booking, absent)
  const moved = movedBy(booking, `${absent}_no_show`)
  return {
    by: absent,
    at: at.toISOString(),
    reason: outcome.reason,
    refundCents: outcome.refundCents,
    feeCents: outcome.feeCents,
    professionalNetCents:
      outcome.feeSplit.professional.netCents +
      moved.professional.netCents -
      outcome.creditCents -
      outcome.rentChargedCents +
      coveredByHostCents(booking, rentOwedIn(outcome)),
    hostNetCents: outcome.feeSplit.host.netCents + moved.host.netCents + outcome.rentSplit.host.netCents,
  }
}
