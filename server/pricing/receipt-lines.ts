/** Lines and notes that the receipts of several parties share. */
import { formatCents, formatRate, rentFor, roundedDivide, withoutIva } from '#contract/platform/money.ts'
import type { Receipt } from '#contract/payment/payment.ts'
import {
  type InPlace,
  inPlaceNames,
  inPlaceNamesForClient,
  inPlaceParts,
} from '#contract/payment/in-place.ts'
import { isCouponLabel } from '#contract/pricing/coupon-price.ts'
import { packLabel, slotPriceNames } from '#contract/pricing/price-names.ts'
import { shownLines } from '#contract/pricing/shown-price.ts'
import { account, type Account, type Side } from '#server/payment/ledger/journals.ts'
import { shareText } from '#server/pricing/split.ts'
import type { Source, Terms } from '#server/pricing/terms.ts'

type Delta = { label: string; amountCents: number; whose?: string | null }

export type Billed = {
  bookingId: string
  serviceName: string
  /** For a visit of several services: the label of its first line; the following ones are among the deltas. */
  firstService?: string
  /** For a visit of several people: the person of the first line. */
  firstWhose?: string | null
  totalCents: number
  rentCents: number
  rentMinutes: number
  terms: Terms
  /** Null while it is active or after it took place. */
  cancelledBy: Side | 'platform' | null
  /** It ended as a no-show. */
  isNoShow?: boolean
  /** The hours rented earlier, if it took place within them. */
  prepaid?: string | null
  /** The part of the price paid with the client's credit. */
  creditCents?: number
  /** In cash at a counter, which cannot be refunded as such. */
  paidInCash?: boolean
  /** The total charged, by card or otherwise; undefined where that is the whole amount due. */
  chargedCents?: number
  /** The difference between the hour's price and the service's own, and following services; included in the total. */
  deltas?: readonly Delta[]
  /** A cancelling host bears a part of its dearer rent. */
  isRescued?: boolean
  /** The cost of the client's own changes of hour: the paid and the retained part, including the rent in it. */
  moveFee?: { paidCents: number; retainedCents: number; retainedRentCents: number }
  /** Why its price or rent differs from the first one. */
  changes?: readonly HourChanged[]
  /** The wallet and the last digits of its card: "Apple Pay, tarjeta terminada en 4242". */
  paidWith?: string | null
  /** The part of the price paid to the professional at the place, and how. */
  inPlace?: Pick<InPlace, 'cents' | 'method' | 'link'> | null
  /** Only a part was paid at booking: how much, and the status of the rest. */
  upfront?: PaidUpfront | null
}

export type PaidUpfront = {
  /** Requested by a link that its professional sends. */
  byLink: boolean
  upfrontCents: number
  /** Still due. */
  balanceCents: number
  /** Waived. */
  waivedCents: number
  /** The part of the rest that the client paid to the professional. */
  byHandCents: number
  /** `later`: it is to come; `over`: it took place; `ended`: it did not. */
  isActive: 'later' | 'over' | 'ended'
}

/** It moved to another hour: when, and the resulting price and rent. */
export type HourChanged = {
  toText: string
  wasCents: number
  isCents: number
  rentWasCents: number
  rentIsCents: number
}

export type ReceiptLine = Receipt['lines'][number]

export type Sums = {
  /** The retained part of the client's payment. */
  retainedCents: number
  /** The amount credited (positive) or charged to each side. */
  of(side: Side, number: Account): number
  /** Rent as the professional pays it: the parts of host and platform. */
  rentCents: number
}

export type Drawn = { title: string; lines: ReceiptLine[]; netCents: number; notes: string[] }

/** The hour's own part of the price, signed. */
export const hourLines = ({ deltas = [] }: Billed) =>
  shownLines<Delta>(deltas).map(({ label, amountCents, whose }: Delta) =>
    isCouponLabel(label)
      ? line('demand', named(label, whose), amountCents, 'Lo da quien atiende')
      : hourNames.has(label)
        ? line(
            'demand',
            named(label, whose),
            amountCents,
            amountCents < 0 ? 'Menos que su precio de lista' : 'Más que su precio de lista',
          )
        : // Services that follow in the same visit.
          line('service', named(label, whose), amountCents, 'Precio del servicio, con IVA incluido'),
  )
