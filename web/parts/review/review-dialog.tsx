import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { booking as bookingEndpoint } from '#contract/booking/booking.ts'
import { placeName } from '#contract/places/place-name.ts'
import { reservations } from '#contract/booking/rent/reservation.ts'
import * as contract from '#contract/review/visit-review.ts'
import type { ReviewAuthor, ReviewSubject, VisitReview } from '#contract/review/visit-review.ts'
import { call, keyOf, reading } from '#web/api.ts'
import type { Reviewable } from '#web/parts/review/review-button.tsx'
import { useRefreshBookings } from '#web/parts/booking/summary/use-refresh-bookings.ts'
import { useForm } from '#web/ui/form/use-form.ts'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { TextArea } from '#web/ui/form/input.tsx'
import { Opening } from '#web/ui/page/opening.tsx'
import { Stars } from '#web/ui/rating.tsx'
import { StarChoice } from '#web/ui/form/star-choice.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'
import { toast } from '#web/ui/toast.ts'

const ReportDialog = lazy(() => import('#web/parts/review/report-dialog.tsx'))

type Props = { booking: Reviewable; as: ReviewAuthor; token?: string | undefined; onClose: () => void }

/** Stars for each subject; text where it is shown. Hidden until the other parties have written, or a week has passed. */
export default function ReviewDialog({ booking: one, as, token, onClose }: Props) {
  const query = { as, ...(token === undefined ? {} : { t: token }) }
  const answer = useQuery({
    ...reading(contract.visitReview, { params: { id: one.id }, query }),
    staleTime: 0,
  })
  return (
    <Dialog open onOpenChange={onClose} title={one.reviewed ? 'Tu reseña' : '¿Cómo te fue?'}>
      {answer.isPending ? (
        <Skeleton className="h-64 rounded-lg" />
      ) : answer.isLoadingError ? (
        <ErrorState text={answer.error.message} onRetry={() => void answer.refetch()} />
      ) : answer.data.mine.length > 0 ? (
        <Written review={answer.data} booking={one} query={query} />
      ) : (
        <Write booking={one} query={query} review={answer.data} onClose={onClose} />
      )}
    </Dialog>
  )
}

type ViewerQuery = { as: ReviewAuthor; t?: string }

const Written = ({
  review: { mine, publishAt },
  booking: { id, zone },
  query,
}: {
  review: VisitReview
  booking: Reviewable
  query: ViewerQuery
}) => (
  <div className="flex flex-col gap-5">
    {publishAt === null ? null : (
      <p className="rounded-md bg-maiz-soft px-4 py-2.5 text-[0.9375rem] text-maiz-ink">
        Nadie la lee todavía. Se publica cuando todas las partes escriban, o a más tardar el{' '}
        {shortOf(publishAt, zone)}.
      </p>
    )}
    <ul className="flex flex-col divide-y divide-line">
      {mine.map((one) => (
        <li key={one.subject} className="flex flex-col gap-1.5 py-3 first:pt-0">
          <p className="flex flex-wrap items-center gap-x-3">
            <span className="font-semibold">{contract.reviewSubjects[one.subject]}</span>
            <Stars score={one.score} />
          </p>
          {one.state === 'retired' ? (
            <p className="text-muted">Kalli la retiró.</p>
          ) : one.text === '' ? null : (
            <p>{one.text}</p>
          )}
          {one.replyRemoved ? <p className="text-muted">Kalli retiró la respuesta.</p> : null}
          {one.reply === null ? null : <Answer part={one} bookingId={id} query={query} />}
        </li>
      ))}
    </ul>
  </div>
)

/** The answer to the user's review, and reporting it. */
const Answer = ({
  part: { subject, reply, state, replyReport },
  bookingId,
  query,
}: {
  part: VisitReview['mine'][number]
  bookingId: string
  query: ViewerQuery
}) => {
  const queryClient = useQueryClient()
  const [reporting, setReporting] = useState(false)
  return (
    <div className="flex flex-col items-start gap-1.5">
      <p className="border-l-4 border-line py-0.5 pl-4 text-[0.9375rem] wrap-anywhere">
        <span className="font-semibold">Respuesta: </span>
        {reply}
      </p>
      {state === 'published' ? (
        <Button
          tone="quiet"
          size="small"
          blocked={replyReport === null ? undefined : reported[replyReport]}
          onClick={() => setReporting(true)}
        >
          Reportar la respuesta
        </Button>
      ) : null}
      {reporting ? (
        <Suspense fallback={<Opening />}>
          <ReportDialog
            draft={`reply-report-${bookingId}-${query.as}-${subject}`}
            title="Reportar la respuesta"
            description="Tu reseña se queda. La respuesta se retira solo si rompe las reglas."
            stays="la respuesta"
            send={(said) =>
              call(contract.reportReply, { params: { id: bookingId }, query, body: { subject, ...said } })
            }
            onSent={() => queryClient.invalidateQueries({ queryKey: keyOf(contract.visitReview) })}
            onClose={() => setReporting(false)}
          />
        </Suspense>
      ) : null}
    </div>
  )
}

