/**
 * Who receives what of a price. Pure: whole centavos in, whole centavos out (money.md §2 and §4).
 * Rates come in as terms; this file holds none of them.
 */
import { createHash } from 'node:crypto'
import type { Quote } from '#contract/booking.ts'
import { formatCents, formatRate, shareOf, withoutIva } from '#contract/money.ts'
import type { Terms } from '#server/pricing/terms.ts'

/** IVA inside the price, and what of it and of the base the platform withholds for the tax office. */
export type Tax = { ivaBp: number; isrBp: number; ivaWithheldBp: number }

export type SplitInput = {
  serviceCents: number
  rentCents: number
  /** Of the service, and of the rent; IVA inside (money.md D2). */
  commissionBp: number
  rentBp: number
  commissionIvaBp: number
  professionalTax: Tax
  hostTax: Tax
}

/** One payee's part: the price, what is taken out of it, and the residual that is theirs. */
type Part = {
  grossCents: number
  baseCents: number
  ivaCents: number
  commissionCents: number
  commissionNetCents: number
  commissionIvaCents: number
  isrCents: number
  ivaWithheldCents: number
}

export type Split = {
  serviceCents: number
  rentCents: number
  /** Negative when the price does not carry commission, rent and withholdings: see `margin`. */
  professional: Part & { rentCents: number; netCents: number }
  host: Part & { netCents: number }
  platform: {
    revenueProfessionalCents: number
    revenueHostCents: number
    ivaCents: number
    /** Both commissions, IVA inside. */
    totalCents: number
  }
  withheld: { isrCents: number; ivaCents: number }
}

/** Every line is rounded once; professional and host get the residual, so the parts add up to the price. */
export const split = (input: SplitInput): Split => {
  const service = partOf(input.serviceCents, input.commissionBp, input.commissionIvaBp, input.professionalTax)
  const rent = partOf(input.rentCents, input.rentBp, input.commissionIvaBp, input.hostTax)
  return {
    serviceCents: input.serviceCents,
    rentCents: input.rentCents,
    professional: { ...service, rentCents: input.rentCents, netCents: residual(service) - input.rentCents },
    host: { ...rent, netCents: residual(rent) },
    platform: {
      revenueProfessionalCents: service.commissionNetCents,
      revenueHostCents: rent.commissionNetCents,
      ivaCents: service.commissionIvaCents + rent.commissionIvaCents,
      totalCents: service.commissionCents + rent.commissionCents,
    },
    withheld: {
      isrCents: service.isrCents + rent.isrCents,
      ivaCents: service.ivaWithheldCents + rent.ivaWithheldCents,
    },
  }
}

const partOf = (grossCents: number, commissionBp: number, commissionIvaBp: number, tax: Tax): Part => {
  const price = withoutIva(grossCents, tax.ivaBp)
  const commissionCents = shareOf(grossCents, commissionBp)
  const commission = withoutIva(commissionCents, commissionIvaBp)
  return {
    grossCents,
    baseCents: price.netCents,
    ivaCents: price.ivaCents,
    commissionCents,
    commissionNetCents: commission.netCents,
    commissionIvaCents: commission.ivaCents,
    isrCents: shareOf(price.netCents, tax.isrBp),
    ivaWithheldCents: shareOf(price.ivaCents, tax.ivaWithheldBp),
  }
}

const residual = (part: Part) =>
  part.grossCents - part.commissionCents - part.isrCents - part.ivaWithheldCents

/** The split of a price under a booking's own terms. */
export const splitUnder = (terms: Terms, amounts: { serviceCents: number; rentCents: number }): Split =>
  split({ ...amounts, ...terms.rates })

/** The same without any withholding: what people compare before tax. */
const splitBeforeTax = (terms: Terms, amounts: { serviceCents: number; rentCents: number }): Split =>
  split({
    ...amounts,
    ...terms.rates,
    professionalTax: { ...terms.rates.professionalTax, isrBp: 0, ivaWithheldBp: 0 },
    hostTax: { ...terms.rates.hostTax, isrBp: 0, ivaWithheldBp: 0 },
  })

/** A time is offered only if the professional still earns after commission, rent and withholdings (I10). */
export const margin = (
  terms: Terms,
  amounts: { serviceCents: number; rentCents: number },
): { earns: boolean; netCents: number } => {
  const { netCents } = splitUnder(terms, amounts).professional
  return { earns: netCents > 0, netCents }
}

/** What is shown before paying, and to whom it goes before withholding; its hash is kept on the booking. */
export const quote = (
  terms: Terms,
  what: { serviceName: string; serviceCents: number; rentCents: number; expiresAt: Date },
): Quote => {
  const parts = splitBeforeTax(terms, what)
  const lines = [{ label: what.serviceName, amountCents: what.serviceCents }]
  const goesTo: Quote['goesTo'] = [
    { to: 'professional', label: 'Profesional', amountCents: parts.professional.netCents },
    ...(what.rentCents > 0
      ? [{ to: 'host' as const, label: 'Espacio', amountCents: parts.host.netCents }]
      : []),
    { to: 'platform', label: 'Kalli (comisión con IVA)', amountCents: parts.platform.totalCents },
  ]
  const content = { lines, totalCents: what.serviceCents, goesTo }
  const hash = createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 32)
  return { ...content, expiresAt: what.expiresAt.toISOString(), hash }
}

/** "10 % de $1,000" */
export const shareText = (basisPoints: number, amountCents: number) =>
  `${formatRate(basisPoints)} de ${formatCents(amountCents)}`
