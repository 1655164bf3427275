/** The receipt of a host. */
import { taxSentence } from '#contract/figures/tax-words.ts'
import { formatCents, formatRate, withoutIva } from '#contract/platform/money.ts'
import { account } from '#server/payment/ledger/journals.ts'
import {
  type Billed,
  type Sums,
  type Drawn,
  titled,
  line,
  movedOf,
  rentText,
  leftHoursText,
  rentNotes,
  takenOffRent,
} from '#server/pricing/receipt-lines.ts'

export const host = (booking: Billed, sums: Sums): Drawn => {
  const { rates, withholding } = booking.terms
  const price = withoutIva(sums.rentCents, rates.hostTax.ivaBp)
  const commissionIvaCents = sums.of('host', account.ivaCharged)
  const compensationCents = -sums.of('host', account.owedByHost)
  return {
    title: titled(booking, 'Tu ingreso por renta', 'Tu resumen'),
    lines: [
      line(
        'rent',
        'Renta del espacio',
        sums.rentCents - movedOf(booking).retainedRentCents,
        rentText(booking, sums.rentCents - movedOf(booking).retainedRentCents),
      ),
      line(
        'move_fee',
        'Tu parte de la cuota por cambiar de hora',
        movedOf(booking).retainedRentCents,
        leftHoursText,
      ),
      ...takenOffRent(sums, rates),
      booking.isRescued && booking.cancelledBy !== 'host'
        ? line(
            'rescue',
            'Diferencia de renta',
            -compensationCents,
            'Cancelaste antes esta cita: la diferencia hasta 25 % de la renta acordada sin limpieza',
          )
        : line(
            'compensation',
            'Compensación al profesional',
            -compensationCents,
            `Por cancelar: ${formatRate(booking.terms.hostCancels.rentBp)} de la renta sin limpieza, mínimo ${formatCents(booking.terms.hostCancels.minCents)}`,
          ),
    ],
    netCents: sums.of('host', account.owedToHost) + sums.of('host', account.owedByHost),
    notes: [
      ...(commissionIvaCents > 0 ? [`La comisión incluye ${formatCents(commissionIvaCents)} de IVA.`] : []),
      ...(price.ivaCents > 0 ? [`La renta incluye ${formatCents(price.ivaCents)} de IVA.`] : []),
      ...(booking.prepaid
        ? [
            booking.rentCents > 0
              ? `Aquí está solo lo que queda fuera de las horas del ${booking.prepaid}: lo demás está en su recibo.`
              : `Su renta está en el recibo de las horas del ${booking.prepaid}.`,
          ]
        : []),
      ...rentNotes(booking),
      taxSentence(withholding),
    ],
  }
}
