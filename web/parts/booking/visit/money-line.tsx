import { Wallet } from 'lucide-react'
import type { Booking } from '#contract/booking/booking.ts'
import { moneyText } from '#web/parts/booking/summary/money-text.ts'
import { classNames } from '#web/ui/class-names.ts'

/** The payment status of a visit paid in full, for its professional; with an upfront part: rest-line.tsx. */
export default function MoneyLine({ booking }: { booking: Booking }) {
  const said = moneyText(booking)
  return said === null ? null : (
    <p
      className={classNames(
        'flex items-center gap-2 text-[0.9375rem] font-semibold',
        said.isDue ? 'rounded-md bg-maiz-soft px-4 py-2 text-maiz-ink' : 'text-muted',
      )}
    >
      <Wallet aria-hidden className="size-4 shrink-0" />
      {said.text}
    </p>
  )
}
