import { Landmark } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PayoutAccount } from '#contract/payment/payout-account.ts'

/** A bank account by its bank, its last four digits and its holder. */
export const BankLine = ({
  bank,
  children,
}: {
  bank: Pick<NonNullable<PayoutAccount['bank']>, 'bank' | 'end' | 'holder'>
  children?: ReactNode
}) => (
  <div className="flex flex-wrap items-center gap-4 rounded-lg border border-line bg-surface p-5">
    <Landmark aria-hidden className="size-8 text-agave" />
    <div className="min-w-0 flex-1">
      <p className="font-semibold">
        {bank.bank ?? 'Cuenta'} · termina en <span className="figures">{bank.end}</span>
      </p>
      <p className="text-muted">A nombre de {bank.holder}</p>
    </div>
    {children}
  </div>
)
