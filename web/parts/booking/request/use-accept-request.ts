import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as booking from '#contract/booking/booking.ts'
import type { Booking } from '#contract/booking/booking.ts'
import { clientName } from '#contract/booking/client/client-name.ts'
import * as day from '#contract/booking/day.ts'
import * as request from '#contract/booking/request/request.ts'
import { acceptSeries } from '#contract/booking/series/series.ts'
import { call, keyOf } from '#web/api.ts'
import { toast } from '#web/ui/toast.ts'

/** Accepting a request as its professional, and whether it may be accepted, declined or moved. */
export const useAcceptRequest = (one: Booking) => {
  const queryClient = useQueryClient()
  const refresh = async () => {
    // Pending requests, and every list that then contains the visit.
    await queryClient.invalidateQueries({ queryKey: keyOf(booking.bookings) })
    await queryClient.invalidateQueries({ queryKey: keyOf(day.professionalDay) })
  }
  const accepting = useMutation({
    mutationFn: async (what: 'this' | 'series') => {
      const params = { id: one.id }
      if (what === 'series') await call(acceptSeries, { params })
      else await call(request.acceptRequest, { params, body: { as: 'professional', version: one.version } })
    },
    onSuccess: async (_, what) => {
      toast(
        what === 'this' ? 'Cita confirmada' : 'Serie confirmada',
        `Avisamos a ${clientName(one)}.`,
        'good',
      )
      await refresh()
    },
    onError: refresh,
  })
  const moveOf = (name: string) => one.moves.find(({ move }) => move === name)
  const [yes, no, other] = [moveOf('accept'), moveOf('decline'), moveOf('propose_change')]
  return { refresh, accepting, yes, other, no }
}
