import { CreditCard } from 'lucide-react'
import { classNames } from '#web/ui/class-names.ts'

const marks: Readonly<Record<string, string>> = { visa: 'VISA', mastercard: 'MC', amex: 'AMEX' }

/** A small card with its brand's initials; the name is beside it. */
export const CardMark = ({ brand, className }: { brand: string; className?: string }) => (
  <span
    aria-hidden
    className={classNames(
      'inline-flex h-8 w-12 shrink-0 items-center justify-center rounded-xs border border-line bg-surface text-xs font-bold tracking-wider text-jacaranda-deep',
      className,
    )}
  >
    {marks[brand] ?? <CreditCard className="size-5" />}
  </span>
)
