import { useMutation } from '@tanstack/react-query'
import type { Booking } from '#contract/booking/booking.ts'
import * as request from '#contract/booking/request/request.ts'
import { call } from '#web/api.ts'
import { useRefreshBookings } from '#web/parts/booking/summary/use-refresh-bookings.ts'
import { toast } from '#web/ui/toast.ts'

/** The host's answer to a visit, and whether it may be given now. */
export const useHostAnswer = (one: Booking, onDone?: () => void) => {
  const refresh = useRefreshBookings()
  const params = { id: one.id }
  const accepting = useMutation({
    mutationFn: () => call(request.acceptRequest, { params, body: { as: 'host', version: one.version } }),
    onSuccess: async ({ status }) => {
      const said =
        status === 'confirmed'
          ? 'La cita quedó confirmada y avisamos a todas las personas.'
          : `Falta la respuesta de ${one.professional.firstName}.`
      toast('Cita aceptada', said, 'good')
      onDone?.()
      await refresh()
    },
    onError: refresh,
  })
  const declining = useMutation({
    mutationFn: (reason: request.DeclineReason) =>
      call(request.declineRequest, { params, body: { as: 'host', version: one.version, reason } }),
    onSuccess: async () => {
      toast(
        'Cita rechazada',
        'Avisamos a las dos personas. El cliente recupera lo que haya pagado y la unidad queda libre.',
        'good',
      )
      onDone?.()
      await refresh()
    },
    onError: refresh,
  })
  const move = (name: string) => one.moves.find((found) => found.move === name)
  return { accepting, declining, move }
}
