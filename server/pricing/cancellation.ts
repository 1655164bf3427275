/**
 * What a cancellation costs, and which party pays (product.md §3, B10–B16). Pure: the tiers decide the amounts, the terms saved on the
 * booking are the rules, money.md says how it is posted.
 */
import { hourMs, minuteMs } from '#contract/platform/duration.ts'
import type { CancelQuote } from '#contract/booking/cancellation.ts'
import { formatCents, formatRate, shareOf } from '#contract/platform/money.ts'
import { addBusinessDays } from '#server/pricing/business-days.ts'
import { type MonthsCost, monthsCost, type Split } from '#contract/payment/split.ts'
import { splitUnder } from '#server/pricing/split.ts'
import { policyTiers } from '#contract/service/service.ts'
import {
  type Cancelled,
  maxOf,
  tierUntil,
  isFarAway,
  wallClock,
  freeUntil,
} from '#server/pricing/cancellation-policy.ts'

export type CancelledBy =
  | 'client'
  | 'professional'
  | 'host'
  | 'platform'
  | 'client_no_show'
  | 'professional_no_show'

type CancelReason =
  | 'not_confirmed'
  | 'class_moved'
  | 'law_56'
  | 'regret'
  | 'before_cutoff'
  | 'tier_without_fee'
  | 'late'
  | 'after_tolerance'
  | 'client_no_show'
  | 'professional'
  | 'professional_no_show'
  | 'host'
  | 'platform'

export type Cancellation = {
  by: CancelledBy
  totalCents: number
  /** The part of the total that the client paid. */
  paidCents: number
  /** Refund to the client. Refund and fee add up to what was paid. */
  refundCents: number
  feeCents: number
  /** Rent that the host retains from the fee. */
  rentRetainedCents: number
  /** Rent charged to the cancelling professional. */
  rentChargedCents: number
  /** Credit for the client, charged to the professional. */
  creditCents: number
  /** What the cancelling host owes the professional. */
  compensationCents: number
  /** The cost of paying in months, owed by the cancelling professional; for the retained amount it is in `feeSplit`. */
  monthsOwed: MonthsCost
  /** The division of the fee, like any price. */
  feeSplit: Split
  /** The division of the rent charged to the professional: only its host's part is used. */
  rentSplit: Split
  reasonCode: CancelReason
  /** The deciding rule, in one sentence for the person who cancels. */
  reason: string
}

/** The outcome of cancelling now. Whichever other party is at fault, only a client's late cancellation costs the client. */
export const cancellation = (booking: Cancelled, by: CancelledBy): Cancellation => {
  const fee = feeOf(booking, by)
  const paidCents = paidIn(booking)
  const wholeFeeCents = shareOf(booking.totalCents, fee.bp)
  const feeCents = Math.min(wholeFeeCents, maxOf(booking))
  const rentDueCents = rentDueOf(booking, by)
  // A professional who asks for a smaller upfront part bears the difference: the host gets the full amount.
  const rentOfFeeCents = rentWithin(wholeFeeCents, rentDueCents)
  const rentRetainedCents = feeCents === 0 ? 0 : rentOfFeeCents
  const rentChargedCents = isOfProfessional(by) ? rentDueCents : rentOfFeeCents - rentRetainedCents
  return {
    by,
    totalCents: booking.totalCents,
    paidCents,
    refundCents: paidCents - feeCents,
    feeCents,
    rentRetainedCents,
    rentChargedCents,
    creditCents: creditOf(booking, by),
    compensationCents: compensationOf(booking, by),
    // The processor returns no fee when a visit is cancelled.
    monthsOwed: monthsCost(paidCents, isOfProfessional(by) ? booking.terms.rates.inMonths : undefined),
    feeSplit: splitUnder(booking.terms, { serviceCents: feeCents, rentCents: rentRetainedCents }),
    rentSplit: splitUnder(booking.terms, { serviceCents: 0, rentCents: rentChargedCents }),
    reasonCode: fee.reason,
    reason: sentenceOf(booking, fee),
  }
}

const isOfProfessional = (by: CancelledBy) => by === 'professional' || by === 'professional_no_show'

const paidIn = ({ totalCents, paidCents = totalCents }: Pick<Cancelled, 'totalCents' | 'paidCents'>) =>
  paidCents