/** "Leo · Corte" */
export const named = (label: string, whose: string | null | undefined) =>
  whose ? `${whose} · ${label}` : label
const hourNames: ReadonlySet<string> = new Set([...Object.values(slotPriceNames), packLabel])

export const hourCents = ({ deltas = [] }: Billed) =>
  deltas.reduce((sum, { amountCents }) => sum + amountCents, 0)

/** When the price was or will be paid, if not all at once. */
export const upfrontNotes = ({ upfront, totalCents }: Billed, side: 'client' | 'professional'): string[] => {
  if (!upfront || upfront.isActive === 'ended') return []
  const { byLink, upfrontCents, balanceCents, waivedCents, byHandCents, isActive } = upfront
  if (byLink)
    return balanceCents === 0 ? [] : [`Faltan ${formatCents(balanceCents)} por pagar con el enlace.`]
  const [first, rest] = [formatCents(upfrontCents), formatCents(balanceCents)]
  if (isActive === 'later') {
    const now = upfrontCents === 0 ? 'nada al reservar' : `${first} de anticipo`
    return [
      side === 'client'
        ? `Pagas ${now} y ${rest} cuando termine la cita, con la misma tarjeta.`
        : `Tu cliente paga ${now} y ${rest} cuando termine la cita.`,
    ]
  }
  if (balanceCents > 0) {
    const paid =
      upfrontCents === 0 ? '' : `${side === 'client' ? 'Pagaste' : 'Tu cliente pagó'} ${first} de anticipo. `
    return [`${paid}Faltan ${rest}${side === 'client' ? '' : ' por cobrar: cuando entren, se suman aquí'}.`]
  }
  const laterCents = totalCents - upfrontCents - waivedCents
  if (byHandCents > 0) {
    const cash = formatCents(byHandCents)
    const paid = upfrontCents === 0 ? '' : `${first} de anticipo y `
    return [
      side === 'client'
        ? `Pagaste ${paid}${cash} en efectivo, en persona.`
        : `Tu cliente pagó ${paid}${cash} en efectivo, que ya tienes: se descuentan de tus depósitos.`,
    ]
  }
  if (laterCents === 0 || upfrontCents === 0) return []
  return [
    `${side === 'client' ? 'Pagaste' : 'Tu cliente pagó'} ${first} de anticipo y ${formatCents(laterCents)} al terminar la cita.`,
  ]
}

/** The amount paid or due at the place; zero for a visit that did not take place. */
export const inPlaceCentsOf = ({ inPlace, cancelledBy }: Billed): number =>
  cancelledBy === null ? (inPlace?.cents ?? 0) : 0

/** "Pagado en el lugar · efectivo", deducted from what passes through Kalli. */
export const inPlaceLines = (
  booking: Billed,
  side: 'client' | 'professional',
  isOver: boolean,
): ReceiptLine[] => {
  const cents = inPlaceCentsOf(booking)
  if (!booking.inPlace || cents === 0) return []
  const names = side === 'client' ? inPlaceNamesForClient : inPlaceNames
  return inPlaceParts(booking.inPlace).map((part) =>
    line(
      'in_place',
      `${isOver ? 'Pagado' : 'Se paga'} en el lugar · ${names[part.method]}`,
      -part.cents,
      side === 'client' ? 'Directo a quien te atiende: no pasa por Kalli' : 'Ya es tuyo: no pasa por Kalli',
    ),
  )
}

const sourceWords: Readonly<Record<Source, string>> = {
  marketplace: 'reserva en Kalli',
  own_link: 'reserva por tu enlace',
  desk: 'reserva en la recepción del espacio',
  own_agenda: 'cita de tu agenda',
}

