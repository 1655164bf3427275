import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ConnectedAccount, disconnect } from '#contract/connection/connection.ts'
import { providerWords } from '#contract/platform/calendar-provider.ts'
import { call, keyOf } from '#web/api.ts'
import { connections } from '#contract/connection/connection.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.ts'

/** What goes is said before it goes. */
export default function DisconnectDialog({
  account,
  onClose,
}: {
  account: ConnectedAccount
  onClose: () => void
}) {
  const queryClient = useQueryClient()
  const { place, company } = providerWords[account.provider]
  const leaving = useMutation({
    mutationFn: () => call(disconnect, { params: { id: account.id } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: keyOf(connections) })
      await queryClient.invalidateQueries({ queryKey: ['/api', 'calendar'] })
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
        <li>Lo que ocupaba en tu agenda vuelve a ofrecerse ahora mismo.</li>
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
              : `Le devolvemos el permiso a ${company}.`}{' '}
          Tus citas en Kalli siguen igual.
        </li>
      </ul>
    </Dialog>
  )
}
