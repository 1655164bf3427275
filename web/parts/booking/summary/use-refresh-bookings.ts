import { useQueryClient } from '@tanstack/react-query'

/** A booking changed: every list that may contain it is read again. */
export const useRefreshBookings = () => {
  const queryClient = useQueryClient()
  return async () => {
    for (const of of ['bookings', 'calendar', 'guest', 'reservations', 'professional', 'host'])
      await queryClient.invalidateQueries({ queryKey: ['/api', of] })
  }
}
