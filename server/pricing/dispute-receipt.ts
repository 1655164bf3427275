/** Changes by a decided dispute, on the receipt of each party concerned: drawn from its posted lines. Pure. */
import type { Receipt } from '#contract/payment/payment.ts'
import { account, type Line } from '#server/payment/ledger/journals.ts'
import { sumUp } from '#server/pricing/receipt.ts'
import { line } from '#server/pricing/receipt-lines.ts'

/** The price stays as it was; its reduction, and the reductions of commission and taxes, are separate lines. */
export const withDispute = (receipt: Receipt, posted: readonly Line[]): Receipt => {
  const side = receipt.party
  if (side === 'client')
    return withLines(
      receipt,
      backLines(receipt, posted, [
        'dispute',
        'Devolución por un problema',
        'Como se resolvió lo que reportaste',
      ]),
    )
  return withLess(receipt, side, posted, ['A tu cargo por un problema', 'A tu favor por un problema'])
}

/** A bank retained the customer's payment (J19). */
export const withChargeback = (receipt: Receipt, posted: readonly Line[]): Receipt => {
  const side = receipt.party
  if (side === 'client') {
    const backCents = sumUp(posted).of('client', account.disputeHold)
    return withLines(receipt, [
      line(
        'chargeback',
        'Devuelto por tu banco',
        -backCents,
        'Lo que pediste a tu banco; no vuelve dos veces',
      ),
    ])
  }
  const label = 'Devuelto por el banco de quien pagó'
  return withLess(receipt, side, posted, [label, label])
}

/** The hour of a cancelled visit was sold again: the refunded part of its fee, and the resulting difference for each party. */
export const withFeeBack = (receipt: Receipt, posted: readonly Line[]): Receipt => {
  const side = receipt.party
  if (posted.length === 0) return receipt
  const label = 'La hora se volvió a ocupar'
  if (side !== 'client') return withLess(receipt, side, posted, [label, label])
  return withLines(
    receipt,
    backLines(receipt, posted, [
      'fee_return',
      label,
      'Recuperas esa parte de lo que se te cobró por cancelar',
    ]),
  )
}

/**
 * The refund goes back to its source: the card or the client's credit. A receipt adds up what was paid beside credit, so returned
 * credit does not lower it; credit for cash does.
 */
const backLines = (
  { lines }: Receipt,
  posted: readonly Line[],
  [code, label, why]: readonly [code: 'dispute' | 'fee_return', label: string, why: string],
) => {
  const { of } = sumUp(posted)
  const [toCard, toCredit] = [of('client', account.refundPayable), of('client', account.clientCredit)]
  const usedCents = lines.reduce(
    (sum, { code, amountCents }) => (code === 'credit_used' ? sum - amountCents : sum),
    0,
  )
  return [
    line(code, label, -(toCard + toCredit), why),
    line('credit_used', 'De eso, a tu saldo', Math.min(usedCents, toCredit), 'Lo había pagado tu saldo'),
  ]
}

/** A payee's reduction or increase, with those of commission and taxes. */
const withLess = (
  receipt: Receipt,
  side: 'professional' | 'host',
  posted: readonly Line[],
  [less, more]: readonly [string, string],
): Receipt => {
  const { of } = sumUp(posted)
  const commissionCents =
    of(side, side === 'host' ? account.revenueHost : account.revenueProfessional) +
    of(side, account.ivaCharged)
  const [isrCents, ivaCents] = [of(side, account.isrWithheld), of(side, account.ivaWithheld)]
  const netCents =
    side === 'host'
      ? of(side, account.owedToHost) + of(side, account.owedByHost)
      : of(side, account.owedToProfessional) + of(side, account.owedByProfessional)
  const grossCents = netCents + commissionCents + isrCents + ivaCents
  return withLines(receipt, [
    line('dispute', grossCents < 0 ? less : more, grossCents, 'Como se resolvió'),
    line('dispute_commission', 'Comisión que se te devuelve', -commissionCents, 'De lo que no cobraste'),
    line('dispute_isr', 'ISR que ya no se retiene', -isrCents, 'De lo que no cobraste'),
    line('dispute_iva', 'IVA que ya no se retiene', -ivaCents, 'De lo que no cobraste'),
  ])
}

/** Adds lines, and recomputes the total. */
export const withLines = (receipt: Receipt, lines: Receipt['lines']): Receipt => {
  const shown = lines.filter(({ amountCents }) => amountCents !== 0)
  return {
    ...receipt,
    lines: [...receipt.lines, ...shown],
    netCents: shown.reduce((sum, { amountCents }) => sum + amountCents, receipt.netCents),
  }
}
