/** What lines of the ledger mean to one payee. Pure. */
import type { IncomeAmounts } from '#contract/figures/figures.ts'
import type { OwnAmounts } from '#contract/figures/own-figures.ts'
import { account } from '#server/payment/ledger/journals.ts'

/** A line on the payee's own receipt: debit positive, credit negative. */
export type OwnLine = { readonly account: number; readonly amountCents: number }

/** What a payee is due, its commission and taxes, and the costs they bore. */
export const amountsOf = (lines: readonly OwnLine[]): IncomeAmounts => {
  const of = (...accounts: readonly number[]) =>
    lines.reduce((sum, line) => (accounts.includes(line.account) ? sum + line.amountCents : sum), 0)
  const dueCents = 0 - of(account.owedToHost)
  const commissionCents = 0 - of(account.revenueHost, account.ivaCharged)
  const withheldCents = 0 - of(account.isrWithheld, account.ivaWithheld)
  const compensationCents = of(account.owedByHost)
  return {
    rentCents: dueCents + commissionCents + withheldCents,
    commissionCents,
    withheldCents,
    compensationCents,
    netCents: dueCents - compensationCents,
  }
}

/** A line with the side whose receipt it is on. */
export type SideLine = OwnLine & { readonly side: 'professional' | 'host' }

/**
 * What a visit earned its professional. If it takes place, the host's lines are its rent, which came out of the price; if not, what was
 * retained of the price is shown without it.
 */
export const ownAmountsOf = (
  lines: readonly SideLine[],
  { takesPlace, inPlaceCents = 0 }: { takesPlace: boolean; inPlaceCents?: number },
): OwnAmounts => {
  const own = lines.filter(({ side }) => side === 'professional')
  const of = (...accounts: readonly number[]) =>
    own.reduce((sum, line) => (accounts.includes(line.account) ? sum + line.amountCents : sum), 0)
  // The professional holds what was paid at the place: only the rent is owed of it, which is no compensation.
  const isInPlace = takesPlace && inPlaceCents > 0
  const owedCents = of(account.owedByProfessional)
  const dueCents = 0 - of(account.owedToProfessional) - (isInPlace ? owedCents : 0)
  const commissionCents = 0 - of(account.revenueProfessional, account.ivaCharged)
  const withheldCents = 0 - of(account.isrWithheld, account.ivaWithheld)
  const compensationCents = isInPlace ? 0 : owedCents
  // For a visit that they cancelled it is a debt, with the other costs they bore.
  const monthsCents = dueCents > 0 ? 0 - of(account.pspFees, account.ivaCreditable) : 0
  const hostCents = lines.reduce((sum, line) => (line.side === 'host' ? sum + line.amountCents : sum), 0)
  const rentCents = takesPlace ? 0 - hostCents : 0
  return {
    serviceCents: dueCents + commissionCents + withheldCents + rentCents + monthsCents,
    rentCents,
    commissionCents,
    withheldCents,
    monthsCents,
    compensationCents,
    tipCents: 0,
    inPlaceCents: isInPlace ? inPlaceCents : 0,
    netCents: dueCents - compensationCents,
  }
}

export const sumOf = (all: readonly IncomeAmounts[]): IncomeAmounts =>
  all.reduce(
    (sum, one) => ({
      rentCents: sum.rentCents + one.rentCents,
      commissionCents: sum.commissionCents + one.commissionCents,
      withheldCents: sum.withheldCents + one.withheldCents,
      compensationCents: sum.compensationCents + one.compensationCents,
      netCents: sum.netCents + one.netCents,
    }),
    { rentCents: 0, commissionCents: 0, withheldCents: 0, compensationCents: 0, netCents: 0 },
  )
