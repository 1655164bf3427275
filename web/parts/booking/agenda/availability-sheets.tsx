import { lazy, Suspense } from 'react'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'

const DisputeView = lazy(() => import('#web/parts/booking/settlement/dispute-view.tsx'))
const RequestedReview = lazy(() => import('#web/parts/review/requested-review.tsx'))
const UnitWhySheet = lazy(() => import('#web/parts/dashboard/unit-why.tsx'))

/** The dialogs that the host calendar's address opens: a problem, a review to write, or why a unit is not rented on the date. */
export default function AvailabilitySheets({
  problem,
  review,
  why,
  date,
  onClose,
}: {
  problem: string | undefined
  review: string | undefined
  /** The unit's id. */
  why: number | undefined
  date: string
  onClose: () => void
}) {
  return (
    <>
      {problem === undefined ? null : (
        <Dialog
          open
          onOpenChange={onClose}
          title="Problema o tiempo extra"
          description="Lo que se dijo, lo que se mostró y qué dinero espera."
        >
          <Suspense fallback={<Skeleton className="h-52 rounded-lg" />}>
            <DisputeView bookingId={problem} as="host" />
          </Suspense>
        </Dialog>
      )}
      {review === undefined ? null : (
        <Suspense>
          <RequestedReview id={review} as="host" onClose={onClose} />
        </Suspense>
      )}
      {why === undefined ? null : (
        <Suspense>
          <UnitWhySheet unitId={why} date={date} onClose={onClose} />
        </Suspense>
      )}
    </>
  )
}
