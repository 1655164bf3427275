import type { ReactNode, SyntheticEvent } from 'react'

/** A disclosure in one line: its title and the chosen value. */
export default function Fold({
  label,
  value,
  onToggle,
  children,
}: {
  label: ReactNode
  value?: ReactNode
  onToggle?: (isOpen: boolean) => void
  children: ReactNode
}) {
  return (
    <details
      className="group border-b border-line"
      {...(onToggle === undefined
        ? {}
        : { onToggle: (event: SyntheticEvent<HTMLDetailsElement>) => onToggle(event.currentTarget.open) })}
    >
      <summary className="flex min-h-11 items-center justify-between gap-3 font-medium marker:content-none">
        {label}
        <span className="flex min-w-0 items-center gap-2 text-muted">
          <span className="truncate text-sm">{value}</span>
          <span aria-hidden className="transition-transform group-open:rotate-45">
            +
          </span>
        </span>
      </summary>
      <div className="flex flex-col gap-4 pt-1 pb-4">{children}</div>
    </details>
  )
}
