import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'

const tones = {
  plain: 'bg-sunk text-muted',
  barro: 'bg-barro-soft text-barro-deep',
  jacaranda: 'bg-jacaranda-soft text-jacaranda-deep',
  agave: 'bg-agave-soft text-agave',
  maiz: 'bg-maiz-soft text-maiz-ink',
  chile: 'bg-chile-soft text-chile',
} as const
export type BadgeTone = keyof typeof tones

/** A status label. The text carries the meaning, never the colour alone. */
export const Badge = ({
  tone = 'plain',
  children,
  className,
}: {
  tone?: BadgeTone
  children: ReactNode
  className?: string
}) => (
  <span
    className={classNames(
      'inline-flex max-w-full shrink-0 items-center gap-1.5 rounded-xl wrap-anywhere px-2.5 py-0.5 font-sans text-[0.8125rem] leading-5 font-semibold [&_svg]:size-3.5 [&_svg]:shrink-0',
      tones[tone],
      className,
    )}
  >
    {children}
  </span>
)