/**
 * The cost of a client's own change of hour from the third on (B9): the late fee of the tier, of the agreed price, divided as if the
 * old hour were cancelled now.
 */
export const moveFee = (
  booking: Pick<Cancelled, 'terms' | 'totalCents' | 'upfrontCents' | 'rentCents' | 'startsAt' | 'now'>,
) => {
  const feeCents = Math.min(shareOf(booking.totalCents, booking.terms.client.lateBp), maxOf(booking))
  return { feeCents, rentCents: rentWithin(feeCents, rentDueOf(booking, 'client')) }
}

/** At most half of the fee goes to rent (B10). */
const rentWithin = (feeCents: number, rentDueCents: number) =>
  feeCents === 0 ? 0 : Math.min(rentDueCents, (feeCents - (feeCents % 2)) / 2)

type Fee = { bp: number; reason: CancelReason }

const feeOf = (booking: Cancelled, by: CancelledBy): Fee => {
  if (booking.isMoved && (by === 'client' || by === 'client_no_show')) return { bp: 0, reason: 'class_moved' }
  if (by === 'client_no_show') return { bp: booking.terms.client.noShowBp, reason: 'client_no_show' }
  if (by !== 'client') return { bp: 0, reason: by }
  if (booking.confirmedAt === null) return { bp: 0, reason: 'not_confirmed' }
  if (isAfterTolerance(booking)) return { bp: booking.terms.client.noShowBp, reason: 'after_tolerance' }
  if (booking.now <= tierUntil(booking)) return { bp: 0, reason: 'before_cutoff' }
  if (isRegret({ ...booking, confirmedAt: booking.confirmedAt })) return { bp: 0, reason: 'regret' }
  if (isCoveredByLaw({ ...booking, confirmedAt: booking.confirmedAt })) return { bp: 0, reason: 'law_56' }
  if (booking.terms.client.lateBp === 0) return { bp: 0, reason: 'tier_without_fee' }
  return { bp: booking.terms.client.lateBp, reason: 'late' }
}

/** The waiting party may already report a no-show (B15): cancelling must not be cheaper. */
const isAfterTolerance = ({ startsAt, now, toleranceMinutes }: Cancelled) =>
  toleranceMinutes !== undefined && now.getTime() >= startsAt.getTime() + toleranceMinutes * minuteMs

/** A free regret period of a day when the start was more than two days away at confirmation. */
const isRegret = ({ terms, startsAt, confirmedAt, now }: Cancelled & { confirmedAt: Date }) =>
  isFarAway({ terms, startsAt, confirmedAt }) &&
  now.getTime() <= confirmedAt.getTime() + terms.regret.hours * hourMs

/** LFPC art. 56 (R56): ordered at a distance, due in more than ten business days, revoked within five. */
export const isCoveredByLaw = ({
  startsAt,
  confirmedAt,
  now,
  zone,
}: Pick<Cancelled, 'startsAt' | 'now' | 'zone'> & { confirmedAt: Date }) =>
  startsAt > addBusinessDays(confirmedAt, 10, zone) && now <= addBusinessDays(confirmedAt, 5, zone)

/** The part of the rent that is due by the host's policy at this moment. */
const rentDueOf = (
  { terms, rentCents, startsAt, now }: Pick<Cancelled, 'terms' | 'rentCents' | 'startsAt' | 'now'>,
  by: CancelledBy,
): number => {
  if (terms.rent === null || rentCents === 0) return 0
  if (by === 'client_no_show' || by === 'professional_no_show') return rentCents
  const minutesBefore = (startsAt.getTime() - now.getTime()) / minuteMs
  const step =
    terms.rent.steps.find(({ beforeMinutes }) => minutesBefore >= beforeMinutes) ?? terms.rent.steps.at(-1)
  return shareOf(rentCents, step?.keepBp ?? 10_000)
}

const creditOf = ({ terms, startsAt, now }: Cancelled, by: CancelledBy): number => {
  if (by === 'professional_no_show') return terms.goodwill.cents
  if (by !== 'professional') return 0
  return startsAt.getTime() - now.getTime() < terms.goodwill.withinHours * hourMs ? terms.goodwill.cents : 0
}

const compensationOf = ({ terms, rentCents, isFree = false }: Cancelled, by: CancelledBy): number =>
  by === 'host' && !isFree
    ? Math.max(shareOf(rentCents, terms.hostCancels.rentBp), terms.hostCancels.minCents)
    : 0

