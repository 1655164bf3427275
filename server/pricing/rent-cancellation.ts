/**
 * The cost of releasing hours rented without a client: all of them, or some that are returned. The host's policy decides, by how long
 * before the hours begin (product.md §3). Pure.
 */
import { hourMs, minuteMs } from '#contract/platform/duration.ts'
import type { BookingPolicy } from '#contract/booking/parts.ts'
import { formatCents, formatRate, roundedDivide, shareOf } from '#contract/platform/money.ts'
import { rentPolicies } from '#contract/space/space.ts'
import { lengthText } from '#contract/pricing/rent-explained.ts'
import { account, payeeLine } from '#server/payment/ledger/journals.ts'
import type { Settlement } from '#server/payment/charge/settlement.ts'
import { isCoveredByLaw } from '#server/pricing/cancellation.ts'
import { wallClock } from '#server/pricing/cancellation-policy.ts'
import { rentLines } from '#server/pricing/settlement.ts'
import { splitUnder } from '#server/pricing/split.ts'
import type { Terms } from '#server/pricing/terms.ts'

/** Minutes at one price, as they were quoted. */
export type SavedStretch = { startsAt: string; endsAt: string; hourlyCents: number }

export type Rented = {
  terms: Terms
  /** The amount currently retained, including cleaning and earlier fees. */
  rentCents: number
  cleaningCents: number
  /** Fees for hours returned earlier. */
  retainedCents: number
  stretches: readonly SavedStretch[]
  startsAt: Date
  endsAt: Date
  confirmedAt: Date | null
  zone: string
  now: Date
}

type Due = { bp: number; reason: string }

/** Which part of the price of hours that begin then is due now, and by which rule. */
export const dueOf = ({ terms, confirmedAt, now, zone }: Rented, beginsAt: Date): Due => {
  const { regret } = terms
  if (confirmedAt === null) return { bp: 0, reason: 'Todavía no estaba pagada: no se cobra nada.' }
  const steps = terms.rent?.steps ?? []
  const minutesBefore = (beginsAt.getTime() - now.getTime()) / minuteMs
  const step = steps.find(({ beforeMinutes }) => minutesBefore >= beforeMinutes) ?? steps.at(-1)
  const bp = step?.keepBp ?? 10_000
  const label = terms.rent === null ? '' : rentPolicies[terms.rent.policy].label
  const [free] = steps
  const limit = wallClock(new Date(beginsAt.getTime() - (free?.beforeMinutes ?? 0) * minuteMs), zone)
  if (bp === 0) return { bp, reason: `Antes del límite (${limit}): recibes todo de vuelta.` }
  const isRegret =
    beginsAt.getTime() - confirmedAt.getTime() > regret.startBeyondHours * hourMs &&
    now.getTime() <= confirmedAt.getTime() + regret.hours * hourMs
  if (isRegret)
    return {
      bp: 0,
      reason: `Tienes ${regret.hours} horas después de pagar para arrepentirte: recibes todo de vuelta.`,
    }
  if (isCoveredByLaw({ startsAt: beginsAt, confirmedAt, now, zone }))
    return {
      bp: 0,
      reason:
        'La ley te da cinco días hábiles para arrepentirte de una renta hecha a distancia: recibes todo de vuelta.',
    }
  return {
    bp,
    reason: `El límite para hacerlo gratis era el ${limit}. La política ${label} del espacio cobra ahora el ${formatRate(bp)}.`,
  }
}

export type RentOutcome = {
  /** The part of the fee for these hours, without those returned earlier. */
  freshFeeCents: number
  /** Refund to the card, of what was not refunded before. */
  refundCents: number
  /** Retained for the host, before commission. */
  feeCents: number
  /** What a cancelling host owes the professional (B12). */
  compensationCents: number
  reason: string
  hostNetCents: number
  settlement: Settlement
}

type Parties = { professionalId: number; hostId: number }

/**
 * The whole rent ends early. Cleaning is refunded, since no one came; fees for hours returned earlier remain, whichever side ends it. A
 * host compensates for the hours that are still booked, without their cleaning.
 */
