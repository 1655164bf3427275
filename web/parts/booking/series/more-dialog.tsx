import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { booking } from '#contract/booking/booking.ts'
import type { Booking } from '#contract/booking/booking.ts'
import { proposedAppointments } from '#contract/booking/series/appointment.ts'
import { formatCents } from '#contract/platform/money.ts'
import * as contract from '#contract/booking/series/series-more.ts'
import { maxFurther } from '#contract/booking/series/series-more.ts'
import { readSeries } from '#contract/booking/series/series.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { ApiError, call, keyOf, reading } from '#web/api.ts'
import { useRefreshBookings } from '#web/parts/booking/summary/use-refresh-bookings.ts'
import { SeriesDates, useChosenDates } from '#web/parts/booking/series/series-dates.tsx'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { toast } from '#web/ui/toast.ts'

/** Adds dates to an active series: the client books the ticked ones, the professional proposes them to the client. */
export default function MoreDialog({
  visit,
  as,
  token,
  left,
  onClose,
}: {
  visit: Pick<Booking, 'id'>
  as: 'client' | 'professional'
  token?: string | undefined
  /** The number of visits that a series may still get. */
  left: number
  onClose: () => void
}) {
  const dates = useMoreDates({ left, visit, as, token, onClose })
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Agregar fechas a la serie"
      description={
        as === 'client'
          ? 'Con el mismo ritmo y a la misma hora. Se reservan todas las que elijas, o ninguna.'
          : 'Con el mismo ritmo y a la misma hora. Las apartas y tu cliente las acepta juntas por un enlace.'
      }
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Ahora no
          </Button>
          <Button
            busy={dates.adding.isPending}
            blocked={dates.slots.length === 0 ? 'Elige al menos una fecha.' : undefined}
            onClick={() => dates.adding.mutate()}
          >
            {as === 'client' ? `Agregar ${dates.count}` : `Apartar ${dates.count} y enviar el enlace`}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <TimesField dates={dates} />
        {dates.adding.isError ? (
          <p role="alert" className="rounded-md bg-chile-soft px-4 py-3 font-medium text-chile">
            {dates.adding.error.message}
          </p>
        ) : null}
        <SeriesDates answer={dates.answer} chosen={dates.chosen} />
        {dates.slots.length === 0 ? null : (
          <p className="rounded-md bg-sunk px-4 py-3 text-[0.9375rem]">
            <strong className="figures">{formatCents(dates.totalCents)}</strong> en total.{' '}
            {as === 'client'
              ? 'Hoy no se cobra nada: cada cita se cobra por separado, con la tarjeta de la serie.'
              : 'A tu cliente no se le cobra nada hoy: cada cita se cobra por separado, con la tarjeta de la serie.'}
          </p>
        )}
      </div>
    </Dialog>
  )
}

/** The further dates on offer, the ticked ones, and the request for them. */
const useMoreDates = ({
  left,
  visit,
  as,
  token,
  onClose,
}: {
  left: number
  visit: Pick<Booking, 'id'>
  as: 'client' | 'professional'
  token: string | undefined
  onClose: () => void
}) => {
  const queryClient = useQueryClient()
  const refreshBookings = useRefreshBookings()
  const most = Math.min(left, maxFurther)
  const form = useForm({ initial: () => ({ times: Math.min(4, most) }) })
  const { times } = form.values
  const params = { id: visit.id }
  const query = { as, ...(token === undefined ? {} : { t: token }) }
  const answer = useQuery({
    ...reading(contract.seriesMorePreview, { params, query: { ...query, times } }),
    // A token is valid for fifteen minutes.
    staleTime: minuteMs,
    refetchInterval: 5 * minuteMs,
  })
  const chosen = useChosenDates(answer.data)
  const { slots, withCoupon, totalCents } = chosen
  const adding = useMutation({
    mutationFn: () =>
      call(contract.seriesMore, {
        params,
        query,
        body: { slotTokens: slots.map((slot) => slot.token), withCoupon },
      }),
    onSuccess: async ({ proposed }) => {
      if (proposed === null) toast('Fechas agregadas', 'Te enviamos la confirmación de todas.', 'good')
      else
        toast(
          'Enlace enviado',
          `Apartamos las fechas; ${proposed.firstName} tiene hasta el ${shortOf(proposed.expiresAt, proposed.zone)} para aceptarlas.`,
          'good',
        )
      onClose()
      await queryClient.invalidateQueries({ queryKey: keyOf(readSeries) })
      await queryClient.invalidateQueries({ queryKey: keyOf(booking) })
      await queryClient.invalidateQueries({ queryKey: keyOf(proposedAppointments) })
      await refreshBookings()
    },
    onError: (problem) => {
      // Another client was faster: nothing was taken, and the list is reloaded.
      if (problem instanceof ApiError && problem.status > 0) void answer.refetch()
    },
  })
  const count = slots.length === 1 ? '1 fecha' : `${slots.length} fechas`
  return {
    adding,
    slots,
    count,
    times,
    setTimes: form.pick('times').onChange,
    most,
    answer,
    chosen,
    totalCents,
  }
}

type MoreDates = ReturnType<typeof useMoreDates>

const TimesField = ({ dates }: { dates: MoreDates }) => (
  <Field label="Cuántas fechas más">
    {(control) => (
      <Select
        {...control}
        value={dates.times}
        onChange={(event) => dates.setTimes(Number(event.target.value))}
      >
        {Array.from({ length: dates.most }, (_, index) => (
          <option key={index} value={index + 1}>
            {index + 1}
          </option>
        ))}
      </Select>
    )}
  </Field>
)
