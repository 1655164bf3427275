/**
 * Every centavo, explained to each party. A receipt is drawn from ledger lines: those that will be posted
 * (expected) or those that were (settled), by the same code, so that the two agree and the three parties'
 * receipts add up to the journal. Pure.
 */
import { formatCents, formatRate, rentFor, roundedDivide, withoutIva } from '#contract/platform/money.ts'
import type { Receipt } from '#contract/payment/payment.ts'
import { isCouponLabel } from '#contract/pricing/coupon-price.ts'
import { packLabel, slotPriceNames } from '#contract/pricing/price-names.ts'
import { account, type Account, type Line, type Side } from '#server/payment/ledger/journals.ts'
import { shareText } from '#server/pricing/split.ts'
import { policyTiers } from '#contract/service/service.ts'
import type { Terms } from '#server/pricing/terms.ts'

export type Billed = {
  bookingId: string
  serviceName: string
  /** Of a visit of several: what its first line is called; those that follow are among the deltas. */
  firstService?: string
  /** Of a visit of several people: whose the first line is. */
  firstWhose?: string | null
  totalCents: number
  rentCents: number
  rentMinutes: number
  terms: Terms
  /** Null while it stands or once it took place. */
  cancelledBy: Side | 'platform' | null
  /** It ended because somebody did not come. */
  isNoShow?: boolean
  /** When the hours were that the professional had rented before, if it took place within them. */
  prepaid?: string | null
  /** What of the price the client's own credit paid. */
  creditCents?: number
  /** By cash at a counter, which cannot go back as such. */
  paidInCash?: boolean
  /** What was charged of it in all, by card or otherwise; undefined where that is all of what was to pay. */
  chargedCents?: number
  /** How the hour's price differed from the service's own, and services that followed; inside the total. */
  deltas?: readonly { label: string; amountCents: number; whose?: string | null }[]
  /** A host who cancelled bears a part of its dearer rent. */
  isRescued?: boolean
  /** What the client's own changes of hour cost: what they paid of it, and what stays, with the rent in it. */
  moveFee?: { paidCents: number; keptCents: number; keptRentCents: number }
  /** Why its price or rent is another than at first. */
  changes?: readonly HourChanged[]
  /** Only a part was paid when it was booked: how much, and how the rest stands. */
  upfront?: PaidUpfront | null
}

export type PaidUpfront = {
  upfrontCents: number
  /** Still to be paid. */
  balanceCents: number
  /** Not owed after all. */
  waivedCents: number
  /** Of the rest, what the client gave to who served them. */
  byHandCents: number
  /** `later`: it is to come; `over`: it took place; `ended`: it did not. */
  stands: 'later' | 'over' | 'ended'
}

/** It went to another hour: when, and what that made of the price and of the rent. */
export type HourChanged = {
  toText: string
  wasCents: number
  isCents: number
  rentWasCents: number
  rentIsCents: number
}

type ReceiptLine = Receipt['lines'][number]

/** `lines`: those of a settlement, or what `ledger.sharesOf` found. Lines of zero are left out. */
export const receiptOf = (
  party: Side,
  booking: Billed,
  books: { lines: readonly Line[]; state: Receipt['state']; at: Date },
): Receipt => {
  const sums = sumUp(books.lines)
  const drawn = draw[party](withKeptFee(booking, sums), sums)
  const lines = drawn.lines.filter(({ amountCents }, place) => place === 0 || amountCents !== 0)
  const netCents = lines.reduce((total, { amountCents }) => total + amountCents, 0)
  if (netCents !== drawn.netCents)
    throw new Error(`the ${party}'s receipt of ${booking.bookingId} does not add up`)
  return {
    bookingId: booking.bookingId,
    party,
    state: books.state,
    issuedAt: books.at.toISOString(),
    title: drawn.title,
    lines,
    netCents,
    netLabel: netLabel[party][books.state](netCents),
    notes:
      booking.isNoShow && books.state === 'expected' ? [noShowNote(booking), ...drawn.notes] : drawn.notes,
  }
}

/** Of what went back whole the fee did, too. */
const withKeptFee = (booking: Billed, sums: { keptCents: number }): Billed =>
  booking.moveFee !== undefined && sums.keptCents < booking.moveFee.keptCents
    ? { ...booking, moveFee: { ...booking.moveFee, keptCents: 0, keptRentCents: 0 } }
    : booking

type Sums = {
  /** What stays of the client's payment. */
  keptCents: number
  /** What each side was given (positive) or charged. */
  of(side: Side, number: Account): number
  /** Rent as the professional pays it: everything that the host and the house take of it. */
  rentCents: number
}

const rentAccounts: readonly Account[] = [
  account.owedToHost,
  account.revenueHost,
  account.ivaCharged,
  account.isrWithheld,
  account.ivaWithheld,
]

