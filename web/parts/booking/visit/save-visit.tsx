import type { Booking } from '#contract/booking/booking.ts'
import { AddToCalendar } from '#web/parts/booking/visit/add-to-calendar.tsx'
import WalletLinks from '#web/parts/booking/visit/wallet-links.tsx'

/** Saves a coming visit in the client's calendar or in their phone's wallet. */
export default function SaveVisit({ booking, token }: { booking: Booking; token: string | undefined }) {
  return (
    <div className="flex flex-wrap gap-2 border-t border-line pt-4">
      <AddToCalendar booked={booking} token={token} />
      <WalletLinks id={booking.id} token={token} />
    </div>
  )
}
