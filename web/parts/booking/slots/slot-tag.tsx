import { formatCents } from '#contract/platform/money.ts'
import { slotPriceNames } from '#contract/pricing/price-names.ts'
import type { SlotPrice } from '#contract/availability/slot.ts'

/** The word for an hour's own price, and how far it is from the service's. */
export const SlotTag = ({ price: { kind, deltaCents } }: { price: SlotPrice }) => (
  <span className="block text-sm font-normal text-muted">
    {slotPriceNames[kind]} ({deltaCents > 0 ? '+' : ''}
    {formatCents(deltaCents)})
  </span>
)
