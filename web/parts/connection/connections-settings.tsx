import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import * as outside from '#contract/availability/outside-calendar.ts'
import { maxAccounts } from '#contract/connection/connection.ts'
import { call, reading } from '#web/api.ts'
import { AccountCard } from '#web/parts/connection/account-card.tsx'
import { ConnectAccount } from '#web/parts/connection/connect-account.tsx'
import { CaldavPanel } from '#web/parts/connection/caldav-panel.tsx'
import { Differences } from '#web/parts/connection/differences.tsx'
import { outcomeIn } from '#web/parts/connection/outcome.ts'
import { OwnCalendarAddress } from '#web/parts/connection/own-calendar-address.tsx'
import { connectionsReading } from '#web/parts/connection/readings.ts'
import { OutsideCalendars } from '#web/parts/time/outside-calendars.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { FoldedPanel } from '#web/ui/page/folded-panel.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

/** How long a job may take that was just asked for: until then the page looks again by itself. */
const lookMs = 3_000

/** A professional's calendars elsewhere: connected accounts, what was changed in them, and addresses for everybody else. */
export default function ConnectionsSettings() {
  const answer = useQuery({
    ...connectionsReading,
    refetchInterval: ({ state: { data } }) =>
      data?.accounts.some(({ state, isMaking }) => state === 'waiting' || isMaking) ? lookMs : false,
  })
  if (answer.isPending) return <Skeleton className="h-72 rounded-lg" />
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => void answer.refetch()} />
  const { accounts, differences, available, zone } = answer.data
  return (
    <>
      <Outcome />
      <Differences differences={differences} />
      <Panel
        title="Google Calendar y Outlook"
        text="Lo que está ocupado allá no se puede reservar aquí, y tus citas aparecen allá en segundos. De cada evento solo guardamos a qué hora es, nunca qué es."
      >
        {accounts
          .filter(({ provider }) => provider !== 'caldav')
          .map((account) => (
            <AccountCard key={account.id} account={account} zone={zone} />
          ))}
        {available.length === 0 ? (
          <p className="text-muted">
            Esta instalación de Kalli todavía no conecta con Google ni Outlook. Usa la dirección de tu
            calendario, abajo.
          </p>
        ) : accounts.length < maxAccounts ? (
          <ConnectAccount key={accounts.length} providers={available} isFirst={accounts.length === 0} />
        ) : (
          <p className="text-sm text-muted">
            Ya hay dos cuentas conectadas: desconecta una para conectar otra.
          </p>
        )}
      </Panel>
      <CaldavPanel accounts={accounts} zone={zone} />
      <Addresses zone={zone} />
    </>
  )
}

/** What became of the consent; the address says it after the way back from the provider. */
const Outcome = () => {
  const outcome = outcomeIn(useSearch({ strict: false }))
  if (outcome === undefined) return null
  const { text, isGood } = outcome
  return (
    <p
      role="status"
      className={classNames(
        'rounded-md px-4 py-3',
        isGood ? 'bg-agave-soft text-agave' : 'bg-maiz-soft text-maiz-ink',
      )}
    >
      {text}
    </p>
  )
}

const Addresses = ({ zone }: { zone: string }) => {
  const answer = useQuery(reading(outside.ownOutsideCalendars))
  if (answer.isPending) return <Skeleton className="h-24 rounded-lg" />
  if (answer.isError) return <ErrorState text={answer.error.message} onRetry={() => void answer.refetch()} />
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
