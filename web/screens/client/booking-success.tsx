import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import * as booking from '#contract/booking/booking.ts'
import type { Booking } from '#contract/booking/booking.ts'
import { ApiError, reading } from '#web/api.ts'
import { BookingActions, useAskIn } from '#web/parts/booking/visit/actions.tsx'
import { wasSent } from '#web/parts/booking/payment/sent-order.ts'
import { waitsForVoucher } from '#web/parts/booking/payment/waits-for-voucher.ts'
import { textIn } from '#web/search-params.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'
import { PageLoading } from '#web/ui/spinner.tsx'
import { Steps } from '#web/ui/page/steps.tsx'
import {
  PaymentPanels,
  VisitPanels,
  VisitCard,
  NextSteps,
  cameToNothing,
} from '#web/parts/booking/visit/booked-panels.tsx'
const BookedState = lazy(() => import('#web/parts/booking/visit/booked-state.tsx'))
const DisputeView = lazy(() => import('#web/parts/booking/settlement/dispute-view.tsx'))
const VisitForms = lazy(() => import('#web/parts/booking/contact/visit-forms.tsx'))
const RequestedReview = lazy(() => import('#web/parts/review/requested-review.tsx'))
const RentPaid = lazy(() => import('#web/parts/booking/rent/rent-paid.tsx'))

/** `review`: an email asks for it, or announces its answer. */
type SearchParams = { id?: string; t?: string; review?: '1' }

const readingOf = ({ id, t }: { id: string; t?: string | undefined }) =>
  reading(booking.booking, { params: { id }, query: t === undefined ? {} : { t } })

export const Route = createFileRoute('/booking-success')({
  validateSearch: (requested: Record<string, unknown>): SearchParams => ({
    id: textIn(requested.id),
    t: textIn(requested.t),
    review: requested.review === '1' ? '1' : undefined,
  }),
  loaderDeps: ({ search: { id, t } }) => ({ id, t }),
  loader: ({ context, deps: { id, t } }) =>
    id === undefined ? undefined : context.queryClient.prefetchQuery(readingOf({ id, t })),
  head: () => ({
    meta: [
      { title: 'Tu reserva · Kalli' },
      { name: 'robots', content: 'noindex' },
      { name: 'referrer', content: 'no-referrer' },
    ],
  }),
  component: SuccessScreen,
})

function SuccessScreen() {
  const { id, t, review } = Route.useSearch()
  const navigate = Route.useNavigate()
  if (id === undefined) return <Unknown />
  return (
    <>
      <Booked id={id} token={t} />
      {review === undefined ? null : (
        <Suspense>
          <RequestedReview
            id={id}
            as="client"
            token={t}
            onClose={() =>
              void navigate({ ...paths.bookingSuccess(id, t), replace: true, resetScroll: false })
            }
          />
        </Suspense>
      )}
    </>
  )
}

const Unknown = () => (
  <section className="page py-12">
    <EmptyState
      heading="h1"
      icon={<CircleAlert />}
      title="No encontramos esa reserva"
      text="Abre el enlace que te mandamos, o entra con la cuenta con la que reservaste."
      action={
        <Link {...paths.auth({ redirect: '/my-bookings' })} className={buttonClass()}>
          Entrar
        </Link>
      }
    />
  </section>
)

/** Polled every three seconds while a bank or a processor has not answered. */
const pollMs = 3_000
/** Polled for this long; later answers are sent by email. */
const pollForMs = 120_000
/** Polled every half minute while a professional has not answered. */
const answerPollMs = 30_000

