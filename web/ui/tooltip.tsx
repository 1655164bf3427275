import { useId, useState } from 'react'
import type { ReactNode } from 'react'

/** A few words about a mark, on hover, focus or touch; Escape puts them away. Without a positioning library: a word or two never need one. */
export const Tooltip = ({ text, children }: { text: string; children: ReactNode }) => {
  const id = useId()
  const [away, setAway] = useState(false)
  return (
    <span className="group relative inline-flex" onMouseEnter={() => setAway(false)} onFocus={() => setAway(false)}>
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
            : 'pointer-events-none invisible absolute bottom-[calc(100%+6px)] left-1/2 z-20 w-max max-w-[15rem] -translate-x-1/2 rounded-sm bg-ink px-2.5 py-1.5 text-sm leading-snug font-normal text-plaster opacity-0 transition-opacity group-focus-within:visible group-focus-within:opacity-100 group-hover:visible group-hover:opacity-100'
        }
      >
        {text}
      </span>
    </span>
  )
}
