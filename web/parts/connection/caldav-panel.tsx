import { type ConnectedAccount, maxAccounts } from '#contract/connection/connection.ts'
import { AccountCard } from '#web/parts/connection/account-card.tsx'
import { ConnectCaldav } from '#web/parts/connection/connect-caldav.tsx'
import { FoldedPanel } from '#web/ui/page/folded-panel.tsx'

/** Accounts that are opened by an app password, and the way to connect one, or to renew its password. */
export const CaldavPanel = ({ accounts, zone }: { accounts: readonly ConnectedAccount[]; zone: string }) => {
  const mine = accounts.filter(({ provider }) => provider === 'caldav')
  const isRoom = accounts.length < maxAccounts || mine.some(({ state }) => state === 'revoked')
  return (
    <FoldedPanel
      title="iCloud, Fastmail, Nextcloud"
      value={mine.length === 0 ? 'Sin conectar' : String(mine.length)}
      isFilled={mine.length > 0}
      text="Con una contraseña de app, por CalDAV. Estos servicios no avisan cuando algo cambia: preguntamos cada minuto. Tus citas llegan allá en segundos."
    >
      {mine.map((account) => (
        <AccountCard key={account.id} account={account} zone={zone} />
      ))}
      {isRoom ? (
        <ConnectCaldav />
      ) : (
        <p className="text-sm text-muted">
          Ya hay dos cuentas conectadas: desconecta una para conectar otra.
        </p>
      )}
    </FoldedPanel>
  )
}
