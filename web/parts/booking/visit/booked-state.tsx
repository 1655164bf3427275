import { Link } from '@tanstack/react-router'
import { CalendarClock, CircleAlert, CircleCheck, Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Booking } from '#contract/booking/booking.ts'
import { formatCents } from '#contract/platform/money.ts'
import { isCardRefused } from '#web/parts/booking/payment/card-refused.ts'
import RescueCard from '#web/parts/booking/visit/rescue-card.tsx'
import { waitsForVoucher } from '#web/parts/booking/payment/waits-for-voucher.ts'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { WhyEnded } from '#web/parts/booking/summary/why-ended.tsx'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'

/** The status of a booking, in a word and a sentence, with the one action it needs. */
export default function BookedState({
  booked,
  token,
  isLate,
  onLook,
}: {
  booked: Booking
  token: string | undefined
  /** The page no longer polls. */
  isLate: boolean
  onLook: () => void
}) {
  const { payment, status } = booked
  if (waitsForVoucher(booked) && payment?.voucher)
    return (
      <Banner icon={<Hourglass />} tone="maiz" title="Falta tu pago">
        <p>
          Apartamos tu hora hasta el {shortOf(payment.voucher.until, booked.zone)}&nbsp;h. Te enviamos por
          correo cómo pagar; en cuanto llega el dinero,{' '}
          {booked.asksFirst
            ? `${answererOf(booked)} recibe tu solicitud y la responde.`
            : 'tu cita queda confirmada.'}
        </p>
      </Banner>
    )
  if (status === 'awaiting_payment' || status === 'held')
    return paymentPending({ payment, status, booked, isLate, onLook })
  if (isCardRefused(booked))
    return (
      <Banner icon={<CircleAlert />} tone="maiz" title="Tu tarjeta no pasó">
        <p>
          {payment?.failure} Tu cita sigue en pie
          {payment?.captureAt
            ? `: usa otra tarjeta antes del ${shortOf(payment.captureAt, booked.zone)}, o se cancela sin costo.`
            : '.'}
        </p>
      </Banner>
    )
  if (status === 'requested' && booked.change !== null)
    return (
      <Banner icon={<CalendarClock />} tone="maiz" title="Te proponen otra hora">
        <p>
          {booked.professional.firstName} responde a tu solicitud con otra hora. Dile si te queda antes del{' '}
          {shortOf(booked.change.expiresAt, booked.zone)}.
        </p>
      </Banner>
    )
  if (status === 'requested' && booked.request !== null)
    return (
      <Banner icon={<Hourglass />} tone="maiz" title="Solicitud enviada">
        <p>
          {answererOf(booked)} responde antes del {shortOf(booked.request.respondBy, booked.zone)}. Tu horario
          queda apartado. {booked.moneyWords}
        </p>
      </Banner>
    )
  if (status === 'declined' || (status === 'expired' && booked.request !== null))
    return (
      <Banner
        icon={<CircleAlert />}
        tone="maiz"
        title={status === 'declined' ? 'Esta vez no pudo ser' : 'Nadie respondió a tiempo'}
      >
        <p>
          {status === 'declined' && booked.cancellation?.reason
            ? `El motivo: «${booked.cancellation.reason}» `
            : ''}
          {booked.moneyWords}
        </p>
      </Banner>
    )
  if (status === 'confirmed' && booked.rescue !== null)
    return (
      <>
        <Banner icon={<CircleAlert />} tone="maiz" title="El espacio canceló">
          <p>Hay otro lugar para tu cita, a la misma hora.</p>
        </Banner>
        <RescueCard booking={booked} rescue={booked.rescue} as="client" token={token} />
      </>
    )
  if (status === 'confirmed')
    return (
      <Banner icon={<CircleCheck />} tone="agave" title="¡Tu cita está confirmada!">
        <p>{paidText(booked)}</p>
      </Banner>
    )
  return ended(booked)
}

const answererOf = ({ answeredBy, professional }: Booking) => answeredBy ?? professional.firstName

