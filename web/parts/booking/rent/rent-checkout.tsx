import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Clock3, TimerOff } from 'lucide-react'
import { useRef, useState } from 'react'
import { ownPacks } from '#contract/booking/rent/hour-pack.ts'
import { formatCents } from '#contract/platform/money.ts'
import * as contract from '#contract/booking/rent/reservation.ts'
import type { Reservation } from '#contract/booking/rent/reservation.ts'
import { ApiError, call, keyOf, reading } from '#web/api.ts'
import { MoneyLines } from '#web/parts/payment/money-lines.tsx'
import { CardPayment } from '#web/parts/booking/checkout/card-payment.tsx'
import TimeOver, { askWhenOver, type Over, type HoldStatus } from '#web/parts/booking/checkout/time-over.tsx'
import { goToBank } from '#web/parts/booking/payment/to-bank.ts'
import { PayWithPack } from '#web/parts/booking/rent/pay-with-pack.tsx'
import { RentSummary } from '#web/parts/booking/rent/rent-summary.tsx'
import { paths } from '#web/paths.ts'
import { serverNow } from '#web/server-clock.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Countdown } from '#web/ui/countdown.tsx'
import { PageLoading } from '#web/ui/spinner.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'
import { Steps } from '#web/ui/page/steps.tsx'

const readingOf = (id: string) => reading(contract.reservation, { params: { id } })

/** The professional pays for held hours (product.md §7, the checkout's variant without a client). */
export default function RentCheckout({ id }: { id: string }) {
  const answer = useQuery(readingOf(id))
  const [over, setOver] = useState<Over>(null)
  const inFlight = useRef(false)
  const ask = (afterMs?: number) => void askWhenOver(inFlight, answer.refetch, statusOf, setOver, afterMs)
  if (answer.isPending) return <PageLoading />
  const { error, data: rent } = answer
  if (error instanceof ApiError && [400, 401, 403, 404].includes(error.status))
    return <Lost text="Entra con tu perfil profesional para ver las horas que apartaste." enterFor={id} />
  if (rent === undefined) return <ErrorState text={error?.message ?? ''} onRetry={() => answer.refetch()} />
  if (over === 'lost' || rent.status === 'expired')
    return (
      <Lost
        rent={rent}
        text="Se acabó el tiempo para pagarlas y las horas quedaron libres. Puedes elegirlas otra vez."
      />
    )
  if (rent.status !== 'held' && rent.status !== 'awaiting_payment')
    return <Lost rent={rent} text="Estas horas ya no esperan un pago." paid />
  if (over !== null) return <TimeOver problem={error} isChecking={answer.isFetching} onAsk={() => ask(0)} />
  return <Pay rent={rent} onEnd={() => ask()} onRefused={() => setOver('lost')} />
}

/** A rent that is still held after its end was not paid; while a bank is deciding the state is unknown. */
const statusOf = ({ status, holdExpiresAt }: Reservation): HoldStatus => {
  if (holdExpiresAt === null || Date.parse(holdExpiresAt) > serverNow()) return 'living'
  return status === 'awaiting_payment' ? 'undecided' : 'lost'
}

const Lost = ({
  text,
  rent,
  paid = false,
  enterFor,
}: {
  text: string
  rent?: Reservation
  paid?: boolean
  /** The person whose link was opened without signing in as them. */
  enterFor?: string
}) => (
  <section className="page py-12">
    <EmptyState
      heading="h1"
      icon={<TimerOff />}
      title={paid ? 'No hay nada por pagar' : 'Ya no está apartado'}
      text={text}
      action={
        enterFor !== undefined ? (
          <Link {...paths.auth({ redirect: `/dynamic-checkout?rent=${enterFor}` })} className={buttonClass()}>
            Entrar
          </Link>
        ) : rent === undefined ? (
          <Link {...paths.search({ type: 'spaces' })} className={buttonClass()}>
            Buscar espacios
          </Link>
        ) : paid ? (
          <Link {...paths.rents()} className={buttonClass()}>
            Ver mis espacios rentados
          </Link>
        ) : (
          <Link {...paths.space(rent.place.spaceId)} className={buttonClass()}>
            Volver al espacio
          </Link>
        )
      }
    />
  </section>
)