/** Which rule of commission applied and why; empty where the booking does not store it. */
export const commissionNotes = ({ terms }: Billed): string[] => {
  if (terms.rule === undefined) return []
  const { source, paidInPlace, since } = terms.rule
  const { inPlaceBp } = terms.rates
  if (inPlaceBp !== undefined)
    return [
      `Comisión de Kalli: ${formatRate(terms.rates.commissionBp)} de lo que se paga por Kalli (${sourceWords[source]}; regla vigente desde el ${dateWords.format(new Date(since))}) y ${formatRate(inPlaceBp)} de lo que te pagan en el lugar${terms.inPlaceSince === undefined ? '' : ` (desde el ${dateWords.format(new Date(terms.inPlaceSince))})`}.`,
    ]
  const what = `${sourceWords[source]}${source === 'own_agenda' ? `, pagada ${paidInPlace ? 'en el lugar' : 'por Kalli'}` : ''}`
  return [
    `Comisión de Kalli: ${formatRate(terms.rates.commissionBp)} (${what}; regla vigente desde el ${dateWords.format(new Date(since))}).`,
  ]
}
const dateWords = new Intl.DateTimeFormat('es-MX', { dateStyle: 'long', timeZone: 'America/Mexico_City' })

export const moveFeeName = 'Cuota por cambiar de hora'
export const leftHoursText = 'Por las horas que se dejaron, según la política del espacio'

export const movedOf = ({ moveFee }: Billed) =>
  moveFee ?? { paidCents: 0, retainedCents: 0, retainedRentCents: 0 }

const signed = (cents: number) => `${cents > 0 ? '+' : ''}${formatCents(cents)}`

/** Why the price differs from that of the first hour. */
export const priceNotes = ({ changes = [] }: Billed) =>
  changes
    .filter(({ wasCents, isCents }) => wasCents !== isCents)
    .map(
      ({ toText, wasCents, isCents }) =>
        `Cambió de hora al ${toText}: el precio pasó de ${formatCents(wasCents)} a ${formatCents(isCents)} (${signed(isCents - wasCents)}).`,
    )

export const rentNotes = ({ changes = [] }: Billed) =>
  changes
    .filter(({ rentWasCents, rentIsCents }) => rentWasCents !== rentIsCents)
    .map(
      ({ toText, rentWasCents, rentIsCents }) =>
        `La cita cambió de hora al ${toText}: la renta pasó de ${formatCents(rentWasCents)} a ${formatCents(rentIsCents)} (${signed(rentIsCents - rentWasCents)}).`,
    )

export const titled = ({ cancelledBy, isNoShow }: Billed, took: string, ended: string) => {
  if (cancelledBy === null) return took
  return `${ended} de la ${isNoShow ? 'inasistencia' : 'cancelación'}`
}

export const line = (code: string, label: string, amountCents: number, explanation: string): ReceiptLine => ({
  code,
  label,
  // Avoids minus zero.
  amountCents: amountCents === 0 ? 0 : amountCents,
  explanation,
})

/** Deductions from a host's rent, from the ledger: Kalli's commission and the taxes withheld. */
export const takenOffRent = (sums: Sums, rates: Terms['rates']): ReceiptLine[] => {
  const price = withoutIva(sums.rentCents, rates.hostTax.ivaBp)
  const of = (one: Account) => -sums.of('host', one)
  return [
    line(
      'commission',
      'Comisión de Kalli',
      of(account.revenueHost) + of(account.ivaCharged),
      shareText(rates.rentBp, sums.rentCents),
    ),
    line(
      'isr',
      'ISR retenido',
      of(account.isrWithheld),
      `${shareText(rates.hostTax.isrBp, price.netCents)} (renta sin IVA)`,
    ),
    line(
      'iva',
      'IVA retenido',
      of(account.ivaWithheld),
      `${shareText(rates.hostTax.ivaWithheldBp, price.ivaCents)} (IVA de la renta)`,
    ),
  ]
}

/** "1 h 30 min a $200 por hora", or the part of it that remained due. */
export const rentText = (booking: Billed, cents: number): string => {
  if (booking.rentMinutes === 0 || booking.rentCents === 0) return 'Sin renta'
  const whole = `${durationText(booking.rentMinutes)} a ${formatCents(ratePerHour(booking))} por hora`
  if (cents === booking.rentCents) return whole
  return `${formatRate(roundedDivide(cents * 10_000, booking.rentCents))} de la renta (${whole})`
}

/** A rate that gives this rent, preferably in whole pesos. */
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
