import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { Booking } from '#contract/booking/booking.ts'
import { formatCents } from '#contract/platform/money.ts'
import { BookingActions, useAskIn } from '#web/parts/booking/visit/actions.tsx'
import BookAgain from '#web/parts/booking/summary/book-again.tsx'
import { isCardRefused } from '#web/parts/booking/payment/card-refused.ts'
import { ClientNote } from '#web/parts/booking/summary/client-note.tsx'
import { WayLink } from '#web/parts/booking/visit/getting-there.tsx'
import { BookingBadge } from '#web/parts/booking/summary/status.tsx'
import { BookingSummary } from '#web/parts/booking/summary/summary.tsx'
import { WhyEnded } from '#web/parts/booking/summary/why-ended.tsx'
import { ShortSummary } from '#web/parts/booking/summary/short-summary.tsx'
import { Price } from '#web/parts/payment/price.tsx'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

const Delay = lazy(() => import('#web/parts/booking/visit/delay.tsx'))
const HowItWent = lazy(() => import('#web/parts/booking/visit/how-it-went.tsx'))
const MissingProfessional = lazy(() => import('#web/parts/booking/visit/missing-professional.tsx'))
const PromisedTip = lazy(() => import('#web/parts/booking/visit/promised-tip.tsx'))
const SaveVisit = lazy(() => import('#web/parts/booking/visit/save-visit.tsx'))
const hasEnded: readonly Booking['status'][] = ['to_settle', 'completed', 'closed']

type Props = { booking: Booking; token?: string | undefined }

/** A client's visit: its facts, what is due, and every action. `token`: for a client without an account. */
export const VisitDetails = ({ booking: one, token }: Props) => {
  const [asks, askHere] = useAskIn()
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <BookingBadge as="client" status={one.status} rescue={one.rescue} />
        {one.totalCents === null ? null : <Price cents={one.totalCents} className="font-semibold" />}
      </div>
      <div ref={askHere} className="flex flex-col gap-3 empty:hidden" />
      <BookingSummary booking={one} />
      <StateNotes one={one} />
      <WhyEnded booking={one} as="client" />
      <ClientNote note={one.note} as="client" />
      <FormsNote one={one} token={token} />
      {one.status === 'confirmed' ? <p className="text-sm text-muted">{one.policy?.text}</p> : null}
      <PaymentNotes one={one} token={token} />
      <VisitPanels one={one} token={token} />
      <CardActions one={one} token={token} asks={asks} />
      {one.status === 'confirmed' ? (
        <Suspense>
          <SaveVisit booking={one} token={token} />
        </Suspense>
      ) : null}
    </>
  )
}

/** The client's next visit, open: time and place, what is due, and the most frequent actions; `onMore` opens all of it. */
export const NextVisit = ({ booking: one, token, onMore }: Props & { onMore: () => void }) => {
  const [asks, askHere] = useAskIn()
  return (
    <Card className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <BookingBadge as="client" status={one.status} rescue={one.rescue} />
        {one.totalCents === null ? null : <Price cents={one.totalCents} className="font-semibold" />}
      </div>
      <div ref={askHere} className="flex flex-col gap-3 empty:hidden" />
      <ShortSummary booking={one} />
      <StateNotes one={one} />
      <FormsNote one={one} token={token} />
      <PaymentNotes one={one} token={token} />
      <VisitPanels one={one} token={token} />
      <div className="flex flex-wrap items-start gap-2">
        <FirstActions one={one} token={token} />
        <BookingActions booking={one} visit={one} as="client" token={token} inRow usual askIn={asks} />
        <Button tone="quiet" size="small" aria-haspopup="dialog" onClick={onMore}>
          Más opciones
        </Button>
      </div>
    </Card>
  )
}

const FormsNote = ({ one, token }: { one: Booking; token: string | undefined }) =>
  one.forms === 'pending' ? (
    <p className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-maiz-soft px-4 py-2.5 text-maiz-ink">
      <span className="text-[0.9375rem] font-semibold">Te falta un formulario.</span>
      <Link
        {...paths.bookingSuccess(one.id, token)}
        className={buttonClass({ tone: 'secondary', size: 'small' })}
      >
        Contestar
      </Link>
    </p>
  ) : null

