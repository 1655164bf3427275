import type { ReactNode } from 'react'
import Fold from '#web/ui/fold.tsx'

/** A rarely read part of a page: its title and a summary, until it is opened. */
export const FoldedSection = ({
  title,
  value,
  children,
}: {
  title: string
  value?: string | undefined
  children: ReactNode
}) => (
  <Fold
    label={<h2 className="max-w-[85%] shrink-0 py-3 text-lg wrap-anywhere sm:text-xl">{title}</h2>}
    // Open, the content itself is shown below.
    value={<span className="group-open:hidden">{value}</span>}
  >
    {children}
  </Fold>
)
