import type { Booking } from '#contract/booking/booking.ts'

/** The canceller's reason for the other parties; not shown to its author. */
export const WhyEnded = ({
  booking: { cancellation },
  as,
}: {
  booking: Pick<Booking, 'cancellation'>
  as: 'client' | 'professional' | 'host'
}) =>
  cancellation === null || cancellation.said === null || cancellation.by === as ? null : (
    <p className="text-[0.9375rem] wrap-anywhere">
      <span className="font-semibold">El motivo: </span>
      {cancellation.said}
    </p>
  )
