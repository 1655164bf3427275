import { useQuery, useQueryClient } from '@tanstack/react-query'
import * as guest from '#contract/booking/client/guest-later.ts'
import { call, keyOf, reading } from '#web/api.ts'
import { WaitlistEntryList } from '#web/parts/booking/waitlist/entry-list.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

/**
 * The waitlist entries of what this browser has confirmed. Not cached: a visitor who leaves the browser has proved nothing.
 */
export default function GuestWishes() {
  const queryClient = useQueryClient()
  const answer = useQuery({ ...reading(guest.guestWishes), refetchInterval: 30_000, gcTime: 0 })
  if (answer.isPending) return <Skeleton className="h-56 rounded-lg" />
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
  return (
    <WaitlistEntryList
      entries={answer.data}
      onMove={({ id }, move) => call(guest.moveGuestWish, { params: { id, move } })}
      onRefresh={() => queryClient.invalidateQueries({ queryKey: keyOf(guest.guestWishes) })}
    />
  )
}
