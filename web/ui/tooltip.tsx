import { useId, useState } from 'react'
import type { ReactNode } from 'react'

/** A few words about a mark, on hover, focus or touch; Escape puts them away. Without a positioning library: a word or two never need one. */
export const Tooltip = ({ text, children }: { text: string; children: ReactNode }) => {
  const id = useId()
  const [away, setAway] = useState(false)
  return (
    <span
      className="group relative inline-flex"
      onMouseEnter={() => setAway(false)}
      onFocus={() => setAway(false)}
    >
      <button
        type="button"
        aria-describedby={id}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setAway(true)
        }}
        className="relative inline-flex cursor-help items-center rounded-full before:absolute before:-inset-2.5"
      >
        {children}
      </button>
      <span
        id={id}
        role="tooltip"
        className={
          away
            ? 'hidden'
            : 'pointer-events-none absolute bottom-[calc(100%+6px)] left-1/2 z-20 hidden w-max max-w-[15rem] -translate-x-1/2 animate-fade rounded-sm bg-ink px-2.5 py-1.5 text-sm leading-snug font-normal text-plaster group-focus-within:block group-hover:block'
        }
      >
        {text}
      </span>
    </span>
  )
}
