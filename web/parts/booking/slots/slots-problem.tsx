import type { UseQueryResult } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Skeleton } from '#web/ui/page/skeleton.tsx'

/** Comes with what is refused. */
const SlotsRefused = lazy(() => import('#web/parts/booking/slots/slots-refused.tsx'))

/** Instead of hours that are not here, or not yet. */
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
