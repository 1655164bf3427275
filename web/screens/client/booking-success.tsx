import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import * as booking from '#contract/booking/booking.ts'
import type { Booking } from '#contract/booking/booking.ts'
import { ApiError, reading } from '#web/api.ts'
import { BookingActions, useAskIn } from '#web/parts/booking/visit/actions.tsx'
import { isCardRefused } from '#web/parts/booking/payment/card-refused.ts'
import { wasSent } from '#web/parts/booking/payment/sent-order.ts'
import { BookingSummary } from '#web/parts/booking/summary/summary.tsx'
import { waitsForVoucher } from '#web/parts/booking/payment/waits-for-voucher.ts'
import { textIn } from '#web/asked.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'
import { PageLoading } from '#web/ui/spinner.tsx'
import { Steps } from '#web/ui/page/steps.tsx'

const AfterBooking = lazy(() => import('#web/parts/booking/visit/after-booking.tsx'))
const BookedState = lazy(() => import('#web/parts/booking/visit/booked-state.tsx'))
const BookAgain = lazy(() => import('#web/parts/booking/summary/book-again.tsx'))
const Alternatives = lazy(() => import('#web/parts/booking/slots/alternatives.tsx'))
const Delay = lazy(() => import('#web/parts/booking/visit/delay.tsx'))
const DisputeView = lazy(() => import('#web/parts/booking/settlement/dispute-view.tsx'))
const NoShowPanel = lazy(() => import('#web/parts/booking/visit/no-show.tsx'))
const MissingProfessional = lazy(() => import('#web/parts/booking/visit/missing-professional.tsx'))
const OpenAccount = lazy(() => import('#web/parts/booking/checkout/open-account.tsx'))
const PayRest = lazy(() => import('#web/parts/booking/checkout/pay-rest.tsx'))
const OtherCard = lazy(() => import('#web/parts/booking/checkout/other-card.tsx'))
const VoucherPanel = lazy(() => import('#web/parts/booking/voucher/voucher.tsx'))
const VisitForms = lazy(() => import('#web/parts/booking/contact/visit-forms.tsx'))
const WhatsappConsent = lazy(() => import('#web/parts/booking/checkout/whatsapp-consent.tsx'))
const PromisedTip = lazy(() => import('#web/parts/booking/visit/promised-tip.tsx'))
const HowItWent = lazy(() => import('#web/parts/booking/visit/how-it-went.tsx'))
const AskedReview = lazy(() => import('#web/parts/review/asked-review.tsx'))
const RentPaid = lazy(() => import('#web/parts/booking/rent/rent-paid.tsx'))

/** `review`: a letter asks for it, or tells of its answer. */
type Asked = { id?: string; t?: string; review?: '1' }

const readingOf = ({ id, t }: { id: string; t?: string | undefined }) =>
  reading(booking.booking, { params: { id }, query: t === undefined ? {} : { t } })