export const sumUp = (lines: readonly Line[]): Sums => {
  const of = (side: Side, number: Account) =>
    lines.reduce(
      (sum, line) => (line.side === side && line.account === number ? sum - line.amountCents : sum),
      0,
    )
  return {
    of,
    keptCents: -of('client', account.clientFunds) - of('client', account.refundPayable),
    rentCents: rentAccounts.reduce((sum, number) => sum + of('host', number), 0),
  }
}

type Drawn = { title: string; lines: ReceiptLine[]; netCents: number; notes: string[] }

const client = (booking: Billed, sums: Sums): Drawn => {
  const { terms, totalCents } = booking
  const { paidCents: movedCents } = movedOf(booking)
  const unpaid = unpaidLines(booking)
  const backCents =
    totalCents + movedCents - sums.keptCents + unpaid.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const iva = withoutIva(sums.keptCents, terms.rates.professionalTax.ivaBp).ivaCents
  const creditCents = sums.of('client', account.clientCredit)
  // What stays is taken from the credit first.
  const usedCents = Math.min(booking.creditCents ?? 0, sums.keptCents)
  // Cash goes back as credit only: all of it, or what was given by hand.
  const cashBackCents = Math.max(0, (booking.upfront?.byHandCents ?? 0) - (sums.keptCents - usedCents))
  const creditBackCents = booking.paidInCash
    ? backCents
    : (booking.creditCents ?? 0) - usedCents + cashBackCents
  // A saved or held card that was not charged gets nothing back.
  const returnedCents =
    booking.chargedCents === undefined
      ? backCents
      : Math.min(
          backCents,
          Math.max(0, booking.chargedCents - (sums.keptCents - usedCents)) + creditBackCents,
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
      line('not_charged', 'No se cobró', -neverCents, 'Tu tarjeta quedó como respaldo: esto nunca se cobró'),
      line('credit_used', 'Pagado con tu saldo', -usedCents, 'Tu saldo a favor paga primero'),
    ],
    netCents: sums.keptCents - usedCents,
    notes: [
      ...(iva > 0
        ? [`Incluye ${formatCents(iva)} de IVA (${formatRate(terms.rates.professionalTax.ivaBp)}).`]
        : []),
      'Kalli no te cobra comisión.',
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

/** The hour's own part of the price, signed. */
const hourLines = ({ deltas = [] }: Billed) =>
  deltas.map(({ label, amountCents, whose }) =>
    isCouponLabel(label)
      ? line('demand', named(label, whose), amountCents, 'Lo da quien atiende')
      : hourNames.has(label)
        ? line(
            'demand',
            named(label, whose),
            amountCents,
            amountCents < 0 ? 'Menos que su precio de siempre' : 'Más que su precio de siempre',
          )
        : // What follows in the same visit.
          line('service', named(label, whose), amountCents, 'Precio del servicio, con IVA incluido'),
  )
/** "Leo · Corte" */
const named = (label: string, whose: string | null | undefined) => (whose ? `${whose} · ${label}` : label)
const hourNames: ReadonlySet<string> = new Set([...Object.values(slotPriceNames), packLabel])

const hourCents = ({ deltas = [] }: Billed) => deltas.reduce((sum, { amountCents }) => sum + amountCents, 0)

const backText = (booking: Billed, sums: Sums): string => {
  const { client: policy } = booking.terms
  if (sums.keptCents === 0) return 'Recuperas todo lo que pagaste'
  const feeCents = sums.keptCents - movedOf(booking).keptCents
  if (feeCents === 0) return 'Recuperas el precio de la cita'
  const bp = roundedDivide(feeCents * 10_000, booking.totalCents)
  return `Se queda el ${formatRate(bp)} de ${formatCents(booking.totalCents)}, según la política ${policyTiers[policy.tier].label}`
}

const professional = (booking: Billed, sums: Sums): Drawn => {
  const { rates, withholding } = booking.terms
  const price = withoutIva(sums.keptCents, rates.professionalTax.ivaBp)
  const commissionIvaCents = sums.of('professional', account.ivaCharged)
  const commissionCents = sums.of('professional', account.revenueProfessional) + commissionIvaCents
  const creditCents = sums.of('client', account.clientCredit)
  const compensationCents = -sums.of('host', account.owedByHost)
  // Of a fee only a part of the price is kept, and no hour's share of it.
  const moved = movedOf(booking)
  const priceCents = sums.keptCents - moved.keptCents
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
          : keptText(booking, sums),
      ),
      ...(isWhole ? hourLines(booking) : []),
      line('move_fee', moveFeeName, moved.keptCents, 'La pagó tu clienta por cambiar otra vez'),
      line(
        'commission',
        'Comisión de Kalli',
        -commissionCents,
        shareText(rates.commissionBp, sums.keptCents),
      ),
      line(
        'rent',
        'Renta del espacio',
        moved.keptRentCents - sums.rentCents,
        rentText(booking, sums.rentCents - moved.keptRentCents),
      ),
      line('move_fee_rent', 'Parte del espacio en la cuota', -moved.keptRentCents, leftHoursText),
      line(
        'isr',
        'ISR retenido',
        -sums.of('professional', account.isrWithheld),
        `${shareText(rates.professionalTax.isrBp, price.netCents)} (precio sin IVA)`,
      ),
      line(
        'iva',
        'IVA retenido',
        -sums.of('professional', account.ivaWithheld),
        `${shareText(rates.professionalTax.ivaWithheldBp, price.ivaCents)} (IVA del precio)`,
      ),
      line(
        'credit',
        'Saldo a favor de tu clienta',
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
            `El espacio canceló: ${formatRate(booking.terms.hostCancels.rentBp)} de la renta sin limpieza, mínimo ${formatCents(booking.terms.hostCancels.leastCents)}`,
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
      ...priceNotes(booking),
      ...rentNotes(booking),
      withholdingNote(withholding),
    ],
  }
}

