import { useQuery } from '@tanstack/react-query'
import * as contract from '#contract/booking/booking.ts'
import type { Booking } from '#contract/booking/booking.ts'
import { reading } from '#web/api.ts'
import { VisitDetails } from '#web/parts/booking/visit/booking-card.tsx'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { Dialog } from '#web/ui/dialog.tsx'

/** Everything of a visit in a sheet over the list. `listed`: as the list has it, undefined once a move took it out of there. */
export default function VisitSheet({
  opened,
  listed,
  token,
  onClose,
}: {
  opened: Booking
  listed: Booking | undefined
  token: string | undefined
  onClose: () => void
}) {
  const moved = useQuery({
    ...reading(contract.booking, {
      params: { id: opened.id },
      query: token === undefined ? { as: 'client' } : { t: token, as: 'client' },
    }),
    enabled: listed === undefined,
  })
  const one = listed ?? moved.data ?? opened
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={`${one.service.name}, ${shortOf(one.startsAt, one.zone)}`}
      hideTitle
    >
      <div className="flex flex-col gap-5">
        <VisitDetails booking={one} token={token} />
      </div>
    </Dialog>
  )
}
