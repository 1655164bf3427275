import { useMutation } from '@tanstack/react-query'
import * as contract from '#contract/booking/series/link.ts'
import type { BookingLink } from '#contract/booking/series/link.ts'
import { call } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

const words: Readonly<
  Record<BookingLink['kind'], { title: string; text: (firstName: string) => string; button: string }>
> = {
  appointment: {
    title: '¿Rechazar esta cita?',
    text: (firstName) => `La hora queda libre y avisamos a ${firstName}. No se te cobra nada.`,
    button: 'Rechazar la cita',
  },
  waitlist: {
    title: '¿Dejar pasar este lugar?',
    text: () => 'Se lo ofrecemos a quien sigue. Tu espera sigue en pie y no se te cobra nada.',
    button: 'Dejar pasar',
  },
  chat: {
    title: '¿Soltar esta hora?',
    text: () => 'La hora queda libre para otras personas. No se te cobra nada.',
    button: 'Soltar la hora',
  },
  rescue: {
    title: '¿Cancelar la cita?',
    text: () => 'Si el lugar nuevo no te queda, la cita se cancela y recuperas todo lo que pagaste.',
    button: 'Cancelar la cita',
  },
}

/** Declines, after one confirmation. */
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
      title={words[one.kind].title}
      description={words[one.kind].text(one.from.firstName)}
      actions={
        <>
          <Button tone="quiet" onClick={() => onOpenChange(false)}>
            Volver
          </Button>
          <Button tone="danger" busy={declining.isPending} onClick={() => declining.mutate()}>
            {words[one.kind].button}
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
