import { lazy, Suspense, useState } from 'react'
import type { Booking } from '#contract/booking/booking.ts'
import { mayReview, type ReviewAuthor } from '#contract/review/visit-review.ts'
import { Button } from '#web/ui/button.tsx'
import { useMinute } from '#web/ui/minute.ts'
import { Opening } from '#web/ui/page/opening.tsx'
import { useHydrating } from '#web/ui/page/still.tsx'

const ReviewDialog = lazy(() => import('#web/parts/review/review-dialog.tsx'))

/** What is reviewed: a visit, or rented hours. */
export type Reviewable = Pick<Booking, 'id' | 'status' | 'completedAt' | 'reviewed' | 'zone'> & {
  /** Visits only: the place is the professional's own. */
  ownPlace?: boolean
  professional: { firstName: string }
  place: { name: string; businessName: string | null }
}

type Props = { booking: Reviewable; as: ReviewAuthor; token?: string | undefined }

/** Each party reviews a completed booking once; afterwards the button shows their review. */
export default function ReviewButton({ booking: one, as, token }: Props) {
  const hydrating = useHydrating()
  const now = new Date(useMinute())
  const [open, setOpen] = useState(false)
  // The professional's own place is not scored.
  if (as !== 'client' && one.place.businessName === null) return null
  // Depends on the clock, so it is known only in the browser.
  if (hydrating) return null
  const answer =
    as !== 'client' && one.ownPlace
      ? ({ allowed: false, reason: 'Es un lugar propio: aquí no hay nada que te toque calificar.' } as const)
      : mayReview(one, now)
  return (
    <>
      <Button
        tone={one.reviewed || as !== 'client' ? 'quiet' : 'secondary'}
        size="small"
        blocked={one.reviewed || answer.allowed ? undefined : answer.reason}
        onClick={() => setOpen(true)}
      >
        {one.reviewed ? 'Ver tu reseña' : labels[as]}
      </Button>
      {open ? (
        <Suspense fallback={<Opening />}>
          <ReviewDialog booking={one} as={as} token={token} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

const labels: Readonly<Record<ReviewAuthor, string>> = {
  client: 'Dejar reseña',
  professional: 'Calificar el espacio',
  host: 'Calificar a quien rentó',
}
