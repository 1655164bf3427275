import { useMutation } from '@tanstack/react-query'
import { HandCoins } from 'lucide-react'
import type { Booking } from '#contract/booking/booking.ts'
import { formatCents } from '#contract/platform/money.ts'
import { mayReturnTip, returnTip } from '#contract/booking/settlement/tip.ts'
import { call } from '#web/api.ts'
import { clientName } from '#contract/booking/client/client-name.ts'
import { useRefreshBookings } from '#web/parts/booking/summary/use-refresh-bookings.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { toast, toastError } from '#web/ui/toast.ts'

/** A client's tip, for the professional; it can be refunded. */
export default function TipLine({ booking: one }: { booking: Booking }) {
  const refreshBookings = useRefreshBookings()
  const giving = useMutation({
    mutationFn: () => call(returnTip, { params: { id: one.id } }),
    onSuccess: () => toast('Propina devuelta', `Vuelve a la tarjeta de ${clientName(one)}.`, 'good'),
    onError: (problem) => toastError('Error', problem.message),
    onSettled: refreshBookings,
  })
  if (one.tip === null) return null
  const may = mayReturnTip(one)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-md bg-agave-soft px-4 py-2 text-[0.9375rem] text-agave">
      <span className="flex items-center gap-2 font-semibold">
        <HandCoins aria-hidden className="size-5 shrink-0" />
        {one.tip.state === 'paid'
          ? `Propina: ${formatCents(one.tip.amountCents)}, completa para ti`
          : `Devolviste una propina de ${formatCents(one.tip.amountCents)}`}
      </span>
      {one.tip.state === 'paid' ? (
        <Button
          tone="quiet"
          size="small"
          busy={giving.isPending}
          blocked={may.allowed ? undefined : may.reason}
          onClick={() => giving.mutate()}
        >
          Devolver
        </Button>
      ) : null}
      <FormError of={giving.error} />
    </div>
  )
}
