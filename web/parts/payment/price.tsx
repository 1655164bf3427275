import { formatCents } from '#contract/platform/money.ts'
import { classNames } from '#web/ui/class-names.ts'

/** An amount in Mexican pesos: `$1,234.50`, whole amounts without decimals. */
export const Price = ({ cents, className }: { cents: number; className?: string }) => (
  <span className={classNames('figures whitespace-nowrap', className)}>{formatCents(cents)}</span>
)
