import type { ComponentProps } from 'react'
import { classNames } from '#web/ui/class-names.ts'

/** The look of every text control. */
export const controlClass = (more?: string) =>
  classNames(
    'min-h-12 w-full rounded-md border border-edge bg-surface px-3.5 py-2.5 text-base text-ink transition-colors hover:border-ink/70 focus-visible:border-jacaranda focus-visible:outline-offset-0 disabled:opacity-60 aria-invalid:border-chile',
    more,
  )

export const Input = ({ className, ...rest }: ComponentProps<'input'>) => (
  <input {...rest} className={controlClass(className)} />
)

export const TextArea = ({ className, ...rest }: ComponentProps<'textarea'>) => (
  <textarea rows={4} {...rest} className={controlClass(className)} />
)
