import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Price } from '#web/parts/payment/price.tsx'

/** A dated amount that expands to its parts. `children` is called once it is open. */
export const MoneyRow = ({
  title,
  detail,
  badge,
  cents,
  children,
}: {
  title: string
  detail: ReactNode
  badge?: ReactNode
  cents: number
  children: () => ReactNode
}) => {
  const [open, setOpen] = useState(false)
  return (
    <li>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex min-h-14 w-full items-center gap-x-3 py-2 text-left"
      >
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
            <span className="first-letter:uppercase">{title}</span>
            {badge}
          </span>
          <span className="block text-sm text-muted">{detail}</span>
        </span>
        <Price cents={cents} className="font-semibold" />
        <ChevronDown
          aria-hidden
          className={`size-5 shrink-0 text-muted transition-transform ${open ? 'rotate-180' : ''}`}
        />
      </button>
      {open ? <div className="flex flex-col gap-2 border-l-2 border-line pb-3 pl-3">{children()}</div> : null}
    </li>
  )
}
