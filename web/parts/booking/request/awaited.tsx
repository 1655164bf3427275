import type { Booking } from '#contract/booking/booking.ts'
import { HourLine } from '#web/parts/booking/hours/hour-line.tsx'
import { useRefreshBookings } from '#web/parts/booking/summary/use-refresh-bookings.ts'
import { TimeLeft } from '#web/parts/time/time-left.tsx'
import { Card } from '#web/ui/card.tsx'

/** A professional's visits that only wait for the host of the place: nothing to do, only the deadline. */
export const AwaitedOfHosts = ({ bookings }: { bookings: readonly Booking[] }) => {
  const refresh = useRefreshBookings()
  return (
    <section aria-label="Falta que responda el espacio" className="flex flex-col gap-3">
      <h2 className="text-lg">Falta que responda el espacio</h2>
      <Card className="py-1">
        <ul className="flex flex-col divide-y divide-line">
          {bookings.map((one) => (
            <li key={one.id} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 py-3">
              <div className="flex min-w-0 flex-col gap-1">
                <p className="font-semibold">
                  {one.client?.firstName ?? 'Sin nombre'} · {one.service.name}
                </p>
                <p className="flex items-start gap-2 text-[0.9375rem]">
                  <HourLine booking={one} />
                </p>
                <p className="text-[0.9375rem] text-muted">
                  {[one.place.unitName, one.place.businessName].filter(Boolean).join(', ')}
                </p>
              </div>
              {one.request === null ? null : (
                <p className="rounded-full bg-maiz-soft px-3 py-1 text-sm font-semibold text-maiz-ink">
                  <TimeLeft until={one.request.respondBy} onEnd={() => void refresh()} />
                </p>
              )}
            </li>
          ))}
        </ul>
      </Card>
    </section>
  )
}
