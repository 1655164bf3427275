import { lazy, Suspense } from 'react'
import type { SessionUser } from '#contract/account/account.ts'
import type { Booking } from '#contract/booking/booking.ts'
import { isCardRefused } from '#web/parts/booking/payment/card-refused.ts'
import { BookingSummary } from '#web/parts/booking/summary/summary.tsx'
import { waitsForVoucher } from '#web/parts/booking/payment/waits-for-voucher.ts'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'

const AfterBooking = lazy(() => import('#web/parts/booking/visit/after-booking.tsx'))

const BookAgain = lazy(() => import('#web/parts/booking/summary/book-again.tsx'))

const Alternatives = lazy(() => import('#web/parts/booking/slots/alternatives.tsx'))

const Delay = lazy(() => import('#web/parts/booking/visit/delay.tsx'))

const NoShowPanel = lazy(() => import('#web/parts/booking/visit/no-show.tsx'))

const MissingProfessional = lazy(() => import('#web/parts/booking/visit/missing-professional.tsx'))

const OpenAccount = lazy(() => import('#web/parts/booking/checkout/open-account.tsx'))

const PayRest = lazy(() => import('#web/parts/booking/checkout/pay-rest.tsx'))

const OtherCard = lazy(() => import('#web/parts/booking/checkout/other-card.tsx'))

const VoucherPanel = lazy(() => import('#web/parts/booking/voucher/voucher.tsx'))

const AgreeToMessages = lazy(() => import('#web/parts/notification/agree-to-messages.tsx'))
const WhatsappConsent = lazy(() => import('#web/parts/booking/checkout/whatsapp-consent.tsx'))

const PromisedTip = lazy(() => import('#web/parts/booking/visit/promised-tip.tsx'))

const HowItWent = lazy(() => import('#web/parts/booking/visit/how-it-went.tsx'))

/** What is still to be paid. */
export const PaymentPanels = ({ booked, token }: { booked: Booking; token: string | undefined }) => (
  <>
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
  </>
)

/** Around the visit itself: delays, absences, tip and review. */
export const VisitPanels = ({ booked, token }: { booked: Booking; token: string | undefined }) => (
  <>
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
  </>
)

export const VisitCard = ({
  booked,
  token,
  coming,
  isOver,
}: {
  booked: Booking
  token: string | undefined
  coming: boolean
  isOver: boolean
}) => (
  <Card className="flex flex-col gap-6">
    <BookingSummary booking={booked} />
    {booked.arrivalCode === null || !coming ? null : (
      <div className="flex items-center justify-between gap-4 rounded-md bg-agave-soft px-4 py-3.5 text-agave">
        <p>
          <span className="block font-semibold">Tu código de llegada</span>
          <span className="text-sm">{codeWords[booked.place.modality]}</span>
        </p>
        <p className="figures font-display text-2xl font-semibold tracking-widest">{booked.arrivalCode}</p>
      </div>
    )}
    {coming ? (
      <Suspense fallback={<Skeleton className="h-11 rounded-md" />}>
        <AfterBooking booking={booked} token={token} />
      </Suspense>
    ) : null}
    {isOver || booked.policy === null ? null : (
      <p className="text-[0.9375rem]">
        {/* Where nothing can be charged, the name of a stricter policy would only alarm. */}
        {booked.policy.lateFeeCents + booked.policy.noShowFeeCents === 0 ? null : (
          <span className="font-semibold">Cancelación {booked.policy.label}. </span>
        )}
        {booked.policy.text}
      </p>
    )}
  </Card>
)

export const NextSteps = ({
  booked,
  token,
  id,
  user,
}: {
  booked: Booking
  token: string | undefined
  id: string
  user: SessionUser | null
}) => (
  <>
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
    {user?.activeRole === 'client' && booked.status === 'confirmed' ? (
      <Suspense>
        <AgreeToMessages professional={booked.professional} />
      </Suspense>
    ) : null}
    {user === null && (booked.status === 'confirmed' || booked.status === 'requested') ? (
      <Suspense>
        <OpenAccount />
      </Suspense>
    ) : null}
    {booked.status === 'confirmed' ? (
      <p className="text-center text-[0.9375rem] text-muted">
        También te enviamos este enlace: con él ves, muestras, cambias o cancelas tu cita.
      </p>
    ) : null}
  </>
)

export const cameToNothing: readonly Booking['status'][] = [
  'declined',
  'expired',
  'cancelled_by_professional',
  'cancelled_by_host',
  'professional_no_show',
]

const codeWords = {
  place: 'Muéstralo al llegar.',
  home: 'Díselo cuando llegue.',
  online: 'Díselo al empezar.',
} as const
