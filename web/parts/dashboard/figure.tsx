import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Reading } from '#web/parts/dashboard/dashboard-frame.tsx'
import { ofTitle } from '#web/parts/dashboard/of-title.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

/**
 * A figure of a dashboard: its title, its content or error, its source, and its table as a download. A placeholder while it loads; an error
 * stays in this card.
 */
export const Figure = <T,>({
  title,
  answer,
  whence,
  table,
  aside,
  className,
  height = 'h-48',
  children,
}: {
  title: string
  answer: Reading<T>
  /** The source of the figure, in a sentence or two. */
  whence: string
  /** The URL of its CSV. */
  table?: string
  aside?: ReactNode
  className?: string
  /** The height of the placeholder. */
  height?: string
  children: (found: T) => ReactNode
}) => (
  <Card
    role="region"
    aria-label={title}
    aria-busy={answer.isPending || undefined}
    className={classNames('flex min-w-0 flex-col gap-5', className)}
  >
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <h2 className="text-xl">{title}</h2>
      {aside}
    </div>
    <div className="flex min-w-0 flex-1 flex-col gap-5">
      {answer.isPending ? (
        <>
          <span className="sr-only">Cargando {title.toLowerCase()}…</span>
          <Skeleton className={classNames('rounded-md', height)} />
        </>
      ) : answer.isLoadingError ? (
        <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
      ) : (
        children(answer.data)
      )}
    </div>
    <div className="flex flex-wrap items-start justify-between gap-x-4 border-t border-line pt-2">
      <details className="min-w-0 flex-1 text-sm">
        <summary className="inline-flex min-h-11 items-center font-semibold text-jacaranda-deep underline underline-offset-4">
          ¿De dónde sale?
          <span className="sr-only"> {title}</span>
        </summary>
        <p className="measure pb-3 text-muted">{whence}</p>
      </details>
      {table === undefined ? null : (
        <a href={table} download className={buttonClass({ tone: 'quiet', size: 'small' })}>
          <Download aria-hidden className="size-4" />
          CSV
          <span className="sr-only"> {ofTitle(title)}</span>
        </a>
      )}
    </div>
  </Card>
)
