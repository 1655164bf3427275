import { type ConnectedAccount, maxAccounts } from '#contract/connection/connection.ts'
import type { CalendarProviderName } from '#contract/platform/calendar-provider.ts'
import type { AccountsOf } from '#web/parts/connection/account-calls.ts'
import { AccountCard } from '#web/parts/connection/account-card.tsx'
import { ConnectAccount } from '#web/parts/connection/connect-account.tsx'
import { Panel } from '#web/ui/page/panel.tsx'

type Props = {
  accounts: readonly ConnectedAccount[]
  available: readonly CalendarProviderName[]
  zone: string
  of?: AccountsOf
}

/** Accounts connected by OAuth, and a button to connect one. */
export const AccountsPanel = ({ accounts, available, zone, of = 'own' }: Props) => (
  <Panel
    title="Google Calendar y Outlook"
    text={
      of === 'own'
        ? 'Lo que está ocupado allá no se puede reservar aquí, y tus citas aparecen allá en segundos. De cada evento solo guardamos a qué hora es, nunca qué es.'
        : 'Conecta la cuenta donde están los calendarios de tus unidades. De cada evento solo guardamos a qué hora es, nunca qué es.'
    }
  >
    {accounts
      .filter(({ provider }) => provider !== 'caldav')
      .map((account) => (
        <AccountCard key={account.id} account={account} zone={zone} of={of} />
      ))}
    {available.length === 0 ? (
      <p className="text-muted">
        Esta instalación de Kalli todavía no conecta con Google ni Outlook.{' '}
        {of === 'own'
          ? 'Usa la dirección de tu calendario, abajo.'
          : 'Usa la dirección de cada unidad, en Calendarios por unidad.'}
      </p>
    ) : accounts.length < maxAccounts ? (
      <ConnectAccount key={accounts.length} providers={available} isFirst={accounts.length === 0} of={of} />
    ) : (
      <p className="text-sm text-muted">Ya hay dos cuentas conectadas: desconecta una para conectar otra.</p>
    )}
  </Panel>
)
