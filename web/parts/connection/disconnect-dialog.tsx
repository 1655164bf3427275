import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ConnectedAccount } from '#contract/connection/connection.ts'
import { providerWords } from '#contract/platform/calendar-provider.ts'
import { type AccountsOf, callsOf } from '#web/parts/connection/account-calls.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.ts'

/** States what will be removed before disconnecting. */
export default function DisconnectDialog({
  account,
  of,
  onClose,
}: {
  account: ConnectedAccount
  of: AccountsOf
  onClose: () => void
}) {
  const queryClient = useQueryClient()
  const { place, company } = providerWords[account.provider]
  const leaving = useMutation({
    mutationFn: () => callsOf(of, queryClient).disconnect(account.id),
    onSuccess: () => {
      onClose()
      toast('Cuenta desconectada', 'Lo que ocupaba vuelve a ofrecerse.', 'good')
    },
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="¿Desconectar esta cuenta?"
      description={account.email}
      error={leaving.error}
      actions={
        <>
          <Button tone="secondary" onClick={onClose}>
            Conservar
          </Button>
          <Button tone="danger" busy={leaving.isPending} onClick={() => leaving.mutate()}>
            Desconectar
          </Button>
        </>
      }
    >
      <ul className="list-disc pl-5">
        <li>
          Lo que ocupaba {of === 'own' ? 'en tu agenda' : 'en tus unidades'} vuelve a ofrecerse ahora mismo.
        </li>
        <li>
          {account.written === 0
            ? `En ${place} no quedan eventos nuestros por quitar.`
            : account.written === 1
              ? `Quitamos de ${place} el evento próximo que escribimos.`
              : `Quitamos de ${place} los ${account.written} eventos próximos que escribimos.`}
        </li>
        <li>
          {account.provider === 'caldav'
            ? 'Borramos la contraseña de app que nos diste. Quítala también en tu servicio.'
            : account.provider === 'microsoft'
              ? 'Borramos el permiso que nos diste. En tu cuenta de Microsoft, Kalli sigue en la lista de aplicaciones hasta que la quites allá.'
              : `Le devolvemos el permiso a ${company}, si nadie más usa esa cuenta en Kalli.`}{' '}
          {of === 'own' ? 'Tus citas' : 'Las rentas y citas'} en Kalli siguen igual.
        </li>
      </ul>
    </Dialog>
  )
}
