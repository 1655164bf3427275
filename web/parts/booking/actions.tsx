import { lazy, Suspense, useState } from 'react'
import type { Booking } from '#contract/booking.ts'
import { Button } from '#web/ui/button.tsx'

const CancelDialog = lazy(async () => ({
  default: (await import('#web/parts/booking/cancel-dialog.tsx')).CancelDialog,
}))
const ReceiptDialog = lazy(async () => ({
  default: (await import('#web/parts/booking/receipt-dialog.tsx')).ReceiptDialog,
}))

/**
 * Receipt and cancellation of a booking, for the party who looks. What may not be done now is shown with its
 * reason, from the same table of moves by which the server refuses.
 */
export const BookingActions = ({
  booking,
  as,
  token,
}: {
  booking: Pick<Booking, 'id' | 'kind' | 'status' | 'moves' | 'hasReceipt'>
  as: 'client' | 'professional' | 'host'
  token?: string | undefined
}) => {
  const [shown, setShown] = useState<'cancel' | 'receipt'>()
  const cancel = booking.moves.find(({ move }) => move === `cancel_as_${as}`)
  const asked = booking.status === 'requested' && as === 'client'
  const coming = booking.status === 'confirmed' || asked
  const close = (open: boolean) => setShown(open ? shown : undefined)
  return (
    <div className="flex flex-wrap items-start gap-3">
      {booking.hasReceipt ? (
        <Button tone="secondary" size="small" onClick={() => setShown('receipt')}>
          Ver recibo
        </Button>
      ) : null}
      {cancel !== undefined && coming ? (
        <Button
          tone="quiet"
          size="small"
          blocked={cancel.allowed ? undefined : cancel.reason}
          onClick={() => setShown('cancel')}
        >
          {asked ? 'Retirar solicitud' : booking.kind === 'rent' ? 'Cancelar renta' : 'Cancelar cita'}
        </Button>
      ) : null}
      {shown === undefined ? null : (
        <Suspense>
          {shown === 'cancel' ? (
            <CancelDialog booking={booking} as={as} token={token} open onOpenChange={close} />
          ) : (
            <ReceiptDialog id={booking.id} as={as} token={token} open onOpenChange={close} />
          )}
        </Suspense>
      )}
    </div>
  )
}