export const rentCancellation = (
  rent: Rented,
  by: 'professional' | 'host' | 'platform',
  parties: Parties,
): RentOutcome => {
  const due = dueOf(rent, rent.startsAt)
  const bp = by === 'professional' ? due.bp : 0
  const refundable = rent.rentCents - rent.cleaningCents - rent.retainedCents
  const freshFeeCents = shareOf(refundable, bp)
  const feeCents = rent.retainedCents + freshFeeCents
  const { rentBp, minCents } = rent.terms.hostCancels
  const compensationCents = by === 'host' ? Math.max(shareOf(refundable, rentBp), minCents) : 0
  const split = splitUnder(rent.terms, { serviceCents: 0, rentCents: feeCents })
  return {
    freshFeeCents,
    refundCents: rent.rentCents - feeCents,
    feeCents,
    compensationCents,
    reason:
      by === 'professional'
        ? due.reason
        : `${endings[by]}: se devuelve ${rentBack('todo lo pagado', rent.retainedCents)}.`,
    hostNetCents: split.host.netCents - compensationCents,
    settlement: {
      kind: 'cancellation',
      keepCents: feeCents,
      shares: rentLines(split, parties.hostId),
      extras:
        compensationCents === 0
          ? []
          : [
              {
                kind: 'compensation',
                lines: [
                  {
                    account: account.owedByHost,
                    partyId: parties.hostId,
                    side: 'host',
                    amountCents: compensationCents,
                  },
                  payeeLine({ side: 'professional', id: parties.professionalId }, compensationCents),
                ],
              },
            ],
    },
  }
}

const endings = { host: 'Cancela el espacio', platform: 'Cancela Kalli' } as const

/** The refund when another party ends it: `all`, except what is retained for hours that were returned late. */
export const rentBack = (all: string, retainedCents: number) =>
  retainedCents === 0
    ? all
    : `todo menos ${formatCents(retainedCents)} de las horas que ya se habían devuelto`

/** J21: the hours were used, or were at least available to the professional. */
export const settlementOfRent = (
  rent: { terms: Terms; rentCents: number },
  { hostId }: { hostId: number },
): Settlement => {
  const split = splitUnder(rent.terms, { serviceCents: 0, rentCents: rent.rentCents })
  return { kind: 'split', keepCents: rent.rentCents, shares: rentLines(split, hostId), extras: [] }
}

/** Released time, and the fee retained for it. */
export type Freed = { from: Date; to: Date; feeCents: number }

export type Returned = {
  minutes: number
  parts: readonly Freed[]
  /** The price of the hours, the refund, and the part that the host retains. */
  worthCents: number
  refundCents: number
  feeCents: number
  reason: string
  /** It is too late for some of the hours: nothing would be refunded. */
  tooLate: boolean
}

/** Some hours at either end are returned to the host: their price when they were rented, less the part that the policy retains. */
export const returned = (rent: Rented, remains: { startsAt: Date; endsAt: Date }): Returned => {
  const parts = [
    { from: rent.startsAt, to: remains.startsAt },
    { from: remains.endsAt, to: rent.endsAt },
  ].filter(({ from, to }) => to > from)
  const valued = parts.map((part) => {
    const worthCents = worthOf(rent, part)
    const due = dueOf(rent, part.from)
    return { ...part, ...due, minutes: minutesOf(part), worthCents, feeCents: shareOf(worthCents, due.bp) }
  })
  const sum = (of: (part: (typeof valued)[number]) => number) =>
    valued.reduce((total, part) => total + of(part), 0)
  return {
    parts: valued.map(({ from, to, feeCents }) => ({ from, to, feeCents })),
    minutes: sum(({ minutes }) => minutes),
    worthCents: sum(({ worthCents }) => worthCents),
    refundCents: sum(({ worthCents, feeCents }) => worthCents - feeCents),
    feeCents: sum(({ feeCents }) => feeCents),
    reason: valued.map(({ reason }) => reason).join(' '),
    tooLate: valued.some(({ bp }) => bp >= 10_000),
  }
}

const minutesOf = ({ from, to }: { from: Date; to: Date }) => (to.getTime() - from.getTime()) / minuteMs

/**
 * The share of these minutes in the price of the remaining hours, each minute by its own price: a discount for length applies to every
 * hour. Cleaning belongs to the visit, not to its hours.
 */
