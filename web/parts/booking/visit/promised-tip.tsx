import { useMutation, useQueryClient } from '@tanstack/react-query'
import { HandCoins } from 'lucide-react'
import { booking } from '#contract/booking/booking.ts'
import type { Booking } from '#contract/booking/booking.ts'
import { formatCents } from '#contract/platform/money.ts'
import { dropTip } from '#contract/booking/settlement/tip.ts'
import { call, keyOf } from '#web/api.ts'
import { useRefreshBookings } from '#web/parts/booking/summary/use-refresh-bookings.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'

/** The tip promised at the checkout, until the card is charged for it. */
export default function PromisedTip({
  booking: one,
  token,
}: {
  booking: Booking
  token?: string | undefined
}) {
  const queryClient = useQueryClient()
  const refreshBookings = useRefreshBookings()
  const dropping = useMutation({
    mutationFn: () =>
      call(dropTip, { params: { id: one.id }, query: token === undefined ? {} : { t: token } }),
    onSuccess: () => toast('Propina quitada', 'No se te cobra nada más que tu cita.', 'good'),
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: keyOf(booking) })
      await refreshBookings()
    },
  })
  if (one.tip?.state !== 'promised') return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-agave-soft px-4 py-2.5">
      <p className="flex items-center gap-2 text-[0.9375rem] text-agave">
        <HandCoins aria-hidden className="size-5 shrink-0" />
        <span>
          <span className="font-semibold">Propina: {formatCents(one.tip.amountCents)}.</span> Se cobra cuando
          tu cita se cierre.
        </span>
      </p>
      <Button tone="quiet" size="small" busy={dropping.isPending} onClick={() => dropping.mutate()}>
        Quitar propina
      </Button>
      {dropping.isError ? (
        <p role="alert" className="w-full font-medium text-chile">
          {dropping.error.message}
        </p>
      ) : null}
    </div>
  )
}
