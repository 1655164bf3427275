/**
 * The terms of a booking: rates, taxes and policies in force at one moment. They are saved on the booking, so that later computations
 * use the same rules (money.md D4).
 */
import * as z from 'zod/mini'
import type { InMonths } from '#contract/payment/split.ts'
import { PolicyTier } from '#contract/service/service.ts'
import { RentPolicy, rentPolicies } from '#contract/space/space.ts'

const Tax = z.object({ ivaBp: z.int(), isrBp: z.int(), ivaWithheldBp: z.int() })

/** Who brought the client (`bookings.source`): a rule of commission may apply to one source alone. */
export const sources = ['marketplace', 'own_link', 'desk', 'own_agenda'] as const
export const Source = z.enum(sources)
export type Source = z.output<typeof Source>

export const Terms = z.object({
  /**
   * The dated rule of the commission: for bookings of this source, paid at the place or through Kalli, in force since then. Absent in
   * bookings from before rules had sources.
   */
  rule: z.optional(z.object({ source: Source, paidInPlace: z.boolean(), since: z.string() })),
  /** The rule for the part paid at the place, in force since then. */
  inPlaceSince: z.optional(z.string()),
  rates: z.object({
    commissionBp: z.int(),
    rentBp: z.int(),
    commissionIvaBp: z.int(),
    professionalTax: Tax,
    hostTax: Tax,
    /** For the part paid at the place, where the rest goes through Kalli; absent: `commissionBp` applies to all of it. */
    inPlaceBp: z.optional(z.int()),
    /** The client pays in months (contract/payment/split.ts); stated again with each payment. */
    inMonths: z.optional(
      z.object({
        months: z.int(),
        feeBp: z.int(),
        ivaBp: z.int(),
        cardCents: z.int(),
        creditCents: z.int(),
      }),
    ),
  }),
  /** Whether tax is withheld at all: the operator's switch at that moment. */
  withholding: z.boolean(),
  client: z.object({ tier: PolicyTier, lateBp: z.int(), noShowBp: z.int(), cutoffMinutes: z.int() }),
  /** Null at the professional's own place. Steps: the part of the rent that is due, up to how long before the start. */
  rent: z.nullable(
    z.object({ policy: RentPolicy, steps: z.array(z.object({ beforeMinutes: z.int(), keepBp: z.int() })) }),
  ),
  /** Free cancellation after confirming, if the start was farther away than that (product.md §3). */
  regret: z.object({ hours: z.int(), startBeyondHours: z.int() }),
  /** A professional who cancels this shortly before, or does not come, owes the client this credit (B11, B16). */
  goodwill: z.object({ cents: z.int(), withinHours: z.int() }),
  /** A cancelling host owes the professional a part of the rent, at least this (B12). */
  hostCancels: z.object({ rentBp: z.int(), minCents: z.int() }),
  /** How long after the end the money is paid out to each payee (product.md §3). */
  payoutHours: z.object({ professional: z.int(), host: z.int() }),
})
export type Terms = z.output<typeof Terms>

/** Terms as they were saved on a booking. */
export const openTerms = (saved: unknown): Terms => z.parse(Terms, saved)

/**
 * Agreed terms stay (money.md D4): a visit that moves to another place keeps its rates, the taxes of its professional and the promises
 * to its client. Only the terms of the new place and its host apply.
 */
export const termsElsewhere = (saved: Terms, there: Terms): Terms => ({
  ...saved,
  rates: {
    ...saved.rates,
    hostTax: saved.withholding ? there.rates.hostTax : { ...there.rates.hostTax, isrBp: 0, ivaWithheldBp: 0 },
  },
  rent: there.rent,
  payoutHours: { ...saved.payoutHours, host: there.payoutHours.host },
})

/** The same visit, paid in months or, without them, at once. */
export const termsInMonths = (saved: Terms, inMonths: InMonths | undefined): Terms => {
  const { inMonths: _former, ...rates } = saved.rates
  return { ...saved, rates: inMonths === undefined ? rates : { ...rates, inMonths } }
}

/**
 * Where no money passes through Kalli nothing is withheld: the payee declares it (ISR art. 113-A and IVA art. 18-J concern what a
 * platform collects; an accountant confirms it).
 */
export const termsByHand = (terms: Terms): Terms => ({
  ...terms,
  withholding: false,
  // Kalli advances nothing for money that it never held: two colluding parties could profit from a cancellation.
  hostCancels: { rentBp: 0, minCents: 0 },
  rates: { ...terms.rates, hostTax: { ...terms.rates.hostTax, isrBp: 0, ivaWithheldBp: 0 } },
})

/** A rule of commission for one source, in force since then. */
export type SourceRule = {
  source: string
  paidInPlace: boolean
  commissionBp: number
  rentBp: number
  commissionIvaBp: number
  since: string
}

/** Terms without a booking: the rule for all sources, and the rules for single ones. */
export type OpenTerms = Terms & { since?: string; sourceRules?: readonly SourceRule[] }

