/** Where a refund goes when rented hours become cheaper, in the words for each reader. */
import { formatCents } from '#contract/platform/money.ts'

export type RentRefund = {
  refundCents: number
  /** Paid to the host in cash, which Kalli never held. */
  byHand: boolean
  /** The professional who has the hours now paid for them; otherwise they were transferred, and the refund goes to the payer. */
  isPayers: boolean
  /** Paid with an hour pack. */
  ofPack: boolean
}

/** A part of a sentence: "te devolvemos $50 a tu tarjeta". */
export const refundWords = (
  reader: 'professional' | 'host',
  { refundCents, byHand, isPayers }: RentRefund,
): string => {
  const money = formatCents(refundCents)
  if (reader === 'host') {
    if (byHand)
      return isPayers ? `le regresas ${money} en mano` : `regresas ${money} en mano a quien las pagó`
    return isPayers
      ? `se le devuelven ${money} a su tarjeta`
      : `${money} vuelven a la tarjeta de quien las pagó`
  }
  if (byHand)
    return isPayers
      ? `el espacio te regresa ${money} en efectivo; pídelos en su recepción`
      : `el espacio regresa ${money} en efectivo a quien pagó las horas`
  return isPayers
    ? `te devolvemos ${money} a tu tarjeta`
    : `${money} vuelven a la tarjeta de quien pagó las horas`
}

/** What proposing another hour does to the money, for the party who proposes it. */
export const proposalWords = (by: 'professional' | 'host', refund: RentRefund): string => {
  if (refund.refundCents > 0) {
    const ifSo = by === 'host' ? 'si acepta' : 'si el espacio acepta'
    return `Cuesta menos: ${ifSo}, ${refundWords(by, refund)}.`
  }
  if (refund.ofPack) return 'Siguen siendo horas de un paquete: no se cobra ni se devuelve nada.'
  if (by === 'host') return 'Quien renta no paga más por un cambio tuyo.'
  return refund.isPayers ? 'El precio se queda en lo que pagaste.' : 'El precio se queda en lo que se pagó.'
}
