import { type ConnectedAccount, maxAccounts } from '#contract/connection/connection.ts'
import type { AccountsOf } from '#web/parts/connection/account-calls.ts'
import { AccountCard } from '#web/parts/connection/account-card.tsx'
import { ConnectCaldav } from '#web/parts/connection/connect-caldav.tsx'
import { FoldedPanel } from '#web/ui/page/folded-panel.tsx'

type Props = { accounts: readonly ConnectedAccount[]; zone: string; of?: AccountsOf }

/** Accounts connected with an app password, and the form to connect one, or to renew its password. */
export const CaldavPanel = ({ accounts, zone, of = 'own' }: Props) => {
  const mine = accounts.filter(({ provider }) => provider === 'caldav')
  const isRoom = accounts.length < maxAccounts || mine.some(({ state }) => state === 'revoked')
  return (
    <FoldedPanel
      title="iCloud, Fastmail, Nextcloud"
      value={mine.length === 0 ? 'Sin conectar' : String(mine.length)}
      isFilled={mine.length > 0}
      text={`Con una contraseña de app, por CalDAV. Estos servicios no avisan cuando algo cambia: preguntamos cada minuto. ${of === 'own' ? 'Tus citas llegan' : 'Lo de aquí llega'} allá en segundos.`}
    >
      {mine.map((account) => (
        <AccountCard key={account.id} account={account} zone={zone} of={of} />
      ))}
      {isRoom ? (
        <ConnectCaldav of={of} />
      ) : (
        <p className="text-sm text-muted">
          Ya hay dos cuentas conectadas: desconecta una para conectar otra.
        </p>
      )}
    </FoldedPanel>
  )
}
