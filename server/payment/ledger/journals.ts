/**
 * How every event is posted to the ledger (money.md §5). Pure: amounts in, balanced lines out. Debit positive, credit negative, whole
 * centavos.
 */

/** Accounts of money.md §3, by name. */
export const account = {
  pspPending: 1010,
  pspAvailable: 1020,
  owedByClient: 1110,
  owedByProfessional: 1120,
  cashWithProfessional: 1125,
  owedByHost: 1130,
  cashWithHost: 1135,
  disputeHold: 1140,
  ivaCreditable: 1150,
  clientFunds: 2010,
  owedToProfessional: 2020,
  owedToHost: 2030,
  refundPayable: 2040,
  clientCredit: 2050,
  giftCards: 2055,
  fundsMoved: 2060,
  isrWithheld: 2110,
  ivaWithheld: 2120,
  ivaCharged: 2130,
  revenueProfessional: 4010,
  revenueHost: 4020,
  pspFees: 5010,
  disputeFees: 5020,
  goodwill: 5030,
  cardHolds: 9010,
  cardHoldsContra: 9020,
} as const
export type Account = (typeof account)[keyof typeof account]

/** The receipt on which a line appears. */
export type Side = 'client' | 'professional' | 'host'

export type Line = {
  account: Account
  amountCents: number
  /** For accounts that are per person (1110–1135, 2020, 2030, 2050). */
  partyId?: number
  side?: Side
}

/** J1: the bank holds the amount. */
export const holdLines = (cents: number): Line[] => [
  { account: account.cardHolds, amountCents: cents },
  { account: account.cardHoldsContra, amountCents: -cents },
]

/** J1v: the hold is released, or expired. */
export const endHoldLines = (cents: number): Line[] => [
  { account: account.cardHoldsContra, amountCents: cents },
  { account: account.cardHolds, amountCents: -cents },
]

/** J2: charged; the hold ends. */
export const captureLines = (cents: number, heldCents: number): Line[] => [
  { account: account.pspPending, amountCents: cents },
  { account: account.clientFunds, amountCents: -cents },
  ...endHoldLines(heldCents),
]

/** J3: the processor's fee for a charge; the client never pays it (money.md D3). */
export const feeLines = (feeCents: number, ivaCents: number): Line[] => [
  { account: account.pspFees, amountCents: feeCents },
  { account: account.ivaCreditable, amountCents: ivaCents },
  { account: account.pspPending, amountCents: -(feeCents + ivaCents) },
]

/** J4: the processor makes the money available. */
export const availableLines = (cents: number): Line[] => [
  { account: account.pspAvailable, amountCents: cents },
  { account: account.pspPending, amountCents: -cents },
]

/** J5, J9, J10, J11, J13: divides what was paid; the rest goes back to the client. */
export const divideLines = (capturedCents: number, keepCents: number, shares: readonly Line[]): Line[] => [
  { account: account.clientFunds, amountCents: capturedCents, side: 'client' },
  { account: account.refundPayable, amountCents: keepCents - capturedCents, side: 'client' },
  ...shares,
]

/** Second half of J9: the refund was sent. */
export const refundLines = (cents: number): Line[] => [
  { account: account.refundPayable, amountCents: cents },
  { account: account.pspAvailable, amountCents: -cents },
]

/** J20: a transfer brought this much beside the requested amount. It belongs to its payer. */
export const looseLines = (cents: number): Line[] => [
  { account: account.pspPending, amountCents: cents },
  { account: account.refundPayable, amountCents: -cents },
]

/** Money moved from one purchase to another: posted for the first and, with opposite signs, for the second. */
export const movedLines = (cents: number): Line[] => [
  { account: account.clientFunds, amountCents: cents },
  { account: account.fundsMoved, amountCents: -cents },
]

/** The other half: it arrives. */
export const arrivedLines = (cents: number): Line[] => movedLines(-cents)

/** A refund goes into the purchase that the money came from, instead of to a card. */
export const restoreLines = (cents: number): Line[] => [
  { account: account.refundPayable, amountCents: cents },
  { account: account.fundsMoved, amountCents: -cents },
]

/**
 * J14 for rent: less is retained than was divided, so each share is recomputed as if it had been less from the start. The host's part
 * of the difference is owed and deducted from their next payout, since the first may have left.
 */
export const fewerLines = (before: readonly Line[], after: readonly Line[], backCents: number): Line[] => [
  ...after.map(owedInstead),
  ...before.map((line) => owedInstead({ ...line, amountCents: -line.amountCents })),
  { account: account.refundPayable, amountCents: -backCents, side: 'client' },
]

const owedInstead = (line: Line): Line =>
  line.account === account.owedToHost ? { ...line, account: account.owedByHost } : line

/** A client pays with their credit. */
export const creditUsedLines = (clientId: number, cents: number): Line[] => [
  { account: account.clientCredit, partyId: clientId, amountCents: cents },
  { account: account.clientFunds, amountCents: -cents },
]

/** The credit was not needed after all: nothing was paid. */
export const creditUndoneLines = (clientId: number, cents: number): Line[] =>
  creditUsedLines(clientId, -cents)

/** Second half of J9 for what had been paid with credit: it becomes credit again. */
export const creditBackLines = (clientId: number, cents: number): Line[] => [
  { account: account.refundPayable, amountCents: cents },
  { account: account.clientCredit, partyId: clientId, amountCents: -cents },
]

/** A gift card is redeemed: all of it becomes the client's credit. */
export const giftRedeemedLines = (clientId: number, cents: number): Line[] => [
  { account: account.giftCards, amountCents: cents },
  { account: account.clientCredit, partyId: clientId, amountCents: -cents },
]

const cashWith = { professional: account.cashWithProfessional, host: account.cashWithHost } as const

