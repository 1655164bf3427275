import { useQuery, useQueryClient } from '@tanstack/react-query'
import * as guest from '#contract/booking/client/guest-later.ts'
import { dropVisitorSearch, visitorSearches } from '#contract/favourite/visitor-search.ts'
import { call, keyOf, reading } from '#web/api.ts'
import { SavedSearches } from '#web/parts/favourite/saved-searches.tsx'
import { WaitlistEntryList } from '#web/parts/booking/waitlist/entry-list.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

/**
 * A visitor's waitlist entries and saved searches, by the contacts that this browser has confirmed. Not cached: the next user of this
 * browser must not see them.
 */
export default function GuestEntries() {
  const queryClient = useQueryClient()
  const answer = useQuery({ ...reading(guest.guestWaitlist), refetchInterval: 30_000, gcTime: 0 })
  const searches = useQuery({ ...reading(visitorSearches), gcTime: 0 })
  if (answer.isPending || searches.isPending) return <Skeleton className="h-56 rounded-lg" />
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
  if (searches.isLoadingError)
    return <ErrorState text={searches.error.message} onRetry={() => searches.refetch()} />
  return (
    <div className="flex flex-col gap-8">
      {searches.data.length === 0 ? null : (
        <SavedSearches
          searches={searches.data}
          onDrop={async (id) => {
            await call(dropVisitorSearch, { params: { id } })
            await queryClient.invalidateQueries({ queryKey: keyOf(visitorSearches) })
          }}
        />
      )}
      {answer.data.length === 0 && searches.data.length > 0 ? null : (
        <WaitlistEntryList
          entries={answer.data}
          onMove={({ id }, move) => call(guest.moveGuestWaitlistEntry, { params: { id, move } })}
          onRefresh={() => queryClient.invalidateQueries({ queryKey: keyOf(guest.guestWaitlist) })}
        />
      )}
    </div>
  )
}
