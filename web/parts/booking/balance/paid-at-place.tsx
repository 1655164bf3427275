import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { takeBalance } from '#contract/booking/settlement/balance.ts'
import type { InPlaceMethod } from '#contract/payment/in-place.ts'
import { formatCents } from '#contract/platform/money.ts'
import { call } from '#web/api.ts'
import { WayChoice } from '#web/parts/booking/balance/way-choice.tsx'
import { useRefreshBookings } from '#web/parts/booking/summary/use-refresh-bookings.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.ts'

/** An amount requested by link was paid at the place: how, and what that means. */
export default function PaidAtPlace({
  id,
  cents,
  onClose,
}: {
  id: string
  cents: number
  onClose: () => void
}) {
  const amount = formatCents(cents)
  const [method, setMethod] = useState<InPlaceMethod>('cash')
  const refreshBookings = useRefreshBookings()
  const taking = useMutation({
    mutationFn: () => call(takeBalance, { params: { id }, body: { amountCents: cents, method } }),
    onSuccess: () => {
      toast('Anotado', `Te pagó ${amount} en el lugar.`, 'good')
      onClose()
    },
    onSettled: refreshBookings,
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={`¿Te pagó ${amount} en el lugar?`}
      description="Anótalo cuando ya tengas el dinero. La liga deja de servir y le avisamos."
      error={taking.error}
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
        <WayChoice legend="Te pagó con" name="paid-with" value={method} onChange={setMethod} />
        <p>
          Ese dinero no pasa por Kalli: su comisión es la de lo que se paga en el lugar. La renta que debas se
          descuenta de tus próximos depósitos.
        </p>
      </div>
    </Dialog>
  )
}
