import { useId } from 'react'
import type { ReactNode } from 'react'

/**
 * A short hint on hover, focus or touch. It stays while it is hovered itself, and Escape closes it (web/ui/focus-return.ts). Without a
 * positioning library, which so few words do not need.
 */
export const Tooltip = ({ text, children }: { text: string; children: ReactNode }) => {
  const id = useId()
  return (
    <span className="hint group relative inline-flex">
      <button
        type="button"
        aria-describedby={id}
        className="relative inline-flex cursor-help items-center rounded-full before:absolute before:-inset-2.5"
      >
        {children}
      </button>
      {/* The gap to the element belongs to the tooltip, so that the pointer can cross it. */}
      <span
        id={id}
        role="tooltip"
        className="absolute bottom-full left-1/2 z-20 hidden w-max max-w-[15rem] -translate-x-1/2 animate-fade pb-3 group-focus-within:block group-hover:block"
      >
        <span className="block rounded-sm bg-ink px-2.5 py-1.5 text-sm leading-snug font-normal text-plaster">
          {text}
        </span>
      </span>
    </span>
  )
}
