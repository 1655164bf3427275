import type { ComponentProps } from 'react'
import { classNames } from '#web/ui/class-names.ts'

/** A thing among others, on its own piece of plaster. */
export const Card = ({ className, ...rest }: ComponentProps<'div'>) => (
  <div {...rest} className={classNames('rounded-lg border border-line bg-surface p-5', className)} />
)
