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
      title={one.kind === 'waitlist' ? '¿Dejar pasar este lugar?' : '¿Rechazar esta cita?'}
      description={
        one.kind === 'waitlist'
          ? 'Se lo ofrecemos a quien sigue. Tu espera sigue en pie y no se te cobra nada.'
          : `La hora queda libre y avisamos a ${one.from.firstName}. No se te cobra nada.`
      }
      actions={
        <>
          <Button tone="quiet" onClick={() => onOpenChange(false)}>
            Volver
          </Button>
          <Button tone="danger" busy={declining.isPending} onClick={() => declining.mutate()}>
            {one.kind === 'waitlist' ? 'Dejar pasar' : 'Rechazar la cita'}
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
