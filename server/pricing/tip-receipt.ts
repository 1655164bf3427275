/** A tip on the receipts of the client and the professional: drawn from its ledger lines. Pure. */
import type { Receipt } from '#contract/payment/payment.ts'
import { account, type Line } from '#server/payment/ledger/journals.ts'
import { withLines } from '#server/pricing/dispute-receipt.ts'
import { sumUp } from '#server/pricing/receipt.ts'
import { line } from '#server/pricing/receipt-lines.ts'

/** `posted`: its journals, including that of its refund. */
export const withTip = (receipt: Receipt, posted: readonly Line[]): Receipt => {
  if (receipt.party === 'host' || posted.length === 0) return receipt
  const { of, retainedCents } = sumUp(posted)
  const given =
    of('professional', account.owedToProfessional) + of('professional', account.owedByProfessional)
  return withLines(receipt, [
    receipt.party === 'client'
      ? line('tip', 'Propina', retainedCents, 'Completa para quien te atendió')
      : line('tip', 'Propina', given, 'Completa, sin comisión'),
  ])
}
