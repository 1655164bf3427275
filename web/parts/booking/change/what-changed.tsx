import type { Booking } from '#contract/booking/booking.ts'
import type { Side } from '#contract/booking/change/change.ts'
import MovedClass from '#web/parts/booking/change/moved-class.tsx'
import ProposedChange from '#web/parts/booking/change/proposed-change.tsx'

/** A proposed hour of a visit, or the hour to which its class was moved, with the viewer's answers. */
export default function WhatChanged({
  booking,
  as,
  token,
  onShow,
}: {
  booking: Booking
  as: Side
  token?: string | undefined
  /** Opens the dialog that follows an answer. */
  onShow: (what: 'cancel' | 'change') => void
}) {
  const { change, kind } = booking
  const movedFrom = as === 'client' ? booking.class?.movedFrom : null
  return (
    <div className="flex w-full flex-col gap-3 empty:hidden">
      {change === null ? null : (
        <ProposedChange
          booking={booking}
          change={change}
          as={as}
          token={token}
          onCounter={kind === 'visit' && as !== 'host' ? () => onShow('change') : undefined}
        />
      )}
      {movedFrom ? (
        <MovedClass booking={booking} movedFrom={movedFrom} token={token} onCancel={() => onShow('cancel')} />
      ) : null}
    </div>
  )
}
