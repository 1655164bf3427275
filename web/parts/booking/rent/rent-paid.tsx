import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, Hourglass } from 'lucide-react'
import { formatCents } from '#contract/platform/money.ts'
import * as contract from '#contract/booking/rent/reservation.ts'
import type { Reservation } from '#contract/booking/rent/reservation.ts'
import { reading } from '#web/api.ts'
import { RentSummary } from '#web/parts/booking/rent/rent-summary.tsx'
import { durationText } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { PageLoading } from '#web/ui/spinner.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

/** Polled every three seconds while a bank or a processor has not answered. */
const pollMs = 3_000

/** After paying hours at a space: their actual state, never "listo" for what is still pending. */
export default function RentPaid({ id }: { id: string }) {
  const answer = useQuery({
    ...reading(contract.reservation, { params: { id } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.status === 'awaiting_payment' ? pollMs : false),
  })
  if (answer.isPending) return <PageLoading />
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
  const rent = answer.data
  const { title, text, good } = stateOf(rent)
  const waits = rent.status === 'awaiting_payment' || rent.status === 'held'
  return (
    <section className="page py-6 sm:py-8">
      <div className="mx-auto flex max-w-reading flex-col gap-7">
        <div className="flex flex-col items-center gap-3 text-center" role="status">
          <span
            aria-hidden
            className={`arch flex h-20 w-16 items-center justify-center [&_svg]:size-8 ${good ? 'bg-agave-soft text-agave' : 'bg-maiz-soft text-maiz-ink'}`}
          >
            {good ? <CircleCheck /> : waits ? <Hourglass /> : <CircleAlert />}
          </span>
          <h1 className="text-3xl">{title}</h1>
          <p className="max-w-[48ch] text-muted">{text}</p>
        </div>
        <Card className="flex flex-col gap-6">
          <RentSummary rent={rent} />
          <p className="text-[0.9375rem]">
            <span className="font-semibold">Cancelación {rent.policy.label.toLowerCase()}.</span>{' '}
            {rent.policy.text}
          </p>
        </Card>
        <div className="flex flex-wrap justify-center gap-3">
          {rent.status === 'awaiting_payment' && rent.payment?.actionUrl ? (
            <a href={rent.payment.actionUrl} className={buttonClass()}>
              Ir con mi banco
            </a>
          ) : rent.status === 'held' ? (
            <Link {...paths.rentCheckout(rent.id)} className={buttonClass()}>
              Intentar con otra tarjeta
            </Link>
          ) : (
            <Link {...paths.rents(rent.id)} className={buttonClass()}>
              Ver mis espacios rentados
            </Link>
          )}
        </div>
      </div>
    </section>
  )
}

type State = { title: string; text: string; good: boolean }

const stateOf = (rent: Reservation): State =>
  states[rent.status]?.(rent) ?? {
    title: 'Tus horas en este espacio',
    text: '',
    good: rent.cancellation === null,
  }

const states: Partial<Record<Reservation['status'], (rent: Reservation) => State>> = {
  awaiting_payment: ({ payment }) =>
    payment?.actionUrl
      ? {
          title: 'Tu banco quiere que apruebes el pago',
          text: 'Tus horas siguen apartadas mientras tanto.',
          good: false,
        }
      : {
          title: 'Estamos confirmando tu pago',
          text: 'Suele tardar unos segundos. Esta página se actualiza sola; no vuelvas a pagar.',
          good: false,
        },
  held: ({ payment }) => ({
    title: 'El pago no se completó',
    text: `${payment?.failure ?? ''} Tus horas siguen apartadas.`.trim(),
    good: false,
  }),
  confirmed: ({ paidCents, payment, pack, minutes }) => ({
    title: '¡Tus horas están pagadas!',
    text:
      pack === null
        ? `Pagaste ${formatCents(paidCents ?? 0)}${payment?.card ? ` con tu tarjeta terminada en ${payment.card.last4}` : ''}. Tus clientes ya pueden reservar en ellas.`
        : `Usaste ${durationText(minutes)} de tu paquete de ${pack.hours} h; no se te cobró nada. Tus clientes ya pueden reservar en ellas.`,
    good: true,
  }),
  expired: () => ({
    title: 'Las horas se liberaron',
    text: 'El pago no llegó a tiempo y no se te cobró. Puedes elegir otras.',
    good: false,
  }),
}
