import type { ReactNode } from 'react'

/** A part of a page that few people read: its title, and a word of what is in it, until it is opened. */
export const FoldedSection = ({
  title,
  value,
  children,
}: {
  title: string
  value?: string | undefined
  children: ReactNode
}) => (
  <details className="group border-b border-line">
    <summary className="flex min-h-14 cursor-pointer items-center justify-between gap-4 marker:content-none">
      <h2 className="max-w-[85%] shrink-0 text-lg wrap-anywhere sm:text-xl">{title}</h2>
      <span className="flex min-w-0 items-center gap-2 text-muted">
        {/* When open, all of it is below. */}
        <span className="truncate text-sm group-open:hidden">{value}</span>
        <span aria-hidden className="transition-transform group-open:rotate-45">
          +
        </span>
      </span>
    </summary>
    <div className="flex flex-col gap-5 pt-1 pb-6">{children}</div>
  </details>
)
