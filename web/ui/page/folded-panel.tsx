import { type ReactNode, useState } from 'react'

/** A panel that is collapsed to a row while it is empty, and open otherwise. */
export const FoldedPanel = ({
  title,
  value,
  text,
  isFilled,
  children,
}: {
  title: string
  /** A short count: "Ninguna", "2". */
  value: string
  text?: ReactNode
  isFilled: boolean
  children?: ReactNode
}) => {
  // A panel that becomes empty while it is viewed stays open.
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
