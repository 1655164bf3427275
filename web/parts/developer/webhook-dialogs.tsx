import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as contract from '#contract/webhook/webhook.ts'
import type { Webhook } from '#contract/webhook/webhook.ts'
import { call, keyOf } from '#web/api.ts'
import { NotProven, useProof } from '#web/parts/account/use-proof.tsx'
import { EventTicks } from '#web/parts/developer/event-ticks.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { toast } from '#web/ui/toast.ts'

type About = { webhook: Webhook; onClose: () => void }

const useAgain = () => {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: keyOf(contract.webhooks) })
}

export const EventsDialog = ({ webhook, onClose }: About) => {
  const again = useAgain()
  const [events, setEvents] = useState(webhook.events)
  const saving = useMutation({
    mutationFn: () => call(contract.changeWebhook, { params: { id: webhook.id }, body: { events } }),
    onSuccess: async () => {
      await again()
      toast('Avisos guardados', undefined, 'good')
      onClose()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Elegir avisos"
      error={saving.error}
      actions={
        <Button
          busy={saving.isPending}
          blocked={events.length === 0 ? 'Elige al menos uno.' : undefined}
          onClick={() => saving.mutate()}
        >
          Guardar
        </Button>
      }
    >
      <EventTicks values={events} error={undefined} onChange={setEvents} />
    </Dialog>
  )
}

export const RotateDialog = ({
  webhook,
  onClose,
  onSecret,
}: About & { onSecret: (secret: string) => void }) => {
  const again = useAgain()
  const proof = useProof()
  const rotating = useMutation({
    mutationFn: () => proof.run(() => call(contract.rotateWebhookSecret, { params: { id: webhook.id } })),
    onSuccess: async ({ secret }) => {
      await again()
      onClose()
      onSecret(secret)
    },
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="¿Cambiar el secreto?"
      description={`Los avisos llevan las dos firmas durante ${contract.formerSecretHours} horas, para que cambies el secreto en tu sistema sin perder ninguno. Después solo vale el nuevo.`}
      actions={
        <>
          <Button tone="secondary" onClick={onClose}>
            Conservar
          </Button>
          <Button busy={rotating.isPending} onClick={() => rotating.mutate()}>
            Cambiar secreto
          </Button>
        </>
      }
    >
      <FormError of={rotating.error instanceof NotProven ? null : rotating.error} />
      {proof.dialog}
    </Dialog>
  )
}

export const RemoveDialog = ({ webhook, onClose }: About) => {
  const again = useAgain()
  const removing = useMutation({
    mutationFn: () => call(contract.removeWebhook, { params: { id: webhook.id } }),
    onSuccess: async () => {
      toast('Quitaste la dirección', 'Ya no recibe avisos.', 'good')
      onClose()
      await again()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="¿Quitar esta dirección?"
      description={`${webhook.address} deja de recibir avisos en este momento, y su registro se borra.`}
      actions={
        <>
          <Button tone="secondary" onClick={onClose}>
            Conservar
          </Button>
          <Button tone="danger" busy={removing.isPending} onClick={() => removing.mutate()}>
            Quitar dirección
          </Button>
        </>
      }
    >
      <FormError of={removing.error} />
    </Dialog>
  )
}
