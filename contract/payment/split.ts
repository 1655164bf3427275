/**
 * Division of a price between the parties. Pure: whole centavos in, whole centavos out (money.md §2 and §4). Rates are
 * inputs; this file contains none. The server posts by it, and the calculator of /pricing shows it.
 */
import { monthsFee } from '#contract/payment/installments.ts'
import { shareOf, withoutIva } from '#contract/platform/money.ts'

/** The IVA rate of the price, and the rates of IVA and ISR withheld for the tax office. */
export type Tax = { ivaBp: number; isrBp: number; ivaWithheldBp: number }

/**
 * The client pays in installments without interest, and the professional bears the processor's fee: on the part of the
 * price paid by card, after the client's credit.
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
  /** Commission on the service and on the rent; IVA included (money.md D2). */
  commissionBp: number
  rentBp: number
  commissionIvaBp: number
  professionalTax: Tax
  hostTax: Tax
  inMonths?: InMonths | undefined
  /** The part of the service paid at the place: with its own commission rate, and without withholding. */
  inPlaceCents?: number | undefined
  /** Absent: `commissionBp` applies to everything. */
  inPlaceBp?: number | undefined
}

/** One payee's part: the price, the deductions, and the remainder. */
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

/** The fee for installments, and the IVA on it. */
export type MonthsCost = { feeCents: number; ivaCents: number }

export type Split = {
  serviceCents: number
  rentCents: number
  /** Negative if the price does not cover commission, rent and withholdings: see `margin`. */
  professional: Part & { rentCents: number; months: MonthsCost; netCents: number }
  host: Part & { netCents: number }
  platform: {
    revenueProfessionalCents: number
    revenueHostCents: number
    ivaCents: number
    /** Both commissions, IVA included. */
    totalCents: number
  }
  withheld: { isrCents: number; ivaCents: number }
}

/** Every line is rounded once; professional and host get the remainder, so the parts add up to the price. */
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

/** The price, in two parts if some of it was paid at the place at its own rate. */
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

/** The cost for the remaining price: independent of the steps by which it was reduced (money.md I4). */
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
