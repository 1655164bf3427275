import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { CircleCheck, KeyRound } from 'lucide-react'
import * as contract from '#contract/booking/settlement/balance.ts'
import type { BalanceToPay } from '#contract/booking/settlement/balance.ts'
import { formatCents } from '#contract/platform/money.ts'
import { ApiError, call, reading } from '#web/api.ts'
import { BankAsks } from '#web/parts/booking/payment/bank-asks.tsx'
import { CardPayment } from '#web/parts/booking/checkout/card-payment.tsx'
import { cardSettingsReading } from '#web/parts/booking/payment/use-card.ts'
import { dayOf, timeOf } from '#web/parts/time/wall-clock.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'
import { PageLoading } from '#web/ui/spinner.tsx'

/** Polled while a bank has not answered. */
const pollMs = 3_000

/** Always reloaded: it may have been paid since. */
const readingOf = (token: string) => ({
  ...reading(contract.balanceToPay, { params: { token } }),
  retry: false,
  refetchOnMount: 'always' as const,
})

export const Route = createFileRoute('/bookings/$token/pay')({
  loader: ({ context: { queryClient }, params }) =>
    Promise.all([
      queryClient.prefetchQuery(cardSettingsReading),
      queryClient.prefetchQuery(readingOf(params.token)),
    ]).then(() => undefined),
  head: () => ({
    meta: [
      { title: 'Paga el resto de tu cita · Kalli' },
      { name: 'robots', content: 'noindex' },
      // The link is the key: it is sent to no other site.
      { name: 'referrer', content: 'no-referrer' },
    ],
  }),
  component: PayBalanceScreen,
})

function PayBalanceScreen() {
  const { token } = Route.useParams()
  const answer = useQuery({
    ...readingOf(token),
    refetchInterval: ({ state: { data } }) => (data?.state === 'asked' ? pollMs : false),
  })
  if (answer.isPending) return <PageLoading />
  return (
    <section className="page py-8">
      <div className="mx-auto flex max-w-form flex-col gap-6">
        {answer.data !== undefined ? (
          <ToPay one={answer.data} token={token} />
        ) : answer.error instanceof ApiError && [400, 404].includes(answer.error.status) ? (
          <EmptyState
            heading="h1"
            icon={<KeyRound />}
            title="Este enlace ya no abre nada"
            text="Pide otro a quien te atendió, o paga desde tu reserva con el enlace que te mandamos."
          />
        ) : (
          <ErrorState text={answer.error?.message ?? ''} onRetry={() => answer.refetch()} />
        )}
      </div>
    </section>
  )
}

const titleOf = ({ byLink, inPlaceCents }: BalanceToPay) =>
  !byLink ? 'Paga el resto de tu cita' : inPlaceCents > 0 ? 'Paga el anticipo de tu cita' : 'Paga tu cita'

const ToPay = ({ one, token }: { one: BalanceToPay; token: string }) => {
  const queryClient = useQueryClient()
  const about = `${one.service} con ${one.professionalName}`
  if (one.state === 'paid')
    return (
      <EmptyState
        heading="h1"
        icon={<CircleCheck />}
        title="La cita está pagada"
        text={`${about}: no falta nada. Gracias.`}
      />
    )
  if (one.state === 'over')
    return (
      <EmptyState
        heading="h1"
        icon={<CircleCheck />}
        title="No hay nada que pagar"
        text={`${about}: la cita ya no sigue.`}
      />
    )
  const amount = formatCents(one.balanceCents)
  return (
    <>
      <header className="flex flex-col gap-2">
        <h1 className="text-3xl">{titleOf(one)}</h1>
        <p className="text-muted">
          {about}, {dayOf(one.startsAt, one.zone)}, {timeOf(one.startsAt, one.zone)} h.
        </p>
      </header>
      <Card className="flex flex-col gap-5">
        <p className="flex items-baseline justify-between gap-4 text-lg font-semibold">
          <span>Falta por pagar</span>
          <span className="figures">{amount}</span>
        </p>
        {one.inPlaceCents > 0 ? (
          <p className="text-muted">Los otros {formatCents(one.inPlaceCents)} se pagan en el lugar.</p>
        ) : null}
        {one.actionUrl !== null ? (
          <BankAsks address={one.actionUrl} />
        ) : one.reason !== null ? (
          <p className="text-muted">{one.reason}</p>
        ) : (
          <CardPayment
            label={`Pagar ${amount}`}
            note="El cargo se hace ahora. El recibo llega a quien reservó."
            pay={(cardToken, idempotencyKey) =>
              call(contract.payByLink, { params: { token }, body: { cardToken } }, { idempotencyKey })
            }
            onPaid={(paid) => {
              if (paid.actionUrl !== null) {
                window.location.assign(paid.actionUrl)
                return
              }
              queryClient.setQueryData(readingOf(token).queryKey, paid)
            }}
          />
        )}
      </Card>
    </>
  )
}