/** The bank has to answer, or another card is needed. */
const paymentPending = ({
  payment,
  status,
  booked,
  isLate,
  onLook,
}: {
  payment: Booking['payment']
  status: Booking['status']
  booked: Booking
  isLate: boolean
  onLook: () => void
}) => (
  <Banner
    icon={<Hourglass />}
    tone="maiz"
    title={
      payment?.actionUrl
        ? 'Tu banco quiere que apruebes el pago'
        : status === 'held'
          ? 'Tu pago no pasó'
          : 'Estamos confirmando tu pago'
    }
  >
    <PendingText payment={payment} status={status} booked={booked} isLate={isLate} onLook={onLook} />
  </Banner>
)

const PendingText = ({
  payment,
  status,
  booked,
  isLate,
  onLook,
}: {
  payment: Booking['payment']
  status: Booking['status']
  booked: Booking
  isLate: boolean
  onLook: () => void
}) =>
  payment?.actionUrl ? (
    <>
      <p>Tu horario sigue apartado mientras tanto.</p>
      <a href={payment.actionUrl} className={buttonClass({ size: 'small' }, 'mt-2')}>
        Ir con mi banco
      </a>
    </>
  ) : status === 'held' ? (
    <>
      <p>
        {payment?.failure ?? 'El pago no se completó.'} Tu horario sigue apartado: intenta con otra tarjeta.
      </p>
      <Link {...paths.checkout(booked.id)} className={buttonClass({ size: 'small' }, 'mt-2')}>
        Intentar de nuevo
      </Link>
    </>
  ) : isLate ? (
    <>
      <p>
        Tu banco está tardando más de lo normal. Te escribimos en cuanto responda: puedes cerrar esta página,
        y no vuelvas a pagar.
      </p>
      <Button tone="secondary" size="small" className="mt-2" onClick={onLook}>
        Ver si ya respondió
      </Button>
    </>
  ) : (
    <p>Suele tardar unos segundos. Esta página se actualiza sola; no vuelvas a pagar.</p>
  )

/** Called as a function, not rendered as a component: the banner stays the same live region whatever the status becomes. */
const ended = (booked: Booking) => {
  const { status } = booked
  const [title, usual] =
    status === 'cancelled_by_client' && booked.moneyWords !== undefined
      ? ['Retiraste tu solicitud', '']
      : (others[status] ?? ['Tu reserva', ''])
  // The reason for a cancelled class has its own text for the client; support's note is below.
  const text =
    status !== 'cancelled_by_platform'
      ? usual
      : booked.class
        ? (booked.cancellation?.reason ?? usual)
        : booked.cancellation?.said
          ? 'La canceló Kalli.'
          : usual
  return (
    <Banner
      icon={status === 'completed' || status === 'closed' ? <CircleCheck /> : <CircleAlert />}
      tone={status === 'completed' || status === 'closed' ? 'agave' : 'maiz'}
      title={title}
    >
      <p>
        {status === 'expired' && booked.moneyWords
          ? `Tu pago llegó cuando el tiempo para reservar había terminado. ${booked.moneyWords} Puedes elegir otra hora.`
          : `${text} ${backText(booked)}`}
      </p>
      <WhyEnded booking={booked} as="client" />
    </Banner>
  )
}

/**
 * Without a confirmation the text depends on the payment method; none where nothing was paid or refunded. A professional's no-show may be
 * contested, and what becomes of the money until then is shown below (no-show.tsx).
 */
const backText = ({ status, moneyWords, backWords }: Booking) =>
  moneyWords ?? (status === 'professional_no_show' ? '' : (backWords ?? ''))

