import type { ReactNode } from 'react'

/** The breadcrumb; its last part is the current page. Give links as children of all but the last. */
export const Breadcrumb = ({ parts }: { parts: readonly { key: string; node: ReactNode }[] }) => (
  <nav aria-label="Ruta" className="text-[0.9375rem] text-muted">
    <ol className="flex flex-wrap items-center gap-x-2">
      {parts.map((part, index) => (
        <li
          key={part.key}
          className="flex min-h-8 items-center gap-2"
          aria-current={index === parts.length - 1 ? 'page' : undefined}
        >
          {index > 0 ? <span aria-hidden>/</span> : null}
          {part.node}
        </li>
      ))}
    </ol>
  </nav>
)
