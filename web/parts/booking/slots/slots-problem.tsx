import type { UseQueryResult } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Skeleton } from '#web/ui/page/skeleton.tsx'

/** Loaded after the slots on a page, with `SlotsRefused` in a dialog: it is shown offline too. */
export const fetchSlotsRefused = () => import('#web/parts/booking/slots/slots-refused.tsx')
const SlotsRefused = lazy(fetchSlotsRefused)

/** Instead of slots that failed to load, or are still loading. */
export const SlotsProblem = ({ answer }: { answer: Pick<UseQueryResult, 'error' | 'refetch'> }) =>
  answer.error === null ? (
    <HoursSkeleton />
  ) : (
    <Suspense fallback={<HoursSkeleton />}>
      <SlotsRefused error={answer.error} onRetry={() => answer.refetch()} />
    </Suspense>
  )

export const HoursSkeleton = () => (
  <div aria-busy="true" className="flex flex-col gap-2">
    <span className="sr-only">Cargando horarios…</span>
    <Skeleton className="h-20" />
    <div className="grid grid-cols-3 gap-2">
      {Array.from({ length: 6 }, (_, place) => (
        <Skeleton key={place} className="h-18" />
      ))}
    </div>
  </div>
)
