import { useQueryClient } from '@tanstack/react-query'

/** A booking changed: reloads every list that may contain it. */
export const useRefreshBookings = () => {
  const queryClient = useQueryClient()
  return async () => {
    for (const part of ['bookings', 'calendar', 'guest', 'reservations', 'professional', 'host'])
      await queryClient.invalidateQueries({ queryKey: ['/api', part] })
  }
}
