import { useQueryClient } from '@tanstack/react-query'
import { bookings, professionalDay } from '#contract/booking.ts'
import { keyOf } from '#web/api.ts'

/** After something happened to a visit: its own page, the lists and the professional's day are read again. */
export const useRefreshVisits = () => {
  const queryClient = useQueryClient()
  return async () => {
    await queryClient.invalidateQueries({ queryKey: keyOf(professionalDay) })
    await queryClient.invalidateQueries({ queryKey: keyOf(bookings) })
    await queryClient.invalidateQueries({ queryKey: ['/api', 'guest'] })
    await queryClient.invalidateQueries({ queryKey: ['/api', 'host'] })
  }
}
