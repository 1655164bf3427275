import type { Booking } from '#contract/booking/booking.ts'
import { AddToCalendar } from '#web/parts/booking/visit/add-to-calendar.tsx'
import WalletLinks from '#web/parts/booking/visit/wallet-links.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

/** Saves a coming visit in the client's calendar or in their phone's wallet; in its own dialog where `onClose` is given. */
export default function SaveVisit({
  booking,
  token,
  onClose,
}: {
  booking: Booking
  token: string | undefined
  onClose?: () => void
}) {
  const places = (
    <div className="flex flex-wrap gap-2">
      <AddToCalendar booked={booking} token={token} />
      <WalletLinks id={booking.id} token={token} />
    </div>
  )
  if (onClose === undefined) return <div className="border-t border-line pt-4">{places}</div>
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
      {places}
    </Dialog>
  )
}
