import { useMutation } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import type { Booking } from '#contract/booking/booking.ts'
import { acceptClassMove } from '#contract/booking/class/class.ts'
import { call } from '#web/api.ts'
import { useRefreshBookings } from '#web/parts/booking/summary/use-refresh-bookings.ts'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'

/** Its class was moved: the previous hour, and the client's two answers; cancelling refunds everything. */
export default function MovedClass({
  booking: one,
  movedFrom,
  token,
  onCancel,
}: {
  booking: Pick<Booking, 'id' | 'version' | 'zone' | 'startsAt'>
  movedFrom: NonNullable<NonNullable<Booking['class']>['movedFrom']>
  token?: string | undefined
  onCancel: () => void
}) {
  const refresh = useRefreshBookings()
  const accepting = useMutation({
    mutationFn: () =>
      call(acceptClassMove, {
        params: { id: one.id },
        query: token === undefined ? {} : { t: token },
        body: { version: one.version },
      }),
    onSuccess: async () => {
      toast('Listo, ahí nos vemos', 'Vuelve a contar la política de cancelación.', 'good')
      await refresh()
    },
    onError: refresh,
  })
  return (
    <div
      role="group"
      aria-label="Tu clase se movió"
      className="flex flex-col gap-3 rounded-md bg-maiz-soft p-4 text-maiz-ink"
    >
      <p className="flex items-start gap-2.5">
        <CalendarClock aria-hidden className="mt-0.5 size-5 shrink-0" />
        <span>
          <span className="block font-semibold">Tu clase se movió: {shortOf(one.startsAt, one.zone)}</span>
          <span className="block text-[0.9375rem]">{movedFrom.text}</span>
        </span>
      </p>
      {accepting.isError ? (
        <p role="alert" className="font-medium text-chile">
          {accepting.error.message}
        </p>
      ) : null}
      <div className="flex flex-wrap gap-3">
        <Button size="small" busy={accepting.isPending} onClick={() => accepting.mutate()}>
          Me queda bien
        </Button>
        <Button tone="secondary" size="small" onClick={onCancel}>
          No me queda: cancelar
        </Button>
      </div>
    </div>
  )
}
