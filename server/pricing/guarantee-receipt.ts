/** The outcome of a deposit, on the receipt of its rent. Pure. */
import type { DepositState } from '#contract/booking/settlement/deposit.ts'
import { formatCents } from '#contract/platform/money.ts'
import type { Receipt } from '#contract/payment/payment.ts'
import { line } from '#server/pricing/receipt-lines.ts'

export type Guarantee = {
  state: DepositState
  amountCents: number
  /** The part that the host retains: as it was posted, or as decided and pending. */
  retainedCents: number
  reason: string | null
}

/** The price stays as it was; the retained amount is a separate line, in full from one party to the other. */
export const withGuarantee = (receipt: Receipt, guarantee: Guarantee | null): Receipt => {
  if (guarantee === null) return receipt
  const { retainedCents, reason } = guarantee
  const saved =
    retainedCents === 0
      ? []
      : [line('damage', 'Daños, de la garantía', retainedCents, reason ?? 'Por un daño')]
  return {
    ...receipt,
    lines: [...receipt.lines, ...saved],
    netCents: receipt.netCents + retainedCents,
    notes: [...receipt.notes, noteOf(guarantee, receipt.party)],
  }
}

const noteOf = ({ state, amountCents, retainedCents }: Guarantee, party: Receipt['party']): string => {
  const all = formatCents(amountCents)
  const apart = `Garantía de ${all}, aparte del precio:`
  switch (state) {
    case 'held':
      return `${apart} está apartada en la tarjeta y se libera sola tres días después del final.`
    case 'claimed':
    case 'contested':
      return `${apart} hay un reclamo por resolver; nada se ha cobrado a nadie por él.`
    case 'kept':
      return retainedCents === amountCents
        ? `${apart} se cobró completa por daños, sin comisión de Kalli.`
        : `${apart} se cobraron ${formatCents(retainedCents)} por daños, sin comisión de Kalli; los otros ${formatCents(amountCents - retainedCents)} se liberaron.`
    case 'released':
      return `${apart} se liberó completa.`
    case 'lost':
      return `${apart} el banco la soltó antes de cobrarla.`
    case 'waiting':
    case 'asked':
    case 'refused':
      return party === 'host'
        ? `${apart} se aparta en la tarjeta de quien renta cuando llega.`
        : `${apart} se aparta en tu tarjeta al llegar y se libera tres días después del final si no hay daños.`
  }
}
