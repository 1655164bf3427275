/**
 * Who receives what of a price. Pure: whole centavos in, whole centavos out (money.md §2 and §4). Rates come in;
 * this file holds none of them. The server posts by it, and the calculator of /pricing shows it.
 */
import { monthsFee } from '#contract/payment/installments.ts'
import { shareOf, withoutIva } from '#contract/platform/money.ts'

/** IVA inside the price, and what of it and of the base the platform withholds for the tax office. */
export type Tax = { ivaBp: number; isrBp: number; ivaWithheldBp: number }

/**
 * The client pays in months without interest, and the professional bears the processor's fee for it: of what their card pays of the
 * price, the client's credit paying first.
 */
export type InMonths = {
  months: number
  feeBp: number
  ivaBp: number
  cardCents: number
  creditCents: number
}

export type SplitInput = {
  serviceCents: number
  rentCents: number
  /** Of the service, and of the rent; IVA inside (money.md D2). */
  commissionBp: number
  rentBp: number
  commissionIvaBp: number
  professionalTax: Tax
  hostTax: Tax
  inMonths?: InMonths | undefined
  /** Of the service, what its client paid at the place: with its own rate of commission, and nothing of it is withheld. */
  inPlaceCents?: number | undefined
  /** Absent: the rate of all of it is `commissionBp`. */
  inPlaceBp?: number | undefined
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

/** What paying in months costs, and the IVA on it. */
export type MonthsCost = { feeCents: number; ivaCents: number }

export type Split = {
  serviceCents: number
  rentCents: number
  /** Negative when the price does not carry commission, rent and withholdings: see `margin`. */
  professional: Part & { rentCents: number; months: MonthsCost; netCents: number }
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
  const service = serviceOf(input)
  const rent = partOf(input.rentCents, input.rentBp, input.commissionIvaBp, input.hostTax)
  const months = monthsCost(input.serviceCents, input.inMonths)
  return {
    serviceCents: input.serviceCents,
    rentCents: input.rentCents,
    professional: {
      ...service,
      rentCents: input.rentCents,
      months,
      netCents: residual(service) - input.rentCents - months.feeCents - months.ivaCents,
    },
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

/** The price, in two parts where some of it was paid at the place by a rule of its own. */
const serviceOf = ({
  serviceCents,
  commissionBp,
  commissionIvaBp,
  professionalTax,
  inPlaceCents = 0,
  inPlaceBp,
}: SplitInput): Part => {
  if (inPlaceCents === 0 || inPlaceBp === undefined)
    return partOf(serviceCents, commissionBp, commissionIvaBp, professionalTax)
  const through = partOf(serviceCents - inPlaceCents, commissionBp, commissionIvaBp, professionalTax)
  const inPlace = partOf(inPlaceCents, inPlaceBp, commissionIvaBp, {
    ...professionalTax,
    isrBp: 0,
    ivaWithheldBp: 0,
  })
  return {
    grossCents: through.grossCents + inPlace.grossCents,
    baseCents: through.baseCents + inPlace.baseCents,
    ivaCents: through.ivaCents + inPlace.ivaCents,
    commissionCents: through.commissionCents + inPlace.commissionCents,
    commissionNetCents: through.commissionNetCents + inPlace.commissionNetCents,
    commissionIvaCents: through.commissionIvaCents + inPlace.commissionIvaCents,
    isrCents: through.isrCents,
    ivaWithheldCents: through.ivaWithheldCents,
  }
}

/** What it costs when so much of the price stays: the same however often it became less (money.md I4). */
export const monthsCost = (remainingCents: number, inMonths: InMonths | undefined): MonthsCost =>
  inMonths === undefined
    ? { feeCents: 0, ivaCents: 0 }
    : monthsFee(Math.min(inMonths.cardCents, Math.max(0, remainingCents - inMonths.creditCents)), inMonths)

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