function Booked({ id, token }: { id: string; token: string | undefined }) {
  const { user } = Route.useRouteContext()

  const [asks, askHere] = useAskIn()
  const visit = useBookedVisit(id, token)
  if (visit.answer.isPending) return <PageLoading />
  if (visit.answer.isLoadingError)
    return visit.answer.error instanceof ApiError && [400, 404].includes(visit.answer.error.status) ? (
      <Unknown />
    ) : (
      <ErrorState text={visit.answer.error.message} onRetry={() => visit.answer.refetch()} />
    )
  const booked = visit.answer.data
  if (booked.kind === 'rent')
    return (
      <Suspense fallback={<PageLoading />}>
        <RentPaid id={id} />
      </Suspense>
    )
  const coming = booked.status === 'confirmed'
  // The cancellation terms are left out once the visit can no longer be cancelled.
  const isOver = !mayStillCancel.includes(booked.status)
  return (
    <section className="page py-6 sm:py-8">
      <div className="mx-auto flex max-w-reading flex-col gap-7">
        {hasSteps(booked) ? (
          <Steps steps={['Servicio y hora', 'Datos y pago', 'Listo']} current={coming ? 3 : 1} />
        ) : null}
        <Suspense fallback={<Skeleton className="h-44 rounded-lg" />}>
          <BookedState
            booked={booked}
            token={token}
            isLate={visit.isLate}
            onLook={() => void visit.answer.refetch()}
          />
        </Suspense>
        <div ref={askHere} className="empty:hidden" />
        <PaymentPanels booked={booked} token={token} />
        <VisitPanels booked={booked} token={token} />
        <VisitCard booked={booked} token={token} coming={coming} isOver={isOver} />
        {booked.forms === null ? null : (
          <Suspense fallback={<Skeleton className="h-40 rounded-lg" />}>
            <VisitForms id={id} token={token} name={booked.professional.firstName} zone={booked.zone} />
          </Suspense>
        )}
        {booked.dispute === null ? null : (
          <Suspense fallback={<Skeleton className="h-52 rounded-lg" />}>
            <DisputeView bookingId={id} as="client" token={token} />
          </Suspense>
        )}
        {/* The other place is offered above. */}
        <BookingActions
          booking={booked}
          visit={{ ...booked, rescue: null }}
          as="client"
          token={token}
          askIn={asks}
        />
        <NextSteps booked={booked} token={token} id={id} user={user} />
      </div>
    </section>
  )
}

/** The visit, polled while a bank, a processor or the professional has not answered. */
const useBookedVisit = (id: string, token: string | undefined) => {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const late = setTimeout(() => setLate(true), pollForMs)
    return () => clearTimeout(late)
  }, [])
  const answer = useQuery({
    ...readingOf({ id, t: token }),
    refetchInterval: ({ state: { data } }) => {
      if (data?.status === 'requested') return answerPollMs
      if (data?.status !== 'awaiting_payment') return false
      // OXXO payments take a while, and a client who pays by transfer looks for the account number first.
      if (waitsForVoucher(data)) return isLate || data.payment?.method === 'oxxo' ? answerPollMs : pollMs
      return isLate ? false : pollMs
    },
  })
  const { data } = answer
  const professionalId = data !== undefined && isActive(data) ? data.professional.id : null
  // Not earlier: a client who returns from the bank without approving finds what they typed.
  useEffect(() => {
    if (professionalId === null || !wasSent(id)) return
    void import('#web/parts/booking/checkout/forget-typed.ts').then(({ forgetTyped }) =>
      forgetTyped(professionalId),
    )
  }, [id, professionalId])
  return { answer, isLate }
}

/** Only a client who booked went through these steps, not one whose professional made the appointment. */
const hasSteps = ({ status, rescue, inPlace, upfront }: Booking) =>
  inPlace === null &&
  upfront?.byLink !== true &&
  ((status === 'confirmed' && rescue === null) || status === 'awaiting_payment')

/** Whether the order was placed, so that nothing of it is typed again; also while a payment reference waits. */
const isActive = (booked: Booking) =>
  booked.status === 'awaiting_payment'
    ? waitsForVoucher(booked)
    : booked.status !== 'held' && !cameToNothing.includes(booked.status)

const mayStillCancel: readonly Booking['status'][] = ['held', 'awaiting_payment', 'requested', 'confirmed']
