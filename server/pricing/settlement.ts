/**
 * From an outcome to the ledger's lines: how a completed or cancelled booking is posted (money.md §5, J5 and J9–J13). Pure; payment
 * posts it when the money has arrived.
 */
import type { MonthsCost, Split } from '#contract/payment/split.ts'
import { account, divideLines, type Line, payeeLine } from '#server/payment/ledger/journals.ts'
import type { Settlement } from '#server/payment/charge/settlement.ts'
import type { Cancellation } from '#server/pricing/cancellation.ts'
import { splitUnder } from '#server/pricing/split.ts'
import { type Terms, termsInMonths } from '#server/pricing/terms.ts'

export type Parties = { clientId: number; professionalId: number; hostId: number | null }

/** J5: the service took place. */
export const settlementOfSplit = (split: Split, parties: Parties): Settlement => ({
  kind: 'split',
  keepCents: split.serviceCents,
  shares: sharesOf(split, parties),
  extras: monthsExtras(split, parties),
})

/** The same for a stored visit, with the cost of its client's changes of hour. */
export const settlementOfVisit = (
  visit: {
    terms: Terms
    serviceCents: number
    /** The part of it that the professional already has: the client paid it at the place. */
    inPlaceCents?: number
    rentCents: number
    moveFeeCents: number
    moveFeeRentCents: number
  },
  parties: Parties,
): Settlement => {
  const { terms, moveFeeCents: feeCents, moveFeeRentCents } = visit
  const divided = settlementOfSplit(
    withoutInPlace(splitUnder(terms, visit), visit.inPlaceCents ?? 0),
    parties,
  )
  return withMoveFee(divided, { terms, feeCents, rentCents: moveFeeRentCents }, parties)
}

/** Money paid at the place never reaches Kalli: the residual is reduced by it, and below zero the professional owes it. */
const withoutInPlace = (split: Split, inPlaceCents: number): Split => ({
  ...split,
  serviceCents: split.serviceCents - inPlaceCents,
  professional: { ...split.professional, netCents: split.professional.netCents - inPlaceCents },
})

/** J9, J10, J11, J12, J13: the service did not take place. */
export const settlementOfCancellation = (outcome: Cancellation, parties: Parties): Settlement => ({
  kind: 'cancellation',
  keepCents: outcome.feeCents,
  shares: outcome.feeCents === 0 ? [] : sharesOf(outcome.feeSplit, parties),
  extras: [
    ...(outcome.feeCents === 0 ? [] : monthsExtras(outcome.feeSplit, parties)),
    ...extrasOf(outcome, parties),
  ],
})

/** The cost of a client's own changes of hour, once retained: divided as any fee, beside the outcome of the visit. */
export type MoveFee = { terms: Terms; feeCents: number; rentCents: number }

export const withMoveFee = (settlement: Settlement, fee: MoveFee, parties: Parties): Settlement =>
  fee.feeCents === 0
    ? settlement
    : {
        ...settlement,
        keepCents: settlement.keepCents + fee.feeCents,
        shares: [...settlement.shares, ...sharesOf(splitOfMoveFee(fee), parties)],
      }

/** It is a separate charge, which is never paid in months. */
export const splitOfMoveFee = ({ terms, feeCents, rentCents }: MoveFee): Split =>
  splitUnder(termsInMonths(terms, undefined), { serviceCents: feeCents, rentCents })

const sharesOf = (split: Split, parties: Parties): Line[] =>
  [
    payeeLine({ side: 'professional', id: parties.professionalId }, beforeMonths(split)),
    ...takenFrom('professional', split.professional),
    ...rentLines(split, parties.hostId),
  ].filter(({ amountCents }) => amountCents !== 0)

/** The professional's part of the price; the cost of paying in months is posted beside it. */
const beforeMonths = ({ professional: { netCents, months } }: Split) =>
  netCents + months.feeCents + months.ivaCents

/** The cost of paying in months: the professional bears it, and Kalli recovers the processor's fee (J3). */
const monthsExtras = (split: Split, { professionalId }: Parties): Settlement['extras'] => {
  const { feeCents, ivaCents } = split.professional.months
  const costCents = feeCents + ivaCents
  if (costCents === 0) return []
  // Deducted from their part of this visit; the rest they owe.
  const dueCents = Math.min(costCents, Math.max(0, beforeMonths(split)))
  return [
    {
      kind: 'installments',
      lines: [
        {
          account: account.owedToProfessional,
          partyId: professionalId,
          side: 'professional' as const,
          amountCents: dueCents,
        },
        {
          account: account.owedByProfessional,
          partyId: professionalId,
          side: 'professional' as const,
          amountCents: costCents - dueCents,
        },
        ...monthsLines({ feeCents, ivaCents }),
      ].filter(({ amountCents }) => amountCents !== 0),
    },
  ]
}

