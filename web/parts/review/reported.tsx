import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Flag } from 'lucide-react'
import * as contract from '#contract/review/visit-review.ts'
import { type ReportedReview, reviewReportReasons } from '#contract/review/visit-review.ts'
import { call, keyOf, reading } from '#web/api.ts'
import { NoticeTime } from '#web/parts/notification/notice.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Stars } from '#web/ui/rating.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { toast, toastError } from '#web/ui/toast.ts'

/** Reviews reported for breaking the rules; staff decide, and the rating is updated. */
export default function ReportedReviews() {
  const answer = useQuery({ ...reading(contract.reportedReviews), retry: false })
  if (answer.isPending) return <Skeleton className="h-56 rounded-lg" />
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => void answer.refetch()} />
  if (answer.data.length === 0)
    return (
      <EmptyState
        icon={<Flag />}
        title="Ninguna reseña espera"
        text="Cuando alguien reporte una reseña o su respuesta, la lees aquí y decides si se queda."
      />
    )
  return (
    <ul className="flex flex-col gap-6">
      {answer.data.map((one) => (
        <li key={one.id}>
          <Reported review={one} />
        </li>
      ))}
    </ul>
  )
}

const Reported = ({ review: one }: { review: ReportedReview }) => {
  const queryClient = useQueryClient()
  const deciding = useMutation({
    mutationFn: (remove: boolean) =>
      call(contract.decideReviewReport, { params: { id: one.id }, body: { remove } }),
    onSuccess: (_, remove) =>
      toast(
        one.ofReply
          ? remove
            ? 'Respuesta retirada'
            : 'La respuesta se queda'
          : remove
            ? 'Reseña retirada'
            : 'La reseña se queda',
        undefined,
        'good',
      ),
    onError: (problem) => toastError('Error', problem.message),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(contract.reportedReviews) }),
  })
  return (
    <Card className="flex flex-col gap-4">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 className="text-xl">
            {one.ofReply
              ? `Respuesta de ${one.about} a ${one.authorFirstName}`
              : `${one.authorFirstName} sobre ${one.about}`}
          </h2>
          <p className="text-muted">
            <NoticeTime at={one.at} />
          </p>
        </div>
        <Badge tone="chile">{reviewReportReasons[one.reason]}</Badge>
      </header>
      {one.note === '' ? null : <p className="border-l-4 border-line px-4 py-1">{one.note}</p>}
      <div className="flex flex-col gap-1.5 rounded-md bg-sunk px-3.5 py-2">
        <Stars score={one.score} />
        {one.text === '' ? null : <p className="wrap-anywhere whitespace-pre-wrap">{one.text}</p>}
        {one.reply === null ? null : (
          <p className={one.ofReply ? 'font-semibold wrap-anywhere' : 'text-muted wrap-anywhere'}>
            Respuesta: {one.reply}
          </p>
        )}
      </div>
      <FormError of={deciding.error} />
      <div className="flex flex-wrap gap-3 border-t border-line pt-4">
        <Button tone="danger" size="small" busy={deciding.isPending} onClick={() => deciding.mutate(true)}>
          {one.ofReply ? 'Retirar la respuesta' : 'Retirar la reseña'}
        </Button>
        <Button
          tone="secondary"
          size="small"
          busy={deciding.isPending}
          onClick={() => deciding.mutate(false)}
        >
          Dejarla
        </Button>
      </div>
    </Card>
  )
}
