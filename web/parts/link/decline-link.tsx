import { useMutation } from '@tanstack/react-query'
import * as contract from '#contract/booking-link.ts'
import type { BookingLink } from '#contract/booking-link.ts'
import { call } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

/** No, after one question. */
export const DeclineLink = ({
  one,
  token,
  open,
  onOpenChange,
  onChanged,
}: {
  one: BookingLink
  token: string
  open: boolean
  onOpenChange: (open: boolean) => void
  onChanged: () => void
}) => {
  const declining = useMutation({
    mutationFn: () => call(contract.declineLink, { params: { token } }),
    onSuccess: () => {
      onOpenChange(false)
      onChanged()
    },
  })
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="¿Rechazar esta cita?"
      description={`La hora queda libre y avisamos a ${one.from.firstName}. No se te cobra nada.`}
      actions={
        <>
          <Button tone="quiet" onClick={() => onOpenChange(false)}>
            Volver
          </Button>
          <Button tone="danger" busy={declining.isPending} onClick={() => declining.mutate()}>
            Rechazar la cita
          </Button>
        </>
      }
    >
      {declining.isError ? (
        <p role="alert" className="font-medium text-chile">
          {declining.error.message}
        </p>
      ) : null}
    </Dialog>
  )
}
