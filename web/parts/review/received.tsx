import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as contract from '#contract/review/visit-review.ts'
import type { ReceivedReview } from '#contract/review/visit-review.ts'
import { pagesOf } from '#web/api-pages.ts'
import { call, keyOf } from '#web/api.ts'
import { NoticeTime } from '#web/parts/notification/notice.tsx'
import ReportDialog from '#web/parts/review/report-dialog.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { TextArea } from '#web/ui/form/input.tsx'
import { LoadMore } from '#web/ui/page/load-more.tsx'
import { Stars } from '#web/ui/rating.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'
import { toast } from '#web/ui/toast.ts'

const readingOf = (as: 'professional' | 'host') =>
  pagesOf(contract.receivedReviews, { query: { as, limit: 5 } })

/** Reviews of the user or of their spaces: each may be answered once, or reported. */
export default function ReceivedReviews({ as }: { as: 'professional' | 'host' }) {
  const answer = useInfiniteQuery(readingOf(as))
  if (answer.isPending) return <Skeleton className="h-48 rounded-lg" />
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => void answer.refetch()} />
  const all = answer.data.pages.flatMap(({ items }) => items)
  return (
    <Card id="reviews" ref={showIfMeant} className="flex scroll-mt-24 flex-col gap-4">
      <h2 className="text-xl">
        {as === 'professional' ? 'Lo que dicen de ti' : 'Lo que dicen de tus espacios'}
      </h2>
      {all.length === 0 ? (
        <p className="text-[0.9375rem] text-muted">
          Todavía no hay reseñas. Llegan de citas completadas y se publican a más tardar a los{' '}
          {contract.reviewDays.sealed} días.
        </p>
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {all.map((one) => (
            <li key={one.id} className="py-4 first:pt-0">
              <Received review={one} />
            </li>
          ))}
        </ul>
      )}
      <LoadMore
        has={answer.hasNextPage}
        busy={answer.isFetchingNextPage}
        error={answer.isFetchNextPageError ? answer.error : null}
        onMore={() => answer.fetchNextPage()}
      />
    </Card>
  )
}

/** It is far down and loads late: a user who comes from a notification is scrolled to it. */
const showIfMeant = (card: HTMLElement | null) => {
  if (card !== null && window.location.hash === '#reviews') card.scrollIntoView()
}

const Received = ({ review: one }: { review: ReceivedReview }) => {
  const [open, setOpen] = useState<'reply' | 'report'>()
  const queryClient = useQueryClient()
  return (
    <div className="flex flex-col gap-1.5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold">{one.authorFirstName}</span>
        <Stars score={one.score} />
        <span className="text-sm text-muted">
          <NoticeTime at={one.createdAt} />
          {one.spaceName === null ? '' : ` · ${one.spaceName}`}
          {one.author === 'host' ? ' · anfitrión' : one.serviceName === null ? '' : ` · ${one.serviceName}`}
        </span>
      </p>
      {one.text === '' ? null : <p className="wrap-anywhere">{one.text}</p>}
      {one.replyRemoved ? (
        <p className="text-[0.9375rem] text-muted">
          Una persona del equipo retiró tu respuesta: rompía las reglas.
        </p>
      ) : null}
      {one.reply === null ? null : (
        <p className="border-l-4 border-line py-0.5 pl-4 text-[0.9375rem] wrap-anywhere">
          <span className="font-semibold">Respondiste: </span>
          {one.reply}
        </p>
      )}
      <p className="flex flex-wrap gap-2">
        {one.reply === null && !one.replyRemoved ? (
          <Button tone="secondary" size="small" onClick={() => setOpen('reply')}>
            Responder
          </Button>
        ) : null}
        <Button
          tone="quiet"
          size="small"
          blocked={
            one.report === null
              ? undefined
              : one.report === 'waiting'
                ? 'Ya la reportaste. La revisa una persona del equipo.'
                : 'Una persona del equipo la revisó y se queda.'
          }
          onClick={() => setOpen('report')}
        >
          Reportar
        </Button>
      </p>
      {open === 'reply' ? (
        <ReplyDialog review={one} onClose={() => setOpen(undefined)} />
      ) : open === 'report' ? (
        <ReportDialog
          draft={`review-report-${one.id}`}
          title="Reportar la reseña"
          description="Una reseña no se retira por ser mala, solo si rompe las reglas."
          stays="la reseña"
          send={(said) => call(contract.reportReview, { params: { id: one.id }, body: said })}
          onSent={() => queryClient.invalidateQueries({ queryKey: keyOf(contract.receivedReviews) })}
          onClose={() => setOpen(undefined)}
        />
      ) : null}
    </div>
  )
}

const ReplyDialog = ({ review, onClose }: { review: ReceivedReview; onClose: () => void }) => {
  const draftKey = `review-reply-${review.id}`
  const form = useForm({ initial: { text: '' }, draft: draftKey })
  const { text } = form.values
  const queryClient = useQueryClient()
  const sending = useMutation({
    mutationFn: () => call(contract.replyToReview, { params: { id: review.id }, body: { text } }),
    onSuccess: async () => {
      form.accept()
      toast('Respuesta publicada', 'Se lee debajo de la reseña.', 'good')
      onClose()
      await queryClient.invalidateQueries({ queryKey: keyOf(contract.receivedReviews) })
    },
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Responder a ${review.authorFirstName}`}
      description="Se publica debajo de la reseña, una sola vez, y no se cambia."
      actions={
        <Button
          busy={sending.isPending}
          blocked={text.trim() === '' ? 'Escribe tu respuesta.' : undefined}
          onClick={() => sending.mutate()}
        >
          Publicar respuesta
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="Tu respuesta">
          {(control) => (
            <TextArea {...control} rows={4} maxLength={contract.maxReviewSigns} {...form.text('text')} />
          )}
        </Field>
        {sending.isError ? (
          <p role="alert" className="font-medium text-chile">
            {sending.error.message}
          </p>
        ) : null}
      </div>
    </Dialog>
  )
}
