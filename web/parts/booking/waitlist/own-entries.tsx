import { useQuery, useQueryClient } from '@tanstack/react-query'
import * as contract from '#contract/booking/waitlist/waitlist.ts'
import { call, keyOf, reading } from '#web/api.ts'
import { WaitlistEntryList } from '#web/parts/booking/waitlist/entry-list.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

/** The client's own waitlist entries; offers come first, and appear while the page is open. */
export default function OwnEntries() {
  const queryClient = useQueryClient()
  const answer = useQuery({ ...reading(contract.ownWaitlist), refetchInterval: 30_000 })
  if (answer.isPending) return <Skeleton className="h-56 rounded-lg" />
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
  return (
    <WaitlistEntryList
      entries={answer.data}
      onMove={({ id }, move) =>
        call(contract.moveWaitlistEntry, { params: { id, move: move === 'resume' ? move : 'stop' } })
      }
      onRefresh={() => queryClient.invalidateQueries({ queryKey: keyOf(contract.ownWaitlist) })}
    />
  )
}