const reported = {
  waiting: 'Ya la reportaste. La revisa una persona del equipo.',
  kept: 'Una persona del equipo la revisó y se queda.',
} as const

/** The result has stars only: text about it belongs to the professional's review. */
const withWords: readonly ReviewSubject[] = ['professional', 'space']

type Said = {
  scores: Partial<Record<ReviewSubject, number>>
  texts: Partial<Record<ReviewSubject, string>>
}
const nothingSaid: Said = { scores: {}, texts: {} }

const Write = ({
  booking: one,
  query,
  review,
  onClose,
}: {
  booking: Reviewable
  query: ViewerQuery
  review: VisitReview
  onClose: () => void
}) => {
  const queryClient = useQueryClient()
  const refreshBookings = useRefreshBookings()
  const draftKey = `review-${one.id}-${query.as}`
  const form = useForm({ initial: nothingSaid, draft: draftKey })
  const { scores, texts } = form.values
  const notified = review.parts.flatMap((subject) => {
    const score = scores[subject]
    return score === undefined ? [] : [{ subject, score, text: texts[subject]?.trim() ?? '' }]
  })
  const sending = useMutation({
    mutationFn: () =>
      call(contract.writeReview, { params: { id: one.id }, query, body: { scores: notified } }),
    onSuccess: async ({ publishAt }) => {
      form.accept()
      toast(
        'Gracias por tu reseña',
        publishAt === null
          ? 'Ya se puede leer.'
          : `Se publica a más tardar el ${shortOf(publishAt, one.zone)}.`,
        'good',
      )
      onClose()
      await queryClient.invalidateQueries({ queryKey: keyOf(bookingEndpoint) })
      await queryClient.invalidateQueries({ queryKey: keyOf(reservations) })
      await refreshBookings()
    },
  })
  const missing = !review.may.allowed
    ? (review.may.reason ?? 'Ahora no se puede.')
    : review.parts.some((subject) => scores[subject] === undefined)
      ? 'Elige tus estrellas en cada parte.'
      : undefined
  return (
    <div className="flex flex-col gap-6">
      {review.parts.map((subject) => (
        <div key={subject} className="flex flex-col gap-3">
          <StarChoice
            label={labelOf(subject, query.as, one)}
            score={scores[subject]}
            onChange={(score) => form.put({ scores: { ...scores, [subject]: score } })}
          />
          {withWords.includes(subject) ? (
            <Field
              label={subject === 'space' ? 'Unas palabras sobre el lugar' : 'Unas palabras'}
              required={false}
              hint={`Hasta ${contract.maxReviewSigns} caracteres. ${
                query.as === 'host'
                  ? `La lee ${one.professional.firstName}, con el nombre de tu negocio; otros anfitriones ven solo el promedio.`
                  : 'Todos la pueden leer, con tu nombre de pila.'
              }`}
            >
              {(control) => (
                <TextArea
                  {...control}
                  rows={3}
                  maxLength={contract.maxReviewSigns}
                  value={texts[subject] ?? ''}
                  onChange={({ target }) => form.put({ texts: { ...texts, [subject]: target.value } })}
                />
              )}
            </Field>
          ) : null}
        </div>
      ))}
      <p className="text-sm text-muted">
        Una vez enviada no se cambia. Nadie la lee hasta que escriban los demás, o hasta{' '}
        {contract.reviewDays.sealed} días después de la cita.
      </p>
      {sending.isError ? (
        <p role="alert" className="font-medium text-chile">
          {sending.error.message}
        </p>
      ) : null}
      <Button
        busy={sending.isPending}
        blocked={missing}
        onClick={() => sending.mutate()}
        className="self-start"
      >
        Enviar reseña
      </Button>
    </div>
  )
}

const labelOf = (subject: ReviewSubject, as: ReviewAuthor, { professional, place }: Reviewable) =>
  subject === 'space'
    ? `${contract.reviewSubjects.space}: ${placeName(place)}`
    : subject === 'professional'
      ? as === 'host'
        ? `Cómo usó tu espacio ${professional.firstName}`
        : `${contract.reviewSubjects.professional} de ${professional.firstName}`
      : contract.reviewSubjects.service
