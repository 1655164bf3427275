/** What hosts who cancelled bear of a dearer rent at the place that was found instead (contract/booking/cancellation/rescue.ts): when it is owed, they pay. Pure. */
import * as z from 'zod/mini'
import type { BookingRow } from '#server/booking/moves/move.ts'
import { account, type Line, payeeLine } from '#server/payment/ledger/journals.ts'
import type { Settlement } from '#server/payment/charge/settlement.ts'

/** `mostCents` of whatever the rent is above `aboveCents`. */
const CoveredByHost = z.object({ hostId: z.int(), mostCents: z.int(), aboveCents: z.int() })
export type CoveredByHost = z.output<typeof CoveredByHost>

export const coveredByHostOf = (booking: Pick<BookingRow, 'rent_borne'>): CoveredByHost[] =>
  booking.rent_borne === null ? [] : z.parse(z.array(CoveredByHost), booking.rent_borne)

/** Who pays how much when the professional owes this rent. */
export const coveredByHostAt = (booking: Pick<BookingRow, 'rent_borne'>, rentCents: number) =>
  coveredByHostOf(booking).map(({ hostId, mostCents: maxCents, aboveCents }) => ({
    hostId,
    cents: Math.min(maxCents, Math.max(0, rentCents - aboveCents)),
  }))

/** All that others pay when the professional owes this rent. */
export const coveredByHostCents = (booking: Pick<BookingRow, 'rent_borne'>, rentCents: number): number =>
  coveredByHostAt(booking, rentCents).reduce((sum, { cents }) => sum + cents, 0)

/** Rent that is owed for what did not take place: out of its client's fee, and by its professional. */
export const rentOwedIn = ({
  rentRetainedCents,
  rentChargedCents,
}: {
  rentRetainedCents: number
  rentChargedCents: number
}) => rentRetainedCents + rentChargedCents

/** Less is owed after all: what each who bears a part has again. */
export const unborneAt = (
  booking: Pick<BookingRow, 'rent_borne'>,
  rent: { wasCents: number; isCents: number },
) => {
  const after = coveredByHostAt(booking, rent.isCents)
  return coveredByHostAt(booking, rent.wasCents)
    .map(({ hostId, cents }, place) => ({ hostId, cents: cents - (after[place]?.cents ?? 0) }))
    .filter(({ cents }) => cents > 0)
}

/** The professional gets it as it was agreed; each host who cancelled owes their part, out of their next payouts. */
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
