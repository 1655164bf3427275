import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { booking } from '#contract/booking/booking.ts'
import { formatCents } from '#contract/platform/money.ts'
import * as contract from '#contract/booking/settlement/tip.ts'
import type { TipView } from '#contract/booking/settlement/tip.ts'
import { ApiError, call, keyOf, reading } from '#web/api.ts'
import { CardPayment } from '#web/parts/booking/checkout/card-payment.tsx'
import { TipAmount, useTipAmount } from '#web/parts/booking/checkout/tip-amount.tsx'
import { useRefreshBookings } from '#web/parts/booking/summary/use-refresh-bookings.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'
import { toast } from '#web/ui/toast.ts'

type Props = { id: string; name: string; token: string | undefined; onClose: () => void }

/** A tip: the amount and the card. Nothing is preselected. */
export default function TipDialog({ id, name, token, onClose }: Props) {
  const query = token === undefined ? {} : { t: token }
  const answer = useQuery({ ...reading(contract.tip, { params: { id }, query }), staleTime: 0 })
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={`Propina para ${name}`}
      description="Es opcional y la recibe completa: Kalli no cobra comisión."
    >
      {answer.isPending ? (
        <div aria-busy="true">
          <span className="sr-only">Cargando…</span>
          <Skeleton className="h-52 rounded-lg" />
        </div>
      ) : answer.isLoadingError ? (
        <ErrorState text={answer.error.message} onRetry={() => void answer.refetch()} />
      ) : (
        <Choose id={id} name={name} query={query} view={answer.data} onClose={onClose} />
      )}
    </Dialog>
  )
}

const Choose = ({
  id,
  name,
  query,
  view,
  onClose,
}: Pick<Props, 'id' | 'name' | 'onClose'> & { query: { t?: string }; view: TipView }) => {
  const queryClient = useQueryClient()
  const refreshBookings = useRefreshBookings()
  const amount = useTipAmount(view)
  const { amountCents } = amount
  const [otherCard, setOtherCard] = useState(view.card === null)
  const missing = view.may.allowed ? amount.missing : (view.may.reason ?? 'Ahora no se puede.')
  const give = (cardToken?: string, idempotencyKey?: string) =>
    call(
      contract.giveTip,
      { params: { id }, query, body: { amountCents, ...(cardToken === undefined ? {} : { cardToken }) } },
      { idempotencyKey },
    )
  const readAgain = async () => {
    await queryClient.invalidateQueries({ queryKey: keyOf(booking) })
    await refreshBookings()
  }
  const given = async ({ tip }: TipView) => {
    if (tip?.state === 'asked' && tip.actionUrl !== null) return window.location.assign(tip.actionUrl)
    toast('Propina enviada', `${name} recibe ${formatCents(amountCents)}.`, 'good')
    onClose()
    await readAgain()
  }
  const giving = useMutation({
    mutationFn: () => give(),
    onSuccess: given,
    onError: (problem) => {
      if (problem instanceof ApiError && problem.code === 'card_declined') setOtherCard(true)
    },
  })
  return (
    <div className="flex flex-col gap-6">
      <TipAmount amount={amount} choice={view} legend="Cuánto" />
      {giving.isError ? (
        <p role="alert" className="font-medium text-chile">
          {giving.error.message}
        </p>
      ) : null}
      {otherCard && missing === undefined ? (
        <CardPayment
          label={`Dar ${formatCents(amountCents)}`}
          note="Se cobra ahora, una sola vez."
          selection={String(amountCents)}
          pay={give}
          onPaid={(view) => void given(view)}
        />
      ) : (
        <div className="flex flex-col items-start gap-3">
          {view.card === null || otherCard ? null : (
            <p className="flex flex-wrap items-center gap-x-3 text-[0.9375rem] text-muted">
              Con tu tarjeta terminada en {view.card.last4}
              <Button tone="quiet" size="small" onClick={() => setOtherCard(true)}>
                Usar otra tarjeta
              </Button>
            </p>
          )}
          <Button busy={giving.isPending} blocked={missing} onClick={() => giving.mutate()}>
            {missing === undefined ? `Dar ${formatCents(amountCents)}` : 'Dar propina'}
          </Button>
        </div>
      )}
    </div>
  )
}