const others: Partial<Record<Booking['status'], readonly [string, string]>> = {
  in_progress: ['Tu cita está en curso', 'Que la disfrutes.'],
  to_settle: ['Tu cita terminó', 'En cuanto se cierre, cada quien recibe su parte.'],
  completed: ['Cita completada', 'Gracias por reservar con Kalli.'],
  closed: ['Cita completada', 'Gracias por reservar con Kalli.'],
  expired: ['El horario se liberó', 'El pago no llegó a tiempo y no se te cobró. Puedes elegir otra hora.'],
  cancelled_by_client: ['Cancelaste esta cita', ''],
  cancelled_by_professional: ['Esta cita se canceló', 'Canceló quien te iba a atender.'],
  cancelled_by_host: ['Esta cita se canceló', 'El espacio tuvo que cancelar.'],
  client_no_show: ['Se registró que no llegaste', ''],
  professional_no_show: ['Lo sentimos: no llegó quien te iba a atender', ''],
  cancelled_by_platform: ['Esta cita se canceló', 'No se pudo cobrar o hubo un problema con la cita.'],
}

const paidText = (booked: Booking) => {
  const { upfront, inPlace } = booked
  if (upfront?.byLink) return linkText(upfront, inPlace)
  if (inPlace !== null)
    return inPlace.takenCents === inPlace.cents
      ? `Ya pagaste ${formatCents(inPlace.cents)} en el lugar, directo a quien te atiende.`
      : `Pagas ${formatCents(inPlace.cents - (inPlace.takenCents ?? 0))} en el lugar, directo a quien te atiende: Kalli no te cobra nada.`
  const rest =
    upfront?.state === 'later'
      ? ` ${formatCents(upfront.balanceCents)} se cobran cuando termine tu cita.`
      : ''
  return upfront?.paidCents === 0
    ? `Tu tarjeta queda como respaldo y hoy no se te cobra nada.${rest}`
    : `${chargedText(booked)}${rest}`
}

/** With a payment link of the professional: what was paid, what is open, and what the place accepts. */
const linkText = (upfront: NonNullable<Booking['upfront']>, inPlace: Booking['inPlace']) =>
  [
    upfront.paidCents > 0 ? `Pagaste ${formatCents(upfront.paidCents)} con tarjeta.` : '',
    upfront.balanceCents > 0 ? `Falta por pagar ${formatCents(upfront.balanceCents)} con tarjeta.` : '',
    inPlace === null || inPlace.takenCents === inPlace.cents
      ? ''
      : `En el lugar pagas ${formatCents(inPlace.cents - (inPlace.takenCents ?? 0))}.`,
  ]
    .filter(Boolean)
    .join(' ')

const chargedText = ({ payment, zone, totalCents }: Booking) => {
  if (payment === null || totalCents === null) return ''
  const card =
    payment.card === null ? wayPaid[payment.method] : ` con tu tarjeta terminada en ${payment.card.last4}`
  const credit = payment.creditCents === 0 ? '' : ` y ${formatCents(payment.creditCents)} de tu saldo`
  const months = payment.inMonths === undefined ? '' : `, a ${payment.inMonths.months} meses sin intereses`
  if (payment.status === 'captured')
    return `Pagaste ${formatCents(payment.amountCents)}${card}${months}${credit}.`
  const at = payment.captureAt === null ? '' : ` el ${shortOf(payment.captureAt, zone)}`
  return `Se cobrarán ${formatCents(payment.amountCents)}${card}${at}${credit === '' ? '' : `; lo demás son${credit.slice(2)}`}.`
}

const wayPaid = {
  card: '',
  spei: ' por transferencia',
  oxxo: ' en OXXO',
  cash: ' en efectivo',
  in_place: '',
} as const

const Banner = ({
  icon,
  title,
  tone,
  children,
}: {
  icon: ReactNode
  title: string
  tone: 'agave' | 'maiz'
  children: ReactNode
}) => (
  <div className="flex flex-col items-center gap-3 text-center" role="status">
    <span
      aria-hidden
      className={`arch flex h-20 w-16 items-center justify-center [&_svg]:size-8 ${tone === 'agave' ? 'bg-agave-soft text-agave' : 'bg-maiz-soft text-maiz-ink'}`}
    >
      {icon}
    </span>
    <h1 className="text-3xl">{title}</h1>
    <div className="max-w-[48ch] text-balance text-muted">{children}</div>
  </div>
)
