import { lazy, Suspense, useState } from 'react'
import type { Booking } from '#contract/booking.ts'
import { TalkButton } from '#web/parts/conversation/talk-button.tsx'
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
      {mayTalk(booking, as) ? (
        <TalkButton
          where={{ kind: 'booking', about: booking.id, as, t: token }}
          with={counterparts[booking.kind][as]}
        />
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

/** A visit is the client's and the professional's, hours at a space the professional's and the host's. */
const counterparts = {
  visit: { client: 'quien te atiende', professional: 'tu cliente', host: '' },
  rent: { client: '', professional: 'el espacio', host: 'quien renta' },
} as const

const mayTalk = (
  { kind, status }: Pick<Booking, 'kind' | 'status'>,
  as: 'client' | 'professional' | 'host',
) => counterparts[kind][as] !== '' && !['held', 'awaiting_payment', 'expired'].includes(status)