const sentenceOf = (booking: Cancelled, fee: Fee): string => {
  const said = ruleOf(booking, fee)
  const maxCents = maxOf(booking)
  if (shareOf(booking.totalCents, fee.bp) <= maxCents) return said
  return maxCents === 0
    ? `${said} Esta cita no pidió anticipo: no se te cobra nada.`
    : `${said} Nunca se queda más que tu anticipo de ${formatCents(maxCents)}.`
}

const ruleOf = (
  { terms, totalCents, startsAt, confirmedAt, zone, toleranceMinutes }: Cancelled,
  { bp, reason }: Fee,
): string => {
  const { label } = policyTiers[terms.client.tier]
  const limit = wallClock(freeUntil({ terms, startsAt, confirmedAt, zone }), zone)
  const part = `${formatRate(bp)} de ${formatCents(totalCents)}`
  switch (reason) {
    case 'not_confirmed':
      return 'La reserva todavía no estaba confirmada: cancelarla no cuesta nada.'
    case 'class_moved':
      return 'La clase cambió de hora o de lugar y nadie dijo que le quedaba: no cuesta nada.'
    case 'before_cutoff':
      return `Cancelas antes del límite (${limit}): no te cuesta nada.`
    case 'regret':
      return `Tienes ${terms.regret.hours} horas después de confirmar para arrepentirte, hasta el ${limit}: no te cuesta nada.`
    case 'law_56':
      return `La ley te da cinco días hábiles para arrepentirte de una reserva hecha a distancia, hasta el ${limit}: no te cuesta nada.`
    case 'tier_without_fee':
      return `La política ${label} no cobra las cancelaciones tardías.`
    case 'late':
      return `El límite para cancelar gratis era el ${limit}. La política ${label} cobra el ${part}; si esa hora se vuelve a ocupar, te devolvemos esa cuota en proporción.`
    case 'after_tolerance':
      return `Pasaron los ${toleranceMinutes} minutos de tolerancia: cancelar ya cuesta lo mismo que no llegar${bp === 0 ? ', que no se cobra' : `, el ${part}`}. Si quien te atiende no llegó, no canceles: repórtalo y recuperas todo.`
    case 'client_no_show':
      return `La política ${label} cobra el ${part} cuando el cliente no llega.`
    case 'professional':
      return 'Cancela quien da el servicio: el cliente no paga nada.'
    case 'professional_no_show':
      return 'Quien da el servicio no llegó: el cliente no paga nada.'
    case 'host':
      return 'Cancela el espacio: el cliente no paga nada.'
    case 'platform':
      return 'Cancela Kalli: el cliente no paga nada.'
  }
}

/** What a person reads before cancelling. */
export const cancelLines = (
  outcome: Cancellation,
  party: 'client' | 'professional' | 'host',
): CancelQuote['lines'] => {
  const lines = linesOf[party](outcome)
  return lines.filter(({ amountCents }, place) => place === 0 || amountCents !== 0)
}

const linesOf: Record<'client' | 'professional' | 'host', (outcome: Cancellation) => CancelQuote['lines']> = {
  client: (outcome) => [
    outcome.paidCents === outcome.totalCents
      ? { label: 'Precio del servicio', amountCents: outcome.totalCents }
      : { label: 'Anticipo', amountCents: outcome.paidCents },
    { label: 'Cuota por cancelar', amountCents: -outcome.feeCents },
    { label: 'Saldo a tu favor', amountCents: outcome.creditCents },
  ],
  professional: (outcome) => [
    { label: 'El cliente no paga', amountCents: outcome.refundCents },
    { label: 'Renta que pagas al espacio', amountCents: -outcome.rentChargedCents },
    { label: 'Saldo que recibe el cliente por tu cuenta', amountCents: -outcome.creditCents },
    {
      label: 'Costo de los meses sin intereses',
      amountCents: -(outcome.monthsOwed.feeCents + outcome.monthsOwed.ivaCents),
    },
    { label: 'El espacio te compensa', amountCents: outcome.compensationCents },
  ],
  // The sentence says that all is refunded; the amount would reveal the price.
  host: (outcome) => [
    { label: 'Compensación que pagas al profesional', amountCents: -outcome.compensationCents },
  ],
}
