import { Check } from 'lucide-react'
import type { ReactNode } from 'react'

/** One line of a space's amenities. */
export const Included = ({ children }: { children: ReactNode }) => (
  <li className="flex items-start gap-2.5">
    <Check aria-hidden className="mt-0.5 size-5 shrink-0 text-agave" />
    {children}
  </li>
)
