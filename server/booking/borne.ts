/** What hosts who cancelled bear of a dearer rent at the place that was found instead (contract/rescue.ts): when it is owed, they pay. Pure. */
import * as z from 'zod/mini'
import type { BookingRow } from '#server/booking/move.ts'
import { account, type Line, payeeLine } from '#server/payment/journals.ts'
import type { Settlement } from '#server/payment/settlement.ts'

/** `mostCents` of whatever the rent is above `aboveCents`. */
const Borne = z.object({ hostId: z.int(), mostCents: z.int(), aboveCents: z.int() })
export type Borne = z.output<typeof Borne>

export const borneOf = (booking: Pick<BookingRow, 'rent_borne'>): Borne[] =>
  booking.rent_borne === null ? [] : z.parse(z.array(Borne), booking.rent_borne)

/** Who pays how much when the professional owes this rent. */
export const borneAt = (booking: Pick<BookingRow, 'rent_borne'>, rentCents: number) =>
  borneOf(booking).map(({ hostId, mostCents, aboveCents }) => ({
    hostId,
    cents: Math.min(mostCents, Math.max(0, rentCents - aboveCents)),
  }))

/** The professional gets it as it was agreed; each host who cancelled owes their part, out of their next payouts. */
export const withBorne = (settlement: Settlement, booking: BookingRow, rentCents: number): Settlement => {
  const owed = borneAt(booking, rentCents).filter(({ cents }) => cents > 0)
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