/** The terms of a booking of this source: by its own rule if there is one, else by the rule for all sources. */
export const termsBySource = (
  { since, sourceRules = [], ...terms }: OpenTerms,
  source: Source,
  paidInPlace = false,
): Terms => {
  const ofSource = sourceRules.filter((rule) => rule.source === source)
  const own =
    ofSource.find((rule) => rule.paidInPlace === paidInPlace) ?? ofSource.find((rule) => !rule.paidInPlace)
  if (own === undefined)
    return since === undefined ? terms : { ...terms, rule: { source, paidInPlace, since } }
  const { commissionBp, rentBp, commissionIvaBp } = own
  return {
    ...terms,
    rates: { ...terms.rates, commissionBp, rentBp, commissionIvaBp },
    rule: { source, paidInPlace, since: own.since },
  }
}

/**
 * The price is paid at the place: nothing of it is withheld, and Kalli gives no credit or compensation for it, since two colluding
 * parties could profit from a cancellation. The rent is as for any visit.
 */
export const termsInPlace = (terms: OpenTerms): Terms => {
  const own = termsBySource(terms, 'own_agenda', true)
  return {
    ...own,
    goodwill: { ...own.goodwill, cents: 0 },
    hostCancels: { rentBp: 0, minCents: 0 },
    rates: {
      ...own.rates,
      professionalTax: { ...own.rates.professionalTax, isrBp: 0, ivaWithheldBp: 0 },
    },
  }
}

/**
 * All of the price or an upfront part is paid by a link, through Kalli; anything paid at the place instead has the commission of that
 * way. Kalli gives no credit or compensation here either, since the visit is confirmed before anything is paid.
 */
export const termsByLink = (terms: OpenTerms): Terms => {
  const [own, inPlace] = [termsBySource(terms, 'own_agenda'), termsBySource(terms, 'own_agenda', true)]
  return {
    ...own,
    ...(inPlace.rule === undefined ? {} : { inPlaceSince: inPlace.rule.since }),
    goodwill: { ...own.goodwill, cents: 0 },
    hostCancels: { rentBp: 0, minCents: 0 },
    rates: { ...own.rates, inPlaceBp: inPlace.rates.commissionBp },
  }
}

/** The policies that the product sets for everyone. */
export const houseRules = {
  regret: { hours: 24, startBeyondHours: 48 },
  goodwill: { cents: 5000, withinHours: 24 },
  hostCancels: { rentBp: 2500, minCents: 5000 },
} as const satisfies Partial<Terms>

export const rentTerms = (policy: RentPolicy): NonNullable<Terms['rent']> => ({
  policy,
  steps: rentPolicies[policy].steps.map((step) => ({ ...step })),
})

/** The terms of a service at a place as they are read. */
export type PlaceTerms = {
  spaceExists: boolean
  rentPolicy: string | null
  tier: string
  cutoffMinutes: number
  commissionBp: number
  rentBp: number
  commissionIvaBp: number
  /** A date, or its text in a JSON row. */
  ruleSince: Date | string
  sourceRules: SourceRule[] | null
  proIvaBp: number
  proIsrBp: number
  proIvaWithheldBp: number
  hostIvaBp: number | null
  hostIsrBp: number | null
  hostIvaWithheldBp: number | null
  withholding: boolean | null
  withholdingHostIsr: boolean | null
  professionalKnown: boolean
  hostKnown: boolean | null
}

/** The terms of a place as a list without names, in this order, as a query of many places returns them. */
export const placeTermNames = [
  'spaceExists',
  'rentPolicy',
  'tier',
  'cutoffMinutes',
  'commissionBp',
  'rentBp',
  'commissionIvaBp',
  'ruleSince',
  'sourceRules',
  'proIvaBp',
  'proIsrBp',
  'proIvaWithheldBp',
  'hostIvaBp',
  'hostIsrBp',
  'hostIvaWithheldBp',
  'withholding',
  'withholdingHostIsr',
  'professionalKnown',
  'hostKnown',
] as const satisfies readonly (keyof PlaceTerms)[]

type Values<Names extends readonly (keyof PlaceTerms)[]> = {
  -readonly [Index in keyof Names]: PlaceTerms[Names[Index]]
}
export type PlaceTermList = Readonly<Values<typeof placeTermNames>>

export const placeTermsOf = (list: PlaceTermList): PlaceTerms => ({
  spaceExists: list[0],
  rentPolicy: list[1],
  tier: list[2],
  cutoffMinutes: list[3],
  commissionBp: list[4],
  rentBp: list[5],
  commissionIvaBp: list[6],
  ruleSince: list[7],
  sourceRules: list[8],
  proIvaBp: list[9],
  proIsrBp: list[10],
  proIvaWithheldBp: list[11],
  hostIvaBp: list[12],
  hostIsrBp: list[13],
  hostIvaWithheldBp: list[14],
  withholding: list[15],
  withholdingHostIsr: list[16],
  professionalKnown: list[17],
  hostKnown: list[18],
})
