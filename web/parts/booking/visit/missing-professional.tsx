import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Booking } from '#contract/booking/booking.ts'
import * as contract from '#contract/booking/visit/no-show.ts'
import { call } from '#web/api.ts'
import { useRefreshBookings } from '#web/parts/booking/summary/use-refresh-bookings.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useMinute } from '#web/ui/minute.ts'
import { toast } from '#web/ui/toast.ts'

/** The waiting client or host registers that the professional did not come. Hidden until it is time. */
export default function MissingProfessional({
  booking: one,
  as,
  token,
}: {
  booking: Pick<
    Booking,
    | 'id'
    | 'version'
    | 'status'
    | 'moves'
    | 'startsAt'
    | 'professional'
    | 'professionalArrivedAt'
    | 'toleranceMinutes'
  >
  as: 'client' | 'host'
  token?: string | undefined
}) {
  const [asks, setAsks] = useState(false)
  const refresh = useRefreshBookings()
  const move = one.moves.find((known) => known.move === 'professional_no_show')
  const marking = useMutation({
    mutationFn: () =>
      call(contract.markNoShow, {
        params: { id: one.id },
        query: token === undefined ? {} : { t: token },
        body: { version: one.version, as },
      }),
    onSuccess: async () => {
      toast('Quedó registrado', 'Le avisamos; tiene un día para decir otra cosa.', 'good')
      setAsks(false)
      await refresh()
    },
    onError: refresh,
  })
  const now = useMinute()
  if (move === undefined || (!move.allowed && now < Date.parse(one.startsAt))) return null
  const started = one.status === 'in_progress'
  // The professional's arrival is registered, or the visit is over.
  if ((started || one.professionalArrivedAt !== null) && !move.allowed) return null
  const name = one.professional.firstName
  return (
    <div
      role="group"
      aria-label={`Si ${name} no llega`}
      className="flex flex-col gap-3 rounded-md bg-sunk px-4 py-3.5"
    >
      <p className="text-[0.9375rem]">
        <span className="font-semibold">¿{name} no llega?</span>{' '}
        {started
          ? `Registró que la cita ya empezó. Si no llegó, dilo antes de que termine la hora: ${as === 'client' ? 'no pagas nada y recibes $50 de saldo' : 'el cliente no paga nada y tú recibes la renta'}.`
          : as === 'client'
            ? `Desde ${one.toleranceMinutes} minutos después de la hora puedes registrarlo: no pagas nada y recibes $50 de saldo.`
            : `Desde ${one.toleranceMinutes} minutos después de la hora puedes registrarlo: el cliente no paga nada y tú recibes la renta.`}
      </p>
      <div>
        <Button
          tone="secondary"
          size="small"
          blocked={move.allowed ? undefined : move.reason}
          onClick={() => setAsks(true)}
        >
          No llegó
        </Button>
      </div>
      <Dialog
        open={asks}
        onOpenChange={setAsks}
        title={`¿${name} no llegó?`}
        description="La cita termina y el horario se libera."
        actions={
          <>
            <Button tone="quiet" onClick={() => setAsks(false)}>
              Seguir esperando
            </Button>
            <Button tone="danger" busy={marking.isPending} onClick={() => marking.mutate()}>
              Registrar que no llegó
            </Button>
          </>
        }
      >
        <p>
          {name} tiene 24 horas para decir otra cosa con pruebas; si lo hace, Kalli lee a las dos partes y
          decide.{started ? ' Mientras tanto lo pagado queda en pausa; si la cita sí se dio, se cobra.' : ''}
        </p>
        {marking.isError ? (
          <p role="alert" className="mt-4 font-medium text-chile">
            {marking.error.message}
          </p>
        ) : null}
      </Dialog>
    </div>
  )
}
