import { useMutation } from '@tanstack/react-query'
import { Wallet } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { chargeBalance } from '#contract/booking/settlement/balance.ts'
import type { Booking } from '#contract/booking/booking.ts'
import { formatCents } from '#contract/platform/money.ts'
import { call } from '#web/api.ts'
import { moneyText } from '#web/parts/booking/summary/money-text.ts'
import { useRefreshBookings } from '#web/parts/booking/summary/use-refresh-bookings.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { toast, toastError } from '#web/ui/toast.ts'

const RestByHand = lazy(() => import('#web/parts/booking/balance/rest-by-hand.tsx'))
const PaidAtPlace = lazy(() => import('#web/parts/booking/balance/paid-at-place.tsx'))
const RestLink = lazy(() => import('#web/parts/booking/balance/rest-link.tsx'))

/** The payment status of a visit with an upfront part, for its professional; the balance can be requested again. */
export default function RestLine({ booking: one }: { booking: Booking }) {
  const refreshBookings = useRefreshBookings()
  const [open, setOpen] = useState<'link' | 'hand'>()
  const charging = useMutation({
    mutationFn: () => call(chargeBalance, { params: { id: one.id } }),
    onSuccess: ({ upfront }) =>
      upfront?.state === 'paid'
        ? toast('Saldo cobrado', 'Tu parte llega con tus depósitos.', 'good')
        : toast('Su tarjeta no pasó', 'Le escribimos con un enlace para pagar.'),
    onError: (problem) => toastError('Error', problem.message),
    onSettled: refreshBookings,
  })
  const { upfront } = one
  const said = moneyText(one)
  if (upfront === null || said === null) return null
  const isDue = upfront.state === 'due' || upfront.state === 'asked'
  return (
    <div
      className={`flex flex-wrap items-center gap-x-4 gap-y-1 rounded-md px-4 py-2 text-[0.9375rem] ${said.isDue ? 'bg-maiz-soft text-maiz-ink' : upfront.state === 'over' ? 'bg-sunk text-muted' : 'bg-agave-soft text-agave'}`}
    >
      <span className="flex items-center gap-2 font-semibold">
        <Wallet aria-hidden className="size-5 shrink-0" />
        {said.text}
      </span>
      <FormError of={charging.error} />
      {isDue && !upfront.byLink ? (
        <Button
          tone="secondary"
          size="small"
          busy={charging.isPending}
          blocked={upfront.may.allowed ? undefined : (upfront.may.reason ?? undefined)}
          onClick={() => charging.mutate()}
        >
          Cobrar saldo
        </Button>
      ) : null}
      {upfront.state === 'due' ? (
        <Button tone="quiet" size="small" onClick={() => setOpen('link')}>
          {upfront.byLink ? 'Liga de pago' : 'QR o enlace de pago'}
        </Button>
      ) : null}
      {upfront.mayTake.allowed ? (
        <Button tone="quiet" size="small" onClick={() => setOpen('hand')}>
          {upfront.byLink ? 'Pagó en el lugar' : 'Me lo dio en efectivo'}
        </Button>
      ) : null}
      {open === undefined ? null : (
        <Suspense>
          {open === 'link' ? (
            <RestLink
              id={one.id}
              amount={formatCents(upfront.balanceCents)}
              byLink={upfront.byLink}
              onClose={() => setOpen(undefined)}
            />
          ) : upfront.byLink ? (
            <PaidAtPlace id={one.id} cents={upfront.balanceCents} onClose={() => setOpen(undefined)} />
          ) : (
            <RestByHand id={one.id} cents={upfront.balanceCents} onClose={() => setOpen(undefined)} />
          )}
        </Suspense>
      )}
    </div>
  )
}
