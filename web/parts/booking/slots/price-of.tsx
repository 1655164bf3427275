import type { Slot } from '#contract/availability/slot.ts'
import { formatCents } from '#contract/platform/money.ts'
import { shownHour } from '#contract/pricing/shown-price.ts'

/** The price of a slot, and its difference from the list price, with the reason. */
export const PriceOf = ({ slot }: { slot: Pick<Slot, 'totalCents' | 'price'> }) => {
  const { cents, difference } = shownHour(slot)
  return (
    <span className="figures shrink-0 text-right font-semibold">
      {formatCents(cents)}
      {difference === null ? null : (
        <span className="block text-sm font-normal text-muted">{difference.text}</span>
      )}
    </span>
  )
}