/** What of the price is in nobody's hands: it is still to be paid, or will not be. */
const unpaidLines = ({ upfront }: Billed): ReceiptLine[] => {
  if (!upfront || upfront.stands === 'later') return []
  const { balanceCents, waivedCents, stands } = upfront
  if (stands === 'ended')
    return [line('not_charged', 'Resto que no se cobró', -balanceCents, 'Se iba a pagar al terminar la cita')]
  return [
    line('balance', 'Resto por pagar', -balanceCents, 'Todavía no se cobra'),
    line('waived', 'Resto que ya no se cobra', -waivedCents, 'Por el problema que se resolvió a tu favor'),
  ]
}

/** When the price was or will be paid, where that is not once. */
const upfrontNotes = ({ upfront, totalCents }: Billed, side: 'client' | 'professional'): string[] => {
  if (!upfront || upfront.stands === 'ended') return []
  const { upfrontCents, balanceCents, waivedCents, byHandCents, stands } = upfront
  const [first, rest] = [formatCents(upfrontCents), formatCents(balanceCents)]
  if (stands === 'later') {
    const now = upfrontCents === 0 ? 'nada al reservar' : `${first} de anticipo`
    return [
      side === 'client'
        ? `Pagas ${now} y ${rest} cuando termine la cita, con la misma tarjeta.`
        : `Tu clienta paga ${now} y ${rest} cuando termine la cita.`,
    ]
  }
  if (balanceCents > 0) {
    const paid =
      upfrontCents === 0 ? '' : `${side === 'client' ? 'Pagaste' : 'Tu clienta pagó'} ${first} de anticipo. `
    return [`${paid}Faltan ${rest}${side === 'client' ? '' : ' por cobrar: cuando entren, se suman aquí'}.`]
  }
  const laterCents = totalCents - upfrontCents - waivedCents
  if (byHandCents > 0) {
    const cash = formatCents(byHandCents)
    const paid = upfrontCents === 0 ? '' : `${first} de anticipo y `
    return [
      side === 'client'
        ? `Pagaste ${paid}${cash} en efectivo, en persona.`
        : `Tu clienta pagó ${paid}${cash} en efectivo, que ya tienes: se descuentan de tus depósitos.`,
    ]
  }
  if (laterCents === 0 || upfrontCents === 0) return []
  return [
    `${side === 'client' ? 'Pagaste' : 'Tu clienta pagó'} ${first} de anticipo y ${formatCents(laterCents)} al terminar la cita.`,
  ]
}

const moveFeeName = 'Cuota por cambiar de hora'
const leftHoursText = 'Por las horas que se dejaron, según la política del espacio'

const movedOf = ({ moveFee }: Billed) => moveFee ?? { paidCents: 0, keptCents: 0, keptRentCents: 0 }

const signed = (cents: number) => `${cents > 0 ? '+' : ''}${formatCents(cents)}`

/** Why the price is not the one of the first hour. */
const priceNotes = ({ changes = [] }: Billed) =>
  changes
    .filter(({ wasCents, isCents }) => wasCents !== isCents)
    .map(
      ({ toText, wasCents, isCents }) =>
        `Cambió de hora al ${toText}: el precio pasó de ${formatCents(wasCents)} a ${formatCents(isCents)} (${signed(isCents - wasCents)}).`,
    )

const rentNotes = ({ changes = [] }: Billed) =>
  changes
    .filter(({ rentWasCents, rentIsCents }) => rentWasCents !== rentIsCents)
    .map(
      ({ toText, rentWasCents, rentIsCents }) =>
        `La cita cambió de hora al ${toText}: la renta pasó de ${formatCents(rentWasCents)} a ${formatCents(rentIsCents)} (${signed(rentIsCents - rentWasCents)}).`,
    )

