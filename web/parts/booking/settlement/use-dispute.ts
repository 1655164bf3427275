import { useMutation, useQueryClient } from '@tanstack/react-query'
import { booking } from '#contract/booking/booking.ts'
import * as contract from '#contract/booking/settlement/dispute.ts'
import type { DisputeSide } from '#contract/booking/settlement/dispute-subject.ts'
import { keyOf } from '#web/api.ts'
import { useRefreshBookings } from '#web/parts/booking/summary/use-refresh-bookings.ts'
import { toast } from '#web/ui/toast.ts'
import { upload } from '#web/upload.ts'

/** One request about a problem; then everything that shows it is reloaded. */
export const useProblemRequest = <Said>(
  send: (said: Said) => Promise<unknown>,
  done: readonly [title: string, text: string],
  onDone?: () => void,
) => {
  const queryClient = useQueryClient()
  const refreshBookings = useRefreshBookings()
  return useMutation({
    mutationFn: send,
    onSuccess: () => {
      toast(done[0], done[1], 'good')
      onDone?.()
    },
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: keyOf(contract.disputes) })
      await queryClient.invalidateQueries({ queryKey: keyOf(booking) })
      await refreshBookings()
    },
  })
}

/** Photos already uploaded under these ids, shown from the server: after a reload there is no file to show. */
export const sentPhotos = (bookingId: string, ids: readonly string[], token: string | undefined) =>
  ids.map((id) => ({
    id,
    url: `/api/bookings/${bookingId}/dispute/photos/${id}/small${token === undefined ? '' : `?t=${encodeURIComponent(token)}`}`,
  }))

/** Uploads a photo of one party under its id. */
export const sendProblemPhoto =
  (bookingId: string, as: DisputeSide, token: string | undefined) => (photo: string, file: File) =>
    upload(
      contract.disputePhoto,
      { params: { id: bookingId, photo }, query: { as, ...(token === undefined ? {} : { t: token }) }, file },
      () => undefined,
    )
