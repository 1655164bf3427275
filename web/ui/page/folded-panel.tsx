import { type ReactNode, useState } from 'react'

/** A panel that is a row while there is nothing in it, one press from all that it says; with something in it, it is open. */
export const FoldedPanel = ({
  title,
  value,
  text,
  isFilled,
  children,
}: {
  title: string
  /** How much is in it: "Ninguna", "2". */
  value: string
  text?: ReactNode
  isFilled: boolean
  children?: ReactNode
}) => {
  // What empties while one looks stays open.
  const [wasFilled, fill] = useState(isFilled)
  if (isFilled && !wasFilled) fill(true)
  return (
    <details open={wasFilled} className="group rounded-lg border border-line bg-surface">
      <summary className="flex min-h-12 cursor-pointer flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-lg px-5 py-3 marker:content-none sm:px-6">
        <h3 className="text-lg">{title}</h3>
        <span className="flex items-center gap-2 text-sm text-muted">
          {value}
          <span aria-hidden className="text-base transition-transform group-open:rotate-45">
            +
          </span>
        </span>
      </summary>
      <div className="flex flex-col gap-5 px-5 pb-5 sm:px-6">
        {text ? <p className="measure text-muted">{text}</p> : null}
        {children}
      </div>
    </details>
  )
}