/** The arrival code, the awaited answer, or why it did not take place. */
const StateNotes = ({ one }: { one: Booking }) => (
  <>
    {one.arrivalCode !== null && one.status === 'confirmed' ? (
      <p className="flex items-center justify-between gap-3 rounded-md bg-agave-soft px-4 py-2.5 text-agave">
        <span className="text-[0.9375rem] font-semibold">Código de llegada</span>
        <span className="figures font-display text-xl font-semibold tracking-widest">{one.arrivalCode}</span>
      </p>
    ) : null}
    {one.status === 'requested' && one.request !== null && one.change === null ? (
      <p className="rounded-md bg-maiz-soft px-4 py-2.5 text-[0.9375rem] text-maiz-ink">
        {one.answeredBy ?? one.professional.firstName} responde antes del{' '}
        {shortOf(one.request.respondBy, one.zone)}. {one.moneyWords}
      </p>
    ) : null}
    {one.status === 'declined' || one.status === 'expired' ? (
      <p className="text-sm text-muted">
        {one.cancellation?.reason ? `El motivo: «${one.cancellation.reason}» ` : ''}
        {one.moneyWords ?? 'No se te cobró nada.'}
      </p>
    ) : one.status !== 'requested' && (one.moneyWords ?? one.backWords) ? (
      <p className="text-sm text-muted">{one.moneyWords ?? one.backWords}</p>
    ) : null}
  </>
)

const PaymentNotes = ({ one, token }: { one: Booking; token: string | undefined }) => (
  <>
    {one.inPlace !== null && one.status === 'confirmed' ? (
      <p className="text-sm text-muted">{payText(one.inPlace)}</p>
    ) : null}
    {one.upfront?.state === 'later' && one.status === 'confirmed' ? (
      <p className="text-sm text-muted">
        Al terminar tu cita se cobran {formatCents(one.upfront.balanceCents)}.
      </p>
    ) : one.upfront?.state === 'due' || one.upfront?.state === 'asked' ? (
      <p className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-maiz-soft px-4 py-2.5 text-maiz-ink">
        <span className="text-[0.9375rem] font-semibold">
          Falta por pagar {formatCents(one.upfront.balanceCents)}.
        </span>
        <Link {...paths.bookingSuccess(one.id, token)} className={buttonClass({ size: 'small' })}>
          {one.upfront.byLink ? 'Pagar' : 'Pagar el resto'}
        </Link>
      </p>
    ) : null}
    {isCardRefused(one) ? (
      <p className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-maiz-soft px-4 py-2.5 text-maiz-ink">
        <span className="text-[0.9375rem] font-semibold">Tu tarjeta no pasó.</span>
        <Link {...paths.bookingSuccess(one.id, token)} className={buttonClass({ size: 'small' })}>
          Usar otra tarjeta
        </Link>
      </p>
    ) : one.payment?.captureAt && one.payment.status !== 'captured' && one.status === 'confirmed' ? (
      <p className="text-sm text-muted">Se cobra el {shortOf(one.payment.captureAt, one.zone)}.</p>
    ) : null}
  </>
)

const VisitPanels = ({ one, token }: { one: Booking; token: string | undefined }) => (
  <>
    {one.status === 'confirmed' || one.status === 'in_progress' ? (
      <Suspense>
        {one.status === 'confirmed' ? <Delay booking={one} as="client" token={token} /> : null}
        <MissingProfessional booking={one} as="client" token={token} />
      </Suspense>
    ) : null}
    {hasEnded.includes(one.status) ? (
      <Suspense>
        <HowItWent booking={one} token={token} />
      </Suspense>
    ) : one.tip?.state === 'promised' ? (
      <Suspense>
        <PromisedTip booking={one} token={token} />
      </Suspense>
    ) : null}
  </>
)

const CardActions = ({
  one,
  token,
  asks,
}: {
  one: Booking
  token: string | undefined
  asks: HTMLElement | null
}) => (
  <div className="mt-auto flex flex-wrap items-start gap-3 border-t border-line pt-4">
    <FirstActions one={one} token={token} />
    <BookingActions booking={one} visit={one} as="client" token={token} inRow askIn={asks} />
    <BookAgain booking={one} />
  </div>
)

/** The next action by the visit's state, and the directions. */
const FirstActions = ({ one, token }: { one: Booking; token: string | undefined }) => (
  <>
    {one.status === 'awaiting_payment' || one.status === 'held' ? (
      <Link {...paths.bookingSuccess(one.id, token)} className={buttonClass({ size: 'small' })}>
        {one.payment?.voucher ? 'Ver cómo pagar' : 'Terminar el pago'}
      </Link>
    ) : token === undefined ? null : (
      <Link {...paths.bookingSuccess(one.id, token)} className={buttonClass({ size: 'small' })}>
        Abrir la cita
      </Link>
    )}
    {one.status === 'client_no_show' || one.status === 'professional_no_show' ? (
      <Link
        {...paths.bookingSuccess(one.id, token)}
        className={buttonClass({ tone: 'secondary', size: 'small' })}
      >
        Ver qué pasó
      </Link>
    ) : null}
    {one.status === 'confirmed' ? <WayLink place={one.place} /> : null}
  </>
)

const payText = ({ cents, takenCents = 0 }: NonNullable<Booking['inPlace']>) =>
  cents === takenCents
    ? `Pagaste ${formatCents(cents)} en el lugar.`
    : `Pagas ${formatCents(cents - takenCents)} en el lugar.`
