import type { ReactNode } from 'react'
import Fold from '#web/ui/fold.tsx'

/** A part of a page that few people read: its title, and a word of what is in it, until it is opened. */
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
    // When open, all of it is below.
    value={<span className="group-open:hidden">{value}</span>}
  >
    {children}
  </Fold>
)
