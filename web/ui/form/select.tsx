import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { controlClass } from '#web/ui/form/input.tsx'

/** The native select: the easiest to use on a phone, and without scripts. */
export const Select = ({ className, children, ...rest }: ComponentProps<'select'>) => (
  <span className={classNames('relative block', className)}>
    <select {...rest} className={controlClass('appearance-none truncate pr-10')}>
      {children}
    </select>
    <ChevronDown
      aria-hidden
      className="pointer-events-none absolute top-1/2 right-3 size-5 -translate-y-1/2 text-muted"
    />
  </span>
)
