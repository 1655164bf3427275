/** What lines of the ledger mean to one payee. Pure. */
import type { IncomeAmounts } from '#contract/figures.ts'
import { account } from '#server/payment/journals.ts'

/** A line on the payee's own receipt: debit positive, credit negative. */
export type OwnLine = { readonly account: number; readonly amountCents: number }

/** What a payee is due, what commission and taxes took of it, and what they had to bear. */
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
