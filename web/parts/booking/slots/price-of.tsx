import type { Slot } from '#contract/availability/slot.ts'
import { formatCents } from '#contract/platform/money.ts'
import { slotPriceNames } from '#contract/pricing/price-names.ts'

/** What a time costs, and how far that is from the cheapest of those shown beside it. */
export const PriceOf = ({
  slot: { totalCents, price },
  least,
}: {
  slot: Pick<Slot, 'totalCents' | 'price'>
  least: number
}) => (
  <span className="figures shrink-0 text-right font-semibold">
    {formatCents(totalCents)}
    {totalCents > least ? (
      <span className="block text-sm font-normal text-muted">+{formatCents(totalCents - least)}</span>
    ) : null}
    {price === undefined ? null : (
      <span className="block text-sm font-normal text-muted">{slotPriceNames[price.kind]}</span>
    )}
  </span>
)