/** Paid by hand: at a host's desk, or the rest of a visit to its professional. The payee holds the money. */
export const cashLines = (payee: Payee, cents: number): Line[] => [
  { account: cashWith[payee.side], partyId: payee.id, amountCents: cents },
  { account: account.clientFunds, amountCents: -cents },
]

/** Second half of J9 for cash: the host has to return it. */
export const cashBackLines = (hostId: number, cents: number): Line[] => [
  { account: account.refundPayable, amountCents: cents },
  { account: account.cashWithHost, partyId: hostId, amountCents: -cents },
]

/** After the division (J21): the host already has their own part in hand, and owes the rest of the retained amount. */
export const cashRetainedLines = (
  hostId: number,
  { retainedCents, ownCents }: { retainedCents: number; ownCents: number },
): Line[] => [
  { account: account.owedToHost, partyId: hostId, amountCents: ownCents },
  { account: account.owedByHost, partyId: hostId, amountCents: retainedCents - ownCents },
  { account: account.cashWithHost, partyId: hostId, amountCents: -retainedCents },
]

/** The same for a professional: `coveredByHost` is deducted from what they are due or owed, for all the cash they hold. On no receipt. */
export const restRetainedLines = (
  professionalId: number,
  cents: number,
  coveredByHost: readonly Line[],
): Line[] => [
  ...coveredByHost.map(({ side: _side, ...line }) => line),
  { account: account.cashWithProfessional, partyId: professionalId, amountCents: -cents },
]

/** J16: a refund that Kalli bears. */
export const goodwillLines = (cents: number): Line[] => [
  { account: account.goodwill, amountCents: cents },
  { account: account.refundPayable, amountCents: -cents },
]

/** J17: a bank takes this much back until it has decided, and the processor charges its fee for that. */
export const disputedLines = (cents: number, fee: { feeCents: number; feeIvaCents: number }): Line[] => [
  { account: account.disputeHold, amountCents: cents },
  { account: account.disputeFees, amountCents: fee.feeCents },
  { account: account.ivaCreditable, amountCents: fee.feeIvaCents },
  { account: account.pspAvailable, amountCents: -(cents + fee.feeCents + fee.feeIvaCents) },
]

/** J18: the bank returns it. */
export const disputeWonLines = (cents: number): Line[] => [
  { account: account.pspAvailable, amountCents: cents },
  { account: account.disputeHold, amountCents: -cents },
]

/** J19: the bank retains it. The client's pending refund is paid with it; `coveredByHost`: who pays the rest, together `retainedCents`. */
export const disputeLostLines = (
  backCents: number,
  retainedCents: number,
  coveredByHost: readonly Line[],
): Line[] => [
  { account: account.refundPayable, amountCents: backCents },
  ...coveredByHost,
  { account: account.disputeHold, amountCents: -backCents },
  { account: account.disputeHold, amountCents: -retainedCents, side: 'client' },
]

/** J19 for an amount refunded before: it was paid twice. */
export const disputeBeyondLines = (cents: number): Line[] => [
  { account: account.goodwill, amountCents: cents },
  { account: account.disputeHold, amountCents: -cents },
]

export type Payee = { side: 'professional' | 'host'; id: number }

const owedTo = { professional: account.owedToProfessional, host: account.owedToHost } as const
const owedBy = { professional: account.owedByProfessional, host: account.owedByHost } as const

/** J6: the payee's money is transferred. */
export const transferLines = (payee: Payee, cents: number): Line[] => [
  { account: owedTo[payee.side], partyId: payee.id, amountCents: cents },
  { account: account.pspAvailable, amountCents: -cents },
]

/** J6r: the transfer came back. */
export const returnedTransferLines = (payee: Payee, cents: number): Line[] =>
  transferLines(payee, cents).map((line) => ({ ...line, amountCents: -line.amountCents }))

/** J22: a payee's debt is deducted from what they are due. */
export const clawbackLines = (payee: Payee, cents: number): Line[] => [
  { account: owedTo[payee.side], partyId: payee.id, amountCents: cents },
  { account: owedBy[payee.side], partyId: payee.id, amountCents: -cents },
]

/** A payee's result: what they are due or, below zero, what they owe. */
export const payeeLine = (payee: Payee, cents: number): Line => ({
  account: cents < 0 ? owedBy[payee.side] : owedTo[payee.side],
  partyId: payee.id,
  side: payee.side,
  amountCents: -cents,
})

/**
 * The additional lines when a payment turns out to be more than was divided: each new share less the old one, so that the number of
 * steps does not matter. The payee's own is separate: their debts are deducted from it as usual (J22).
 */
export const moreLines = (
  before: readonly Line[],
  after: readonly Line[],
  payee: Payee,
): { netCents: number; lines: Line[] } => {
  const own: readonly Account[] = [owedTo[payee.side], owedBy[payee.side]]
  const isOwn = (line: Line) => own.includes(line.account) && line.partyId === payee.id
  const netOf = (lines: readonly Line[]) => -sumOf(lines.filter(isOwn))
  const others = [
    ...after,
    ...before.map((line): Line => ({ ...line, amountCents: -line.amountCents })),
  ].filter((line) => !isOwn(line))
  const keyOf = ({ account, side, partyId }: Line) => `${account} ${side ?? ''} ${partyId ?? ''}`
  const lines = [...Map.groupBy(others, keyOf).values()].flatMap(([first, ...same]) =>
    first === undefined ? [] : [{ ...first, amountCents: sumOf([first, ...same]) }],
  )
  return {
    netCents: netOf(after) - netOf(before),
    lines: lines.filter(({ amountCents }) => amountCents !== 0),
  }
}

export const sumOf = (lines: readonly Line[]) =>
  lines.reduce((total, { amountCents }) => total + amountCents, 0)
