/** The part of a dearer rent elsewhere that hosts who cancelled cover (contract/booking/cancellation/rescue.ts), due with it. Pure. */
import * as z from 'zod/mini'
import type { BookingRow } from '#server/booking/moves/move.ts'
import { account, type Line, payeeLine } from '#server/payment/ledger/journals.ts'
import type { Settlement } from '#server/payment/charge/settlement.ts'

/** The rent above `aboveCents`, up to `maxCents`. */
const CoveredByHost = z.object({ hostId: z.int(), maxCents: z.int(), aboveCents: z.int() })
export type CoveredByHost = z.output<typeof CoveredByHost>

export const coveredByHostOf = (booking: Pick<BookingRow, 'rent_covered_by_host'>): CoveredByHost[] =>
  booking.rent_covered_by_host === null ? [] : z.parse(z.array(CoveredByHost), booking.rent_covered_by_host)

/** Each host's part when the professional owes this rent. */
export const coveredByHostAt = (booking: Pick<BookingRow, 'rent_covered_by_host'>, rentCents: number) =>
  coveredByHostOf(booking).map(({ hostId, maxCents, aboveCents }) => ({
    hostId,
    cents: Math.min(maxCents, Math.max(0, rentCents - aboveCents)),
  }))

/** The sum of all hosts' parts when the professional owes this rent. */
export const coveredByHostCents = (
  booking: Pick<BookingRow, 'rent_covered_by_host'>,
  rentCents: number,
): number => coveredByHostAt(booking, rentCents).reduce((sum, { cents }) => sum + cents, 0)

/** Rent that is owed for a visit that did not take place: out of the client's fee, and by the professional. */
export const rentOwedIn = ({
  rentRetainedCents,
  rentChargedCents,
}: {
  rentRetainedCents: number
  rentChargedCents: number
}) => rentRetainedCents + rentChargedCents

/** When less rent is owed after all: how much of each host's part is returned. */
export const unborneAt = (
  booking: Pick<BookingRow, 'rent_covered_by_host'>,
  rent: { wasCents: number; isCents: number },
) => {
  const after = coveredByHostAt(booking, rent.isCents)
  return coveredByHostAt(booking, rent.wasCents)
    .map(({ hostId, cents }, place) => ({ hostId, cents: cents - (after[place]?.cents ?? 0) }))
    .filter(({ cents }) => cents > 0)
}

/** Credits the professional with the hosts' parts; each host who cancelled owes theirs out of their next payouts. */
export const withCoveredByHost = (
  settlement: Settlement,
  booking: BookingRow,
  rentCents: number,
): Settlement => {
  const owed = coveredByHostAt(booking, rentCents).filter(({ cents }) => cents > 0)
  if (owed.length === 0) return settlement
  const sum = owed.reduce((total, { cents }) => total + cents, 0)
  const lines: Line[] = [
    ...owed.map(({ hostId, cents }): Line => ({
      account: account.owedByHost,
      partyId: hostId,
      side: 'host',
      amountCents: cents,
    })),
    payeeLine({ side: 'professional', id: booking.professional_id }, sum),
  ]
  return { ...settlement, extras: [...settlement.extras, { kind: 'rescue', lines }] }
}
