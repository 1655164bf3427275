/** The cost of overtime, on the receipts of the professional and the host: drawn from its ledger lines like every receipt. Pure. */
import { formatRate, withoutIva } from '#contract/platform/money.ts'
import type { Receipt } from '#contract/payment/payment.ts'
import { lengthText } from '#contract/pricing/rent-explained.ts'
import type { RentLine } from '#contract/pricing/space-pricing.ts'
import { account, type Line } from '#server/payment/ledger/journals.ts'
import { withLines } from '#server/pricing/dispute-receipt.ts'
import { sumUp } from '#server/pricing/receipt.ts'
import { line } from '#server/pricing/receipt-lines.ts'
import { shareText } from '#server/pricing/split.ts'
import type { Terms } from '#server/pricing/terms.ts'

export type BilledOvertime = {
  lines: readonly RentLine[]
  minutes: number
  chargedMinutes: number
  cutShort: boolean
  /** "jueves 26 de noviembre, 18:25 h": deadline for contesting it. */
  contestBy: string
  isOpen: boolean
  isRent: boolean
  terms: Terms
}

/** `posted`: its lines, pending or posted. */
export const withOvertime = (
  receipt: Receipt,
  overtime: BilledOvertime | null,
  posted: readonly Line[],
): Receipt => {
  if (overtime === null || receipt.party === 'client') return receipt
  const sums = sumUp(posted)
  const notes = notesOf(overtime, receipt.party)
  if (receipt.party === 'professional') {
    // For rented hours the receipt shows costs, for a visit earnings.
    const sign = overtime.isRent ? 1 : -1
    const shown = overtime.lines.map(({ label, detail, amountCents }) =>
      line('overtime', label, sign * amountCents, detail),
    )
    return withLines({ ...receipt, notes: [...receipt.notes, ...notes] }, shown)
  }
  const { rates } = overtime.terms
  const price = withoutIva(sums.rentCents, rates.hostTax.ivaBp)
  const commissionCents = sums.of('host', account.revenueHost) + sums.of('host', account.ivaCharged)
  return withLines({ ...receipt, notes: [...receipt.notes, ...notes] }, [
    ...overtime.lines.map(({ label, detail, amountCents }) => line('overtime', label, amountCents, detail)),
    line(
      'overtime_commission',
      'Comisión del tiempo extra',
      -commissionCents,
      shareText(rates.rentBp, sums.rentCents),
    ),
    line(
      'overtime_isr',
      'ISR retenido del tiempo extra',
      -sums.of('host', account.isrWithheld),
      `${formatRate(rates.hostTax.isrBp)} de la renta sin IVA`,
    ),
    line(
      'overtime_iva',
      'IVA retenido del tiempo extra',
      -sums.of('host', account.ivaWithheld),
      `${shareText(rates.hostTax.ivaWithheldBp, price.ivaCents)} (IVA de la renta)`,
    ),
  ])
}

const notesOf = (overtime: BilledOvertime, party: 'professional' | 'host'): string[] => {
  const { minutes, chargedMinutes, cutShort, contestBy, isOpen } = overtime
  const said = `Salida ${lengthText(minutes)} después: se cobran ${lengthText(chargedMinutes)}${cutShort ? ', hasta la siguiente reserva de la unidad' : ''}.`
  if (!isOpen) return [said]
  return [
    said,
    party === 'professional'
      ? `Si no te quedaste ese tiempo, dilo hasta el ${contestBy}.`
      : `Tu parte del tiempo extra sale cuando termina el plazo para decir que no fue así: ${contestBy}.`,
  ]
}
