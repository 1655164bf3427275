import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { booking } from '#contract/booking/booking.ts'
import type { Booking } from '#contract/booking/booking.ts'
import { formatCents } from '#contract/platform/money.ts'
import * as contract from '#contract/booking/series/series.ts'
import type { Rhythm } from '#contract/booking/series/series.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { ApiError, call, keyOf, reading } from '#web/api.ts'
import { useRefreshBookings } from '#web/parts/booking/summary/use-refresh-bookings.ts'
import { RhythmFields, SeriesDates, useChosenDates } from '#web/parts/booking/series/series-dates.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/ui/form/use-form.ts'

type Of = { visit: Booking; token?: string | undefined; onClose: () => void }

/** Repeats a client's visit: the rhythm, what each date offers, and one booking of all ticked dates. */
export default function RepeatDialog({ visit, token, onClose }: Of) {
  const queryClient = useQueryClient()
  const refreshBookings = useRefreshBookings()
  const form = useForm<{ every: Rhythm; times: number }>({ initial: () => ({ every: '2w', times: 4 }) })
  const { every, times } = form.values
  const query = token === undefined ? {} : { t: token }
  const search = reading(contract.seriesPreview, {
    params: { id: visit.id },
    query: { ...query, every, times },
  })
  // A token is valid for fifteen minutes.
  const answer = useQuery({ ...search, staleTime: minuteMs, refetchInterval: 5 * minuteMs })
  const chosen = useChosenDates(answer.data)
  const { slots, withCoupon, totalCents } = chosen
  const making = useMutation({
    mutationFn: () =>
      call(contract.repeat, {
        params: { id: visit.id },
        query,
        body: { every, slotTokens: slots.map((slot) => slot.token), withCoupon },
      }),
    onSuccess: async ({ visits }) => {
      const waits = visits.some(({ status }) => status === 'requested')
      toast(
        waits ? 'Solicitudes enviadas' : 'Serie reservada',
        `Son ${visits.length} citas en total. Te enviamos la confirmación de todas.`,
        'good',
      )
      onClose()
      await queryClient.invalidateQueries({ queryKey: keyOf(booking) })
      await refreshBookings()
    },
    onError: (problem) => {
      // Another client was faster: nothing was booked, and the list is reloaded.
      if (problem instanceof ApiError && problem.status > 0) void answer.refetch()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Repetir esta cita"
      description={`A la misma hora, con ${visit.professional.firstName}. Se reservan todas las que elijas, o ninguna.`}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Ahora no
          </Button>
          <Button
            busy={making.isPending}
            blocked={slots.length === 0 ? 'Elige al menos una fecha.' : undefined}
            onClick={() => making.mutate()}
          >
            {slots.length === 1 ? 'Reservar 1 cita más' : `Reservar ${slots.length} citas más`}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <RhythmFields
          every={every}
          onEvery={form.pick('every').onChange}
          times={times}
          onTimes={form.pick('times').onChange}
        />
        {making.isError ? (
          <p role="alert" className="rounded-md bg-chile-soft px-4 py-3 font-medium text-chile">
            {making.error.message}
          </p>
        ) : null}
        <SeriesDates answer={answer} chosen={chosen} />
        {slots.length === 0 ? null : (
          <p className="rounded-md bg-sunk px-4 py-3 text-[0.9375rem]">
            <strong className="figures">{formatCents(totalCents)}</strong> en total. Hoy no se cobra nada:{' '}
            {visit.upfront === null
              ? 'cada cita se cobra por separado un día antes'
              : 'de cada cita se cobra el anticipo un día antes y el resto al terminar'}
            , con tu tarjeta terminada en {visit.payment?.card?.last4}. Puedes cancelar una, o esa y las
            siguientes, cuando quieras.
          </p>
        )}
      </div>
    </Dialog>
  )
}
