import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { ConnectedAccount } from '#contract/connection/connection.ts'
import { providerWords } from '#contract/platform/calendar-provider.ts'
import { type AccountsOf, callsOf } from '#web/parts/connection/account-calls.ts'
import { accountStates } from '#web/parts/connection/account-states.ts'
import { BusyCalendars } from '#web/parts/connection/busy-calendars.tsx'
import { useConnect } from '#web/parts/connection/connect-account.tsx'
import { TargetChoice } from '#web/parts/connection/target-choice.tsx'
import { dateIn, longDate, shortOf } from '#web/parts/time/wall-clock.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Problem } from '#web/ui/form/labelled.tsx'
import { toast } from '#web/ui/toast.ts'

const DisconnectDialog = lazy(() => import('#web/parts/connection/disconnect-dialog.tsx'))

type Props = { account: ConnectedAccount; zone: string; of?: AccountsOf }

/** An account: its state, its use, and the disconnect button. The use of a host's account is shown at each unit. */
export const AccountCard = ({ account, zone, of = 'own' }: Props) => {
  const { tone, label } = accountStates[account.state]
  return (
    <section
      aria-label={`Cuenta ${account.email}`}
      className="flex flex-col gap-4 rounded-md border border-line p-4"
    >
      <div className="flex flex-col gap-1">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h4 className="min-w-0 font-sans text-base font-semibold tracking-normal break-words">
            {account.email}
          </h4>
          <Badge tone={tone}>{label}</Badge>
        </div>
        <p className="text-sm text-muted">
          {providerWords[account.provider].calendar}, conectada el{' '}
          {longDate(dateIn(account.connectedAt, zone))}.{' '}
          {account.succeededAt === null
            ? 'Todavía no se ha leído.'
            : `Al día hasta ${shortOf(account.succeededAt, zone)}.`}
        </p>
        {account.problem === null ? null : (
          <p className={account.state === 'revoked' ? 'text-sm text-chile' : 'text-sm text-maiz-ink'}>
            {account.failedAt === null ? '' : `${shortOf(account.failedAt, zone)}: `}
            {account.problem}
          </p>
        )}
      </div>
      {of === 'own' ? (
        <>
          <BusyCalendars account={account} />
          <TargetChoice account={account} />
        </>
      ) : null}
      <Actions account={account} of={of} />
    </section>
  )
}

const Actions = ({ account, of }: { account: ConnectedAccount; of: AccountsOf }) => {
  const queryClient = useQueryClient()
  const [isLeaving, leave] = useState(false)
  const connecting = useConnect(of)
  const trying = useMutation({
    mutationFn: () => callsOf(of, queryClient).tryNow(account.id),
    onSuccess: (accounts) => {
      const now = accounts.find(({ id }) => id === account.id)
      if (now?.state === 'healthy') toast('Funciona', 'Leímos y escribimos todo.', 'good')
      else toast('Todavía no', now?.problem ?? undefined, 'bad')
    },
  })
  return (
    <div className="flex flex-col gap-2">
      <Problem of={trying.error ?? connecting.error} />
      <div className="flex flex-wrap gap-3">
        {account.state === 'revoked' && account.provider === 'caldav' ? null : account.state === 'revoked' ? (
          <Button
            size="small"
            busy={connecting.isPending}
            aria-label={`Conectar otra vez ${account.email}`}
            onClick={() =>
              connecting.mutate({
                provider: account.provider,
                reach: account.mayWriteTheirs ? 'theirs' : account.mayWriteOwn ? 'own' : 'read',
                accountId: account.id,
              })
            }
          >
            Conectar otra vez
          </Button>
        ) : (
          <Button
            tone="secondary"
            size="small"
            busy={trying.isPending}
            aria-label={`Probar ahora ${account.email}`}
            onClick={() => trying.mutate()}
          >
            Probar ahora
          </Button>
        )}
        <Button
          tone="quiet"
          size="small"
          aria-label={`Desconectar ${account.email}`}
          onClick={() => leave(true)}
        >
          Desconectar
        </Button>
      </div>
      {isLeaving ? (
        <Suspense>
          <DisconnectDialog account={account} of={of} onClose={() => leave(false)} />
        </Suspense>
      ) : null}
    </div>
  )
}
