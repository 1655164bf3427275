import { useQuery } from '@tanstack/react-query'
import { booking } from '#contract/booking/booking.ts'
import type { ReviewAuthor } from '#contract/review/visit-review.ts'
import { reading } from '#web/api.ts'
import ReviewDialog from '#web/parts/review/review-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

type Props = { id: string; as: ReviewAuthor; token?: string | undefined; onClose: () => void }

/** The review that a notification or an email links to: to write it, or to read it with its answer. */
export default function RequestedReview({ id, as, token, onClose }: Props) {
  const answer = useQuery(
    reading(booking, { params: { id }, query: { as, ...(token === undefined ? {} : { t: token }) } }),
  )
  if (answer.data) return <ReviewDialog booking={answer.data} as={as} token={token} onClose={onClose} />
  return (
    <Dialog open onOpenChange={onClose} title="Reseña">
      {answer.isPending ? (
        <Skeleton className="h-64 rounded-lg" />
      ) : (
        <ErrorState text={answer.error.message} onRetry={() => void answer.refetch()} />
      )}
    </Dialog>
  )
}
