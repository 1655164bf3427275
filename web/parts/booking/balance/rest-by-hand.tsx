import { useMutation } from '@tanstack/react-query'
import { takeBalance } from '#contract/booking/settlement/balance.ts'
import { formatCents } from '#contract/platform/money.ts'
import { call } from '#web/api.ts'
import { useRefreshBookings } from '#web/parts/booking/summary/use-refresh-bookings.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.ts'

/** The client pays the balance in cash: what that means, and then the one button. */
export default function RestByHand({
  id,
  cents,
  onClose,
}: {
  id: string
  cents: number
  onClose: () => void
}) {
  const amount = formatCents(cents)
  const refreshBookings = useRefreshBookings()
  const taking = useMutation({
    mutationFn: () => call(takeBalance, { params: { id }, body: { amountCents: cents } }),
    onSuccess: () => {
      toast('Anotado', `Tienes ${amount} en efectivo de esta cita.`, 'good')
      onClose()
    },
    onSettled: refreshBookings,
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={`¿Te dio ${amount} en efectivo?`}
      description="Anótalo cuando ya tengas el dinero en la mano."
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Todavía no
          </Button>
          <Button busy={taking.isPending} onClick={() => taking.mutate()}>
            Sí, ya tengo {amount}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p>Su tarjeta ya no se cobra y le avisamos: su cita queda pagada.</p>
        <p>
          Kalli no toca ese dinero. Lo que de él no es tuyo, la comisión y la renta, se descuenta de lo que te
          depositamos.
        </p>
        {taking.error === null ? null : (
          <p role="alert" className="font-medium text-chile">
            {taking.error.message}
          </p>
        )}
      </div>
    </Dialog>
  )
}
