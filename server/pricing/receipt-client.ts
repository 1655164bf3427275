/** The receipt of a client. */
import { formatCents, formatRate, roundedDivide, withoutIva } from '#contract/platform/money.ts'
import { monthsText } from '#contract/payment/installments.ts'
import { account } from '#server/payment/ledger/journals.ts'
import { policyTiers } from '#contract/service/service.ts'
import {
  type Billed,
  type Sums,
  type Drawn,
  movedOf,
  titled,
  line,
  named,
  hourCents,
  hourLines,
  moveFeeName,
  upfrontNotes,
  inPlaceCentsOf,
  inPlaceLines,
  priceNotes,
  type ReceiptLine,
} from '#server/pricing/receipt-lines.ts'

export const client = (booking: Billed, sums: Sums, isOver: boolean): Drawn => {
  const { terms, totalCents } = booking
  const { paidCents: movedCents } = movedOf(booking)
  const unpaid = [...unpaidLines(booking), ...inPlaceLines(booking, 'client', isOver)]
  const backCents =
    totalCents +
    movedCents -
    sums.retainedCents +
    unpaid.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const iva = withoutIva(
    sums.retainedCents + inPlaceCentsOf(booking),
    terms.rates.professionalTax.ivaBp,
  ).ivaCents
  const creditCents = sums.of('client', account.clientCredit)
  // The retained amount is taken from the credit first.
  const usedCents = Math.min(booking.creditCents ?? 0, sums.retainedCents)
  // Cash is only refunded as credit: all of it, or the part paid by hand.
  const cashBackCents = Math.max(0, (booking.upfront?.byHandCents ?? 0) - (sums.retainedCents - usedCents))
  const creditBackCents = booking.paidInCash
    ? backCents
    : (booking.creditCents ?? 0) - usedCents + cashBackCents
  // A saved or held card that was not charged gets no refund.
  const returnedCents =
    booking.chargedCents === undefined
      ? backCents
      : Math.min(
          backCents,
          Math.max(0, booking.chargedCents - (sums.retainedCents - usedCents)) + creditBackCents,
        )
  const neverCents = backCents - returnedCents
  return {
    title: titled(booking, 'Tu recibo', 'Tu recibo'),
    lines: [
      line(
        'service',
        named(booking.firstService ?? booking.serviceName, booking.firstWhose),
        totalCents - hourCents(booking),
        'Precio del servicio, con IVA incluido',
      ),
      ...hourLines(booking),
      line('move_fee', moveFeeName, movedCents, 'Por el tercer cambio y los que siguen, según la política'),
      ...unpaid,
      line('refund', 'Devolución', -returnedCents, backText(booking, sums)),
      line(
        'not_charged',
        'No se cobró',
        -neverCents,
        booking.inPlace
          ? 'Se iba a pagar en el lugar'
          : 'Tu tarjeta quedó como respaldo: esto nunca se cobró',
      ),
      line('credit_used', 'Pagado con tu saldo', -usedCents, 'Tu saldo a favor paga primero'),
    ],
    netCents: sums.retainedCents - usedCents,
    notes: [
      ...(iva > 0
        ? [`Incluye ${formatCents(iva)} de IVA (${formatRate(terms.rates.professionalTax.ivaBp)}).`]
        : []),
      'Kalli no te cobra comisión.',
      ...(booking.paidWith ? [`Forma de pago: ${booking.paidWith}.`] : []),
      ...monthsNotes(booking, returnedCents),
      ...upfrontNotes(booking, 'client'),
      ...priceNotes(booking),
      ...(creditBackCents > 0
        ? [`De la devolución, ${formatCents(creditBackCents)} vuelven a tu saldo a favor.`]
        : []),
      ...(creditCents > 0
        ? [`Recibes ${formatCents(creditCents)} de saldo a favor para tu próxima reserva.`]
        : []),
    ],
  }
}

/** "3 meses sin intereses de $400": which bank divides it, and what happens on a refund. */
const monthsNotes = ({ terms }: Billed, returnedCents: number): string[] => {
  const { inMonths } = terms.rates
  if (inMonths === undefined) return []
  return [
    `Se cobró completo, en ${monthsText(inMonths.cardCents, inMonths.months)}: los divide tu banco y no te cuestan más.`,
    ...(returnedCents === 0
      ? []
      : ['Lo que se devuelve vuelve a la misma tarjeta; tu banco ajusta las mensualidades que faltan.']),
  ]
}

const backText = (booking: Billed, sums: Sums): string => {
  const { client: policy } = booking.terms
  if (sums.retainedCents === 0) return 'Recuperas todo lo que pagaste'
  const feeCents = sums.retainedCents - movedOf(booking).retainedCents
  if (feeCents === 0) return 'Recuperas el precio de la cita'
  const bp = roundedDivide(feeCents * 10_000, booking.totalCents)
  return `Se queda el ${formatRate(bp)} de ${formatCents(booking.totalCents)}, según la política ${policyTiers[policy.tier].label}`
}

/** The part of the price that was not collected: it is still due, or waived. */
const unpaidLines = ({ upfront }: Billed): ReceiptLine[] => {
  if (!upfront || upfront.isActive === 'later') return []
  const { byLink, balanceCents, waivedCents, isActive } = upfront
  if (isActive === 'ended')
    return [
      line(
        'not_charged',
        'Resto que no se cobró',
        -balanceCents,
        byLink ? 'Se iba a pagar con el enlace' : 'Se iba a pagar al terminar la cita',
      ),
    ]
  return [
    line('balance', 'Resto por pagar', -balanceCents, 'Todavía no se cobra'),
    line('waived', 'Resto que ya no se cobra', -waivedCents, 'Por el problema que se resolvió a tu favor'),
  ]
}
