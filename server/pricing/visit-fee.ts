/** The part of a cancelled visit's fee that is refunded when its time is sold again, and the parties that bear it (money.md J14). Pure. */
import { roundedDivide } from '#contract/platform/money.ts'
import type { Line } from '#server/payment/ledger/journals.ts'
import { type Parties, rentLines, settlementOfSplit } from '#server/pricing/settlement.ts'
import { splitUnder } from '#server/pricing/split.ts'
import type { Terms } from '#server/pricing/terms.ts'

export type VisitFee = {
  payer: 'client' | 'professional'
  terms: Terms
  feeCents: number
  rentCents: number
  backCents: number
  backRentCents: number
  minutes: number
}

/**
 * `whole`: the same hour of the professional at the same place; otherwise another professional used the place, and only its rent is
 * refunded. `leftCents`: the part of the fee not refunded otherwise.
 */
export type Resold = { minutes: number; whole: boolean; leftCents: number }

export const visitFeeBack = (fee: VisitFee, again: Resold) => {
  const of = (cents: number) => roundedDivide(cents * again.minutes, fee.minutes)
  const rentCents = Math.min(of(fee.rentCents), fee.rentCents - fee.backRentCents, again.leftCents)
  const serviceLeft = fee.feeCents - fee.rentCents - (fee.backCents - fee.backRentCents)
  const serviceCents = again.whole ? Math.min(of(fee.feeCents - fee.rentCents), serviceLeft) : 0
  return { amountCents: Math.min(rentCents + serviceCents, again.leftCents), rentCents }
}

/** The resulting change of the retained shares, account by account: before it is posted, it is no one's debt. */
export const linesOfBack = (
  fee: VisitFee,
  back: { amountCents: number; rentCents: number },
  parties: Parties,
): Line[] => {
  const shares = (feeCents: number, rentCents: number): Line[] => {
    const split = splitUnder(fee.terms, {
      serviceCents: fee.payer === 'client' ? feeCents : 0,
      rentCents,
    })
    if (fee.payer === 'professional') return rentLines(split, parties.hostId)
    if (feeCents === 0) return []
    const { shares, extras } = settlementOfSplit(split, parties)
    return [...shares, ...extras.flatMap(({ lines }) => lines)]
  }
  const before = shares(fee.feeCents - fee.backCents, fee.rentCents - fee.backRentCents)
  const after = shares(
    fee.feeCents - fee.backCents - back.amountCents,
    fee.rentCents - fee.backRentCents - back.rentCents,
  )
  const sums = new Map<string, Line>()
  for (const [lines, sign] of [
    [before, -1],
    [after, 1],
  ] as const)
    for (const line of lines) {
      const key = `${line.account} ${line.side}`
      const known = sums.get(key)
      sums.set(key, { ...line, amountCents: (known?.amountCents ?? 0) + sign * line.amountCents })
    }
  return [...sums.values()].filter(({ amountCents }) => amountCents !== 0)
}
