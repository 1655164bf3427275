import type { Booking } from '#contract/booking/booking.ts'
import { AddToCalendar } from '#web/parts/booking/visit/add-to-calendar.tsx'
import WalletLinks from '#web/parts/booking/visit/wallet-links.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

/** Where a client can save a visit: their calendar, or their phone's wallet. */
export default function SaveDialog({
  booking,
  token,
  onClose,
}: {
  booking: Booking
  token: string | undefined
  onClose: () => void
}) {
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Guardar tu cita"
      description={
        booking.place.modality === 'online'
          ? 'En tu calendario te avisa antes, con tu código de llegada.'
          : 'En tu calendario te avisa antes, con la dirección y tu código de llegada.'
      }
    >
      <div className="flex flex-col gap-2">
        <AddToCalendar booked={booking} token={token} />
        <WalletLinks id={booking.id} token={token} />
      </div>
    </Dialog>
  )
}
