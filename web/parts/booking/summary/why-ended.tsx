import type { Booking } from '#contract/booking/booking.ts'

/** What who cancelled wrote for the others; nobody reads their own words back. */
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
