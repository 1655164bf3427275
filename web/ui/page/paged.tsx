import type { ReactNode } from 'react'
import { LoadMore } from '#web/ui/page/load-more.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

/** The part of TanStack Query's infinite result that is used. */
type Answer<Page> = {
  data: { pages: Page[] } | undefined
  error: Error | null
  refetch: () => Promise<unknown>
  hasNextPage: boolean
  fetchNextPage: () => Promise<unknown>
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
}

/** A paginated list in its states: loading, failed, and loaded with a "more" button. The empty state is left to `children`. */
export const Paged = <Page,>({
  answer,
  loading,
  skeletons,
  children,
}: {
  answer: Answer<Page>
  /** "Cargando tus citas…" */
  loading: string
  /** The heights of the placeholders, as classes. */
  skeletons: readonly string[]
  children: (pages: readonly Page[]) => ReactNode
}) => {
  if (answer.data === undefined)
    return answer.error === null ? (
      <div aria-busy="true" className="flex flex-col gap-4">
        <span className="sr-only">{loading}</span>
        {skeletons.map((size, place) => (
          <Skeleton key={place} className={size} />
        ))}
      </div>
    ) : (
      <ErrorState text={answer.error.message} onRetry={() => void answer.refetch()} />
    )
  return (
    <>
      {children(answer.data.pages)}
      <LoadMore
        has={answer.hasNextPage}
        busy={answer.isFetchingNextPage}
        error={answer.isFetchNextPageError ? answer.error : null}
        onMore={() => void answer.fetchNextPage()}
      />
    </>
  )
}
