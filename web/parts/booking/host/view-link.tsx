import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '#web/paths.ts'
import { classNames } from '#web/ui/class-names.ts'

/** The views of a host's spaces other than the calendar. */
export type View = 'bookings' | 'day' | 'codes' | 'problems'

/** A link of the view bar; without a view, to the calendar. */
export const ViewLink = ({
  label,
  open,
  date,
  view,
  className,
  children,
}: {
  label: string
  open: boolean
  date: string
  view?: View
  className?: string
  children?: ReactNode
}) => (
  <Link
    {...paths.hostAvailability({ date, view })}
    aria-current={open ? 'page' : undefined}
    className={classNames(
      'inline-flex min-h-11 flex-1 items-center justify-center rounded-sm px-2 font-semibold whitespace-nowrap -outline-offset-3 transition-colors max-sm:text-[0.9375rem] sm:px-4',
      open ? 'bg-surface text-ink shadow-low' : 'text-muted hover:text-ink',
      className,
    )}
  >
    {label}
    {children}
  </Link>
)
