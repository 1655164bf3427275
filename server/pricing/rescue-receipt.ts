/** The receipt of a host who cancelled a visit that moved to another place: the part of its dearer rent that they bear. Pure. */
import { formatCents } from '#contract/platform/money.ts'
import type { Receipt } from '#contract/payment/payment.ts'
import { owedOr } from '#server/pricing/receipt.ts'
import { line } from '#server/pricing/receipt-lines.ts'

export const rescueReceiptOf = (rescue: {
  bookingId: string
  oldRentCents: number
  newRentCents: number
  owedCents: number
  state: Receipt['state']
  at: Date
}): Receipt => {
  const { bookingId, oldRentCents, newRentCents, owedCents, state, at } = rescue
  return {
    bookingId,
    party: 'host',
    state,
    issuedAt: at.toISOString(),
    title: 'Tu parte del rescate',
    lines: [
      line(
        'rescue',
        'Diferencia de renta',
        -owedCents,
        newRentCents > oldRentCents
          ? `De ${formatCents(oldRentCents)} a ${formatCents(newRentCents)}: pagas hasta 25 % de la renta acordada sin limpieza`
          : 'El lugar nuevo no cuesta más que el tuyo',
      ),
    ],
    netCents: owedCents === 0 ? 0 : -owedCents,
    netLabel: owedOr('No pagas nada')(-owedCents),
    notes: [
      'Cancelaste esta cita y se da en otro lugar: la renta es de quien la recibe.',
      ...(state === 'expected' ? ['Se descuenta solo si esa renta se cobra.'] : []),
    ],
  }
}
