import { useQuery } from '@tanstack/react-query'
import { AccountsPanel } from '#web/parts/connection/accounts-panel.tsx'
import { CaldavPanel } from '#web/parts/connection/caldav-panel.tsx'
import { ConnectOutcome } from '#web/parts/connection/connect-outcome.tsx'
import { pollMsOf, unitConnectionsReading } from '#web/parts/connection/readings.ts'
import { UnitDifferences, UnitsPanel } from '#web/parts/connection/unit-connections.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

/** A host's accounts, the calendar of each unit, and differences in them. */
export default function UnitConnectionsSettings() {
  const answer = useQuery({
    ...unitConnectionsReading(undefined),
    refetchInterval: ({ state: { data } }) => pollMsOf(data),
  })
  if (answer.isPending) return <Skeleton className="h-72 rounded-lg" />
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => void answer.refetch()} />
  const { accounts, available, zone } = answer.data
  return (
    <>
      <ConnectOutcome forUnits />
      <UnitDifferences answer={answer.data} />
      {accounts.length === 0 ? null : <UnitsPanel answer={answer.data} />}
      <AccountsPanel accounts={accounts} available={available} zone={zone} of="units" />
      <CaldavPanel accounts={accounts} zone={zone} of="units" />
    </>
  )
}
