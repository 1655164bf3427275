import { useMutation } from '@tanstack/react-query'
import type { Booking } from '#contract/booking/booking.ts'
import * as request from '#contract/booking/request/request.ts'
import { call } from '#web/api.ts'
import { Choices } from '#web/ui/form/choices.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { clientName } from '#contract/booking/client/client-name.ts'
import { toast } from '#web/ui/toast.ts'

const reasons = request.DeclineReason.options.map((value) => ({
  value,
  label: request.declineReasons[value],
}))

export const DeclineDialog = ({
  booking: one,
  onDone,
  onClose,
}: {
  booking: Booking
  onDone: () => Promise<void>
  onClose: () => void
}) => {
  const form = useForm<{ reason: request.DeclineReason }>({ initial: () => ({ reason: 'no_time' }) })
  const { reason } = form.values
  const declining = useMutation({
    mutationFn: () =>
      call(request.declineRequest, {
        params: { id: one.id },
        body: { as: 'professional', version: one.version, reason },
      }),
    onSuccess: async () => {
      toast('Solicitud rechazada', `Avisamos a ${clientName(one)} y le mostramos otros horarios.`, 'good')
      onClose()
      await onDone()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="¿Rechazar esta solicitud?"
      description={`${isIn(one) ? 'Recupera todo lo que pagó' : 'No se le cobra nada'} y tu horario vuelve a estar libre. ${clientName(one, 'Tu cliente')} lee el motivo.`}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Volver
          </Button>
          <Button tone="danger" busy={declining.isPending} onClick={() => declining.mutate()}>
            Rechazar solicitud
          </Button>
        </>
      }
    >
      <Choices legend="Motivo" options={reasons} {...form.pick('reason')} columns="grid-cols-1" />
      {declining.isError ? (
        <p role="alert" className="mt-4 font-medium text-chile">
          {declining.error.message}
        </p>
      ) : null}
    </Dialog>
  )
}

/** Paid by transfer, cash or a pack: the money is already there, and accepting charges nothing. */
export const isIn = ({ payment }: Booking) => payment !== null && payment.capturedCents > 0