const noShowNote = ({ cancelledBy }: Billed) =>
  `${cancelledBy === 'professional' ? 'Esto' : 'La cuota'} queda en pausa un día desde que se marcó la inasistencia; objetada, hasta que se resuelve.`

export const host = (booking: Billed, sums: Sums): Drawn => {
  const { rates, withholding } = booking.terms
  const price = withoutIva(sums.rentCents, rates.hostTax.ivaBp)
  const commissionIvaCents = sums.of('host', account.ivaCharged)
  const commissionCents = sums.of('host', account.revenueHost) + commissionIvaCents
  const compensationCents = -sums.of('host', account.owedByHost)
  return {
    title: titled(booking, 'Tu ingreso por renta', 'Tu resumen'),
    lines: [
      line(
        'rent',
        'Renta del espacio',
        sums.rentCents - movedOf(booking).keptRentCents,
        rentText(booking, sums.rentCents - movedOf(booking).keptRentCents),
      ),
      line(
        'move_fee',
        'Tu parte de la cuota por cambiar de hora',
        movedOf(booking).keptRentCents,
        leftHoursText,
      ),
      line('commission', 'Comisión de Kalli', -commissionCents, shareText(rates.rentBp, sums.rentCents)),
      line(
        'isr',
        'ISR retenido',
        -sums.of('host', account.isrWithheld),
        `${shareText(rates.hostTax.isrBp, price.netCents)} (renta sin IVA)`,
      ),
      line(
        'iva',
        'IVA retenido',
        -sums.of('host', account.ivaWithheld),
        `${shareText(rates.hostTax.ivaWithheldBp, price.ivaCents)} (IVA de la renta)`,
      ),
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
            `Por cancelar: ${formatRate(booking.terms.hostCancels.rentBp)} de la renta sin limpieza, mínimo ${formatCents(booking.terms.hostCancels.leastCents)}`,
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
      withholdingNote(withholding),
    ],
  }
}

const titled = ({ cancelledBy, isNoShow }: Billed, took: string, ended: string) => {
  if (cancelledBy === null) return took
  return `${ended} de la ${isNoShow ? 'inasistencia' : 'cancelación'}`
}

const draw: Record<Side, (booking: Billed, sums: Sums) => Drawn> = { client, professional, host }

export const line = (code: string, label: string, amountCents: number, explanation: string): ReceiptLine => ({
  code,
  label,
  // Nothing is plain zero, never minus zero.
  amountCents: amountCents === 0 ? 0 : amountCents,
  explanation,
})

const keptText = (booking: Billed, sums: Sums) => {
  const feeCents = sums.keptCents - movedOf(booking).keptCents
  if (feeCents === 0)
    return movedOf(booking).keptCents === 0
      ? 'La clienta no pagó nada'
      : 'La clienta no pagó el precio de la cita'
  const bp = roundedDivide(feeCents * 10_000, booking.totalCents)
  return `${shareText(bp, booking.totalCents)}, política ${policyTiers[booking.terms.client.tier].label}`
}

/** "1 h 30 min a $200 por hora", or which part of it stayed due. */
const rentText = (booking: Billed, cents: number): string => {
  if (booking.rentMinutes === 0 || booking.rentCents === 0) return 'Sin renta'
  const whole = `${durationText(booking.rentMinutes)} a ${formatCents(ratePerHour(booking))} por hora`
  if (cents === booking.rentCents) return whole
  return `${formatRate(roundedDivide(cents * 10_000, booking.rentCents))} de la renta (${whole})`
}

/** The rate that gives this rent; of those that do, the one in whole pesos. */
const ratePerHour = ({ rentCents, rentMinutes }: Billed): number => {
  const rate = roundedDivide(rentCents * 60, rentMinutes)
  const inPesos = roundedDivide(rate, 100) * 100
  return rentFor(inPesos, rentMinutes) === rentCents ? inPesos : rate
}

const durationText = (minutes: number): string => {
  const rest = minutes % 60
  const hours = (minutes - rest) / 60
  if (hours === 0) return `${rest} min`
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}

export const withholdingNote = (withholding: boolean) =>
  withholding
    ? 'Kalli entrega al SAT lo retenido y te da tu constancia.'
    : 'Sin retención de impuestos: la declaras tú.'

export const owedOr = (due: string) => (cents: number) =>
  cents < 0 ? 'Se descuenta de tu próximo depósito' : due

const netLabel: Record<Side, Record<Receipt['state'], (netCents: number) => string>> = {
  client: { expected: () => 'Total que pagas', settled: () => 'Total que pagaste' },
  professional: { expected: owedOr('Recibirás'), settled: owedOr('Recibes') },
  host: { expected: owedOr('Recibirás'), settled: owedOr('Recibes') },
}