export const worthOf = (rent: Rented, part: { from: Date; to: Date }): number => {
  const weigh = (span: { from: Date; to: Date }) =>
    rent.stretches.reduce((sum, { startsAt, endsAt, hourlyCents }) => {
      const from = Math.max(Date.parse(startsAt), span.from.getTime())
      const to = Math.min(Date.parse(endsAt), span.to.getTime())
      return to > from ? sum + ((to - from) / minuteMs) * hourlyCents : sum
    }, 0)
  const whole = weigh({ from: rent.startsAt, to: rent.endsAt })
  const timeCents = rent.rentCents - rent.cleaningCents - rent.retainedCents
  if (whole === 0)
    return roundedDivide(timeCents * minutesOf(part), minutesOf({ from: rent.startsAt, to: rent.endsAt }))
  return roundedDivide(timeCents * weigh(part), whole)
}

/**
 * Rented again: the part of a fee for the minutes that another renter used, and the resulting change of the retained shares (money.md
 * J14). Pure.
 */
export const feeBack = (
  fee: { terms: Terms; retainedCents: number; feeCents: number; leftCents: number; minutes: number },
  again: { minutes: number },
  { hostId }: { hostId: number },
) => {
  const amountCents = Math.min(fee.leftCents, roundedDivide(fee.feeCents * again.minutes, fee.minutes))
  const splitOf = (rentCents: number) => splitUnder(fee.terms, { serviceCents: 0, rentCents })
  const [before, after] = [splitOf(fee.retainedCents), splitOf(fee.retainedCents - amountCents)]
  return {
    amountCents,
    hostCents: before.host.netCents - after.host.netCents,
    before: rentLines(before, hostId),
    after: rentLines(after, hostId),
  }
}

/** What the professional reads before returning hours. */
export const returnLines = (back: Returned) =>
  [
    { label: `${lengthText(back.minutes)} que devuelves`, amountCents: back.worthCents },
    { label: 'Se queda el espacio', amountCents: -back.feeCents },
  ].filter(({ amountCents }, place) => place === 0 || amountCents !== 0)

/** What a person reads before cancelling. */
export const rentCancelLines = (outcome: RentOutcome, as: 'client' | 'professional' | 'host') =>
  [
    { label: as === 'host' ? 'Recupera quien rentó' : 'Recuperas', amountCents: outcome.refundCents },
    { label: 'Se queda el espacio', amountCents: -outcome.feeCents },
    {
      label: as === 'host' ? 'Compensación que pagas al profesional' : 'El espacio te compensa',
      amountCents: as === 'host' ? -outcome.compensationCents : outcome.compensationCents,
    },
  ].filter(({ amountCents }, place) => place === 0 || amountCents !== 0)

/** The cost of cancelling until each deadline; the last step ends at the start. */
export const rentSteps = ({
  terms,
  rentCents,
  startsAt,
}: {
  terms: Pick<Terms, 'rent'>
  rentCents: number
  startsAt: Date
}) =>
  (terms.rent?.steps ?? []).map(({ beforeMinutes, keepBp }) => ({
    until: new Date(startsAt.getTime() - beforeMinutes * minuteMs),
    feeCents: shareOf(rentCents, keepBp),
  }))

/** The host's policy of these hours as people read it. */
export const rentPolicyOf = (rent: {
  terms: Terms
  rentCents: number
  startsAt: Date
  zone: string
}): BookingPolicy => {
  const steps = rentSteps(rent)
  const [free, ...later] = steps
  const policy = rent.terms.rent?.policy ?? 'normal'
  const text = [
    `Gratis hasta el ${wallClock(free?.until ?? rent.startsAt, rent.zone)}`,
    ...later.map(({ until, feeCents }, place) =>
      place === later.length - 1
        ? `después ${formatCents(feeCents)}`
        : `${formatCents(feeCents)} hasta el ${wallClock(until, rent.zone)}`,
    ),
  ].join('; ')
  return {
    tier: policy,
    label: rentPolicies[policy].label,
    text: `${text}.`,
    freeUntil: (free?.until ?? rent.startsAt).toISOString(),
    lateFeeCents: later[0]?.feeCents ?? 0,
    noShowFeeCents: later.at(-1)?.feeCents ?? 0,
  }
}
