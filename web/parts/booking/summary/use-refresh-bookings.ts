import { useQueryClient } from '@tanstack/react-query'

/** Something of a booking changed: every list in which it may stand is read again. */
export const useRefreshBookings = () => {
  const queryClient = useQueryClient()
  return async () => {
    for (const of of ['bookings', 'calendar', 'guest', 'reservations', 'professional', 'host'])
      await queryClient.invalidateQueries({ queryKey: ['/api', of] })
  }
}
