/**
 * Every centavo, explained to each party. A receipt is drawn from ledger lines: pending ones (expected) or posted ones (settled), by
 * the same code, so that the two agree and the three parties' receipts add up to the journal. Pure.
 */
import type { Receipt } from '#contract/payment/payment.ts'
import { account, type Account, type Line, type Side } from '#server/payment/ledger/journals.ts'
import type { Billed, Sums, Drawn } from '#server/pricing/receipt-lines.ts'
import { client } from '#server/pricing/receipt-client.ts'
import { professional } from '#server/pricing/receipt-professional.ts'
import { host } from '#server/pricing/receipt-host.ts'

/** `lines`: those of a settlement, or the result of `ledger.sharesOf`. Lines of zero are left out. */
export const receiptOf = (
  party: Side,
  booking: Billed,
  books: { lines: readonly Line[]; state: Receipt['state']; at: Date },
): Receipt => {
  const sums = sumUp(books.lines)
  const drawn = draw[party](withRetainedFee(booking, sums), sums, books.state === 'settled')
  const lines = drawn.lines.filter(({ amountCents }, place) => place === 0 || amountCents !== 0)
  const netCents = lines.reduce((total, { amountCents }) => total + amountCents, 0)
  if (netCents !== drawn.netCents)
    throw new Error(`the ${party}'s receipt of ${booking.bookingId} does not add up`)
  return {
    bookingId: booking.bookingId,
    party,
    state: books.state,
    issuedAt: books.at.toISOString(),
    title: drawn.title,
    lines,
    netCents,
    netLabel:
      party === 'client' && booking.inPlace
        ? inPlaceNet[books.state]
        : netLabel[party][books.state](netCents),
    notes:
      booking.isNoShow && books.state === 'expected' ? [noShowNote(booking), ...drawn.notes] : drawn.notes,
  }
}

/** A full refund includes the fee for changes of hour. */
const withRetainedFee = (booking: Billed, sums: { retainedCents: number }): Billed =>
  booking.moveFee !== undefined && sums.retainedCents < booking.moveFee.retainedCents
    ? { ...booking, moveFee: { ...booking.moveFee, retainedCents: 0, retainedRentCents: 0 } }
    : booking

const rentAccounts: readonly Account[] = [
  account.owedToHost,
  account.revenueHost,
  account.ivaCharged,
  account.isrWithheld,
  account.ivaWithheld,
]

export const sumUp = (lines: readonly Line[]): Sums => {
  const of = (side: Side, number: Account) =>
    lines.reduce(
      (sum, line) => (line.side === side && line.account === number ? sum - line.amountCents : sum),
      0,
    )
  return {
    of,
    retainedCents: -of('client', account.clientFunds) - of('client', account.refundPayable),
    rentCents: rentAccounts.reduce((sum, number) => sum + of('host', number), 0),
  }
}

const noShowNote = ({ cancelledBy }: Billed) =>
  `${cancelledBy === 'professional' ? 'Esto' : 'La cuota'} queda en pausa un día desde que se registró; si alguien dice que no fue así, hasta que se resuelve.`

/** Its client pays nothing through Kalli. */
const inPlaceNet = { expected: 'Pagas por Kalli', settled: 'Pagaste por Kalli' } as const

const draw: Record<Side, (booking: Billed, sums: Sums, isOver: boolean) => Drawn> = {
  client,
  professional,
  host,
}

export const owedOr = (due: string) => (cents: number) =>
  cents < 0 ? 'Se descuenta de tu próximo depósito' : due

const netLabel: Record<Side, Record<Receipt['state'], (netCents: number) => string>> = {
  client: { expected: () => 'Total que pagas', settled: () => 'Total que pagaste' },
  professional: { expected: owedOr('Recibirás'), settled: owedOr('Recibes') },
  host: { expected: owedOr('Recibirás'), settled: owedOr('Recibes') },
}
