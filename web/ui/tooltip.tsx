import { useId } from 'react'
import type { ReactNode } from 'react'

/**
 * A few words about a mark, on hover, focus or touch. They stay while they are pointed at themselves, and Escape puts them away
 * (web/ui/focus-return.ts). Without a positioning library: a word or two never need one.
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
      {/* The gap to the mark is part of the hint, so that the pointer gets across. */}
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
