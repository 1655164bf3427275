import { useQuery } from '@tanstack/react-query'
import * as outside from '#contract/availability/outside-calendar.ts'
import { call, reading } from '#web/api.ts'
import { ConnectOutcome } from '#web/parts/connection/connect-outcome.tsx'
import { AccountsPanel } from '#web/parts/connection/accounts-panel.tsx'
import { CaldavPanel } from '#web/parts/connection/caldav-panel.tsx'
import { Differences } from '#web/parts/connection/differences.tsx'
import { OwnCalendarAddress } from '#web/parts/connection/own-calendar-address.tsx'
import { connectionsReading, pollMsOf } from '#web/parts/connection/readings.ts'
import { OutsideCalendars } from '#web/parts/time/outside-calendars.tsx'
import { FoldedPanel } from '#web/ui/page/folded-panel.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

/** A professional's outside calendars: connected accounts, differences in them, and calendar URLs. */
export default function ConnectionsSettings() {
  const answer = useQuery({
    ...connectionsReading,
    refetchInterval: ({ state: { data } }) => pollMsOf(data),
  })
  if (answer.isPending) return <Skeleton className="h-72 rounded-lg" />
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => void answer.refetch()} />
  const { accounts, differences, available, zone } = answer.data
  return (
    <>
      <ConnectOutcome />
      <Differences differences={differences} />
      <AccountsPanel accounts={accounts} available={available} zone={zone} />
      <CaldavPanel accounts={accounts} zone={zone} />
      <Addresses zone={zone} />
    </>
  )
}

const Addresses = ({ zone }: { zone: string }) => {
  const answer = useQuery(reading(outside.ownOutsideCalendars))
  if (answer.isPending) return <Skeleton className="h-24 rounded-lg" />
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => void answer.refetch()} />
  const mine = answer.data.filter(({ provider }) => provider === null)
  return (
    <>
      <FoldedPanel
        title="Otros calendarios, por dirección"
        value={mine.length === 0 ? 'Sin conectar' : String(mine.length)}
        isFilled={mine.length > 0}
        text="De Apple o cualquier otro: leemos cada cinco minutos lo que esté ocupado."
      >
        <OutsideCalendars
          calendars={mine}
          zone={zone}
          name={undefined}
          add={(address) => call(outside.addOwnOutsideCalendar, { body: { address } })}
        />
      </FoldedPanel>
      <FoldedPanel title="Tu agenda, por dirección" value="Para verla en otra parte" isFilled={false}>
        <OwnCalendarAddress zone={zone} />
      </FoldedPanel>
    </>
  )
}
