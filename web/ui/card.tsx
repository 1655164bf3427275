import type { ComponentProps } from 'react'
import { classNames } from '#web/ui/class-names.ts'

/** A bordered block for one item of a list or grid. */
export const Card = ({ className, ...rest }: ComponentProps<'div'>) => (
  <div {...rest} className={classNames('rounded-lg border border-line bg-surface p-5', className)} />
)