function Pay({ rent, onEnd, onRefused }: { rent: Reservation; onEnd: () => void; onRefused: () => void }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  // If the hold ends while the bank answers, the answer must still be shown.
  const [paying, setPaying] = useState(false)
  const onPaid = async (paid: Reservation) => {
    if (paid.status === 'awaiting_payment' && paid.payment?.actionUrl) {
      goToBank(paid.payment.actionUrl, () => queryClient.invalidateQueries(readingOf(rent.id)))
      return
    }
    await queryClient.invalidateQueries({ queryKey: keyOf(contract.reservations) })
    await queryClient.invalidateQueries({ queryKey: keyOf(ownPacks) })
    void navigate(paths.bookingSuccess(rent.id))
  }
  const releasing = useMutation({
    mutationFn: () => call(contract.releaseReservation, { params: { id: rent.id } }),
    onSuccess: () => navigate(paths.space(rent.place.spaceId)),
  })
  return (
    <section className="page py-6 sm:py-8">
      <div className="mx-auto flex max-w-list flex-col gap-7">
        <Steps steps={['Horas', 'Pago', 'Listo']} current={1} />
        <div className="flex flex-wrap items-end justify-between gap-4">
          <h1 className="text-3xl">Paga tus horas</h1>
          {rent.holdExpiresAt === null ? null : (
            <p className="inline-flex items-center gap-2 rounded-full bg-maiz-soft px-4 py-2 text-[0.9375rem] font-semibold text-maiz-ink">
              <Clock3 aria-hidden className="size-4.5" />
              Apartado por <Countdown until={rent.holdExpiresAt} onEnd={paying ? undefined : onEnd} />
            </p>
          )}
        </div>
        <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,23rem)] lg:items-start">
          <div className="flex flex-col gap-8 max-lg:order-2">
            {rent.packs.length === 0 ? null : <PayWithPack rent={rent} onPaid={onPaid} />}
            <CardPayment
              label={`Pagar ${formatCents(rent.rentCents)}`}
              note="Se cobra hoy. Las citas que atiendas en estas horas no deben renta."
              problem={releasing.error}
              pay={(cardToken, idempotencyKey) => {
                setPaying(true)
                return call(
                  contract.payReservation,
                  { params: { id: rent.id }, body: { cardToken } },
                  { idempotencyKey },
                ).finally(() => setPaying(false))
              }}
              onPaid={onPaid}
              onProblem={({ code }) => (code === 'hold_expired' ? onRefused() : undefined)}
            />
          </div>
          <Card className="flex flex-col gap-6 max-lg:order-1 lg:sticky lg:top-24">
            <h2 className="sr-only">Tus horas</h2>
            <RentSummary rent={rent} />
            <div className="border-t border-line pt-5">
              <MoneyLines
                lines={rent.lines.map(({ label, detail, amountCents }) => ({ label, detail, amountCents }))}
                total={{ label: 'Total', amountCents: rent.rentCents }}
                note="IVA incluido. Kalli no te cobra comisión por rentar."
              />
            </div>
            {rent.depositCents === null ? null : (
              <p className="text-[0.9375rem]">
                <span className="font-semibold">Garantía de {formatCents(rent.depositCents)}.</span> No se
                cobra hoy: se aparta en tu tarjeta al llegar y se libera sola tres días después si no hay
                daños.
              </p>
            )}
            <p className="text-[0.9375rem]">
              <span className="font-semibold">Cancelación {rent.policy.label.toLowerCase()}.</span>{' '}
              {rent.policy.text}
            </p>
            <Button tone="quiet" size="small" busy={releasing.isPending} onClick={() => releasing.mutate()}>
              Soltar estas horas
            </Button>
          </Card>
        </div>
      </div>
    </section>
  )
}
