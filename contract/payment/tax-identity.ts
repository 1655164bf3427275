/** Tax identity of a business: person or company, RFC, and the regimes in which space can be rented out. */
import { kindOfRfc, rfcProblem, taxRegimes } from '#contract/payment/invoice.ts'

export type LegalKind = 'person' | 'company'

const letting = ['601', '603', '605', '606', '612', '621', '625', '626'] as const
export type HostRegime = (typeof letting)[number]

/** The regimes possible for this kind of person. */
export const hostRegimes = (kind: LegalKind): readonly HostRegime[] =>
  letting.filter((code) => taxRegimes[code].of === 'both' || taxRegimes[code].of === kind)

/** Validation of an RFC for that kind; null if plausible. */
export const rfcProblemOf = (rfc: string, kind: LegalKind): string | null =>
  rfcProblem(rfc) ??
  (kindOfRfc(rfc) === kind
    ? null
    : kind === 'company'
      ? 'El RFC de una persona moral tiene 12 caracteres. Este es de una persona física.'
      : 'El RFC de una persona física tiene 13 caracteres. Este es de una empresa.')