export const Route = createFileRoute('/booking-success')({
  validateSearch: (asked: Record<string, unknown>): Asked => ({
    id: textIn(asked.id),
    t: textIn(asked.t),
    review: asked.review === '1' ? '1' : undefined,
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
          <AskedReview
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
      text="Abre el enlace de tu correo, o entra con la cuenta con la que reservaste."
      action={
        <Link {...paths.auth({ redirect: '/my-bookings' })} className={buttonClass()}>
          Entrar
        </Link>
      }
    />
  </section>
)

/** Asked again every three seconds while a bank or a processor still thinks. */
const pollMs = 3_000
/** For so long; whoever answers later is written of by letter. */
const pollForMs = 120_000
/** And every half minute while a person does. */
const answerPollMs = 30_000

function Booked({ id, token }: { id: string; token: string | undefined }) {
  const { user } = Route.useRouteContext()
  const [isLate, setLate] = useState(false)
  const [asks, askHere] = useAskIn()
  useEffect(() => {
    const late = setTimeout(() => setLate(true), pollForMs)
    return () => clearTimeout(late)
  }, [])
  const answer = useQuery({
    ...readingOf({ id, t: token }),
    refetchInterval: ({ state: { data } }) => {
      if (data?.status === 'requested') return answerPollMs
      if (data?.status !== 'awaiting_payment') return false
      // Money over a counter takes its time, and who transfers it looks for the account number first.
      if (waitsForVoucher(data)) return isLate || data.payment?.method === 'oxxo' ? answerPollMs : pollMs
      return isLate ? false : pollMs
    },
  })
  const { data } = answer
  const professionalId = data !== undefined && stands(data) ? data.professional.id : null
  // Not before: whoever comes back from their bank without approving finds all that they typed.
  useEffect(() => {
    if (professionalId === null || !wasSent(id)) return
    void import('#web/parts/booking/checkout/forget-typed.ts').then(({ forgetTyped }) =>
      forgetTyped(professionalId),
    )
  }, [id, professionalId])
  if (answer.isPending) return <PageLoading />
  if (answer.isError)
    return answer.error instanceof ApiError && [400, 404].includes(answer.error.status) ? (
      <Unknown />
    ) : (
      <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
    )
  const booked = answer.data
  if (booked.kind === 'rent')
    return (
      <Suspense fallback={<PageLoading />}>
        <RentPaid id={id} />
      </Suspense>
    )
  const coming = booked.status === 'confirmed'
  // What one may still do about it is nothing to read once it was.
  const isOver = !mayStillCancel.includes(booked.status)
  return (
    <section className="page py-6 sm:py-8">
      <div className="mx-auto flex max-w-3xl flex-col gap-7">
        {(coming && booked.rescue === null) || booked.status === 'awaiting_payment' ? (
          <Steps steps={['Servicio y hora', 'Datos y pago', 'Listo']} current={coming ? 3 : 1} />
        ) : null}
        <Suspense fallback={<Skeleton className="h-44 rounded-lg" />}>
          <BookedState booked={booked} token={token} isLate={isLate} onLook={() => void answer.refetch()} />
        </Suspense>
        <div ref={askHere} className="empty:hidden" />
        {waitsForVoucher(booked) ? (
          <Suspense fallback={<Skeleton className="h-72 rounded-lg" />}>
            <VoucherPanel booking={booked} />
          </Suspense>
        ) : null}
        {isCardRefused(booked) ? (
          <Suspense fallback={<Skeleton className="h-72 rounded-lg" />}>
            <OtherCard booking={booked} token={token} />
          </Suspense>
        ) : null}
        {booked.upfront?.state === 'due' || booked.upfront?.state === 'asked' ? (
          <Suspense fallback={<Skeleton className="h-72 rounded-lg" />}>
            <PayRest booking={booked} token={token} />
          </Suspense>
        ) : null}
        {booked.status === 'confirmed' || booked.status === 'in_progress' ? (
          <Suspense>
            {booked.status === 'confirmed' ? <Delay booking={booked} as="client" token={token} /> : null}
            <MissingProfessional booking={booked} as="client" token={token} />
          </Suspense>
        ) : null}
        {['to_settle', 'completed', 'closed'].includes(booked.status) ? (
          <Suspense>
            <HowItWent booking={booked} token={token} />
          </Suspense>
        ) : booked.tip?.state === 'promised' ? (
          <Suspense>
            <PromisedTip booking={booked} token={token} />
          </Suspense>
        ) : null}
        {booked.status === 'client_no_show' || booked.status === 'professional_no_show' ? (
          <Suspense fallback={<Skeleton className="h-32 rounded-lg" />}>
            <NoShowPanel booking={booked} as="client" token={token} />
          </Suspense>
        ) : null}
        <Card className="flex flex-col gap-6">
          <BookingSummary booking={booked} />
          {booked.arrivalCode === null || !coming ? null : (
            <div className="flex items-center justify-between gap-4 rounded-md bg-agave-soft px-4 py-3.5 text-agave">
              <p>
                <span className="block font-semibold">Tu código de llegada</span>
                <span className="text-sm">{codeWords[booked.place.modality]}</span>
              </p>
              <p className="figures font-display text-2xl font-semibold tracking-widest">
                {booked.arrivalCode}
              </p>
            </div>
          )}
          {isOver || booked.policy === null ? null : (
            <p className="text-[0.9375rem]">
              <span className="font-semibold">Cancelación {booked.policy.label}.</span> {booked.policy.text}
            </p>
          )}
          {coming ? (
            <Suspense fallback={<Skeleton className="h-11 rounded-md" />}>
              <AfterBooking booking={booked} />
            </Suspense>
          ) : null}
        </Card>
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
        {/* The other place is asked for above. */}
        <BookingActions
          booking={booked}
          visit={{ ...booked, rescue: null }}
          as="client"
          token={token}
          askIn={asks}
        />
        <Suspense>
          {cameToNothing.includes(booked.status) ? (
            <Alternatives booking={booked} token={token} />
          ) : (
            <BookAgain booking={booked} />
          )}
        </Suspense>
        {booked.status === 'confirmed' || booked.status === 'requested' ? (
          <Suspense>
            <WhatsappConsent id={id} token={token} />
          </Suspense>
        ) : null}
        {user === null && (booked.status === 'confirmed' || booked.status === 'requested') ? (
          <Suspense>
            <OpenAccount />
          </Suspense>
        ) : null}
        {booked.status === 'confirmed' ? (
          <p className="text-center text-[0.9375rem] text-muted">
            Te enviamos un correo con este mismo enlace; guárdalo para ver, mostrar o cancelar tu cita.
          </p>
        ) : null}
      </div>
    </section>
  )
}

const cameToNothing: readonly Booking['status'][] = [
  'declined',
  'expired',
  'cancelled_by_professional',
  'cancelled_by_host',
  'professional_no_show',
]

/** It was ordered, and nothing of the order is typed again: a reference that waits to be paid too. */
const stands = (booked: Booking) =>
  booked.status === 'awaiting_payment'
    ? waitsForVoucher(booked)
    : booked.status !== 'held' && !cameToNothing.includes(booked.status)

const mayStillCancel: readonly Booking['status'][] = ['held', 'awaiting_payment', 'requested', 'confirmed']

const codeWords = {
  place: 'Muéstralo al llegar.',
  home: 'Díselo cuando llegue.',
  online: 'Díselo al empezar.',
} as const
