import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'

const mark =
  'size-5.5 shrink-0 appearance-none border-[1.5px] border-edge bg-surface bg-center bg-no-repeat transition-colors checked:border-jacaranda checked:bg-jacaranda hover:border-ink/70'

const Choice = ({
  label,
  className,
  look,
  ...rest
}: ComponentProps<'input'> & { label: ReactNode; look: string }) => (
  <label className={classNames('flex min-h-11 items-center gap-3 py-1.5', className)}>
    <input {...rest} className={look} />
    <span className="min-w-0">{label}</span>
  </label>
)

/** A checkbox with its label; the whole line is clickable. */
export const Checkbox = (props: Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode }) => (
  <Choice {...props} type="checkbox" look={classNames(mark, 'checkbox-mark rounded-xs')} />
)

/** One of several that share a `name`. */
export const Radio = (props: Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode }) => (
  <Choice {...props} type="radio" look={classNames(mark, 'radio-mark rounded-full')} />
)
