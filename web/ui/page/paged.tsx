import type { ReactNode } from 'react'
import { LoadMore } from '#web/ui/page/load-more.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

/** What of a reading page by page is looked at: Query's own answer fits. */
type Answer<Page> = {
  data: { pages: Page[] } | undefined
  error: Error | null
  refetch: () => Promise<unknown>
  hasNextPage: boolean
  fetchNextPage: () => Promise<unknown>
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
}

/**
 * A list that comes page by page, in its states: on its way, not come, and come with a button for more. What an empty one says is for
 * `children`, who know of what there is none.
 */
export const Paged = <Page,>({
  answer,
  loading,
  skeletons,
  children,
}: {
  answer: Answer<Page>
  /** "Cargando tus citas…" */
  loading: string
  /** The sizes of what comes, by their classes. */
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
      {answer.isFetchNextPageError ? (
        <p role="alert" className="text-center font-medium text-chile">
          {answer.error?.message}
        </p>
      ) : null}
      <LoadMore
        has={answer.hasNextPage}
        busy={answer.isFetchingNextPage}
        onMore={() => void answer.fetchNextPage()}
      />
    </>
  )
}
