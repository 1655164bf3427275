/** Who answers to the tax office for a business: a person or a company, its RFC, and the regimes in which one lets space. */
import { kindOfRfc, rfcProblem, taxRegimes } from '#contract/payment/invoice.ts'

export type LegalKind = 'person' | 'company'

const letting = ['601', '603', '605', '606', '612', '621', '625', '626'] as const
export type HostRegime = (typeof letting)[number]

/** The regimes possible for this kind of person. */
export const hostRegimes = (kind: LegalKind): readonly HostRegime[] =>
  letting.filter((code) => taxRegimes[code].of === 'both' || taxRegimes[code].of === kind)

/** What is wrong with an RFC for that kind; null: it may be theirs. */
export const rfcProblemOf = (rfc: string, kind: LegalKind): string | null =>
  rfcProblem(rfc) ??
  (kindOfRfc(rfc) === kind
    ? null
    : kind === 'company'
      ? 'El RFC de una persona moral tiene 12 caracteres. Este es de una persona física.'
      : 'El RFC de una persona física tiene 13 caracteres. Este es de una empresa.')
