/**
 * The receipts of hours rented without a client (money.md J21): what the professional paid and why, and what the host receives of it.
 * Drawn from ledger lines like every receipt (receipt.ts). Pure.
 */
import { taxSentence } from '#contract/figures/tax-words.ts'
import { formatCents, formatRate, withoutIva } from '#contract/platform/money.ts'
import type { Receipt } from '#contract/payment/payment.ts'
import type { RentLine } from '#contract/pricing/space-pricing.ts'
import { account, type Line } from '#server/payment/ledger/journals.ts'
import { owedOr, sumUp } from '#server/pricing/receipt.ts'
import { line, takenOffRent } from '#server/pricing/receipt-lines.ts'
import type { Terms } from '#server/pricing/terms.ts'

export type BilledRent = {
  bookingId: string
  spaceName: string
  /** The amount charged at booking, and the part of it currently retained. */
  paidCents: number
  rentCents: number
  /** The lines that make up `rentCents`; returned hours are lines below zero. */
  lines: readonly RentLine[]
  terms: Terms
  cancelledBy: 'client' | 'professional' | 'host' | 'platform' | null
  /** For a fee: the refund since the hours were rented again, and the host's part of it. */
  feeBack: { cents: number; hostCents: number }
  /** Whether the reader paid; a professional who took the hours over did not. */
  paid: boolean
  /** Paid by hand at the desk, and the amount still to be returned; null: through Kalli. */
  byHand: { toHandBackCents: number } | null
}

type LedgerLines = { lines: readonly Line[]; state: Receipt['state']; at: Date }
type Drawn = Pick<Receipt, 'title' | 'lines' | 'netCents' | 'netLabel' | 'notes'>

export const rentReceiptOf = (
  party: 'professional' | 'host',
  rent: BilledRent,
  ledgerLines: LedgerLines,
): Receipt => {
  const drawn = party === 'host' ? host(rent, ledgerLines) : professional(rent, ledgerLines)
  const lines = drawn.lines.filter(({ amountCents }, place) => place === 0 || amountCents !== 0)
  const netCents = lines.reduce((total, { amountCents }) => total + amountCents, 0)
  if (netCents !== drawn.netCents)
    throw new Error(`the ${party}'s receipt of rent ${rent.bookingId} does not add up`)
  return {
    bookingId: rent.bookingId,
    party,
    state: ledgerLines.state,
    issuedAt: ledgerLines.at.toISOString(),
    ...drawn,
    lines,
  }
}

/** The professional pays the rent: its lines as quoted, and the refunds. */
const professional = (rent: BilledRent, ledgerLines: LedgerLines): Drawn => {
  const sums = sumUp(ledgerLines.lines)
  const { rates } = rent.terms
  const compensationCents =
    sums.of('professional', account.owedToProfessional) + sums.of('professional', account.owedByProfessional)
  const iva = withoutIva(sums.rentCents, rates.hostTax.ivaBp).ivaCents
  const back = rent.rentCents - sums.rentCents
  const settled = ledgerLines.state === 'settled'
  const notes = [
    ...(iva > 0 ? [`Incluye ${formatCents(iva)} de IVA (${formatRate(rates.hostTax.ivaBp)}).`] : []),
    ...(rent.byHand === null
      ? []
      : [
          'Pagaste en efectivo en recepción: el dinero no pasó por Kalli, y lo que vuelva te lo da el espacio en mano.',
          ...(rent.byHand.toHandBackCents > 0
            ? [`Pide en recepción ${formatCents(rent.byHand.toHandBackCents)}.`]
            : []),
        ]),
    'Kalli no te cobra comisión por rentar; la paga el espacio.',
    'Las citas que atiendas en estas horas no deben renta.',
    ...(compensationCents > 0
      ? [
          `El espacio canceló y te compensa con ${formatCents(compensationCents)}, que llegan con tu próximo depósito.`,
        ]
      : []),
  ]
  if (!rent.paid)
    return {
      title: 'Horas que te cedieron',
      lines: [line('rent', `Renta de ${rent.spaceName}`, 0, 'La pagó quien te cedió las horas')],
      netCents: 0,
      netLabel: 'Total que pagas',
      notes: notes.slice(-1),
    }
  return {
    title: rent.cancelledBy === null ? 'Tu recibo de renta' : 'Tu recibo de la cancelación',
    lines: [
      ...rent.lines.map(({ kind, label, detail, amountCents }) => line(kind, label, amountCents, detail)),
      line('refund', 'Devolución', -back, backText(rent, sums.rentCents)),
      line(
        'fee_return',
        'Se volvió a rentar',
        -rent.feeBack.cents,
        'Recuperas la parte de la cuota de esas horas',
      ),
    ],
    netCents: sums.rentCents - rent.feeBack.cents,
    netLabel: settled ? 'Total que pagaste' : 'Total que pagas',
    notes,
  }
}

const backText = (rent: BilledRent, retainedCents: number) =>
  retainedCents === 0
    ? 'Recuperas todo lo que pagaste'
    : `Se quedan ${formatCents(retainedCents)} en el espacio`

const host = (rent: BilledRent, ledgerLines: LedgerLines): Drawn => {
  const sums = sumUp(ledgerLines.lines)
  const { rates, withholding } = rent.terms
  const price = withoutIva(sums.rentCents, rates.hostTax.ivaBp)
  const ivaCents = sums.of('host', account.ivaCharged)
  const compensationCents = -sums.of('host', account.owedByHost)
  const inHandCents = rent.byHand === null ? 0 : sums.rentCents
  const netCents =
    sums.of('host', account.owedToHost) - compensationCents - rent.feeBack.hostCents - inHandCents
  const whole = sums.rentCents === rent.rentCents
  return {
    title: rent.cancelledBy === null ? 'Tu ingreso por renta directa' : 'Tu resumen de la cancelación',
    lines: [
      line(
        'rent',
        'Renta directa',
        sums.rentCents,
        whole
          ? rent.lines.map(({ label, detail }) => `${label}: ${detail}`).join(' · ')
          : 'Lo que queda según tu política',
      ),
      ...takenOffRent(sums, rates),
      line('cash', 'Ya lo cobraste en recepción', -inHandCents, 'En efectivo, en mano'),
      line('compensation', 'Compensación al profesional', -compensationCents, 'Por cancelar'),
      line(
        'fee_return',
        'Se volvió a rentar',
        -rent.feeBack.hostCents,
        `Tu parte de ${formatCents(rent.feeBack.cents)} que vuelven a quien pagó`,
      ),
    ],
    netCents,
    netLabel: owedOr(ledgerLines.state === 'settled' ? 'Recibes' : 'Recibirás')(netCents),
    notes: [
      ...(ivaCents > 0 ? [`La comisión incluye ${formatCents(ivaCents)} de IVA.`] : []),
      ...(price.ivaCents > 0 ? [`La renta incluye ${formatCents(price.ivaCents)} de IVA.`] : []),
      rent.byHand === null
        ? taxSentence(withholding)
        : 'Kalli no retiene impuestos de lo que cobras en mano: lo declaras tú.',
      ...(rent.byHand !== null && rent.byHand.toHandBackCents > 0
        ? [`Devuelve en efectivo ${formatCents(rent.byHand.toHandBackCents)} a quien rentó.`]
        : []),
    ],
  }
}