const monthsLines = ({ feeCents, ivaCents }: MonthsCost): Line[] => [
  { account: account.pspFees, side: 'professional', amountCents: -feeCents },
  { account: account.ivaCreditable, side: 'professional', amountCents: -ivaCents },
]

/** Commission and withholdings on one payee's price. */
const takenFrom = (side: 'professional' | 'host', part: Split['host']): Line[] => [
  {
    account: side === 'host' ? account.revenueHost : account.revenueProfessional,
    side,
    amountCents: -part.commissionNetCents,
  },
  { account: account.ivaCharged, side, amountCents: -part.commissionIvaCents },
  { account: account.isrWithheld, side, amountCents: -part.isrCents },
  { account: account.ivaWithheld, side, amountCents: -part.ivaWithheldCents },
]

/**
 * J14: a payee's price is less than when it was divided, so all deductions from it shrink too. The payee's loss, and the lines that the
 * platform and the tax office return; together the reduction of the price.
 */
export const lessOf = (
  side: 'professional' | 'host',
  before: Split,
  after: Split,
): { netCents: number; lines: Line[] } => {
  const [was, is] = [before[side], after[side]]
  const [monthsWere, monthsAre] = [before.professional.months, after.professional.months]
  return {
    netCents: was.netCents - is.netCents,
    lines: [
      ...takenFrom(side, {
        ...before.host,
        commissionNetCents: is.commissionNetCents - was.commissionNetCents,
        commissionIvaCents: is.commissionIvaCents - was.commissionIvaCents,
        isrCents: is.isrCents - was.isrCents,
        ivaWithheldCents: is.ivaWithheldCents - was.ivaWithheldCents,
      }),
      // Kalli bears the processor's fee for months on the amount no longer divided.
      ...(side === 'host'
        ? []
        : monthsLines({
            feeCents: monthsAre.feeCents - monthsWere.feeCents,
            ivaCents: monthsAre.ivaCents - monthsWere.ivaCents,
          })),
    ].filter(({ amountCents }) => amountCents !== 0),
  }
}

/** The host's part of a rent and its deductions. */
export const rentLines = (split: Split, hostId: number | null): Line[] => {
  if (split.rentCents === 0) return []
  if (hostId === null) throw new Error('there is rent but no host to receive it')
  return [
    payeeLine({ side: 'host', id: hostId }, split.host.netCents),
    ...takenFrom('host', split.host),
  ].filter(({ amountCents }) => amountCents !== 0)
}

/** Rent that the professional owes beside what was paid: their line first, then the host's part and its deductions. */
export const overtimeLines = (
  split: Split,
  { professionalId, hostId }: { professionalId: number; hostId: number },
): Line[] => [
  {
    account: account.owedToProfessional,
    partyId: professionalId,
    side: 'professional',
    amountCents: split.rentCents,
  },
  ...rentLines(split, hostId),
]

const extrasOf = (outcome: Cancellation, parties: Parties): Settlement['extras'] => {
  const owedByProfessional = (cents: number): Line => ({
    account: account.owedByProfessional,
    partyId: parties.professionalId,
    side: 'professional',
    amountCents: cents,
  })
  const extras: Settlement['extras'] = [
    {
      kind: 'rent_charge',
      lines: [owedByProfessional(outcome.rentChargedCents), ...rentLines(outcome.rentSplit, parties.hostId)],
    },
    {
      kind: 'credit',
      lines: [
        owedByProfessional(outcome.creditCents),
        {
          account: account.clientCredit,
          partyId: parties.clientId,
          side: 'client',
          amountCents: -outcome.creditCents,
        },
      ],
    },
  ]
  const { feeCents, ivaCents } = outcome.monthsOwed
  extras.push({
    kind: 'installments',
    lines: [owedByProfessional(feeCents + ivaCents), ...monthsLines(outcome.monthsOwed)],
  })
  if (outcome.compensationCents > 0 && parties.hostId !== null)
    extras.push({
      kind: 'compensation',
      lines: [
        {
          account: account.owedByHost,
          partyId: parties.hostId,
          side: 'host',
          amountCents: outcome.compensationCents,
        },
        payeeLine({ side: 'professional', id: parties.professionalId }, outcome.compensationCents),
      ],
    })
  return extras
    .map(({ kind, lines }) => ({ kind, lines: lines.filter(({ amountCents }) => amountCents !== 0) }))
    .filter(({ lines }) => lines.length > 0)
}

/** The lines that a settlement will post for a payment of this amount: the source of an expected receipt. */
export const linesOf = (settlement: Settlement, capturedCents: number): Line[] => [
  ...divideLines(capturedCents, settlement.keepCents, settlement.shares),
  ...settlement.extras.flatMap(({ lines }) => lines),
]
