import { useMutation } from '@tanstack/react-query'
import { declineInhouse } from '#contract/team/invitation.ts'
import { call } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast, toastError } from '#web/ui/toast.ts'

/** Confirmation before a professional declines a business's invitation. */
export default function DeclineInvitation({
  token,
  version,
  businessName,
  onClose,
  onDone,
}: {
  token: string
  version: number
  businessName: string
  onClose: () => void
  onDone: () => Promise<unknown>
}) {
  const declining = useMutation({
    mutationFn: () => call(declineInhouse, { params: { token }, body: { version } }),
    onSuccess: async () => {
      toast('Le avisamos', `${businessName} sabe que por ahora no.`, 'good')
      onClose()
      await onDone()
    },
    onError: (problem) => toastError('No se pudo', problem.message),
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      error={declining.error}
      title="¿Decir que no?"
      description="El enlace deja de servir. Nadie más puede usarlo."
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Volver
          </Button>
          <Button tone="danger" busy={declining.isPending} onClick={() => declining.mutate()}>
            No, gracias
          </Button>
        </>
      }
    >
      {businessName}
    </Dialog>
  )
}
