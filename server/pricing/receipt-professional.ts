/** The receipt of a professional. */
import { taxSentence } from '#contract/figures/tax-words.ts'
import { formatCents, formatRate, roundedDivide, withoutIva } from '#contract/platform/money.ts'
import { account } from '#server/payment/ledger/journals.ts'
import { shareText } from '#server/pricing/split.ts'
import { policyTiers } from '#contract/service/service.ts'
import {
  type Billed,
  type Sums,
  type Drawn,
  movedOf,
  titled,
  line,
  hourCents,
  named,
  hourLines,
  moveFeeName,
  rentText,
  leftHoursText,
  upfrontNotes,
  commissionNotes,
  inPlaceCentsOf,
  inPlaceLines,
  priceNotes,
  rentNotes,
} from '#server/pricing/receipt-lines.ts'

export const professional = (booking: Billed, sums: Sums, isOver: boolean): Drawn => {
  const { rates, withholding } = booking.terms
  const inPlaceCents = inPlaceCentsOf(booking)
  const price = withoutIva(sums.retainedCents + inPlaceCents, rates.professionalTax.ivaBp)
  // Nothing is withheld from the part paid at the place.
  const through =
    rates.inPlaceBp === undefined ? price : withoutIva(sums.retainedCents, rates.professionalTax.ivaBp)
  const commissionIvaCents = sums.of('professional', account.ivaCharged)
  const commissionCents = sums.of('professional', account.revenueProfessional) + commissionIvaCents
  const creditCents = sums.of('client', account.clientCredit)
  const monthsFeeCents = sums.of('professional', account.pspFees)
  const monthsIvaCents = sums.of('professional', account.ivaCreditable)
  const compensationCents = -sums.of('host', account.owedByHost)
  // A fee retains only a part of the price, without the hour's own lines.
  const moved = movedOf(booking)
  const priceCents = sums.retainedCents + inPlaceCents - moved.retainedCents
  const isWhole = booking.cancelledBy === null && priceCents === booking.totalCents
  return {
    title: titled(booking, 'Tu ingreso por esta cita', 'Tu resumen'),
    lines: [
      line(
        'service',
        booking.cancelledBy === null
          ? 'Precio del servicio'
          : booking.isNoShow
            ? 'Cuota por inasistencia'
            : 'Cuota por cancelación',
        isWhole ? priceCents - hourCents(booking) : priceCents,
        booking.cancelledBy === null
          ? isWhole && booking.firstWhose
            ? named(booking.firstService ?? booking.serviceName, booking.firstWhose)
            : booking.serviceName
          : savedText(booking, sums),
      ),
      ...(isWhole ? hourLines(booking) : []),
      line('move_fee', moveFeeName, moved.retainedCents, 'La pagó tu cliente por cambiar otra vez'),
      line('commission', 'Comisión de Kalli', -commissionCents, commissionText(booking, sums.retainedCents)),
      ...inPlaceLines(booking, 'professional', isOver),
      line(
        'rent',
        'Renta del espacio',
        moved.retainedRentCents - sums.rentCents,
        rentText(booking, sums.rentCents - moved.retainedRentCents),
      ),
      line('move_fee_rent', 'Parte del espacio en la cuota', -moved.retainedRentCents, leftHoursText),
      line(
        'isr',
        'ISR retenido',
        -sums.of('professional', account.isrWithheld),
        `${shareText(rates.professionalTax.isrBp, through.netCents)} (precio sin IVA)`,
      ),
      line(
        'iva',
        'IVA retenido',
        -sums.of('professional', account.ivaWithheld),
        `${shareText(rates.professionalTax.ivaWithheldBp, through.ivaCents)} (IVA del precio)`,
      ),
      line(
        'months',
        `Costo de ${rates.inMonths?.months ?? ''} meses sin intereses`,
        -(monthsFeeCents + monthsIvaCents),
        `Lo cobra el procesador: ${shareText(rates.inMonths?.feeBp ?? 0, monthsBase(booking, sums))} más ${formatCents(monthsIvaCents)} de IVA`,
      ),
      line(
        'credit',
        'Saldo a favor de tu cliente',
        -creditCents,
        booking.isNoShow ? 'Por no llegar a la cita' : 'Por cancelar con poco tiempo',
      ),
      booking.isRescued && booking.cancelledBy !== 'host'
        ? line(
            'rescue',
            'Diferencia de renta a tu favor',
            compensationCents,
            'La paga el espacio que canceló: tu renta queda como la acordaste, hasta 25 % más cara',
          )
        : line(
            'compensation',
            'Compensación del espacio',
            compensationCents,
            `El espacio canceló: ${formatRate(booking.terms.hostCancels.rentBp)} de la renta sin limpieza, mínimo ${formatCents(booking.terms.hostCancels.minCents)}`,
          ),
    ],
    netCents:
      sums.of('professional', account.owedToProfessional) +
      sums.of('professional', account.owedByProfessional),
    notes: [
      ...(commissionIvaCents > 0 ? [`La comisión incluye ${formatCents(commissionIvaCents)} de IVA.`] : []),
      ...(price.ivaCents > 0 ? [`El precio incluye ${formatCents(price.ivaCents)} de IVA.`] : []),
      ...(booking.prepaid
        ? [
            booking.rentCents > 0
              ? `Debes renta solo por lo que queda fuera de tus horas del ${booking.prepaid}: lo demás ya lo pagaste.`
              : `No debes renta: la pagaste antes, con tus horas del ${booking.prepaid}.`,
          ]
        : []),
      ...upfrontNotes(booking, 'professional'),
      ...commissionNotes(booking),
      ...priceNotes(booking),
      ...rentNotes(booking),
      taxSentence(withholding),
    ],
  }
}

/** "10 % de $300 y 3 % de $700" */
const commissionText = (booking: Billed, throughCents: number): string => {
  const { commissionBp, inPlaceBp } = booking.terms.rates
  const inPlaceCents = inPlaceCentsOf(booking)
  if (inPlaceBp === undefined) return shareText(commissionBp, throughCents + inPlaceCents)
  return inPlaceBp === 0 || inPlaceCents === 0
    ? shareText(commissionBp, throughCents)
    : `${shareText(commissionBp, throughCents)} y ${shareText(inPlaceBp, inPlaceCents)}`
}

/** The part of the price that a client's card pays in months; for a visit that its professional cancelled, all that it paid. */
const monthsBase = ({ terms: { rates }, cancelledBy, totalCents }: Billed, sums: Sums): number => {
  if (rates.inMonths === undefined) return 0
  const { cardCents, creditCents } = rates.inMonths
  const remainingCents = cancelledBy === 'professional' ? totalCents : sums.retainedCents
  return Math.min(cardCents, Math.max(0, remainingCents - creditCents))
}

const savedText = (booking: Billed, sums: Sums) => {
  if (booking.inPlace) return 'El cliente no pagó nada'
  const feeCents = sums.retainedCents - movedOf(booking).retainedCents
  if (feeCents === 0)
    return movedOf(booking).retainedCents === 0
      ? 'El cliente no pagó nada'
      : 'El cliente no pagó el precio de la cita'
  const bp = roundedDivide(feeCents * 10_000, booking.totalCents)
  return `${shareText(bp, booking.totalCents)}, política ${policyTiers[booking.terms.client.tier].label}`
}
